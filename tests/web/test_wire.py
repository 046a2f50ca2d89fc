"""What leaves the console for spectators, byte for byte, over whole games: no card that nobody has seen."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from mindbuzz.core.cards import Card
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import CardPlayed, Mistake, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import PLAYED_BESIDE, Kind
from mindbuzz.virtual import Evening
from mindbuzz.web.facts import card_word
from tests.web.live import LiveConsole
from tests.web.socket_client import connected

# Faster than people, but everything on the way is real.
SPEED = 60.0
CARD_WORD = re.compile(rb"[cwr]\d+")
OVER = (Phase.VICTORY, Phase.DEFEAT)


@pytest.mark.slow
@pytest.mark.parametrize("kind", Kind)
def test_no_byte_tells_an_unplayed_card(kind: Kind) -> None:
    with LiveConsole(Evening(0, 4, kind, "novice", seed=1, port=0), SPEED) as live:
        told = asyncio.run(_recorded(live))

    assert len(told) > 20
    for words, held in told:
        assert not words & held
    assert any(words for words, _ in told) is (kind not in PLAYED_BESIDE)


async def _recorded(live: LiveConsole) -> list[tuple[set[str], set[str]]]:
    """For every message the cards it mentions, and those that were in hands and unseen when it had come.

    The game may be further by then. Cards that were played meanwhile are in no hand any more, which only makes the
    second set smaller by cards that everyone has seen; at another level all are dealt anew, and nothing is compared.
    """
    told = []
    async with connected(live, "/board/socket") as socket:
        async for message in socket:
            game = live.game
            words = {word.decode() for word in CARD_WORD.findall(message.data.encode())}
            told.append((words, _secret(game, json.loads(message.data).get("level"))))
            if game.phase in OVER:
                return told
    raise AssertionError("the board was closed")


def _secret(game: Game, level: dict[str, object] | None) -> set[str]:
    """Cards in hands that nobody else has seen; after a defeat everyone sees all of them."""
    if game.table is None or game.phase in OVER or level is None or level["number"] != game.cards.level:
        return set()
    cards = {card for hand in game.cards.hands.values() for card in hand}
    return {card_word(card) for card in cards - _seen(game)}


def _seen(game: Game) -> set[Card]:
    seen: set[Card] = set()
    for outcome in game.timeline:
        match outcome:
            case CardPlayed(card=card):
                seen.add(card)
            case Mistake(card=card, set_aside=set_aside):
                seen.update((card, *(other for cards in set_aside.values() for other in cards)))
            case StarThrown(discarded=discarded):
                seen.update(discarded.values())
    return seen
