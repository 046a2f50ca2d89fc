"""The console: record, then act; a lamp at once; what is late or early still belongs where it belongs."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.outcomes import CardPlayed, GameStarted, LevelDealt
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.inputs.source import HostPressed, SourceChange
from mindbuzz.runtime.export import without_held
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.resume import cut_off_game
from tests.runtime.cuts import party_of
from tests.runtime.desk import MS, SECOND_US, Desk, Notary, config_of, journalled, replayed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


# --- record, then act ---


@pytest.mark.parametrize(("kind", "seats"), [(Kind.CLASSIC, 2), pytest.param(Kind.EXTREME, 3, marks=pytest.mark.slow)])
def test_whatever_a_sink_is_told_another_connection_finds_in_the_journal_already(
    path: Path, kind: Kind, seats: int
) -> None:
    notary = Notary(path)
    desk = Desk(
        Journal(path),
        config=config_of(seats, game=kind.value),
        party=party_of(kind, seats, "novice", 2),
        sinks=[notary],
    )
    desk.run_until_over()
    desk.close()

    assert notary.told > 20
    assert notary.missing == []


def test_a_believed_press_is_felt_before_anything_else_is_shown() -> None:
    """Its lamp answers within the millisecond that it takes to believe it; what it means comes after."""
    desk = Desk()
    shows = desk.witness.shows
    desk.press(1)
    desk.wait_ms(1)
    desk.wait_ms(3)

    [(down, shown_before)] = desk.witness.pressed_before_shown
    assert down == {1}
    assert shown_before == shows
    assert desk.witness.shows == shows + 1
    desk.close()


def test_a_spike_is_neither_felt_nor_shown() -> None:
    desk = Desk()
    shows = desk.witness.shows
    desk.press(1)
    desk.wait(150)
    desk.lift(1)
    desk.wait_ms(100)

    assert desk.witness.pressed_before_shown == []
    assert desk.witness.shows == shows
    desk.close()


def test_nothing_is_shown_when_nothing_but_time_has_passed() -> None:
    desk = Desk()
    desk.begin()
    desk.focus()
    assert desk.phase() is Phase.PLAY
    shows = desk.witness.shows
    desk.wait(100 * SECOND_US)

    assert desk.witness.shows == shows
    desk.close()


def test_everyone_is_shown_something_at_the_start_before_any_button_is_touched() -> None:
    desk = Desk()

    assert desk.witness.shows == 1
    assert set(desk.witness.seats) == {1, 2}
    desk.close()


# --- whose contact is it ---


def test_a_contact_that_comes_before_the_start_is_known_belongs_to_the_game() -> None:
    """A third button bounces as the start falls due, and nothing is certain meanwhile; then a hand is lifted."""
    desk = Desk(config=config_of(3))
    desk.tap(1)
    desk.tap(2)
    desk.press(1, 2)
    desk.wait_ms(1_499)
    assert desk.phase() is Phase.LOBBY
    desk.press(3)  # noise: open again at once, but that is known only after 5 ms
    desk.wait(300)
    desk.lift(3)
    desk.wait_ms(2)
    assert desk.phase() is Phase.LOBBY
    desk.lift(1)
    lifted_us = desk.clock.now_us()
    desk.wait_ms(50)

    assert desk.phase() is Phase.FOCUS
    game_id = desk.game_id
    row = desk.journal.game(game_id)
    assert row.began_us < lifted_us
    assert row.held == (1, 2)
    assert Contact(lifted_us, 1, False, 100) in desk.journal.news(game_id)
    assert list(without_held(row, desk.journal.news(game_id))) == []
    desk.lift(2)
    desk.wait_ms(300)
    desk.focus()
    desk.play_level()
    assert journalled(desk.journal, game_id)[-1]["event"] == "level_completed"
    desk.close()


def test_a_source_that_is_lost_before_the_start_is_known_pauses_the_game_for_good() -> None:
    """A bouncing contact keeps the start uncertain; the cable comes out meanwhile."""
    desk = Desk()
    desk.tap(1)
    desk.tap(2)
    desk.press(1, 2)
    desk.wait_ms(1_499)
    desk.lift(1)
    desk.wait(300)
    desk.press(1)
    desk.wait_ms(2)
    assert desk.phase() is Phase.LOBBY
    lost = SourceChange(desk.clock.now_us(), "pod", (2,), lost=True)
    desk.parts.mailbox.put(lost)
    desk.wait_ms(50)

    assert desk.phase() is Phase.PAUSED
    game_id = desk.journal.game_id
    assert game_id is not None
    assert desk.journal.game(game_id).began_us < lost.at_us
    assert lost in desk.journal.news(game_id)
    cut_off = cut_off_game(desk.journal, desk.seats, desk.game.settings)
    assert cut_off is not None
    assert cut_off.game.causes.keys() == desk.game.causes.keys()
    desk.close()


def test_contacts_from_before_the_start_and_of_the_lobby_stay_out_of_it() -> None:
    desk = Desk()
    desk.begin()
    game_id = desk.game_id
    began_us = desk.journal.game(game_id).began_us

    assert [news.at_us for news in desk.journal.news(game_id) if news.at_us < began_us] == []
    desk.close()


def test_a_contact_that_comes_too_late_counts_as_now_in_the_journal_too() -> None:
    """A driver that stalls for longer than the lag: a replay must tell the game that was played."""
    desk = Desk()
    desk.begin()
    desk.focus()
    low = min((hand[0].value, seat) for seat, hand in desk.hands().items())[1]
    high = 3 - low
    late_us = desk.clock.now_us()
    desk.wait_ms(50)
    desk.tap(high)
    desk.parts.mailbox.put(Contact(late_us, low, True))
    desk.parts.mailbox.put(Contact(late_us + 60 * MS, low, False))
    desk.wait_ms(100)

    assert desk.parts.console.late_contacts == 2
    game_id = desk.game_id
    times = [news.at_us for news in desk.journal.news(game_id)]
    assert times == sorted(times)
    assert late_us not in times
    abandoned(desk)
    assert replayed(desk.journal, game_id) == journalled(desk.journal, game_id)
    desk.close()


def abandoned(desk: Desk) -> None:
    """The people have had enough: in focus, after a while, two of them tap."""
    desk.wait(60 * SECOND_US)
    assert desk.phase() is Phase.FOCUS
    desk.tap(1)
    desk.tap(2)
    assert desk.phase() is Phase.LOBBY


def test_contacts_within_the_lag_are_not_late_and_keep_their_time() -> None:
    desk = Desk()
    desk.begin()
    desk.focus()
    seat = min((hand[0].value, seat) for seat, hand in desk.hands().items())[1]
    pressed_us = desk.clock.now_us()
    desk.wait(2_500)
    desk.parts.mailbox.put(Contact(pressed_us, seat, True))
    desk.wait_ms(80)
    desk.lift(seat)
    desk.parts.mailbox.put(Contact(desk.clock.now_us(), seat, False))
    desk.wait_ms(100)

    assert desk.parts.console.late_contacts == 0
    assert [told.at_us for told in desk.witness.outcomes if isinstance(told, CardPlayed)] == [pressed_us]
    desk.close()


def test_a_hand_found_down_when_a_source_is_back_is_left_out_of_an_export_until_it_is_lifted() -> None:
    """A scenario knows no such hand; bounce of its release must not become a press in a replay."""
    desk = Desk()
    desk.begin()
    game_id = desk.game_id
    now_us = desk.clock.now_us()
    release = [
        Contact(now_us + at_us, 1, closed) for at_us, closed in ((9_000, False), (11_000, True), (14_000, False))
    ]
    press = Contact(now_us + 90_000, 1, True)
    desk.parts.mailbox.put(SourceChange(now_us + 1_000, "pod", (1, 2), lost=True))
    desk.parts.mailbox.put(SourceChange(now_us + 5_000, "pod", (1, 2), lost=False, closed=(1,)))
    for contact in (*release, press):
        desk.parts.mailbox.put(contact)
    desk.wait_ms(200)

    kept = list(without_held(desk.journal.game(game_id), desk.journal.news(game_id)))
    assert [news for news in release if news in desk.journal.news(game_id)] == release
    assert [news for news in kept if isinstance(news, Contact)] == [press]
    assert desk.game.buttons[1].pressed_at_us == press.at_us
    desk.close()


# --- games ---


def test_each_game_is_dealt_from_a_seed_of_its_own_that_the_journal_keeps() -> None:
    desk = Desk(seed=99)
    desk.begin()
    [started] = [told for told in desk.witness.outcomes if isinstance(told, GameStarted)]
    [dealt] = [told for told in desk.witness.outcomes if isinstance(told, LevelDealt)]
    game_id = desk.game_id

    assert desk.journal.game(game_id).seed == started.seed == 99
    assert dealt.hands == desk.hands()
    desk.close()


def test_no_outcome_of_the_journal_names_the_seed() -> None:
    seed = 123456789123456789
    desk = Desk(seed=seed)
    desk.begin()
    game_id = desk.game_id

    assert str(seed) not in "".join(desk.journal.outcome_lines(game_id))
    desk.close()


def test_a_game_that_two_people_end_is_kept_as_abandoned_and_what_follows_belongs_to_nobody() -> None:
    desk = Desk()
    desk.begin()
    desk.wait(31 * SECOND_US)
    desk.tap(1)
    desk.tap(2)
    assert desk.phase() is Phase.LOBBY
    rows = desk.journal._db.execute("SELECT count(*) FROM contacts").fetchone()[0]
    desk.tap(1)

    assert [row.ended for row in desk.journal.games()] == ["abandoned"]
    assert desk.journal.game_id is None
    assert desk.journal._db.execute("SELECT count(*) FROM contacts").fetchone()[0] == rows
    desk.close()


def test_the_host_asks_and_two_taps_end_the_game() -> None:
    desk = Desk()
    desk.begin()
    desk.parts.mailbox.put(HostPressed(desk.clock.now_us()))
    desk.wait_ms(100)
    desk.tap(1)
    desk.tap(2)

    assert desk.phase() is Phase.LOBBY
    assert [row.ended for row in desk.journal.games()] == ["abandoned"]
    desk.close()


def test_a_lost_source_pauses_is_journalled_and_the_game_replays_with_it() -> None:
    desk = Desk()
    desk.begin()
    desk.parts.mailbox.put(SourceChange(desk.clock.now_us(), "pod", (2,), lost=True))
    desk.wait_ms(100)
    assert desk.phase() is Phase.PAUSED
    desk.parts.mailbox.put(SourceChange(desk.clock.now_us(), "pod", (2,), lost=False))
    desk.wait_ms(100)
    assert desk.phase() is Phase.FOCUS
    desk.focus()
    desk.play_level()
    abandoned(desk)

    [row] = desk.journal.games()
    assert replayed(desk.journal, row.id) == journalled(desk.journal, row.id)
    desk.close()


def test_a_stuck_button_is_found_out_again_on_resuming_and_told_in_an_export() -> None:
    desk = Desk()
    desk.begin()
    desk.press(1, 2)
    desk.wait_ms(600)
    desk.lift(2)
    desk.wait(20 * SECOND_US)
    assert desk.phase() is Phase.PAUSED
    game_id = desk.game_id
    assert "stuck:1" in {news.source for news in desk.journal.news(game_id) if isinstance(news, SourceChange)}
    assert [news for news in desk.journal.news(game_id, own=False) if isinstance(news, SourceChange)] == []
    desk.lift(1)
    desk.wait(2 * SECOND_US)
    abandoned(desk)
    assert replayed(desk.journal, game_id) == journalled(desk.journal, game_id)
    desk.close()


def test_a_journal_in_a_file_and_one_in_memory_hold_the_same(path: Path) -> None:
    kept: list[list[str]] = []
    for journal in (Journal(path), Journal(None)):
        desk = Desk(journal)
        desk.begin()
        desk.focus()
        desk.play_level()
        game_id = journal.game_id
        assert game_id is not None
        journal.commit()
        kept.append(list(journal.outcome_lines(game_id)))
        desk.close()

    assert kept[0] == kept[1]
    with closing(Journal(path)) as again:
        assert next(json.loads(line)["event"] for line in again.outcome_lines(1)) == "game_started"
