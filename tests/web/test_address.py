"""Where others find this machine: on a network with a way out, on one without, and on none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

from mindbuzz.virtual import NO_NETWORK

LAN = (
    "ip link set lo up",
    "ip link add lan0 type veth peer name lan1",
    "ip link set lan1 up",
    "ip link set lan0 up",
)
HERE_4 = (*LAN, "ip address add 192.168.77.5/24 dev lan0")
HERE_6 = (*LAN, "ip address add fd00:77::5/64 dev lan0 nodad")
# What is said to the kernel of an empty network → what `--host` is reached by.
NETWORKS: dict[str, tuple[Sequence[str], str, str]] = {
    "a LAN without a way out": (HERE_4, "0.0.0.0", "http://192.168.77.5:8765/"),
    "a LAN with a way out": (
        (*HERE_4, "ip route add default via 192.168.77.1"),
        "0.0.0.0",
        "http://192.168.77.5:8765/",
    ),
    "a second card that leads out": (
        (
            *HERE_4,
            "ip link add out0 type veth peer name out1",
            "ip link set out1 up",
            "ip link set out0 up",
            "ip address add 10.7.7.7/24 dev out0",
            "ip route add default via 10.7.7.1",
        ),
        "0.0.0.0",
        "http://10.7.7.7:8765/",
    ),
    "a LAN of version 6 without a way out": (HERE_6, "::", "http://[fd00:77::5]:8765/"),
    "no network": (("ip link set lo up",), "0.0.0.0", "http://127.0.0.1:8765/"),
    "no network of version 6": (LAN, "::", "http://[::1]:8765/"),
    "a card without a cable": ((*HERE_4, "ip link set lan1 down"), "0.0.0.0", "http://127.0.0.1:8765/"),
    "nothing at all": ((), "0.0.0.0", "http://127.0.0.1:8765/"),
}
ALONE = ("unshare", "--map-root-user", "--net")


INVITATION = "from mindbuzz.virtual import invitation; print(*invitation({host!r}, 8765), sep=chr(10))"
START_LINE = (
    "from mindbuzz.config import Config; from mindbuzz.daemon import _what_runs; from mindbuzz.runtime.journal import "
    "Journal; print(_what_runs(Config(web_host={host!r}, web_port=8765), Journal(None)))"
)


def told(commands: Sequence[str], host: str, asked: str = INVITATION) -> list[str]:
    """What a process on a network of its own tells of a host: its invitation, or the start line of the service."""
    script = "\n".join(("set -e", *commands, 'exec "$@"'))
    command = [*ALONE, "sh", "-c", script, "sh", sys.executable, "-c", asked.format(host=host)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_the_invitation_names_what_others_reach_or_says_that_there_is_no_network(name: str) -> None:
    if subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody make a network of their own")
    commands, host, base = NETWORKS[name]
    lines = told(commands, host)

    assert lines[0].endswith(f" {base}console")
    assert lines[1].endswith(f" {base}")
    alone = "127.0.0.1" in base or "::1]" in base
    assert (NO_NETWORK in lines) == alone
    assert told(commands, host, START_LINE)[0].endswith(f", board at {base}")
