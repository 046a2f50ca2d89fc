"""What the console says of itself, asked on its control socket."""

import json
import socket
from typing import Any

SOCKET = "/run/mindbuzz/control.sock"
PATIENCE_S = 60


def status() -> dict[str, Any]:
    """How the console is, as `mindbuzz status --json` tells it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(PATIENCE_S)
        client.connect(SOCKET)
        client.sendall(b'{"request": "status"}\n')
        with client.makefile("rb") as answer:
            told: dict[str, Any] = json.loads(answer.readline())["answer"]
            return told


def joined() -> list[int]:
    """The seats that have joined in the lobby."""
    return [seat["seat"] for seat in status()["seats"] if seat["joined"]]
