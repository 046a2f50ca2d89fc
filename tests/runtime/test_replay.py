"""Every worked example agrees, byte for byte, and replay leaves nothing out and adds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindbuzz.core.outcomes import Outcome
from mindbuzz.runtime.outcome_lines import is_of_scenario, outcome_line
from mindbuzz.runtime.replay import replay
from mindbuzz.runtime.scenario import read_scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(path.name.removesuffix(".in.jsonl") for path in SCENARIOS.glob("*.in.jsonl"))

HEAD = (
    '{"format": "mindbuzz-scenario/1", "variant": "classic", "seats": [1, 2],'
    ' "deals": {"1": {"1": [5], "2": [20]}}, "settings": {"focus_lock_ms": 500}}'
)


def told(content: bytes, verbose: bool = False) -> str:
    """What `mindbuzz replay` prints of a file."""
    outcomes = replay(read_scenario(content))
    return "".join(f"{outcome_line(outcome)}\n" for outcome in outcomes if verbose or is_of_scenario(outcome))


def outcomes_of(*lines: str) -> list[Outcome]:
    content = "\n".join((HEAD, *lines)).encode()
    return [outcome for outcome in replay(read_scenario(content)) if is_of_scenario(outcome)]


def down(at_us: int, seat: int) -> str:
    return f'{{"at_us": {at_us}, "seat": {seat}, "down": true}}'


def up(at_us: int, seat: int) -> str:
    return f'{{"at_us": {at_us}, "seat": {seat}, "down": false}}'


def source(at_us: int, lost: bool, seat: int) -> str:
    return f'{{"at_us": {at_us}, "source": "pod", "lost": {str(lost).lower()}, "seats": [{seat}]}}'


FOCUS = (down(0, 1), down(0, 2), up(600_000, 1), up(600_000, 2))


def names_of(outcomes: list[Outcome]) -> list[str]:
    return [type(outcome).__name__ for outcome in outcomes]


@pytest.mark.parametrize("name", NAMES)
def test_a_worked_example_agrees_byte_for_byte(name: str) -> None:
    expected = (SCENARIOS / f"{name}.out.jsonl").read_text(encoding="utf-8")

    assert told((SCENARIOS / f"{name}.in.jsonl").read_bytes()) == expected


def test_there_are_worked_examples_and_each_has_its_other_half() -> None:
    assert len(NAMES) >= 30
    assert {path.name for path in SCENARIOS.iterdir()} == {
        f"{name}.{half}.jsonl" for name in NAMES for half in ("in", "out")
    }


def test_a_game_without_contacts_waits_in_focus() -> None:
    assert names_of(outcomes_of()) == ["LevelDealt"]


def test_a_level_without_a_deal_ends_the_scenario_where_it_would_start() -> None:
    outcomes = outcomes_of(*FOCUS, down(2_000_000, 1), up(2_090_000, 1), down(3_000_000, 2), up(3_090_000, 2))

    assert names_of(outcomes)[-1] == "LevelCompleted"


def test_a_first_level_without_a_deal_ends_the_scenario_at_once() -> None:
    head = '{"format": "mindbuzz-scenario/1", "variant": "classic", "seats": [1, 2], "deals": {}}\n'

    assert told(head.encode()) == ""


def test_defeat_ends_a_scenario_whatever_the_hands_do_after_it() -> None:
    head = HEAD.replace('"settings"', '"start": {"lives": 1}, "settings"')
    lines = (*FOCUS, down(2_000_000, 2), up(2_090_000, 2), down(8_000_000, 1), up(8_090_000, 1))

    assert told("\n".join((head, *lines)).encode()).splitlines()[-1].count("game_lost") == 1


VICTORY = (*FOCUS, down(1_400_000, 1), down(1_500_000, 2), up(1_590_000, 2), down(1_900_000, 2))
AT_LAST = '"deals": {"12": {"1": [1], "2": [2]}}, "start": {"level": 12}'


@pytest.mark.parametrize("lifted", [(), (up(3_500_000, 1), up(3_600_000, 2))], ids=["hands stay", "hands are lifted"])
@pytest.mark.parametrize(
    ("cards", "last"),
    [
        ("", "GameWon"),
        (', "challenge_deals": {}', "GameWon"),
        (', "challenge_deals": {"1": {"1": [3], "2": [4]}}', "LevelDealt"),
        (', "seed": 5', "LevelDealt"),
    ],
)
def test_a_victory_goes_on_only_where_there_are_cards_for_a_challenge(
    cards: str, last: str, lifted: tuple[str, ...]
) -> None:
    """A hold that is decided late wins; all hands are down again by then, and the next contact is far away."""
    head = f'{{"format": "mindbuzz-scenario/1", "variant": "classic", "seats": [1, 2], {AT_LAST}{cards}}}'
    outcomes = replay(read_scenario("\n".join((head, *VICTORY, *lifted)).encode()))

    assert names_of([outcome for outcome in outcomes if is_of_scenario(outcome)])[-1] == last


@pytest.mark.parametrize(("laid_us", "goes_on"), [(5_500_000, True), (5_500_001, True), (None, False)])
def test_a_hand_that_is_laid_down_at_the_very_moment_of_the_end_is_laid_since(
    laid_us: int | None, goes_on: bool
) -> None:
    """What falls due at a moment, here the star that wins, happens before a contact of that moment."""
    head = f'{{"format": "mindbuzz-scenario/1", "variant": "classic", "seats": [1, 2], {AT_LAST}, "seed": 5}}'
    star = (*FOCUS, down(2_000_000, 1), down(4_000_000, 2))
    again = () if laid_us is None else (up(laid_us, 2), down(laid_us, 2))
    lines = (*star, *again, up(9_000_000, 1), up(9_000_000, 2))
    outcomes = replay(read_scenario("\n".join((head, *lines)).encode()))

    assert ("ChallengeStarted" in names_of(list(outcomes))) is goes_on


def test_time_runs_on_for_a_minute_so_that_every_timer_can_finish() -> None:
    outcomes = outcomes_of(*FOCUS, down(2_000_000, 1))

    assert names_of(outcomes)[-2:] == ["StarAsked", "StarRefused"]


def test_a_lost_source_refuses_the_star_that_is_being_asked_for() -> None:
    outcomes = outcomes_of(*FOCUS, down(2_000_000, 1), source(5_000_000, True, 2))

    assert names_of(outcomes)[-2:] == ["StarAsked", "StarRefused"]
    assert outcomes[-1].at_us == 5_000_000


def test_while_a_source_is_lost_nobody_can_focus_and_then_they_can() -> None:
    lost = (source(100_000, True, 2), down(200_000, 1), down(200_000, 2), up(2_000_000, 1), up(2_000_000, 2))
    again = (source(3_000_000, False, 2), down(4_000_000, 1), down(4_000_000, 2))

    assert names_of(outcomes_of(*lost)) == ["LevelDealt"]
    assert outcomes_of(*lost, *again)[-1].at_us == 4_500_000


def test_raw_lines_of_one_instant_act_by_seat_and_debounced_ones_in_the_order_of_the_file() -> None:
    lines = (*FOCUS, down(2_000_000, 2), down(2_000_000, 1))
    raw = "\n".join((HEAD, *lines)).replace('"down"', '"closed"').encode()

    assert [line.seat for line in read_scenario(raw).lines[:2]] == [1, 2]  # type: ignore[union-attr]
    debounced = read_scenario("\n".join((HEAD, *lines)).encode())
    assert [line.seat for line in debounced.lines[-2:]] == [2, 1]  # type: ignore[union-attr]


def test_verbose_tells_more_and_the_rest_stays_the_same() -> None:
    content = (SCENARIOS / "classic-level-1-clean.in.jsonl").read_bytes()
    quiet, verbose = told(content).splitlines(), told(content, verbose=True).splitlines()

    assert "hands_lifted" in "".join(verbose)
    assert [line for line in verbose if line in quiet] == quiet
    assert len(verbose) > len(quiet)
