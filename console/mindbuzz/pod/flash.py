"""Putting firmware on a pod: through mpremote, with a copy of what was there, and a look at what is there then."""

import ast
import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mindbuzz.errors import PodError
from mindbuzz.pod.frames import Hello
from mindbuzz.pod.visit import ask_for_maintenance, hello_of
from mindbuzz.program import heard_out

Say = Callable[[str], object]

CHECKED_OUT = Path(__file__).parents[3] / "firmware"
INSTALLED = Path(sys.prefix) / "share" / "mindbuzz" / "firmware"
FIRST_STARTED = "main.py"
CHIPS = ("RP2040", "RP2350")
COMMAND_S = 60.0  # for any step
PROMPT_S = 10.0  # for the first answer of a board
SIGN_OF_LIFE_S = 5.0
GIVEN_UP_S = 2.0
BACK_WITHIN_S = 15
PATIENCE_S = (0.5, 1.0)

FACTS = """
import sys, os, machine, binascii
print((sys.implementation._machine, binascii.hexlify(machine.unique_id()).decode(), os.listdir()))
"""
HASHES = """
import hashlib, binascii
def digest(name):
    made = hashlib.sha256()
    with open(name, "rb") as file:
        while data := file.read(512):
            made.update(data)
    return binascii.hexlify(made.digest()).decode()
print({{name: digest(name) for name in {names}}})
"""
RESET = "import machine; machine.reset()"


@dataclass(frozen=True, slots=True)
class Board:
    """A board at its prompt: what it says it is, and the files on it."""

    machine: str
    unique_id: str
    files: tuple[str, ...]


def firmware_files() -> list[Path]:
    """The firmware of this console, in the order to put it there. Raises PodError if it is not here."""
    folder = CHECKED_OUT if CHECKED_OUT.is_dir() else INSTALLED
    files = sorted(folder.glob("*.py"), key=lambda file: (file.name == FIRST_STARTED, file.name))
    if not files:
        raise PodError(f"{folder} has no firmware in it; install mindbuzz anew")
    return files


def firmware_version() -> str:
    """The version of that firmware."""
    [file] = [file for file in firmware_files() if file.name == "version.py"]
    values = {
        statement.targets[0].id: ast.literal_eval(statement.value)
        for statement in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    }
    return str(values["VERSION"])


def mismatch(hello: Hello) -> str | None:
    """What is wrong with the version of a pod's firmware, with the remedy; None: it is that of this console."""
    try:
        ours = firmware_version()
    except PodError:
        return None  # without firmware here there is nothing better
    if hello.version == ours:
        return None
    return f"its firmware is {hello.version}, that of this console is {ours}; put it on with: mindbuzz pod flash"


def flash(path: Path, copies: Path, say: Say) -> Hello:
    """Put the firmware on the board at `path`; what it says it is then. What was on it is kept in a folder in `copies`.

    Raises PodError, with what to do; a board of a wrong kind is left as it was.
    """
    files = firmware_files()
    say(f"{path.name}: is it a pod?")
    hello = hello_of(path)
    if hello is not None:
        say(f"{path.name}: pod {hello.unique_id}, firmware {hello.version}; it restarts for maintenance")
        ask_for_maintenance(path, hello.unique_id)
        _wait_for(path)
    board = _board(path, say)
    _check(path, board, hello)
    say(f"{board.machine}, {board.unique_id}")
    _keep(path, board, files, copies, say)
    say(f"putting {len(files)} files on it")
    if FIRST_STARTED in board.files:
        _mpremote(path, say, "fs", "rm", f":{FIRST_STARTED}")
    _mpremote(path, say, "fs", "cp", *(str(file) for file in files), ":")
    _verify(path, files, say)
    say("all files are there and whole; it restarts")
    with suppress(PodError):  # it may be gone before it has answered
        _mpremote(path, say, "exec", "--no-follow", RESET)
    return _met_again(path)


# --- one step each ---


