"""Pull the plug at any moment: the game is there again, in focus, with the same hands, and can be played on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from mindbuzz.core.outcomes import PauseCaused
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.source import SourceChange
from mindbuzz.pins import mock
from mindbuzz.pins.mock import BenchPin
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.resume import cut_off_game
from mindbuzz.runtime.service import boot_id
from tests.runtime.cuts import Cut, Played, played_game
from tests.runtime.desk import SECOND_US, Desk, config_of, journalled, replayed

ANOTHER_BOOT = "another boot"
EVERYWHERE = "classic, everywhere"
SHOWN = {Phase.MISTAKE, Phase.STAR, Phase.LEVEL}
# Mistakes, levels, face-down piles, armed colours: what these games go through between them.
GAMES = {
    "classic": (Kind.CLASSIC, 2, "novice", 3),
    "blind": (Kind.BLIND, 3, "normal", 5),
    "extreme": (Kind.EXTREME, 4, "novice", 2),
    "companion": (Kind.COMPANION_EXTREME, 3, "novice", 1),
    EVERYWHERE: (Kind.CLASSIC, 2, "novice", 3),
}
MOST_CUTS = 30
LONGEST_SHOW_US = 30 * SECOND_US


@cache
def game_called(name: str) -> Played:
    return played_game(*GAMES[name])


def resumed(journal: Journal, game: Played) -> Desk:
    return Desk(journal, config=config_of(game.seats))


def unfinished(game: Played) -> list[Cut]:
    return [cut for cut in game.cuts if not cut.over]


def cuts_of(name: str) -> list[Cut]:
    """Moments here and there, or all of them."""
    cuts = unfinished(game_called(name))
    return cuts if name == EVERYWHERE else cuts[:: len(cuts) // MOST_CUTS + 1]


NAMES = [pytest.param(name, marks=pytest.mark.slow if name == EVERYWHERE else ()) for name in GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_the_games_that_are_cut_go_through_enough(name: str) -> None:
    phases = {cut.game.phase for cut in game_called(name).cuts}

    assert {Phase.FOCUS, Phase.LOCKED, Phase.PLAY} <= phases
    assert len(unfinished(game_called(name))) > 40


@pytest.mark.parametrize("name", NAMES)
def test_wherever_a_game_is_cut_its_table_is_the_one_that_everybody_saw(name: str) -> None:
    game = game_called(name)
    for cut in cuts_of(name):
        with game.until(cut) as journal:
            folded = cut_off_game(journal, tuple(range(1, game.seats + 1)), DEFAULTS)
            assert folded is not None
            assert folded.game.cards == cut.game.cards
            assert folded.game.joined == cut.game.joined


@pytest.mark.parametrize("name", NAMES)
def test_in_the_same_boot_the_game_is_there_in_focus_with_the_same_hands(name: str) -> None:
    """What was being shown is shown to its end; a card that was on its way is played; nobody plays by being back."""
    game = game_called(name)
    for cut in cuts_of(name):
        with game.until(cut, boot_id()) as journal:
            desk = resumed(journal, game)
            assert desk.phase() in SHOWN | {Phase.FOCUS, Phase.DEFEAT, Phase.VICTORY}
            if not cut.game.presses:
                assert desk.game.cards == cut.game.cards
            desk.wait(LONGEST_SHOW_US if desk.phase() in SHOWN else SECOND_US)
            if desk.phase() not in (Phase.DEFEAT, Phase.VICTORY):
                assert desk.phase() is Phase.FOCUS
                assert not desk.game.causes
            desk.close()


@pytest.mark.parametrize("name", NAMES)
def test_after_a_new_boot_people_are_asked_and_hands_are_dark_until_they_answer(name: str) -> None:
    game = game_called(name)
    for cut in cuts_of(name)[::2]:
        with game.until(cut, ANOTHER_BOOT) as journal:
            desk = resumed(journal, game)
            desk.wait(LONGEST_SHOW_US if desk.phase() in SHOWN else SECOND_US)
            if desk.phase() not in (Phase.DEFEAT, Phase.VICTORY):
                assert desk.phase() is Phase.RESUME
                assert [view.hand for view in desk.witness.seats.values()] == [()] * game.seats
                assert journal.unfinished_game() is not None
            desk.close()


@pytest.mark.parametrize("name", ["classic", "blind", "extreme"])
@pytest.mark.parametrize("of_boot", [boot_id, lambda: ANOTHER_BOOT], ids=["same boot", "new boot"])
def test_a_game_that_was_cut_off_can_be_played_to_its_end_and_exported(name: str, of_boot: Callable[[], str]) -> None:
    """Simulated players sit down to it as people would, also after a second cut; what they played is a test again."""
    game = game_called(name)
    cuts = unfinished(game)
    for cut in cuts[5 :: len(cuts) // 3]:
        with game.until(cut, of_boot()) as journal:
            desk = Desk(journal, config=config_of(game.seats), party=game.party(seed=11))
            desk.run_until_over()
            row = journal.games()[-1]
            assert row.ended in ("won", "lost")
            assert replayed(journal, row.id) == journalled(journal, row.id)
            desk.close()


def cut_in(game: Played, phase: Phase) -> Cut:
    return next(cut for cut in unfinished(game)[20:] if cut.game.phase is phase)


def test_two_cuts_one_after_the_other_leave_the_same_game() -> None:
    game = game_called("classic")
    for cut in unfinished(game)[::9]:
        with game.until(cut, boot_id()) as journal:
            first = resumed(journal, game)
            table = first.game.cards
            journal.commit()
            second = resumed(journal, game)
            assert second.game.cards == table
            assert second.phase() is first.phase()
            first.close_all_but_journal()
            second.close()


# --- hands on the buttons ---


class PinOfSeat1Held(BenchPin):
    """A pin that a contact of seat 1 holds to ground from the beginning, against its pull-up."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        if self._number == config_of().seats[1].button:
            self._state = False
        else:
            super()._set_pull(value)


