"""What `blur` asks for: a promise, the hierarchies, the measured lattice, releases and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.compute.cutting import Cut, table
from dashboard.compute.hierarchies import required_tree
from dashboard.compute.naming import build, ground_names
from privacy_core import ParameterError, PrivacyModel, Setting, Study, Thresholds, anonymizers

OTHERS = ("l", "t", "entropy_l", "beta", "enhanced_beta", "delta_disclosure")
"""Promises that are measured, in the order they are said."""
EXAMPLE_K = 5
Others = tuple[tuple[str, float], ...]
"""Name and threshold of every promise but k."""


@dataclass(frozen=True)
class Promise:
    """A promise about a release, in words and numbers: a cache key.

    Parameters
    ----------
    k : smallest crowd
    others : name and threshold of every other promise
    ground : ground distance of t, empty for each column's own
    suppression : share of rows that may be left out
    """

    k: int
    others: Others
    ground: str
    suppression: float

    @property
    def pairs(self) -> Others:
        """Name and threshold of every promise, k first."""
        return (("k", float(self.k)), *self.others)

    @property
    def thresholds(self) -> Thresholds:
        """The same as thresholds of a study."""
        return Thresholds(k=self.k, **dict(self.others))

    @property
    def promise(self) -> Promise:
        """The promise alone, whatever else is asked for."""
        return Promise(self.k, self.others, self.ground, self.suppression)

    def setting(
        self,
        levels: tuple[tuple[str, int], ...] = (),
        method: str = "full-domain",
        parameters: tuple[tuple[str, float], ...] = (),
    ) -> Setting:
        """The promise as a setting that can be pinned; all of it, so that it stays what it was."""
        return Setting(self.thresholds, self.suppression, levels, method, self.ground, parameters)


@dataclass(frozen=True)
class Asked(Promise):
    """A promise and what a good way to keep it is.

    Parameters
    ----------
    quality : measure of what blurring costs
    gs : weight of leaving out against blurring in it
    set_by_user : whether k is the user's
    """

    quality: str
    gs: float
    set_by_user: bool


def promise_of(setting: Setting) -> Promise:
    """The promise a setting was pinned with."""
    (_, k), *others = pairs(setting.thresholds)
    return Promise(int(k), tuple(others), setting.ground, setting.suppression)


def pairs(lines: Thresholds) -> Others:
    """Name and threshold of every promise of some thresholds, k first."""
    given = [(name, getattr(lines, name)) for name in OTHERS if getattr(lines, name) is not None]
    return (("k", float(lines.k or EXAMPLE_K)), *((name, float(at)) for name, at in given if not _empty(name, at)))


def asked(study: Study) -> Asked:
    """The promise of a study; ℓ = 1 and t = 1 promise nothing."""
    lines, secret = study.thresholds, bool(study.roles and study.roles.sensitive)
    others = pairs(lines)[1:] if secret else ()
    blur, k = study.blur, int(lines.k or EXAMPLE_K)
    return Asked(k, others, blur.ground, blur.suppression, blur.quality, blur.gs, lines.k is not None)


def _empty(name: str, at: float) -> bool:
    return at <= 1 if name in ("l", "entropy_l") else name == "t" and at >= 1


def models(chosen: Cut, promise: Promise) -> tuple[PrivacyModel, ...]:
    """The models of a promise: k, and every other one about each secret.

    Raises
    ------
    HierarchyError, ParameterError
        The ground distance cannot be had: no other one is taken in its place.
    """
    grounds_used(chosen, promise.ground)
    about = [
        build(chosen, secret, name, ground_of(chosen, secret, promise.ground), at)
        for secret in chosen.secrets
        for name, at in promise.others
    ]
    return (build(chosen, "", "k", "", promise.k), *about)


def no_hope(chosen: Cut, promise: Asked) -> str | None:
    """Why no crowd whatever could keep the promise, and what would work; None where one might."""
    return anonymizers.hopeless(table(chosen), models(chosen, promise), chosen.policies)


def ground_of(chosen: Cut, secret: str, wanted: str) -> str:
    """The wanted ground distance where a secret allows it, else its own: ordered, or equal for names.

    Raises
    ------
    HierarchyError
        The secret's distance follows a hierarchy that this session does not have, or that misses values.
    """
    if wanted == "hierarchical":
        required_tree(chosen, secret)
    there = ground_names(chosen, secret)
    return wanted if wanted in there else "ordered" if "ordered" in there else "equal"


def grounds_used(chosen: Cut, wanted: str) -> tuple[str, ...]:
    """The ground distances that a wanted one comes to, one where every secret has the same.

    Raises
    ------
    HierarchyError
        A hierarchy that it follows is not there.
    ParameterError
        No secret allows the wanted one.
    """
    used = tuple(dict.fromkeys(ground_of(chosen, secret, wanted) for secret in chosen.secrets))
    if wanted and used and wanted not in used:
        raise ParameterError(
            f"None of the {len(chosen.secrets)} secret columns has a {wanted} distance. "
            f"{MENDS.get(wanted, 'Choose another distance of t.')}"
        )
    return used


MENDS = {"hierarchical": "Give a hierarchy for a secret, or choose another distance of t."}
"""What would make a ground distance usable."""


def grounds(chosen: Cut) -> tuple[str, ...]:
    """Ground distances that some secret allows."""
    return tuple(dict.fromkeys(name for secret in chosen.secrets for name in ground_names(chosen, secret)))
