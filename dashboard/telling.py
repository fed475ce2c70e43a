"""What `giveaway` looks at: a secret, a promise, its line, the crowds on both sides, one crowd chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dashboard import compute, state, words
from privacy_core import Better, EquivalenceClasses, Luck, Measurement, Mix, Study, Thresholds, judge

EXAMPLES = Thresholds(k=5, l=3, t=0.5, entropy_l=2, beta=1, enhanced_beta=1, delta_disclosure=1)
"""Where a line stands until the user sets it."""

WORST = 1000
"""Classes listed in the table."""


@dataclass(frozen=True, eq=False)
class Look:
    """Everything the page shows.

    Parameters
    ----------
    study, cut : what was chosen
    secrets, secret : columns that may be looked at, several also as one value, and the one that is
    grounds, ground : distances it allows, and the one in use
    model : which promise the axis shows: t, l, entropy_l, beta, enhanced_beta, delta_disclosure, k
    threshold : its line
    set_by_user : whether the user set the line
    found : the measurement with that line
    classes : the crowds
    order : crowds from the most to the least telling
    selected : the crowd shown below, or None
    mix : its mix, or None
    luck : where random crowds of its size stand, or None
    domain : values of the secret, those that occur
    bounds : what each promise lets the rarest value fill
    """

    study: Study
    cut: compute.Cut
    secrets: tuple[str, ...]
    secret: str
    grounds: tuple[str, ...]
    ground: str
    model: str
    threshold: float
    set_by_user: bool
    found: Measurement
    classes: EquivalenceClasses
    order: Sequence[int]
    selected: int | None
    mix: Mix | None
    luck: Luck | None
    domain: int
    bounds: Sequence[compute.Bound]

    @property
    def worst_high(self) -> bool:
        """Whether larger numbers of the promise give more away."""
        return self.found.model.better is Better.LOWER

    def rows(self, most: int, only_beyond: bool, with_looks: bool) -> tuple[dict[str, list[Any]], int]:
        """The most telling crowds as a table, and how many more there are."""
        listed = [i for i in self.order.tolist() if self.found.fails[i]] if only_beyond else self.order.tolist()
        shown = listed[:most]
        looks = (
            {words.column_name(name): words.cells(v) for name, v in compute.keys(self.cut, shown).items()}
            if with_looks
            else {}
        )
        columns = {
            "crowd": [i + 1 for i in shown],
            "people": self.found.size[shown].tolist(),
            words.SYMBOLS[self.model]: [words.value(float(x)) for x in self.found.per_class[shown]],
            "line": ["beyond" if fails else "within" for fails in self.found.fails[shown].tolist()],
        }
        return {**columns, **looks}, len(listed) - len(shown)


def look(study: Study) -> Look:
    """Collect what the page shows for the present choices."""
    chosen = compute.cut(study)
    secrets = compute.looked_at(chosen)
    secret = state.recall("secret") if state.recall("secret") in secrets else secrets[0]
    names = compute.ground_names(chosen, secret)
    ground = ground_among(names, study.blur.ground)
    model = state.recall("model", "t")
    threshold = line(study, model)
    measured = compute.measured(chosen, secret, model, ground)
    found = judge(compute.build(chosen, secret, model, ground, threshold), measured)
    selected = state.recall("selected")
    return Look(
        study,
        chosen,
        secrets,
        secret,
        tuple(names),
        ground,
        model,
        threshold,
        getattr(study.thresholds, model) is not None,
        found,
        compute.classes(chosen),
        compute.order(chosen, secret, model, ground),
        selected,
        None if selected is None else compute.one(chosen, secret, ground, selected),
        None
        if selected is None or not state.recall("luck")
        else drawn_at_random(chosen, secret, model, ground, selected),
        compute.domain(chosen, secret),
        compute.bounds(chosen, secret, ground, lines(study)),
    )


def ground_among(names: Sequence[str], wanted: str) -> str:
    """The distance of the study, on `blur` as here, where a secret allows it; else its own: ordered, or equal."""
    return next(one for one in (wanted, "ordered", "equal") if one in names)


def drawn_at_random(chosen: compute.Cut, secret: str, model: str, ground: str, selected: int) -> Luck:
    """Where random crowds of the selected one's size stand."""
    return compute.by_luck(chosen, secret, model, ground, int(compute.classes(chosen).size[selected]))


def line(study: Study, model: str) -> float:
    """The user's line of a model, or the example."""
    asked: float | None = getattr(study.thresholds, model)
    return getattr(EXAMPLES, model) if asked is None else asked


def lines(study: Study) -> tuple[tuple[str, float], ...]:
    """The lines of the promises that bound a share."""
    return tuple((model, line(study, model)) for model in ("t", "beta", "enhanced_beta", "delta_disclosure"))


def choose(secret: str) -> None:
    """Look at another secret; what was selected is let go."""
    state.remember("secret", secret)
    _begin_again()


def measure_by(ground: str) -> None:
    """Measure by another distance, here and on `blur`; what was selected is let go."""
    state.change(blur=replace(state.study().blur, ground=ground))
    _begin_again()


def _begin_again() -> None:
    state.remember("selected", None)
    state.renew("distances")


def promise(model: str, threshold: float) -> None:
    """Set a line; the axis becomes that model's."""
    state.promise(**{model: threshold})
    state.remember("model", model)


def show(which: int) -> None:
    """Show a crowd below; what it looks like stays hidden."""
    state.remember("selected", which)
    state.remember("reveal", False)


def walk(step: int) -> None:
    """Go to the next more or less telling crowd; begin with the most telling one."""
    seen = look(state.study())
    order = seen.order.tolist()
    at = order.index(seen.selected) + step if seen.selected is not None else 0
    show(order[min(max(at, 0), len(order) - 1)])
