"""What are we publishing, and what could others know?"""

import streamlit as st

from dashboard import counting, guessing, jobs, keeping, opening, state, widgets, words
from privacy_core import Staircase, samples


def choose_table() -> None:
    """Upload a file or open a sample."""
    own, ready = st.columns([1, 1.5], gap="large")
    with own:
        st.subheader("Your own table", anchor=False)
        st.file_uploader(f"Choose a file: {words.FORMATS}", key=state.key("upload"), on_change=opening.upload)
        widgets.small(words.UPLOAD_NOTE)
    with ready:
        st.subheader("A sample", anchor=False)
        widgets.offers(samples.OFFERS, opening.sample)


def refused() -> None:
    """Why the last file or wish was refused, and what can be done with its uneven rows."""
    widgets.refusal(state.recall("refused"))
    widgets.uneven(state.recall("uneven"), opening.read_uneven, opening.drop_uneven)


def empty() -> None:
    """Nothing is loaded: an upload or one click on a sample."""
    widgets.heading(words.PUBLISH, words.EMPTY_ANSWER, words.EMPTY_SOURCE)
    refused()
    choose_table()


def reading(job: jobs.Job) -> None:
    """A file is being read; what was there stays until it is."""
    answer = words.READING_OTHER if state.study().source else words.READING_ANSWER
    widgets.heading(words.PUBLISH, answer, words.EMPTY_SOURCE)
    widgets.waiting(job)


def switches() -> None:
    """Another table, how rows are counted, forget."""
    with st.popover("Another table", icon=":material/upload_file:"):
        choose_table()
    widgets.counted_as(counting.change)
    widgets.guesses(state.loaded(state.study().source), guessing.doubts, opening.reread)
    widgets.study(keeping.offered)
    st.button("Forget my data", icon=":material/delete:", on_click=state.forget)


def loaded() -> None:
    """The table is there: roles at the left, what they cost at the right."""
    opening.await_roles()
    study, job = state.study(), opening.steps()
    found = state.loaded(study.source)
    steps = jobs.result(job, Staircase)
    widgets.heading(
        words.PUBLISH,
        words.publish_answer(steps, opening.table(study), study),
        words.source_line(study, opening.table(study), found.how),
        switches,
        width=4.6,
    )
    refused()
    left, right = st.columns([1.4, 1], gap="large")
    with left:
        st.subheader("Who is who?", anchor=False)
        widgets.roles_table(found.suggestions, study.repairs, opening.roles_shown(), steps, opening.edit_roles)
        widgets.acceptance(opening.problem(), study.roles, len(state.draft()), opening.press_accept)
    with right:
        st.subheader(words.STAIRS_TITLE, anchor=False)
        widgets.staircase(job)
    mending = widgets.Mending(study.repairs, found.table.names, keeping.mend, keeping.unmend)
    widgets.noticed(keeping.noticed(), mending)
    widgets.context(study, keeping.context)
    widgets.preview(state.draft())
    if steps is not None:
        widgets.methods(words.PUBLISH_METHODS)
    widgets.notes(words.staircase_notes(steps), *words.next_after_publish(steps))


def page() -> None:
    """Empty, reading, or loaded."""
    job = jobs.current("read")
    if job is not None and job.ended:
        opening.take(job)
        st.rerun()
    if job is not None:
        reading(job)
    elif state.study().source is None:
        empty()
    else:
        loaded()


page()
