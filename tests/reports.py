"""The reports of unforeseen errors that a program has left."""

from durak_tui.user.error_report import reports_folder


def taken_reports() -> list[str]:
    """What each says, from old to new; they are gone then."""
    texts = []
    for path in sorted(reports_folder().glob("*.txt")):
        texts.append(path.read_text())
        path.unlink()
    return texts
