"""What is generated into pages is what its sources say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.generated import FILES, PARTS, with_current_parts
from tools.project_files import ROOT


@pytest.mark.parametrize("page", PARTS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_generated_parts_are_current(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == with_current_parts(page), "run: python -m tools.generated"


def test_who_lacks_a_package_is_told_what_to_say() -> None:
    without = (
        "import sys; sys.modules['PIL'] = None; sys.argv = ['x']; import runpy; runpy.run_module('tools.generated')"
    )
    done = subprocess.run([sys.executable, "-c", without], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert (
        done.stderr
        == "tools.generated: PIL is not installed here; say: tools/in-venv --dev python -m tools.generated\n"
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_generated_files_are_current(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == FILES[file](), "run: python -m tools.generated"
