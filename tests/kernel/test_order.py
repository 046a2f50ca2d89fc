"""Who was first: never wrong, however busy the machine is."""

from __future__ import annotations

import pytest

from tests.kernel.conftest import Load
from tests.kernel.console import Console

PLAYERS = [1, 2, 3]
LEAD_S = 0.001
DUELS = 200
# The screens offer to end a game when focus stays unlocked for 30 s: before that, everyone lays a hand down once.
AT_A_TIME = 50


@pytest.mark.known_bug(26)
@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_two_contacts_a_millisecond_apart_are_never_taken_the_wrong_way_round(
    console: Console, load: Load, backend: str
) -> None:
    console.configure(f'pin_factory = "{backend}"')
    console.start()
    call = console.machine.call
    call("table.start", PLAYERS)
    load()
    driven: list[list[float]] = []
    wrong = 0
    for _ in range(DUELS // AT_A_TIME):
        before = call("journal.rows", "SELECT coalesce(max(id), 0) FROM contacts")[0][0]
        pairs = call("table.duels", 1, 2, LEAD_S, AT_A_TIME, timeout_s=300)
        driven += pairs
        found = call("table.first_of_pairs", before, AT_A_TIME)
        assert len(found) == len(pairs), "a press was lost or made up"
        wrong += sum(seat != first for seat, (first, _) in zip(found, pairs, strict=True))
        call("table.focus", PLAYERS)
        call("table.stop_all", PLAYERS)

    assert len(driven) == DUELS
    assert {first for first, _ in driven} == {1, 2}
    assert wrong == 0
