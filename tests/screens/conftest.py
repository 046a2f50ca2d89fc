"""What the tests of the screens share: the samples, and the flag that draws the golden pictures anew."""

from __future__ import annotations

import pytest

from mindbuzz.screens.rehearsal import Sample
from mindbuzz.screens.samples import samples


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--redraw", action="store_true", help="draw the golden pictures anew: look at what changed")


@pytest.fixture(scope="session")
def all_samples() -> dict[str, Sample]:
    return samples()
