"""A computer in QEMU: started, asked to do things, and cut off from power by ending the program."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.kernel.image import HERE, Image

# Never kvm: the bench must run where there is none, and give the same there.
QEMU = (
    "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "1G",
    "-nodefaults", "-display", "none", "-no-reboot",
)  # fmt: skip
KERNEL_LINE = "console=ttyS0 quiet audit=0 root=/dev/vda rw systemd.show_status=0 mitigations=off"
# An emulated machine on a busy one takes its time; none of these is ever waited for in vain.
UP_S = 400
ANSWER_S = 200
LOOK_S = 10  # so often it is seen whether a machine that does not answer still runs
CONSOLE_LINES_TOLD = 15
KEEP_SIZE = "64M"


class GuestError(AssertionError):
    """What was asked of the guest failed there."""


@dataclass(frozen=True)
class Picture:
    """A running machine as files: its disk, and its memory just then. Any number of machines can start from it."""

    disk: Path
    memory: Path


class Machine:
    """One machine, off until `start`; its disk, `folder`/disk.qcow2, keeps what differs from the one below it.

    The guest finds `delivery`, a file, as /dev/vdb; and as /dev/vdc an empty file system that outlives the machine.
    """

    def __init__(
        self, image: Image, folder: Path, delivery: Path, below: Path | None = None, keep: Path | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._image = image
        self._delivery = delivery
        self._disk = folder / "disk.qcow2"
        self._keep = keep or laid_keep(folder / "keep.ext4")
        self._qemu: subprocess.Popen[bytes] | None = None
        self._port: socket.socket | None = None
        self._rest = b""
        _lay_disk(self._disk, below or image.disk, "raw" if below is None else "qcow2")

    # --- power ---

    def start(self, memory: Path | None = None) -> None:
        """Switch on and wait until the guest answers. With the `memory` of a picture it is there at once."""
        (self.folder / "agent").unlink(missing_ok=True)
        (self.folder / "monitor").unlink(missing_ok=True)
        incoming = [] if memory is None else ["-incoming", f"exec:cat {memory}"]
        # Not in the way of the terminal: Ctrl-C ends the tests, and they end this.
        self._qemu = subprocess.Popen([*QEMU, *self._devices(), *incoming], start_new_session=True)
        self._port = self._connected("agent")
        if memory is None:
            self._hear(UP_S)
        modules = {file.name: file.read_text(encoding="utf-8") for file in (HERE / "guest").glob("*.py")}
        self.call("agent.modules", modules, timeout_s=UP_S)

    def _devices(self) -> list[str]:
        return [
            "-kernel", str(self._image.kernel), "-initrd", str(self._image.initrd), "-append", KERNEL_LINE,
            "-drive", f"file={self._disk},if=virtio,format=qcow2",
            "-drive", f"file={self._delivery},if=virtio,format=raw,readonly=on",
            "-drive", f"file={self._keep},if=virtio,format=raw",
            "-device", "virtio-rng-pci",
            "-device", "virtio-serial",
            "-chardev", f"socket,id=agent,path={self.folder / 'agent'},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=bench",
            "-serial", f"file:{self.folder / 'console.log'}",
            "-qmp", f"unix:{self.folder / 'monitor'},server=on,wait=off",
        ]  # fmt: skip

    def cut_power(self) -> None:
        """The plug is pulled: what the guest has not brought to its disk is gone."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
        if self._port is not None:
            self._port.close()
        self._qemu = self._port = None
        self._rest = b""

    def picture(self) -> Picture:
        """Freeze the machine and keep it as a picture; it is off afterwards and its disk must not change any more."""
        memory = self.folder / "memory"
        with _Monitor(self._connected("monitor")) as monitor:
            monitor.do("migrate", uri=f"exec:cat > {memory}")
            while (status := monitor.do("query-migrate")["status"]) != "completed":
                assert status in ("setup", "active", "device"), status
                time.sleep(0.1)
        self.cut_power()
        return Picture(self._disk, memory)

    # --- asking ---

    def call(self, function: str, *args: Any, timeout_s: float = ANSWER_S) -> Any:
        """What a function of guest/*.py, "module.function", answers. Raises GuestError with what went wrong there."""
        assert self._port is not None, "the machine is off"
        self._port.settimeout(timeout_s)
        self._port.sendall(json.dumps({"call": function, "args": args}).encode() + b"\n")
        answer = self._hear(timeout_s)
        if "error" in answer:
            raise GuestError(f"{function}: {answer['error']}")
        return answer["result"]

    def run(self, command: str, timeout_s: float = ANSWER_S) -> str:
        """What a shell command in the guest prints. Raises GuestError if it fails."""
        return str(self.call("shell.run", command, timeout_s, timeout_s=timeout_s + UP_S))

    def _hear(self, timeout_s: float) -> Any:
        assert self._port is not None
        ends_s = time.monotonic() + timeout_s
        self._port.settimeout(LOOK_S)
        while b"\n" not in self._rest:
            try:
                more = self._port.recv(1 << 20)
            except TimeoutError:
                self._keep_running()
                if time.monotonic() > ends_s:
                    raise GuestError(f"no answer in {timeout_s:.0f} s\n{self._console_end()}") from None
                continue
            if not more:
                raise GuestError(f"the machine went off\n{self._console_end()}")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def _keep_running(self) -> None:
        """QEMU stops a machine for which this computer's disk has no room, be it for a moment; it is woken again."""
        with _Monitor(self._connected("monitor")) as monitor:
            if monitor.do("query-status")["status"] == "io-error":
                print(f"no room for the machine's disk in {self.folder}: trying again", file=sys.stderr, flush=True)
                monitor.do("cont")

    def _connected(self, name: str) -> socket.socket:
        port = socket.socket(socket.AF_UNIX)
        deadline_s = time.monotonic() + UP_S
        while time.monotonic() < deadline_s:
            assert self._qemu is not None
            assert self._qemu.poll() is None, "QEMU has ended"
            try:
                port.connect(str(self.folder / name))
                return port
            except OSError:
                time.sleep(0.02)
        raise GuestError(f"QEMU has opened no {name} in {UP_S} s")

    def _console_end(self) -> str:
        console = self.folder / "console.log"
        lines = console.read_text(encoding="utf-8", errors="replace").splitlines() if console.exists() else []
        return "\n".join(lines[-CONSOLE_LINES_TOLD:])


class _Monitor:
    """QEMU's own control line."""

    def __init__(self, port: socket.socket) -> None:
        self._port = port
        self._lines = port.makefile("r", encoding="utf-8")
        self._lines.readline()
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: Any) -> Any:
        request = {"execute": command, "arguments": arguments}
        self._port.sendall(json.dumps(request).encode())
        while True:
            answer = json.loads(self._lines.readline())
            assert "error" not in answer, answer
            if "return" in answer:
                return answer["return"]

    def __enter__(self) -> _Monitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._port.close()


def laid_keep(file: Path) -> Path:
    """A new small file system."""
    subprocess.run(["mke2fs", "-q", "-t", "ext4", str(file), KEEP_SIZE], check=True, capture_output=True)
    return file


def _lay_disk(disk: Path, below: Path, below_format: str) -> None:
    subprocess.run(
        ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(below), "-F", below_format, str(disk)], check=True
    )
