"""A bad scenario file is told in one line that names the line and what is wrong; it never plays, never crashes."""

from __future__ import annotations

import json
from io import BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.core.cards import Card, Pile, card_name, card_named
from mindbuzz.core.rules import Kind
from mindbuzz.errors import ScenarioError
from mindbuzz.runtime.outcome_lines import outcome_line
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.scenario import MOST_BYTES, MOST_LINE_BYTES, read_scenario, scenario_bytes

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GOOD_FILES = [path.read_bytes() for path in sorted(SCENARIOS.glob("*.in.jsonl"))]

HEAD: dict[str, Any] = {
    "format": "mindbuzz-scenario/1",
    "variant": "classic",
    "seats": [1, 2],
    "deals": {"1": {"1": [5], "2": [20]}},
}
CONTACT: dict[str, Any] = {"at_us": 5, "seat": 1, "closed": True}


def file_of(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def head(**changes: Any) -> dict[str, Any]:
    """A good head with changes; None takes a key away."""
    return {key: value for key, value in {**HEAD, **changes}.items() if value is not None}


def complaint(content: bytes) -> str:
    with pytest.raises(ScenarioError) as caught:
        read_scenario(content)
    text = str(caught.value)
    assert len(text.splitlines()) == 1
    assert text.isprintable()
    assert len(text) < 500
    return text


BAD_HEADS = {
    "another format": (head(format="mindbuzz-scenario/2"), '"format"'),
    "no format": (head(format=None), '"format"'),
    "no variant": (head(variant=None), '"variant" is missing'),
    "an unknown variant": (head(variant="chess"), '"variant"'),
    "a variant that is no text": (head(variant=["classic"]), '"variant"'),
    "no seats": (head(seats=None), '"seats" is missing'),
    "one seat": (head(seats=[1]), '"seats"'),
    "a seat twice": (head(seats=[1, 1]), '"seats"'),
    "a seat too high": (head(seats=[1, 5]), '"seats"'),
    "seat true": (head(seats=[True, 2]), '"seats"'),
    "seats as an object": (head(seats={"1": 2}), '"seats"'),
    "seats in lists": (head(seats=[[1], [2]]), '"seats"'),
    "an unknown key": (head(colour="red"), "unknown key"),
    "a key that is empty": (head(**{"": 1}), "unknown key"),
    "neither seed nor deals": (head(deals=None), '"seed"'),
    "a negative seed": (head(seed=-1), '"seed"'),
    "a seed beyond 128 bits": (head(seed=1 << 128), '"seed"'),
    "a seed that is true": (head(seed=True), '"seed"'),
    "a broken seed": (head(seed=1.5), '"seed"'),
    "blind as a number": (head(blind=1), '"blind"'),
    "blind extreme": (head(variant="extreme", deals=None, seed=1, blind=True), '"blind"'),
    "a challenge in extreme": (head(variant="extreme", deals=None, seed=1, challenge_deals={}), '"challenge_deals"'),
    "a start that is a list": (head(start=[1]), '"start"'),
    "an unknown start": (head(start={"hearts": 3}), "hearts"),
    "level 0": (head(start={"level": 0}), '"level"'),
    "level 13 of 12": (head(start={"level": 13}), '"level"'),
    "no lives": (head(start={"lives": 0}), '"lives"'),
    "six lives": (head(start={"lives": 6}), '"lives"'),
    "four stars": (head(start={"stars": 4}), '"stars"'),
    "deals as a list": (head(deals=[]), '"deals"'),
    "a deal of level 13": (head(deals={"13": {"1": [], "2": []}}), "13"),
    "a deal of level 01": (head(deals={"01": {"1": [], "2": []}}), "01"),
    "a seat without a hand": (head(deals={"1": {"1": [5]}}), "seat 2"),
    "a hand for a seat that does not play": (head(deals={"1": {"1": [5], "2": [6], "3": [7]}}), '"3"'),
    "a hand larger than the level": (head(deals={"1": {"1": [5, 6], "2": [7]}}), "more than the level"),
    "a card twice in a hand": (head(deals={"2": {"1": [5, 5], "2": [7]}}), "twice"),
    "a card in two hands": (head(deals={"1": {"1": [5], "2": [5]}}), "twice"),
    "card 0": (head(deals={"1": {"1": [0], "2": [5]}}), "no card"),
    "card 101": (head(deals={"1": {"1": [101], "2": [5]}}), "no card"),
    "card true": (head(deals={"1": {"1": [True], "2": [5]}}), "no card"),
    "card 5.0": (head(deals={"1": {"1": [5.0], "2": [6]}}), "no card"),
    "a white card in classic": (head(deals={"1": {"1": ["w5"], "2": [6]}}), "no card"),
    "a card that is a list": (head(deals={"1": {"1": [[5]], "2": [6]}}), "no card"),
    "a hand that is a card": (head(deals={"1": {"1": 5, "2": [6]}}), "list of cards"),
    "a hand that is null": (head(deals={"1": {"1": None, "2": [6]}}), "list of cards"),
    "a classic card in extreme": (head(variant="extreme", deals={"1": {"1": [5], "2": ["w6"]}}), "no card"),
    "card w05": (head(variant="extreme", deals={"1": {"1": ["w05"], "2": ["w6"]}}), "no card"),
    "card w51": (head(variant="extreme", deals={"1": {"1": ["w51"], "2": ["w6"]}}), "no card"),
    "card w": (head(variant="extreme", deals={"1": {"1": ["w"], "2": ["w6"]}}), "no card"),
    "a card in foreign digits": (head(variant="extreme", deals={"1": {"1": ["w٣"], "2": ["w6"]}}), "no card"),
    "a bad challenge deal": (head(challenge_deals={"1": {"1": [5]}}), "challenge_deals"),
    "settings as a list": (head(settings=[]), '"settings"'),
    "an unknown setting": (head(settings={"hold": 600}), '"hold"'),
    "a setting of the house": (head(settings={"stuck_ms": 1}), "stuck_ms"),
    "a negative duration": (head(settings={"hold_ms": -1}), '"hold_ms"'),
    "a duration in words": (head(settings={"hold_ms": "600"}), '"hold_ms"'),
    "a duration that is true": (head(settings={"hold_ms": True}), '"hold_ms"'),
    "a flag as a number": (head(settings={"star_recycle": 1}), '"star_recycle"'),
    "calm seats as a number": (head(settings={"calm_seats": 1}), '"calm_seats"'),
    "a calm seat twice": (head(settings={"calm_seats": [1, 1]}), '"calm_seats"'),
    "an uncertainty that is negative": (head(uncertainty_us=-1), '"uncertainty_us"'),
}


@pytest.mark.parametrize("name", BAD_HEADS)
def test_a_bad_head_is_told_with_line_1_and_what_is_wrong(name: str) -> None:
    bad, culprit = BAD_HEADS[name]

    text = complaint(file_of(bad, CONTACT))

    assert text.startswith("line 1: ")
    assert culprit in text


BAD_LINES: dict[str, tuple[dict[str, Any], str]] = {
    "no time": ({"seat": 1, "closed": True}, '"at_us" is missing'),
    "no seat": ({"at_us": 5, "closed": True}, '"seat" is missing'),
    "neither closed nor down": ({"at_us": 5, "seat": 1}, '"closed" is missing'),
    "both closed and down": ({**CONTACT, "down": True}, "closed"),
    "closed as a number": ({**CONTACT, "closed": 1}, '"closed"'),
    "a time before the deal": ({**CONTACT, "at_us": -1}, '"at_us"'),
    "a broken time": ({**CONTACT, "at_us": 5.0}, '"at_us"'),
    "a time that is true": ({**CONTACT, "at_us": True}, '"at_us"'),
    "a seat that does not play": ({**CONTACT, "seat": 3}, "seat 3"),
    "seat 0": ({**CONTACT, "seat": 0}, '"seat"'),
    "seat true": ({**CONTACT, "seat": True}, '"seat"'),
    "a seat as text": ({**CONTACT, "seat": "1"}, '"seat"'),
    "an unknown key": ({**CONTACT, "colour": 1}, "unknown key"),
    "made up as a number": ({**CONTACT, "made_up": 1}, '"made_up"'),
    "more uncertain than the head says": ({**CONTACT, "uncertainty_us": 1}, '"uncertainty_us"'),
    "a source without a state": ({"at_us": 5, "source": "pod", "seats": [1]}, '"lost" is missing'),
    "a source without a name": ({"at_us": 5, "source": "", "lost": True, "seats": [1]}, '"source"'),
    "a source that is a number": ({"at_us": 5, "source": 5, "lost": True, "seats": [1]}, '"source"'),
    "a source without seats": ({"at_us": 5, "source": "pod", "lost": True, "seats": []}, '"seats"'),
    "a source of a strange seat": ({"at_us": 5, "source": "pod", "lost": True, "seats": [3]}, '"seats"'),
    "a source with a contact": ({**CONTACT, "source": "pod"}, "unknown key"),
    "nothing": ({}, "missing"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_told_with_its_number_and_what_is_wrong(name: str) -> None:
    bad, culprit = BAD_LINES[name]

    text = complaint(file_of(HEAD, {**CONTACT, "at_us": 0}, bad, CONTACT))

    assert text.startswith("line 3: ")
    assert culprit in text


DEEP = 100_000
BAD_BYTES = {
    "an empty file": (b"", 1),
    "an empty first line": (b"\n", 1),
    "bytes that are no text": (b"\xff\xfe{}\n", 1),
    "a byte order mark": (b"\xef\xbb\xbf" + file_of(HEAD), 1),
    "half a head": (file_of(HEAD)[:30], 1),
    "a head that is a list": (b"[]\n", 1),
    "a head that is null": (b"null\n", 1),
    "a bare number": (b"5\n", 1),
    "an empty line in between": (file_of(HEAD) + b"\n" + file_of(CONTACT), 2),
    "two objects on a line": (file_of(HEAD) + b'{"at_us": 5} {"seat": 1}\n', 2),
    "not a number": (file_of(HEAD) + b'{"at_us": NaN, "seat": 1, "closed": true}\n', 2),
    "infinity": (file_of(HEAD) + b'{"at_us": Infinity, "seat": 1, "closed": true}\n', 2),
    "a number beyond all numbers": (file_of(HEAD) + b'{"at_us": 1e999, "seat": 1, "closed": true}\n', 2),
    "a number of ten thousand digits": (
        file_of(HEAD) + b'{"at_us": ' + b"9" * 10_000 + b', "seat": 1, "closed": true}\n',
        2,
    ),
    "a key twice": (file_of(HEAD) + b'{"at_us": 5, "seat": 1, "seat": 2, "closed": true}\n', 2),
    "a key twice deep inside": (file_of(HEAD) + b'{"at_us": 5, "seat": {"a": 1, "a": 1}}\n', 2),
    "a line break within a key": (file_of(HEAD) + rb'{"a\nb": 5, "a\nb": 6}' + b"\n", 2),
    "half a character": (file_of(HEAD) + rb'{"\ud800": 5}' + b"\n", 2),
    "lists without end": (file_of(HEAD) + b"[" * DEEP + b"\n", 2),
    "lists in lists": (file_of(HEAD) + b"[" * DEEP + b"]" * DEEP + b"\n", 2),
    "objects in objects": (file_of(HEAD) + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"\n", 2),
    "a form feed": (file_of(HEAD) + file_of(CONTACT).rstrip() + b"\x0c\n", 2),
    "a vertical tab": (file_of(HEAD).rstrip() + b"\x0b\n", 1),
    "a null byte": (file_of(HEAD) + b'{"at_us": 5\x00}\n', 2),
    "time going back": (file_of(HEAD, CONTACT, {**CONTACT, "at_us": 4}), 3),
    "raw and debounced lines in one file": (file_of(HEAD, CONTACT, {"at_us": 6, "seat": 1, "down": False}), 3),
}


@pytest.mark.parametrize("name", BAD_BYTES)
def test_bytes_that_make_no_scenario_are_told_with_their_line(name: str) -> None:
    content, number = BAD_BYTES[name]

    assert complaint(content).startswith(f"line {number}: ")


WRONG = {
    "an empty line at the end": (file_of(HEAD, CONTACT) + b"\n", "line 3: is empty; every line after"),
    "a line of blanks": (file_of(HEAD) + b" \r\n", "line 2: is empty"),
    "half an object": (file_of(HEAD) + b'{"at_us":\n', "line 2: not JSON: Expecting value at column 10"),
    "another text": (
        b"# mindbuzz\n",
        "line 1: not JSON: Expecting value at column 1; a scenario comes from: mindbuzz journal export GAME",
    ),
    "thousands of digits": (file_of(HEAD) + b"[" + b"9" * 5000 + b"]\n", "line 2: a number has more than 4300 digits"),
    "a key twice": (file_of(HEAD) + b'{"a": 1, "a": 2}\n', 'line 2: key "a" stands twice'),
    "no number": (file_of(HEAD) + b'{"at_us": NaN}\n', "line 2: NaN is not a number here"),
    "a byte order mark": (b"\xef\xbb\xbf" + file_of(HEAD), "line 1: begins with a byte order mark; save the file"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_words_for_people(name: str) -> None:
    content, told = WRONG[name]
    text = complaint(content)

    assert text.startswith(told)
    assert "sys." not in text
    assert "char" not in text


NOBODY: dict[str, list[Any]] = {"1": [], "2": []}


@pytest.mark.parametrize("level", range(1, 13))
@pytest.mark.parametrize("key", ["deals", "challenge_deals"])
def test_a_level_without_any_card_is_refused(key: str, level: int) -> None:
    """Nobody could ever complete it."""
    deals = {"1": {"1": [5], "2": []}, str(level): NOBODY}
    text = complaint(file_of(head(**{key: deals}), CONTACT))

    assert text.startswith(f"line 1: {key}: level {level}: all hands are empty; deal one card or more")


class Endless(RawIOBase):
    """A file that has no end: the same bytes again and again, counted."""

    def __init__(self, again: bytes) -> None:
        self.again = again
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        room = len(buffer)
        buffer[:] = (self.again * (room // len(self.again) + 1))[:room]
        self.given += room
        return room


@pytest.mark.parametrize(
    ("again", "told"),
    [
        (b"\0", "line 1: is longer than 1 MiB"),
        (b"9", "line 1: is longer than 1 MiB"),
        (b"x" * 1023 + b"\n", "line 65537: the file is larger than 64 MiB"),
        (b"\n" * 1024 + b"y" * 4096 + b"\n", "the file is larger than 64 MiB"),
    ],
    ids=["zeros", "digits", "lines", "lines of both kinds"],
)
def test_a_file_without_end_is_read_no_further_than_a_scenario_can_be(again: bytes, told: str) -> None:
    endless = Endless(again)
    with pytest.raises(ScenarioError) as caught:
        scenario_bytes(BufferedReader(endless))

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert endless.given <= MOST_BYTES + 2 * MOST_LINE_BYTES


@given(st.lists(st.binary(max_size=30)))
def test_any_other_file_is_read_as_it_is(parts: list[bytes]) -> None:
    content = b"\n".join(parts)
    assert scenario_bytes(BytesIO(content)) == content


def test_the_whole_file_is_checked_before_the_game_begins() -> None:
    """The head alone would end at once: there is no deal."""
    complaint(file_of(head(deals={}), CONTACT, {"at_us": 6}))


def test_good_settings_are_taken_as_they_are_and_the_others_stay() -> None:
    settings = {"tie_window_ms": 0, "hold_ms": 700.5, "calm_seats": [2], "star_recycle": False}

    begun = read_scenario(file_of(head(settings=settings, blind=True, start={"stars": 0}))).begun

    assert begun.settings.hold_ms == 700.5
    assert begun.settings.calm_seats == (2,)
    assert begun.settings.arm_ms == 350
    assert begun.kind is Kind.BLIND
    assert (begun.level, begun.lives, begun.stars) == (1, None, 0)


def test_a_hand_may_be_smaller_than_the_level_and_in_any_order() -> None:
    begun = read_scenario(file_of(head(variant="extreme", deals={"4": {"1": ["r3", "r9", "w7", "w2"], "2": []}}))).begun

    assert [card_name(card) for card in begun.deals[4][1]] == ["w2", "w7", "r9", "r3"]
    assert begun.deals[4][2] == ()


@given(st.sampled_from([Card(Pile.CLASSIC, 1), Card(Pile.WHITE, 50), Card(Pile.RED, 10)]))
def test_the_name_of_a_card_names_that_card(card: Card) -> None:
    assert card_named(card_name(card)) == card


# --- whatever a file holds, it plays or it is told ---


def plays_or_is_told(content: bytes) -> None:
    told = ""
    try:
        for outcome in replay(read_scenario(content)):
            outcome_line(outcome)
    except ScenarioError as error:
        told = str(error)
    assert len(told.splitlines()) <= 1


BYTES = st.binary(max_size=8) | st.sampled_from([b"-", b"0", b"9" * 30, b"null", b"[]", b"{}", b"1e5", b'"', b"\n"])


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A good file in which some bytes were replaced."""
    content = draw(st.sampled_from(GOOD_FILES))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(content)))
        content = content[:place] + draw(BYTES) + content[place + draw(st.integers(0, 8)) :]
    return content


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 60),
    st.sampled_from([10**9, 10**30, 0.5, 1e-9, "w8", "1", "", [], {}, [1, 2], {"1": []}]),
)


@st.composite
def files_with_strange_values(draw: st.DrawFn) -> bytes:
    """A good file with some values replaced by others, and lines left out."""
    lines = [json.loads(line) for line in draw(st.sampled_from(GOOD_FILES)).splitlines()]
    for _ in range(draw(st.integers(1, 3))):
        line = lines[draw(st.integers(0, len(lines) - 1)) if draw(st.booleans()) else 0]
        line[draw(st.sampled_from(sorted(line)))] = draw(VALUES)
    return file_of(*lines[: draw(st.integers(1, len(lines)))])


NO_DURATIONS_WITHOUT_SENSE = st.integers(20, 3000) | st.sampled_from([0.5, 1.25, 10**6])


@st.composite
def files_with_other_settings(draw: st.DrawFn) -> bytes:
    lines = [json.loads(line) for line in draw(st.sampled_from(GOOD_FILES)).splitlines()]
    names = st.sampled_from(["focus_lock_ms", "hold_ms", "arm_ms", "extreme_hold_ms", "tap_min_ms", "tie_window_ms",
                             "repeat_guard_ms", "star_ask_ms", "vote_ms", "vote_timeout_ms", "mistake_show_ms",
                             "star_show_ms", "level_show_ms", "reveal_card_ms", "release_confirm_ms"])  # fmt: skip
    lines[0]["settings"] = draw(st.dictionaries(names, st.just(0) | NO_DURATIONS_WITHOUT_SENSE, max_size=6))
    return file_of(*lines)


@given(damaged_files())
def test_a_damaged_file_plays_or_is_told(content: bytes) -> None:
    plays_or_is_told(content)


@given(files_with_strange_values())
def test_a_file_with_strange_values_plays_or_is_told(content: bytes) -> None:
    plays_or_is_told(content)


@given(files_with_other_settings())
def test_a_file_plays_with_any_settings_zero_included(content: bytes) -> None:
    plays_or_is_told(content)


@given(st.binary(max_size=200))
def test_any_bytes_at_all_play_or_are_told(content: bytes) -> None:
    plays_or_is_told(content)


def test_a_card_of_thousands_of_digits_is_no_card() -> None:
    assert card_named("w" + "1" * 5000) is None


# --- real cards ---

BESIDE = {"format": HEAD["format"], "variant": "companion", "game": "extreme", "seats": [1, 2]}
BAD_BESIDE = {
    "no game": ({key: value for key, value in BESIDE.items() if key != "game"}, '"game" is missing'),
    "a game that nobody knows": ({**BESIDE, "game": "chess"}, '"chess"'),
    "a game that is a number": ({**BESIDE, "game": 7}, "7"),
    "a game beside a dealt one": ({**HEAD, "game": "classic"}, '"game"'),
    "deals": ({**BESIDE, "deals": {}}, '"deals"'),
    "a seed": ({**BESIDE, "seed": 7}, '"seed"'),
    "blind practice the other way": ({**BESIDE, "blind": True}, '"blind"'),
    "deals of a challenge": ({**BESIDE, "challenge_deals": {}}, '"challenge_deals"'),
}


@pytest.mark.parametrize("name", BAD_BESIDE)
def test_a_bad_head_of_a_game_with_real_cards_is_told(name: str) -> None:
    bad, culprit = BAD_BESIDE[name]
    text = complaint(file_of(bad))

    assert text.startswith("line 1: ")
    assert culprit in text


@pytest.mark.parametrize("game", ["classic", "blind", "extreme"])
def test_a_game_with_real_cards_needs_no_deals(game: str) -> None:
    begun = read_scenario(file_of({**BESIDE, "game": game, "start": {"level": 3}}, CONTACT)).begun

    assert begun.kind.value == f"companion-{game}"
    assert (begun.level, begun.deals, begun.seed) == (3, {}, None)
