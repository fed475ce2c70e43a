"""Code, page and document say the same about every number."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import privacy_core
from privacy_core import MODELS, ParameterError, composition, ell_delta, methods
from privacy_core.methods import SUBJECTS, markdown

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "methods.md"


def test_the_committed_document_is_the_generated_one():
    assert DOCUMENT.read_text(encoding="utf-8") == markdown(), (
        "write it anew: python -m tests.privacy_core.test_methods"
    )


@pytest.mark.parametrize("model", MODELS)
def test_every_model_has_a_note(model):
    assert methods.note(model.name).formula


def test_whatever_has_a_formula_is_listed():
    rooms = (privacy_core, composition, ell_delta)
    public = [getattr(room, name) for room in rooms for name in room.__all__]
    told = [subject for subject in public if "Formula: " in (inspect.getdoc(subject) or "")]
    listed = {id(subject) for subject in SUBJECTS.values()}
    assert [subject for subject in told if id(subject) not in listed] == []
    assert {composition.posterior, ell_delta.worst_bound, ell_delta.certificate} <= {*told}
    assert {"highest_chance", "average_chance", "share_at_risk"} <= {subject.__name__ for subject in SUBJECTS.values()}


@pytest.mark.parametrize("note", methods.notes(), ids=lambda note: note.name)
def test_a_note_is_short_plain_text(note):
    assert len(note.meaning) <= 300
    for text in (note.meaning, note.formula, note.edge_cases, note.silent, note.source):
        assert text
        assert text.endswith(".")
        assert "  " not in text
        assert "-----" not in text


def test_an_unknown_note_lists_those_there_are():
    with pytest.raises(ParameterError, match=r"No note 'k'\. Notes: k-anonymity, distinct-l"):
        methods.note("k")


if __name__ == "__main__":
    DOCUMENT.write_text(markdown(), encoding="utf-8")
