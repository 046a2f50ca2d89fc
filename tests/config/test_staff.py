"""The staff's file: whatever Notepad makes of it is read, and what can't be is told and left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.config import Config, effective
from mindbuzz.config.content import MOST_BYTES
from mindbuzz.config.keys import STAFF_KEYS
from mindbuzz.config.staff import LIST, REMEDY, read_staff_settings, staff_settings_in

PLAIN = "language = de\nbrightness_percent = 40\nlock_game = true\ncalm_seats = 2, 4\n"
VALUES = {"language": "de", "brightness_percent": 40, "lock_game": True, "calm_seats": (2, 4)}

ENCODINGS = {
    "plain": PLAIN.encode(),
    "with a mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "Windows line ends": PLAIN.replace("\n", "\r\n").encode(),
    "old Mac line ends": PLAIN.replace("\n", "\r").encode(),
    "Notepad's Unicode": b"\xff\xfe" + PLAIN.replace("\n", "\r\n").encode("utf-16-le"),
    "big-endian Unicode": b"\xfe\xff" + PLAIN.encode("utf-16-be"),
    "Notepad's ANSI, umlauts in a comment": f"# für die Gäste\n{PLAIN}".encode("cp1252"),
    "no end to the last line": PLAIN.strip().encode(),
    "as TOML": b'language = "de"\nbrightness_percent = 40\n[settings]\nlock_game = true\ncalm_seats = [2, 4]\n',
    "by people": "  LANGUAGE=“DE”\n; hi\nbrightness_percent = 40  # dim\nLock_Game = Yes\ncalm_seats = 2 4\n".encode(),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_file_is_understood_however_it_was_saved(name: str) -> None:
    settings = staff_settings_in(ENCODINGS[name])

    assert (settings.values, settings.notices) == (VALUES, ())


def test_a_comma_is_a_point() -> None:
    assert staff_settings_in(b"brightness_percent = 33,5").values == {"brightness_percent": 33.5}


BAD = {
    "langauge = de": ["line 1", "langauge", "did you mean language?"],
    "hold_ms = 3": ["line 1", "hold_ms", "nothing that can be set here", f"all there are: {LIST}"],
    "language = tlh": ["line 1", "language", "tlh", "en, de"],
    "brightness_percent = bright": ["line 1", "brightness_percent", "bright", "from 1 to 100"],
    "brightness_percent = 1000": ["line 1", "brightness_percent", "1000", "from 1 to 100"],
    "brightness_percent = nan": ["line 1", "brightness_percent", "nan", "from 1 to 100"],
    f"attract_ms = {'9' * 5000}": ["line 1", "attract_ms", "from 0 to"],
    "calm_seats = 7": ["line 1", "calm_seats = 7 ", "7, which is no seat", "1, 2, 3, 4"],
    "calm_seats = red": ["line 1", "calm_seats", "red", "whole number"],
    "lock_game = maybe": ["line 1", "lock_game", "maybe", "yes or no"],
    "= de": ["line 1", "= de: no name stands before it", "name = value"],
    "= ": ["line 1", "= : no name stands before it", "name = value"],
    '"" = de': ["line 1", "no name stands before it", "name = value"],
    "be nice": ["line 1", "be nice", "name = value"],
    "language = de\nlanguage = fr": ["line 2", "language", "line 1", "this line holds"],
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:30])
def test_a_bad_line_is_told_with_its_number_and_the_rest_holds(text: str) -> None:
    settings = staff_settings_in(f"{text}\ngame = blind".encode())
    [notice] = map(str, settings.notices)

    assert [word for word in BAD[text] if word not in notice] == []
    assert len(notice.splitlines()) == 1
    assert settings.values["game"] == "blind"


def test_the_last_of_two_lines_holds() -> None:
    assert staff_settings_in(b"language = de\nlanguage = fr").values["language"] == "fr"


# --- the file ---


def test_without_a_file_nothing_changes_and_nothing_is_said(tmp_path: Path) -> None:
    settings = read_staff_settings(tmp_path / "mindbuzz.txt")

    assert settings.over(Config()) == Config()
    assert settings.notices == ()


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    huge = tmp_path / "huge.txt"
    huge.write_bytes(b"#" * (MOST_BYTES + 1))

    assert [str(notice) for notice in read_staff_settings(tmp_path).notices] == [
        f"can't be read: it is a folder, not a file; {REMEDY}"
    ]
    assert "64 KiB" in str(read_staff_settings(huge).notices[0])
    assert len(read_staff_settings(tmp_path / ("n" * 300)).notices) == 1


def test_what_staff_set_goes_before_the_file_and_bad_lines_keep_nothing_from_starting(tmp_path: Path) -> None:
    staff, file = tmp_path / "mindbuzz.txt", tmp_path / "mindbuzz.toml"
    staff.write_bytes(b"\xef\xbb\xbflanguage = da\r\nbrigthness_percent = 5\r\nattract_ms = 5000\r\n")
    file.write_text(f'staff_file = "{staff}"\nlanguage = "de"\ngame = "blind"\n', encoding="utf-8")
    found = effective(file)

    assert (found.config.language, found.config.game, found.config.settings.attract_ms) == ("da", "blind", 5000)
    assert ["line 2" in str(notice) for notice in found.notices] == [True]


def test_an_empty_name_is_no_file(tmp_path: Path) -> None:
    file = tmp_path / "mindbuzz.toml"
    file.write_text('staff_file = ""\n', encoding="utf-8")

    assert effective(file).notices == ()


LINES = st.builds("{} = {}".format, st.sampled_from([*STAFF_KEYS, "pin_factory", "seats"]), st.text(max_size=20))


@given(st.one_of(st.binary(max_size=300), st.lists(LINES, max_size=10).map(lambda lines: "\n".join(lines).encode())))
def test_any_bytes_are_settings_or_lines_about_them(content: bytes) -> None:
    settings = staff_settings_in(content)

    assert settings.over(Config()).seat_numbers == (1, 2, 3, 4)
    assert all(len(str(notice).splitlines()) == 1 for notice in settings.notices)
