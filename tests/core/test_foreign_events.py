"""An event that does not belong to a phase changes nothing but which buttons are down.

The table at the end says what belongs where: every kind of event is told in every phase, and outside of the phases
it belongs to, nothing may come of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import NamedTuple

import pytest

from mindbuzz.core.events import (
    ButtonPressed,
    ButtonReleased,
    EndAsked,
    Event,
    GameBegun,
    SeedDrawn,
    SourceLost,
    SourceReturned,
    TimePassed,
)
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import PauseCaused
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from tests.table import Table

STRANGER = 3
NO_SUCH_SEAT = 9

# --- a table in every phase: seats 1 and 2 play, seat 3 has a button only ---


def in_lobby() -> Table:
    table = Table(3, attended=True)
    table.tap(1, 2)
    return table


def in_attract() -> Table:
    table = in_lobby()
    table.wait_until(Phase.ATTRACT)
    return table


def in_focus(level: int = 2, lives: int = 2) -> Table:
    table = Table(3)
    table.deal({1: [5, 6], 2: [20, 30]}, level=level, lives=lives)
    return table


def in_lock() -> Table:
    table = in_focus()
    table.hold_all(600)
    return table


def in_play() -> Table:
    table = in_focus()
    table.focus()
    return table


def in_stop() -> Table:
    table = in_play()
    table.hold(1)
    return table


def in_question() -> Table:
    table = in_play()
    table.ask_for_a_star(1)
    return table


def in_choice() -> Table:
    table = Table(3)
    table.deal({1: ["w5", "r6"], 2: ["w20", "r30"]}, level=2, kind=Kind.EXTREME)
    table.focus()
    table.ask_for_a_star(1)
    table.consent(2)
    table.lift_all()
    return table


def in_mistake() -> Table:
    table = in_play()
    table.tap(2)
    return table


def in_star() -> Table:
    table = in_question()
    table.consent(2)
    table.lift_all()
    return table


def level_done(level: int) -> Table:
    table = Table(3)
    table.deal({1: [5], 2: [20]}, level=level)
    table.focus()
    table.tap(1, 2)
    return table


def in_level() -> Table:
    return level_done(1)


def in_victory() -> Table:
    return level_done(12)


def in_defeat() -> Table:
    table = in_focus(lives=1)
    table.focus()
    table.tap(2)
    return table


def in_check() -> Table:
    table = Table(3)
    table.deal({1: [], 2: []}, kind=Kind.COMPANION_BLIND)
    table.focus()
    table.tap(1, 2)
    table.wait_ms(200)
    return table


def in_pause() -> Table:
    table = in_play()
    table.lose(1)
    return table


def in_silence() -> Table:
    table = Table(3, attended=True)
    table.deal({1: [5, 6], 2: [20, 30]}, level=2)
    table.focus()
    table.wait_until(Phase.STILL_THERE)
    return table


def in_resume() -> Table:
    table = Table(3, attended=True)
    table.deal({1: [5, 6], 2: [20, 30]}, level=2)
    table.cut_power()
    return table


AT: dict[Phase, Callable[[], Table]] = {
    Phase.ATTRACT: in_attract,
    Phase.LOBBY: in_lobby,
    Phase.FOCUS: in_focus,
    Phase.LOCKED: in_lock,
    Phase.PLAY: in_play,
    Phase.STOP: in_stop,
    Phase.QUESTION: in_question,
    Phase.CHOICE: in_choice,
    Phase.MISTAKE: in_mistake,
    Phase.STAR: in_star,
    Phase.LEVEL: in_level,
    Phase.VICTORY: in_victory,
    Phase.CHECK: in_check,
    Phase.DEFEAT: in_defeat,
    Phase.PAUSED: in_pause,
    Phase.STILL_THERE: in_silence,
    Phase.RESUME: in_resume,
}


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_a_table_can_be_brought_into_every_phase(phase: Phase) -> None:
    AT[phase]().expect(phase)


# --- what is told ---


def a_press(table: Table) -> list[Event]:
    return [ButtonPressed(table.now_us, 2)]


def a_tap(table: Table) -> list[Event]:
    return [ButtonPressed(table.now_us, 2), ButtonReleased(table.now_us + 80_000, 2)]


def a_hold(table: Table) -> list[Event]:
    return [ButtonPressed(table.now_us, 2), ButtonReleased(table.now_us + 1_100_000, 2)]


def a_strangers_tap(table: Table) -> list[Event]:
    return [ButtonPressed(table.now_us, STRANGER), ButtonReleased(table.now_us + 80_000, STRANGER)]


def a_tap_of_no_seat(table: Table) -> list[Event]:
    return [ButtonPressed(table.now_us, NO_SUCH_SEAT), ButtonReleased(table.now_us, NO_SUCH_SEAT)]


def what_the_buttons_do_already(table: Table) -> list[Event]:
    return [
        ButtonPressed(table.now_us, seat) if button.down else ButtonReleased(table.now_us, seat)
        for seat, button in table.game.buttons.items()
    ]


def a_seed(table: Table) -> list[Event]:
    return [SeedDrawn(table.now_us, 99)]


def another_game(table: Table) -> list[Event]:
    return [GameBegun(table.now_us, Kind.EXTREME, (1, 3), DEFAULTS, seed=1)]


def the_host_button(table: Table) -> list[Event]:
    return [EndAsked(table.now_us)]


def a_lost_cable(table: Table) -> list[Event]:
    return [SourceLost(table.now_us, "new pod", (2,))]


def a_strangers_lost_cable(table: Table) -> list[Event]:
    return [SourceLost(table.now_us, "new pod", (STRANGER,))]


def a_cable_that_was_never_lost(table: Table) -> list[Event]:
    return [SourceReturned(table.now_us, "new pod", (2,))]


def no_time_at_all(table: Table) -> list[Event]:
    return [TimePassed(table.now_us)]


class Rule(NamedTuple):
    """`told` belongs to these phases; elsewhere only `may_change` changes, besides time and buttons."""

    told: Callable[[Table], list[Event]]
    belongs: frozenset[Phase] = frozenset()
    may_change: frozenset[str] = frozenset()


P = Phase
LAID_HANDS = frozenset({P.FOCUS, P.STOP, P.PAUSED})
PRESSES = LAID_HANDS | {P.ATTRACT, P.PLAY, P.CHOICE, P.STILL_THERE}
PAUSABLE = frozenset({P.FOCUS, P.LOCKED, P.PLAY, P.STOP, P.QUESTION, P.CHOICE, P.CHECK})

RULES = (
    Rule(no_time_at_all),
    Rule(what_the_buttons_do_already),
    Rule(a_tap_of_no_seat),
    Rule(a_strangers_tap, frozenset({P.ATTRACT, P.LOBBY})),
    Rule(a_press, PRESSES),
    # In a lock all hands are down, so the tap is a hand that lifts; after the end a tap counts only 4 s later.
    Rule(a_tap, PRESSES | {P.LOBBY, P.LOCKED, P.RESUME, P.CHECK}),
    Rule(a_hold, PRESSES | {P.LOBBY, P.LOCKED}),
    Rule(a_seed, may_change=frozenset({"spare_seed"})),
    Rule(another_game, frozenset({P.LOBBY})),
    Rule(the_host_button, PAUSABLE | {P.PAUSED, P.STILL_THERE}),
    Rule(a_lost_cable, PAUSABLE | {P.LOBBY}, frozenset({"causes"})),
    Rule(a_strangers_lost_cable, may_change=frozenset({"causes"})),
    Rule(a_cable_that_was_never_lost),
)
NEVER_COUNTS = frozenset({"at_us", "touched_us", "buttons"})
BUTTONS_STAY = (no_time_at_all, what_the_buttons_do_already, a_tap_of_no_seat, another_game, the_host_button, a_seed)


def changed_parts(before: Game, after: Game) -> set[str]:
    """The names of what differs between two games."""
    return {part.name for part in fields(before) if getattr(before, part.name) != getattr(after, part.name)}


def cases(*, belonging: bool) -> list[tuple[Rule, Phase]]:
    """Every rule with every phase that what it tells belongs to, or with every other phase."""
    return [(rule, phase) for rule in RULES for phase in Phase if (phase in rule.belongs) is belonging]


def name_of(part: Rule | Phase) -> str:
    return part.value if isinstance(part, Phase) else part.told.__name__


@pytest.mark.parametrize(("rule", "phase"), cases(belonging=False), ids=name_of)
def test_what_does_not_belong_to_a_phase_changes_nothing_but_buttons(rule: Rule, phase: Phase) -> None:
    table = AT[phase]()
    before, told = table.game, len(table.outcomes)

    table.tell(*rule.told(table))

    assert changed_parts(before, table.game) - NEVER_COUNTS <= rule.may_change
    assert [outcome for outcome in table.outcomes[told:] if not isinstance(outcome, PauseCaused)] == []
    if rule.told in BUTTONS_STAY:
        assert table.game.buttons == before.buttons
    table.now_us = table.game.at_us


@pytest.mark.parametrize(("rule", "phase"), cases(belonging=True), ids=name_of)
def test_what_belongs_to_a_phase_does_change_something(rule: Rule, phase: Phase) -> None:
    """The table above is no longer than it must be."""
    table = AT[phase]()
    before = table.game
    table.tell(*rule.told(table))
    assert changed_parts(before, table.game) - NEVER_COUNTS - rule.may_change
    table.now_us = table.game.at_us
