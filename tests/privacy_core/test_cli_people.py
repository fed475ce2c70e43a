"""`kelt assess` with persons, weights, households and a population."""

from __future__ import annotations

import numpy as np
import pytest

from privacy_core import dankar
from tests.command import assess, kelt

SURVEY = b"q,w,home\na,70,1\na,40,1\nb,17,2\n"


def survey(*options: str):
    return assess("-", "--qi=q", *options, stdin=SURVEY)


def test_nothing_known_is_null():
    risk = survey().json["risk"]
    assert [risk[name] for name in ("journalist", "population_unique", "household_highest")] == [None] * 3


def test_weights_give_journalist_and_individual_risk():
    said = survey("--weight=w").json
    assert said["risk"]["journalist"] == pytest.approx(1 / 17)
    assert said["risk"]["highest"] == 1.0, "the prosecutor is as before"
    assert said["unused"] == ["home"]
    assert any("Individual risk" in line and "weights in 'w'" in line for line in said["findings"])


def test_households_by_weights_or_without():
    r = 0.01714426159629
    by_weights = survey("--weight=w", "--household=home").json["risk"]
    assert by_weights["household_highest"] == pytest.approx(max(1 - (1 - r) ** 2, 0.1770758340035))
    assert survey("--household=home").json["risk"]["household_highest"] == 1.0
    assert any("counted back" in line for line in survey("--household=home").json["findings"])


def test_a_population_file(tmp_path):
    everyone = tmp_path / "all.csv"
    everyone.write_text("q,x\n" + "a,1\n" * 8 + "b,1\n" * 4 + "c,1\n", encoding="utf-8")
    risk = survey("--population", everyone).json["risk"]
    assert (risk["journalist"], risk["population_unique"]) == (0.25, pytest.approx(1 / 13))


def test_a_sampling_fraction():
    said = survey("--sampling-fraction=1/10").json
    assert said["risk"]["journalist"] == pytest.approx(0.1)
    assert 0 < said["risk"]["population_unique"] < 1
    assert any("Population uniqueness" in line for line in said["findings"])
    assert survey("--sampling-fraction=1").json["risk"]["population_unique"] == pytest.approx(1 / 3)


def test_adult_by_dankars_rule(shared):
    columns = "sex age race marital-status education native-country workclass occupation salary-class".split()
    options = [f"--qi={name}" for name in columns]
    path = shared / "data" / "arx" / "adult.csv"
    for fraction, expected in ((0.1, 0.27684993883653597), (0.2, 0.3577099234829125), (1, 0.5142895033485844)):
        found = assess(path, *options, f"--sampling-fraction={fraction}").json["risk"]
        assert found["population_unique"] == pytest.approx(expected, rel=1e-9)
        assert found["journalist"] == pytest.approx(fraction)
    assert found["average"] == pytest.approx(0.6465751607983555, rel=1e-12)


def test_the_text_says_what_the_attacker_knows():
    said = kelt("assess", "-", "--qi=q", "--household=home", stdin=SURVEY)
    assert "attacker knows a person's quasi-identifiers and that the person is in the table" in said.out


def test_averages_count_each_person_once():
    """p1 is seen at a and b, ten others at b; without a person column the twelve rows are averaged."""
    rows = b"who,age\n1,a\n1,b\n" + b"".join(b"%d,b\n" % i for i in range(2, 12))
    persons, in_rows = assess("-", "--qi=age", "--person=who", stdin=rows), assess("-", "--qi=age", stdin=rows)
    assert persons.json["risk"]["average"] == persons.json["risk"]["marketer"] == pytest.approx((1 + 10 / 11) / 11)
    assert in_rows.json["risk"]["average"] == pytest.approx(2 / 12)
    assert "average 0.1736 over persons" in kelt("assess", "-", "--qi=age", "--person=who", stdin=rows).out
    assert "average 0.1667 over rows" in kelt("assess", "-", "--qi=age", stdin=rows).out


def test_per_class_file_with_persons(tmp_path):
    out = tmp_path / "classes.csv"
    said = kelt("assess", "-", "--qi=q", "--sensitive=w", "--person=home", "--per-class", out, stdin=SURVEY)
    lines = out.read_text("utf-8").splitlines()
    assert said.code == 0
    assert lines[0].startswith("class,q,size,distinct-l@w")
    assert lines[0].endswith(",persons")
    assert [line.split(",")[:3] + line.split(",")[-1:] for line in lines[1:]] == [list("1a21"), list("2b11")]
    assert len(lines) == 3
    kelt("assess", "-", "--qi=q", "--per-class", out, stdin=SURVEY)
    assert out.read_text("utf-8").splitlines() == ["class,q,size", "1,a,2", "2,b,1"]


SKEWED = np.repeat([1, 2, 3, 5, 8], [60, 20, 10, 5, 3])
EVEN = np.repeat([1, 2, 3, 4], 30)


@pytest.mark.parametrize(
    ("size", "fraction", "model"), [(SKEWED, 0.5, "snb"), (EVEN, 0.5, "zayatz"), (SKEWED, 0.05, "pitman")]
)
def test_intervals_of_the_bootstrap_need_a_seed(size, fraction, model):
    rows = "q\n" + "".join(f"v{i}\n" * n for i, n in enumerate(size.tolist()))
    call = ["-", "--qi=q", f"--sampling-fraction={fraction}"]
    seeds = ([], ["--seed=7"], ["--seed=7"], ["--seed=8"])
    several = [assess(*call, *more, stdin=rows.encode()).json for more in seeds]
    without, seven, again, eight = (next(s for s in one["findings"] if "uniqueness" in s) for one in several)
    found = dankar(size, fraction, np.random.default_rng(7))
    assert found.sentence == seven == again
    assert f"({found.model})" in seven
    assert found.model == model
    assert "95 % interval" in seven
    if model == "pitman":
        assert without == seven == eight
    else:
        assert "95 % interval" not in without
        assert eight != seven
        assert found.interval[0] < found.uniques < found.interval[1]
    assert all(one["risk"] == several[0]["risk"] for one in several)


def test_help_names_every_flag(capsys):
    with pytest.raises(SystemExit):
        kelt("assess", "--help")


def test_crowds_of_perturbed_columns_are_not_counted(shared):
    release = shared / "cases" / "c56_perturbed_release.csv"
    call = (release, "--qi=age", "--qi=sex", "--sensitive=income", "--perturbed=age")
    said = assess(*call).json
    assert all(measure["value"] is None for measure in said["measures"])
    assert said["risk"]["highest"] is None
    assert any("not valid here" in finding for finding in said["findings"])
    assert "measure linkage instead" in assess(*call, "--k=2").err
    assert "Did you mean 'age'?" in assess(release, "--qi=age", "--perturbed=agee").err


def test_a_value_that_only_suppressed_rows_hold_is_in_the_prior_of_every_group(tmp_path):
    table, tree = tmp_path / "t.csv", tmp_path / "q.csv"
    table.write_text("q,s,suppressed\ng,x,0\ng,y,0\ng,x,0\ng,y,0\n*,a,1\n")
    tree.write_text("g;g;*\nh;h;*\n")
    said = assess(
        table,
        "--qi=q",
        "--sensitive=s",
        "--nt=4,.2",
        f"--hierarchy=q={tree}",
        "--suppressed=suppressed",
        f"--prior={table}",
    )
    assert said.code in (0, 1), said.err
    assert [m["value"] for m in said.json["measures"] if m["model"] == "nt-closeness"] == [0.0]
