"""Published values and what they cover, against every pair looked at one by one."""

from __future__ import annotations

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import from_frame
from privacy_core.generalized import Exact, covers, parse
from privacy_core.linkage import align


def components(words, joined):
    """Groups of words that a chain of pairs joins, the slow way."""
    group = {word: {word} for word in words}
    for one, other in joined:
        both = group[one] | group[other]
        for word in both:
            group[word] = both
    return {frozenset(members) for members in group.values()}


def parts_of(source, target):
    feature = align(from_frame(pd.DataFrame({"q": source})), from_frame(pd.DataFrame({"q": target})), ["q"])["q"]
    found: dict[int, set[str]] = {}
    for side, words in enumerate((source, target)):
        for part, word in zip(feature.parts[side].tolist(), words, strict=True):
            found.setdefault(part, set()).add(word)
    return feature, {frozenset(members) for members in found.values()}


spans = st.tuples(st.integers(0, 20), st.integers(1, 8), st.booleans(), st.booleans())


@given(st.lists(st.integers(0, 25), min_size=2, max_size=12), st.lists(spans, min_size=1, max_size=8))
def test_intervals_join_exactly_what_overlaps(numbers, drawn):
    texts = [f"{'[' if a else ']'}{low}, {low + wide}{']' if b else '['}" for low, wide, a, b in drawn]
    shapes = {text: parse(text) for text in texts} | {number: Exact(float(number)) for number in numbers}
    # a place is a number or the space after it, so two ranges overlap where they share a place
    places = {word: {place for place in range(60) if _holds(shape, place / 2)} for word, shape in shapes.items()}
    joined = [(one, other) for one in shapes for other in shapes if places[one] & places[other]]
    numbers, texts = [*numbers, 99], [*texts, "[50, 51["]
    shapes |= {99: Exact(99.0), "[50, 51[": parse("[50, 51[")}
    places |= {99: {198}, "[50, 51[": {100, 101}}
    feature, found = parts_of(numbers, texts)
    assert found == components(list(shapes), joined)
    by_part = {word: part for part, word in zip(feature.parts[1].tolist(), texts, strict=True)}
    for number, part, value in zip(numbers, feature.parts[0].tolist(), feature.values[0].tolist(), strict=True):
        over = [text for text in set(texts) if by_part[text] == part]
        same = {frozenset(places[text]) for text in over}
        expected = float(number) if len(same) != 1 else (shapes[over[0]].low + shapes[over[0]].high) / 2
        assert value == expected


def _holds(shape, place):
    if isinstance(shape, Exact):
        return place == shape.value
    inside = shape.low < place < shape.high
    return inside or (place == shape.low and shape.low_in) or (place == shape.high and shape.high_in)


codes = st.text("01", min_size=4, max_size=4)
masks = st.tuples(codes, st.integers(1, 3), st.booleans()).map(
    lambda drawn: drawn[0][: -drawn[1]] + "*" * drawn[1] if drawn[2] else "*" * drawn[1] + drawn[0][drawn[1] :]
)
sets = st.sets(codes, min_size=2, max_size=3).map(lambda members: "{" + ", ".join(sorted(members)) + "}")


@given(
    st.lists(codes.map(lambda code: "x" + code), min_size=2, max_size=8),
    st.lists(
        st.one_of(
            masks.map(lambda mask: "x" + mask if mask[0] != "*" else mask),
            sets.map(lambda one: one.replace("{", "{x").replace(", ", ", x")),
            codes.map(lambda code: "x" + code),
        ),
        min_size=2,
        max_size=8,
    ),
)
def test_texts_are_covered_as_every_pair_says(source, target):
    source, target = [*source, "one"], [*target, "other"]
    feature, found = parts_of(source, target)
    words = {*source, *target}
    shapes = {word: parse(word) for word in words}
    pairs = [(one, other) for one in words for other in words if one != other and covers(shapes[one], shapes[other])]
    assert found == components(words, pairs)
    for word, code in zip(source, feature.values[0].tolist(), strict=True):
        over = [one for one, narrow in pairs if narrow == word and one in target]
        expected = {word} if word in target or not over else {*over}
        assert feature.categories[code] in expected


def test_a_thousand_masks_and_many_texts():
    codes = [f"{at:05d}" for at in range(0, 100_000, 7)]
    feature, _ = parts_of(codes, [code[:3] + "**" for code in codes])
    assert np.array_equal(feature.values[0], feature.values[1])
    assert np.array_equal(feature.parts[0], feature.parts[1])
    assert feature.n_parts == 1001
