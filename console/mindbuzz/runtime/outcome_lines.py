"""Outcomes as JSON Lines: one table, from the type of an outcome to its name and keys."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from mindbuzz.core import outcomes as told
from mindbuzz.core.cards import Card, card_name
from mindbuzz.core.companion import outcomes as companion
from mindbuzz.core.dealing import Hands


def _cards(cards: tuple[Card, ...]) -> list[int | str]:
    return [card_name(card) for card in cards]


def _hands(hands: Hands) -> dict[str, list[int | str]]:
    return {str(seat): _cards(hands[seat]) for seat in sorted(hands)}


def _errors(errors: tuple[told.PileError, ...]) -> list[dict[str, Any]]:
    return [{"card": card_name(error.card), "late": _cards(error.late)} for error in errors]


def _taps(taps: tuple[told.Tap, ...]) -> list[dict[str, int]]:
    return [tap._asdict() for tap in taps]


def _by_seat(cards: Mapping[int, Card]) -> dict[str, int | str]:
    return {str(seat): card_name(cards[seat]) for seat in sorted(cards)}


def _same(value: Any) -> Any:
    return value


def _word(value: Any) -> str | None:
    return None if value is None else str(value.value)


def _words(values: tuple[Any, ...]) -> list[str]:
    return [str(value.value) for value in values]


def _face(face_up: bool) -> str:
    return "up" if face_up else "down"


Write = Callable[[Any], Any]

# name of the event, then (key, attribute, how it is written) in the order of the line, after "at_us" and "event"
LINES: dict[type, tuple[str, tuple[tuple[str, str, Write], ...]]] = {
    told.LevelDealt: (
        "level_dealt",
        (
            ("level", "level", _same),
            ("hands", "hands", _hands),
            ("face_down", "face_down", _words),
            ("lives", "lives", _same),
            ("stars", "stars", _same),
        ),
    ),
    told.FocusLocked: ("focus_locked", ()),
    told.PlayStarted: ("play_started", ()),
    told.CardPlayed: (
        "card_played",
        (("seat", "seat", _same), ("card", "card", card_name), ("face", "face_up", _face)),
    ),
    told.Mistake: (
        "mistake",
        (
            ("seat", "seat", _same),
            ("card", "card", card_name),
            ("lives", "lives", _same),
            ("set_aside", "set_aside", _hands),
        ),
    ),
    told.PressVoid: ("press_void", (("seat", "seat", _same), ("reason", "reason", _word))),
    told.Stopped: ("stopped", (("seat", "seat", _same),)),
    told.StarAsked: ("star_asked", (("seat", "seat", _same),)),
    told.StarRefused: ("star_refused", ()),
    told.StarThrown: ("star_thrown", (("discarded", "discarded", _by_seat), ("stars", "stars", _same))),
    told.PileVerified: (
        "pile_verified",
        (
            ("pile", "pile", _word),
            ("cards", "cards", _cards),
            ("errors", "errors", _errors),
            ("lives", "lives", _same),
        ),
    ),
    told.LevelCompleted: (
        "level_completed",
        (
            ("level", "level", _same),
            ("reward", "reward", _word),
            ("granted", "granted", _same),
            ("lives", "lives", _same),
            ("stars", "stars", _same),
        ),
    ),
    told.GameWon: ("game_won", (("level", "level", _same), ("challenge", "challenge", _same))),
    told.GameLost: ("game_lost", (("level", "level", _same), ("challenge", "challenge", _same))),
    told.ChallengeStarted: ("challenge_started", (("lives", "lives", _same), ("stars", "stars", _same))),
    # Real cards
    companion.LevelGuided: (
        "level_guide",
        (
            ("level", "level", _same),
            ("cards_each", "cards_each", _same),
            ("face_down", "face_down", _words),
            ("reward", "reward", _word),
            ("lives", "lives", _same),
            ("stars", "stars", _same),
        ),
    ),
    companion.HandMarked: ("hand_empty", (("seat", "seat", _same), ("empty", "empty", _same))),
    companion.MistakeMarked: ("mistake_marked", (("seat", "seat", _same), ("marked", "marked", _same))),
    companion.MistakeCounted: ("mistake", (("lives", "lives", _same),)),
    companion.StarSpent: ("star_thrown", (("stars", "stars", _same),)),
    companion.CheckStarted: ("check_started", (("face_down", "face_down", _words),)),
    companion.ErrorCounted: ("error_counted", (("errors", "errors", _same),)),
    companion.Undone: ("undone", (("what", "action", _word),)),
}

NAMES_OF_SCENARIO = frozenset(name for name, _ in LINES.values())

# Told only with --verbose, and to the journal.
HOUSE_LINES: dict[type, tuple[str, tuple[tuple[str, str, Write], ...]]] = {
    told.GameStarted: ("game_started", (("kind", "kind", _word), ("seats", "seats", list))),
    told.HandsLifted: ("hands_lifted", (("spread_us", "spread_us", _same),)),
    told.ColourArmed: ("colour_armed", (("seat", "seat", _same), ("pile", "pile", _word))),
    told.TapsTied: ("taps_tied", (("taps", "taps", _taps),)),
    told.PauseCaused: ("pause_caused", (("source", "source", _same), ("seats", "seats", list))),
    told.PauseLifted: ("pause_lifted", (("source", "source", _same), ("seats", "seats", list))),
    told.GameAbandoned: ("game_abandoned", (("level", "level", _same),)),
    told.SeatJoined: ("seat_joined", (("seat", "seat", _same),)),
    told.SeatLeft: ("seat_left", (("seat", "seat", _same),)),
    told.KindChosen: ("kind_chosen", (("kind", "kind", _word),)),
}
ALL_LINES = {**LINES, **HOUSE_LINES}


def outcome_fields(outcome: told.Outcome) -> dict[str, Any]:
    """An outcome as the object of its line, keys in order."""
    name, keys = ALL_LINES[type(outcome)]
    fields: dict[str, Any] = {"at_us": outcome.at_us, "event": name}
    for key, attribute, write in keys:
        fields[key] = write(getattr(outcome, attribute))
    return fields


def outcome_line(outcome: told.Outcome) -> str:
    """An outcome as one line of JSON, without the line end."""
    return json.dumps(outcome_fields(outcome))


def is_of_scenario(outcome: told.Outcome) -> bool:
    """Whether an outcome is one that a scenario prints without --verbose."""
    return type(outcome) in LINES
