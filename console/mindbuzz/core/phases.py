"""The phases of a game and every way from one to another.

The rule: whatever changes the phase stands in ROWS. `Turn.go` asks `next_phase`, and no other line of the
project assigns a phase. The diagram in the README is drawn from ROWS. No callbacks, no guards: which trigger is
pulled is decided by the rules of each phase, where it leads is decided here.
"""

from enum import Enum
from typing import Any, NamedTuple

from transitions import Machine, MachineError


class Phase(Enum):
    """What the table is doing."""

    ATTRACT = "attract"
    LOBBY = "lobby"
    FOCUS = "focus"
    LOCKED = "locked"
    PLAY = "play"
    CHECK = "check"
    STOP = "stop"
    QUESTION = "question"
    CHOICE = "choice"
    MISTAKE = "mistake"
    STAR = "star"
    LEVEL = "level"
    VICTORY = "victory"
    DEFEAT = "defeat"
    PAUSED = "paused"
    STILL_THERE = "still_there"
    RESUME = "resume"

    __hash__ = object.__hash__


NO_GAME = frozenset({Phase.ATTRACT, Phase.LOBBY})
GAME_OVER = frozenset({Phase.VICTORY, Phase.DEFEAT})
LEVEL_OVER = GAME_OVER | {Phase.LEVEL}


class Trigger(Enum):
    """Why a phase ends."""

    WOKEN = "woken"
    IDLED = "idled"
    GAME_BEGUN = "game_begun"
    HANDS_LOCKED = "hands_locked"
    HAND_LIFTED = "hand_lifted"
    STOPPED = "stopped"
    STOP_PASSED = "stop_passed"
    STAR_ASKED = "star_asked"
    STAR_REFUSED = "star_refused"
    STAR_AGREED = "star_agreed"
    STAR_THROWN = "star_thrown"
    MISTAKE_MADE = "mistake_made"
    SHOWN = "shown"
    LEVEL_DONE = "level_done"
    LEVEL_DEALT = "level_dealt"
    CARDS_RAN_OUT = "cards_ran_out"
    HANDS_EMPTIED = "hands_emptied"
    HAND_NOT_EMPTY = "hand_not_empty"
    CARDS_LAID_ASIDE = "cards_laid_aside"
    TAKEN_BACK = "taken_back"
    CHECK_REOPENED = "check_reopened"
    WON = "won"
    LOST = "lost"
    CHALLENGE_BEGUN = "challenge_begun"
    LEFT = "left"
    ABANDONED = "abandoned"
    SOURCE_LOST = "source_lost"
    RESUMED = "resumed"
    FELL_SILENT = "fell_silent"
    ANSWERED = "answered"
    POWER_RETURNED = "power_returned"
    RECALLED = "recalled"


class Row(NamedTuple):
    """In phase `source`, `trigger` leads to phase `dest`."""

    trigger: Trigger
    source: Phase
    dest: Phase


FIRST_PHASE = Phase.LOBBY

