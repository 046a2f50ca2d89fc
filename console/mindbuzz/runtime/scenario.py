"""Scenarios: a game as JSON Lines, read with every check before the game begins, written by the journal.

The first line is the head, every other line a contact or the coming and going of an input source.
"""

import json
import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, BinaryIO, NoReturn

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.cards import Card, card_name, card_named, in_playing_order
from mindbuzz.core.dealing import SEED_BITS, Hands
from mindbuzz.core.events import GameBegun
from mindbuzz.core.rules import (
    DECK,
    FEWEST_SEATS,
    MOST_LIVES,
    MOST_STARS,
    PLAYED_BESIDE,
    SEATS,
    SETUP,
    Kind,
    has_real_cards,
)
from mindbuzz.core.settings import DEFAULTS, Settings
from mindbuzz.errors import ScenarioError
from mindbuzz.inputs.source import Recorded, SourceChange

FORMAT = "mindbuzz-scenario/1"
COMPANION = "companion"
MOST_US = (1 << 63) - 1
MOST_MS = 1_000_000_000
MOST_LINE_BYTES = 1 << 20
MOST_BYTES = 64 << 20  # a million contacts: more than a week of games without a break
BLANKS = b" \t\r\n"  # of JSON
EMPTY = "is empty; every line after the head is one contact: remove it"
SETTINGS = (
    "press_confirm_ms", "press_gap_ms", "press_cap_ms", "release_confirm_ms",
    "focus_lock_ms", "hold_ms", "arm_ms", "extreme_hold_ms", "tap_min_ms", "repeat_guard_ms", "tie_window_ms",
    "calm_seats", "star_ask_ms", "vote_ms", "vote_timeout_ms",
    "mistake_show_ms", "star_show_ms", "level_show_ms", "reveal_card_ms",
    "error_repeat_ms", "undo_ms", "star_recycle", "hide_discards",
)  # fmt: skip
HEAD_KEYS = (
    "format", "variant", "game", "seats", "seed", "deals", "start", "blind", "challenge_deals", "settings",
    "uncertainty_us",
)  # fmt: skip
CARD_KEYS = ("seed", "deals", "challenge_deals", "blind")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A checked scenario, its lines in the order in which they act. Not `raw`: contacts are debounced already."""

    begun: GameBegun
    lines: tuple[Recorded, ...]
    raw: bool


# --- reading ---


def scenario_bytes(file: BinaryIO) -> bytes:
    """What is in a file, or a pipe, which may have no end: it is read no further than a scenario can be.

    Raises ScenarioError, one line, for more than that. Raises OSError.
    """
    content = bytearray()
    for number, line in enumerate(iter(lambda: file.readline(MOST_LINE_BYTES + 1), b""), start=1):
        content += line
        if len(line) > MOST_LINE_BYTES:
            _fail(number, f"is longer than {MOST_LINE_BYTES >> 20} MiB; no line of a scenario is: name another file")
        if len(content) > MOST_BYTES:
            _fail(number, f"the file is larger than {MOST_BYTES >> 20} MiB; leave out contacts, or name another")
    return bytes(content)


def read_scenario(content: bytes) -> Scenario:
    """Parse and check a whole scenario file.

    Raises ScenarioError, one line that names the line number and what is wrong with it.
    """
    texts = BytesIO(content)
    head = texts.readline()
    if not head.strip():
        _fail(1, "is empty; the first line must be the head")
    begun = _Head(_object(1, head)).begun()
    lines = _Lines(begun)
    for number, text in enumerate(texts, start=2):
        lines.add(number, _object(number, text))
    return Scenario(begun, tuple(lines.in_acting_order()), lines.raw)


def _fail(number: int, what: str) -> NoReturn:
    raise ScenarioError(f"line {number}: {what}")


def _object(number: int, text: bytes) -> dict[str, Any]:
    try:
        value = JSON.decode(text.rstrip(BLANKS).decode("utf-8"))
    except UnicodeDecodeError:
        _fail(number, "not UTF-8 text")
    except RecursionError:
        _fail(number, "nested too deeply")
    except json.JSONDecodeError as error:
        _fail(number, _why_not_json(text, error))
    except _NotHere as error:
        _fail(number, _one_line(error))
    except ValueError:
        _fail(number, f"a number has more than {sys.get_int_max_str_digits()} digits; write one that fits")
    if not isinstance(value, dict):
        _fail(number, f"must be an object, not {_shown(value)}")
    return value


def _why_not_json(text: bytes, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return EMPTY
    if text.startswith(BOM_UTF8):
        return "begins with a byte order mark; save the file as UTF-8 without one"
    return f"not JSON: {error.msg} at column {error.colno}; a scenario comes from: mindbuzz journal export GAME"


class _NotHere(ValueError):
    """JSON that no scenario holds."""


def _one_line(error: ValueError) -> str:
    return " ".join(str(error).split())


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise _NotHere(f"key {_shown(twice)} stands twice")
    return unique


def _no_constant(name: str) -> NoReturn:
    raise _NotHere(f"{name} is not a number here")


JSON = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_no_constant)


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=True)
    except RecursionError:
        return "something nested deeply"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class _Reader:
    """One JSON object of a line, with errors that name line, key and value."""

    def __init__(self, number: int, value: Mapping[str, Any], known: tuple[str, ...], where: str = "") -> None:
        self.number = number
        self.value = value
        self.where = where
        unknown = next((key for key in value if key not in known), None)
        if unknown is not None:
            self.fail(f"unknown key {_shown(unknown)}; known: {', '.join(known)}")

    def fail(self, what: str) -> NoReturn:
        _fail(self.number, f"{self.where}{what}")

    def whole(self, key: str, low: int, high: int | None = None) -> int:
        value = self.required(key)
        in_range = _is_whole(value) and low <= value and (high is None or value <= high)
        if not in_range:
            limits = f"from {low} to {high}" if high is not None else f"of at least {low}"
            self.fail(f'"{key}" must be a whole number {limits}, not {_shown(value)}')
        return int(value)

    def optional_whole(self, key: str, low: int, high: int | None = None) -> int | None:
        return self.whole(key, low, high) if key in self.value else None

    def flag(self, key: str) -> bool:
        value = self.required(key)
        if not isinstance(value, bool):
            self.fail(f'"{key}" must be true or false, not {_shown(value)}')
        return value

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.value.get(key, {})
        if not isinstance(value, dict):
            self.fail(f'"{key}" must be an object, not {_shown(value)}')
        return value

    def seats(self, key: str, among: tuple[int, ...], fewest: int) -> tuple[int, ...]:
        value = self.required(key)
        good = isinstance(value, list) and all(_is_whole(seat) and seat in among for seat in value)
        if not good or len(set(value)) != len(value) or len(value) < fewest:
            self.fail(f'"{key}" must list {fewest} or more different seats of {list(among)}, not {_shown(value)}')
        return tuple(sorted(value))

    def required(self, key: str) -> Any:
        if key not in self.value:
            self.fail(f'"{key}" is missing')
        return self.value[key]


class _Head:
    """The first line."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.head = _Reader(1, value, HEAD_KEYS)
        if value.get("format") != FORMAT:
            self.head.fail(f'"format" must be "{FORMAT}", not {_shown(value.get("format"))}')

    def begun(self) -> GameBegun:
        head = self.head
        seats = head.seats("seats", SEATS, FEWEST_SEATS)
        kind = self._kind()
        seed = head.optional_whole("seed", 0, (1 << SEED_BITS) - 1)
        if seed is None and "deals" not in head.value and not has_real_cards(kind):
            head.fail('without "seed" there must be "deals"')
        if kind is Kind.EXTREME and "challenge_deals" in head.value:
            head.fail('"challenge_deals" belong to classic; extreme has no challenge')
        setup = SETUP[len(seats)]
        start = _Reader(1, head.mapping("start"), ("level", "lives", "stars"), "start: ")
        level = start.optional_whole("level", 1, setup.levels)
        return GameBegun(
            at_us=0,
            kind=kind,
            seats=seats,
            settings=self._settings(),
            seed=seed,
            deals=self._deals("deals", kind, seats),
            challenge_deals=self._deals("challenge_deals", kind, seats),
            level=1 if level is None else level,
            lives=start.optional_whole("lives", 1, MOST_LIVES),
            stars=start.optional_whole("stars", 0, MOST_STARS),
            uncertainty_us=head.optional_whole("uncertainty_us", 0, MOST_US) or 0,
        )

    def _kind(self) -> Kind:
        variant = self.head.required("variant")
        if variant == COMPANION:
            return self._kind_beside()
        if "game" in self.head.value:
            self.head.fail(f'"game" belongs to the variant "{COMPANION}"; without it "variant" names the game')
        blind = self.head.flag("blind") if "blind" in self.head.value else False
        if variant == "classic":
            return Kind.BLIND if blind else Kind.CLASSIC
        if variant != "extreme":
            self.head.fail(f'"variant" must be "classic", "extreme" or "{COMPANION}", not {_shown(variant)}')
        if blind:
            self.head.fail('"blind" practice is a classic game; extreme has its own face-down piles')
        return Kind.EXTREME

    def _kind_beside(self) -> Kind:
        """What people play with real cards, of which nothing may be told."""
        card_key = next((key for key in CARD_KEYS if key in self.head.value), None)
        if card_key is not None:
            self.head.fail(f'"{card_key}" has no place where people deal real cards; "game" says what they play')
        game = self.head.required("game")
        kinds = {played.value: kind for kind, played in PLAYED_BESIDE.items()}
        if not isinstance(game, str) or game not in kinds:
            self.head.fail(f'"game" must be {_either(tuple(kinds))}, not {_shown(game)}')
        return kinds[game]

    def _settings(self) -> Settings:
        reader = _Reader(1, self.head.mapping("settings"), SETTINGS, "settings: ")
        values: dict[str, Any] = {key: _SETTING[type(getattr(DEFAULTS, key))](reader, key) for key in reader.value}
        return replace(DEFAULTS, **values)

    def _deals(self, key: str, kind: Kind, seats: tuple[int, ...]) -> dict[int, Hands]:
        levels = tuple(str(level) for level in range(1, SETUP[len(seats)].levels + 1))
        reader = _Reader(1, self.head.mapping(key), levels, f"{key}: ")
        return {int(level): self._hands(reader, level, kind, seats) for level in reader.value}

    def _hands(self, deals: _Reader, level: str, kind: Kind, seats: tuple[int, ...]) -> Hands:
        where = f"{deals.where}level {level}: "
        reader = _Reader(1, deals.mapping(level), tuple(str(seat) for seat in seats), where)
        hands = {seat: self._hand(reader, seat, int(level), kind) for seat in seats}
        cards = [card for hand in hands.values() for card in hand]
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            reader.fail(f"card {_shown(card_name(twice))} is dealt twice")
        if not cards:
            reader.fail("all hands are empty; deal one card or more to somebody, or leave out the level")
        return hands

    def _hand(self, reader: _Reader, seat: int, level: int, kind: Kind) -> tuple[Card, ...]:
        names = reader.value.get(str(seat))
        if not isinstance(names, list):
            reader.fail(f"seat {seat} must have a list of cards, not {_shown(names)}")
        if len(names) > level:
            reader.fail(f"seat {seat} has {len(names)} cards, more than the level")
        cards = [card_named(name) for name in names]
        for name, card in zip(names, cards, strict=True):
            if card not in DECK[kind]:
                reader.fail(f"seat {seat}: {_shown(name)} is no card of the {kind.value} deck")
        return in_playing_order([card for card in cards if card is not None])


