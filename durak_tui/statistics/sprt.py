"""The sequential probability ratio test (SPRT) between two strengths."""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from durak_tui.common.i18n import N_
from durak_tui.common.values import WrongValue
from durak_tui.statistics.counts import Counts
from durak_tui.statistics.elo import ELO_PER_T, FAR
from durak_tui.statistics.likelihood import with_mean, with_t_value
from durak_tui.statistics.rating import expected_score

LEAST_ERROR: Final = 1e-9  # The least probability of an error: bounds of the LLR have an end.
_UNSEEN: Final = 1e-3  # The count of an outcome that never occurred (as in fastchess).

Model: TypeAlias = Literal["normalized", "logistic"]
MODELS: Final[tuple[Model, ...]] = ("normalized", "logistic")
Hypothesis: TypeAlias = Literal["H0", "H1"]


def numbers_in(text: str) -> tuple[float, float, float, float]:
    """Read ``ELO0,ELO1`` or ``ELO0,ELO1,ALPHA,BETA``; ValueError else."""
    try:
        elo0, elo1, *errors = (float(number) for number in text.split(","))
        alpha, beta = errors or (0.05, 0.05)
    except ValueError:
        wrong = N_("'{text}' is not ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
        raise WrongValue(wrong, text=text) from None
    return elo0, elo1, alpha, beta


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of ``elo0`` or less against ``elo1`` or more.

    Play until the log-likelihood ratio (LLR) of the two hypotheses, H0 and H1, leaves the bounds.
    Then H1 is accepted wrongly with probability ``alpha`` and H0 with ``beta``, about (Wald, Ann.
    Math. Stat. 16, 1945). Raises ValueError unless -4000 <= elo0 < elo1 <= 4000, both probabilities
    are at least 1e-9 and their sum is below 1.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalized"

    def __post_init__(self) -> None:
        # Written so that nan fails too.
        if not (abs(self.elo0) <= FAR and abs(self.elo1) <= FAR):
            raise WrongValue(N_("ELO0 and ELO1 must be from -{most:g} to {most:g}"), most=FAR)
        if not self.elo0 < self.elo1:
            text = N_("ELO0 ({elo0:g}) must be below ELO1 ({elo1:g})")
            raise WrongValue(text, elo0=self.elo0, elo1=self.elo1)
        if not (min(self.alpha, self.beta) >= LEAST_ERROR and self.alpha + self.beta < 1):
            text = N_("alpha and beta must be at least {least:g} and together below 1")
            raise WrongValue(text, least=LEAST_ERROR)
        if self.model not in MODELS:
            raise ValueError(f"the model must be one of {', '.join(MODELS)}, not {self.model!r}")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted: log(beta / (1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted: log((1 - beta) / alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The logarithm of how much likelier H1 makes the counts than H0.

        Of the distributions that a hypothesis allows, its likeliest counts ("generalized"
        test; Van den Bergh, "Comments on Normalized Elo").  0 without games.
        """
        sample, games = counts.sample()
        if not any(sample):
            return 0.0
        seen = [float(count or _UNSEEN) for count in sample]
        number = sum(seen)
        shares = [count / number for count in seen]
        under0 = self._most_likely(shares, self.elo0, games)
        under1 = self._most_likely(shares, self.elo1, games)
        return sum(
            count * math.log(one / zero)
            for count, zero, one in zip(seen, under0, under1, strict=True)
        )

    def _most_likely(self, shares: list[float], value: float, games: int) -> list[float]:
        if self.model == "logistic":
            return with_mean(shares, expected_score(value))
        return with_t_value(shares, value / ELO_PER_T * math.sqrt(games))

    def decision(self, llr: float) -> Hypothesis | None:
        """The hypothesis that is accepted at this LLR; None: play on."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None
