"""The world around a board that is not there: its time, its pins, and edges that come while the firmware calls for
anything, whatever it is. Runs under MicroPython, in the place of `machine` and `time`.

Every call that the firmware makes ends up in `step`, and an edge that is due happens just then: its handler is called
with the heap locked, as a hard interrupt is. One that raises is never called again, as on the board.
"""

import micropython

TICKS = 1 << 30  # where a Pico's ticks begin anew

levels = {}  # pin to 0 or 1; a contact that is open reads 1
handlers = {}  # pin to (handler, Pin)
duties = {}  # pin to the duty of its PWM
faults = []
fed = [0]  # how often the watchdog was


class Time:
    """Whole microseconds since the board has power; `source` brings edges: see Script and Wires."""

    def __init__(self):
        self.ticks_at_start = 0
        self.source = None
        self.interrupting = False
        self.edge_us = 0

    def now_us(self):
        return self.edge_us if self.interrupting else self.source.now_us()

    def ticks_us(self):
        return (self.ticks_at_start + self.now_us()) & (TICKS - 1)


time = Time()


def step():
    """The firmware calls for something: time passes, and whatever is due happens now."""
    if not time.interrupting and time.source is not None:
        time.source.step()


def edge(at_us, pin, level):
    """A contact changes."""
    levels[pin] = level
    if pin not in handlers:
        return
    handler, its_pin = handlers[pin]
    time.edge_us = at_us
    time.interrupting = True
    micropython.heap_lock()
    try:
        handler(its_pin)
    except BaseException as fault:
        del handlers[pin]
        faults.append(fault)
    micropython.heap_unlock()
    time.interrupting = False
