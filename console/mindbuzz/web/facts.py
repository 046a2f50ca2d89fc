"""What everyone may know of a table, as plain data for the spectator board. Made of a TableView and nothing else.

A card is a word: the letter of its pile and its number, c42, w8, r45. No card stands anywhere else, and no number is
written that way, so what leaves the console can be searched for cards.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.dealing import Hands
from mindbuzz.core.outcomes import LevelCompleted, Mistake, Outcome, StarThrown
from mindbuzz.core.phases import LEVEL_OVER, NO_GAME, Phase
from mindbuzz.core.views import PileView, TableView
from mindbuzz.screens.layout import filled
from mindbuzz.screens.lobby import kind_name
from mindbuzz.screens.opening import Shown, Turned
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import Texts
from mindbuzz.screens.timeline import marks_of
from mindbuzz.web.headline import headline
from mindbuzz.web.results import result

PILE_LETTER = {Pile.CLASSIC: "c", Pile.WHITE: "w", Pile.RED: "r"}
LAST_CARDS = 6
# Everywhere else a hand on a button is no news, or would be a hint.
SHOWS_HANDS_ON_BUTTONS = frozenset(
    {
        Phase.LOBBY, Phase.FOCUS, Phase.LOCKED, Phase.STOP, Phase.QUESTION, Phase.CHECK,
        Phase.VICTORY, Phase.DEFEAT, Phase.PAUSED, Phase.RESUME,
    }
)  # fmt: skip

Facts = dict[str, Any]


def public_facts(table: TableView, texts: Texts, now_us: int) -> Facts:
    """What the board shows at a moment, in one language."""
    on_show = result(table, now_us)
    words = headline(table, on_show, texts, now_us)
    return {
        "language": texts.language,
        "phase": table.phase.value,
        "game": kind_name(table, texts),
        "level": None if table.phase in NO_GAME else _level(table, texts),
        "lives": _lives(table, on_show),
        "stars": on_show.stars if isinstance(on_show, StarThrown) else table.stars,
        "title": words.title,
        "lines": list(words.lines),
        "to_do": words.to_do,
        "seats": [_seat(table, seat, texts) for seat in table.joined],
        "piles": [_pile(pile) for pile in table.piles],
        "face_down": [] if table.real_cards is None else [pile.value for pile in table.real_cards.face_down],
        "progress": None if table.progress is None else round(filled(table.progress, now_us), 2),
        **_result(table, on_show),
    }


def _level(table: TableView, texts: Texts) -> Facts:
    return {
        "number": table.level,
        "last": table.last_level,
        "text": texts("level_short", level=table.level, last=table.last_level),
    }


def _lives(table: TableView, on_show: Shown | None) -> int | None:
    """The lives as they are at this page; while cards are turned over that would tell what is still to come."""
    if isinstance(on_show, Turned):
        return None
    return on_show.lives if isinstance(on_show, Mistake) else table.lives


def _seat(table: TableView, seat: int, texts: Texts) -> Facts:
    cards = dict(table.hands).get(seat)
    shows_hands = table.phase in SHOWS_HANDS_ON_BUTTONS
    return {
        "seat": seat,
        "name": seat_name(seat, texts),
        "cards": None if table.phase in NO_GAME else cards,
        "ready": shows_hands and seat in table.ready,
        "stopper": seat == table.stopper,
        "picked": seat in table.picked,
        "empty": table.real_cards is not None and seat in table.real_cards.empty,
        "lost": any(seat in seats for _, seats in table.causes),
    }


def _pile(pile: PileView) -> Facts:
    return {
        "pile": pile.pile.value,
        "face_down": pile.face_down,
        "count": pile.count,
        "last": _words(pile.cards[-LAST_CARDS:]),
    }


# --- cards ---


def card_word(card: Card) -> str:
    """A card as the board is told."""
    return f"{PILE_LETTER[card.pile]}{card.value}"


def _words(cards: tuple[Card, ...]) -> list[str]:
    return [card_word(card) for card in cards]


def _by_seat(hands: Hands | Mapping[int, tuple[Card, ...]]) -> list[Facts]:
    return [{"seat": seat, "cards": _words(cards)} for seat, cards in hands.items() if cards]


# --- results ---


def _result(table: TableView, on_show: Shown | None) -> Facts:
    match on_show:
        case Mistake():
            return {"mistake": _mistake(table, on_show)}
        case StarThrown(discarded=discarded):
            return {"thrown": _by_seat({seat: (card,) for seat, card in discarded.items()})}
        case Turned():
            return {"reveal": _reveal(on_show)}
    return _ending(table) if table.phase in LEVEL_OVER else {}


def _mistake(table: TableView, told: Mistake) -> Facts:
    counts = [] if told.set_aside else [{"seat": seat, "count": count} for seat, count in table.set_aside_counts]
    return {
        "seat": told.seat,
        "card": card_word(told.card),
        "set_aside": _by_seat(told.set_aside),
        "set_aside_counts": counts,
    }


def _reveal(turned: Turned) -> Facts:
    told, late = turned.told, turned.told.late
    return {
        "pile": told.pile.value,
        "total": len(told.cards),
        "cards": [{"card": card_word(card), "late": card in late} for card in told.cards[: turned.cards]],
        "errors": told.errors_up_to(turned.cards),
    }


def _ending(table: TableView) -> Facts:
    done = next((outcome for outcome in table.shown if isinstance(outcome, LevelCompleted)), None)
    reward = done.reward.value if done is not None and done.reward is not None and done.granted else None
    return {
        "reward": reward,
        "offered": table.challenge_offered,
        "hands": _by_seat(dict(table.all_hands)),
        "timeline": list(_timeline(table.timeline)),
    }


def _timeline(told: tuple[Outcome, ...]) -> Iterator[Facts]:
    """Every card with its seat and its time from 0, the first, to 1, the last; lost ones were set aside or thrown."""
    marks = list(marks_of(told))
    first_us = min((mark.at_us for mark in marks), default=0)
    span_us = max(1, max((mark.at_us for mark in marks), default=0) - first_us)
    for at_us, seat, card, lost in marks:
        yield {"at": round((at_us - first_us) / span_us, 4), "seat": seat, "card": card_word(card), "lost": lost}
