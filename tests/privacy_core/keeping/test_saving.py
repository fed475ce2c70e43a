"""A study is settings only: written and read back the same, refused for another file, told apart in words."""

from __future__ import annotations

import math
import tomllib
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_core import (
    Blur,
    Context,
    Missing,
    MissingSensitive,
    Origin,
    ParameterError,
    Policies,
    RoleError,
    Roles,
    Setting,
    Source,
    Study,
    TableError,
    Thresholds,
    TreeSpec,
    as_toml,
    diff,
    fitted,
    from_toml,
    same_file,
)
from privacy_core.intake import Repair, RepairKind
from privacy_core.keeping.toml import value

NASTY = [
    'a"b',
    "a\\b",
    "a\nb",
    "\r",
    "\t",
    "",
    " ",
    "=",
    "[x]",
    "# c",
    "ü",
    "\x00",
    "\x7f",
    "'''",
    '"""',
    "a.b",
    "🙂",
    "\u2028",
]
names = st.one_of(st.sampled_from(NASTY), st.text())
plain = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text())
settings = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)


numbers = st.integers(-(10**9), 10**9) | st.floats(allow_nan=False)
repairs = st.builds(
    Repair, st.sampled_from(RepairKind), st.none() | names, st.lists(names | numbers, max_size=3).map(tuple)
)


@st.composite
def studies(draw) -> Study:
    columns = draw(st.lists(names, unique=True, min_size=6, max_size=9))
    single = [draw(st.sampled_from([None, column])) for column in columns[:3]]
    roles = Roles(tuple(columns[3:5]), tuple(columns[5:6]), tuple(columns[6:]), *single)
    number = st.none() | st.floats(0, 1)
    asked = Thresholds(
        k=draw(st.none() | st.integers(1, 10**6)),
        l=draw(st.none() | st.integers(1, 50)),
        entropy_l=draw(st.none() | st.floats(1, 50)),
        c=draw(number),
        recursive_l=draw(st.integers(1, 9)),
        alpha=draw(number),
        t=draw(number),
        beta=draw(number),
        enhanced_beta=draw(number),
        delta_disclosure=draw(number),
        risk=draw(number),
    )
    return Study(
        draw(st.none() | st.builds(Source, st.sampled_from(Origin), names, names)),
        draw(st.sampled_from([None, Roles(), roles])),
        draw(st.builds(Policies, st.sampled_from(Missing), st.sampled_from(MissingSensitive))),
        tuple(draw(st.lists(names, max_size=3))),
        draw(st.none() | names),
        asked,
        tuple(draw(st.lists(repairs, max_size=3))),
        Context(*(draw(names) for _ in range(4))),
        draw(st.none() | names),
    )


@given(studies())
def test_what_is_written_is_read_back(study):
    assert from_toml(as_toml(study).encode()) == study


@given(studies())
def test_line_ends_of_another_system_change_nothing(study):
    assert from_toml(b"\xef\xbb\xbf" + as_toml(study).replace("\n", "\r\n").encode()) == study


@given(st.dictionaries(st.text(), settings))
def test_any_setting_is_toml(given_settings):
    assert tomllib.loads(f"found = {value(given_settings)}")["found"] == given_settings


def test_infinity_survives():
    capped = (Repair(RepairKind.CAP, "age", (math.inf,)),)
    assert from_toml(as_toml(Study(repairs=capped)).encode()).repairs == capped


def test_half_a_character_is_refused():
    with pytest.raises(ParameterError, match="half a character"):
        as_toml(Study(roles=Roles(("\ud800",))))


def test_what_cannot_be_written_is_named():
    with pytest.raises(ParameterError, match="kind NoneType"):
        value({"a": None})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "format must be 1"),
        ("format = 2", "format must be 1"),
        ("a = = b", "not TOML"),
        ("format = 1\n[roles]\nquasi_identifiers = 'age'", "'roles.quasi_identifiers' has a value"),
        ("format = 1\n[roles]\nquasi_identifiers = [1]", "'roles.quasi_identifiers' has a value"),
        ("format = 1\n[roles]\nkey = ['a']", "'roles' has settings Kelt does not know: 'key'"),
        ("format = 1\nroles = 3", "'roles' must be a table"),
        ("format = 1\n[rows]\na = 1", "settings Kelt does not know: 'rows'"),
        ("format = 1\n[thresholds]\nk = 0", "k must be at least 1"),
        ("format = 1\n[thresholds]\nk = 2.5", "k must be a whole number"),
        ("format = 1\n[thresholds]\nt = 2", r"t must lie in \[0, 1\]"),
        ("format = 1\n[thresholds]\nk = true", "'thresholds.k' has a value"),
        ("format = 1\n[thresholds]\nk = nan", "k must be at least 1"),
        ("format = 1\n[policies]\nmissing = 'guess'", "'policies.missing' has a value"),
        ("format = 1\n[source]\nname = 'a'", "lacks 'origin'"),
        ("format = 1\n[repairs]\ndone = 3", "'repairs.done' has a value"),
        ("format = 1\n[repairs]\ndone = [{kind = 'mend'}]", "'repairs.done' has a value"),
        ("format = 1\n[repairs]\ndone = [{kind = 'trim', row = 3}]", "'repairs.done' has a value"),
    ],
)
def test_what_is_no_study_is_refused(text, message):
    with pytest.raises(ParameterError, match=message):
        from_toml(text.encode())


