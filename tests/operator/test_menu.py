"""The operator's menu: every item, every value, with one button."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mindbuzz.config.keys import STAFF_KEYS
from mindbuzz.config.staff import understood
from mindbuzz.config.values import Config
from mindbuzz.operator.item import Action, Item, Played, items, values_of
from mindbuzz.operator.menu import Menu
from mindbuzz.screens import lettering
from mindbuzz.screens.lettering import Font
from mindbuzz.screens.menu import menu_picture
from mindbuzz.screens.texts import LANGUAGES, texts_of

FULL = replace(Config(), sound_pin=12)
PLAYED = Played(today=123, all=12_345)


def opened(config: Config = FULL) -> Menu:
    menu = items(config, PLAYED)
    return Menu.opened(menu, values_of(config, menu))


def at(menu: Menu, action: Action) -> Menu:
    """Short presses until this item is shown."""
    while menu.item.action is not action:
        menu = menu.next()
    return menu


def test_short_presses_go_round_and_change_nothing() -> None:
    menu = opened()
    for _ in menu.items:
        menu = menu.next()

    assert menu.place == 0
    assert menu.changed == {}


@pytest.mark.parametrize("item", [item for item in items(FULL, PLAYED) if item.name], ids=lambda i: str(i.name))
def test_long_presses_go_through_every_value_and_back_to_the_first(item: Item) -> None:
    menu = opened()
    while (menu.item.name, menu.item.seat) != (item.name, item.seat):
        menu = menu.next()
    assert item.name is not None
    before = menu.values[item.name]
    seen = []
    for _ in item.choices or (False, True):
        menu = menu.change()
        seen.append(menu.values[item.name])

    assert len(set(seen)) == len(seen)
    assert seen[-1] == before or before not in item.choices


def test_every_key_of_the_menu_may_be_set_by_staff_and_every_choice_is_allowed() -> None:
    for item in items(FULL, PLAYED):
        if item.name is None:
            continue
        limit = STAFF_KEYS[item.name].limit
        assert [value for value in item.choices if limit.complaint(value) is not None] == []  # type: ignore[union-attr]


# What whoever runs a console must be able to set without a network or a keyboard.
NEEDED = (
    "lock_game", "game", "language", "quiet_hours", "brightness_percent", "sound", "attract_ms", "dim_after_s",
    "dark_after_s", "calm_seats",
)  # fmt: skip


def test_the_menu_has_all_that_an_operator_needs() -> None:
    menu = items(FULL, PLAYED)
    assert {item.name for item in menu if item.name is not None} == set(NEEDED)
    assert {item.action for item in menu if item.action is not None} == set(Action)
    assert {item.seat for item in menu if item.name == "calm_seats"} == set(FULL.seat_numbers)


@pytest.mark.parametrize("name", NEEDED)
def test_everything_in_the_menu_is_to_be_set_by_ctl_too(name: str) -> None:
    for item in items(FULL, PLAYED):
        if item.name == name:
            for value in values_to_show(item):
                text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
                assert understood(name, text) == value


def test_only_what_was_changed_is_told() -> None:
    menu = opened().change()
    assert menu.changed == {"language": "de"}


def test_calm_seats_are_set_one_by_one() -> None:
    menu = opened()
    while menu.item.seat != 2:
        menu = menu.next()
    assert menu.change().changed == {"calm_seats": (2,)}
    assert menu.change().change().changed == {}


@pytest.mark.parametrize("action", [Action.RESET, Action.FORGET, Action.POWER_OFF])
def test_what_cannot_be_taken_back_asks_once_more(action: Action) -> None:
    menu = at(opened(), action).change()
    assert menu.asked
    assert menu.done is None
    assert menu.change().done is action
    assert not menu.next().asked


def test_done_needs_no_second_thought() -> None:
    assert at(opened(), Action.CLOSE).change().done is Action.CLOSE


def test_a_console_without_a_piezo_has_no_sound_to_set() -> None:
    names = [item.name for item in items(Config(), PLAYED)]
    assert "sound" not in names
    assert "language" in names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str, font: Font, width_px: int) -> str:
        raise AssertionError(f"{text!r} is too wide")

    monkeypatch.setattr(lettering, "shortened", refuse)
    texts, menu = texts_of(language), items(FULL, PLAYED)
    for place, item in enumerate(menu):
        for value in values_to_show(item):
            values = {} if item.name is None else {item.name: value}
            lines = item.lines(values, texts)
            for asked in (False, True):
                changes = item.name is not None
                menu_picture(item.title(texts), lines, place, len(menu), texts, changes=changes, asked=asked)


def values_to_show(item: Item) -> tuple[object, ...]:
    """Every value that an item's key may have."""
    return item.choices or ((), (1, 2, 3, 4))


def test_how_much_was_played_is_told_and_today_only_where_the_day_is_known() -> None:
    texts = texts_of("en")

    def told(played: Played) -> tuple[str, ...]:
        [item] = [item for item in items(FULL, played) if item.action is Action.FORGET]
        return item.lines({}, texts)

    assert told(Played(3, 41)) == ("games today: 3", "in all: 41")
    assert told(Played(None, 41)) == ("in all: 41",)
