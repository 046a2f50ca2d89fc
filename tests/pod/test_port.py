"""The serial port with a pod on a pty: the firmware's own main.py, in real time, over a cable that is not good."""

from __future__ import annotations

import fcntl
import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from mindbuzz.cli import main
from mindbuzz.errors import PodError
from mindbuzz.pod.flash import firmware_files
from mindbuzz.pod.frames import Maintenance, encode
from mindbuzz.pod.link import Changed, Happening, Lost, Met
from mindbuzz.pod.pod import Pod
from mindbuzz.pod.port import Closed, Monotony, Opened, SerialPort, find
from mindbuzz.pod.visit import hello_of
from tests.pod.conftest import MakeBoard
from tests.pod.lockstep import Wire
from tests.pod.wired import WiredBoard, now_us
from tests.waiting import wait_until
from tools.pin_table import read_pod_pins

pytestmark = pytest.mark.slow
PINS = read_pod_pins().BUTTONS
LONG_S = 20  # a test that waits so long has failed
STALLS = 3
BAD = {"dropped": 0.02, "flipped": 0.02, "split": 0.3, "noise": 0.02}


class Host:
    """A console's end, without a console."""

    def __init__(self, device: Path) -> None:
        self.pod = Pod(SerialPort(str(device), now_us, lambda: None), 50_000)
        self.happened: list[Happening] = []

    def until(self, done: Callable[[], bool]) -> None:
        def act() -> bool:
            self.happened.extend(self.pod.act(now_us()))
            return done()

        if not done():
            wait_until(act, LONG_S, lambda: (self.happened[-5:], self.pod.trouble))

    def meet(self) -> None:
        self.until(lambda: self.pod.met)
        self.happened.clear()

    def hears(self, drive: Callable[[], list[tuple[int, bool]]]) -> bool:
        """Whether exactly that arrives which `drive` says it has done. A machine that stalls may miss its pod for a
        moment, and what happens then is not invented: then it is done once more."""
        for _ in range(STALLS):
            self.meet()
            done = drive()
            self.await_changes(len(done))
            if not self.missed:
                return self.changes == done
        raise AssertionError(self.happened)

    def await_changes(self, count: int) -> None:
        self.until(lambda: len(self.changes) >= count or self.missed)

    @property
    def missed(self) -> bool:
        return not all(isinstance(it, Changed) for it in self.happened)

    @property
    def changes(self) -> list[tuple[int, bool]]:
        return [(it.button, it.closed) for it in self.happened if isinstance(it, Changed)]


@pytest.fixture
def board(make_board: MakeBoard) -> WiredBoard:
    return make_board()


@pytest.fixture
def host(board: WiredBoard) -> Iterator[Host]:
    host = Host(board.port)
    yield host
    host.pod.close()


def tap_all(board: WiredBoard, times: int) -> list[tuple[int, bool]]:
    """Contacts that change one after the other; which, and how."""
    done = []
    for number in range(times):
        for closed in (True, False):
            button = 1 + number % len(PINS)
            board.edge(PINS[button], closed)
            done.append((button, closed))
            time.sleep(0.004)
    return done


def test_presses_come_through_a_bad_cable_once_each_and_in_order(board: WiredBoard, host: Host) -> None:
    random = Random(3)
    board.cable.up = Wire(random, delay_us=(0, 5_000), **BAD)
    board.cable.down = Wire(random, delay_us=(0, 5_000), **BAD)

    assert host.hears(lambda: tap_all(board, 100))
    times = [it.at_us for it in host.happened if isinstance(it, Changed)]
    assert times == sorted(set(times))


@pytest.mark.known_bug(21)
def test_a_console_that_reads_late_still_gets_everything(board: WiredBoard, host: Host) -> None:
    """The pod's line is full meanwhile; what it could not send it sends then."""

    def while_nobody_reads() -> list[tuple[int, bool]]:
        board.cable.paused = True
        done = tap_all(board, 30)
        time.sleep(1.0)
        board.cable.paused = False
        return done

    assert host.hears(while_nobody_reads)


@pytest.mark.known_bug(20)
def test_a_flood_with_every_control_character_stops_nothing(board: WiredBoard, host: Host) -> None:
    host.meet()
    with board.port.open("wb", buffering=0) as port:
        for _ in range(20):
            port.write(bytes(range(256)) * 4 + b"\x03\x03\x04\r\n")
            time.sleep(0.01)

    assert host.hears(lambda: tap_all(board, 3))
    assert board.resets == 0


