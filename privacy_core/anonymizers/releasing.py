"""A release is judged again before anybody sees it: generalized columns, and the promise measured on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers.base import WITHHELD
from privacy_core.classes import EquivalenceClasses, equivalence_classes
from privacy_core.counting import contingency
from privacy_core.errors import InternalError, ParameterError
from privacy_core.hierarchies import Hierarchy
from privacy_core.models import Measurement, NTCloseness, PrivacyModel, Verdict, measure
from privacy_core.models.k_map import KMap
from privacy_core.policies import Missing, Policies, Prior
from privacy_core.population import counted_crowd
from privacy_core.roles import Roles
from privacy_core.supersets import Supersets, supersets
from privacy_core.tables import Codes, Column, IntArray, Scale, Table


def recoded(
    table: Table, labels: Mapping[str, Sequence[str | None]], suppressed: NDArray[np.bool_] | None = None
) -> Table:
    """Return the table with some columns generalized, every value of a column alike.

    Parameters
    ----------
    table : Table
    labels : by column, the text of each code (`n_codes`, missing last), as `utility.texts_at` gives them; None
        is a missing cell
    suppressed : rows that read "*" in these columns and are flagged; default those flagged already

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [34, 41, 38], "sex": ["f", "m", "f"]}))
    >>> blurred = recoded(people, {"age": ["30s", "30s", "40s"]}, np.array([False, True, False]))
    >>> blurred["age"].texts(np.arange(3)), blurred["sex"].labels
    (['30s', '*', '30s'], ['f', 'm'])
    """
    return recoded_cells(table, {name: (texts, table[name].codes) for name, texts in labels.items()}, suppressed)


def recoded_cells(
    table: Table,
    cells: Mapping[str, tuple[Sequence[str | None], IntArray | Codes]],
    suppressed: NDArray[np.bool_] | None = None,
) -> Table:
    """Return the table with some columns generalized cell by cell.

    Parameters
    ----------
    table : Table
    cells : by column, texts (None is a missing cell) and for each row the position of its text
    suppressed : rows that read "*" in these columns and are flagged; default those flagged already

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame
    >>> people = from_frame(pd.DataFrame({"age": [34, 34, 41]}))
    >>> recoded_cells(people, {"age": (["34", "30 to 49"], np.array([0, 1, 1]))})["age"].codes.tolist()
    [1, 0, 0]
    """
    withheld = table.suppressed if suppressed is None else table.suppressed | suppressed
    columns = {name: _recoded(name, texts, place, withheld) for name, (texts, place) in cells.items()}
    return replace(table, columns={**table.columns, **columns}).with_suppressed(withheld)


def _recoded(name: str, texts: Sequence[str | None], place: IntArray | Codes, withheld: NDArray[np.bool_]) -> Column:
    """A column of text; categories in the order of their code points, only those that occur."""
    place = np.where(withheld, len(texts), place)
    used = np.bincount(place, minlength=len(texts) + 1) > 0
    every: list[str | None] = [*texts, WITHHELD]
    words = sorted({text for text, there in zip(every, used, strict=True) if there and text is not None})
    code = {text: number for number, text in enumerate(words)}
    to = np.array([len(words) if text is None else code.get(text, -1) for text in every], np.int32)
    categories = np.empty(len(words), object)
    categories[:] = words
    codes = to[place]
    return Column(name, codes, categories, Scale.NOMINAL, bool((codes == len(words)).any()))


def release(
    original: Table,
    generalized: Table,
    suppressed: NDArray[np.bool_],
    roles: Roles,
    models: Sequence[PrivacyModel],
    policies: Policies | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    population: Table | None = None,
) -> tuple[tuple[Measurement, ...], tuple[Measurement, ...]]:
    """Measure the models on a finished release: what an anonymizer says about its answer comes from here.

    Parameters
    ----------
    original : the table the promise is about; the distribution of its judged rows is the prior
    generalized : the release, as many rows in the same order
    suppressed : bool (n_rows,), rows of the release that are withheld
    roles, models, policies : as given to the anonymizer
    hierarchies : of every quasi-identifier, where (n, t)-closeness is promised
    population : where k-map is promised, the table it counts in, generalized like the release

    Returns
    -------
    measurements : compared with the original table's distribution
    own : compared with the release's own distribution; it may lie beyond a threshold

    Raises
    ------
    InternalError
        The release fails its own promise, or a suppressed row of the original is not flagged.
    ParameterError
        Missing values are to match anything or to leave their row out: a promise needs every row in a class. Or
        k-map is promised without a population.
    """
    policies = every_row_in_a_class(policies)
    nothing_perturbed(original, roles)
    if (original.suppressed & ~suppressed).any():
        raise InternalError("A row suppressed before is no longer flagged as suppressed.")
    judged = generalized.with_suppressed(suppressed)
    classes = equivalence_classes(judged, roles.quasi_identifiers, policies)
    before = original.only(np.flatnonzero(~original.suppressed)) if original.suppressed.any() else original
    around = _Around.of(judged, classes, models, policies, hierarchies, population)
    found = tuple(_measured(judged, classes, models, replace(policies, prior=Prior.ORIGINAL), before, around))
    for m in found:
        if m.verdict is Verdict.FAILS:
            raise InternalError(
                f"The release fails its own promise of {m.model.name}: {m.records_failing:,} rows in "
                f"{m.classes_failing:,} classes lie beyond the threshold. No release is handed out."
            )
    return found, tuple(_measured(judged, classes, models, replace(policies, prior=Prior.TABLE), None, around))


@dataclass(frozen=True, eq=False)
class _Around:
    """What classes are compared with beside the prior: the larger groups they lie in, and their crowd outside."""

    larger: Supersets | None
    crowd: IntArray | None

    @classmethod
    def of(
        cls,
        judged: Table,
        classes: EquivalenceClasses,
        models: Sequence[PrivacyModel],
        policies: Policies,
        hierarchies: Mapping[str, Hierarchy] | None,
        population: Table | None,
    ) -> _Around:
        """Make what the models ask for."""
        by_level = any(isinstance(model, NTCloseness) for model in models)
        outside = population if any(isinstance(model, KMap) for model in models) else None
        return cls(
            supersets(judged, classes, hierarchies or {}, policies) if by_level else None,
            None if outside is None else counted_crowd(judged, classes, outside),
        )


def nothing_perturbed(table: Table, roles: Roles) -> None:
    """Refuse to promise anything about columns that were changed at random.

    Raises
    ------
    ParameterError
        A quasi-identifier or sensitive column was; it is named.
    """
    touched = sorted(table.perturbed & {*roles.quasi_identifiers, *roles.sensitive})
    if touched:
        raise ParameterError(
            f"Column {touched[0]!r} was changed at random: rows that look the same there are no crowd of people, so "
            "nothing can be promised. Blur the table first and add noise to other columns, or measure linkage."
        )


def every_row_in_a_class(policies: Policies | None) -> Policies:
    """Policies an anonymizer can keep a promise under: a missing quasi-identifier is a value of its own.

    Raises
    ------
    ParameterError
        Missing values match anything, or leave their row out.
    """
    policies = policies or Policies()
    if policies.missing is not Missing.OWN:
        raise ParameterError(
            f"A release cannot promise anything where a missing quasi-identifier counts as {policies.missing.value!r}: "
            "it must be a value of its own."
        )
    return policies


def _measured(
    judged: Table,
    classes: EquivalenceClasses,
    models: Sequence[PrivacyModel],
    policies: Policies,
    original: Table | None,
    around: _Around,
) -> Iterator[Measurement]:
    counts = {
        name: contingency(judged, classes, name, policies, original if name is not None else None)
        for name in {model.sensitive: None for model in models}
    }
    for model in models:
        counted, per_class = counts[model.sensitive], None
        if isinstance(model, NTCloseness) and around.larger is not None:
            larger = around.larger
            per_class = model.per_class(counted, larger.counted(model.sensitive, original), larger.parent)
        if isinstance(model, KMap):
            counted = replace(counted, members=around.crowd)
        yield measure(model, counted, per_class)
