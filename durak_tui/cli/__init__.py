"""The command line.  Nothing here imports a terminal library.

Stands on all other folders; Textual is loaded only when a command opens a screen.  Begin with
main.py: ``GROUPS`` has a line for each command and loads its module when it runs.  screens.py
has the commands that open the application, common.py what several need.
"""
