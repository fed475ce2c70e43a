"""Hierarchies made by a rule: settings that travel with a study, applied to any column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any

from privacy_core.errors import HierarchyError, ParameterError
from privacy_core.hierarchies.calendar_units import Dates, DayOrder, Unit
from privacy_core.hierarchies.grouping import ByFrequency, OrderedGroups
from privacy_core.hierarchies.levels import TOP
from privacy_core.hierarchies.masking import Masking
from privacy_core.hierarchies.nesting import Hierarchy, hierarchy
from privacy_core.hierarchies.ranges import Intervals
from privacy_core.tables import Column

Spec = Intervals | OrderedGroups | Dates | Masking | ByFrequency
KINDS: dict[str, type[Spec]] = {
    "intervals": Intervals,
    "ordered groups": OrderedGroups,
    "dates": Dates,
    "masking": Masking,
    "by frequency": ByFrequency,
}


def build(spec: Spec, column: Column) -> Hierarchy:
    """Apply a rule to a column; the last level is always `*`.

    Levels that put nothing together are made all the same. An empty text stays itself up to the last
    level (under a mask it is hidden like any other), and so do missing cells, which are no value of
    the hierarchy.

    Raises
    ------
    HierarchyError
        The column has no value, or rows hold one that the rule cannot use; their number is named.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> column = from_frame(pd.DataFrame({"x": [1, 5, 7]}))["x"]
    >>> tree = build(Intervals((5, 10, 20)), column)
    >>> tree.n_levels, tree.labels[3]
    (5, ('[0, 20[',))
    """
    if not len(column.categories):
        raise HierarchyError(f"Column {column.name!r} has no value to build a hierarchy from.")
    made = spec.levels(column)
    rooted = bool(made.above) and set(made.above[-1]) == {TOP}
    levels = [*made.above, *([] if rooted else [[TOP] * len(made.values)])]
    rows = dict.fromkeys(zip(made.values, *levels, strict=True))
    return hierarchy(column.name, list(rows))


def settings(spec: Spec) -> dict[str, Any]:
    """A rule as plain settings: its kind, and what is not the default.

    Examples
    --------
    >>> settings(Intervals((5, 10), top=90))
    {'kind': 'intervals', 'widths': [5, 10], 'top': 90}
    """
    kind = next(name for name, made in KINDS.items() if isinstance(spec, made))
    kept = {f.name: getattr(spec, f.name) for f in fields(spec) if getattr(spec, f.name) != f.default}
    return {"kind": kind, **{name: _plain(value) for name, value in kept.items()}}


def spec_from(given: Mapping[str, Any]) -> Spec:
    """Read a rule back from its settings.

    Raises
    ------
    ParameterError
        An unknown kind or setting, or a value of another kind or out of its range.

    Examples
    --------
    >>> spec_from({"kind": "dates", "units": ["month", "year"]}) == Dates((Unit.MONTH, Unit.YEAR))
    True
    """
    made = KINDS.get(str(given.get("kind")))
    if made is None:
        raise ParameterError(f"A hierarchy can be of kind {', '.join(KINDS)}; got another.")
    known = {field.name for field in fields(made)}
    lacking = [field.name for field in fields(made) if field.default is MISSING and field.name not in given]
    if lacking:
        raise ParameterError(f"A hierarchy of this kind needs the setting {lacking[0]!r}.")
    strange = sorted(set(given) - known - {"kind"})
    if strange:
        raise ParameterError(f"A hierarchy has settings Kelt does not know: {', '.join(map(repr, strange))}.")
    return made(**{name: _read(name, setting) for name, setting in given.items() if name != "kind"})


def _plain(setting: Any) -> Any:
    return [_plain(one) for one in setting] if isinstance(setting, tuple) else getattr(setting, "value", setting)


def _read(name: str, setting: Any) -> Any:
    """One setting by its name: a list of one kind, or a value of one kind."""
    kind = SETTINGS[name]
    try:
        if isinstance(kind, tuple):
            return tuple(_of(kind[0], one) for one in _of(list, setting))
        return _of(kind, setting)
    except (TypeError, ValueError):
        raise ParameterError(f"The setting {name!r} of a hierarchy has a value Kelt cannot use.") from None


def _of(kind: Any, setting: Any) -> Any:
    if issubclass(kind, StrEnum):
        return kind(setting)
    if kind is float and type(setting) is int:
        return setting
    if type(setting) is not kind:
        raise TypeError
    return setting


SETTINGS: dict[str, Any] = {
    "widths": (float,),
    "origin": float,
    "bottom": float,
    "top": float,
    "snap": float,
    "sizes": (int,),
    "order": (str,),
    "keep": (int,),
    "units": (Unit,),
    "written": DayOrder,
    "hidden": (int,),
    "from_right": bool,
    "width": int,
    "fill": str,
}
"""Kind of each setting; a list where it stands in brackets."""
