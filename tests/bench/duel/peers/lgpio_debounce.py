"""What lgpio's user-space debounce reports of an edge trace: a model of it, since it cannot run without a chip.

A line's level is reported once it has been the same for `bounce_us`, stamped at that moment, and only if it differs
from the level reported last. So a press carries the time of its last bounce, and a tap shorter than the debounce is
never heard of.
"""

from __future__ import annotations

from tests.bench.duel.trace import Edge


def debounced(edges: list[Edge], bounce_us: int) -> list[Edge]:
    """The edges that reach Python, in the order of their new stamps."""
    reported: list[Edge] = []
    by_button: dict[int, list[Edge]] = {}
    for edge in edges:
        by_button.setdefault(edge.button, []).append(edge)
    for line in by_button.values():
        reported += _line(line, bounce_us)
    return sorted(reported, key=lambda edge: (edge.at_us, edge.button))


def _line(edges: list[Edge], bounce_us: int) -> list[Edge]:
    reported: list[Edge] = []
    closed = False
    for edge, follower in zip(edges, [*edges[1:], None], strict=True):
        steady = follower is None or follower.at_us - edge.at_us >= bounce_us
        if steady and edge.closed is not closed:
            closed = edge.closed
            reported.append(Edge(edge.at_us + bounce_us, edge.button, closed))
    return reported
