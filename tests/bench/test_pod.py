"""The pod's bench measures what it says, on few duels; no time is asserted."""

from __future__ import annotations

import pytest

from tests.bench import pod


def test_stamps_are_off_by_less_than_is_stated_and_than_their_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pod, "DUELS", 40)
    rows = {row.what: row for row in pod.rows()}

    assert rows["pod: stamps further off than stated"].ours.startswith("0 of")
    error = rows["pod, USB 0–5 ms, clocks ±100 ppm apart: error of a stamp, p50"]
    assert float(error.ours.split()[0]) < float(error.peer.split()[0]) / 2
    assert all(row.ours.startswith("0.0%") for what, row in rows.items() if "order wrong" in what)
