"""All attackers on one release, so that singling out, linkability and inference all have evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from privacy_core.attacks.inference import inference
from privacy_core.attacks.linkability import linkability
from privacy_core.attacks.outcomes import NotMeasured
from privacy_core.attacks.singling_out.records import record_predicates
from privacy_core.attacks.singling_out.saying import luck_told
from privacy_core.attacks.trying import refuse_nobody
from privacy_core.errors import PrivacyError
from privacy_core.evidence import Counts, Evidence, counts_record
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, part_of, unwatched
from privacy_core.tables import Table

SINGLING_OUT = "singling out"
"""What the first attack is called."""
NO_STRANGERS = (
    "Without people who are not in the release nobody can say how often a description holds for exactly one person "
    "by luck."
)


@dataclass(frozen=True, eq=False)
class Attackers:
    """What attackers have, and how often they try.

    Parameters
    ----------
    people, release : originals of the people in the release, and the release
    known : columns others could know
    others : columns of the second half of a person, for linkability; predicates that single out are about both
    secrets : columns that are guessed
    strangers : people like them who are not in the release; None leaves luck unmeasured
    attempts : people each attack is tried on
    hierarchies : by column, for generalized labels
    seed : of all chance; the same seed, the same tries
    """

    people: Table
    release: Table
    known: Sequence[str]
    others: Sequence[str]
    secrets: Sequence[str]
    strangers: Table | None = None
    attempts: int = 500
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)
    seed: int = 0

    def run(self, progress: Progress = unwatched) -> Iterator[Evidence | NotMeasured]:
        """Try singling out, linkability, then every secret; one that cannot be tried says why, the others go on."""
        chances = np.random.default_rng(self.seed).spawn(2 + len(self.secrets))
        tables = self.people, self.release, self.known
        yield _tried(SINGLING_OUT, partial(self._singled_out, chances[-1], self._told(progress, 0)["progress"]))
        yield _tried("linkability", partial(linkability, *tables, self.others, chances[0], **self._told(progress, 1)))
        for at, secret in enumerate(self.secrets, 1):
            told = self._told(progress, at + 1)
            yield _tried(f"inference of {secret}", partial(inference, *tables, secret, chances[at], **told))

    def _singled_out(self, random: np.random.Generator, progress: Progress) -> Evidence | NotMeasured:
        """Predicates on several columns of a released record, of all that is known of people; judged by strangers."""
        refuse_nobody(self.release)
        if self.strangers is None:
            return NotMeasured(SINGLING_OUT, NO_STRANGERS)
        found = record_predicates(
            self.people,
            self.release,
            [*dict.fromkeys((*self.known, *self.others))],
            random,
            holdout=self.strangers,
            tries=self.attempts,
            hierarchies=self.hierarchies,
            seed=self.seed,
            progress=progress,
        )
        if not found.evidence.main.attempts:
            return NotMeasured(SINGLING_OUT, "No predicate that holds for exactly one released row was found.")
        assumptions = (*found.evidence.assumptions, *luck_told(found))
        return replace(found.evidence, attack=SINGLING_OUT, assumptions=assumptions)

    def _told(self, progress: Progress, at: int) -> dict[str, Any]:
        """What every attack is given alike, and the part of the progress that is its own."""
        names, several = ("strangers", "attempts", "hierarchies", "seed"), 2 + len(self.secrets)
        own = part_of(progress, at / several, (at + 1) / several)
        return {**{name: getattr(self, name) for name in names}, "progress": own}


def _tried(name: str, attack: Callable[[], Evidence | NotMeasured]) -> Evidence | NotMeasured:
    try:
        return attack()
    except PrivacyError as refused:
        return NotMeasured(name, str(refused))


def evidence_record(found: Evidence | NotMeasured) -> dict[str, Any]:
    """One attack as other programs read it; what was not measured is None, with the reason.

    Examples
    --------
    >>> found = Evidence("inference of income", Counts(120, 500), Counts(30, 500), None, 500, 1, ())
    >>> written = evidence_record(found)
    >>> written["main"]["rate"], written["control"], written["excess"], written["beats_guessing"]
    (0.24, None, None, True)
    """
    if isinstance(found, NotMeasured):
        return {"attack": found.attack, "measured": False, "reason": found.reason}
    excess = found.excess
    return {
        "attack": found.attack,
        "measured": found.main.attempts > 0,
        "asked": found.asked,
        **{name: None if one is None else counts_record(one) for name, one in _three(found).items()},
        "excess": None if excess is None else {"value": excess.value, "interval": [excess.low, excess.high]},
        "beats_guessing": found.beats_guessing,
        "seed": found.seed,
        "assumptions": [*found.assumptions],
        "sentence": found.sentence,
    }


def _three(found: Evidence) -> dict[str, Counts | None]:
    return {"main": found.main, "baseline": found.baseline, "control": found.control}
