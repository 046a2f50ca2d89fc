"""Every thread of a console made to raise in turn: it goes on, what it did is made up for, and it is told.

The tables are complete: a test fails when the program starts a thread, or hands work to one, that is not in them.
"""

from __future__ import annotations

import ast
import asyncio
import os
import pkgutil
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, partialmethod
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import mindbuzz
from mindbuzz.core.phases import Phase
from mindbuzz.history import audit
from mindbuzz.inputs.gpio import GpioButtons
from mindbuzz.inputs.source import Mailbox
from mindbuzz.operator.operator import Operator
from mindbuzz.operator.own_file import OwnFile
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import Health, State
from mindbuzz.outputs.oled.panel import Panel
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.pins.dimmer import Dimmer
from mindbuzz.pins.factories import pin_factory
from mindbuzz.pod import port
from mindbuzz.pod.port import Closed, Item, Opened, Received, SerialPort
from mindbuzz.runtime.clock import RealClock
from mindbuzz.runtime.day_tally import DayTally
from mindbuzz.runtime.health import HealthReport
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.records import reading
from mindbuzz.runtime.storage import writer
from mindbuzz.virtual import Evening
from mindbuzz.web.past import Past
from tests.pins.fakes import fake_library
from tests.runtime.careful import lasting, play_on
from tests.runtime.desk import SECOND_US, Desk, config_of, journalled, replayed
from tests.waiting import wait_until
from tests.web.live import LiveConsole

A_BUG = "a bug that nobody thought of"
OFTEN = 1_000_000


class Failing:
    """In place of a function: raises so many times, then does what the function does."""

    def __init__(self, real: Callable[..., Any], times: int) -> None:
        self.real = real
        self.left = times

    def __call__(self, *values: Any, **more: Any) -> Any:
        if self.left:
            self.left -= 1
            raise RuntimeError(A_BUG)
        return self.real(*values, **more)


@dataclass
class Trial:
    """What every trial of a thread is given."""

    folder: Path
    patch: pytest.MonkeyPatch
    log: pytest.LogCaptureFixture

    def failing(self, where: str, times: int) -> Failing:
        """A function, as "module:name", that fails so many times."""
        failing = Failing(pkgutil.resolve_name(where), times)
        module, name = where.split(":")
        self.patch.setattr(f"{module}.{name}", failing)
        return failing


def is_alive(name: str) -> bool:
    return any(thread.name == name for thread in threading.enumerate())


def played_through(desk: Desk) -> list[dict[str, Any]]:
    for _ in play_on(desk):
        continue
    return lasting(desk.journal, 1)


def undisturbed() -> list[dict[str, Any]]:
    desk = Desk()
    lines = played_through(desk)
    desk.close()
    return lines


# --- the trials ---


def journal_raises(where: str, told: str, trial: Trial) -> None:
    """The writer and the flusher: the game goes on meanwhile, and when it is over the journal has all of it."""
    trial.patch.setattr(writer, "RETRY_S", 0.02)
    desk = Desk(Journal(trial.folder / "games.sqlite", alone=True))
    desk.begin()
    failing = trial.failing(where, OFTEN)
    desk.focus()
    desk.play_lowest()
    wait_until(lambda: told in (desk.journal.trouble or ""))
    failing.left = 0
    for _ in play_on(desk):
        continue
    wait_until(lambda: desk.journal.trouble is None)
    desk.close()

    with reading(trial.folder / "games.sqlite") as records:
        assert lasting(records, 1) == undisturbed()
        assert replayed(records, 1) == journalled(records, 1)


def audit_raises(trial: Trial) -> None:
    """It has looked through the journal or says that it has not; the game does not need it."""
    path = trial.folder / "games.sqlite"
    first = Desk(Journal(path))
    played_through(first)
    first.close()
    trial.failing("mindbuzz.history.audit:damage", OFTEN)
    desk = Desk(Journal(path))
    assert desk.parts.audit is not None
    desk.parts.audit.start()
    wait_until(lambda: "could not be looked through" in desk.parts.trouble().get(audit.Audit.name, ""))
    desk.begin()
    assert desk.phase() is Phase.FOCUS
    desk.close()