def test_a_hand_that_lies_on_its_button_at_the_return_is_silent_until_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_called("classic")
    with game.until(cut_in(game, Phase.PLAY), boot_id()) as journal:
        desk = resumed(journal, game)
        desk.press(1)
        desk.wait_ms(100)
        desk.close_all_but_journal()
        monkeypatch.setattr(mock, "BenchPin", PinOfSeat1Held)
        again = Desk(journal, config=config_of(game.seats))
        again.press(2)
        again.wait_ms(2_000)

        assert again.phase() is Phase.FOCUS
        again.close_all_but_journal()
        monkeypatch.undo()
        # The journal knows that it was found down: bounce of its release is still no press.
        third = Desk(journal, config=config_of(game.seats))
        third.press(1, 2)
        third.wait_ms(600)
        assert third.phase() is Phase.LOCKED
        assert [change.closed for change in journal.news(1) if isinstance(change, SourceChange)][-3:] == [(1,), (), ()]
        third.close()


# --- a new boot: go on, or not ---


@pytest.fixture
def after_new_boot() -> Desk:
    game = game_called("classic")
    cut = cut_in(game, Phase.PLAY)
    journal = Journal(None, boot_id=boot_id())
    with game.until(cut, ANOTHER_BOOT) as kept:
        kept._db.backup(journal._db)
    desk = resumed(journal, game)
    desk.wait_ms(100)
    assert desk.phase() is Phase.RESUME
    return desk


def test_all_hold_together_and_the_game_goes_on(after_new_boot: Desk) -> None:
    desk = after_new_boot
    cards = desk.game.cards
    desk.press(1, 2)
    desk.wait_ms(1_400)
    assert desk.phase() is Phase.RESUME
    desk.wait_ms(200)

    assert desk.phase() is Phase.FOCUS
    assert desk.game.cards == cards
    assert [view.hand for view in desk.witness.seats.values()] == list(cards.hands.values())
    desk.close()


def test_once_people_went_on_it_is_a_game_of_this_boot(after_new_boot: Desk) -> None:
    """A process that dies later in the same boot does not ask again."""
    desk = after_new_boot
    desk.press(1, 2)
    desk.wait_ms(1_600)
    desk.close_all_but_journal()
    again = Desk(desk.journal, config=config_of(2))

    assert again.phase() is Phase.FOCUS
    again.close()


