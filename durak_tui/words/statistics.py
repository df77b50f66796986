"""The statistics of some counts in lines, for the commands."""

from collections.abc import Iterator

from durak_tui.statistics.counts import Counts, PairCounts
from durak_tui.statistics.elo import Estimate, elo, los, nelo, score
from durak_tui.statistics.sprt import Sprt


def describe(counts: Counts, name: str, sprt: Sprt | None = None) -> Iterator[str]:
    """Counts as lines; ``name`` is the engine they belong to.

    The sign ± is the only one beyond ASCII, unless the name has others.
    """
    points, superiority = score(counts), los(counts)
    games = counts.as_games()
    if points is None or superiority is None:
        yield f"Score of {name}: no games"
    else:
        unit = "game" if games.number == 1 else "games"
        yield f"Score of {name}: {100 * points:.2f} % ({games.number} {unit})"
        yield f"Won {games.wins}, lost {games.losses}, drawn {games.draws}"
        if isinstance(counts, PairCounts):
            yield f"Pairs LL LD WL DD WD WW: {' '.join(map(str, counts.numbers()))}"
        yield f"Elo of {name}: {_estimate_words(elo(counts))}"
        yield f"nElo of {name}: {_estimate_words(nelo(counts))}"
        yield f"LOS of {name}: {100 * superiority:.2f} %"
    if sprt:
        llr = sprt.llr(counts)
        decision = sprt.decision(llr)
        scale = "nElo" if sprt.model == "normalized" else "Elo"
        yield f"SPRT of {name}: {scale} {sprt.elo0:g} (H0) or {sprt.elo1:g} (H1)"
        verdict = f"{decision} accepted" if decision else "undecided"
        yield f"LLR {llr:z.4f} ({sprt.lower:.2f} to {sprt.upper:.2f}): {verdict}"


def _estimate_words(estimate: Estimate | None) -> str:
    if estimate is None:
        return "unknown, as all outcomes were even"
    if estimate.error is None:
        side = "above" if estimate.bound == ">" else "below"
        return f"{side} {estimate.value:+z.0f} (95 %)"
    return f"{estimate.value:+z.2f} ± {estimate.error:.2f} (95 %)"
