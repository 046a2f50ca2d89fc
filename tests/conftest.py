"""What all tests share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest
from hypothesis import settings

# No test fails because a machine is slow, hence no deadline; in CI the same examples every time.
settings.register_profile("default", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("default")


@pytest.fixture(scope="session")
def need_program() -> Callable[[str], str]:
    """Finds a program that is not Python's; without it a test is skipped, but in CI it fails."""

    def find(program: str) -> str:
        found = shutil.which(program)
        if found is None:
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(f"{program} is not installed")
        return found

    return find
