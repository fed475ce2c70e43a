"""Whether a release is as fine as its promise allows: what the attack of Cohen rests on, looked at on own tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from privacy_core.anonymizers import Minimal
from privacy_core.attacks.minimality.assigning import Side
from privacy_core.attacks.minimality.coarseness import NoNode, Utility, no_nodes, utility
from privacy_core.attacks.minimality.matching import Matched, Matching, matched
from privacy_core.attacks.minimality.reading import ReadColumn, read_column
from privacy_core.attacks.minimality.saying import faults, verdict
from privacy_core.attacks.outcomes import Outcome
from privacy_core.errors import ParameterError, in_range, whole_number
from privacy_core.frequencies import rows_have
from privacy_core.hierarchies import Hierarchy
from privacy_core.progress import Progress, report, unwatched
from privacy_core.refinement import Boxes, Budget, Moves, refinable
from privacy_core.refinement.exact import finer, prove, small
from privacy_core.roles import Roles
from privacy_core.tables import IntArray, Table

PAIRS = 100_000_000
"""Pairs of classes that are compared at most when looking for rows that two could pool."""


@dataclass(frozen=True, eq=False)
class Audit:
    """Whether a release respects its hierarchies, keeps its promise and could be finer.

    Parameters
    ----------
    k : rows of the smallest class, of texts as they are written
    promised : k that the release promises; `k` unless given
    short : rows in classes of fewer rows than promised
    moves : how often each refinement is possible; None without boxes
    minimal : proved, locally, no; no as well where cells are no nodes, for no minimal algorithm writes such; None where
        it is not known: it is open which rows belong together, or not all pairs of classes were compared
    refinable : classes that can be specialized further; at least so many where not all pairs were compared
    classes, rows : that are judged
    no_nodes : columns whose texts are no nodes of the hierarchy; without any the release respects the hierarchies
    utility : how coarse the release is
    policies : how doubtful things were counted, by what
    columns, matching : what was read
    boxes : the classes as nodes; None where the release does not respect the hierarchies, or it is open which row of
        the original a row comes from
    """

    k: int
    promised: int
    short: int
    moves: Moves | None
    minimal: Minimal | None
    refinable: int
    classes: int
    rows: int
    no_nodes: tuple[NoNode, ...]
    utility: Utility
    policies: Mapping[str, str]
    columns: tuple[ReadColumn, ...]
    matching: Matching
    boxes: Boxes | None

    @property
    def judged_at(self) -> int:
        """The k at which refinements were looked for: that of the release where it promises more than it keeps."""
        return min(self.promised, self.k)

    @property
    def respects(self) -> bool:
        """Whether every cell is a node of its hierarchy."""
        return not self.no_nodes

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the theorem does not apply, one sentence each; none where its premise holds or is not known."""
        return tuple(faults(self))

    @property
    def premise(self) -> bool | None:
        """Whether the theorem applies: nodes only, the promise kept, minimal; None where that is not known."""
        return False if self.faults else None if self.minimal is None else True

    @property
    def outcome(self) -> Outcome:
        """`premise fails` or `not measured`: an audit looks at a premise, `infer_raised` measures."""
        return Outcome.PREMISE_FAILS if self.premise is False else Outcome.NOT_MEASURED

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return verdict(self)


