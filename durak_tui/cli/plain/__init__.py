"""The line mode: games in lines of text."""
