"""Cached results belong to what they were asked for: content, roles, policies, secret, model and ground."""

from __future__ import annotations

import inspect
import threading
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from io import BytesIO
from typing import get_args, get_type_hints
from uuid import uuid4

import numpy as np
import pandas as pd
import pytest
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import ScriptRunContext, add_script_run_ctx, get_script_run_ctx
from streamlit.runtime.state import SafeSessionState, SessionState

from dashboard import compute, keeping, opening, state
from dashboard.compute import cutting, isolating, matching, naming, promising, telling
from privacy_core import (
    MODELS,
    Equal,
    Ground,
    Missing,
    MissingSensitive,
    Origin,
    Policies,
    Rank,
    Role,
    Source,
    TCloseness,
    Tree,
    Value,
    as_toml,
    assess,
    contingency,
    equivalence_classes,
    intake,
    measure,
    samples,
    suggest,
)
from privacy_core.arguments import FIRST_SEED
from tests.dashboard.visits import KNOWN, SECRET, roles_of

CACHED = [(name, one) for name, one in vars(compute).items() if hasattr(one, "clear") and hasattr(one, "__wrapped__")]


@pytest.fixture(autouse=True)
def session():
    """A session of its own in this thread: its state and its caches are empty."""
    held = SafeSessionState(SessionState(), lambda: None)
    files, pages = MemoryUploadedFileManager(""), PagesManager("")
    context = ScriptRunContext(
        str(uuid4()), lambda message: None, "", held, files, "", {}, MemoryFragmentStorage(), pages
    )
    thread = threading.current_thread()
    before = get_script_run_ctx(suppress_warning=True)
    add_script_run_ctx(thread, context)
    yield
    add_script_run_ctx(thread, before)


def opened(content: bytes, name: str = "people.csv", **role_of) -> compute.Cut:
    """Open an upload as the page does and accept roles."""
    reading = intake.read(content, name)
    found = state.Loaded(reading.table, (), reading.notes, reading.marks, suggest(reading.table), {})
    state.open_table(Source(Origin.UPLOAD, name, sha256(content).hexdigest()), found)
    state.change(roles=roles_of(**role_of))
    return compute.cut(state.study())


def clinic() -> compute.Cut:
    opening.sample("clinic")
    return compute.cut(state.study())


def test_there_are_cached_functions():
    assert {"table", "classes", "crowds", "counts", "measured", "one", "bounds"} <= {name for name, _ in CACHED}


@pytest.mark.parametrize(("name", "function"), CACHED, ids=[name for name, _ in CACHED])
def test_a_key_never_holds_a_table(name: str, function):
    for argument, kind in get_type_hints(function.__wrapped__).items():
        if argument == "return" or argument.startswith("_"):
            continue
        told = str(kind)
        for heavy in ("Table", "Contingency", "EquivalenceClasses", "Measurement", "ndarray", "DataFrame"):
            assert heavy not in told, f"{name}({argument}: {told})"


def test_a_cut_is_made_of_names_and_choices():
    def parts(kind) -> set[str]:
        told = set()
        for field_type in get_type_hints(kind).values():
            inner = [one for one in (field_type, *get_args(field_type)) if is_dataclass(one)]
            told |= set().union(*map(parts, inner)) if inner else {str(field_type)}
        return told

    assert {field.name for field in fields(compute.Cut)} >= {"source", "known", "policies"}
    assert not [one for one in parts(compute.Cut) if "Table" in one or "ndarray" in one]


@pytest.mark.parametrize(("name", "function"), CACHED, ids=[name for name, _ in CACHED])
def test_nothing_is_cached_for_other_sessions_or_without_end(name: str, function):
    source = (
        inspect.getsource(inspect.getmodule(getattr(compute, name).__wrapped__))
        .split(f"def {name}(")[0]
        .rsplit("@st.", 1)[1]
    )
    assert "**SESSION" in source
    assert "max_entries" in source
    assert cutting.SESSION["scope"] == "session"


def test_a_changed_cell_of_a_large_upload_changes_the_result():
    rng = np.random.default_rng(1)
    rows = pd.DataFrame({"age": rng.integers(20, 60, 60_000), "zip": np.repeat("02139", 60_000), "s": "x"})
    first = opened(rows.to_csv(index=False).encode(), age=KNOWN, zip=KNOWN, s=SECRET)
    before = compute.crowds(first, 5)
    rows.loc[31_234, "zip"] = "99999"
    second = opened(rows.to_csv(index=False).encode(), age=KNOWN, zip=KNOWN, s=SECRET)
    after = compute.crowds(second, 5)
    assert first != second
    assert (before.alone, after.alone) == (0, 1)
    assert after.smallest == 1


