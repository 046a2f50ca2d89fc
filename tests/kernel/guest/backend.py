"""One way to the pins, measured in the guest: the console's own buttons on it, and fingers in the process of the agent.

Runs in the console's Python: python -m tests.kernel.guest.backend gpiod|lgpio QUIET_S. It says "ready", counts what it
costs to do nothing, says "go", takes every edge until its standard input ends, and tells about them in one JSON object.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

BUTTONS = {1: 5, 2: 6, 3: 26, 4: 16}


def cost() -> tuple[float, int]:
    """(CPU seconds, times that any thread was put to sleep and woken) of this process so far."""
    tasks = list(Path("/proc/self/task").iterdir())
    cpu_s = sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9
    return cpu_s, sum(_switches(task) for task in tasks)


def _switches(task: Path) -> int:
    for line in (task / "status").read_text(encoding="ascii").splitlines():
        if line.startswith("voluntary_ctxt_switches"):
            return int(line.split()[1])
    return 0


async def measure(backend: str, quiet_s: float) -> dict[str, Any]:
    """What doing nothing costs, and every edge with when it was had."""
    # The agent, whose Python has no mindbuzz, reads this file, too.
    from mindbuzz.contacts.contact import Contact
    from mindbuzz.inputs.gpio import GpioButtons
    from mindbuzz.inputs.source import Mailbox
    from mindbuzz.pins.factories import pin_factory
    from mindbuzz.runtime.clock import RealClock

    clock = RealClock(0)
    loop = asyncio.get_running_loop()
    woken, ended = asyncio.Event(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(woken.set)

    def end() -> None:
        """Nothing is ever written to us: there is something to read when the other end is closed."""
        loop.remove_reader(sys.stdin.fileno())
        ended.set()
        woken.set()

    loop.add_reader(sys.stdin.fileno(), end)
    mailbox = Mailbox(wake)
    factory = pin_factory(backend, clock)
    # The level audit is the console's, and the same for both.
    buttons = GpioButtons(BUTTONS, factory, mailbox, clock.at_us, uncertainty_us=0, audit_ms=0, now_us=0)
    say("ready")
    await asyncio.sleep(1)
    before, began_s = cost(), time.monotonic()
    await asyncio.sleep(quiet_s)
    after, took_s = cost(), time.monotonic() - began_s
    say("go")
    edges: list[tuple[int, bool, int, int]] = []
    while not ended.is_set():
        await woken.wait()
        woken.clear()
        now_us = clock.now_us()
        contacts = [news for news in mailbox.take_all() if isinstance(news, Contact)]
        edges += [(contact.seat, contact.closed, contact.at_us, now_us) for contact in contacts]
    lost = factory.lost_edges
    origin_s = time.monotonic() - clock.now_us() / 1e6
    buttons.close()
    factory.close()
    return {
        "cpu": (after[0] - before[0]) / took_s,
        "wakeups_a_second": (after[1] - before[1]) / took_s,
        "lost_as_counted": lost,
        "edges": edges,
        "origin_s": origin_s,
    }


def say(line: str) -> None:
    """For whoever started this."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    say(json.dumps(asyncio.run(measure(sys.argv[1], float(sys.argv[2])))))
