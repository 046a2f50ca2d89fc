"""Melodies: what a piezo plays when something happens. Frozen data, from what everyone at the table may know.

A card sounds the same whoever plays it, whatever it is, and whether it was right: where cards lie face down nobody
hears a mistake before the pile is turned over.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mindbuzz.core import outcomes as told
from mindbuzz.core.companion import outcomes as companion
from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.units import MS_US
from mindbuzz.core.views import TableView
from mindbuzz.screens.opening import opening_us


class Note(NamedTuple):
    """A tone of `hertz` that lasts `ms`; 0 hertz is a rest."""

    hertz: float
    ms: int


Melody = tuple[Note, ...]

# Equal temperament from A = 440 Hz. A small piezo is loudest between one and four kilohertz.
C6, E6, G6, A6, C7, E7, G7 = 1046.5, 1318.5, 1568.0, 1760.0, 2093.0, 2637.0, 3136.0
REST = 0.0


MISTAKE = (Note(E6, 180), Note(REST, 60), Note(C6, 320))
STAR = (Note(C7, 70), Note(E7, 70), Note(G7, 70), Note(E7, 140))

AT_ONCE: Mapping[type, Melody] = {
    told.FocusLocked: (Note(G6, 60), Note(REST, 40), Note(C7, 90)),
    told.CardPlayed: (Note(A6, 50),),
    told.Mistake: MISTAKE,
    told.StarThrown: STAR,
    companion.MistakeCounted: MISTAKE,
    companion.StarSpent: STAR,
}
# These are heard when they are shown, after the pile has been turned over or the mistake was on show.
RESULTS: Mapping[type, Melody] = {
    told.LevelCompleted: (Note(C6, 90), Note(E6, 90), Note(G6, 90), Note(C7, 220)),
    told.GameWon: (Note(G6, 120), Note(REST, 30), Note(G6, 120), Note(C7, 120), Note(E7, 120), Note(G7, 400)),
    told.GameLost: (Note(G6, 200), Note(E6, 200), Note(C6, 480)),
}


def melody(outcomes: Sequence[Outcome], table: TableView) -> Melody:
    """What is played for what happened in one moment and led to this table; nothing for most things."""
    first = _last_of(AT_ONCE, outcomes)
    result = _last_of(RESULTS, outcomes)
    if not result:
        return first
    rest_ms = opening_us(table) // MS_US - sum(note.ms for note in first)
    return (*first, Note(REST, rest_ms), *result) if rest_ms > 0 else (*first, *result)


def _last_of(melodies: Mapping[type, Melody], outcomes: Sequence[Outcome]) -> Melody:
    """The melody of the last thing that has one."""
    return next((melodies[type(outcome)] for outcome in reversed(outcomes) if type(outcome) in melodies), ())