def tally_raises(trial: Trial) -> None:
    """What it has counted before stays; with the next game it counts again, and whoever asks at the socket is told."""
    path = trial.folder / "games.sqlite"
    failing = trial.failing("mindbuzz.runtime.day_tally:_days", 1)
    tally = DayTally(path)
    desk = Desk(Journal(path), sinks=[tally])
    wait_until(lambda: A_BUG in trial.log.text)
    played_through(desk)
    wait_until(lambda: [row.started for row in tally.rows] == [1])
    failing.left = 1
    with pytest.raises(RuntimeError):
        asyncio.run(tally.counted())
    assert [row.started for row in asyncio.run(tally.counted())] == [1]
    desk.close()


def display_raises(trial: Trial) -> None:
    failing = Failing(Panel._draw, times=1)
    trial.patch.setattr(Panel, "_draw", partialmethod(failing))
    told: list[Health] = []
    with Panels({1: PanelSpec(driver="dummy")}, lambda place, health: told.append(health)) as panels:
        panels.show(1, Image.new("1", (128, 64)))
        wait_until(lambda: any(health.state is State.LOST for health in told))
        wait_until(lambda: panels.health()[1].ok and panels.shown(1) is not None)
    assert A_BUG in next(health.reason for health in told if health.state is State.LOST)


def dimmer_raises(trial: Trial) -> None:
    """A lamp that can't be written leaves the others their light, and comes back."""
    dimmer = Dimmer(0.001)
    lit: list[bool] = []
    others: list[bool] = []
    failing = Failing(lit.append, OFTEN)
    dimmer.dim(failing, 0.5)
    dimmer.dim(others.append, 0.5)
    wait_until(lambda: others.count(True) > 3)
    assert is_alive("dimmer")
    assert lit == []
    failing.left = 0
    wait_until(lambda: lit.count(True) > 3)
    dimmer.leave(failing)
    dimmer.leave(others.append)
    assert trial.log.text.count(A_BUG) == 1


def pod_raises(trial: Trial) -> None:
    """Wherever its reader raises, the pod counts as gone, and is looked for again."""
    trial.patch.setattr(port, "LOOK_AGAIN_S", 0.01)
    failing = Failing(SerialPort._read, times=1)
    trial.patch.setattr(SerialPort, "_read", partialmethod(failing))
    trial.failing("mindbuzz.pod.port:opened", 1)
    ours, its = os.openpty()
    reader = SerialPort(os.ttyname(its), lambda: 0, lambda: None)
    items: list[Item] = []

    def has(wanted: type[Item], count: int) -> bool:
        items.extend(reader.take())
        return sum(isinstance(item, wanted) for item in items) >= count

    wait_until(lambda: has(Closed, 1) and has(Opened, 1))
    os.write(ours, b"x")
    wait_until(lambda: has(Closed, 2) and has(Opened, 2))
    os.write(ours, b"y")
    wait_until(lambda: has(Received, 1))
    reader.close()
    os.close(ours)
    os.close(its)
    assert all(A_BUG in item.reason for item in items if isinstance(item, Closed))


def watch_raises(trial: Trial) -> None:
    """What looks after the buttons calls for the audit on the game's thread, which finds nothing wrong."""
    desk = Desk(config=config_of(2, audit_ms=50))
    failing = Failing(GpioButtons._all_is_well, times=0)
    trial.patch.setattr(GpioButtons, "_all_is_well", partialmethod(failing))
    woken = threading.Event()
    desk.wait(SECOND_US)
    desk.parts.mailbox.wake = woken.set
    desk.parts.buttons.watch(desk.clock.now_us, lambda at_us: 0.001)
    failing.left = 1
    assert woken.wait(10)
    assert is_alive("audit")
    assert played_through(desk) == undisturbed()
    assert desk.parts.buttons.trouble is None
    desk.close()


def web_raises(trial: Trial) -> None:
    """A page that fails is an answer of its own; the next one is there, and so is the game."""
    trial.patch.setattr(HealthReport, "report", Failing(lambda *values, **counts: {"ok": True}, times=1))
    with LiveConsole(Evening(people=2, port=0)) as live:
        for expected in (500, 200):
            assert answer(f"{live.base}/healthz") == expected
            assert answer(f"{live.base}/") == 200
        assert live.game.phase in (Phase.LOBBY, Phase.ATTRACT)


def history_raises(trial: Trial) -> None:
    """The pool in which the page of past games is made."""
    failing = Failing(Past._games, times=1)
    trial.patch.setattr(Past, "_games", partialmethod(failing))
    with LiveConsole(Evening(people=2, port=0)) as live:
        assert [answer(f"{live.base}/history") for _ in range(2)] == [500, 200]


