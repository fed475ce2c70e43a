"""What `blur` asks for: a promise, the hierarchies, the measured lattice, releases and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.compute.cutting import Cut, table
from dashboard.compute.naming import build, ground_names
from privacy_core import PrivacyModel, Study, Thresholds, anonymizers

OTHERS = ("l", "t", "entropy_l", "beta", "enhanced_beta", "delta_disclosure")
"""Promises that are measured, in the order they are said."""
EXAMPLE_K = 5
Others = tuple[tuple[str, float], ...]
"""Name and threshold of every promise but k."""


@dataclass(frozen=True)
class Asked:
    """A promise about a release, in words and numbers: a cache key.

    Parameters
    ----------
    k : smallest crowd
    others : name and threshold of every other promise
    ground : ground distance of t, empty for each column's own
    suppression : share of rows that may be left out
    quality : measure of what blurring costs
    set_by_user : whether k is the user's
    """

    k: int
    others: Others
    ground: str
    suppression: float
    quality: str
    set_by_user: bool

    @property
    def pairs(self) -> Others:
        """Name and threshold of every promise, k first."""
        return (("k", float(self.k)), *self.others)


def promised(promise: Asked) -> Thresholds:
    """The thresholds of a promise."""
    return Thresholds(k=promise.k, **dict(promise.others))


def pairs(lines: Thresholds) -> Others:
    """Name and threshold of every promise of some thresholds, k first."""
    given = [(name, getattr(lines, name)) for name in OTHERS if getattr(lines, name) is not None]
    return (("k", float(lines.k or EXAMPLE_K)), *((name, float(at)) for name, at in given if not _empty(name, at)))


def asked(study: Study) -> Asked:
    """The promise of a study; ℓ = 1 and t = 1 promise nothing."""
    lines, secret = study.thresholds, bool(study.roles and study.roles.sensitive)
    others = pairs(lines)[1:] if secret else ()
    blur = study.blur
    return Asked(int(lines.k or EXAMPLE_K), others, blur.ground, blur.suppression, blur.quality, lines.k is not None)


def _empty(name: str, at: float) -> bool:
    return at <= 1 if name in ("l", "entropy_l") else name == "t" and at >= 1


def models(chosen: Cut, k: int, others: Others, ground: str) -> tuple[PrivacyModel, ...]:
    """The models of a promise: k, and every other one about each secret."""
    about = [
        build(chosen, secret, name, ground_of(chosen, secret, ground), at)
        for secret in chosen.secrets
        for name, at in others
    ]
    return (build(chosen, "", "k", "", k), *about)


def no_hope(chosen: Cut, promise: Asked) -> str | None:
    """Why no crowd whatever could keep the promise, and what would work; None where one might."""
    return anonymizers.hopeless(
        table(chosen), models(chosen, promise.k, promise.others, promise.ground), chosen.policies
    )


def ground_of(chosen: Cut, secret: str, wanted: str) -> str:
    """The wanted ground distance where a secret allows it, else its own: ordered, or equal for names."""
    there = ground_names(chosen, secret)
    return wanted if wanted in there else "ordered" if "ordered" in there else "equal"


def grounds(chosen: Cut) -> tuple[str, ...]:
    """Ground distances that some secret allows."""
    return tuple(dict.fromkeys(name for secret in chosen.secrets for name in ground_names(chosen, secret)))
