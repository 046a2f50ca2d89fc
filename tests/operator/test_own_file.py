"""What was set at the console, kept in a file that no power cut breaks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.config.staff import LIST, understood
from mindbuzz.config.values import Config
from mindbuzz.errors import ControlError
from mindbuzz.operator.item import Played, items, values_of
from mindbuzz.operator.own_file import OwnFile
from mindbuzz.operator.quiet import hushed, is_quiet


@pytest.fixture
def own(tmp_path: Path) -> OwnFile:
    return OwnFile(tmp_path / "settings.txt")


def test_nothing_is_set_where_there_is_no_file(own: OwnFile) -> None:
    assert own.values == {}
    own.reset()
    assert own.values == {}


def test_what_is_set_is_there_again_and_the_rest_stays(own: OwnFile) -> None:
    own.set({"language": "de", "calm_seats": (2, 4), "quiet_hours": "22-8"})
    own.set({"language": "fr", "lock_game": True, "attract_ms": 60_000})

    assert OwnFile(own.path).values == {
        "language": "fr",
        "calm_seats": (2, 4),
        "quiet_hours": "22-8",
        "lock_game": True,
        "attract_ms": 60_000,
    }
    own.reset()
    assert own.values == {}


def test_every_value_of_the_menu_comes_back_as_it_was(own: OwnFile) -> None:
    for item in items(Config(sound_pin=12), Played(None, 0)):
        if item.name is not None:
            values = values_of(Config(), items(Config(sound_pin=12), Played(None, 0)))
            for _ in item.choices or (False, True):
                values = {**values, item.name: item.stepped(values)}
                own.set({item.name: values[item.name]})
                assert own.values[item.name] == values[item.name]


def test_a_broken_file_sets_what_can_be_understood(own: OwnFile) -> None:
    own.path.write_bytes(b"language = fr\nbrightness_percent = lots\n\xff\xfe\n")
    assert own.values == {"language": "fr"}


def test_a_folder_that_can_t_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ControlError, match="can't be written") as caught:
        OwnFile(tmp_path / "no" / "settings.txt").set({"language": "de"})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("language", "DE", "de"),
        *[("lock_game", word, True) for word in ("yes", "Yes", "true", "TRUE", "on", "1")],
        *[("lock_game", word, False) for word in ("no", "NO", "false", "False", "off", "0")],
        ("calm_seats", "2, 4", (2, 4)),
        ("quiet_hours", "22 - 8", "22-8"),
    ],
)
def test_people_s_words_are_understood(name: str, text: str, value: object) -> None:
    assert understood(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("lnguage", "de", "did you mean language"),
        ("button", "5", "nothing that can be set here"),
        ("button", "5", f"all there are: {LIST}$"),
        ("", "5", f"all there are: {LIST}$"),
        ("x" * 5000, "5", "nothing that can be set here"),
        ("language", "tlh", "is not known"),
        ("lock_game", "maybe", "must be yes or no"),
        ("quiet_hours", "22-22", "is no time of day"),
        ("quiet_hours", "25-3", "is no time of day"),
    ],
)
def test_what_is_not_understood_is_one_line_with_the_remedy(name: str, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        understood(name, text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


# --- quiet hours ---


def at(hour: int) -> datetime:
    return datetime(2026, 1, 1, hour, 30, tzinfo=UTC)


@given(st.integers(0, 23), st.integers(1, 23), st.integers(0, 23))
def test_quiet_lasts_from_the_first_hour_to_the_last(first: int, length: int, hour: int) -> None:
    hours = f"{first}-{(first + length) % 24}"
    assert is_quiet(hours, at(hour)) is ((hour - first) % 24 < length)


def test_nobody_is_quiet_who_does_not_know_the_time() -> None:
    assert not is_quiet("22-8", None)
    assert not is_quiet("", at(23))


def test_at_night_there_is_no_sound_and_little_light() -> None:
    night = hushed(Config())
    assert not night.sound
    assert night.brightness_percent == 20
    assert hushed(Config(brightness_percent=10)).brightness_percent == 10
