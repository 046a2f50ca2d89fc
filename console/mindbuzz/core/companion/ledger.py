"""The ledger: what the console keeps of a game with real cards, beside level, lives and stars."""

from __future__ import annotations

from dataclasses import dataclass

from mindbuzz.core.companion.outcomes import Action
from mindbuzz.core.phases import Phase
from mindbuzz.core.table import Table


@dataclass(frozen=True)  # without slots, for `evolved`
class Ledger:
    """`empty`: the seats that say their hand is. `stopped`: the focus going on follows a stop.

    `entries` are the actions that can be taken back. There are never more than a game has levels, lives and stars.
    """

    empty: frozenset[int] = frozenset()
    errors: int = 0
    error_at_us: int | None = None
    stopped: bool = False
    mistake_marked: bool = False
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An action, and how everything stood before it; `phase` is where it was done."""

    action: Action
    phase: Phase
    table: Table
    ledger: Ledger