def _board(path: Path, say: Say) -> Board:
    """What is there; a board that has just come may need a moment. Raises PodError."""
    for attempt, pause_s in enumerate(PATIENCE_S, 1):
        say(f"{path.name}: asking its MicroPython, try {attempt} of {len(PATIENCE_S) + 1}, {PROMPT_S:.0f} s at most")
        with suppress(PodError):
            return _board_now(path, say)
        time.sleep(pause_s)
    say(f"{path.name}: asking once more")
    return _board_now(path, say)


def _board_now(path: Path, say: Say) -> Board:
    told = _mpremote(path, say, "exec", FACTS, within_s=PROMPT_S)
    machine, unique_id, files = ast.literal_eval(told.splitlines()[-1])
    return Board(machine, unique_id, tuple(files))


def _check(path: Path, board: Board, hello: Hello | None) -> None:
    if not any(chip in board.machine for chip in CHIPS):
        raise PodError(f"{path} is a {board.machine}, no Raspberry Pi Pico; nothing on it was changed")
    if hello is not None and hello.unique_id != board.unique_id:
        raise PodError(f"{path} is another board now ({board.unique_id}); nothing on it was changed")


def _keep(path: Path, board: Board, files: Sequence[Path], copies: Path, say: Say) -> None:
    """A copy of every file that is about to be written over."""
    names = [file.name for file in files if file.name in board.files]
    if not names:
        return
    folder = copies / f"{board.unique_id}-{time.strftime('%Y%m%d-%H%M%S')}"
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise PodError(f"{folder}: {error.strerror}; name another folder with --copies") from error
    _mpremote(path, say, "fs", "cp", *(f":{name}" for name in names), str(folder))
    say(f"a copy of what was on it is in {folder}")


def _verify(path: Path, files: Sequence[Path], say: Say) -> None:
    names = [file.name for file in files]
    there = ast.literal_eval(_mpremote(path, say, "exec", HASHES.format(names=names)).splitlines()[-1])
    wrong = [file.name for file in files if there[file.name] != hashlib.sha256(file.read_bytes()).hexdigest()]
    if wrong:
        raise PodError(f"{path}: {', '.join(wrong)} did not arrive whole; flash it again")


def _met_again(path: Path) -> Hello:
    """The pod as its new firmware has it."""
    ends_s = time.monotonic() + BACK_WITHIN_S
    while time.monotonic() < ends_s:
        _wait_for(path)
        try:
            hello = hello_of(path)
        except PodError:
            hello = None  # on its way out, or in
        if hello is not None:
            return hello
        time.sleep(0.2)
    raise PodError(f"{path} has its firmware but does not answer; unplug it and plug it in again")


def _wait_for(path: Path) -> None:
    """Until the port is there again."""
    ends_s = time.monotonic() + BACK_WITHIN_S
    while not path.exists():
        if time.monotonic() > ends_s:
            raise PodError(f"{path} did not come back; unplug it and plug it in again")
        time.sleep(0.1)


def _mpremote(path: Path, say: Say, *words: str, within_s: float = COMMAND_S) -> str:
    """What mpremote prints. It is told not to restart the board first, which would make it a pod again.

    Raises PodError if it fails, or is not done in time; there is a sign of life meanwhile.
    """
    command = [sys.executable, "-m", "mpremote", "connect", str(path), "resume", *words]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        told, complained = heard_out(process, say, every_s=SIGN_OF_LIFE_S, within_s=within_s)
    except subprocess.TimeoutExpired:
        raise PodError(f"{path} does not answer within {within_s:.0f} s; {NO_PROMPT}") from None
    finally:
        _give_up(process)
    if process.returncode:
        reason = (complained or told).strip().splitlines() or ["it says nothing"]
        raise PodError(f"{path}: mpremote could not {words[0]}: {reason[-1]}; {NO_PROMPT}")
    return told


def _give_up(process: subprocess.Popen[str]) -> None:
    """End it if it has not ended; one that hangs in the kernel, on a port that is dead, is not waited for."""
    if process.poll() is None:
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=GIVEN_UP_S)


NO_PROMPT = (
    "hold the first button while you plug it in, then try again; a new Pico needs MicroPython first, see the README"
)
