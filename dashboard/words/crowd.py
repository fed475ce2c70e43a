"""Sentences of the page `crowd`."""

from __future__ import annotations

from dashboard.words.counting import NOTHING_LEFT, left_out, policy_line
from dashboard.words.phrases import beyond, chosen, listed, numeral, of_people, plain, summary
from privacy_core import Crowd, EquivalenceClasses, KAnonymity, Study, of_100, one_in

CROWD = "How small is the crowd each person hides in?"
EXAMPLE_K = 5


def crowd_answer(seen: Crowd | None) -> str:
    """How many stand alone, how many are below the line."""
    if seen is None:
        return NOTHING_LEFT
    if seen.alone == seen.people:
        return f"{beyond('Everyone')} stands alone: no two rows look the same."
    if seen.below == 0:
        return f"Everyone has a crowd of at least {chosen(numeral(seen.smallest))}; your line is {numeral(seen.k)}."
    few = numeral(seen.k)
    if seen.alone == 0 and seen.below == seen.people:
        return f"{beyond('Everyone')} hides among fewer than {few}; the smallest crowd holds {numeral(seen.smallest)}."
    if seen.alone == 0:
        return f"No one stands alone; {beyond(of_people(seen.below, seen.people))} hide among fewer than {few}."
    if seen.k <= 2:
        return f"{beyond(of_people(seen.alone, seen.people))} stand alone."
    if seen.below == seen.people:
        return f"{beyond(of_people(seen.alone, seen.people))} stand alone; everyone hides among fewer than {few}."
    return f"{beyond(of_people(seen.alone, seen.people))} stand alone; {of_100(seen.below, seen.people)} hide among fewer than {few}."


def knowledge_line(study: Study, people: EquivalenceClasses) -> str:
    """Table, people and what an attacker is assumed to know."""
    known, left = people.quasi_identifiers, left_out(people.n_suppressed, people.n_left_out)
    facts = f"{len(known)} column{'s' * (len(known) != 1)}"
    return (
        f"{plain(study.source.name)} as loaded · {people.size.sum():,} people{left} · an attacker is assumed to know {facts}: "
        f"{listed(known)} · {policy_line(study)}"
    )


def line_name(symbol: str, at: str, set_by_user: bool) -> str:
    """Words on the user's line."""
    return f"{'your' if set_by_user else 'example'} line: {symbol} = {at}"


def crowd_lead(seen: Crowd) -> str:
    """What one mark of the picture is, and what stands under it."""
    n = len(seen.columns)
    one = "one person" if n < 100 or seen.people == n else "one person of 100"
    mark = (
        "each dot one person in the crowd" if seen.median <= 20 else "its height is the crowd, on a logarithmic scale"
    )
    return f"**Each column is {one}, {mark}.** The largest crowd holds {seen.largest:,}."


def crowd_notes(seen: Crowd, known: int) -> tuple[str, str, str]:
    """What the crowds mean, do not mean, and what comes next."""
    facts = f"these {numeral(known)} facts" if known > 1 else "this fact"
    alone = (
        f"finds **one row and no other** for {of_100(seen.alone, seen.people)}"
        if seen.alone
        else f"is left with **at least {seen.smallest:,} rows** for everyone"
    )
    first = f"An attacker who knows {facts} about somebody, and knows that they are in the file, {alone}."
    second = "It does not say that anyone will look. And a crowd is no shelter when all of it shares the secret."
    return (
        first,
        second,
        "Larger crowds come from coarser columns or fewer rows. Now see what each crowd still gives away.",
    )


def crowd_brackets(seen: Crowd) -> str:
    """The stretches under the picture, in words, for narrow screens."""
    alone, few, rest = seen.stretches
    parts = [f":orange[◼ {alone:,} stand alone]: the guess is certain"] if alone else []
    if few:
        parts.append(f":orange[◼ {few:,} in crowds of 2 to {seen.k - 1}]: 1 in 2 to {one_in(1 / (seen.k - 1))}")
    if rest:
        parts.append(f"● {rest:,} in crowds of {seen.k} or more: {one_in(1 / seen.k)} or better")
    return " · ".join(parts)


def crowd_metrics(seen: Crowd) -> list[tuple[str, str, str]]:
    """The four numbers beside the picture: label, value, help."""
    return [
        ("Below the line", f"{seen.below:,}", below_help(seen)),
        ("Average risk", one_in(seen.average_risk), RISK_HELP),
        ("Worst risk", one_in(seen.highest_risk), WORST_HELP),
        ("Median crowd", f"{seen.median:,}", MEDIAN_HELP),
    ]


def below_help(seen: Crowd) -> str:
    """Help of the number of people below the line."""
    return f"People in crowds smaller than {seen.k}, in {seen.classes_below:,} of {seen.classes:,} crowds (equivalence classes)."


K_LABEL = "Smallest crowd you accept (k)"
K_HELP = summary(KAnonymity)
RISK_HELP = "Chance to pick the right row for a person known to be in the table (prosecutor risk), averaged over people: classes ÷ rows."
WORST_HELP = "Chance to pick the right row in the smallest crowd: 1 ÷ its size."
MEDIAN_HELP = "Half of the people are in a crowd of at most this size."

NEXT_GIVEAWAY, NEXT_PUBLISH = "What does the crowd give away?", "What could others know?"


def next_after_crowd(study: Study) -> tuple[str, str]:
    """The next page: what the crowd gives away, if anything is secret."""
    return ("giveaway", NEXT_GIVEAWAY) if study.roles and study.roles.sensitive else ("publish", NEXT_PUBLISH)


def crowds_title(n: int) -> str:
    """Label of the detail."""
    return f"All {n:,} crowds, smallest first"


def crowds_note(shown: int, total: int) -> str:
    """How much of the whole the table lists."""
    return f"The smallest {shown:,} of {total:,} crowds" + (
        f"; {total - shown:,} more are in the file." if total > shown else "."
    )