def audit(
    original: Table,
    release: Table,
    known: Sequence[str],
    hierarchies: Mapping[str, Hierarchy],
    *,
    k: int | None = None,
    id_column: str | None = None,
    pairs: int | None = PAIRS,
    progress: Progress = unwatched,
) -> Audit:
    """Ask whether a release could be finer and still keep its promise.

    Parameters
    ----------
    original : the table before it was blurred
    release : rows flagged as suppressed are left out and counted
    known : columns that others could know; in both tables
    hierarchies : by column; a column without one can be published as its values and as everything
    k : rows a class was to have at least; default those of the smallest class
    id_column : column of both tables that says which rows belong together; default by order, else any that fit
    pairs : pairs of classes compared at most
    progress : told how far the work is; False ends it

    Raises
    ------
    TableError
        The release does not generalize the original: the first column at fault and the number of rows.
    ParameterError, RoleError, UnknownColumn, HierarchyError
        The input does not fit together.
    Stopped
        Progress said so.

    Notes
    -----
    Formula: proved where no recoding over the hierarchies that keeps k is finer in one row and coarser in none; asked
    exactly up to 15 rows and 3 columns, and certain below 2k rows. Locally where no class can be narrowed or split, no
    row can join a finer class, no two classes can pool rows.

    Edge cases: a label that stands for several nodes is the finest over its class; suppressed rows are left out and
    counted; no where cells are no nodes; not known where more than one assignment of rows fits.

    Does not say: what a blurred cell gives away, nor whether another attack would succeed.

    Source: minimality is Cohen's, Attacks on deidentification's defenses, USENIX Security 2022, section 3; the moves
    are ours, and those of `LocalRecoding`.

    Examples
    --------
    >>> import pandas as pd
    >>> from privacy_core import from_frame, hierarchy
    >>> tree = {"age": hierarchy("age", [(str(age), f"{age // 10}0s", "*") for age in range(20, 40)])}
    >>> people = from_frame(pd.DataFrame({"age": [21, 25, 27, 34]}))
    >>> for texts in (["20s", "20s", "*", "*"], ["*", "*", "*", "*"], ["20s", "20s", "20s", "34"]):
    ...     found = audit(people, from_frame(pd.DataFrame({"age": texts})), ["age"], tree)
    ...     print(found.k, found.minimal.value, found.refinable, found.outcome.value)
    2 proved 0 not measured
    4 proved 0 not measured
    1 no 1 premise fails
    """
    _refuse(original, release, known, k)
    columns = tuple(_read(original, release, known, hierarchies, progress))
    report(progress, 0.2, "matching the rows of both tables")
    pairing = matched(original, release, columns, _others(original, release, known), id_column)
    by_name = sorted(columns, key=lambda column: column.name)  # whatever order they are named in
    classes = Side.of([column.published for column in by_name], pairing.rows)
    least = int(classes.size.min())
    promised = least if k is None else k
    strange = no_nodes(columns, pairing, classes)
    open_question = bool(strange) or pairing.by is Matched.ANY
    boxes = None if open_question else _boxes(columns, pairing, classes, min(promised, least))
    moves, minimal, several = (None, None, 0) if boxes is None else _judged(boxes, pairs, progress)
    minimal = Minimal.NO if strange else minimal
    withheld = int(release.suppressed.sum())
    return Audit(
        k=least,
        promised=promised,
        short=int(classes.size[classes.size < promised].sum()),
        moves=moves,
        minimal=minimal,
        refinable=several,
        classes=len(classes.size),
        rows=len(pairing.rows),
        no_nodes=strange,
        utility=utility(columns, pairing, classes, withheld),
        policies=_policies(pairing, withheld, original.n_rows - len(pairing.rows)),
        columns=columns,
        matching=pairing,
        boxes=boxes,
    )


def _refuse(original: Table, release: Table, known: Sequence[str], k: int | None) -> None:
    for table in (original, release):
        Roles(tuple(known)).check(table.names)
    whole_number(k=k)
    in_range(1, k=k)
    if k is not None and k > (rows := release.n_rows - int(release.suppressed.sum())):
        raise ParameterError(f"k = {k:,} cannot be kept: the release has {rows:,} rows that are not suppressed.")
    touched = [name for name in known if name in original.perturbed | release.perturbed]
    if touched:
        raise ParameterError(
            f"Column {touched[0]!r} was changed at random: it does not generalize the original, so there is nothing to "
            "audit. Measure linkage instead."
        )


def _read(
    original: Table, release: Table, known: Sequence[str], hierarchies: Mapping[str, Hierarchy], progress: Progress
) -> Iterator[ReadColumn]:
    for at, name in enumerate(known):
        report(progress, 0.2 * at / len(known), "reading the columns of both tables")
        yield read_column(original[name], release[name], hierarchies.get(name))