def test_while_nobody_has_answered_the_question_stays_whatever_dies(after_new_boot: Desk) -> None:
    desk = after_new_boot
    desk.close_all_but_journal()
    again = Desk(desk.journal, config=config_of(2))
    again.wait_ms(100)

    assert again.phase() is Phase.RESUME
    again.close()


def test_a_tap_leads_to_the_lobby_and_the_game_stays_resumable(after_new_boot: Desk) -> None:
    desk = after_new_boot
    desk.tap(2)

    assert desk.phase() is Phase.LOBBY
    assert [view.hand for view in desk.witness.seats.values()] == [(), ()]
    assert desk.journal.unfinished_game() is not None
    desk.close()


def test_nobody_comes_for_a_minute_and_the_console_waits_with_the_game_in_store(after_new_boot: Desk) -> None:
    desk = after_new_boot
    desk.wait(59 * SECOND_US)
    assert desk.phase() is Phase.RESUME
    desk.wait(2 * SECOND_US)
    assert desk.phase() is Phase.ATTRACT

    desk.wait(3_600 * SECOND_US)
    desk.tap(1)
    assert desk.phase() is Phase.RESUME
    desk.press(1, 2)
    desk.wait_ms(1_600)
    assert desk.phase() is Phase.FOCUS
    desk.close()


def test_still_resumable_after_another_power_cut(after_new_boot: Desk) -> None:
    desk = after_new_boot
    cards = desk.game.cards
    desk.wait(90 * SECOND_US)
    assert desk.phase() is Phase.ATTRACT
    desk.close_all_but_journal()

    again = Desk(desk.journal, config=config_of(2))
    assert again.phase() is Phase.RESUME
    assert again.game.cards == cards
    again.close()


def test_another_game_begins_and_the_one_that_was_cut_off_is_given_up(after_new_boot: Desk) -> None:
    desk = after_new_boot
    desk.tap(1)
    desk.wait_ms(500)
    assert desk.phase() is Phase.LOBBY
    desk.press(1, 2)
    desk.wait_ms(1_700)

    assert desk.phase() is Phase.FOCUS
    assert [row.ended for row in desk.journal.games()] == ["abandoned", None]
    desk.close()


# --- what can't be resumed ---


def test_a_game_whose_seats_the_console_has_no_more_is_not_resumed() -> None:
    game = game_called("blind")
    with game.until(cut_in(game, Phase.PLAY)) as journal:
        desk = Desk(journal, config=config_of(2))

        assert desk.phase() is Phase.LOBBY
        assert journal.unfinished_game() is not None
        desk.close()


def test_a_game_that_has_ended_is_not_resumed() -> None:
    game = game_called("classic")
    with game.until(game.cuts[-1]) as journal:
        desk = resumed(journal, game)

        assert game.cuts[-1].over
        assert desk.phase() is Phase.LOBBY
        desk.close()


def test_the_console_tells_that_it_was_gone() -> None:
    game = game_called("classic")
    with game.until(cut_in(game, Phase.PLAY), boot_id()) as journal:
        desk = resumed(journal, game)

        assert [told.source for told in desk.witness.outcomes if isinstance(told, PauseCaused)] == ["restart"]
        desk.close()


def test_the_settings_of_the_game_stay_those_it_began_with() -> None:
    game = game_called("classic")
    config = config_of(2)
    with game.until(cut_in(game, Phase.PLAY), boot_id()) as journal:
        desk = Desk(journal, config=replace(config, settings=replace(config.settings, hold_ms=900)))

        assert desk.game.settings.hold_ms == 600
        desk.close()


def test_what_is_chosen_in_the_lobby_changes_nothing_of_the_game_that_was_cut_off(after_new_boot: Desk) -> None:
    desk = after_new_boot
    cards, kind = desk.game.cards, desk.game.kind
    desk.tap(2)
    desk.wait_ms(500)
    desk.press(1)
    desk.wait_ms(900)
    desk.lift(1)
    desk.wait_ms(500)
    assert desk.game.kind is not kind
    desk.wait(300 * SECOND_US)
    assert desk.phase() is Phase.ATTRACT
    desk.tap(1)

    assert desk.phase() is Phase.RESUME
    assert desk.game.cards == cards
    assert desk.game.kind is kind
    desk.close()
