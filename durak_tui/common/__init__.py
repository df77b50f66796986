"""Tools for every part: files, languages, errors, text."""