def test_a_changed_secret_cell_of_a_large_upload_changes_the_result():
    rows = pd.DataFrame({"q": np.repeat(["a", "b"], 30_000), "s": "x"})
    cuts = []
    for value in ("x", "y"):
        rows.loc[41_234, "s"] = value
        cut = opened(rows.to_csv(index=False).encode(), q=KNOWN, s=SECRET)
        cuts.append(compute.measured(cut, "s", "t", "equal").value)
    assert cuts[0] == 0
    assert cuts[1] == pytest.approx(0.5 / 30_000)


def test_one_name_and_two_contents_are_two_tables():
    first = opened(b"q,s\na,x\na,y\n", q=KNOWN, s=SECRET)
    assert compute.crowds(first, 5).smallest == 2
    second = opened(b"q,s\na,x\nb,y\n", q=KNOWN, s=SECRET)
    assert compute.crowds(second, 5).smallest == 1


@pytest.mark.parametrize("turns", [1, -1])
def test_grounds_never_share_a_number(turns: int):
    cut, table = clinic(), samples.load("clinic")
    counted = contingency(table.table, equivalence_classes(table.table, cut.known), "income")
    for name, ground in [("equal", Equal()), ("ordered", Rank()), ("value", Value())][::turns]:
        assert (
            compute.measured(cut, "income", "t", name).value
            == measure(TCloseness("income", None, ground), counted).value
        )
        assert compute.one(cut, "income", name, 0).distance == pytest.approx(
            measure(TCloseness("income", None, ground), counted).per_class[0]
        )
    values = {compute.measured(cut, "income", "t", name).value for name in ("equal", "ordered", "value")}
    assert len(values) == 3


def test_a_tree_is_a_ground_of_its_own():
    cut = clinic()
    tree = Tree(samples.load("clinic").hierarchies["diagnosis"])
    counted = contingency(compute.table(cut), compute.classes(cut), "diagnosis")
    equal = compute.measured(cut, "diagnosis", "t", "equal")
    by_tree = compute.measured(cut, "diagnosis", "t", "hierarchical")
    assert not np.array_equal(equal.per_class, by_tree.per_class)
    assert np.array_equal(by_tree.per_class, measure(TCloseness("diagnosis", None, tree), counted).per_class)


def test_every_model_has_its_own_number():
    cut = clinic()
    table = samples.load("clinic")
    found = assess(table.table, table.roles)
    expected = {
        m.model.name: m.per_class
        for m in found.measurements[::-1]  # k comes once per unit, in rows first
        if m.model.sensitive in (None, "diagnosis") and getattr(m.model, "ground", Equal()) == Equal()
    }
    for model in ("k", "l", "entropy_l", "t", "beta", "enhanced_beta", "delta_disclosure"):
        got = compute.measured(cut, "diagnosis", model, "equal")
        assert np.array_equal(got.per_class, expected[got.model.name]), model
        assert got.model.threshold is None
    assert {type(compute.build(cut, "diagnosis", name, "equal", 1)) for name in naming.MODELS} <= set(MODELS)


def test_secrets_never_share_a_number():
    cut = clinic()
    told = [
        compute.measured(cut, secret, "t", "equal").per_class.tolist() for secret in ("diagnosis", "income", "cost")
    ]
    assert told[0] != told[1] != told[2]


def test_how_rows_are_counted_is_part_of_the_key():
    content = b"q,s\na,x\na,\n,y\nb,x\nb,x\n"
    cut = opened(content, q=KNOWN, s=SECRET)
    drop = replace(cut, policies=Policies(missing=Missing.DROP))
    out = replace(cut, policies=Policies(missing_sensitive=MissingSensitive.OUT))
    assert (compute.crowds(cut, 5).people, compute.crowds(drop, 5).people) == (5, 4)
    assert compute.measured(cut, "s", "l", "equal").per_class.tolist() == [2, 1, 1]
    assert compute.measured(out, "s", "l", "equal").per_class.tolist() == [1, 1, 1]


