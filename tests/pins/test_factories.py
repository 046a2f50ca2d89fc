"""Which library "auto" means: gpiod's in version 2, whose package has what the old module of that name has not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mindbuzz.pins.factories import chosen

HERE = {
    "gpiod 2": (["gpiod/__init__.py", "gpiod/line_request.py"], "gpiod"),
    "gpiod 1, a package": (["gpiod/__init__.py"], "lgpio"),
    "gpiod 1, a module": (["gpiod.py"], "lgpio"),
    "nothing": ([], "lgpio"),
}


@pytest.mark.parametrize("what", HERE)
def test_auto_is_gpiod_where_it_is_new_enough_and_else_lgpio(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, expected = HERE[what]
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "gpiod", raising=False)

    assert chosen("auto") == expected
    assert chosen("mock") == "mock"
