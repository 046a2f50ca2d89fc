"""One row of the bench: what was measured, ours beside what people would otherwise have."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """`peer` is what a user would otherwise have, or a dash; `ratio` compares the two where that makes sense."""

    what: str
    ours: str
    peer: str = "–"
    ratio: str = "–"


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` of the values lie."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
