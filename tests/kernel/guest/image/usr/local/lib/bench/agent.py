"""Runs in the guest: calls the functions that the bench names, one JSON line each way over a virtio serial port."""

import importlib
import io
import json
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PORT = "/dev/virtio-ports/bench"
TOP = Path("/root/bench")
PACKAGE = "tests.kernel.guest"

Port = io.FileIO


def main() -> None:
    os.chdir("/root")
    # Fingers are not slow because the console is busy; what is started from here has no such privilege.
    os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(10))
    sys.path.insert(0, str(TOP))
    with io.FileIO(PORT, "r+") as port:
        send(port, {"up": True})
        for line in lines(port):
            send(port, answer(json.loads(line)))


def lines(port: Port) -> Iterator[bytes]:
    """The requests. A read gives nothing while nobody is at the other end of the port."""
    rest = b""
    while True:
        more = os.read(port.fileno(), 65536)
        *whole, rest = (rest + more).split(b"\n")
        yield from whole


def send(port: Port, message: Any) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(port.fileno(), data) :]


def answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        if request["call"] == "agent.modules":
            receive(request["args"][0])
            return {"result": None}
        module, _, function = request["call"].rpartition(".")
        return {"result": getattr(importlib.import_module(f"{PACKAGE}.{module}"), function)(*request["args"])}
    except BaseException:
        return {"error": traceback.format_exc()}


def receive(modules: dict[str, str]) -> None:
    """Take the bench's own modules, name to text."""
    folder = TOP / PACKAGE.replace(".", "/")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / name).write_text(text, encoding="utf-8")
    importlib.invalidate_caches()


if __name__ == "__main__":
    main()
