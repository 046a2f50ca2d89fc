"""The building guide tells everything that must be done to the parts it needs."""

from __future__ import annotations

import re

import pytest

from tools.kit.build import WHOLE, Build
from tools.kit.made import HARDWARE
from tools.kit.netlist import Netlist
from tools.kit.source import read_kit

GUIDE = (HARDWARE / "build.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## \d\. (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
SECTIONS = {found[1].lower(): found[2] for found in SECTION.finditer(GUIDE)}
# Step of the source → the title of its section.
TITLES = {"board-displays": "the board: displays", "board-lamps": "the board: lamps", "pod": "the pod (optional)"}
IN_SOCKETS = {
    "U1": "multiplexer into its sockets",
    "U2": "ULN2003A, into its socket",
    "U3": "ULN2003A, into its socket",
}


@pytest.mark.parametrize("ref", IN_SOCKETS)
def test_what_has_a_socket_is_put_into_it_in_its_own_step(ref: str) -> None:
    placed = {**Netlist(read_kit(), WHOLE).placed, **Netlist(read_kit(), Build(4, pod=True)).placed}[ref]

    assert IN_SOCKETS[ref] in SECTIONS[TITLES[placed.component.step]]
