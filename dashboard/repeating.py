"""What `again` looks at: which part, which case, the demonstrations and what a click on them does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from dashboard import compute, figures, state, words
from privacy_core import ParameterError, PrivacyError, composition

START = {"values": 8, "ell": 6, "releases": 4, "at": compute.MOST_RELEASES, "k": 5}
"""Where the sliders stand at first."""
FIRST_SEED = 1


@dataclass(frozen=True, eq=False)
class Demo:
    """Values struck out at worst or at random.

    Parameters
    ----------
    case : worst or random
    n_values, ell, releases : the three sliders
    seed : of the draw that is shown
    found : what the core says
    """

    case: str
    n_values: int
    ell: int
    releases: int
    seed: int
    found: compute.Case

    @property
    def countdown(self) -> composition.Countdown:
        """Which release rules out which value."""
        return self.found.countdown

    @property
    def left(self) -> tuple[int, ...]:
        """Values left after each release."""
        return self.countdown.left

    @property
    def pinned(self) -> float:
        """Chance that random releases leave one value."""
        return self.found.random[self.releases - 1].pinned

    @property
    def mean(self) -> float:
        """Values random releases leave on average."""
        return self.found.random[self.releases - 1].mean

    @property
    def pinned_later(self) -> float:
        """The same after twice as many."""
        return self.found.random[2 * self.releases - 1].pinned

    @property
    def needed(self) -> int | None:
        """Releases that can pin somebody."""
        return self.found.needed

    @property
    def needed_one_less(self) -> int | None:
        """The same where a release leaves out a single value."""
        return self.found.needed_one_less

    @property
    def collapse(self) -> int:
        """Largest ℓ that still falls."""
        return self.found.collapse

    @property
    def named(self) -> bool:
        """Whether every value is drawn as a chip with its name."""
        return self.n_values <= figures.CHIPS and self.releases <= figures.STEPS

    @cached_property
    def picture(self) -> tuple[list[str], list[int], list[figures.Step]]:
        """Values in the order they are drawn, the release that rules each out, the rows."""
        drawn = sorted(
            zip(words.example_values(self.n_values), self.countdown.out_at, strict=True), key=lambda one: one[0].lower()
        )
        return [label for label, _ in drawn], [at for _, at in drawn], list(self._steps())

    def _steps(self) -> Iterator[figures.Step]:
        random, all_of_them = self.case == words.RANDOM, self.n_values
        name, short = words.before_name()
        large, small = ("none", "") if random else (str(all_of_them), words.guess_among(all_of_them))
        yield figures.Step(name, words.all_possible(all_of_them), short, large, small, False)
        before = (all_of_them, *self.left)
        for i, left in enumerate(self.left):
            name, short = words.step_name(i + 1)
            note = words.ruled_out(before[i] - left, i == 0, left == 1)
            large, small, loud = str(left), words.guess_among(left), left == 1
            if random:
                chance = self.found.random[i].pinned
                large, small, loud = words.pinned_big(chance), words.drawn_left(left), chance > 0
            yield figures.Step(name, note, short, large, small, loud)


@dataclass(frozen=True, eq=False)
class Nine:
    """The two published tables; a person may be chosen."""

    found: composition.Linkage
    person: int | None

    @property
    def candidates(self) -> composition.Candidates:
        """What each table shows for the chosen person, and what both leave."""
        return self.found.candidates(self.person)

    @property
    def picture(self) -> tuple[list[tuple[tuple[str, ...] | None, ...]], list[tuple[str, ...]]]:
        """What each table shows for everybody, and what both leave."""
        sets = [self.found.candidates(person) for person in range(self.found.people)]
        return [one.shown for one in sets], [one.left for one in sets]


@dataclass(frozen=True, eq=False)
class Square:
    """Nine people in rows and columns."""

    kind: str
    secrets: tuple[str, ...]
    found: composition.Linkage

    @property
    def left(self) -> list[int]:
        """Values left for each person."""
        return [self.found.left_of(person) for person in range(len(self.secrets))]


@dataclass(frozen=True)
class Thousand:
    """A thousand people; `at` is the release looked at."""

    found: compute.Pinned
    at: int


def part() -> str:
    """Which part of the page is shown."""
    shown: str = state.recall("again part", words.LINKED)
    return shown


def case() -> str:
    """Which case is shown."""
    shown: str = state.recall("again case", words.WORST)
    return shown


def shown() -> str:
    """What the page shows: the mechanism, or one of the cases."""
    return words.PLANNED if part() == words.PLANNED else case()


def setting(name: str) -> int:
    """Where a slider stands."""
    at: int = state.recall(f"again set {name}", START[name])
    return at


def put(name: str, to: float) -> None:
    """Move a slider."""
    state.remember(f"again set {name}", int(to))


def demo() -> Demo:
    """The chips of the present sliders."""
    n, releases, seed = setting("values"), setting("releases"), state.recall("again seed", FIRST_SEED)
    ell = min(setting("ell"), n)
    found = compute.case(n, ell, releases, seed if case() == words.RANDOM else None)
    return Demo(case(), n, ell, releases, seed, found)


@dataclass(frozen=True)
class Forecast:
    """What releases of several ℓ can leave, and the ℓ that leaves everybody two values; or why it cannot be said."""

    found: composition.Forecast | None
    two: int
    said: str | None = None


def forecast(seen: Demo, given: str) -> Forecast:
    """Read the ℓ that were typed in, and say what they can leave."""
    try:
        return Forecast(*compute.forecast(seen.n_values, _whole_numbers(given)))
    except PrivacyError as refused:
        return Forecast(None, 0, words.plain(str(refused)))


def _whole_numbers(text: str) -> tuple[int, ...]:
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() for part in parts):
        raise ParameterError(words.WHOLE_NUMBERS)
    return tuple(map(int, parts))


def draw_again() -> None:
    """Draw other random releases."""
    state.remember("again seed", state.recall("again seed", FIRST_SEED) + 1)


def nine() -> Nine:
    """The two published tables, seen for the secret that was chosen."""
    return Nine(compute.nine(state.recall("again nine", "salary")), state.recall("again person"))


def person(which: int) -> None:
    """Choose one of the nine."""
    state.remember("again person", which)


def walk(step: int) -> None:
    """Go to the next of the nine, those that are pinned first."""
    found, now = compute.nine(state.recall("again nine", "salary")), state.recall("again person")
    order = sorted(range(found.people), key=lambda one: (found.left_of(one), one))
    at = order.index(now) + step if now is not None else 0
    person(order[at % len(order)])


def square() -> Square:
    """The square of the secrets that were chosen."""
    kind = state.recall("again square", "distinct")
    return Square(kind, compute.secrets_of(kind), compute.square(kind))


def thousand() -> Thousand:
    """The thousand people."""
    return Thousand(compute.thousand(), setting("at"))


@dataclass(frozen=True)
class Clicks:
    """What each control of the first part does."""

    put: Callable[[str, float], None] = put
    draw_again: Callable[[], None] = draw_again
    person: Callable[[int], None] = person
    walk: Callable[[int], None] = walk


CLICKS = Clicks()
