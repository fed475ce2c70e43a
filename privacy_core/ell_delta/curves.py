"""How the number of records moves with each setting, the others staying as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from privacy_core.ell_delta.ranges import check, proper_chance
from privacy_core.ell_delta.sizing import most_classes, records
from privacy_core.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Settings:
    """What the number of records depends on.

    Parameters
    ----------
    ell : values every class is to show
    delta_in_all : chance of failure over all releases together; `Guarantee.delta` is that of one
    p : least chance of a target cell
    classes : number of classes; None is as many as p allows, 1/(ℓ p)
    releases : linked releases that share delta
    """

    ell: int
    delta_in_all: float
    p: float
    classes: int | None = None
    releases: int = 1

    @property
    def records(self) -> int:
        """Records each release needs.

        Raises
        ------
        ParameterError
            A setting is out of its range; or ℓ p is above 1 where there are to be as many classes as possible.
        """
        check(self.ell, self.p, releases=self.releases)
        proper_chance(delta_in_all=self.delta_in_all)
        classes = most_classes(self.ell, self.p) if self.classes is None else self.classes
        return records(classes, self.ell, self.delta_in_all / self.releases, self.p)


def curve(settings: Settings, name: str, values: Sequence[float]) -> list[int | None]:
    """Records each release needs at several values of one setting; None where there is no such mechanism.

    These curves are ours; the paper's Section 5 evaluates the same formula.

    Parameters
    ----------
    settings : all the others
    name : ell, delta_in_all, p, classes or releases
    values : of that setting

    Raises
    ------
    ParameterError
        There is no such setting.

    Examples
    --------
    >>> curve(Settings(3, 0.05, 0.05), "ell", [2, 3, 5, 10])          # at full use N hardly depends on ℓ
    [117, 115, 117, 117]
    >>> curve(Settings(2, 0.05, 0.05, classes=4), "releases", [1, 10])
    [99, 144]
    """
    names = [field.name for field in fields(settings)]
    if name not in names:
        raise ParameterError(f"No setting {name!r}. Settings: {', '.join(names)}.")
    return [_records(settings, {name: value}) for value in values]


def _records(settings: Settings, changed: dict[str, Any]) -> int | None:
    try:
        return replace(settings, **changed).records
    except ParameterError:
        return None
