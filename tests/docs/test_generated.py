"""What is generated into pages is what its sources say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.generated import FILES, PARTS, with_current_parts
from tools.project_files import ROOT


@pytest.mark.parametrize("page", PARTS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_generated_parts_are_current(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == with_current_parts(page), "run: python -m tools.generated"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_generated_files_are_current(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == FILES[file](), "run: python -m tools.generated"
