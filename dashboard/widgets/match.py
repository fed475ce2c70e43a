"""Parts of the page `match`: the picture, the cut and what moves with it, what is matched and how."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from dashboard import figures, matching, receiving, releasing, words
from dashboard.compute.matched import At, AtLeast, Match
from dashboard.matching import Clicks, Seen, setting
from dashboard.widgets import base, matched, picking, placing, working
from privacy_core import linkage

TAU = base.Span(0.0, 1.0, 0.01, 1.0)
ALPHA = base.Span(1, 50, 1, 99)
KINDS = ["csv", "tsv", "txt", "xlsx", "parquet", "dta"]


def parts() -> None:
    """Which part of the page, once there are several."""
    if len(words.MATCH_PARTS) > 1:
        now, several = matching.setting("part", words.MATCH_PARTS[0]), words.MATCH_PARTS
        hidden = {"required": True, "label_visibility": "collapsed"}
        picking.pick(st.segmented_control, words.MATCH_PART, "match part", now, several, **hidden)


def switches(seen: Seen, clicks: Clicks) -> None:
    """What is matched, and how; each in one popover, made only once it is open."""
    parts()
    if seen.attacker is None:
        return
    if seen.begun:
        _what_is_matched(seen, clicks)
    with st.popover(words.COUNTED, icon=":material/tune:", on_change="rerun", key="match counted") as shown:
        if shown.open:
            _how(seen, seen.attacker, clicks)


def _what_is_matched(seen: Seen, clicks: Clicks) -> None:
    """While nothing can be shown, the same stands on the page itself."""
    with st.popover(words.WHAT, icon=":material/compare_arrows:", on_change="rerun", key="match what") as shown:
        if shown.open:
            what(seen, clicks)


def what(seen: Seen, clicks: Clicks) -> None:
    """The release, who is who in it, the strangers."""
    names, again = [one.name for one in releasing.offered()], {"after": clicks.forget_pair}
    help_ = words.WHICH_MATCHED_HELP
    now = releasing.origin().name
    picking.pick(st.selectbox, words.WHICH_MATCHED, "match origin", now, names, help=help_, **again)
    if now == words.UPLOADED_RELEASE:
        upload(receiving.RELEASE, words.UPLOAD_ONE, None, clicks)
    if seen.chosen.setting is not None:
        base.small(words.ALL_PUBLISHED)
    if seen.chosen.uploaded is not None:
        several = [None, *matching.shared(seen.study, seen.chosen)]
        called = lambda name: words.NOBODY_SAYS if name is None else name  # noqa: E731
        at = seen.truth.column if seen.truth.column in several else None
        shown = {"format_func": called, "placeholder": words.NOBODY_SAYS, **again}
        picking.pick(st.selectbox, words.WHO_IS_WHO, "match id", at, several, **shown)
    if receiving.has_strangers() and receiving.HOLDOUT not in receiving.kept():
        strangers(clicks, "popover")
    upload(receiving.HOLDOUT, words.UPLOAD_STRANGERS, words.STRANGERS_HELP, clicks)


def upload(which: str, label: str, help_: str | None, clicks: Clicks) -> None:
    """Take a table for this page; it can be let go again."""
    key = matching.widget(which)
    st.file_uploader(label, KINDS, key=key, on_change=clicks.upload, args=(which,), help=help_)
    held = receiving.kept().get(which)
    if held is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            base.small(words.uploaded_line(held[0], held[1].n_rows))
            st.button(words.LET_GO, key=f"match let go {which}", type="tertiary", on_click=clicks.let_go, args=(which,))


def strangers(clicks: Clicks, where: str) -> None:
    """One click brings people who are not in the release."""
    icon = ":material/group_add:"
    st.button(words.USE_STRANGERS, icon=icon, key=f"match strangers {where}", on_click=clicks.strangers)


def _how(seen: Seen, asked: Any, clicks: Clicks) -> None:
    """Fit, coding, weight, chance of luck, seed, sorting, columns that are not compared."""
    fits, codings = words.FITS, words.CODINGS_OF_NAMES
    box, shown = st.selectbox, {"help": words.FIT_HELP, "format_func": fits.__getitem__}
    picking.pick(box, words.FIT, "match fit", asked.fit, [*fits], **shown)
    picking.pick(box, words.CODING, "match coding", asked.coding, [*codings], format_func=codings.__getitem__)
    left, right = st.columns(2)
    with left:
        bounds = {"min_value": 0.01, "max_value": 10.0, "step": 0.05, "format": "%.3f", "help": words.NAME_WEIGHT_HELP}
        picking.pick(st.number_input, words.NAME_WEIGHT, "match weight", asked.weight, **bounds)
    with right:
        picking.seed(words.SEED_OF_MATCH, "match seed", asked.seed)
    alpha = lambda to: clicks.put("alpha", to / 100)  # noqa: E731
    base.number(words.ALPHA_OF_100, "match alpha of 100", round(100 * asked.alpha), ALPHA, alpha, None)
    text = matching.levels_text(asked)
    shown = {"help": words.SORTINGS_HELP, "height": "content", "save": clicks.take_levels}
    picking.held(st.text_area, words.SORTINGS, "match levels text", text, **shown)
    left_out, others = matching.ignored(seen.study), matching.may_be_ignored(seen.study)
    help_ = words.NOT_COMPARED_HELP
    picking.pick(st.multiselect, words.NOT_COMPARED, "match ignored", left_out, others, help=help_)
    base.small(words.MATCH_COUNTED_NOTE)
    base.small(linkage.LOCALITY_SENSITIVE_HASHING)


def nothing_yet(seen: Seen, clicks: Clicks) -> None:
    """The missing step as one link, and the other releases there are."""
    base.to_first(seen.link)
    base.how_first(seen.chosen.hint, words.AS_IT_IS_INSTEAD)
    if seen.chosen.name:
        with st.columns([1.4, 1.2])[0]:
            what(seen, clicks)


def hero(seen: Seen, clicks: Clicks) -> tuple[Any, Any]:
    """The picture at the left, its controls at its right; places for what moves with the cut."""
    left, right = base.columns()
    found = seen.found
    with left:
        if found is None:
            not_yet(seen)
        elif shown() == words.SHEETS:
            sheets(found)
        picture = placing.place()
    with right:
        if found is None:
            return None, None
        picking.pick(st.segmented_control, words.LOOK_AS, "match view", shown(), words.LOOKS, required=True)
        cut = st.container()
        _sorted_by(found, clicks)
        _components(found, clicks)
        numbers = placing.place()
        if receiving.has_strangers() and found.null is not linkage.Null.HOLDOUT:
            strangers(clicks, "page")
    return cut, (picture, numbers)


def shown() -> str:
    """Slices or the surface."""
    at: str = setting("view", words.SLICES)
    return at


def _sorted_by(found: Match, clicks: Clicks) -> None:
    called = {name: words.sorting(found, level, 60) for level, name in enumerate(found.levels)}
    now, more = found.levels[matching.level(found)], {"after": clicks.forget_pair, "help": words.SORTED_HELP}
    picking.pick(
        st.selectbox, words.SORTED_BY, "match level", now, found.levels, format_func=called.__getitem__, **more
    )


def _components(found: Match, clicks: Clicks) -> None:
    most = found.most_components
    if most < 3:
        return
    span, put = base.Span(2, most, 1, most), lambda to: clicks.put("components", int(to))
    now = found.risk.projected.components
    base.number(words.COMPONENTS, "match components", now, span, put, words.COMPONENTS_HELP)


def cut_by(seen: Seen, clicks: Clicks, where: Any, moves: Callable[[At | None], None]) -> None:
    """The user's line: only this runs again when it moves, with all that moves along."""
    found = seen.found
    if found is None:
        moves(None)
        return

    @st.fragment
    def line() -> None:
        put = partial(clicks.put, "tau")
        base.number(words.STRICTNESS, "match tau", matching.tau(found), TAU, put, words.STRICTNESS_HELP)
        moves(found.at(matching.level(found), matching.tau(found)))

    with where:
        line()


