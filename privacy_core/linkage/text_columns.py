"""Texts of one table meet masks, sets and hierarchy labels of another: both become the same category."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from privacy_core.generalized import Exact, Generalized, Interval, Prefix, Set, covers, write
from privacy_core.hierarchies import Hierarchy
from privacy_core.linkage.features import Feature, Kind
from privacy_core.linkage.standing import standing
from privacy_core.linkage.withholding import RAW, only_withheld, told
from privacy_core.tables import Codes, Column, IntArray, Scale


@dataclass(frozen=True, eq=False)
class Words:
    """One side of a column of texts.

    Parameters
    ----------
    codes : int32 (n_side,) into the words, −1 where missing
    words : the values that rows hold
    shapes : what each stands for; None is missing
    scale : of the column, for a hierarchy looks numbers up by value
    side : "source", "target" or "holdout"
    withheld : whether some cells were suppressed, by the whole row or by a sign for any value
    """

    codes: Codes
    words: Sequence[str]
    shapes: Sequence[Generalized | None]
    scale: Scale
    side: str
    withheld: bool


Pairs = set[tuple[str, str]]
"""A word that covers, and one it covers."""


def texts(
    name: str,
    known: bool,
    sides: Sequence[Words],
    columns: Sequence[Column],
    tree: Hierarchy | None = None,
    notes: Sequence[str] = (),
) -> Feature:
    """Make a feature of categories, texts mapped to the published value of another side that covers them.

    Where several do, the one that covers fewest values; a text that the other side holds as well stays itself. Where
    the release suppresses cells and publishes nothing else that stands for a text, the text is missing.
    """
    shapes = {
        word: shape for own in sides for word, shape in zip(own.words, own.shapes, strict=True) if shape is not None
    }
    categories = tuple(sorted(shapes))
    place = {word: code for code, word in enumerate(categories)}
    pairs = {*_by_shape(shapes), *(_by_tree(sides, tree, place) if tree is not None else ())}
    part, n_parts = _joined(place, pairs)
    values, raw, parts, said = [], [], [], [*notes, *_sentences(name, pairs, part, place)]
    for at, own in enumerate(sides):
        met = [other for j, other in enumerate(sides) if _meet(at, j)]
        others = {word for other in met for word in other.words}
        target = _covering(own.words, others, pairs)
        codes = np.array([place.get(word, -1) for word in own.words] + [-1], np.int32)
        mapped = np.array([place.get(target.get(word, word), -1) for word in own.words] + [-1], np.int32)
        if own.side in RAW and any(other.withheld for other in met):
            gone = np.flatnonzero(only_withheld(own.words, others, pairs) & (codes[:-1] >= 0))
            codes[gone] = mapped[gone] = -1
            said += told(name, int(np.isin(own.codes, gone).sum()), own.side)
        raw.append(codes[own.codes])
        values.append(mapped[own.codes])
        parts.append(part[codes[own.codes]].astype(np.int32))
    return Feature(
        name,
        Kind.CATEGORY,
        known,
        (*values,),
        (*raw,),
        categories,
        ((*parts,), n_parts + 1),
        (*columns,),
        " ".join(said) or None,
    )


def _meet(at: int, other: int) -> bool:
    """Whether values of a side are mapped to those of another: held-out people as the source is, none to them."""
    return other in {0: (1,), 1: (0,), 2: (1,)}[at]


def _covering(words: Sequence[str], others: set[str], pairs: Pairs) -> dict[str, str]:
    """The word of another side that each word is mapped to."""
    size = Counter(wide for wide, _ in pairs)
    found: dict[str, str] = {}
    own = set(words)
    for wide, narrow in sorted(pairs, key=lambda pair: (size[pair[0]], pair)):
        if narrow in own and narrow not in others and wide in others:
            found.setdefault(narrow, wide)
    return found


def _joined(place: dict[str, int], pairs: Pairs) -> tuple[IntArray, int]:
    """Part of every category, the last one being that of a missing cell; words that cover each other are one."""
    ends = np.array([(place[wide], place[narrow]) for wide, narrow in sorted(pairs)], np.int64).reshape(-1, 2)
    links = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), (len(place), len(place)))
    n_parts, part = connected_components(links, directed=False) if place else (0, np.zeros(0, np.int64))
    return np.append(part, n_parts).astype(np.int64), int(n_parts)


def _sentences(name: str, pairs: Pairs, part: IntArray, place: dict[str, int]) -> Iterator[str]:
    wide = {one for one, _ in pairs}
    if not wide:
        return
    yield f"Column {name!r}: {len(wide):,} published values stand for several; what they cover counts as they do."
    together = Counter(part[[place[word] for word in sorted(wide)]].tolist())
    overlapping = sum(several for several in together.values() if several > 1)
    if overlapping:
        yield (
            f"{overlapping:,} of them overlap, so each value counts as the narrowest that covers it, and for blocking "
            f"what overlaps is one value (left: {len(set(part[:-1].tolist())):,})."
        )


def _by_shape(shapes: dict[str, Generalized]) -> Iterator[tuple[str, str]]:
    """What masks, sets and intervals cover among all words."""
    masks = {word: shape for word, shape in shapes.items() if isinstance(shape, Prefix)}
    sets = {word: shape for word, shape in shapes.items() if isinstance(shape, Set)}
    spans = {word: shape for word, shape in shapes.items() if isinstance(shape, Interval)}
    if masks:
        yield from _by_mask(masks, shapes)
    if sets:
        yield from _by_members(sets, shapes)
    for word, span in spans.items():
        yield from ((word, narrow) for narrow, one in shapes.items() if narrow != word and covers(span, one))
    yield from ((word, narrow) for word, mask in masks.items() for narrow, one in sets.items() if covers(mask, one))


def _by_members(sets: dict[str, Set], shapes: dict[str, Generalized]) -> Iterator[tuple[str, str]]:
    """What sets cover: single values, and sets of fewer members."""
    holding = defaultdict(list)
    for word, one in sets.items():
        for member in one.members:
            holding[member].append(word)
    for narrow, shape in shapes.items():
        if isinstance(shape, Exact):
            yield from ((word, narrow) for word in holding.get(write(shape), ()))
        elif isinstance(shape, Set):
            rarest = min(shape.members, key=lambda member: (len(holding[member]), member))
            yield from ((word, narrow) for word in holding[rarest] if word != narrow and covers(sets[word], shape))


def _by_mask(masks: dict[str, Prefix], shapes: dict[str, Generalized]) -> Iterator[tuple[str, str]]:
    """What masks cover: looked up by the characters left, so that many masks and many texts stay quick."""
    by_known = defaultdict(list)
    for word, mask in masks.items():
        by_known[mask.start, len(mask.known), len(mask.known) + mask.hidden, mask.known].append(word)
    forms = sorted({form[:3] for form in by_known})
    for narrow, shape in shapes.items():
        if not isinstance(shape, Exact | Prefix):
            continue
        text = shape.known if isinstance(shape, Prefix) else write(shape)
        for start, left, width in forms:
            for spelled in {text, text.zfill(width)} if text.isdigit() and start else {text}:
                known = spelled[:left] if start else spelled[len(spelled) - left :]
                found = by_known.get((start, left, width, known), ()) if len(spelled) >= left else ()
                yield from ((word, narrow) for word in found if word != narrow and covers(masks[word], shape))


def _by_tree(sides: Sequence[Words], tree: Hierarchy, place: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """What labels of a hierarchy cover among all words."""
    found = {
        word: at
        for own in sides
        for word, at in zip(own.words, standing(tree, own.words, own.scale), strict=True)
        if at is not None and word in place
    }
    labels = {(level, int(tree.above[level][leaf])): word for word, (level, leaf) in found.items() if level}
    for level in sorted({level for level, _ in labels}):
        for word, (own_level, leaf) in found.items():
            wide = labels.get((level, int(tree.above[level][leaf])))
            if own_level < level and wide is not None:
                yield wide, word
