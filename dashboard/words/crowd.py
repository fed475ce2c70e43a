"""Sentences of the page `crowd`."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from dashboard.words.counting import NOTHING_LEFT, left_out, of_whom, policy_line
from dashboard.words.phrases import beyond, chosen, counted, listed, numeral, of_people, plain, summary
from privacy_core import (
    Assessment,
    Crowd,
    EquivalenceClasses,
    Judgement,
    KAnonymity,
    Missing,
    Policies,
    Risk,
    SpecialUniques,
    Study,
    Unit,
    k_for,
    named_norm,
    of_100,
    one_in,
    stale,
)

CROWD = "How small is the crowd each person hides in?"
EXAMPLE_K = 5


def crowd_answer(seen: Crowd | None) -> str:
    """How many stand alone, how many are below the line."""
    if seen is None:
        return NOTHING_LEFT
    if seen.alone == seen.people:
        return f"{beyond('Everyone')} stands alone: nobody looks like anybody else."
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
        f"{plain(study.source.name)} as loaded · {of_whom(int(people.size.sum()), study)}{left} · an attacker is assumed to know {facts}: "
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
    cut = "; higher columns go on above the picture" if seen.median <= 20 < seen.largest else ""
    return f"**Each column is {one}, {mark}.** The largest crowd holds {seen.largest:,}{cut}."


def crowd_notes(seen: Crowd, known: int) -> tuple[str, str, str]:
    """What the crowds mean, do not mean, and what comes next."""
    facts = f"these {numeral(known)} facts" if known > 1 else "this fact"
    alone = (
        f"finds **one person and no other** for {of_100(seen.alone, seen.people)}"
        if seen.alone
        else f"has **at least {seen.smallest:,} to choose from** for everyone"
    )
    first = f"An attacker who knows {facts} about somebody, and knows that they are in the file, {alone}."
    second = "It does not say that anyone will look. And a crowd is no shelter when all of it shares the secret."
    if seen.below:
        return first, second, "Larger crowds come from coarser columns or fewer rows. See how much must be blurred."
    return first, second, "Nobody is below your line. Now see what each crowd still gives away."


def crowd_brackets(seen: Crowd) -> str:
    """The stretches under the picture in words, whose own have no room on phones and in short stretches."""
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
RISK_HELP = "Chance to pick the right row for a person known to be in the table (prosecutor risk), averaged over people; persons at their smallest crowd."
WORST_HELP = "Chance to pick the right row in the smallest crowd: 1 ÷ its size."
MEDIAN_HELP = "Half of the people are in a crowd of at most this size."


def crowds_title(n: int) -> str:
    """Label of the detail."""
    return f"All {n:,} crowds, smallest first"


def crowd_rows(person: str | None, policies: Policies) -> str:
    """Name of the column with the rows of each crowd: people where each row is one and looks like itself only."""
    return "people" if person is None and policies.missing is not Missing.WILDCARD else "rows"


def crowds_note(shown: int, total: int, by: str, unit: Unit) -> str:
    """How much of the whole the table lists, and what its crowds are counted in."""
    more = f"; {total - shown:,} more are in the file" if total > shown else ""
    single = " A history is several rows: listed are the crowds of single rows." if unit is Unit.HISTORIES else ""
    return f"The smallest {shown:,} of {total:,} crowds, counted in {by}{more}.{single}"


FEW_FACTS = "How few facts single somebody out"


def few_facts_line(found: SpecialUniques) -> str:
    """How many rows stand alone by one fact, by two, by three."""
    if not found.rows:
        return "Nobody stands alone, so no set of columns singles anybody out."
    parts = [f"{rows:,} by {numeral(n)}" for n, rows in enumerate(found.by_number, start=1)]
    more = f" · {found.left:,} need more than {numeral(found.searched)}" if found.left else ""
    whose = "" if found.persons is None else f" of {counted(found.persons, 'person')}"
    return f"{counted(found.rows, 'row')}{whose} standing alone, by how few facts: {' · '.join(parts)}{more}. A row with several smallest sets counts in each."


def few_facts_rows(found: SpecialUniques) -> dict[str, list[Any]]:
    """The smallest sets and the rows each singles out."""
    shown = found.sets[:200]
    return {
        "facts": [len(names) for names, _ in shown],
        "columns": [" · ".join(names) for names, _ in shown],
        "rows singled out": [rows for _, rows in shown],
    }


OWN_LINE = "your own line"
UNIT_NAMES = {Unit.ROWS: "Rows", Unit.PERSONS: "Persons", Unit.HISTORIES: "Histories"}
UNIT_HELP = (
    "Rows: rows that look the same. Persons: distinct persons among them, so three visits of one person hide nobody. "
    "Histories: persons whose rows are all the same, for an attacker who knows every row of a person."
)
NO_PERSON = "Rows are counted. Give a column the role Person id and persons are counted instead."
ROWS_ONLY = "Rows are counted: where a missing value matches anything, crowds of persons are not defined."
ATTACKERS = "Who might look, and how often they would be right"
FRACTION = "Share of the population that is in this table, if you know it (0: not known)"
REGIMES = "This file under all published numbers"
ATTEMPT = "Chance that anyone tries, P(attempt); 1 for a public release"
REGIMES_NOTE = "Each text limits its own number; within or beyond says how the two compare, not that a law is met."


def norm_name(name: str) -> str:
    """One entry of the list of published numbers."""
    if name == OWN_LINE:
        return OWN_LINE.capitalize()
    norm = named_norm(name)
    return f"{norm.title}: {k_for(norm).words.split(';')[0]}"


def norm_source(name: str | None, today: datetime.date) -> str:
    """Where the line comes from, how it was verified, and whether that is long ago."""
    if name is None:
        return "Your own line. Take it from a published number to see its source here."
    norm = named_norm(name)
    said = [
        f"{norm.source}, {norm.date}",
        norm.context,
        norm.verified.words,
        k_for(norm).words,
        norm.note,
        stale(today, norm),
    ]
    return " · ".join(part for part in said if part)


def smallest_units(found: Mapping[Unit, int]) -> str:
    """The smallest crowd in every unit."""
    parts = [f"{UNIT_NAMES[unit].lower()} {k:,}" for unit, k in found.items()]
    return f"Smallest crowd: {' · '.join(parts)}"


def attacker_rows(found: Risk) -> dict[str, list[str]]:
    """Every attacker as a row: the worst and the average chance, and what they know."""
    return {
        "attacker": [one.attacker.value for one in found.attackers],
        "at worst": [one_in(one.highest or 0) for one in found.attackers],
        "on average": [f"{one_in(one.average or 0)} over {one.noun}" for one in found.attackers],
        "expected to be found": [f"{one.expected:,.1f} of {one.n_judged:,} {one.noun}" for one in found.attackers],
        "what they know": [one.knowledge for one in found.attackers],
    }


def population_sentence(found: Risk) -> str:
    """What is estimated of the people alone in the population, or why nothing is."""
    if found.population is None:
        return "People alone in the population: not measured; it needs weights, a population, or the share above."
    return plain(found.population.sentence)


def regime_rows(found: Sequence[Judgement]) -> dict[str, list[str]]:
    """Every published number beside the number of the table that it limits."""
    return {
        "published number": [one.norm.title for one in found],
        "asks for": [one.norm.number for one in found],
        "compared": [one.compared for one in found],
        "here": ["–" if one.number is None else f"{one.number:.4g}" for one in found],
        "stands": [one.standing.value for one in found],
        "why": [one.reason for one in found],
        "source": [f"{one.norm.source} ({one.norm.date}; {one.norm.verified.words})" for one in found],
    }


CROWD_METHODS = (
    "k-anonymity",
    "crowd",
    "how few facts single out",
    "highest risk",
    "average risk",
    "records at risk",
    "journalist risk",
    "individual risk",
    "household risk",
    "population uniqueness",
)
GROUPS, GROUP_BY = "Within groups: a table that holds on the whole may fail in one region", "Group by"
GROUPS_NOTE = "Each group is judged as a table of its own, with its own mix as the prior."
POPULATION = "A table of the whole population, if you have one (only its known columns are read)"


def group_rows(found: Mapping[str, Assessment]) -> dict[str, list[Any]]:
    """Every group as a row: people, smallest crowd, people alone, and the worst of each secret."""
    groups = list(found.values())
    rows: dict[str, list[Any]] = {
        "group": list(found),
        "rows": [int(one.classes.size.sum()) for one in groups],
        "smallest crowd": [None if one.headline.value is None else int(one.headline.value) for one in groups],
        "rows alone": [one.risk.unique_rows for one in groups],
        "average risk": ["–" if one.risk.average is None else one_in(one.risk.average) for one in groups],
    }
    for secret in groups[0].counts:
        for model, symbol in (("distinct-l", "ℓ"), ("t-closeness", "t, equal")):
            rows[f"{symbol} of {secret}"] = [_worst(one, model, secret) for one in groups]
    return rows


def _worst(found: Assessment, model: str, secret: str) -> float | None:
    """The first measurement of a model: t comes with equal distance first."""
    return next(m.value for m in found.measurements if m.model.name == model and m.model.sensitive == secret)


def household_sizes(found: Risk) -> str:
    """That the size of a household can be counted back, where households are known."""
    if found.household is None:
        return ""
    alone = counted(len(found.rare_sizes), "household size")
    verb = "occurs" if len(found.rare_sizes) == 1 else "occur"
    return (
        f"The size of a household can be counted back from its rows; {alone} {verb} once only. "
        "A card on Publish adds the counted size to what others know."
    )
