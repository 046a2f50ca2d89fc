"""A whole game, pressed on contacts that bounce, through a real kernel and the service as it is installed."""

from __future__ import annotations

from collections import Counter

from tests.kernel.console import Console

PLAYERS = [1, 2, 3]
GAME_S = 900


def test_a_whole_game_comes_out_as_the_replay_of_its_contacts(console: Console) -> None:
    console.start()
    events = Counter(console.machine.call("table.whole_game", PLAYERS, timeout_s=GAME_S))

    assert events["level_completed"] >= 1
    assert events["star_thrown"] == 1
    assert events["mistake"] >= 1
    assert events["game_lost"] == 1

    shown = [line for line in console.outcomes_shown(1) if line["event"] in OF_SCENARIO]
    assert shown == console.outcomes_replayed(1)
    assert console.status()["driver"]["lost_edges"] == 0


# What a scenario tells of; the journal keeps a few more.
OF_SCENARIO = {
    "level_dealt", "focus_locked", "play_started", "card_played", "mistake", "press_void", "stopped", "star_asked",
    "star_refused", "star_thrown", "pile_verified", "level_completed", "game_won", "game_lost", "challenge_started",
}  # fmt: skip
