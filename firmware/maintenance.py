"""Maintenance: the pod starts into MicroPython's own prompt, without its watchdog, and waits for new firmware."""

import os
from time import sleep_ms

import machine

FLAG = "maintenance"  # this file lies there when the next start is to be one for maintenance
HOLD_STEPS = 20
STEP_MS = 50


def wanted(first_button):
    """Whether this start is one: somebody asked for it, or holds the first button while the power comes on."""
    try:
        os.remove(FLAG)
    except OSError:
        return machine.reset_cause() == machine.PWRON_RESET and _held(first_button)
    return True


def _held(pin):
    """Whether a button is down for a whole second. One that is up costs no time."""
    button = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(HOLD_STEPS):
        sleep_ms(STEP_MS if button.value() == 0 else 0)
        if button.value():
            return False
    return True


def restart():
    """Start anew, for maintenance."""
    with open(FLAG, "w"):
        pass
    machine.reset()