def _others(original: Table, release: Table, known: Sequence[str]) -> Iterator[ReadColumn]:
    """Further columns of both tables, such as a secret that was published as it is; read when they are needed."""
    for name in sorted({*original.names} & {*release.names} - {*known} - original.perturbed - release.perturbed):
        yield read_column(original[name], release[name], None)


def _boxes(columns: Sequence[ReadColumn], pairing: Matching, classes: Side, k: int) -> Boxes:
    """The classes as boxes of judged rows; those that read the same nodes are one."""
    codes = np.array([column.codes[pairing.original] for column in columns], np.int64)
    boxes = Boxes([column.tree for column in columns], codes, k, {}, {})
    place = np.searchsorted(pairing.rows, classes.order)
    nodes = [_nodes(column, own[place], classes) for column, own in zip(columns, codes, strict=True)]
    read = np.array(nodes).T.tolist()
    for at, (start, end) in enumerate(zip(classes.start[:-1], classes.start[1:], strict=True)):
        boxes.add(place[start:end], tuple(read[at]))
    boxes.united()
    return boxes


def _nodes(column: ReadColumn, codes: IntArray, classes: Side) -> IntArray:
    """Node of each class: of several that its text stands for, the finest above all its rows, else what joins them.

    Parameters
    ----------
    codes : values of the rows in the order of the classes
    """
    published = column.published[classes.first]
    found = np.array([several[0] if several else -1 for several in column.nodes], np.int64)[published]
    for code, several in enumerate(column.nodes):
        left = published == code if len(several) > 1 else np.zeros(len(published), bool)
        for node in several if left.any() else ():
            above = np.logical_and.reduceat(column.tree.holds(node, codes), classes.start[:-1])
            found[left & above] = node
            left &= ~above
        for at in np.flatnonzero(left).tolist():  # rows of one class in several senses of its label
            found[at] = column.tree.joint(codes[classes.start[at] : classes.start[at + 1]])
    return found


def _judged(boxes: Boxes, pairs: int | None, progress: Progress) -> tuple[Moves, Minimal | None, int]:
    """The refinements that are left, how minimal that is, and how many classes can be refined."""
    steps = count()

    def going(doing: str) -> bool:
        report(progress, 0.6 - 0.3 / (1 + next(steps) / 4), doing)
        return True

    found = refinable(boxes, _Watched(pairs, progress), going)
    minimal = _minimal(boxes, found.moves)
    several = finer(boxes, found.boxes) if minimal is Minimal.NO and small(boxes) else found.boxes
    return found.moves, minimal, len(several)


def _minimal(boxes: Boxes, moves: Moves) -> Minimal | None:
    """Proved where it was asked exactly or nothing but closure could apply; None where not all pairs were compared."""
    if moves.closures or moves.splits or moves.joins or moves.pools:
        return Minimal.NO
    if boxes.codes.shape[1] < 2 * boxes.k:
        return Minimal.PROVED
    if small(boxes):
        exact = Boxes(boxes.trees, boxes.codes, boxes.k, dict(boxes.rows), dict(boxes.nodes), boxes.numbers)
        if prove(exact):
            return Minimal.PROVED if (exact.read() == boxes.read()).all() else Minimal.NO
    return Minimal.LOCALLY if moves.none else None


class _Watched(Budget):
    """A budget of pairs that says how far it is and heeds a cancel."""

    def __init__(self, pairs: int | None, progress: Progress) -> None:
        super().__init__(pairs)
        self._progress, self._spent = progress, 0

    def spend(self, pairs: int) -> bool:
        self._spent += pairs
        report(self._progress, 0.6 + 0.4 * self._spent / (self._spent + 5e7), "looking for rows that two could pool")
        return super().spend(pairs)


def _policies(pairing: Matching, withheld: int, apart: int) -> dict[str, str]:
    return {
        "rows": f"matched {pairing.by.value}",
        "suppressed": f"{withheld:,} rows of the release, in no class",
        "original": f"{rows_have(apart)} no judged row of the release",
        "missing": "a value of its own where the original misses it too, else suppressed",
        "labels": "the finest node that covers the class, where a label stands on several levels",
    }
