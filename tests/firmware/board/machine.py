"""MicroPython's `machine`, as far as the firmware uses it, on a board that is not there."""

import os
import sys

import world

PWRON_RESET = 1
WDT_RESET = 3


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, number, mode=-1, pull=-1):
        world.step()
        self.number = number
        world.levels.setdefault(number, 1)

    def value(self):
        world.step()
        return world.levels[self.number]

    def irq(self, handler, trigger, hard=False):
        assert hard and trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
        world.handlers[self.number] = (handler, self)
        world.step()


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self._pin = pin.number
        self.duty_u16(duty_u16)

    def duty_u16(self, duty):
        assert 0 <= duty <= 65535
        world.step()
        world.duties[self._pin] = duty


class WDT:
    def __init__(self, timeout):
        assert 0 < timeout <= 8388
        world.step()

    def feed(self):
        world.step()
        world.fed[0] += 1


def unique_id():
    world.step()
    return b"\xe6\x61\x4c\x31\x1b\x7d\x8e\x2a"


def reset_cause():
    return int(os.getenv("POD_RESET_CAUSE") or PWRON_RESET)


def reset():
    """The process ends; whoever started it may start it anew."""
    sys.exit(3)