def answer(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=10) as page:
            return int(page.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def game_raises(trial: Trial) -> None:
    """The thread of the game itself: the service manager starts the console anew, with the same hands."""
    path = trial.folder / "games.sqlite"
    desk = Desk(Journal(path))
    desk.begin()
    hands = desk.hands()
    desk.parts.console._sinks[-1].show = Failing(print, times=1)  # type: ignore[method-assign]
    with pytest.raises(RuntimeError):
        desk.focus()
    desk.close()
    again = Desk(Journal(path))

    assert again.hands() == hands
    again.close()


def settings_raise(trial: Trial) -> None:
    """Whoever sets something is told that it failed; the lock is free for the next one, and the game goes on."""
    own = OwnFile(trial.folder / "settings.txt")
    operator = Operator(config_of(), own, power_off=lambda: None, forget=lambda: None, days=list)
    desk = Desk(sinks=[operator])
    failing = Failing(OwnFile._write, times=1)
    trial.patch.setattr(OwnFile, "_write", partialmethod(failing))
    with pytest.raises(RuntimeError):
        asyncio.run(operator.set({"language": "de"}))
    assert own.values == {}
    asyncio.run(operator.set({"language": "de"}))
    assert own.values == {"language": "de"}
    assert played_through(desk) == undisturbed()
    desk.close()


def driver_dies(name: str, trial: Trial) -> None:
    """Those that bring the edges, of lgpio and of ours for libgpiod: one that has died is started anew and hears."""
    library = fake_library(name, trial.patch, trial.folder)
    clock, woken = RealClock(), threading.Event()
    mailbox = Mailbox(woken.set)
    factory = pin_factory(name, clock)
    buttons = GpioButtons(
        {1: 5, 2: 6}, factory, mailbox, clock.at_us, uncertainty_us=0, audit_ms=1, now_us=clock.now_us()
    )
    trial.patch.setattr(threading, "excepthook", lambda died: None)
    library.kill()
    wait_until(lambda: not factory.alive)
    wait_until(lambda: buttons.due_us is not None and buttons.due_us <= clock.now_us())
    buttons.act(clock.now_us())
    assert factory.alive
    for line, closed in ((5, True), (6, True), (5, False)):
        mailbox.take_all()
        woken.clear()
        library.drive(line, int(not closed))
        assert woken.wait(10)
    assert buttons.closed() == {2}
    assert buttons.driver_counts["revivals"] == 1
    buttons.close()
    factory.close()
    library.end()


WRITER = partial(journal_raises, "mindbuzz.runtime.storage.writer:commit", A_BUG)
FLUSHER = partial(journal_raises, "os:fdatasync", "may not survive a power cut")

# The file in which a thread is started, and what it is made to go through.
THREADS: dict[str, Callable[[Trial], None]] = {
    "history/audit.py": audit_raises,
    "inputs/gpio.py": watch_raises,
    "operator/operator.py": settings_raise,
    "outputs/oled/bus.py": display_raises,
    "pins/dimmer.py": dimmer_raises,
    "pins/gpiod.py": partial(driver_dies, "gpiod"),
    "pins/lgpio.py": partial(driver_dies, "lgpio"),
    "pod/port.py": pod_raises,
    "runtime/storage/flusher.py": FLUSHER,
    "runtime/storage/writer.py": WRITER,
    "runtime/day_tally.py": tally_raises,
    "web/past.py": history_raises,
}
# Not on a thread that is started anywhere: the game's own.
ON_THE_GAME_S = {"the game": game_raises, "the web server": web_raises}
# Of no console: it opens a browser, once; it watches games that processes of their own play.
NOT_A_CONSOLE_S = {"virtual.py", "spectacle.py", "program.py"}
STARTERS = {"Thread", "_callback_thread", "to_thread", "run_in_executor", "ThreadPoolExecutor", "ProcessPoolExecutor",
            "start_new_thread"}  # fmt: skip


@pytest.mark.parametrize("name", [*THREADS, *ON_THE_GAME_S])
def test_a_thread_that_raises_is_told_of_and_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (THREADS | ON_THE_GAME_S)[name](Trial(tmp_path, monkeypatch, caplog))


def names_in(file: Path) -> Iterator[str]:
    """Every name that a file uses, but for those of its imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def test_every_thread_that_is_started_is_in_the_table() -> None:
    root = Path(mindbuzz.__file__).parent
    starting = {file.relative_to(root).as_posix() for file in root.rglob("*.py") if STARTERS & set(names_in(file))}

    assert starting == set(THREADS) | NOT_A_CONSOLE_S
