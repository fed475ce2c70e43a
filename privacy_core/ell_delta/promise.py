"""What a mechanism promises: `Guarantee`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from privacy_core.ell_delta.distributions import Distribution, even
from privacy_core.ell_delta.failing import failure
from privacy_core.ell_delta.likeliest import least_target
from privacy_core.ell_delta.ranges import FEASIBLE, check, proper_chance
from privacy_core.ell_delta.sizing import records
from privacy_core.errors import ParameterError


class Basis(StrEnum):
    """Where the chances come from."""

    GIVEN = "given"
    ESTIMATED = "estimated"
    CERTIFIED = "certified"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """(ℓ, δ)-diversity of a mechanism: all classes show at least ℓ values, except with chance δ.

    Parameters
    ----------
    ell : values every class shows
    delta : chance of failure asked for, per release
    classes : number of classes
    records : records of each release, drawn independently
    releases : releases that are linked, all with the same classes
    bound : union bound per release; at most delta
    exact : chance that a target cell stays empty in a release, or None where it is not known
    linked_bound : t times delta; 1 or more promises nothing
    linked_exact : the same chance over all releases together, or None
    basis : given by the user, estimated from the table itself, or certified by a held-out sample
    p : least chance of a target cell
    """

    ell: int
    delta: float
    classes: int
    records: int
    releases: int
    bound: float
    exact: float | None
    linked_bound: float
    linked_exact: float | None
    basis: Basis
    p: float

    @property
    def sentence(self) -> str:
        """What is promised, and on what it rests."""
        return f"{_BASIS[self.basis]} {self._alone}{self._linked}"

    @property
    def _alone(self) -> str:
        shown = f"a release of {self.records:,} records shows at least {self.ell:,} values in every one of "
        classes = f"{self.classes:,} classes" if self.classes > 1 else "1 class"
        exact = _missing("", self.exact)
        return f"{shown}{classes}, except with a chance of at most {chance_text(self.bound)}{exact}."

    @property
    def _linked(self) -> str:
        if self.releases == 1:
            return ""
        several, exact = f"{self.releases:,} such releases", _missing(" from one of them", self.linked_exact)
        if self.linked_bound >= 1:
            return f" Of {several} with the same classes, linked, the bound itself says nothing here{exact}."
        bound = chance_text(self.linked_bound)
        return f" {several} with the same classes, linked, still do, except with a chance of at most {bound}{exact}."


def _missing(where: str, chance: float | None) -> str:
    """The exact chance, of what it is the chance: a class with spare values can do without a target one."""
    return (
        "" if chance is None else f"; a target value is missing{where} with a chance of exactly {chance_text(chance)}"
    )


_BASIS = {
    Basis.GIVEN: "If the chances given are true,",
    Basis.ESTIMATED: "Estimated from the table itself, so this is no guarantee:",
    Basis.CERTIFIED: "Certified by records the classes were not made from:",
}


def chance_text(number: float) -> str:
    """Write a chance with four decimals, or two digits where it is smaller.

    Examples
    --------
    >>> chance_text(0.049271), chance_text(0.0), chance_text(2.94e-7)
    ('0.0493', '0.0000', '2.9e-07')
    """
    return f"{number:.4f}" if number >= 0.001 or number == 0 else f"{number:.1e}"


def promise(
    cells: Distribution, ell: int, delta: float, p: float, releases: int = 1, basis: Basis = Basis.ESTIMATED
) -> Guarantee:
    """State what the mechanism promises for these classes.

    Parameters
    ----------
    cells : chances of the classes' cells
    ell, delta, p : values per class, chance of failure per release, least chance of a target cell
    releases : how many are linked
    basis : where the chances come from

    Raises
    ------
    ParameterError
        A setting is out of its range, or a target cell is rarer than p by more than rounding (1e-6).

    Examples
    --------
    >>> found = promise(even(4, 3, 1 / 12), 3, 0.05, 1 / 12, 2, Basis.GIVEN)
    >>> found.records, round(found.exact, 4), round(found.linked_exact, 4)
    (63, 0.0493, 0.0961)
    >>> print(found.sentence)
    If the chances given are true, a release of 63 records shows at least 3 values in every one of 4 classes, except
    with a chance of at most 0.0499; a target value is missing with a chance of exactly 0.0493. 2 such releases with
    the same classes, linked, still do, except with a chance of at most 0.1000; a target value is missing from one of
    them with a chance of exactly 0.0961.
    """
    check(ell, p, len(cells), releases)
    proper_chance(delta=delta)
    p = _kept(cells, ell, p)
    drawn = records(len(cells), ell, delta, p)
    once = failure(cells, ell, p, drawn)
    several = failure(cells, ell, p, drawn, releases)
    return Guarantee(
        ell, delta, len(cells), drawn, releases, once.bound, once.target, releases * delta, several.target, basis, p
    )


def _kept(cells: Distribution, ell: int, p: float) -> float:
    """The p that the classes keep: the one given, lowered where it lies above by rounding only."""
    least = least_target(cells, ell)
    if not least > 0 or p > least + FEASIBLE:
        raise ParameterError(
            f"These classes do not keep p = {p:g}: the rarest of their {len(cells) * ell:,} target cells has a "
            f"chance of {least:.6g}."
        )
    return min(p, least)


def promise_for_classes(ell: int, delta: float, p: float, classes: int, releases: int = 1) -> Guarantee:
    """State the promise for a number of classes alone: each has ell target cells of chance p and no spare one.

    Parameters
    ----------
    ell, delta, p : values per class, chance of failure per release, chance of every target cell
    classes : number of classes, at most 1/(ell p)
    releases : how many are linked

    Raises
    ------
    ParameterError
        A setting is out of its range, or so many cells of chance p add up to more than 1.

    Examples
    --------
    >>> promise_for_classes(3, 0.05, 1 / 12, 4).records
    63
    """
    check(ell, p, classes, releases)
    proper_chance(delta=delta)
    cells = even(classes, ell, p)
    return promise(cells, ell, delta, min(p, 1 / (classes * ell)), releases, Basis.GIVEN)
