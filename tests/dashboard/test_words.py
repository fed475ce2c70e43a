"""Sentences: names from a file are only text, answers are natural frequencies with one coloured phrase."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import words
from dashboard.words import JOINER, plain
from privacy_core import (
    Crowd,
    EquivalenceClasses,
    Mix,
    Origin,
    Source,
    Staircase,
    Study,
    crowd,
    equivalence_classes,
    samples,
)
from tests.dashboard.visits import shown

PUNCTUATION = r"!-/:-@\[-`{-~"
COLOURED = re.compile(r"(?<!\\):(?:orange|blue|red|green|violet|gray|rainbow|primary)\[")
NEVER = re.compile(r"\b(safe|anonymous|compliant|hack\w*)\b", re.IGNORECASE)
LONGEST = 85
NASTY = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "**bold** :red[x]",
    "$x^2$",
    "$$x$$",
    r"\(b\) \[c\]",
    "[l](javascript:alert(1))",
    "![i](http://example.invalid/p.png)",
    "# head",
    "1. one",
    "- item",
    "> quote",
    "|a|b|",
    "`c` ``c``",
    "~~gone~~",
    "&lt;b&gt; &#60;",
    ":material/home: :smile: :streamlit:",
    "a->b <- -- --- >= <= ~=",
    "www.example.com http://x.y a@b.c mailto:a@b.c",
    "[^1] [^1]: note",
    "*_* __x__",
    "\\",
    "a\\",
    "line\nbreak\r\n\ttab",
    "    code",
    "",
    "🦊 naïve Ωμέγα",
)
DIGITS = re.compile(r"\d+(?:\.\d+)?%")


def unescaped(markdown: str) -> list[str]:
    """ASCII punctuation marks that no backslash takes the meaning from."""
    return re.findall(rf"[{PUNCTUATION}]", re.sub(rf"\\[{PUNCTUATION}]", "", markdown))


@pytest.mark.parametrize("text", NASTY)
def test_no_mark_of_a_name_keeps_its_meaning(text: str):
    assert unescaped(plain(text)) == []


@given(st.text())
def test_no_mark_of_any_text_keeps_its_meaning(text: str):
    escaped = plain(text)
    assert unescaped(escaped) == []
    assert "\n" not in escaped
    assert "\r" not in escaped


@given(st.text().filter(lambda text: JOINER not in text))
def test_a_name_reads_as_it_is_but_for_its_blanks(text: str):
    assert shown(plain(text)) == (" ".join(text.split()) or "(blank)")


@given(st.text(alphabet=":->=<.@w&/a"))
def test_what_streamlit_replaces_after_parsing_is_broken_up(text: str):
    bare = plain(text).replace("\\", "")
    for whole in ("->", "<-", "--", ">=", "<=", ":a", "www", ".a", "@a", "&a"):
        assert whole not in bare


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0"), (1, "one"), (7, "seven"), (12, "twelve"), (13, "13"), (1200, "1,200")]
)
def test_small_numbers_are_words(n: int, said: str):
    assert words.numeral(n) == said


def test_a_numeral_begins_a_sentence():
    assert words.numeral(9, capital=True) == "Nine"


def seen(sizes: list[int], k: int) -> Crowd:
    rows = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    return crowd(EquivalenceClasses((), np.arange(len(rows)), rows, np.array(sizes), len(rows)), k)


CROWDS = {
    "nothing left": None,
    "all alone": seen([1] * 9, 5),
    "some alone": seen([1] * 250 + [3] * 70 + [9] * 60, 5),
    "few alone": seen([1] + [50] * 40, 5),
    "all but one alone": seen([1] * 30_000 + [7], 5),
    "nobody alone": seen([3] * 10 + [9] * 10, 5),
    "everyone below": seen([2] * 20, 5),
    "everyone below, some alone": seen([1] * 10 + [2] * 20, 5),
    "k is two": seen([1] * 3 + [6], 2),
    "k is one": seen([1] * 3 + [6], 1),
    "all above": seen([9] * 3, 5),
    "one person": seen([1], 5),
    "a high line": seen([1, 9, 80], 1_000_000),
}
STAIRS = {
    "none": Staircase(("age", "zip"), (0, 0), (0, 0), 900),
    "none, one column": Staircase(("age",), (0,), (0,), 900),
    "everyone": Staircase(("age", "zip"), (5, 900), (5, 7), 900),
    "one column": Staircase(("age",), (9,), (0,), 900),
    "one in many": Staircase(("a", "b", "c"), (0, 1, 3), (0, 1, 1), 1_000_000),
    "three of nine": Staircase(("a", "b"), (0, 3), (0, 1), 9),
    "fourteen columns": Staircase(tuple("abcdefghijklmn"), tuple(range(14)), tuple(range(14)), 60),
}


def look(value: float | None, failing: int, rows_failing: int, people: int = 300, **more):
    """What `giveaway` shows, as far as its sentences read it."""
    found = SimpleNamespace(value=value, classes_failing=failing, records_failing=rows_failing)
    classes = SimpleNamespace(size=np.array([people]), n_suppressed=0, n_left_out=0)
    shown_line = {"model": "t", "threshold": 0.5, "set_by_user": True, **more}
    return SimpleNamespace(secret="occupation", found=found, classes=classes, study=Study(), **shown_line)


LOOKS = {
    "nothing left": look(None, 0, 0),
    "none beyond": look(0.31, 0, 0),
    "some beyond": look(0.9, 4, 30),
    "one in many beyond": look(0.9, 1, 1, 90_000),
    "everyone beyond": look(0.9, 1, 300),
    "infinite": look(np.inf, 1, 3),
    "none beyond the example": look(0.31, 0, 0, set_by_user=False),
    "some beyond the example": look(0.9, 4, 30, set_by_user=False),
    "small crowds": look(1, 4, 30, model="k", threshold=5),
    "no small crowds": look(9, 0, 0, model="k", threshold=5),
    "small crowds, example": look(1, 4, 300, model="k", threshold=5, set_by_user=False),
    "δ-disclosure": look(np.inf, 4, 30, model="delta_disclosure", threshold=1, set_by_user=False),
}
ANSWERS = (
    [pytest.param(words.crowd_answer(one), id=f"crowd, {name}") for name, one in CROWDS.items()]
    + [pytest.param(words.staircase_answer(one), id=f"publish, {name}") for name, one in STAIRS.items()]
    + [pytest.param(words.giveaway_answer(one), id=f"giveaway, {name}") for name, one in LOOKS.items()]
    + [pytest.param(words.waiting_for(n), id=f"{n} waiting") for n in (1, 2, 40)]
    + [
        pytest.param(said, id=said[:16])
        for said in (words.EMPTY_ANSWER, words.LOAD_FIRST, words.ROLES_FIRST, words.SECRET_FIRST, words.NOTHING_LEFT)
    ]
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_one_breath_with_one_coloured_phrase(answer: str):
    read = shown(answer)
    assert len(COLOURED.findall(answer)) <= 1
    apart_from_names = re.sub("occupation|δ-disclosure", "", read)
    assert len(apart_from_names) <= LONGEST, f"{len(apart_from_names)}: {read}"
    assert read.endswith(".")
    assert not NEVER.search(read)
    assert not DIGITS.search(read)


@pytest.mark.parametrize(
    ("sizes", "k", "numbers"),
    [
        ([1] * 250 + [3] * 70 + [9] * 60, 5, ["25 of 100", "46 of 100"]),
        ([1, 1, 1, 6], 5, ["3 of 9", "3 of 9"]),
        ([1, 999], 5, ["1 in 1,000", "1 in 1,000"]),
        ([1] * 999 + [5], 5, ["99 of 100", "99 of 100"]),
    ],
)
def test_the_crowd_is_told_in_natural_frequencies(sizes: list[int], k: int, numbers: list[str]):
    said = shown(words.crowd_answer(seen(sizes, k)))
    assert re.findall(r"\d+ (?:of|in) [\d,]+", said) == numbers


def test_an_answer_names_the_line_as_a_word():
    assert "five" in words.crowd_answer(seen([1, 9], 5))
    assert "13" in words.crowd_answer(seen([1, 9, 20], 13))


def test_names_in_answers_are_escaped():
    looked = look(0.9, 4, 30)
    looked.secret = "**x** <b>"
    assert unescaped(words.giveaway_answer(looked).replace(":orange[", "").replace("]", "").rstrip(".")) == []


def mix_of(**fields) -> Mix:
    nine = samples.load("hospital-4")
    people = equivalence_classes(nine.table, ["zip", "age"])
    from privacy_core import Equal, contingency, mix

    return replace(mix(contingency(nine.table, people, "disease"), 0, Equal()), **fields)


def test_a_value_in_a_headline_is_escaped():
    told = words.mix_title(mix_of(labels=("<b>*x*</b>",) * 9), "a_b")
    assert "a\\_b" in told
    assert "<" not in told.replace("\\<", "")


def test_the_two_guesses_are_frequencies_of_one_crowd():
    told = {label: value for label, value, _ in words.mix_metrics(mix_of())}
    assert told["Guess after"] == "1 of 3"
    assert told["Guess before"] == "11 of 100"
    assert told["Crowd"].startswith("3")


def test_the_notes_have_two_sentences_each():
    notes = (
        *words.crowd_notes(CROWDS["some alone"], 7),
        *words.staircase_notes(STAIRS["everyone"]),
        *words.giveaway_notes(look(0.9, 4, 30, mix=None)),
        *words.giveaway_notes(look(0.9, 4, 30, mix=mix_of())),
        *words.NO_NOTES,
    )
    for note in notes:
        assert 1 <= len(re.findall(r"[.?!](?:\s|$)", note)) <= 2, note
        assert not NEVER.search(note)


def test_a_line_is_never_broken_from_its_number():
    assert "t\u00a0=\u00a00.50" in words.giveaway_answer(LOOKS["some beyond the example"])
    assert "k\u00a0=\u00a05" in words.giveaway_answer(LOOKS["small crowds, example"])


@pytest.mark.parametrize(("size", "said"), [(1, "and be certain;"), (3, "and be right 1 of 3 times;")])
def test_a_guess_that_is_always_right_is_certain(size: int, said: str):
    assert said in words.giveaway_notes(look(0.9, 4, 30, mix=mix_of(size=size)))[0]


def test_the_source_line_says_what_is_assumed_and_how_it_is_counted():
    people = equivalence_classes(samples.load("hospital-4").table, ["zip", "age"])
    study = Study(Source(Origin.UPLOAD, "my_file*.csv", "0"))
    line = words.knowledge_line(study, people)
    assert r"my\_file\*" in line
    assert "9 people" in line
    assert "2 columns" in line
    assert "counted in rows" in line


def test_no_room_of_words_hides_a_name_of_another():
    told: Counter[str] = Counter()
    for path in Path(words.__file__).parent.glob("*.py"):
        for one in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = one.targets if isinstance(one, ast.Assign) else []
            names = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            told.update(names | ({one.name} if isinstance(one, ast.FunctionDef) else set()))
    assert [name for name, times in told.items() if times > 1 and not name.startswith("_")] == []
