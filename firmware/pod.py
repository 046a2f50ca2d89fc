"""The pod: tells the console what its buttons do, plays the lamps that it is told to. It knows no rules."""

import binascii
import os
import sys

import machine
import maintenance
import pins
from buttons import Buttons
from clock import Clock
from frames import encode, number
from lamps import Lamps
from port import Port
from ring import Ring
from version import PROTOCOL, VERSION

STATUS_US = 200_000  # when nothing happens and nobody asks
SETTLED_US = 2_000  # a status follows an edge after this long
GONE_US = 3_000_000  # without a word from the console
WATCHDOG_MS = 2_000
TURN_MS = 1
EDGES_A_TURN = 8

MOST_SEQ = 999_999_999
MOST_NUMBER = 65_535
MOST_MS = 999_999_999_999
MOST_COUNT = 9999


class Pod:
    """Everything together. `turn` does what there is to do, and waits a moment."""

    def __init__(self, port, boot, unique_id):
        self._port = port
        self._boot = boot
        self._id = unique_id
        self._clock = Clock()
        self._ring = Ring(max(pins.BUTTONS))
        self._buttons = Buttons(pins.BUTTONS, self._ring)
        self._lamps = Lamps(pins.LAMPS)
        self._next = 1  # the edge to be sent next
        self._noticed = 1
        self._status_due_us = 0
        self._heard_us = 0
        self._hearing = {
            "Q": self._hear_query,
            "T": self._hear_time,
            "A": self._hear_acknowledged,
            "N": self._hear_missing,
            "L": self._hear_lamp,
            "M": self._hear_maintenance,
        }
        self._send("H", VERSION, PROTOCOL, self._id, len(pins.BUTTONS))

    def turn(self):
        """One turn of everything."""
        self._port.wait(TURN_MS)
        now_us = self._clock.now_us()
        self._ring.stamp(self._clock)
        for fields in self._port.receive():
            self._hear(fields)
        if now_us - self._heard_us > GONE_US:
            self._let_go()
        self._tell_edges()
        self._tell_status(now_us)
        self._lamps.update(now_us // 1000)

    def _send(self, letter, *fields):
        """Whether it could be sent."""
        return self._port.send(encode(letter, self._boot, *fields))

    # --- what the console says ---

    def _hear(self, fields):
        hear = self._hearing.get(fields[0])
        if hear is None or not hear(*fields[1:]):
            self._port.count_bad()
        else:
            self._heard_us = self._clock.now_us()

    def _hear_query(self, *fields):
        self._send("H", VERSION, PROTOCOL, self._id, len(pins.BUTTONS))
        return not fields

    def _hear_time(self, text="", *more):
        which = number(text, MOST_NUMBER)
        if which is None or more:
            return False
        now_us = self._clock.now_us()
        self._send("R", which, now_us, now_us)
        self._status_due_us = now_us
        return True

    def _hear_acknowledged(self, boot="", text="", *more):
        seq = number(text, MOST_SEQ)
        if seq is None or more:
            return False
        if boot == self._boot:
            self._ring.acknowledge(seq)
            self._next = max(self._next, self._ring.tail)
        return True

    def _hear_missing(self, boot="", text="", *more):
        seq = number(text, MOST_SEQ)
        if seq is None or more:
            return False
        if boot == self._boot:
            self._next = min(self._next, max(seq, self._ring.tail))
        return True

    def _hear_lamp(self, *fields):
        numbers = [number(text, MOST_MS) for text in fields[:3]]
        keys = keys_of(fields[3]) if len(fields) == 4 else None
        if keys is None or None in numbers:
            return False
        self._lamps.play(*numbers, keys)
        return True

    def _hear_maintenance(self, unique_id="", *more):
        if unique_id == self._id and not more:
            maintenance.restart()
        return True

    def _let_go(self):
        """Nobody is there: dark, and nothing is kept for whoever comes next."""
        self._lamps.darken()
        self._ring.acknowledge(self._ring.stamped - 1)
        self._next = self._ring.tail

    # --- what the pod says ---

    def _tell_edges(self):
        for _ in range(EDGES_A_TURN):
            if self._next >= self._ring.stamped:
                return
            button, closed, at_us = self._ring.edge(self._next)
            if not self._send("E", self._next, button, closed, at_us):
                return
            self._next += 1

    def _tell_status(self, now_us):
        if self._noticed != self._ring.head:
            self._noticed = self._ring.head
            self._status_due_us = min(self._status_due_us, now_us + SETTLED_US)
        if now_us >= self._status_due_us and self._send_status():
            self._status_due_us = now_us + STATUS_US

    def _send_status(self):
        """First the clock, then the number of the last edge: what is older than the clock is counted in it. The
        contacts come last, so that at worst they are newer than the edges."""
        now_us = self._clock.now_us()
        last = self._ring.head - 1
        closed = self._buttons.closed()
        lost = min(self._ring.overflows, MOST_COUNT)
        return self._send("S", now_us, closed, last, self._ring.tail, lost, self._port.bad)


def keys_of(text):
    """The keys of a pattern: `ms:percent`, then `>` if it glides to the next, `;` if it jumps. None for nonsense."""
    *texts, rest = text.replace(">", ">;").split(";")
    keys = [_key(text) for text in texts]
    return keys if keys and not rest and None not in keys else None


def _key(text):
    glides = text.endswith(">")
    at, _, percent = (text[:-1] if glides else text).partition(":")
    at_ms, level = number(at, MOST_MS), number(percent, 100)
    return None if at_ms is None or level is None else (at_ms, level, glides)


def this_one():
    """The pod that this board is, from now on."""
    boot = "".join(["%02X" % byte for byte in os.urandom(2)])
    return Pod(Port(sys.stdin.buffer, sys.stdout.buffer), boot, binascii.hexlify(machine.unique_id()).decode())


def run(pod):
    """Turn for good, under the eyes of the watchdog."""
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        watchdog.feed()
        pod.turn()
