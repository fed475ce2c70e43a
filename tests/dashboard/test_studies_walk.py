"""A study saved on one day and loaded on another, in a real browser: what it keeps is there, nothing else is."""

from __future__ import annotations

from pathlib import Path

from dashboard import words
from tests.dashboard.browsing import Surfer, surfing
from tests.dashboard.test_match_walk import sample


def part(surfer: Surfer, name: str, answers: str = ".") -> Surfer:
    surfer.page.get_by_role("radio", name=name, exact=True).first.click()
    return surfer.settle().answered(answers)


def open_study(surfer: Surfer) -> Surfer:
    surfer.page.get_by_role("button", name=words.STUDY, exact=True).click()
    surfer.page.get_by_role("button", name=words.SAVE_STUDY).wait_for()
    return surfer.settle()


def chosen(surfer: Surfer, to: Path) -> dict[str, str]:
    """Choices on `blur`, `undo` and `isolate`; the study saved; what the audit of its release says."""
    sample(surfer, "hospital-3").give_role(3, "Known to others").answered("Three ordinary columns").turn("Blur")
    surfer.press(words.USE_SUGGESTED, "Pin this").type_in("Smallest crowd (k)", "3").answered("A crowd of three")
    part(surfer.turn("Undo"), words.TWO_ROWS).type_in(words.CROWD_SIZE, "5").answered("five people")
    audited = part(surfer, words.UNDO_OWN, "could be blurred less").metrics
    part(surfer.turn("Isolate"), words.ISOLATE_TABLE).type_in(words.ALONE_MEANS, "3").answered("fewer than three")
    part(surfer, words.ISOLATE_TOTALS, "21 exact").type_in(words.COUNTS, "63").answered("63 exact totals")
    open_study(surfer.turn("Publish")).save(words.SAVE_STUDY, to)
    return audited


def test_what_a_study_keeps_is_there_and_everything_else_begins_anew(chromium, app_url, tmp_path):
    kept = tmp_path / "study.toml"
    with surfing(chromium, app_url) as surfer:
        audited = chosen(surfer, kept)
    with surfing(chromium, app_url) as surfer:
        open_study(sample(surfer, "hospital-3"))
        surfer.page.locator("input[type=file]").last.set_input_files(kept)
        surfer.answered("Three ordinary columns").page.keyboard.press("Escape")
        surfer.turn("Blur").answered("A crowd of three")
        part(surfer.turn("Undo"), words.TWO_ROWS, "Two people blurred")
        assert part(surfer, words.UNDO_OWN, "could be blurred less").metrics == audited
        part(surfer.turn("Isolate"), words.ISOLATE_TABLE, "single out everyone")
        part(surfer, words.ISOLATE_LISTS, "together")
        assert surfer.page.get_by_role("spinbutton", name="Smallest crowd you accept").input_value() == "3"
        part(surfer, words.ISOLATE_TOTALS, "21 exact totals")
        assert not surfer.page.locator("[data-testid=stAlert]").count()