@pytest.mark.known_bug(24)
def test_unplugged_it_is_lost_and_plugged_in_again_it_is_met(board: WiredBoard, host: Host) -> None:
    host.meet()
    board.edge(PINS[2], True)
    host.until(lambda: bool(host.changes))
    board.cable.unplug()
    host.until(lambda: not host.pod.met)
    _, lost = host.happened
    assert isinstance(lost, Lost)
    assert lost.reason == f"{board.port}: it was unplugged"
    board.edge(PINS[2], False)
    board.edge(PINS[3], True)
    board.cable.plug_in()
    host.until(lambda: host.pod.met)

    met = host.happened[-1]
    assert isinstance(met, Met)
    assert met.closed == {3}
    assert host.changes == [(2, True)]


def test_it_does_not_read_a_port_that_another_has(board: WiredBoard, host: Host) -> None:
    host.meet()

    with pytest.raises(PodError, match="another program has it"):
        hello_of(board.port)


def test_a_port_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PodError, match=r"/nowhere is not there; plug the pod in"):
        find(str(tmp_path / "nowhere"))
    with pytest.raises(PodError, match='nothing in /dev/serial/by-id has "no such pod"'):
        find("no such pod")


@pytest.fixture
def by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as /dev/serial/by-id is, to put links into."""
    folder = tmp_path / "by-id"
    folder.mkdir()
    monkeypatch.setattr("mindbuzz.pod.port.BY_ID", folder)
    return folder


PODS = ("usb-MicroPython_Board_in_FS_mode_e6614c311b7d8e2a-if00", "usb-MicroPython_Board_in_FS_mode_e66038b713-if00")


def test_of_two_pods_the_one_that_is_named_is_found(by_id: Path) -> None:
    for number, name in enumerate(PODS):
        (by_id / name).symlink_to(f"/dev/ttyACM{number}")

    assert find("e66038b713").name == PODS[1]
    with pytest.raises(PodError, match=r"more than one pod: .*e66038b713.*, .*e6614c311b7d8e2a.*; name the right one"):
        find("usb-MicroPython_Board")
    with pytest.raises(PodError, match='has "e6614c31ffff" in its name; there is usb-MicroPython'):
        find("e6614c31ffff")


def test_two_pods_are_listed_each_with_what_is_wrong_with_it(
    by_id: Path, make_board: MakeBoard, need_program: Callable[[str], str], tmp_path: Path
) -> None:
    (tmp_path / "second").mkdir()
    second = WiredBoard(need_program("micropython"), tmp_path / "second", [])
    try:
        (by_id / PODS[0]).symlink_to(make_board().port)
        (by_id / PODS[1]).symlink_to(second.port)
        done = CliRunner().invoke(main, ["pod", "list"])
    finally:
        second.close()

    assert done.exit_code == 0
    new, known = done.output.splitlines()
    assert new == f"{PODS[1]}: does not answer; put the firmware on it with: mindbuzz pod flash"
    assert known.startswith(f"{PODS[0]}: pod e6614c311b7d8e2a, firmware")


def test_without_any_it_says_what_a_new_one_needs(by_id: Path) -> None:
    done = CliRunner().invoke(main, ["pod", "list"])

    assert done.output.endswith('has "usb-MicroPython_Board" in its name; a new Pico needs MicroPython first\n')


def as_nobody(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command says to somebody who is in no group."""
    root = os.geteuid() == 0
    return subprocess.run(
        [sys.executable, "-m", "mindbuzz", "pod", *words],
        user=65534 if root else None,
        extra_groups=[] if root else None,
        env={**os.environ, "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_port_that_may_not_be_opened_says_what_to_do() -> None:
    ours, theirs = pty.openpty()
    os.fchmod(theirs, 0)
    name = os.ttyname(theirs)
    said = as_nobody("list", "--device", name).stdout
    os.close(ours)
    os.close(theirs)

    assert said == (
        f"{name} can't be opened: permission denied; "
        "add yourself to the group dialout (sudo usermod -aG dialout $USER) and log in again\n"
    )


def test_a_port_that_another_program_keeps_for_itself_says_so() -> None:
    """As a manager of modems does: the kernel refuses to open it."""
    ours, theirs = pty.openpty()
    os.fchmod(theirs, 0o666)
    fcntl.ioctl(theirs, termios.TIOCEXCL)
    name = os.ttyname(theirs)
    said = as_nobody("list", "--device", name).stdout
    os.close(ours)
    os.close(theirs)

    assert said.startswith(f"{name} can't be opened: another program has it")


LOOKS = 5


class Looks:
    """In place of a function that looks for a pod: counts, and fails if it is to."""

    def __init__(self, real: Callable[..., Any], error: Exception | None = None) -> None:
        self.real = real
        self.error = error
        self.count = 0

    def __call__(self, *values: Any) -> Any:
        self.count += 1
        if self.error is not None:
            raise self.error
        return self.real(*values)


@pytest.fixture
def looking_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindbuzz.pod.port.LOOK_AGAIN_S", 0.001)


@pytest.mark.usefixtures("looking_often")
@pytest.mark.parametrize("error", [None, RuntimeError("a bug that nobody thought of")])
def test_why_there_is_none_is_said_once_and_not_at_every_look(
    error: Exception | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = Looks(find, error)
    monkeypatch.setattr("mindbuzz.pod.port.find", looks)
    port = SerialPort(str(tmp_path / "nowhere"), now_us, lambda: None)
    wait_until(lambda: looks.count >= LOOKS)
    port.close()

    assert [type(item) for item in port.take()] == [Closed]
    assert len(caplog.records) == (0 if error is None else 1)


@pytest.mark.usefixtures("looking_often")
def test_a_port_that_fails_whenever_it_is_open_fills_no_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """That it is there and gone again is told each time: the game goes by that."""
    looks = Looks(find, RuntimeError("a bug that nobody thought of"))
    monkeypatch.setattr(SerialPort, "_read", looks)
    ours, its = pty.openpty()
    port = SerialPort(os.ttyname(its), now_us, lambda: None)
    wait_until(lambda: os.write(ours, b"x") and looks.count >= LOOKS)
    port.close()
    os.close(ours)
    os.close(its)

    assert [type(item) for item in port.take()][: 2 * LOOKS] == [Opened, Closed] * LOOKS
    assert [record.exc_info is not None for record in caplog.records] == [True]


def test_only_what_is_new_wakes_the_loop() -> None:
    monotony = Monotony()
    same = [b"$S,7F3A,20000,0,5,6,0,0*FFFF\n", b"$S,7F3A,40021,0,5,6,0,0*FFFF\n", b"$S,7F3A,60000,0,5,6,0,0*FFFF\r\n"]
    news = [
        b"$S,7F3A,80000,1,5,6,0,0*FFFF\n",
        b"$S,7F3A,90000,1,6,6,0,0*FFFF\n",
        b"$S,7F3A,1",
        b"$E,7F3A,7,1,1,5*FFFF\n",
    ]

    reply = b"$R,7F3A,17,52000,52000*FFFF\n"

    assert [monotony.goes_on_with(data) for data in same] == [False, True, True]
    assert [monotony.goes_on_with(data) for data in (reply, reply + same[0], same[0] + reply + same[1])] == [True] * 3
    assert [monotony.goes_on_with(data) for data in news] == [False] * len(news)
    assert not monotony.goes_on_with(same[0])
    assert monotony.goes_on_with(same[1] + same[1])
    assert not monotony.goes_on_with(same[1] + news[0])


# --- maintenance ---


def say(board: WiredBoard, line: bytes) -> None:
    with board.port.open("wb", buffering=0) as port:
        port.write(line)


def test_maintenance_for_another_board_is_not_for_this_one(board: WiredBoard) -> None:
    assert hello_of(board.port, LONG_S) is not None
    say(board, encode(Maintenance("0123456789abcdef")))

    assert hello_of(board.port) is not None
    assert board.resets == 0


def test_maintenance_leads_to_the_prompt_once(board: WiredBoard) -> None:
    hello = hello_of(board.port, LONG_S)
    assert hello is not None
    say(board, encode(Maintenance(hello.unique_id)))
    wait_until(lambda: board.prompts == 1)
    assert board.resets == 1
    assert not (board.storage / "maintenance").exists(), "the next start is one as usual"


def test_the_first_button_held_at_power_up_leads_to_the_prompt(make_board: MakeBoard) -> None:
    board = make_board([])
    wait_until(lambda: board.prompts == 1)
    for file in firmware_files():
        (board.storage / file.name).write_bytes(file.read_bytes())
    board.held = (PINS[1],)
    say(board, b"\x01import machine; machine.reset()\x04")
    wait_until(lambda: board.prompts == 2)


def test_after_the_watchdog_a_held_button_is_a_hand_on_it(
    make_board: MakeBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POD_RESET_CAUSE", "3")
    board = make_board()
    board.held = (PINS[1],)
    assert hello_of(board.port, LONG_S) is not None
    assert board.prompts == 0


def test_firmware_that_fails_while_it_runs_starts_anew(make_board: MakeBoard) -> None:
    board = make_board()
    assert hello_of(board.port, LONG_S) is not None
    board.break_contacts()
    wait_until(lambda: board.resets == 1)
    assert board.prompts == 0
    assert hello_of(board.port, LONG_S) is not None


def test_firmware_that_can_not_be_loaded_leaves_the_prompt(make_board: MakeBoard) -> None:
    files = [file for file in firmware_files() if file.name != "ring.py"]
    board = make_board(files)
    wait_until(lambda: board.prompts == 1)
    assert board.resets == 0
