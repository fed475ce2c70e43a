"""Make the stored curves again: python -m privacy_core.attacks.downcoding.storing (some minutes)."""

from __future__ import annotations

import json
from typing import Any

from privacy_core.attacks.downcoding.stored import COMMAND, FILE, FIRST, SEED, SETTINGS, TRIALS, as_record, counted


def made() -> dict[str, Any]:
    """Run every point of every curve."""
    return {
        "command": COMMAND,
        "trials": TRIALS,
        "seed": SEED,
        "curves": {
            name: [
                {"at": point[0], "all": as_record(counted(point, TRIALS)), "first": as_record(counted(point, FIRST))}
                for point in points
            ]
            for name, points in SETTINGS.items()
        },
    }


if __name__ == "__main__":
    text = json.dumps(made(), indent=None, separators=(",", ":")).replace('{"at"', '\n{"at"')
    FILE.write_text(text + "\n", encoding="utf-8")