def test_declared_and_suppressed_texts_are_part_of_the_key():
    cut = opened(b"q,s\nNA,x\nNA,y\n*,y\nb,x\n", q=KNOWN, s=SECRET)
    declared, without = replace(cut, missing_tokens=("NA",)), replace(cut, suppressed_token="*")
    dropped = replace(declared, policies=Policies(missing=Missing.DROP))
    assert compute.crowds(cut, 5).people == 4
    assert compute.crowds(without, 5).people == 3
    assert compute.crowds(dropped, 5).people == 2
    assert compute.table(declared)["q"].n_missing == 2


def test_the_line_is_part_of_the_key():
    cut = clinic()
    assert compute.crowds(cut, 1).below == 0
    assert compute.crowds(cut, 2).below == compute.crowds(cut, 2).alone > 0


def test_models_have_names_for_every_ground_the_core_knows():
    cut = clinic()
    names = {
        name: compute.ground_called(cut, "diagnosis", name) for name in ("equal", "ordered", "value", "hierarchical")
    }
    assert {type(ground) for ground in names.values()} == set(get_args(Ground))
    assert all(ground.name == name for name, ground in names.items())


def test_a_preview_masks_what_names_a_person():
    opened(b"name,q\nAnna,a\nBert,b\n", q=KNOWN)
    shown = compute.preview(state.study(), ["name"])
    assert set(shown["name"]) == {"•••"}
    assert shown["q"] == ["a", "b"]


def test_a_table_of_crowds_shows_no_looks_unless_asked():
    cut = opened(b"q,s\n=1+1,x\nb,y\n", q=KNOWN, s=SECRET)
    assert compute.smallest(cut, False).keys() == {"crowd", "people"}
    assert compute.sizes(cut, False)() == {"class": [1, 2], "size": [1, 1]}
    assert compute.sizes(cut, True)()["q"] == ["=1+1", "b"]
    assert compute.numbers(cut, "s", "t", "equal", True)()["q"] == ["=1+1", "b"]
    assert compute.numbers(cut, "s", "t", "equal", False)().keys() == {"class", "size", "t-closeness@s@equal"}


def test_files_of_crowds_have_a_column_of_persons():
    """p1 in two rows of a, p1 and p2 in b; without the person column the files are as before."""
    content, columns = b"who,q,s\np1,a,x\np1,a,y\np1,b,y\np2,b,y\n", {"q": KNOWN, "s": SECRET}
    cut = opened(content, who=Role.PERSON, **columns)
    assert compute.sizes(cut, True)() == {"class": [1, 2], "q": ["a", "b"], "size": [2, 2], "persons": [1, 2]}
    assert compute.numbers(cut, "s", "t", "equal", False)()["persons"] == [1, 2]
    assert compute.sizes(opened(content, **columns), False)() == {"class": [1, 2], "size": [2, 2]}


def test_a_file_is_made_after_the_run_without_the_session():
    cut = opened(b"q,s\na,x\na,y\nb,y\n", q=KNOWN, s=SECRET)
    files, told = (compute.sizes(cut, True), compute.numbers(cut, "s", "t", "equal", True)), []
    outside = threading.Thread(target=lambda: told.extend(make() for make in files))
    outside.start()
    outside.join(10)
    assert told == [make() for make in files]


def test_a_study_with_repairs_fits_the_file_it_was_made_for():
    visits = b"patient_id,wave,sex,flu\np1,1,f,y\np1,2,f,n\np2,1,m,n\np3,1,m,y\n"
    known = {"sex": KNOWN, "flu": SECRET}
    opened(visits, **known)
    keeping.mend(intake.Repair(intake.RepairKind.ONE_PERSON, "patient_id", ("wave",)))
    after = {"sex": KNOWN, "flu visit 1": SECRET, "flu visit 2": SECRET}
    state.change(roles=roles_of(**after))
    kept = state.study()
    opened(visits, **known)
    state.remember(state.key("study file"), BytesIO(as_toml(kept).encode()))
    keeping.load()
    assert state.recall("refused") is None
    assert (state.study().roles, state.study().repairs) == (kept.roles, kept.repairs)


def test_chance_begins_at_the_seed_of_the_command_line():
    assert {matching.FIRST_SEED, isolating.SEED, promising.SEED, telling.SEED} == {FIRST_SEED}
