"""The pin tables in the README files are what the pin sources say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pin_table import ROOT, TABLES, read_pins, with_current_tables


@pytest.mark.parametrize("readme", TABLES, ids=lambda readme: readme.relative_to(ROOT).as_posix())
def test_tables_are_current(readme: Path) -> None:
    assert readme.read_text(encoding="utf-8") == with_current_tables(readme), "run: python -m tools.pin_table"


def test_config_txt_names_the_shutdown_pin() -> None:
    [shutdown] = [pin["bcm"] for pin in read_pins()["pin"] if pin["use"] == "shutdown"]

    assert f"gpio_pin={shutdown}\n" in (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
