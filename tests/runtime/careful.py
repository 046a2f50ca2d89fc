"""Players who never err: they always play the lowest card. However often their console dies, their game is the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mindbuzz.core.phases import Phase
from mindbuzz.runtime.records import Records
from tests.runtime.desk import SECOND_US, Desk

OVER = frozenset({Phase.VICTORY, Phase.DEFEAT})
# What a game comes to; how often its table had to focus is another matter.
LASTING = frozenset(
    {"level_dealt", "card_played", "mistake", "pile_verified", "level_completed", "game_won", "game_lost"}
)


def play_on(desk: Desk) -> Iterator[None]:
    """Play to the end of the game from wherever the table is, a move at a time."""
    while desk.phase() not in OVER:
        yield
        if desk.phase() in (Phase.LOBBY, Phase.ATTRACT):
            desk.begin()
        elif desk.phase() in (Phase.FOCUS, Phase.STOP):
            desk.focus()
        elif desk.phase() is Phase.PLAY:
            desk.play_lowest()
        else:
            desk.wait(SECOND_US)


def lasting(records: Records, game_id: int) -> list[dict[str, Any]]:
    """What a game came to, whenever it was."""
    return [
        {key: value for key, value in outcome.items() if key != "at_us"}
        for outcome in records.outcomes(game_id)
        if outcome["event"] in LASTING
    ]


def hands_told(outcomes: list[dict[str, Any]]) -> dict[str, list[int | str]]:
    """The hands as the outcomes tell them: dealt, less what was played, set aside or thrown since."""
    hands: dict[str, list[int | str]] = {}
    for line in outcomes:
        if line["event"] == "level_dealt":
            hands = {seat: list(cards) for seat, cards in line["hands"].items()}
        elif line["event"] == "card_played":
            hands[str(line["seat"])].remove(line["card"])
        elif line["event"] == "mistake":
            for seat, cards in line["set_aside"].items():
                hands[seat] = [card for card in hands[seat] if card not in cards]
        elif line["event"] == "star_thrown":
            for seat, card in line["discarded"].items():
                hands[seat].remove(card)
    return hands
