"""Lamps: each plays a pattern by itself, so that it is smooth whatever the console is busy with."""

from machine import PWM, Pin

PWM_HZ = 1000
FULL = 65535
DARK = ((0, 0, False),)


class Lamp:
    """One lamp. A pattern is keys of (ms, percent, whether it glides to the next)."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin), freq=PWM_HZ, duty_u16=0)
        self._duty = 0
        self.play(0, 0, DARK)

    def play(self, began_ms, loop_ms, keys):
        """Take up a pattern."""
        self._began_ms = began_ms
        self._loop_ms = loop_ms
        self._keys = keys

    def update(self, now_ms):
        """Be as bright as the pattern says now."""
        duty = self._level(now_ms) * FULL // 10000
        if duty != self._duty:
            self._duty = duty
            self._pwm.duty_u16(duty)

    def _level(self, now_ms):
        """How bright, in hundredths of a percent."""
        into_ms = now_ms - self._began_ms
        if self._loop_ms:
            into_ms %= self._loop_ms
        here = self._keys[0]
        for key in self._keys:
            if key[0] > into_ms:
                return self._between(here, key, into_ms)
            here = key
        return here[1] * 100

    @staticmethod
    def _between(here, there, into_ms):
        at_ms, percent, glides = here
        if not glides or into_ms < at_ms:
            return percent * 100
        return percent * 100 + (there[1] - percent) * 100 * (into_ms - at_ms) // (there[0] - at_ms)


class Lamps:
    """The lamps of a table of numbers and pins; all dark at first."""

    def __init__(self, pins):
        self._lamps = {number: Lamp(pin) for number, pin in pins.items()}

    def play(self, number, began_ms, loop_ms, keys):
        """Let a lamp take up a pattern, if there is such a lamp."""
        if number in self._lamps:
            self._lamps[number].play(began_ms, loop_ms, keys)

    def darken(self):
        """All dark."""
        for lamp in self._lamps.values():
            lamp.play(0, 0, DARK)

    def update(self, now_ms):
        """Every lamp as its pattern says now."""
        for lamp in self._lamps.values():
            lamp.update(now_ms)
