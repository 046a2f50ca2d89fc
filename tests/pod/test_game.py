"""Whole games over a pod, whose real firmware runs under MicroPython: the same games as over pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from mindbuzz.config import Config, SeatConfig
from mindbuzz.contacts.contact import Contact
from mindbuzz.core.outcomes import CardPlayed
from mindbuzz.core.phases import Phase
from mindbuzz.core.settings import Settings
from mindbuzz.runtime.journal import Journal
from tests.pod.lockstep import LockstepPod, Wire
from tests.runtime.desk import Desk, config_of, journalled, replayed
from tools.pin_table import read_pod_pins

POD_PINS = read_pod_pins().BUTTONS
FULL = 65_535


def config_on_pod(seats: int, on_pod: Sequence[int], **more: Any) -> Config:
    """A console without hardware, some of whose seats are on a pod, from its first button on."""
    config = config_of(seats, audit_ms=50, **more)
    places = {seat: f"pod:{number}" for number, seat in enumerate(on_pod, start=1)}
    moved = {seat: SeatConfig(button=place, lamp=place) for seat, place in places.items()}
    return replace(config, seats={**config.seats, **moved})


MakeDesk = Callable[..., Desk]


@pytest.fixture
def desk_with(need_program: Callable[[str], str]) -> Iterator[MakeDesk]:
    desks: list[Desk] = []

    def make(config: Config, journal: Journal | None = None, **options: Any) -> Desk:
        pins = {
            seat: POD_PINS[int(parts.button[-1])]
            for seat, parts in config.seats.items()
            if isinstance(parts.button, str)
        }

        def board(now_us: Callable[[], int]) -> LockstepPod:
            return LockstepPod(need_program("micropython"), now_us, pins, turn_us=4_000, **options)

        desks.append(Desk(journal, config=config, board=board if pins else None))
        return desks[-1]

    yield make
    for desk in desks:
        assert desk.board is None or desk.board.faults == 0
        desk.close()


def play(desk: Desk) -> list[dict[str, Any]]:
    """A scripted game: a level, a stop, a mistake, a star, and then one mistake after the other."""
    desk.wait_ms(1_000)
    desk.begin()
    desk.focus()
    desk.play_level()
    desk.wait_ms(4_500)
    desk.focus()
    desk.press(1)
    desk.wait_ms(800)
    desk.lift(1)
    desk.wait_ms(300)
    desk.focus()
    play_too_early(desk)
    desk.focus()
    throw_a_star(desk)
    while desk.phase() is not Phase.DEFEAT:
        desk.wait_ms(4_500)
        desk.focus()
        play_too_early(desk)
    desk.wait_ms(1_000)
    return journalled(desk.journal, desk.journal.games()[-1].id)


def play_too_early(desk: Desk) -> None:
    desk.tap(max((hand[0].value, seat) for seat, hand in desk.hands().items() if hand)[1])
    desk.wait_ms(3_500)


def throw_a_star(desk: Desk) -> None:
    desk.press(2)
    desk.wait_ms(2_200)
    desk.press(*(seat for seat in desk.seats if seat != 2))
    desk.wait_ms(1_700)
    desk.lift(*desk.seats)
    desk.wait_ms(3_500)


def without_times(outcomes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in told.items() if key != "at_us"} for told in outcomes]


@pytest.mark.slow
@pytest.mark.parametrize("on_pod", [(1, 2, 3, 4), (3, 4)], ids=["all on the pod", "two on pins"])
def test_a_whole_game_over_the_pod_is_the_same_as_over_pins(on_pod: Sequence[int], desk_with: MakeDesk) -> None:
    over_pins = play(desk_with(config_on_pod(4, ())))
    desk = desk_with(config_on_pod(4, on_pod), skew_ppm=-80, up=Wire(Random(1), delay_us=(0, 5_000)))
    over_pod = play(desk)

    assert {told["event"] for told in over_pins} >= {
        "card_played", "mistake", "stopped", "star_asked", "star_thrown", "level_completed", "game_lost",
    }  # fmt: skip
    assert without_times(over_pod) == without_times(over_pins)
    assert all(abs(ours["at_us"] - theirs["at_us"]) < 6_000 for ours, theirs in zip(over_pod, over_pins, strict=True))
    assert replayed(desk.journal, desk.journal.games()[-1].id) == over_pod


# --- two clocks ---


def duel(desk: Desk, first: int, second: int, lead_us: int) -> list[Contact]:
    """Two presses in play, and what was noted of them."""
    desk.wait_ms(1_000)
    desk.begin()
    desk.focus()
    desk.wait_ms(300)
    began_us = desk.clock.now_us()
    desk.press(first)
    desk.wait(lead_us)
    desk.press(second)
    desk.wait_ms(90)
    desk.lift(first, second)
    desk.wait_ms(200)
    row = desk.journal.games()[-1]
    return [
        it for it in desk.journal.news(row.id) if isinstance(it, Contact) and it.at_us > began_us - 10_000 and it.closed
    ]


NO_WINDOW = Settings(tie_window_ms=0)


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)], ids=["pin first", "pod first"])
def test_two_sources_keep_the_order_of_presses_beyond_their_uncertainty(
    first: int, second: int, desk_with: MakeDesk
) -> None:
    desk = desk_with(config_on_pod(3, (3,), settings=NO_WINDOW))
    pressed = duel(desk, first, second, 5_000)

    assert [contact.seat for contact in pressed] == [first, second]
    assert pressed[1].at_us - pressed[0].at_us >= sum(contact.uncertainty_us for contact in pressed)
    [played, *_] = [told for told in desk.witness.outcomes if isinstance(told, CardPlayed)]
    assert played.seat == first


@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)], ids=["pin first", "pod first"])
def test_within_their_uncertainty_it_is_a_tie_whoever_was_first(first: int, second: int, desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(3, (3,), settings=NO_WINDOW))
    pressed = duel(desk, first, second, 20)

    assert abs(pressed[1].at_us - pressed[0].at_us) < sum(contact.uncertainty_us for contact in pressed)
    hands = desk.told_hands()
    [played, *_] = [told for told in desk.witness.outcomes if isinstance(told, CardPlayed)]
    assert played.card == min(hands[first] + hands[second], key=lambda card: card.value)


def test_buttons_that_share_the_pods_clock_are_as_certain_as_on_pins(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(3, (1, 2, 3), settings=NO_WINDOW))
    pressed = duel(desk, 2, 1, 300)

    assert [contact.seat for contact in pressed] == [2, 1]
    assert {contact.uncertainty_us for contact in pressed} == {desk.config.input_uncertainty_us}


# --- the cable ---


def test_the_cable_comes_out_in_the_middle_of_a_level_and_nothing_is_lost(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(3, (2, 3)))
    assert desk.board is not None
    desk.wait_ms(1_000)
    desk.begin()
    desk.focus()
    hands = desk.hands()
    desk.press(2)
    desk.wait_ms(30)
    desk.board.unplug()
    desk.wait_ms(500)
    assert desk.phase() is Phase.PAUSED
    assert [source for source, _ in desk.witness.seats[1].table.causes] == ["pod"]
    assert all(not view.hand for view in desk.witness.seats.values()) or desk.hands() == hands

    desk.board.plug_in()
    desk.wait_ms(1_000)
    assert desk.phase() is Phase.FOCUS
    assert desk.hands() == hands, "the press that was under way when the cable came out is no play"
    desk.focus()
    desk.play_level()
    desk.wait_ms(100)
    assert desk.phase() is Phase.LEVEL


def test_a_button_that_is_down_when_the_pod_comes_back_is_no_press(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(2, (2,)))
    assert desk.board is not None
    desk.wait_ms(1_000)
    desk.begin()
    desk.focus()
    desk.board.unplug()
    desk.wait_ms(200)
    desk.board.plug_in()
    desk.press(2)
    desk.wait_ms(1_000)
    assert desk.phase() is Phase.FOCUS
    desk.press(1)
    desk.wait_ms(900)
    assert desk.phase() is Phase.FOCUS, "it counts only after it was lifted"
    desk.lift(1, 2)
    desk.wait_ms(300)
    desk.focus()
    assert desk.phase() is Phase.PLAY


def test_a_pod_that_is_not_there_is_missed_and_one_that_comes_at_once_is_not(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(2, (2,)))
    assert desk.board is not None
    desk.wait_ms(3_000)
    assert not desk.witness.seats[1].table.causes
    desk.board.unplug()
    desk.wait_ms(100)
    assert desk.witness.seats[1].table.causes == (("pod", (2,)),)


# --- lamps ---


def test_a_press_lights_its_lamp_and_the_pod_plays_the_patterns(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(2, (1, 2)))
    assert desk.board is not None
    desk.wait_ms(1_000)
    desk.begin()
    desk.press(1)
    desk.wait_ms(30)
    assert desk.board.duties[1] == FULL
    seen = set()
    for _ in range(40):
        desk.wait_ms(50)
        seen.add(desk.board.duties[2])
    assert len(seen) > 15, "the missing hand's lamp pulses smoothly"


def test_without_the_console_the_lamps_go_dark(desk_with: MakeDesk) -> None:
    desk = desk_with(config_on_pod(2, (1, 2)))
    assert desk.board is not None
    desk.wait_ms(1_000)
    desk.begin()
    desk.board.down = Wire(dropped=1)
    desk.wait_ms(2_000)
    assert any(desk.board.duties.values())
    desk.wait_ms(1_200)
    assert not any(desk.board.duties.values())
