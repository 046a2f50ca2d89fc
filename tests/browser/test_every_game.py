"""The table of all games: each by two, three and four people at one keyboard, in a real browser, for a level; and by
two to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mindbuzz.core.cards import rank
from mindbuzz.core.game import Game
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, Kind, has_real_cards
from mindbuzz.core.table import next_card, passed_over
from mindbuzz.virtual import Evening
from tests.browser.table import BETWEEN_MS, HAND_MS, Keyboard, cards_left, open_console, sit
from tests.web.live import LiveConsole

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]
LONE_HOLD_MS = 2_100
ERROR_MS = 1_100
END_MS = 4_200  # until a tap at the end leaves


def begun(live: LiveConsole, page: Page, seats: int) -> Keyboard:
    """Everyone sits, joins and starts; hands up, in focus."""
    everyone = tuple(range(1, seats + 1))
    open_console(live, page)
    sit(page, *everyone)
    people = Keyboard(live, page, everyone)
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


def say_all_empty(people: Keyboard) -> None:
    for seat in people.seats:
        people.tap(seat)
        people.page.wait_for_timeout(BETWEEN_MS)
    people.live.wait_for_phase(Phase.CHECK)


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


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", Kind, ids=lambda kind: str(kind.value))
def test_a_level_by_keyboard(kind: Kind, seats: int, new_page: NewPage) -> None:
    with LiveConsole(Evening(people=seats, kind=kind, seed=7, port=0)) as live:
        people = begun(live, new_page(), seats)
        if has_real_cards(kind):
            people.focus()
            say_all_empty(people)
            hold_all(people)
            game = live.wait_for(lambda game: game.cards.level == 2)
        else:
            play_dealt_level(people)
            game = live.wait_for_phase(Phase.LEVEL)

        assert game.cards.lives == {2: 2, 3: 3, 4: 4}[seats]


def test_a_companion_game_from_the_lobby_to_its_end_and_back(new_page: NewPage) -> None:
    """A mistake that was none, a level, a mistake, the last life, and that one taken back."""
    with LiveConsole(Evening(people=2, kind=Kind.COMPANION_CLASSIC, seed=7, port=0)) as live:
        people = begun(live, new_page(), 2)
        people.focus()
        make_mistake(people)
        assert live.game.cards.lives == 1
        hold_alone(people, 1)
        assert (live.game.cards.lives, live.game.phase) == (2, Phase.FOCUS)

        people.focus()
        say_all_empty(people)
        hold_all(people)
        assert live.game.cards.level == 2

        for lives in (1, 0):
            people.focus()
            make_mistake(people)
            assert live.game.cards.lives == lives
        assert live.game.phase is Phase.DEFEAT
        hold_alone(people, 2)
        assert (live.game.cards.lives, live.game.phase) == (1, Phase.FOCUS)


@pytest.mark.parametrize("kind", DEALT, ids=lambda kind: str(kind.value))
def test_a_dealt_game_to_its_end_and_back_to_the_lobby(kind: Kind, new_page: NewPage) -> None:
    with LiveConsole(Evening(people=2, kind=kind, seed=7, port=0)) as live:
        people = begun(live, new_page(), 2)
        lose(people)
        assert live.game.cards.lives == 0
        back_to_the_lobby(people)


def test_a_companion_game_without_lives_for_its_errors(new_page: NewPage) -> None:
    with LiveConsole(Evening(people=2, kind=Kind.COMPANION_BLIND, seed=7, port=0)) as live:
        people = begun(live, new_page(), 2)
        people.focus()
        say_all_empty(people)
        for errors in (1, 2):
            people.page.wait_for_timeout(ERROR_MS)
            people.tap(errors)
            live.wait_for(lambda game, errors=errors: game.ledger.errors == errors)  # type: ignore[misc]
        people.page.wait_for_timeout(BETWEEN_MS)
        hold_all(people)
        live.wait_for_phase(Phase.DEFEAT)
        back_to_the_lobby(people)


def test_a_companion_extreme_game_to_its_end(new_page: NewPage) -> None:
    with LiveConsole(Evening(people=2, kind=Kind.COMPANION_EXTREME, seed=7, port=0)) as live:
        people = begun(live, new_page(), 2)
        for _ in range(2):
            people.focus()
            make_mistake(people)
        live.wait_for_phase(Phase.DEFEAT)
        back_to_the_lobby(people)


def back_to_the_lobby(people: Keyboard) -> None:
    people.page.wait_for_timeout(END_MS)
    people.tap(1)
    people.live.wait_for_phase(Phase.LOBBY)
