"""Every relative link in a Markdown file leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.project_files import ROOT, project_files

LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.DOTALL | re.MULTILINE)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)

PAGES = [file for file in project_files() if file.suffix == ".md"]


def headings(page: Path) -> set[str]:
    """The anchors of a page, as the usual Markdown viewers make them."""
    lines = re.findall(r"^#+\s+(.+?)\s*$", CODE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def is_broken(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    goal = page.parent / path if path else page
    if not goal.exists():
        return True
    return bool(anchor) and goal.suffix == ".md" and anchor not in headings(goal)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_relative_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    relative = [target for target in targets if not ELSEWHERE.match(target)]

    assert [target for target in relative if is_broken(page, target)] == []
