"""What a release costs, measured otherwise: other measures, pairs of columns, a classifier, figures of the user's."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import compute, figuring, words
from dashboard.blurring import View
from dashboard.widgets import base, working


def otherwise(seen: View | None) -> None:
    """Other measures of the chosen way, before and after; made once it is open."""
    if seen is None or seen.chosen is None:
        return
    with st.expander(words.OTHERWISE, icon=":material/straighten:", on_change="rerun", key="costs otherwise") as shown:
        if not shown.open:
            return
        found = compute.usefulness(*seen.key, seen.asked.gs)
        base.table(words.measure_rows(found.before, found.after), "measure rows", height="content")
        base.small(words.MEASURES_NOTE)
        if found.after.pairs:
            st.markdown(words.PAIRS)
            base.table(words.pair_rows(found.after.pairs), "pair rows", height="content")
        _prediction(seen)
        _figures(seen)


def _prediction(seen: View) -> None:
    """How well a column can be predicted from the known ones, before and after."""
    st.markdown(words.PREDICTION)
    target = st.selectbox(words.PREDICT_WHAT, (*seen.cut.secrets, *seen.columns), key="predict what")
    st.button(words.PREDICT, icon=":material/model_training:", on_click=partial(figuring.predict, seen, target))
    job = figuring.predicted(seen)
    if job is not None:
        working.worked(job, lambda found: base.small(words.prediction(found)), 120)


def _figures(seen: View) -> None:
    """Figures of the user's: what the table says and what a reader of the release would reckon."""
    st.markdown(words.FIGURES)
    left, right = st.columns(2, gap="large")
    with left:
        _count(seen)
    with right:
        _mean(seen)
    if figuring.named():
        base.table(words.figure_rows(compute.figures(*seen.key, figuring.named())), "figure rows", height="content")
        st.button(words.CLEAR_FIGURES, icon=":material/close:", on_click=figuring.clear, type="tertiary")
    base.small(words.FIGURES_NOTE)


def _count(seen: View) -> None:
    values = compute.values_of(seen.cut)
    column = st.selectbox(words.COUNT_IN, list(values), key="count in")
    value = st.selectbox(words.COUNT_OF, values[column], key=f"count of {column}")
    if value is not None:
        click = partial(figuring.count, column, value, words.count_name(column, value))
        st.button(words.ADD_COUNT, icon=":material/add:", on_click=click)


def _mean(seen: View) -> None:
    several = compute.numeric(seen.cut)
    if not several:
        base.small(words.NO_MEAN)
        return
    column = st.selectbox(words.MEAN_OF, several, key="mean of")
    st.button(words.ADD_MEAN, icon=":material/add:", on_click=partial(figuring.mean, column, words.mean_name(column)))
