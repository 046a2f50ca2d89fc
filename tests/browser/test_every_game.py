"""The table of all games by people at one keyboard, in a real browser: as much of each as tests/every_game.py says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from mindbuzz.core.cards import rank
from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, SETUP, Kind, has_real_cards
from mindbuzz.core.table import next_card, passed_over
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import boot_id
from mindbuzz.virtual import Evening
from tests.browser.table import BETWEEN_MS, HAND_MS, TRIES, Keyboard, cards_left, open_console, sit
from tests.every_game import WINNING_SEEDS, Cell, Extent, Way, plays
from tests.runtime.cuts import party_of
from tests.runtime.desk import Desk, config_of
from tests.waiting import last_seen
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
LONE_HOLD_MS = 2_100
ERROR_MS = 1_100
END_MS = 4_200  # until a tap at the end leaves


def seated(live: LiveConsole, page: Page, seats: int) -> Keyboard:
    """Everyone sits."""
    everyone = tuple(range(1, seats + 1))
    open_console(live, page)
    sit(page, *everyone)
    return Keyboard(live, page, everyone)


def begun(live: LiveConsole, page: Page, seats: int) -> Keyboard:
    """Everyone sits, joins and starts; hands up, in focus."""
    people = seated(live, page, seats)
    people.start()
    return people


def play_dealt_level(people: Keyboard) -> None:
    """One card each: on either pile those that belong first come first."""
    cards = {seat: hand[0] for seat, hand in people.live.game.cards.hands.items()}
    people.focus()
    for seat in sorted(cards, key=lambda seat: (cards[seat].pile.value, rank(cards[seat]))):
        people.tap(seat)
        people.live.wait_for(lambda game, seat=seat: game.phase is not Phase.PLAY or not game.cards.hands[seat])  # type: ignore[misc]
        people.page.wait_for_timeout(BETWEEN_MS)


def who_passes_over_the_most(game: Game) -> int:
    """The seat whose next card, of the colour that is armed, belongs after the most others."""
    cards = {seat: next_card(game.cards, seat, game.cards.armed[seat]) for seat in game.cards.seats}
    held = {seat: card for seat, card in cards.items() if card is not None}
    return max(held, key=lambda seat: sum(map(len, passed_over(game.cards, held[seat]).values())))


def lose(people: Keyboard) -> None:
    """Mistake after mistake, until no life is left."""
    live = people.live
    while (phase := live.game.phase) is not Phase.DEFEAT:
        if phase is Phase.FOCUS:
            people.focus()
        elif phase is Phase.PLAY:
            before = cards_left(live.game)
            people.tap(who_passes_over_the_most(live.game))
            live.wait_for(lambda game: game.phase is not Phase.PLAY or cards_left(game) < before)  # noqa: B023
        people.page.wait_for_timeout(BETWEEN_MS)


def play_level_beside(people: Keyboard) -> None:
    """With their own cards people say when they have none left, and that no more than that is wrong."""
    people.focus()
    say_all_empty(people)
    hold_all(people)


def say_all_empty(people: Keyboard) -> None:
    """All tap, one after the other. Where a busy machine makes a hold of a tap, or is late with it, they try anew."""
    for _ in range(TRIES):
        for seat in people.seats:
            people.tap(seat)
            people.page.wait_for_timeout(BETWEEN_MS)
        if last_seen(lambda: people.live.game.phase is Phase.CHECK, patience_s=3.0):
            return
        if people.live.game.phase is Phase.FOCUS:
            people.focus()
    raise AssertionError(f"after {TRIES} times still in {people.live.game.phase}")


def hold_all(people: Keyboard) -> None:
    people.down(*people.seats)
    people.page.wait_for_timeout(HAND_MS)
    people.up(*people.seats)
    people.page.wait_for_timeout(BETWEEN_MS)


def hold_alone(people: Keyboard, seat: int) -> None:
    people.down(seat)
    people.page.wait_for_timeout(LONE_HOLD_MS)
    people.up(seat)
    people.page.wait_for_timeout(BETWEEN_MS)


def make_mistake(people: Keyboard) -> None:
    """Stopped, marked by one alone, and all hands down."""
    people.down(1)
    people.live.wait_for_phase(Phase.STOP)
    people.up(1)
    people.page.wait_for_timeout(BETWEEN_MS)
    people.tap(2)
    people.live.wait_for(lambda game: game.ledger.mistake_marked)
    people.page.wait_for_timeout(BETWEEN_MS)
    hold_all(people)


def back_to_the_lobby(people: Keyboard) -> None:
    people.page.wait_for_timeout(END_MS)
    people.tap(1)
    people.live.wait_for_phase(Phase.LOBBY)


# --- a level ---


@plays(Way.BROWSER, Extent.LEVEL)
def test_a_level_by_keyboard(cell: Cell, new_page: NewPage) -> None:
    kind, seats = cell.game.kind, cell.seats
    with LiveConsole(Evening(people=seats, kind=kind, seed=7, port=0)) as live:
        people = begun(live, new_page(), seats)
        if has_real_cards(kind):
            play_level_beside(people)
            game = live.wait_for(lambda game: game.cards.level == 2)
        else:
            play_dealt_level(people)
            game = live.wait_for_phase(Phase.LEVEL)

        assert game.cards.lives == SETUP[seats].lives


# --- a whole game ---


def play_beside(people: Keyboard) -> None:
    """A mistake that was none, a level, a mistake, the last life, and that one taken back, and then lost for good."""
    live = people.live
    people.focus()
    make_mistake(people)
    assert live.game.cards.lives == 1
    hold_alone(people, 1)
    assert (live.game.cards.lives, live.game.phase) == (2, Phase.FOCUS)

    play_level_beside(people)
    assert live.game.cards.level == 2

    for lives in (1, 0):
        people.focus()
        make_mistake(people)
        assert live.game.cards.lives == lives
    assert live.game.phase is Phase.DEFEAT
    hold_alone(people, 2)
    assert (live.game.cards.lives, live.game.phase) == (1, Phase.FOCUS)
    people.focus()
    make_mistake(people)


def count_too_many_errors(people: Keyboard) -> None:
    """The pile is turned over, and more lies too late than there are lives."""
    people.focus()
    say_all_empty(people)
    for errors in (1, 2):
        people.page.wait_for_timeout(ERROR_MS)
        people.tap(errors)
        people.live.wait_for(lambda game, errors=errors: game.ledger.errors == errors)  # type: ignore[misc]
    people.page.wait_for_timeout(BETWEEN_MS)
    hold_all(people)


def make_two_mistakes(people: Keyboard) -> None:
    for _ in range(2):
        people.focus()
        make_mistake(people)


# How two people come to the end of each game.
ENDS: dict[Kind, Callable[[Keyboard], None]] = {
    **dict.fromkeys(DEALT, lose),
    Kind.COMPANION_CLASSIC: play_beside,
    Kind.COMPANION_BLIND: count_too_many_errors,
    Kind.COMPANION_EXTREME: make_two_mistakes,
}


@plays(Way.BROWSER, Extent.WHOLE)
def test_a_game_from_the_lobby_to_its_end_and_back(cell: Cell, new_page: NewPage) -> None:
    with LiveConsole(Evening(people=cell.seats, kind=cell.game.kind, seed=7, port=0)) as live:
        people = begun(live, new_page(), cell.seats)
        ENDS[cell.game.kind](people)
        live.wait_for_phase(Phase.DEFEAT)
        assert live.game.cards.lives == 0
        back_to_the_lobby(people)


# --- into the challenge ---


def play_to_the_last_level(file: Path, kind: Kind, seats: int) -> None:
    """Simulated experts play until the last level is dealt; then somebody pulls the plug."""
    party = party_of(kind, seats, "expert", WINNING_SEEDS[kind, seats])
    desk = Desk(Journal(file, boot_id=boot_id()), config=config_of(seats, game=kind.value), party=party)
    while desk.game.table is None or desk.game.cards.level < SETUP[seats].levels:
        desk.turn()
        assert desk.parts.loop.due_us is not None
        desk.clock.jump_to(desk.parts.loop.due_us)
    desk.close()


@plays(Way.BROWSER, Extent.TURN)
def test_the_last_level_is_won_and_the_challenge_begins(cell: Cell, new_page: NewPage, tmp_path: Path) -> None:
    """The game of others that was cut off is there again; who sits there now brings it to its end, and goes on."""
    file, kind = tmp_path / "games.sqlite", cell.game.kind
    play_to_the_last_level(file, kind, cell.seats)
    with LiveConsole(Evening(people=cell.seats, kind=kind, journal=file, port=0)) as live:
        people = seated(live, new_page(), cell.seats)
        if has_real_cards(kind):
            play_level_beside(people)
        else:
            people.focus()
            people.play_level()
        live.wait_for_phase(Phase.VICTORY)
        people.page.wait_for_timeout(BETWEEN_MS)
        people.down(*people.seats)
        live.wait_for(lambda game: game.phase is Phase.FOCUS and game.cards.challenge)
        people.up(*people.seats)
        people.page.wait_for_timeout(BETWEEN_MS)
        if has_real_cards(kind):
            play_level_beside(people)
        else:
            play_dealt_level(people)
        game = live.wait_for(lambda game: game.cards.level == 2)

        assert game.cards.challenge
