"""A pod on a USB lead: the firmware under MicroPython at the gadget's end of a real serial device, and its contacts."""

import os
import subprocess
import tty
from collections.abc import Callable
from pathlib import Path

from tests.kernel.guest import table
from tests.kernel.guest.waiting import found_within

TOP = Path("/root/pod")
PIPE = TOP / "contacts"
FIRMWARE = "/root/mindbuzz/firmware"
GADGET = Path("/dev/ttyGS0")
MICROPYTHON = "import sys; from micropython_unix import main; sys.exit(main())"
# What a Pico with MicroPython says it is on USB.
NAMED = """iManufacturer=MicroPython 'iProduct="Board in FS mode"' iSerialNumber=e6614c311b7d8e2a"""
WITHIN_S = 20


def lay_out(board: dict[str, str], seats: dict[str, int]) -> None:
    """The board that is under the firmware, name to text; and which seats have their button on which of its pins."""
    for name, text in board.items():
        file = TOP / "board" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    os.mkfifo(PIPE)
    for module in ("dummy_hcd", "libcomposite", "cdc_acm"):
        subprocess.run(["modprobe", module], check=True)
    here = Contacts()
    for seat, pin in seats.items():
        table.BUTTONS[int(seat)] = pin
        table.ELSEWHERE[int(seat)] = here


class Contacts:
    """The pod's contacts, as pins.py has those of the console."""

    def __init__(self) -> None:
        self._pipe = os.open(PIPE, os.O_RDWR | os.O_NONBLOCK)

    def close(self, pin: int) -> None:
        os.write(self._pipe, b"%d 0\n" % pin)

    def open_(self, pin: int) -> None:
        os.write(self._pipe, b"%d 1\n" % pin)


class Lead:
    """The USB lead, with the pod at its end while it is plugged in."""

    def __init__(self) -> None:
        self._firmware: subprocess.Popen[bytes] | None = None

    def plug_in(self) -> None:
        """The node comes, and the pod has power."""
        subprocess.run(f"modprobe g_serial {NAMED}", shell=True, check=True)
        _await(GADGET.exists)
        fd = os.open(GADGET, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(fd)
        self._firmware = subprocess.Popen(
            ["/usr/bin/python3", "-c", MICROPYTHON, str(TOP / "board" / "wired" / "run.py"), str(PIPE)],
            env={"PYTHONPATH": str(TOP / "lib"), "MICROPYPATH": f"{TOP / 'board'}:{FIRMWARE}:.frozen"},
            cwd=TOP,
            stdin=fd,
            stdout=fd,
        )
        os.close(fd)
        # A pod has a processor of its own.
        os.sched_setscheduler(self._firmware.pid, os.SCHED_FIFO, os.sched_param(1))
        _await(lambda: bool(list(Path("/dev/serial/by-id").glob("usb-MicroPython_Board*"))))

    def pull(self) -> None:
        """The pod has no power any more, and the node goes."""
        assert self._firmware is not None
        self._firmware.kill()
        self._firmware.wait()
        subprocess.run(["rmmod", "g_serial"], check=True)


lead = Lead()
plug_in, pull = lead.plug_in, lead.pull


def _await(there: Callable[[], bool]) -> None:
    if not found_within(WITHIN_S, lambda: there() or None):
        raise TimeoutError("the USB device does not come")
