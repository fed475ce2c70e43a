"""A file that reads back as anything else than what was judged is never handed out."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from privacy_core import InternalError, Roles, TableError, Thresholds, from_frame, publishing
from privacy_core.anonymizers import AtLevels, Mondrian
from privacy_core.publishing import Recipe, SecretColumn, judge_file
from privacy_core.publishing.files import Written

PEOPLE = from_frame(pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["Xanadu", "flu", "flu", "gout"]}))
RECIPE = Recipe("t.csv", Roles(("zip",), ("ill",)), Thresholds(k=2), Mondrian(), whole=False)
OTHERS = {
    "a column less": b"zip,ill\n1,Xanadu\n1,flu\n2,flu\n2,gout\n",
    "crowds that were one are two": b"zip,ill,suppressed\n1,Xanadu,false\n1,flu,false\n1,flu,false\n1,gout,false\n",
    "a crowd too small": b"zip,ill,suppressed\n1,Xanadu,false\n2,flu,false\n2,flu,false\n2,gout,false\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_file_is_an_internal_error_of_one_line_without_values(name):
    found = publishing.made(RECIPE, "r.csv", lambda path: b"", source=PEOPLE)
    assert judge_file(RECIPE, found, "r.csv", lambda path: b"") == ()
    other = replace(found, file=Written(OTHERS[name], ()))
    with pytest.raises(InternalError, match="read back, is not what was judged") as refused:
        judge_file(RECIPE, other, "r.csv", lambda path: b"")
    assert "\n" not in str(refused.value)
    assert "Xanadu" not in str(refused.value)


@pytest.mark.parametrize(
    ("tree", "how", "words"),
    [
        ("a;10;*\nb;10.0;*\nc;10;*\n", Thresholds(k=1), ["'q': 1 texts of the release", "10 and 10.0"]),
        ("a;10;*\nb;010;*\nc;20;*\n", Thresholds(k=1), []),
        ("a;;*\nb;x;*\nc;x;*\n", Thresholds(n=1, nt=0.9), ["'q': 2 rows read an empty text"]),
        ("a;;*\nb;x;*\nc;x;*\n", Thresholds(k=1), []),
    ],
)
def test_labels_that_a_file_cannot_tell_apart_are_refused_in_a_sentence(tree, how, words):
    files = {"t.csv": b"q,s\na,x\na,y\nb,x\nb,y\nc,x\nc,y\n", "h.csv": tree.encode()}
    roles = Roles(("q",), ("s",))
    recipe = Recipe("t.csv", roles, how, AtLevels({"q": 1}), hierarchies={"q": "h.csv"}, secrets=(SecretColumn("s"),))
    found = publishing.made(recipe, "r.csv", files.__getitem__)
    if not words:
        publishing.judge_file(recipe, found, "r.csv", files.__getitem__)
        return
    with pytest.raises(TableError) as refused:
        publishing.judge_file(recipe, found, "r.csv", files.__getitem__)
    assert all(word in str(refused.value) for word in words), refused.value
