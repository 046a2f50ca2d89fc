"""Who may ask: pages of this console only, under a name that is the console's own.

A foreign page can make a browser send requests here, and a foreign name can be made to point here (DNS rebinding). The
first is told by Origin, the second by Host: an address in figures is no name that could be rebound.
"""

import re
import socket
from collections.abc import Iterable, Mapping
from ipaddress import ip_address

HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::(?P<port>\d{1,5}))?")
HTTP_PORT = 80

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # With these two a page is isolated, and its clock is finer.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-cache",
    "Server": "mindbuzz",
}


def own_names() -> frozenset[str]:
    """What this machine is called, by itself and on its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


# Said without the name, which a foreign page has no business to learn.
MISDIRECTED = "this console is not called that; ask for it by its address in figures, or its own name and .local\n"


class Guard:
    """Lets those in who ask under one of `names`, or an address in figures, at `port`."""

    def __init__(self, port: int, names: Iterable[str] = ()) -> None:
        self._port = port
        self._names = frozenset(names) | own_names()

    def knows(self, host: str | None) -> bool:
        """Whether a Host header is ours."""
        found = HOST.fullmatch(host or "")
        if found is None or int(found["port"] or HTTP_PORT) != self._port:
            return False
        name = found["name"].lower()
        return name in self._names or _is_address(name.strip("[]"))

    def is_own(self, origin: str | None, host: str) -> bool:
        """Whether an Origin header names a page from here."""
        return origin == f"http://{host}"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
