"""What stands in the menu: one table of items, each a key of the configuration with the values to choose from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from mindbuzz.config.values import Config
from mindbuzz.core.rules import Kind
from mindbuzz.screens.seats import seat_name
from mindbuzz.screens.texts import LANGUAGES, Texts

MINUTE_MS, MINUTE_S = 60_000, 60


class Action(Enum):
    """What an item does that sets no key."""

    RESET = "reset"
    FORGET = "forget"
    POWER_OFF = "power_off"
    CLOSE = "close"


class Played(NamedTuple):
    """How many games were played `today`, None where nobody knows what day it is, and in `all`."""

    today: int | None
    all: int


@dataclass(frozen=True, slots=True)
class Item:
    """`name` is the key that is set, or None for an `action`. `choices` are gone through in turn.

    `title` and `words` say what it is and what a value is called, in a language; `notes` what an action is about.
    """

    title: Callable[[Texts], str]
    name: str | None = None
    choices: tuple[Any, ...] = ()
    words: Callable[[Any, Texts], str] = lambda value, texts: str(value)
    action: Action | None = None
    notes: Callable[[Texts], tuple[str, ...]] = lambda texts: ()
    seat: int | None = None

    def value(self, values: Mapping[str, Any]) -> Any:
        """What holds now."""
        if self.name is None:
            return None
        return self.seat in values[self.name] if self.seat is not None else values[self.name]

    def lines(self, values: Mapping[str, Any], texts: Texts) -> tuple[str, ...]:
        """What stands below the title: the value that holds, or what the action is about."""
        return self.notes(texts) if self.name is None else (self.words(self.value(values), texts),)

    def stepped(self, values: Mapping[str, Any]) -> Any:
        """What the key is after one step on. ValueError for an action, which sets none."""
        if self.name is None:
            raise ValueError("an action sets no key")
        if self.seat is not None:
            seats = set(values[self.name]) ^ {self.seat}
            return tuple(sorted(seats))
        here = values[self.name]
        place = self.choices.index(here) + 1 if here in self.choices else 0
        return self.choices[place % len(self.choices)]


def _yes_no(value: Any, texts: Texts) -> str:
    return texts("menu_yes" if value else "menu_no")


def _language(value: Any, texts: Texts) -> str:
    return texts("language_name")


def _kind(value: Any, texts: Texts) -> str:
    return texts(f"kind_{value}")


def _percent(value: Any, texts: Texts) -> str:
    return f"{value:g} %"


def _minutes_of_ms(value: Any, texts: Texts) -> str:
    return f"{value / MINUTE_MS:g} min"


def _minutes_of_s(value: Any, texts: Texts) -> str:
    return f"{value / MINUTE_S:g} min"


def _hours(value: Any, texts: Texts) -> str:
    begins, _, ends = str(value).partition("-")
    return f"{begins}–{ends} h" if ends else texts("menu_none")


def _titled(key: str) -> Callable[[Texts], str]:
    return lambda texts: texts(key)


def _noted(key: str) -> Callable[[Texts], tuple[str, ...]]:
    return lambda texts: (texts(key),)


def _calm(seat: int) -> Item:
    return Item(lambda texts: texts("menu_calm", seat=seat_name(seat, texts)), "calm_seats", words=_yes_no, seat=seat)


def _games(played: Played) -> Callable[[Texts], tuple[str, ...]]:
    def notes(texts: Texts) -> tuple[str, ...]:
        today = () if played.today is None else (texts("menu_today", count=played.today),)
        return (*today, texts("menu_games", count=played.all))

    return notes


def items(config: Config, played: Played) -> tuple[Item, ...]:
    """The menu of a console: what it has no part for is left out."""
    quiet = ("", "20-8", "21-8", "22-8", "22-9", "23-9")
    return (
        Item(_titled("menu_language"), "language", LANGUAGES, _language),
        Item(_titled("menu_game"), "game", tuple(kind.value for kind in Kind), _kind),
        Item(_titled("menu_lock"), "lock_game", (False, True), _yes_no),
        Item(_titled("menu_brightness"), "brightness_percent", (20, 40, 60, 80, 100), _percent),
        *((Item(_titled("menu_sound"), "sound", (True, False), _yes_no),) if config.sound_pin is not None else ()),
        Item(_titled("menu_quiet"), "quiet_hours", quiet, _hours),
        Item(_titled("menu_idle"), "attract_ms", tuple(m * MINUTE_MS for m in (1, 2, 5, 10)), _minutes_of_ms),
        Item(_titled("menu_dim"), "dim_after_s", tuple(m * MINUTE_S for m in (1, 2, 5)), _minutes_of_s),
        Item(_titled("menu_dark"), "dark_after_s", tuple(m * MINUTE_S for m in (10, 20, 30, 60)), _minutes_of_s),
        *(_calm(seat) for seat in config.seat_numbers),
        Item(_titled("menu_reset"), action=Action.RESET, notes=_noted("menu_files")),
        Item(_titled("menu_forget"), action=Action.FORGET, notes=_games(played)),
        Item(_titled("menu_off"), action=Action.POWER_OFF),
        Item(_titled("menu_close"), action=Action.CLOSE, notes=_noted("menu_kept")),
    )


def values_of(config: Config, menu: tuple[Item, ...]) -> dict[str, Any]:
    """What the keys of the menu are in a configuration."""
    names = {item.name for item in menu if item.name is not None}
    return {name: getattr(config if hasattr(config, name) else config.settings, name) for name in names}
