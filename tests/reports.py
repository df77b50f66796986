"""The reports of unforeseen errors that a program has left."""

from durak_tui.user.error_report import reports_folder


def taken_reports() -> list[str]:
    """The texts of the reports, from old to new; the files are removed."""
    texts = []
    for path in sorted(reports_folder().glob("*.txt")):
        texts.append(path.read_text())
        path.unlink()
    return texts
