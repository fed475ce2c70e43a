"""Make the stored curves again: python -m privacy_core.attacks.downcoding.storing (seven minutes of work)."""

from __future__ import annotations

import json
from typing import Any

from privacy_core.attacks.downcoding.stored import COMMAND, FILE, FIRST, SEED, SETTINGS, TRIALS, as_record, counted


def made(trials: int = TRIALS, first: int = FIRST) -> dict[str, Any]:
    """Run every point of every curve."""
    return {
        "command": COMMAND,
        "trials": trials,
        "seed": SEED,
        "curves": {
            name: [
                {"at": point[0], "all": as_record(counted(point, trials)), "first": as_record(counted(point, first))}
                for point in points
            ]
            for name, points in SETTINGS.items()
        },
    }


if __name__ == "__main__":
    text = json.dumps(made(), indent=None, separators=(",", ":")).replace('{"at"', '\n{"at"')
    FILE.write_text(text + "\n", encoding="utf-8")
