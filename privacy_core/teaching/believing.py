"""What an attacker believes: before the release, after the whole table, after finding the class."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_core.counting import Contingency
from privacy_core.errors import ParameterError, in_range
from privacy_core.frequencies import share


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How strongly an attacker believes that one person has one value, in three steps.

    Parameters
    ----------
    value : the value, as text
    before : B0, before the release
    table : B1, after seeing the whole table: what publishing is for
    found : B2, after finding the class: what t limits
    assumed : whether B0 is the uniform belief nobody gave
    """

    value: str
    before: float
    table: float
    found: float
    assumed: bool

    @property
    def sentences(self) -> tuple[str, str, str]:
        """The three beliefs in words; the value is left to the page."""
        why = "every value alike" if self.assumed else "as given"
        return (
            f"Before the release: {share(self.before)} ({why}).",
            f"After seeing the whole table: {share(self.table)}. Everyone learns this; it is what publishing is for.",
            f"After finding the crowd: {share(self.found)}. The step from the line above is what t limits.",
        )


def beliefs(table: Contingency, chosen: int, value: int, before: float | None = None) -> Beliefs:
    """What an attacker believes about one value, for a person of one class.

    Parameters
    ----------
    table : Contingency of the sensitive column
    chosen : the class
    value : index of the value in the domain
    before : belief before the release, 0 to 1 (default: every value of the domain alike)

    Raises
    ------
    ParameterError
        The belief lies outside [0, 1], or there is no such value.

    Notes
    -----
    Formula: B0 = 1/m over the domain of m values, or as given; B1 = p, the share of the prior;
    B2 = q, the share of the class. t bounds the step from B1 to B2, never the step from B0.

    Edge cases: a class without a value has B2 = 0; under the original's prior, B1 is the
    original's share.

    Does not say: what an attacker believes who knows more than the table; B0 is an assumption.

    Source: Li, Li & Venkatasubramanian, t-closeness, ICDE 2007, section 4.

    Examples
    --------
    >>> from privacy_core import contingency, equivalence_classes, samples
    >>> nine = samples.load("hospital-4")
    >>> counted = contingency(nine.table, equivalence_classes(nine.table, ["zip", "age"]), "disease")
    >>> seen = beliefs(counted, 0, counted.labels.index("stomach cancer"))
    >>> round(seen.before, 3), round(seen.table, 3), round(seen.found, 3)
    (0.167, 0.222, 0.333)
    """
    in_range(0, 1, before=before)
    if not 0 <= value < table.n_values:
        raise ParameterError(f"Column {table.attribute!r} has {table.n_values} values; no value number {value}.")
    uniform = 1 / table.n_values
    found = float(table.mix(chosen)[value])
    return Beliefs(
        table.labels[value], uniform if before is None else before, float(table.prior[value]), found, before is None
    )