def _either(names: tuple[str, ...]) -> str:
    *first, last = (f'"{name}"' for name in names)
    return f"{', '.join(first)} or {last}"


def _duration(reader: _Reader, key: str) -> float:
    value = reader.value[key]
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= MOST_MS:
        reader.fail(f'"{key}" must be a number of milliseconds from 0 to {MOST_MS}, not {_shown(value)}')
    return value


_SETTING: dict[type, Callable[[_Reader, str], object]] = {
    int: _duration,
    float: _duration,
    bool: _Reader.flag,
    tuple: lambda reader, key: reader.seats(key, SEATS, 0),
}


class _Lines:
    """The lines after the head, checked one by one."""

    def __init__(self, begun: GameBegun) -> None:
        self.begun = begun
        self.lines: list[Recorded] = []
        self.kind_key: str | None = None

    def add(self, number: int, value: dict[str, Any]) -> None:
        line = self._source(number, value) if "source" in value else self._contact(number, value)
        if self.lines and line.at_us < self.lines[-1].at_us:
            _fail(number, f'"at_us" goes back from {self.lines[-1].at_us} to {line.at_us}')
        self.lines.append(line)

    def _source(self, number: int, value: dict[str, Any]) -> SourceChange:
        reader = _Reader(number, value, ("at_us", "source", "lost", "seats"))
        source = value["source"]
        if not isinstance(source, str) or not source:
            reader.fail(f'"source" must be a name, not {_shown(source)}')
        seats = reader.seats("seats", self.begun.seats, 1)
        return SourceChange(reader.whole("at_us", 0, MOST_US), source, seats, reader.flag("lost"))

    def _contact(self, number: int, value: dict[str, Any]) -> Contact:
        key = "down" if "down" in value else "closed"
        reader = _Reader(number, value, ("at_us", "seat", key, "uncertainty_us", "made_up"))
        closed = reader.flag(key)
        if self.kind_key not in (None, key):
            reader.fail(f'"{key}" in a file of "{self.kind_key}" lines; a file holds one kind or the other')
        self.kind_key = key
        seat = reader.whole("seat", min(SEATS), max(SEATS))
        if seat not in self.begun.seats:
            reader.fail(f"seat {seat} does not play; the seats are {list(self.begun.seats)}")
        uncertainty_us = reader.optional_whole("uncertainty_us", 0, MOST_US) or 0
        made_up = reader.flag("made_up") if "made_up" in value else False
        # A made-up edge is as uncertain as it was late to be missed: no clock's doing.
        if uncertainty_us > self.begun.uncertainty_us and not made_up:
            reader.fail(
                f'"uncertainty_us" of {uncertainty_us} is more than the {self.begun.uncertainty_us} of the head'
            )
        return Contact(reader.whole("at_us", 0, MOST_US), seat, closed, uncertainty_us, made_up)

    @property
    def raw(self) -> bool:
        """Whether the contacts are raw; a file without contacts counts as raw."""
        return self.kind_key != "down"

    def in_acting_order(self) -> list[Recorded]:
        """Lines of one instant act in the order of the file when debounced, by seat when raw."""
        if not self.raw:
            return self.lines
        return sorted(self.lines, key=lambda line: (line.at_us, _first_seat(line)))


def _first_seat(line: Recorded) -> int:
    return line.seat if isinstance(line, Contact) else min(line.seats)
