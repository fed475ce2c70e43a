"""`kelt link` at the edges: nobody in the release, thresholds below 0, what is undefined and why, columns of two kinds."""

from __future__ import annotations

import pytest

from tests.command import kelt

PEOPLE = "id,age,city,visits\n" + "".join(f"p{at},{20 + at % 30},{'abcd'[at % 4]},{at * 7 % 23}\n" for at in range(40))
HEADER = "id,age,city,visits\n"
QI = ("--qi=age", "--qi=city")


@pytest.fixture
def link(tmp_path):
    def run(original, release, *more, json=True):
        paths = [tmp_path / "original.csv", tmp_path / "release.csv"]
        for path, text in zip(paths, (original, release), strict=True):
            path.write_text(text, encoding="utf-8")
        return kelt("link", *paths, *more, *(["--json"] if json else []))

    return run


@pytest.mark.parametrize("fit", ["joint", "source", "target"])
def test_a_release_of_nobody_has_rates_of_0(link, fit):
    said = link(PEOPLE, HEADER, *QI, "--id=id", f"--fit={fit}")
    assert said.code == 0
    assert (said.json["n"], said.json["m"]) == (40, 0)
    for level in said.json["levels"]:
        assert set(level["rate"]) == {0} == {level["coverage"]}
        assert level["structural_recall"] is level["top1_accuracy"] is None
        assert level["reasons"]["structural_recall"] == "not applicable: no id of the original occurs in the release"
    assert said.json["baselines"]["dcr"]["release"] is None
    assert said.json["baselines"]["dcr"]["reasons"]["release"]


def test_attackers_have_nothing_to_look_into_in_a_release_of_nobody(link):
    said = link(PEOPLE, HEADER, "--qi=age", "--sensitive=city", "--attackers")
    assert [one["measured"] for one in said.json["attackers"]] == [False] * 3
    assert all("no rows" in one["reason"] for one in said.json["attackers"])


def test_nobody_to_link_is_refused(link, tmp_path):
    empty = tmp_path / "empty.csv"
    empty.write_text(HEADER, encoding="utf-8")
    for said in (
        link(HEADER, PEOPLE, *QI),
        link(PEOPLE, PEOPLE, *QI, f"--holdout={empty}"),
        link(PEOPLE, PEOPLE, *QI, f"--auxiliary={empty}"),
    ):
        assert said.code == 2
        assert "no rows" in said.err
        assert not said.out


@pytest.mark.parametrize(
    ("written", "tau"), [("-0.5:0.5:0.25", [-0.5, -0.25, 0, 0.25, 0.5]), ("-1", [-1]), ("-.5,.5", [-0.5, 0.5])]
)
def test_thresholds_may_begin_below_0(link, written, tau):
    said = link(PEOPLE, PEOPLE, *QI, "--tau", written)
    assert said.code == 0, said.err
    assert said.json["tau"] == tau


def test_ids_that_meet_nobody_are_not_the_same_as_no_ids(link):
    strangers = PEOPLE.replace("p", "q")
    met, none = link(PEOPLE, strangers, *QI, "--id=id"), link(PEOPLE, strangers, *QI, "--ignore=id")
    reasons = [said.json["levels"][0]["reasons"]["top1"] for said in (met, none)]
    assert reasons == [
        "not applicable: no id of the original occurs in the release",
        "not applicable: nobody said which records are one person",
    ]


def test_alpha_is_refused_in_plain_numbers(link):
    assert link(PEOPLE, PEOPLE, *QI, "--alpha=0").err == (
        "kelt: alpha must lie between 0 and 1, neither included, got 0.\n"
    )


def test_one_released_record_has_no_second_closest(link):
    nndr = link(PEOPLE, HEADER + "p1,21,b,7\n", *QI, "--id=id").json["baselines"]["nndr"]
    assert nndr["people"]["median"] is None
    assert "no second closest" in nndr["reasons"]["people"]


def test_fellegi_sunter_is_told_for_the_coarsest_level_and_for_all(link):
    fields = link(PEOPLE, PEOPLE, *QI, "--id=id").json["baselines"]["fellegi_sunter"]
    assert [level["level"] for level in fields["levels"]] == ["age,city", "age", ""]
    assert {key: fields[key] for key in fields if key != "levels"} == fields["levels"][-1]


def test_a_column_of_numbers_and_text_is_no_silent_cast(link):
    mixed = PEOPLE.replace("visits", "visits,steps").splitlines()
    mixed[1:] = [f"{line},{'walks' if at % 7 == 0 else at}" for at, line in enumerate(mixed[1:])]
    text = "\n".join(mixed) + "\n"
    told = [one for one in link(text, text, *QI, "--id=id").json["findings"] if "'steps'" in one]
    assert "34 rows hold numbers and 6 rows hold text" in told[0]
    assert not any("walks" in one for one in told)
    refused = link(PEOPLE.replace("visits", "steps"), text, *QI, "--id=id")
    assert refused.code == 2
    assert "'steps': 6 rows of the release hold text" in refused.err


def test_labels_that_stand_for_nothing_are_said(link):
    header, rows = PEOPLE.split("\n", 1)
    told = link(PEOPLE, f"{header}\n{rows.translate(str.maketrans('abcd', 'ABCD'))}", *QI, "--id=id").json["findings"]
    assert any("'city': no value of the release stands for one of the original" in one for one in told)


def test_a_root_that_reads_as_any_value_is_no_fault(link, tmp_path):
    tree = tmp_path / "city.csv"
    tree.write_text("a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n", encoding="utf-8")
    release = "\n".join(
        ",".join("*" if place == 2 and cell == "d" else cell for place, cell in enumerate(line.split(",")))
        for line in PEOPLE.splitlines()
    )
    said = link(PEOPLE, release, *QI, "--id=id", f"--hierarchy=city={tree}")
    assert said.code == 0, said.err
    assert [level["structural_recall"] for level in said.json["levels"]] == [1, 1, 1]


@pytest.mark.parametrize(
    ("fit", "unseen"), [("source", {"city": [0, 10]}), ("target", {"city": [10, 0]}), ("joint", {})]
)
def test_values_nobody_saw_at_the_fit_are_counted(link, fit, unseen):
    header, rows = PEOPLE.split("\n", 1)
    said = link(PEOPLE, f"{header}\n{rows.replace(',d,', ',e,')}", *QI, "--id=id", f"--fit={fit}")
    assert said.json["unseen"] == unseen
