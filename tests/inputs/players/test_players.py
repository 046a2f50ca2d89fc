"""What players know and do around a game: nothing of other hands, the same for the same seed, and never stuck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from mindbuzz.contacts.contact import Contact
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.events import POWER, SourceLost, SourceReturned
from mindbuzz.core.outcomes import CardPlayed, GameAbandoned, GameWon, LevelDealt
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import SETUP, Kind, has_challenge
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.inputs.players.behaviour import BEHAVIOUR, BESIDE
from mindbuzz.inputs.players.skill import Skill
from mindbuzz.inputs.players.wishes import AtEnd, Wishes
from tests.inputs.players.virtual_table import VirtualTable

SECOND_US = 1_000_000
# No person keeps time like this, with time for every finger; it makes victories certain.
PERFECT = Skill(tempo_s=0.6, mismatch=0, sigma=0, drift=0, asks=0, trust=1, breath=0, reaction_s=(0.4, 0.4))


def test_every_phase_has_a_behaviour() -> None:
    assert set(BEHAVIOUR) == set(Phase) - {Phase.CHECK}
    assert set(BESIDE) == set(Phase)


# --- chance and secrets ---


def contacts_of_two_minutes(seed: int, kind: Kind = Kind.EXTREME) -> list[Contact]:
    table = VirtualTable(seed=seed, wishes=Wishes(kind))
    list(table.run(120 * SECOND_US))
    return table.contacts


def test_the_same_seed_gives_the_same_contacts() -> None:
    assert contacts_of_two_minutes(1) == contacts_of_two_minutes(1)
    assert contacts_of_two_minutes(1) != contacts_of_two_minutes(2)


def first_presses(hand_of_2: int) -> Iterator[tuple[int, bool]]:
    """The contacts of seat 1, which holds 10, until somebody plays."""
    table = VirtualTable((1, 2), seed=5)
    deal = {1: (Card(Pile.CLASSIC, 10),), 2: (Card(Pile.CLASSIC, hand_of_2),)}
    table.begin(Kind.CLASSIC, deals={1: deal})
    played = next(outcome for outcome in table.run(60 * SECOND_US) if isinstance(outcome, CardPlayed))
    assert played.seat == 1
    return ((contact.at_us, contact.closed) for contact in table.contacts if contact.seat == 1)


def test_other_hands_change_nothing() -> None:
    assert list(first_presses(50)) == list(first_presses(90))


# --- before the game ---


@pytest.mark.parametrize("kind", Kind)
def test_the_table_chooses_the_game_it_wants(kind: Kind) -> None:
    table = VirtualTable((1, 2, 3), wishes=Wishes(kind))
    table.until(Phase.FOCUS, 60 * SECOND_US)
    assert (table.game.kind, table.game.joined) == (kind, (1, 2, 3))


def test_a_locked_game_is_played_as_it_is() -> None:
    table = VirtualTable((1, 2), settings=replace(DEFAULTS, lock_game=True), wishes=Wishes(Kind.EXTREME))
    table.until(Phase.FOCUS, 60 * SECOND_US)
    assert table.game.kind is Kind.CLASSIC


def test_players_wake_the_console() -> None:
    table = VirtualTable((1, 2), settings=replace(DEFAULTS, attract_ms=1))
    table.until(Phase.ATTRACT, SECOND_US)
    table = VirtualTable((1, 2), settings=replace(DEFAULTS, attract_ms=3_000))
    table.until(Phase.FOCUS, 60 * SECOND_US)


def test_with_people_at_the_table_the_people_start() -> None:
    table = VirtualTable((1, 2, 3), players_at=(2, 3), wishes=Wishes(people=(1,)))
    list(table.run(20 * SECOND_US))
    assert (table.game.phase, table.game.joined) == (Phase.LOBBY, (2, 3))
    tap(table, 1, 100_000)
    list(table.run(40 * SECOND_US))
    assert (table.game.phase, table.game.joined) == (Phase.LOBBY, (1, 2, 3))
    table.push(1, True)
    table.until(Phase.FOCUS, 5 * SECOND_US)


def test_with_people_at_the_table_a_hold_still_chooses_the_game() -> None:
    table = VirtualTable((1, 2), players_at=(2,), wishes=Wishes(people=(1,)))
    list(table.run(10 * SECOND_US))
    tap(table, 1, 100_000)
    tap(table, 1, 900_000)
    assert table.game.kind is Kind.BLIND


@pytest.mark.parametrize("phase", [Phase.FOCUS, Phase.PAUSED])
@pytest.mark.parametrize("seats", [(1, 2), (1, 2, 3), (1, 2, 3, 4)])
def test_who_plays_alone_with_simulated_players_can_end_the_game(seats: tuple[int, ...], phase: Phase) -> None:
    """Asked as ever, after half a minute; one tap, and one of the others agrees."""
    table = asked_to_end(seats, phase)
    tap(table, 1, 100_000)
    within_us = table.now_us + 5 * SECOND_US
    assert any(isinstance(outcome, GameAbandoned) for outcome in table.run(within_us))
    assert (table.game.phase, table.game.joined) == (Phase.LOBBY, seats)


def test_simulated_players_end_no_game_that_no_person_wants_to_end() -> None:
    table = asked_to_end((1, 2, 3, 4), Phase.FOCUS)
    list(table.run(table.now_us + 60 * SECOND_US))
    assert table.game.phase is Phase.FOCUS
    table.push(1, True)
    table.until(Phase.LOCKED, 10 * SECOND_US)
    table.push(1, False)
    table.until(Phase.PLAY, 5 * SECOND_US)


def test_who_taps_and_then_lays_the_hand_down_goes_on() -> None:
    table = asked_to_end((1, 2, 3, 4), Phase.FOCUS)
    tap(table, 1, 100_000)
    table.push(1, True)
    table.until(Phase.LOCKED, 10 * SECOND_US)


def asked_to_end(seats: tuple[int, ...], phase: Phase) -> VirtualTable:
    """One person at a table of simulated players, whose screens ask whether to end the game."""
    table = VirtualTable(seats, players_at=seats[1:], wishes=Wishes(people=(1,)))
    table.begin(Kind.CLASSIC)
    if phase is Phase.PAUSED:
        table.take([SourceLost(table.now_us, "pod", (2,))])
        table.show()
    list(table.run(table.now_us + 45 * SECOND_US))
    assert (table.game.phase, table.game.end_asked) == (phase, True)
    return table


def tap(table: VirtualTable, seat: int, length_us: int) -> None:
    table.push(seat, True)
    list(table.run(table.now_us + length_us))
    table.push(seat, False)
    list(table.run(table.now_us + SECOND_US // 2))


# --- after the game ---


def won(kind: Kind, wishes: Wishes, skill: Skill = PERFECT) -> VirtualTable:
    """A table of four that plays the last level, and wins."""
    table = VirtualTable(seed=3, skill=skill, wishes=wishes)
    table.begin(kind, level=SETUP[4].levels)
    table.until(Phase.VICTORY)
    return table


def test_after_a_classic_victory_comes_the_challenge() -> None:
    table = won(Kind.CLASSIC, Wishes())
    table.until(Phase.FOCUS, 60 * SECOND_US)
    assert table.game.cards.challenge


def test_a_total_victory_is_the_end() -> None:
    table = won(Kind.CLASSIC, Wishes())
    table.until(Phase.FOCUS)
    outcome = next(outcome for outcome in table.run(7200 * SECOND_US) if isinstance(outcome, GameWon))
    assert outcome.challenge
    table.until(Phase.ATTRACT, 200 * SECOND_US)
    list(table.run(table.now_us + 60 * SECOND_US))
    assert table.game.phase is Phase.ATTRACT


@pytest.mark.parametrize("challenge", [True, False])
@pytest.mark.parametrize("kind", Kind)
def test_a_table_that_wants_to_plays_again(kind: Kind, challenge: bool) -> None:
    table = won(kind, Wishes(challenge=challenge, at_end=AtEnd.AGAIN))
    table.until(Phase.FOCUS, 60 * SECOND_US)
    assert table.game.cards.level == 1
    assert table.game.cards.challenge is (challenge and has_challenge(kind))


def test_a_table_that_wants_the_lobby_stays_there() -> None:
    table = won(Kind.CLASSIC, Wishes(challenge=False, at_end=AtEnd.LOBBY))
    table.until(Phase.LOBBY, 60 * SECOND_US)
    list(table.run(table.now_us + 60 * SECOND_US))
    assert table.game.phase is Phase.LOBBY


# --- something comes between ---


def test_somebody_is_still_there() -> None:
    table = VirtualTable((1, 2), settings=replace(DEFAULTS, silence_ms=4_000, silence_jitter_ms=0))
    table.begin(Kind.CLASSIC, deals={1: {1: (Card(Pile.CLASSIC, 90),), 2: (Card(Pile.CLASSIC, 99),)}})
    table.until(Phase.STILL_THERE)
    table.until(Phase.PLAY)


def test_an_empty_house_is_not_kept_awake() -> None:
    settings = replace(DEFAULTS, silence_ms=4_000, silence_jitter_ms=0)
    table = VirtualTable((1, 2, 3), players_at=(2, 3), settings=settings, wishes=Wishes(people=(1,)))
    table.begin(Kind.CLASSIC)
    assert any(isinstance(outcome, GameAbandoned) for outcome in table.run(60 * SECOND_US))


@pytest.mark.parametrize("phase", [Phase.FOCUS, Phase.LOCKED, Phase.PLAY, Phase.STOP, Phase.QUESTION, Phase.CHOICE])
def test_a_lost_source_is_waited_for(phase: Phase) -> None:
    keen = replace(PERFECT, asks=1.0)
    table = VirtualTable(seed=1, skill=keen, wishes=Wishes(Kind.EXTREME))
    table.until(phase)
    table.take([SourceLost(table.now_us, "pod", (2,))])
    table.show()
    list(table.run(table.now_us + 20 * SECOND_US))
    assert table.game.phase is Phase.PAUSED
    table.take([SourceReturned(table.now_us, "pod", (2,))])
    table.show()
    table.until(Phase.PLAY, 60 * SECOND_US)


def test_after_a_power_cut_the_table_goes_on() -> None:
    table = VirtualTable((1, 2))
    table.begin(Kind.CLASSIC)
    table.until(Phase.PLAY)
    table.take([SourceLost(table.now_us, POWER, (1, 2))])
    table.show()
    assert table.game.phase is Phase.RESUME
    table.until(Phase.PLAY, 60 * SECOND_US)


def test_hands_that_all_lie_there_already_are_laid_anew() -> None:
    table = VirtualTable((1, 2))
    table.begin(Kind.CLASSIC)
    table.until(Phase.LOCKED)
    table.take([SourceLost(table.now_us, "pod", (1,)), SourceReturned(table.now_us, "pod", (1,))])
    table.show()
    table.until(Phase.PLAY, 60 * SECOND_US)


# --- a loop that is late ---


class LateTable(VirtualTable):
    """A console whose loop comes round only every 20 ms."""

    def _dues(self, until_us: int) -> Iterator[int]:
        yield self.now_us + 20_000


def test_players_who_are_called_late_play_all_the_same() -> None:
    table = LateTable((1, 2), wishes=Wishes(Kind.EXTREME))
    table.until(Phase.LEVEL, 300 * SECOND_US)
    assert any(isinstance(outcome, LevelDealt) for outcome in table.outcomes)


# --- real cards ---


def test_beside_people_with_real_cards_the_simulated_hold_none_and_only_join_in() -> None:
    """Their hands follow those of the people, and whoever holds alone can take back what is on show."""
    table = VirtualTable((1, 2, 3), players_at=(2, 3), wishes=Wishes(people=(1,)))
    table.begin(Kind.COMPANION_CLASSIC)

    def hand(seconds: float, then: Phase) -> None:
        """The one person lays a hand down until the others have followed, and lifts it."""
        table.push(1, closed=True)
        list(table.run(table.now_us + round(seconds * SECOND_US)))
        table.push(1, closed=False)
        list(table.run(table.now_us + SECOND_US))
        assert table.game.phase is then

    hand(4, Phase.PLAY)
    list(table.run(table.now_us + 3 * SECOND_US))
    assert table.game.ledger.empty == {2, 3}
    hand(0.1, Phase.CHECK)
    hand(4, Phase.FOCUS)
    assert table.game.cards.level == 2
    hand(2.1, Phase.CHECK)
    assert table.game.cards.level == 1
