"""The phase diagram, drawn from the table of phases in the core."""

from __future__ import annotations

from collections import defaultdict

from mindbuzz.core.phases import FIRST_PHASE, ROWS, Phase

# The phases of a game with nothing broken and nobody gone; the others have a diagram of their own.
AROUND_PLAY = frozenset(Phase) - {Phase.ATTRACT, Phase.PAUSED, Phase.STILL_THERE, Phase.RESUME}


def game_diagram() -> str:
    """The phases of a game that nothing disturbs."""
    return _mermaid(AROUND_PLAY, whole=True)


def trouble_diagram() -> str:
    """Every other way: pauses, silence, power cuts, an idle console."""
    return _mermaid(AROUND_PLAY, whole=False)


def _mermaid(inner: frozenset[Phase], *, whole: bool) -> str:
    arrows: dict[tuple[Phase, Phase], list[str]] = defaultdict(list)
    for row in ROWS:
        if ({row.source, row.dest} <= inner) is whole:
            arrows[row.source, row.dest].append(row.trigger.value.replace("_", " "))
    start = [f"    [*] --> {FIRST_PHASE.value}"] if whole else []
    lines = [f"    {source.value} --> {dest.value}: {', '.join(names)}" for (source, dest), names in arrows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", *start, *lines, "```"])
