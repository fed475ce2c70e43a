"""What every layered figure must be: valid Vega-Lite whose fields are in its rows or made on the way, with a message."""

from __future__ import annotations

import json

import altair as alt

from dashboard.figures import Figure


def check(drawn: Figure) -> None:
    """Fail unless the figure can be drawn from its rows."""
    whole = {**drawn.spec, "datasets": {named: list(rows) for named, rows in drawn.rows.items()}}
    alt.LayerChart.from_dict(json.loads(json.dumps(whole)), validate=True)
    for layer in drawn.spec["layer"]:
        rows = drawn.rows[layer["data"]["name"]]
        made = {step["as"] for step in layer.get("transform", ()) if "as" in step}
        fields = {c["field"] for c in layer["encoding"].values() if isinstance(c, dict) and "field" in c}
        assert not rows or fields - made <= rows[0].keys()
    assert drawn.message
