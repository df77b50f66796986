"""All statistics of some counts, for a program."""

from durak_tui.statistics.counts import Counts
from durak_tui.statistics.elo import elo, los, nelo, score
from durak_tui.statistics.sprt import Sprt


def as_json(counts: Counts, sprt: Sprt | None = None) -> dict[str, float | str | None]:
    """All statistics as JSON values; ``bound`` only in place of errors."""
    result: dict[str, float | str | None] = {"score": score(counts)}
    bound = None
    for key, estimate in (("elo", elo(counts)), ("nelo", nelo(counts))):
        result[key] = estimate.value if estimate else None
        result[f"{key}_error"] = estimate.error if estimate else None
        bound = bound or (estimate.bound if estimate else None)
    result["los"] = los(counts)
    result["llr"] = sprt.llr(counts) if sprt else None
    result["lower"] = sprt.lower if sprt else None
    result["upper"] = sprt.upper if sprt else None
    if bound:
        result["bound"] = bound
    return result
