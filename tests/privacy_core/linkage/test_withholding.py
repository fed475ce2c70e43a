"""Values that a release shows only as suppressed are missing on both sides, those shown somewhere are not."""

import numpy as np
import pandas as pd
import pytest

from privacy_core import from_frame, hierarchy
from privacy_core.linkage import LinkageSettings, align, link, parse_level
from privacy_core.tables import Table

ZIPS = ["M5V1A1", "M5V2B2", "M4X1C1", "K1A0B1"]
TREE = hierarchy("zip", [(zip_, zip_[:3] + "***", zip_[0] + "*****", "*") for zip_ in ZIPS])


def _people(seed: int = 3, n: int = 60) -> pd.DataFrame:
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "id": [f"p{at}" for at in range(n)],
            "age": random.integers(20, 60, n),
            "zip": random.choice(ZIPS, n),
            "visits": random.normal(size=n),
        }
    )


def _recall(original: Table, release: Table, *levels: str, known: str = "age zip", trees: bool = False) -> list[float]:
    names = tuple(known.split())
    settings = LinkageSettings(names, levels=tuple(parse_level(one, names) for one in levels) or None)
    hierarchies = {"zip": TREE} if trees else {}
    random = np.random.default_rng(1)
    found = link(original, release, settings, id_column="id", hierarchies=hierarchies, random=random)
    assert found.structural_recall is not None
    return found.structural_recall.tolist()


def _rare(value: str) -> str:
    return "*" if value[0] == "K" else value


WAYS = {
    "text as it is": ("zip", _rare),
    "masks": ("zip", lambda value: "*" if value[0] == "K" else value[:3] + "***"),
    "sets": ("zip", lambda value: "*" if value[0] == "K" else "{M4X1C1, M5V1A1, M5V2B2}"),
    "numbers": ("age", lambda value: "*" if value >= 50 else str(value)),
    "intervals": ("age", lambda value: "*" if value >= 50 else f"[{value // 10 * 10}, {value // 10 * 10 + 10}["),
    "everything": ("zip", lambda value: "*"),
}


@pytest.mark.parametrize("trees", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_suppression_by_value_is_an_aligned_generalization(way: str, trees: bool) -> None:
    people = _people()
    column, publish = WAYS[way]
    release = from_frame(people.assign(**{column: people[column].map(publish)}))
    assert _recall(from_frame(people), release, trees=trees) == [1, 1, 1]


def test_keys_in_bins_and_on_levels_map_by_the_same_rule() -> None:
    people = _people()
    ages = people.assign(age=people["age"].map(WAYS["numbers"][1]))
    zips = people.assign(zip=people["zip"].map(WAYS["masks"][1]))
    original = from_frame(people)
    assert _recall(original, from_frame(ages), "age/10", "age/20", "") == [1, 1, 1]
    assert _recall(original, from_frame(zips), "zip@1", "zip@2", "", trees=True) == [1, 1, 1]


def test_a_cell_suppressed_beside_others_with_its_value_stays_lost() -> None:
    people = _people()
    shown = people["zip"].where(np.arange(len(people)) % 6 > 0, "*")
    assert set(shown) == {*ZIPS, "*"}
    sides = align(from_frame(people), from_frame(people.assign(zip=shown)), ["zip"])
    assert sides["zip"].missing(0).sum() == 0
    recall = _recall(from_frame(people), from_frame(people.assign(zip=shown)))
    assert recall == pytest.approx([5 / 6, 1, 1])


def test_suppressed_rows_count_as_a_sign_does() -> None:
    people = _people()
    gone = (people["age"] >= 50).to_numpy()
    release = from_frame(people).with_suppressed(gone)
    sides = align(from_frame(people), release, ["age"])
    assert sides["age"].missing(0).tolist() == gone.tolist() == sides["age"].missing(1).tolist()
    assert f"{gone.sum()} rows of the original" in str(sides["age"].reading)


def test_noise_beside_suppressed_rows_hides_no_number() -> None:
    people = _people()
    gone = np.arange(len(people)) % 9 == 0
    noisy = people.assign(age=people["age"] + 0.25)
    told = [
        align(from_frame(people), from_frame(noisy).with_suppressed(gone), ["age"]),
        align(from_frame(people), from_frame(noisy.assign(age=noisy["age"].astype(str).where(~gone, "*"))), ["age"]),
    ]
    assert [sides["age"].missing(0).sum() for sides in told] == [0, 0]


def test_strangers_are_mapped_as_the_originals_are() -> None:
    people, strangers = _people(), _people(4)
    release = from_frame(people.assign(zip=people["zip"].map(_rare)))
    sides = align(from_frame(people), release, ["zip"], holdout=from_frame(strangers))
    for side, rows in ((0, people), (2, strangers)):
        assert sides["zip"].missing(side).tolist() == (rows["zip"] == "K1A0B1").tolist()


def test_an_empty_cell_is_no_sign_of_suppression() -> None:
    people = _people()
    release = from_frame(people.assign(zip=people["zip"].where(people["zip"] != "K1A0B1", None)))
    assert align(from_frame(people), release, ["zip"])["zip"].missing(0).sum() == 0