def moves(seen: Seen, where: tuple[Any, Any, Any, Any], at: At | None) -> None:
    """Answer, picture, numbers, table and notes at the cut, each in its place."""
    answer, places, table, notes = where
    if at is not None:
        base.answered(answer, words.match_answer(seen, at))
        picture, beside = places
        with picture:
            if shown() == words.SLICES:
                slices(seen.found, at)
            base.small(f"{words.lenient(seen.found, at)} {words.calibrated(seen.found, at)}")
        with beside:
            numbers(seen.found, at, seen)
        if table is not None:
            with table:
                matched.levels(seen.found, at)
    link, label = ("publish", words.NEXT_PUBLISH) if seen.chosen.uploaded is not None else ("blur", words.NEXT_BLUR)
    with notes:
        base.notes(words.match_notes(seen, at), link, label)


def numbers(found: Match, at: At, seen: Seen) -> None:
    """Four numbers at the cut."""
    st.markdown(words.at_cut(seen))
    base.metrics(words.match_metrics(found, at), "match")


def slices(found: Match, at: At) -> None:
    """One slice per way to sort, cut by the user's line."""
    lead, key = words.slices_lead(found)
    base.key(f"{lead}  \n{key}", None)
    said = (words.cut_label(at.tau), words.TAU_AXIS, words.dull_label(found), words.slices_message(found, at))
    several, tau = matching.picture(found, at)
    base.figure(partial(figures.slices, several, tau, at.tau, said), "slices")


def sheets(found: Match) -> None:
    """The whole surface above that of luck; the cut is in the slices only."""
    names = [words.sheet_name(found, level) for level in range(len(found.levels))]
    members, luck = ([one[place] for one in found.curves] for place in (0, 1))
    tau, said = found.risk.surface.tau.tolist(), words.sheets_said(found)
    placing.sheet(partial(figures.sheets, names, tau, members, luck, said), "sheets")
    base.small(words.sheets_note(found))


def not_yet(seen: Seen) -> None:
    """Work under way, what was found before it was stopped, or what was there before, dimmed."""
    if seen.bound is not None:
        bound(seen.bound)
    show = lambda old: slices(old, old.at(matching.level(old), matching.tau(old)))  # noqa: E731
    working.meanwhile(seen.job, Match, show, lambda old: seen.bound is None)


def bound(found: AtLeast) -> None:
    """What was found before the work was stopped: members alone, open above."""
    several, tau = matching.bound_picture(found)
    note = words.bound_line(found.done, len(found.surface.levels))
    base.small(note)
    label = words.bound_label(words.LEAST_TAU)
    said = (label, words.TAU_AXIS, "", note)
    base.figure(partial(figures.slices, several, tau, words.LEAST_TAU, said), "bound slices")
