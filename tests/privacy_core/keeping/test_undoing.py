"""Every change of a study can be undone and done again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from privacy_core import History, Policies, Roles, Study, Thresholds
from privacy_core.keeping import undoing
from privacy_core.policies import Missing

studies = st.builds(
    Study,
    roles=st.sampled_from([None, Roles(), Roles(("age",), ("ill",))]),
    policies=st.builds(Policies, st.sampled_from(Missing)),
    thresholds=st.integers(1, 9).map(lambda k: Thresholds(k=k)),
)


@given(st.lists(studies, min_size=1, max_size=6))
def test_undoing_everything_and_redoing_it(changes):
    history = History()
    for change in changes:
        history = history.then(change)
    there = history
    while there.can_undo:
        there = there.undone
    assert there.present == Study()
    assert there.undone == there
    while there.can_redo:
        there = there.redone
    assert there == history
    assert there.redone == there


def test_a_change_after_undoing_lets_the_undone_go():
    one, two, three = (Study(thresholds=Thresholds(k=k)) for k in (1, 2, 3))
    history = History().then(one).then(two).undone.then(three)
    assert (history.past, history.present, history.future) == ((Study(), one), three, ())
    assert history.then(three) is history


def test_history_has_an_end():
    history = History()
    for k in range(1, undoing.STEPS + 50):
        history = history.then(Study(thresholds=Thresholds(k=k)))
    assert len(history.past) == undoing.STEPS
