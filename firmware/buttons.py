"""Buttons: contacts to ground. Both edges are stamped where they happen, in a hard interrupt."""

from time import ticks_us

from machine import Pin


class Button:
    """One contact. Its edges go into the ring."""

    def __init__(self, number, pin, ring):
        self.number = number
        self._ring = ring
        self.pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self.pin.irq(self._changed, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def _changed(self, pin):
        """In the interrupt: nothing here may allocate or raise."""
        self._ring.put(ticks_us(), self.number, 1 - pin.value())


class Buttons:
    """The buttons of a table of numbers and pins."""

    def __init__(self, pins, ring):
        self._buttons = [Button(number, pin, ring) for number, pin in pins.items()]

    def closed(self):
        """Which contacts are closed now: bit 0 is button 1."""
        closed = 0
        for button in self._buttons:
            if not button.pin.value():
                closed |= 1 << (button.number - 1)
        return closed
