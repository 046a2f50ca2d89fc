"""No file mentions what only its author could know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.project_files import ROOT, project_files

FORBIDDEN = [
    re.compile(line)
    for line in (Path(__file__).parent / "forbidden.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def mentions(text: str) -> list[str]:
    return [
        f"line {number}: {found[0]}"
        for number, line in enumerate(text.splitlines(), start=1)
        for rule in FORBIDDEN
        for found in rule.finditer(line)
    ]


def test_no_file_mentions_what_is_forbidden() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): mentions(file.read_text(encoding="utf-8", errors="ignore"))
        for file in project_files()
    }

    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("text", ["see issue{} #12", "cd /work{}/main", "from https://pypi{}.org"])
def test_the_rules_bite(text: str) -> None:
    assert mentions(text.format(""))
