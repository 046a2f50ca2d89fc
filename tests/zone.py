"""A machine that stands in another time zone, for a while."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def living_in(zone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Local time is that of `zone`, "Europe/Berlin"."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        try:
            yield
        finally:
            patch.undo()
            time.tzset()
