"""Walks: a game for every row of the table of phases, which takes that row."""

from __future__ import annotations

from collections.abc import Callable

from mindbuzz.core.phases import Phase, Trigger

Walk = Callable[[], None]
WALKS: dict[tuple[Phase, Trigger], Walk] = {}


def walks(source: Phase, trigger: Trigger) -> Callable[[Walk], Walk]:
    """This function plays a game that takes the row of `trigger` out of `source`."""

    def remember(walk: Walk) -> Walk:
        assert (source, trigger) not in WALKS
        WALKS[source, trigger] = walk
        return walk

    return remember
