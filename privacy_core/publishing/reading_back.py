"""The file itself is judged: read back as anybody would read it, against the promise it was made for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from privacy_core.anonymizers import LocalSuppression, release
from privacy_core.classes import equivalence_classes
from privacy_core.errors import HierarchyError, InternalError, PrivacyError, TableError
from privacy_core.exports import neutral
from privacy_core.hierarchies import read_hierarchy, same_number
from privacy_core.intake import read
from privacy_core.models import PrivacyModel
from privacy_core.policies import Missing, Policies
from privacy_core.publishing.recipe import Made, Recipe, models_of
from privacy_core.tables import Column, Scale, Table, as_nominal, as_ordered


def judge_file(recipe: Recipe, found: Made, out: str, fetch: Callable[[str], bytes]) -> tuple[str, ...]:
    """Judge a release as its file says it, with the prior counted from the file.

    Where suppressed rows are left out of the file its prior is lost, and nothing is judged.

    Parameters
    ----------
    recipe, found : how the release was made, and what came out
    out : name of the file
    fetch : gives the bytes of a file the recipe names

    Returns
    -------
    notes : columns that a reader must give a type again

    Raises
    ------
    InternalError
        The file does not keep the promise; it must not be handed out.
    TableError
        An apostrophe against formulas makes values of another spelling than a hierarchy or an order of the
        recipe has, or texts are read otherwise than they were judged, as 10 and 10.0 are one number; column and
        rows are named.
    """
    keeps_texts = out.lower().endswith(".parquet")
    if found.file is not None and not keeps_texts:
        _as_the_call_writes_them(recipe, found, fetch)
    if found.file is None or found.flag is None:
        return ()
    with _wording_faults():
        again, notes = _as_judged(read(found.file.content, out).table, recipe, found, keeps_texts)
    _refuse_one_text_for_two(again, recipe, found)
    with _wording_faults():
        withheld = found.anonymization.suppressed
        _judged(recipe, found, again, withheld, models_of(recipe, again, fetch))
        _same_crowds(again.with_suppressed(withheld), found.anonymization.table, recipe.roles.quasi_identifiers)
    return notes


@contextmanager
def _wording_faults() -> Iterator[None]:
    """Say of what goes wrong that it is about the file."""
    try:
        yield
    except HierarchyError as fault:
        raise TableError(f"The file's texts do not fit a hierarchy as they are read. {fault}") from None
    except (InternalError, PrivacyError) as fault:
        raise InternalError(f"The file, read back, is not what was judged, so it is not written: {fault}") from None


def _refuse_one_text_for_two(again: Table, recipe: Recipe, found: Made) -> None:
    """Refuse texts of a quasi-identifier that a reader of the file takes for one number, or for a missing cell."""
    release, judged = found.anonymization.table, np.flatnonzero(~found.anonymization.suppressed)
    if release is None:
        return
    for name in recipe.roles.quasi_identifiers:
        column, tree = release[name], found.hierarchies.get(name)
        words = [*column.labels[: len(column.categories)], *([""] if column.has_missing else [])]
        codes = column.codes[judged]
        pairs = zip(again[name].codes[judged].tolist(), codes.tolist(), strict=True)
        texts = [(read_as, same_number(words[code])) for read_as, code in {*pairs}]
        if twice := len(texts) - len({*texts}):
            raise TableError(
                f"Column {name!r}: {twice:,} texts of the release are read from the file as one with another, as 10 "
                "and 10.0 are, or an empty text and a missing cell. Write them otherwise in its hierarchy."
            )
        blank = words.index("") if "" in words else column.missing
        empty = 0 if blank == column.missing else int((codes == blank).sum())
        lacking = np.append(again[name].codes[judged], -1) == again[name].missing
        if empty and lacking.any() and recipe.asked.nt is not None and not (tree is None or "" in tree.place):
            raise TableError(
                f"Column {name!r}: {empty:,} rows read an empty text, which is read from the file as a missing cell. "
                "Name that group in its hierarchy."
            )


def _judged(
    recipe: Recipe, found: Made, again: Table, withheld: NDArray[np.bool_], models: Sequence[PrivacyModel]
) -> None:
    """Measure the promise on a file as it was measured on the release."""
    policies, method = Policies(missing_sensitive=recipe.missing_sensitive), recipe.anonymizer
    if isinstance(method, LocalSuppression) and method.withheld is Missing.WILDCARD:
        method.judged(again.with_suppressed(withheld), recipe.roles.quasi_identifiers, models, policies)
        return
    release(again, again, withheld, recipe.roles, models, policies, found.hierarchies)


def _as_the_call_writes_them(recipe: Recipe, found: Made, fetch: Callable[[str], bytes]) -> None:
    """Refuse texts that get an apostrophe where a hierarchy or an order of the call knows them without it only."""
    release = found.anonymization.table
    if release is None:
        return
    for secret in recipe.secrets:
        if secret.order:
            _refuse_apostrophes(release[secret.column], {*secret.order}, "order", found)
        if secret.tree is not None:
            tree = read_hierarchy(fetch(secret.tree), secret.column)
            _refuse_apostrophes(release[secret.column], {*tree.labels[0]}, "hierarchy", found)
    for name, tree in found.hierarchies.items() if recipe.asked.nt is not None else ():
        _refuse_apostrophes(release[name], {label for level in tree.labels for label in level}, "hierarchy", found)


def _refuse_apostrophes(column: Column, known: Collection[str], what: str, found: Made) -> None:
    if column.scale is Scale.NUMERIC:
        return
    words = column.labels[: len(column.categories)]
    strange = np.array([neutral(word) != word and neutral(word) not in known for word in words] + [False])
    withheld = found.anonymization.suppressed
    rows = int(strange[column.codes if found.flag is not None else column.codes[~withheld]].sum())
    if rows:
        raise TableError(
            f"Column {column.name!r}: {rows:,} rows hold a text that gets an apostrophe in CSV and XLSX, so that "
            f"no spreadsheet runs it; its {what} does not know it then. A Parquet file keeps it: --out NAME.parquet."
        )


def _same_crowds(again: Table, judged: Table | None, names: Sequence[str]) -> None:
    """Refuse a file whose rows stand in other classes than those that were judged, in the table or a population."""
    if judged is None:
        return
    one, other = equivalence_classes(again, names), equivalence_classes(judged, names)
    pairs = len(np.unique(one.of_row.astype(np.int64) * max(len(other), 1) + other.of_row))
    if not pairs == len(one) == len(other):
        raise InternalError(f"{len(other):,} classes were judged and {len(one):,} are read.")


def _as_judged(back: Table, recipe: Recipe, found: Made, keeps_texts: bool) -> tuple[Table, tuple[str, ...]]:
    """The table read back under its own names, sensitive columns of the scale they were judged in."""
    if len(back.names) != len(found.columns):
        raise InternalError(f"{len(found.columns):,} columns were written and {len(back.names):,} are read.")
    columns, notes = {}, []
    typed = {secret.column for secret in recipe.secrets if secret.kind}
    for name, column in zip(found.columns, back.columns.values(), strict=True):
        column = replace(column, name=name)
        before = found.original.columns.get(name)
        if before is not None and name in recipe.roles.sensitive and before.scale is not column.scale:
            notes += [_about_scale(before, column)] * (name not in typed)
            column = _alike(column, before, keeps_texts)
        columns[name] = column
    return Table(columns, back.n_rows, back.suppressed), tuple(notes)


def _alike(column: Column, before: Column, keeps_texts: bool) -> Column:
    if before.scale is Scale.NOMINAL:
        return as_nominal(column)
    labels = before.labels[: len(before.categories)]
    return as_ordered(column, labels if keeps_texts else [neutral(label) for label in labels])


def _about_scale(before: Column, column: Column) -> str:
    kinds = {Scale.NOMINAL: "names", Scale.ORDINAL: "ordered values", Scale.NUMERIC: "numbers"}
    return (
        f"Column {column.name!r} was judged as {kinds[before.scale]} and is read back from the file as "
        f"{kinds[column.scale]}: who judges the file must say {column.name}:{_TYPES[before.scale]}."
    )


_TYPES = {Scale.NOMINAL: "nominal", Scale.ORDINAL: "ordered=low<mid<high", Scale.NUMERIC: "ordered=low<mid<high"}
