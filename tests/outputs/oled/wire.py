"""An I2C bus with chips on it, as smbus2 would show it: counts bytes and time, and fails where it is told to."""

from __future__ import annotations

import errno as errnos
from collections.abc import Iterable
from typing import Any

from luma.core.interface.serial import i2c

from tests.outputs.oled.chip import Chip

ADDRESS = 0x3C

# A byte and its acknowledgement; start and stop around each message; address and channel byte for a multiplexer.
BITS_PER_BYTE = 9
BITS_PER_MESSAGE = 2
BITS_PER_SWITCH = 20


class Clock:
    """Time that passes only when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Wire:
    """One pair of wires and the chips on it, by address; those in `unplugged` do not answer.

    `fail_at`: how many more bytes, addresses included, are acknowledged before one is refused with `errno`.
    """

    def __init__(self, *chips: Chip, clock: Clock | None = None, hertz: int = 400_000, call_s: float = 0.0) -> None:
        self.chips = {ADDRESS + index: chip for index, chip in enumerate(chips)}
        self.unplugged: set[int] = set()
        self.fail_at: int | None = None
        self.errno = errnos.EREMOTEIO
        self.messages: list[bytes] = []
        self.sent = 0
        self.closed = 0
        self._clock = clock or Clock()
        self._bit_s = 1 / hertz
        self._call_s = call_s

    def write_i2c_block_data(self, address: int, register: int, values: Iterable[int]) -> None:
        self.send(address, bytes([register, *values]))

    def i2c_rdwr(self, message: tuple[int, bytes]) -> None:
        self.send(*message)

    def close(self) -> None:
        self.closed += 1

    def send(self, address: int, payload: bytes) -> None:
        self.messages.append(payload)
        self.spend_bits(BITS_PER_MESSAGE)
        self._clock.now_s += self._call_s
        self._carry()
        chip = self.chips.get(address)
        if chip is None or address in self.unplugged:
            raise OSError(self.errno, "no acknowledgement")
        chip.start()
        for byte in payload:
            self._carry()
            chip.feed(byte)

    def spend_bits(self, bits: int) -> None:
        self._clock.now_s += bits * self._bit_s

    def _carry(self) -> None:
        if self.fail_at is not None:
            if self.fail_at == 0:
                self.fail_at = None
                raise OSError(self.errno, "not acknowledged")
            self.fail_at -= 1
        self.sent += 1
        self.spend_bits(BITS_PER_BYTE)


class Mux:
    """A multiplexer: as many wires as channels, one at a time. `disconnects`: back to none after each message."""

    def __init__(self, trunk: Wire, disconnects: bool = False) -> None:
        self.trunk = trunk
        self._disconnects = disconnects
        self._selected: int | None = None

    def channel(self, number: int, chip: Chip) -> Channel:
        return Channel(self, number, chip)

    def select(self, number: int | None) -> None:
        if number != self._selected:
            self.trunk.spend_bits(BITS_PER_SWITCH)
            self._selected = number

    def done(self) -> None:
        if self._disconnects:
            self.select(None)


class Channel:
    """One channel of a multiplexer, with a chip of its own."""

    def __init__(self, mux: Mux, number: int, chip: Chip) -> None:
        self._mux = mux
        self._number = number
        self.chip = chip
        self.unplugged = False

    def write_i2c_block_data(self, address: int, register: int, values: Iterable[int]) -> None:
        self.i2c_rdwr((address, bytes([register, *values])))

    def i2c_rdwr(self, message: tuple[int, bytes]) -> None:
        self._mux.select(self._number)
        trunk = self._mux.trunk
        trunk.chips = {} if self.unplugged else {ADDRESS: self.chip}
        try:
            trunk.send(*message)
        finally:
            self._mux.done()

    def close(self) -> None: ...


def serial_on(wire: Wire | Channel, address: int = ADDRESS) -> Any:
    """luma's interface on a wire, as if it had opened the bus itself: a block of any size in one message."""
    serial = i2c(bus=wire, address=address)
    serial._managed = True
    serial._i2c_msg_write = lambda to, values: (to, bytes(values))
    return serial
