"""MicroPython's `time`, by the world's clock, with ticks that begin anew as soon as on a Pico."""

import world

HALF = world.TICKS // 2


def ticks_us():
    world.step()
    return world.time.ticks_us()


def ticks_diff(newer, older):
    return ((newer - older + HALF) & (world.TICKS - 1)) - HALF


def sleep_ms(ms):
    until_us = world.time.now_us() + ms * 1000
    while world.time.now_us() < until_us:
        world.step()
