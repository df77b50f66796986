"""What every part may use: files, languages, errors for users, text for one line."""