ROWS = (
    # Coming and going
    Row(Trigger.WOKEN, Phase.ATTRACT, Phase.LOBBY),
    Row(Trigger.IDLED, Phase.LOBBY, Phase.ATTRACT),
    Row(Trigger.GAME_BEGUN, Phase.LOBBY, Phase.FOCUS),
    # In tune, and off
    Row(Trigger.HANDS_LOCKED, Phase.FOCUS, Phase.LOCKED),
    Row(Trigger.HAND_LIFTED, Phase.LOCKED, Phase.PLAY),
    # A stop, and perhaps a star
    Row(Trigger.STOPPED, Phase.PLAY, Phase.STOP),
    Row(Trigger.HANDS_LOCKED, Phase.STOP, Phase.LOCKED),
    Row(Trigger.STOP_PASSED, Phase.STOP, Phase.FOCUS),
    Row(Trigger.STAR_ASKED, Phase.STOP, Phase.QUESTION),
    Row(Trigger.STAR_REFUSED, Phase.QUESTION, Phase.FOCUS),
    Row(Trigger.STAR_AGREED, Phase.QUESTION, Phase.CHOICE),
    Row(Trigger.STAR_REFUSED, Phase.CHOICE, Phase.FOCUS),
    Row(Trigger.STAR_THROWN, Phase.QUESTION, Phase.STAR),
    Row(Trigger.STAR_THROWN, Phase.CHOICE, Phase.STAR),
    Row(Trigger.SHOWN, Phase.STAR, Phase.FOCUS),
    # A mistake
    Row(Trigger.MISTAKE_MADE, Phase.PLAY, Phase.MISTAKE),
    Row(Trigger.SHOWN, Phase.MISTAKE, Phase.FOCUS),
    # The level is over
    Row(Trigger.LEVEL_DONE, Phase.PLAY, Phase.LEVEL),
    Row(Trigger.LEVEL_DONE, Phase.QUESTION, Phase.LEVEL),
    Row(Trigger.LEVEL_DONE, Phase.CHOICE, Phase.LEVEL),
    Row(Trigger.LEVEL_DEALT, Phase.LEVEL, Phase.FOCUS),
    Row(Trigger.CARDS_RAN_OUT, Phase.LEVEL, Phase.LOBBY),
    Row(Trigger.CARDS_RAN_OUT, Phase.LOBBY, Phase.LOBBY),
    # The game is over
    Row(Trigger.WON, Phase.PLAY, Phase.VICTORY),
    Row(Trigger.WON, Phase.QUESTION, Phase.VICTORY),
    Row(Trigger.WON, Phase.CHOICE, Phase.VICTORY),
    Row(Trigger.LOST, Phase.PLAY, Phase.DEFEAT),
    Row(Trigger.LOST, Phase.QUESTION, Phase.DEFEAT),
    Row(Trigger.LOST, Phase.CHOICE, Phase.DEFEAT),
    Row(Trigger.CHALLENGE_BEGUN, Phase.VICTORY, Phase.FOCUS),
    Row(Trigger.GAME_BEGUN, Phase.VICTORY, Phase.FOCUS),
    Row(Trigger.GAME_BEGUN, Phase.DEFEAT, Phase.FOCUS),
    Row(Trigger.CARDS_RAN_OUT, Phase.VICTORY, Phase.LOBBY),
    Row(Trigger.LEFT, Phase.VICTORY, Phase.LOBBY),
    Row(Trigger.LEFT, Phase.DEFEAT, Phase.LOBBY),
    Row(Trigger.IDLED, Phase.VICTORY, Phase.ATTRACT),
    Row(Trigger.IDLED, Phase.DEFEAT, Phase.ATTRACT),
    # Real cards: what people say has happened, and what they take back
    Row(Trigger.MISTAKE_MADE, Phase.LOCKED, Phase.FOCUS),
    Row(Trigger.LOST, Phase.LOCKED, Phase.DEFEAT),
    Row(Trigger.CARDS_LAID_ASIDE, Phase.QUESTION, Phase.FOCUS),
    Row(Trigger.HANDS_EMPTIED, Phase.PLAY, Phase.CHECK),
    Row(Trigger.HAND_NOT_EMPTY, Phase.CHECK, Phase.PLAY),
    Row(Trigger.LEVEL_DONE, Phase.CHECK, Phase.FOCUS),
    Row(Trigger.WON, Phase.CHECK, Phase.VICTORY),
    Row(Trigger.LOST, Phase.CHECK, Phase.DEFEAT),
    Row(Trigger.TAKEN_BACK, Phase.FOCUS, Phase.FOCUS),
    Row(Trigger.TAKEN_BACK, Phase.CHECK, Phase.FOCUS),
    Row(Trigger.TAKEN_BACK, Phase.DEFEAT, Phase.FOCUS),
    Row(Trigger.CHECK_REOPENED, Phase.FOCUS, Phase.CHECK),
    Row(Trigger.CHECK_REOPENED, Phase.CHECK, Phase.CHECK),
    Row(Trigger.CHECK_REOPENED, Phase.VICTORY, Phase.CHECK),
    Row(Trigger.CHECK_REOPENED, Phase.DEFEAT, Phase.CHECK),
    # Ended by the people
    Row(Trigger.ABANDONED, Phase.FOCUS, Phase.LOBBY),
    Row(Trigger.ABANDONED, Phase.PAUSED, Phase.LOBBY),
    Row(Trigger.ABANDONED, Phase.STILL_THERE, Phase.LOBBY),
    # Others wait for their turn
    Row(Trigger.ABANDONED, Phase.LEVEL, Phase.LOBBY),
    # Something broke
    Row(Trigger.SOURCE_LOST, Phase.FOCUS, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.LOCKED, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.PLAY, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.STOP, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.QUESTION, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.CHOICE, Phase.PAUSED),
    Row(Trigger.SOURCE_LOST, Phase.CHECK, Phase.PAUSED),
    Row(Trigger.RESUMED, Phase.PAUSED, Phase.FOCUS),
    Row(Trigger.HANDS_LOCKED, Phase.PAUSED, Phase.LOCKED),
    # Nobody moves
    Row(Trigger.FELL_SILENT, Phase.PLAY, Phase.STILL_THERE),
    Row(Trigger.FELL_SILENT, Phase.FOCUS, Phase.STILL_THERE),
    Row(Trigger.FELL_SILENT, Phase.CHOICE, Phase.STILL_THERE),
    Row(Trigger.FELL_SILENT, Phase.CHECK, Phase.STILL_THERE),
    Row(Trigger.ANSWERED, Phase.STILL_THERE, Phase.FOCUS),
    # Power came back
    Row(Trigger.POWER_RETURNED, Phase.PAUSED, Phase.RESUME),
    Row(Trigger.RESUMED, Phase.RESUME, Phase.FOCUS),
    Row(Trigger.LEFT, Phase.RESUME, Phase.LOBBY),
    Row(Trigger.IDLED, Phase.RESUME, Phase.ATTRACT),
    Row(Trigger.RECALLED, Phase.ATTRACT, Phase.RESUME),
)


class _Cursor:
    """Where the machine stands; no methods, so that none can become a callback by its name."""


def machine_of(rows: tuple[Row, ...]) -> Machine:
    """The transition machine of a table of rows, with one cursor on it."""
    machine = Machine(
        model=_Cursor(),
        states=[phase.name for phase in Phase],
        initial=FIRST_PHASE.name,
        auto_transitions=False,
    )
    for row in rows:
        machine.add_transition(row.trigger.name, row.source.name, row.dest.name)
    return machine


MACHINE = machine_of(ROWS)


class NoSuchWay(LookupError):
    """The rules pulled a trigger that the table has no row for: a bug in the rules."""


def next_phase(phase: Phase, trigger: Trigger) -> Phase:
    """Where `trigger` leads from `phase`. Pure to its caller: the cursor is set before every question.

    Raises NoSuchWay if ROWS has no such row.
    """
    cursor: Any = MACHINE.model
    MACHINE.set_state(phase.name, model=cursor)
    try:
        MACHINE.events[trigger.name].trigger(cursor)
    except (KeyError, MachineError) as error:
        raise NoSuchWay(f"no way from {phase.value} by {trigger.value}") from error
    return Phase[cursor.state]
