"""What every part may use: files, languages, errors, text."""
