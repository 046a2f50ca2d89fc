"""Sound, through gpiozero: a piezo on a pin with PWM. Optional; a console without one is silent."""

from collections.abc import Mapping, Sequence
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

from mindbuzz.core.outcomes import Outcome
from mindbuzz.core.units import MS_US
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.screens.melody import Melody, melody

# The tones that gpiozero lets through: an octave and a half around the middle of all melodies.
MIDDLE = Tone.from_frequency(1760.0)
OCTAVES = 2


class Sound:
    """A piezo on `pin_number`. A sink of the console: no thread, notes end when `refresh` is called."""

    def __init__(self, pin_number: int, factory: Any) -> None:
        self._buzzer = TonalBuzzer(pin_number, mid_tone=MIDDLE, octaves=OCTAVES, pin_factory=factory)
        self._melody: Melody = ()
        self._place = 0
        self._ends_us: int | None = None

    def pressed(self, down: frozenset[int]) -> None:
        """A press alone makes no sound: what comes of it does."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        """Begin the melody of what happened; one that is still sounding ends."""
        begun = melody(outcomes, table)
        if begun:
            self.play(begun, now_us)
        else:
            self.refresh(now_us)

    def play(self, notes: Melody, now_us: int) -> None:
        """Begin these notes; what is still sounding ends."""
        self._melody, self._place = notes, 0
        self._sound(now_us)

    @property
    def due_us(self) -> int | None:
        """When the note that sounds ends, or None in silence."""
        return self._ends_us

    def refresh(self, now_us: int) -> None:
        """Go on to the next note if this one has lasted."""
        while self._ends_us is not None and now_us >= self._ends_us:
            self._place += 1
            self._sound(self._ends_us)

    def _sound(self, now_us: int) -> None:
        if self._place >= len(self._melody):
            self._ends_us = None
            self._buzzer.stop()
            return
        note = self._melody[self._place]
        self._ends_us = now_us + note.ms * MS_US
        if note.hertz:
            self._buzzer.play(Tone.from_frequency(note.hertz))
        else:
            self._buzzer.stop()

    def close(self) -> None:
        """Silence; let go of the pin."""
        self._ends_us = None
        self._buzzer.close()
