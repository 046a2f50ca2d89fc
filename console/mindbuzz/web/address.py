"""This machine's address on its network, as others write it into their browsers. Nothing is sent to find it out."""

import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

# Of linux/sockios.h, linux/if.h and the kernel's /proc/net/if_inet6.
SIOCGIFFLAGS = 0x8913
SIOCGIFADDR = 0x8915
IFF_UP, IFF_RUNNING = 0x1, 0x40
IFREQ = "16sH14x"  # the name of an interface, and its flags
ADDRESS = slice(20, 24)
GLOBAL_SCOPE = "00"
IF_INET6 = Path("/proc/net/if_inet6")


class Network(NamedTuple):
    """A host that means every network: the family of its addresses, one that is nobody's, this machine itself, and
    the addresses of its interfaces."""

    family: socket.AddressFamily
    nobody: str
    itself: str
    of_interfaces: Callable[[], Iterator[str]]


def reachable(host: str) -> str:
    """A host as others write it into their browsers."""
    name = own_address(host) or EVERYWHERE[host].itself if host in EVERYWHERE else host
    return f"[{name}]" if ":" in name else name


def is_unknown(host: str) -> bool:
    """Whether a host means every network, and none is found."""
    return host in EVERYWHERE and own_address(host) is None


def own_address(host: str) -> str | None:
    """This machine's address: the one that leads out, or where no way does, as on a table's own router, the first."""
    network = EVERYWHERE[host]
    with socket.socket(network.family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((network.nobody, 9))
        except OSError:
            return next(network.of_interfaces(), None)
        return str(probe.getsockname()[0])


def _of_version_4() -> Iterator[str]:
    """Addresses of interfaces that are up and have a cable or a radio."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            request = struct.pack(IFREQ, name.encode(), 0)
            try:
                _, flags = struct.unpack(IFREQ, fcntl.ioctl(asked, SIOCGIFFLAGS, request))
                address = ipaddress.IPv4Address(fcntl.ioctl(asked, SIOCGIFADDR, request)[ADDRESS])
            except OSError:
                continue  # it has none
            if flags & IFF_UP and flags & IFF_RUNNING and not address.is_loopback:
                yield str(address)


def _of_version_6() -> Iterator[str]:
    """Addresses that hold on all of a network; browsers can't open those of one link."""
    lines = IF_INET6.read_text(encoding="ascii").splitlines() if IF_INET6.exists() else []
    for line in lines:
        digits, _, _, scope, *_ = line.split()
        address = ipaddress.IPv6Address(int(digits, 16))
        if scope == GLOBAL_SCOPE and not address.is_loopback:
            yield str(address)


EVERYWHERE = {
    "0.0.0.0": Network(socket.AF_INET, "192.0.2.1", "127.0.0.1", _of_version_4),
    "::": Network(socket.AF_INET6, "2001:db8::1", "::1", _of_version_6),
}