def test_a_column_in_two_roles_is_refused():
    with pytest.raises(RoleError, match="two roles"):
        from_toml(b"format = 1\n[roles]\nquasi_identifiers = ['a']\nsensitive = ['a']")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * 1_000_001, b"a = " + b"[" * 100_000])
def test_other_files_are_refused(content):
    with pytest.raises(ParameterError, match="This is not a study"):
        from_toml(content)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    with suppress(ParameterError, RoleError):
        from_toml(content)


OLD = Study(Source(Origin.UPLOAD, "old.csv", "a1"), Roles(("age", "zip"), ("income",)))


def test_a_study_of_another_file_is_refused_with_the_columns_and_their_number():
    new = Source(Origin.UPLOAD, "new.csv", "b2")
    with pytest.raises(TableError, match=r"\('old.csv'\): 2 of its 3 columns are not in this one: 'zip', 'income'\."):
        fitted(OLD, new, ["age", "sex"])
    with pytest.raises(TableError, match=r"1 of its 3 columns is not in this one: 'zip'\."):
        fitted(OLD, new, ["age", "income"])
    many = Study(roles=Roles(tuple(f"c{i}" for i in range(30))))
    with pytest.raises(TableError, match=r"another file: 30 of its 30 columns are .*'c9', …\."):
        fitted(many, new, ["x"])


def test_next_year_s_file_with_the_same_columns_is_taken():
    new = Source(Origin.UPLOAD, "new.csv", "b2")
    taken = fitted(OLD, new, ["income", "zip", "age", "more"])
    assert (taken.source, taken.roles) == (new, OLD.roles)
    assert not same_file(OLD, new)
    assert same_file(taken, new)
    assert not same_file(Study(), new)


@given(studies(), studies())
def test_equal_studies_and_only_those_differ_in_nothing(one, other):
    assert diff(one, one) == []
    assert bool(diff(one, other)) == (one != other)


def test_differences_in_words():
    new = Study(
        Source(Origin.UPLOAD, "old.csv", "other"),
        Roles(("zip", "age"), (), ("income",)),
        Policies(Missing.DROP),
        ("NA", "n/a"),
        thresholds=Thresholds(t=0.2),
        repairs=(Repair(RepairKind.TRIM, "zip"),),
        context=Context(recipient="everyone"),
        norm="ema-0070",
    )
    assert diff(OLD, new) == [
        "table: 'old.csv', another version of the file",
        "column 'income': sensitive → identifier",
        "policy missing: own → drop",
        "threshold t: none → 0.2",
        "context recipient: none → everyone",
        "missing tokens: none → 'NA', 'n/a'",
        "norm: none → ema-0070",
        "repair added: Take the blanks around the values of 'zip' away.",
    ]
    assert diff(OLD, Study(OLD.source, Roles(("zip", "age"), ("income",)))) == ["roles: another order of columns"]
    assert diff(Study(), Study(roles=Roles())) == ["roles: not yet accepted → accepted"]


BLURRED = Blur(
    suppression=0.05,
    quality="precision",
    ground="hierarchical",
    levels=(("a", 2), ("b", 0)),
    max_level=(("a", 3),),
    importance=(("b", 2.5),),
    trees=(
        TreeSpec("a", "intervals", (("widths", (5, 10)), ("top", 90.5))),
        TreeSpec("c", "masking", (("hidden", (1, 3)), ("from_right", False))),
        TreeSpec("b", "uploaded", (("name", "b.csv"), ("sha256", "00ff"))),
    ),
    pinned=(Setting(Thresholds(k=5, t=0.2), 0.02, (("a", 1), ("b", 1))), Setting(method="mondrian")),
)


def test_how_a_table_is_blurred_is_kept():
    study = Study(roles=Roles(("a", "b")), blur=BLURRED)
    assert from_toml(as_toml(study).encode()) == study
    assert diff(study, study) == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('"suppression" = 2', "suppression"),
        ('"suppression" = "2"', "blur.suppression"),
        ('"speed" = 2', "speed"),
        ('"levels" = {"a" = -1}', "blur.levels"),
        ('"levels" = {"a" = 1.5}', "blur.levels"),
        ('"importance" = {"a" = -1}', "importance"),
        ('"trees" = [{"column" = "a"}]', "blur.trees"),
        ('"trees" = [{"column" = "a", "kind" = "pyramid"}]', "blur.trees"),
        ('"trees" = [{"column" = "a", "kind" = "intervals", "parameters" = {"widths" = [10, 5]}}]', "blur.trees"),
        ('"trees" = [{"column" = "a", "kind" = "intervals", "rows" = 1}]', "blur.trees"),
        ('"pinned" = [{"thresholds" = {"kk" = 1}}]', "blur.pinned"),
        ('"pinned" = [{"thresholds" = {"k" = -3}}]', "blur.pinned"),
        ('"pinned" = [{"suppression" = 3}]', "blur.pinned"),
    ],
)
def test_a_strange_setting_of_the_blur_is_refused_by_name(text: str, named: str):
    with pytest.raises(ParameterError, match=named):
        from_toml(f"format = 1\n[blur]\n{text}\n".encode())


def test_a_changed_blur_is_told():
    after = replace(BLURRED, suppression=0.1, levels=(("a", 1), ("b", 0)), trees=BLURRED.trees[1:], pinned=())
    assert diff(Study(blur=BLURRED), Study(blur=after)) == [
        "blur suppression: 0.05 → 0.1",
        "blur levels of 'a': 2 → 1",
        "hierarchy of 'a': intervals → suggested",
        "pinned settings: 2 → 0",
    ]
