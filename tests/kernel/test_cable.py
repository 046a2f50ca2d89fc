"""A USB serial cable inside the machine: what is written at one end comes out at the other, and it can be pulled."""

from __future__ import annotations

from tests.kernel.console import wait_for
from tests.kernel.machine import Machine

HOST, GADGET = "/dev/ttyACM0", "/dev/ttyGS0"


def plug_in(machine: Machine) -> None:
    """A gadget with a serial port, as a pod is one, and the port that the console finds."""
    machine.run("modprobe --all dummy_hcd libcomposite g_serial")
    wait_for("both ends", lambda: machine.run(f"ls {HOST} {GADGET} 2>/dev/null || true").split() == [HOST, GADGET])


def test_a_cable_carries_lines_and_can_be_pulled_and_plugged_in_again(machine: Machine) -> None:
    for line in ("before", "after"):
        plug_in(machine)
        machine.run(f"stty -F {HOST} raw -echo; stty -F {GADGET} raw -echo")
        machine.run(f"(sleep 1; echo {line} > {GADGET}) & timeout 60 head -1 {HOST} > /tmp/heard")
        assert machine.run("cat /tmp/heard").strip() == line
        machine.run("rmmod g_serial")
        wait_for("pulled cable", lambda: machine.run(f"ls {HOST} 2>/dev/null || true") == "")
