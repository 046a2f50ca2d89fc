"""The pure packages import nothing from outside but what is listed here.

That folders import only downwards, and that these know no clock and no I/O of Python's own, is checked by
import-linter (pyproject.toml). It cannot say "nothing but", hence this page.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mindbuzz

PACKAGE = Path(mindbuzz.__file__).parent

# Package → what it may import from outside, and in which module (None: in any).
ALLOWED: dict[str, dict[str, str | None]] = {
    "core": {"transitions": "phases.py"},
    "contacts": {},
    "screens": {"PIL": None},
}


def imported(source: str) -> Iterator[str]:
    """The top-level names that a module imports from outside its own package."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", ALLOWED)
def test_pure_packages_import_only_what_is_allowed(package: str) -> None:
    folder = PACKAGE / package
    allowed = ALLOWED[package]
    strangers = [
        f"{module.relative_to(PACKAGE)} imports {name}"
        for module in sorted(folder.rglob("*.py"))
        for name in imported(module.read_text(encoding="utf-8"))
        if name not in sys.stdlib_module_names
        and name != "mindbuzz"
        and not (name in allowed and allowed[name] in (None, module.relative_to(folder).as_posix()))
    ]

    assert strangers == []
