"""Sentences of the page `publish`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.words.counting import NOT_VALID, policy_line
from dashboard.words.phrases import beyond, chosen, counted, numeral, of_people, plain
from privacy_core import COUNTED_SIZE, Role, Staircase, Study, Suggestion, Table, Unit, before_visits, intake

PUBLISH = "What are we publishing, and what could others know?"
ROLE_NAMES = {
    Role.QUASI_IDENTIFIER: "Known to others",
    Role.SENSITIVE: "Secret",
    Role.IDENTIFIER: "Names a person",
    Role.PERSON: "Person id",
    Role.WEIGHT: "Weight",
    Role.HOUSEHOLD: "Household id",
    Role.NOT_USED: "Not used",
}

EMPTY_ANSWER = "Nothing is loaded. Start with a sample; it takes one click."
EMPTY_SOURCE = "Files are read from memory and kept for this session only."
UPLOAD_NOTE = "Read from memory, kept for this session, gone with *Forget my data*. You will see what we noticed before anything is used."
FORMATS = "CSV, TSV, XLSX, Parquet or Stata"


PUBLISH_METHODS = ("who stands alone",)
READING_ANSWER = "Reading the file."
READING_OTHER = "Reading the file; what was loaded before stays until it is read."
COUNTING_ANSWER = "Counting who stands alone."
STAIRS_TITLE = "Every fact an attacker adds leaves more people alone"
STAIRS_NOTE = (
    "Bright orange part: added by this column; the rest was alone before. Change a role and the bars below it move."
)
STAIRS_NOT_VALID = "No picture: counting rows that look the same says nothing about columns changed at random."
STAIRS_EMPTY = "The picture comes once you have accepted the roles. Nothing is used before."


def waiting_for(n: int) -> str:
    """Some columns have no role."""
    return f"{numeral(n, True)} column{'s wait' if n != 1 else ' waits'} for a role."


def offer(title: str, rows: int, about: str) -> str:
    """What a sample is."""
    return f"**{title}**  \n{rows:,} rows  \n:small[:gray[{about}]]"


def guess(what: str, value: str) -> str:
    """One thing that was guessed about a file."""
    return value if what in ("format", "encoding", "delimiter") else f"{what}: {value}"


def reason(suggestion: Suggestion) -> str:
    """Why a role is suggested, the weightiest first; with which other column it leaves most people alone."""
    why, _, values = suggestion.reason.partition("; ")
    alone = suggestion.alone_with_partner
    return f"{why}; + {suggestion.partner}: {alone:,} alone; {values}" if alone else suggestion.reason


WHY_HELP = (
    "What the name and the values say. «careful»: nothing is known of the column, so it counts as known to others. "
    "«+ sex: 12 alone»: so many rows stand alone when sex is known as well. Double-click a reason to read it whole."
)


def why(name: str, suggested: Mapping[str, Suggestion], repairs: Sequence[intake.Repair]) -> str:
    """Why a column has its role; of a column made by a repair, which repair and from what."""
    if name in suggested:
        return reason(suggested[name])
    homes = [str(one.column) for one in repairs if one.kind is intake.RepairKind.HOUSEHOLD_SIZE]
    if name == COUNTED_SIZE and homes:
        return f"made by a repair: anyone can count it by {homes[0]}"
    came = before_visits(name)
    return f"made by a repair from {came}; {suggested[came].reason}" if came in suggested else "made by a repair"


def noticed_title(n: int) -> str:
    """Heading over the cards."""
    return f"{numeral(n, True)} thing{'s' * (n != 1)} we noticed"


def publish_answer(steps: Staircase | None, table: Table, study: Study) -> str:
    """The answer of the page, in every state of the roles."""
    if steps is not None:
        return staircase_answer(steps)
    if study.crowds_touched:
        return NOT_VALID
    return COUNTING_ANSWER if study.roles else waiting_for(len(table.names))


def acceptance(n: int) -> str:
    """Label of the one button that accepts."""
    return f"Accept all {numeral(n)} roles" if n > 1 else "Accept the role"


ACCEPT_NOTE = "Nothing is used before you accept it."
ACCEPTED_NOTE = "Accepted. A change of role counts at once."
NEXT_CROWD = "How small is the crowd?"


def next_after_publish(steps: Staircase | None) -> tuple[str | None, str]:
    """The next page, once there is something to see there."""
    return ("crowd" if steps else None), NEXT_CROWD


def role_called(name: str | None) -> Role | None:
    """The role of a word in the table of roles."""
    return next((role for role, said in ROLE_NAMES.items() if said == name), None)


def staircase_answer(steps: Staircase) -> str:
    """How many people the accepted columns leave alone."""
    n, alone = len(steps.columns), steps.alone[-1]
    columns = f"{numeral(n, True)} ordinary columns together make" if n > 1 else "One ordinary column makes"
    if alone == 0:
        return f"No one stands alone, even with {chosen(f'all {n} columns' if n > 1 else 'this column')}."
    if alone == steps.rows:
        return f"{columns} {beyond('every person')} unique."
    return f"{columns} {beyond(of_people(alone, steps.rows))} unique."


def read_as(guesses: Sequence[str]) -> str:
    """How a file was read."""
    return f"read as: {', '.join(guesses)}"


def source_line(study: Study, table: Table, how: str) -> str:
    """Table, rows, how the file was read or where the sample comes from, and how rows are counted."""
    n = len(table.names)
    policies = f" · {policy_line(study)}" if study.roles else ""
    each = "" if study.policies.unit is not Unit.ROWS else ", each taken as one person"
    shape = f"{counted(table.n_rows, 'row')}{each} · {counted(n, 'column')}"
    return f"{plain(study.source.name)} · {shape} · {plain(how)}{policies}"


def staircase_notes(steps: Staircase | None) -> tuple[str, str, str]:
    """What the staircase means, does not mean, and what comes next."""
    if steps is None:
        return NO_NOTES
    n, alone = len(steps.columns), steps.alone[-1]
    worst = min(range(n), key=lambda i: (steps.alone_without[i], i))
    spared = alone - steps.alone_without[worst]
    facts = f"these {numeral(n)} facts" if n > 1 else "this fact"
    point = f"point at **one row** for {alone:,} of {steps.rows:,} people" if alone else "leave nobody alone"
    first = f"Others may know {facts} from a register, a profile or a chat. Together they {point}."
    second = "It does not say that anyone will look, or that everything others know is in these columns."
    if spared:
        second = f"No column is harmless because it is harmless alone: without {plain(steps.columns[worst])}, {spared:,} of those who stand alone would have company."
    return first, second, "Change a role and the bars move. Then look at the crowd each person hides in."


NO_NOTES = (
    "Each column is either known to others, secret, a direct identifier, or not used. The suggestions give their reason.",
    "A suggestion is not a decision. Nothing is measured before you accept the roles.",
    "Check the roles and accept them. Only columns with a role of their own count as known.",
)

PREVIEW = "The first rows, direct identifiers hidden"
PREVIEW_NOTE = "Shown because you asked. Columns that name a person or a household are masked."


def show_all(n: int) -> str:
    """Label of the rest of the cards."""
    return f"Show all {n}"


UNDO_REPAIR = "done · undo"
COUNTS_AS_READ = "Counts are of the file as it was read; repairs have changed its rows since."
IN_ORDER_OF, THEIR_VALUES = "Rows of one person in the order of", "(all their values)"


def order_name(column: str | None) -> str:
    """One way to order the rows of a person."""
    return THEIR_VALUES if column is None else column


STUDY, SAVE_STUDY, LOAD_STUDY = "Study", "Save the study (settings only)", "Load a study"
UNDO, REDO, SAVE_SUMMARY = "Undo", "Redo", "Save the summary"
SAVE_SAMPLE = "Save this sample as CSV"
MORE_SAMPLES = "More samples"
CONTEXT = "Who receives it, and for what (text for your records)"
CONTEXT_LABELS = {
    "purpose": "Purpose",
    "recipient": "Recipient",
    "release_model": "Release model: public, shared under contract, enclave",
    "one_row_is_one": "One row is one …",
}


def finding_title(found: intake.Finding) -> str:
    """Title of a card: where, what and how often; a finding about a column counts rows."""
    if found.column is None:
        return f"**The file: {found.kind.value}, {found.count:,} in all**"
    return f"**{plain(found.column)}: {found.kind.value}, in {counted(found.count, 'row')}**"


def repair_label(repair: intake.Repair) -> str:
    """Label of the button that does a repair."""
    kind = repair.kind.value
    fine = f" to {repair.parameters[-1]} decimals" if repair.kind is intake.RepairKind.ROUND_GEO else ""
    return kind[0].upper() + kind[1:] + fine
