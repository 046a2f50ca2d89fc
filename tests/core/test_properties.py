"""What holds of every game, whatever people do."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import mindbuzz
from mindbuzz.core.cards import Card, Pile
from mindbuzz.core.dealing import Hands
from mindbuzz.core.events import ButtonPressed, ButtonReleased, Event, GameBegun, SeedDrawn, TimePassed
from mindbuzz.core.game import Game
from mindbuzz.core.outcomes import (
    CardPlayed,
    GameLost,
    GameWon,
    LevelCompleted,
    LevelDealt,
    Mistake,
    Outcome,
    PileVerified,
    PlayStarted,
    StarThrown,
    TapsTied,
)
from mindbuzz.core.phases import LEVEL_OVER, NO_GAME, Phase
from mindbuzz.core.rules import DEALT, DECK, MOST_LIVES, MOST_STARS, Kind
from mindbuzz.core.settings import tap_us, us
from mindbuzz.core.step import deadline, step
from mindbuzz.core.views import table_view, view
from mindbuzz.runtime.outcome_lines import outcome_fields, outcome_line
from tests.games import HANDS_NAMES, Run, Setup, again, moves, play, random_run, runs, setups, told

MINUTE_US = 60_000_000


# --- cards, lives, stars ---


class Counted:
    """Where every card of a deal is, by what was told."""

    def __init__(self) -> None:
        self.dealt: list[Card] = []
        self.gone: list[Card] = []

    def note(self, outcome: Outcome) -> None:
        if isinstance(outcome, LevelDealt):
            self.dealt = cards_in_hands(outcome.hands)
            self.gone = []
        elif isinstance(outcome, Mistake) and outcome.lives:
            self.gone += cards_in_hands(outcome.set_aside)
        elif isinstance(outcome, StarThrown):
            self.gone += outcome.discarded.values()


def cards_in_hands(hands: Hands) -> list[Card]:
    return [card for hand in hands.values() for card in hand]


@given(runs(kinds=DEALT))
def test_no_card_is_ever_lost_or_doubled(run: Run) -> None:
    counted = Counted()
    for _, outcomes, game in run.steps:
        for outcome in outcomes:
            counted.note(outcome)
        if game.table is not None and game.phase not in (Phase.LOBBY, Phase.ATTRACT):
            piled = [card for pile in game.table.piles.values() for card in pile]
            assert sorted_cards(cards_in_hands(game.table.hands) + piled + counted.gone) == sorted_cards(counted.dealt)


def sorted_cards(cards: list[Card]) -> list[tuple[str, int]]:
    return sorted((card.pile.value, card.value) for card in cards)


@given(runs())
def test_lives_and_stars_stay_within_their_limits_and_the_last_life_is_defeat(run: Run) -> None:
    for _, _, game in run.steps:
        if game.table is not None:
            assert 0 <= game.table.lives <= MOST_LIVES
            assert 0 <= game.table.stars <= MOST_STARS
            assert game.table.stars + game.table.boxed_stars <= MOST_STARS
            assert game.table.lives or game.phase in (Phase.DEFEAT, Phase.ATTRACT, Phase.LOBBY)


@given(runs(kinds=DEALT))
def test_a_completed_level_has_empty_hands_and_every_level_ends_once(run: Run) -> None:
    open_levels = 0
    for _, outcomes, game in run.steps:
        for outcome in outcomes:
            if isinstance(outcome, LevelDealt):
                open_levels = 1
            elif isinstance(outcome, LevelCompleted):
                open_levels -= 1
                assert open_levels == 0
        if game.phase in (Phase.LEVEL, Phase.VICTORY):
            assert game.cards.cleared


@given(runs())
def test_time_never_stands_still(run: Run) -> None:
    """Whatever was due has happened once time has passed."""
    for event, _, game in run.steps:
        due_us = deadline(game)
        if isinstance(event, TimePassed):
            assert due_us is None or due_us > game.at_us


# --- the same events, the same game ---


@given(runs(), st.data())
def test_when_the_loop_wakes_makes_no_difference(run: Run, data: st.DataObject) -> None:
    """Sleepless or sleepy: wake-ups at any moment in between, or none of those that there were."""
    deeds = [event for event in run.events if not isinstance(event, TimePassed)]
    sleepy = [*deeds, TimePassed(run.now_us)]
    sleepless = list(with_wakes(sleepy, data.draw(st.lists(st.floats(0, 1), max_size=30))))

    assert told(again(run.setup, sleepy)) == run.outcomes
    assert told(again(run.setup, sleepless)) == run.outcomes
    assert again(run.setup, sleepless)[-1].game == run.game


def with_wakes(events: list[Event], places: list[float]) -> Iterator[Event]:
    """Events with TimePassed in between, at these shares of the way."""
    at_us = 0
    for number, event in enumerate(events):
        for place in places[number % 3 :: 3]:
            yield TimePassed(at_us + round((event.at_us - at_us) * place))
        yield event
        at_us = event.at_us


@given(runs(), st.integers(1, 10**6))
def test_shifting_all_times_changes_nothing_but_times(run: Run, minutes: int) -> None:
    """By whole minutes: the jitter of a long silence is made of the time of the last press."""
    shift_us = minutes * MINUTE_US
    shifted = [replace(event, at_us=event.at_us + shift_us) for event in run.events]
    game = replace(run.setup.console, at_us=shift_us, began_us=shift_us, touched_us=shift_us)
    outcomes: list[Outcome] = []
    for event in shifted:
        game, new = step(game, event)
        outcomes.extend(new)

    assert outcomes == [moved(outcome, shift_us) for outcome in run.outcomes]


def moved(outcome: Outcome, shift_us: int) -> Outcome:
    if isinstance(outcome, TapsTied):
        taps = tuple(tap._replace(at_us=tap.at_us + shift_us) for tap in outcome.taps)
        outcome = replace(outcome, taps=taps)
    return replace(outcome, at_us=outcome.at_us + shift_us)


@given(setups(attended=False), moves(HANDS_NAMES), st.permutations([1, 2, 3, 4]))
def test_renaming_seats_changes_nothing_but_names(setup: Setup, made: list[Any], order: list[int]) -> None:
    setup = replace(setup, settings=replace(setup.settings, calm_seats=()))
    run = play(setup, made)
    name = dict(zip((1, 2, 3, 4), order, strict=True))
    renamed_seats = tuple(sorted(name[seat] for seat in setup.seats))
    other = replace(setup, seats=renamed_seats)
    # A game that starts from a seed is dealt in the order of seats, so who gets what goes by their numbers.
    events = [event for event in run.events if not isinstance(event, SeedDrawn)]

    outcomes = told(again(setup, events))
    others = told(again(other, [renamed_event(event, name) for event in events]))

    assert [plain(outcome) for outcome in others] == [renamed(plain(outcome), name) for outcome in outcomes]


def renamed_event(event: Event, name: Mapping[int, int]) -> Event:
    if isinstance(event, ButtonPressed | ButtonReleased):
        return replace(event, seat=name[event.seat])
    if isinstance(event, GameBegun):
        return replace(
            event,
            seats=tuple(sorted(name[seat] for seat in event.seats)),
            deals=renamed_deals(event.deals, name),
            challenge_deals=renamed_deals(event.challenge_deals, name),
        )
    return event


def renamed_deals(deals: Mapping[int, Hands], name: Mapping[int, int]) -> dict[int, Hands]:
    return {level: {name[seat]: hand for seat, hand in hands.items()} for level, hands in deals.items()}


def plain(outcome: Outcome) -> dict[str, Any]:
    fields = outcome_fields(outcome)
    for key, ordered in (("seats", sorted), ("taps", in_press_order)):
        if key in fields:
            fields[key] = ordered(fields[key])
    return fields


def in_press_order(taps: list[dict[str, int]]) -> list[dict[str, int]]:
    return sorted(taps, key=lambda tap: (tap["at_us"], tap["seat"]))


def renamed(outcome: dict[str, Any], name: Mapping[int, int]) -> dict[str, Any]:
    """The fields of an outcome with other seats."""
    new = dict(outcome)
    if "seat" in new:
        new["seat"] = name[new["seat"]]
    if "seats" in new:
        new["seats"] = sorted(name[seat] for seat in new["seats"])
    if "taps" in new:
        new["taps"] = in_press_order([tap | {"seat": name[tap["seat"]]} for tap in new["taps"]])
    for key in ("hands", "set_aside", "discarded"):
        if key in new:
            new[key] = {str(name[int(seat)]): value for seat, value in new[key].items()}
    return new


DIGEST = """
import hashlib
from mindbuzz.runtime.outcome_lines import outcome_line
from tests.games import random_run
lines = "".join(outcome_line(outcome) for number in range(25) for outcome in random_run(number).outcomes)
print(hashlib.sha256(lines.encode()).hexdigest())
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_order_of_sets_makes_no_difference(hash_seed: str) -> None:
    lines = "".join(outcome_line(outcome) for number in range(25) for outcome in random_run(number).outcomes)
    root = Path(__file__).parents[2]
    paths = [str(root), str(Path(mindbuzz.__file__).parents[1])]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(paths)}
    found = subprocess.run(
        [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True
    ).stdout.strip()

    assert found == hashlib.sha256(lines.encode()).hexdigest()


# --- when a tap is played ---


def presses_of(run: Run) -> list[tuple[int, int, int, int]]:
    """(seat, pressed, released, when it could not be a tap any more) of every press."""
    ups: dict[int, list[int]] = {}
    for event in run.events:
        if isinstance(event, ButtonReleased):
            ups.setdefault(event.seat, []).append(event.at_us)
    extreme = run.setup.kind is Kind.EXTREME
    return [
        (
            event.seat,
            event.at_us,
            next((up for up in ups.get(event.seat, ()) if up >= event.at_us), run.now_us),
            event.at_us + tap_us(run.setup.settings, extreme, event.seat),
        )
        for event in run.events
        if isinstance(event, ButtonPressed)
    ]


@given(runs(attended=False, kinds=DEALT, names=HANDS_NAMES))
def test_a_tap_is_played_neither_before_it_is_released_nor_later_than_its_bound(run: Run) -> None:
    """The bound: everything pressed up to the end of its window is decided, and the window is over."""
    presses = presses_of(run)
    window_us = max(1, us(run.setup.settings.tie_window_ms))
    for _, outcomes, game in run.steps:
        for played in (outcome for outcome in outcomes if isinstance(outcome, CardPlayed)):
            (own,) = [press for press in presses if press[:2] == (played.seat, played.at_us)]
            before = [press for press in presses if press[1] < played.at_us + window_us]
            bound_us = max(own[2], played.at_us + window_us, *(min(up, tap_end) for _, _, up, tap_end in before))
            assert own[2] <= game.at_us <= bound_us


@given(runs(attended=False, kinds=DEALT, names=HANDS_NAMES))
def test_taps_are_played_in_the_order_of_presses_but_for_ties(run: Run) -> None:
    window_us = us(run.setup.settings.tie_window_ms)
    latest_us = 0
    for outcome in run.outcomes:
        if isinstance(outcome, PlayStarted):
            latest_us = outcome.at_us
        elif isinstance(outcome, CardPlayed):
            face_down_only = run.setup.kind is Kind.BLIND
            assert outcome.at_us > latest_us - (0 if face_down_only else window_us)
            latest_us = max(latest_us, outcome.at_us)


class HeldHands:
    """The hands of a level, by what was told of them alone."""

    def __init__(self) -> None:
        self.hands: dict[int, tuple[Card, ...]] = {}

    def belonging_before(self, card: Card) -> Hands:
        """The held cards of the same pile that are lower, on a red pile higher, by owner."""

        def is_passed_over(other: Card) -> bool:
            earlier = other.value > card.value if card.pile is Pile.RED else other.value < card.value
            return other.pile is card.pile and earlier

        passed = {seat: tuple(filter(is_passed_over, hand)) for seat, hand in self.hands.items()}
        return {seat: cards for seat, cards in passed.items() if cards}

    def note(self, outcome: Outcome) -> None:
        match outcome:
            case LevelDealt():
                self.hands = dict(outcome.hands)
            case CardPlayed():
                self._take({outcome.seat: (outcome.card,)})
            case Mistake() if outcome.lives:  # with the last life the hands are shown as they are
                self._take(outcome.set_aside)
            case StarThrown():
                self._take({seat: (card,) for seat, card in outcome.discarded.items()})

    def _take(self, gone: Hands) -> None:
        for seat, cards in gone.items():
            assert set(cards) <= set(self.hands[seat])
            self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)


@given(runs(attended=False, kinds=DEALT, names=HANDS_NAMES))
def test_a_mistake_is_told_if_and_only_if_somebody_was_passed_over(run: Run) -> None:
    held = HeldHands()
    for _, outcomes, game in run.steps:
        due: tuple[CardPlayed, Hands] | None = None
        for outcome in outcomes:
            if due is not None:
                played, passed_over = due
                assert isinstance(outcome, Mistake)
                assert (outcome.seat, outcome.card) == (played.seat, played.card)
                assert outcome.set_aside == passed_over
                assert outcome.seat not in passed_over
                due = None
            else:
                assert not isinstance(outcome, Mistake)
            if isinstance(outcome, CardPlayed) and outcome.face_up and held.belonging_before(outcome.card):
                due = outcome, held.belonging_before(outcome.card)
            held.note(outcome)
        assert due is None, "a card passed somebody over, and no mistake was told"
        if game.table is not None and game.table.kind in DEALT and game.phase not in NO_GAME:
            assert held.hands == game.table.hands


# --- who may see what ---


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from cards_in(getattr(value, part.name))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from cards_in(key)
            yield from cards_in(part)
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from cards_in(part)


@given(runs(kinds=DEALT))
def test_the_table_view_holds_no_card_that_is_not_open(run: Run) -> None:
    for _, _, game in run.steps:
        if game.table is None or game.phase is Phase.DEFEAT:
            continue
        seen = set(cards_in(table_view(game)))
        held = set(cards_in_hands(game.table.hands))
        face_down = {card for pile in game.table.face_down for card in game.table.piles[pile]}
        assert not seen & held
        if game.phase not in LEVEL_OVER:
            assert not seen & face_down
        if game.settings.hide_discards and game.phase is Phase.MISTAKE:
            aside = next(outcome for outcome in game.shown if isinstance(outcome, Mistake)).set_aside
            assert not seen & set(cards_in_hands(aside))


@given(runs(kinds=DEALT))
def test_a_seat_view_adds_only_that_players_own_hand(run: Run) -> None:
    for _, _, game in run.steps:
        if game.table is None:
            continue
        for seat in run.setup.seats:
            own = view(game, seat)
            assert set(cards_in((own.hand, own.pick))) <= set(game.table.hands[seat])
            assert own.table == table_view(game)


REVEALS = (CardPlayed, Mistake, StarThrown, PileVerified, GameLost, GameWon, LevelCompleted)


def other_hands(setup: Setup, events: list[Event], own_seat: int) -> list[Event]:
    """The same game in which everybody else holds other cards of the same deck."""

    def changed(hands: Hands) -> Hands:
        others = [seat for seat in setup.seats if seat != own_seat]
        swapped = dict(zip(others, (hands[seat] for seat in others[1:] + others[:1]), strict=True))
        if len(others) == 1:
            free = sorted_free(setup, hands)
            swapped = {others[0]: tuple(free[: len(hands[others[0]])])}
        return {own_seat: hands[own_seat], **swapped}

    return [
        replace(event, deals={level: changed(hands) for level, hands in event.deals.items()})
        if isinstance(event, GameBegun)
        else event
        for event in events
    ]


def sorted_free(setup: Setup, hands: Hands) -> list[Card]:
    """Cards that nobody holds, in playing order."""
    return [card for card in DECK[setup.kind] if card not in cards_in_hands(hands)]


@given(runs(attended=False, kinds=DEALT, names=HANDS_NAMES), st.integers(0, 3))
def test_what_a_player_sees_does_not_depend_on_other_hands_until_they_are_shown(run: Run, who: int) -> None:
    own_seat = run.setup.seats[who % len(run.setup.seats)]
    others = again(run.setup, other_hands(run.setup, run.events, own_seat))
    for mine, theirs in zip(run.steps, others, strict=True):
        if any(isinstance(outcome, REVEALS) for outcome in (*mine.outcomes, *theirs.outcomes)):
            break
        assert view(mine.game, own_seat) == view(theirs.game, own_seat)


@given(runs(attended=False, kinds=(Kind.BLIND,), names=HANDS_NAMES), st.integers(0, 3))
def test_in_a_blind_level_a_right_and_a_wrong_card_look_the_same(run: Run, who: int) -> None:
    own_seat = run.setup.seats[who % len(run.setup.seats)]
    others = again(run.setup, other_hands(run.setup, run.events, own_seat))
    shown = (StarThrown, PileVerified)
    for mine, theirs in zip(run.steps, others, strict=True):
        if any(isinstance(outcome, shown) for outcome in (*mine.outcomes, *theirs.outcomes)):
            break
        assert table_view(mine.game) == table_view(theirs.game)
        assert deadline(mine.game) == deadline(theirs.game)


@given(runs())
def test_a_hold_that_fills_up_on_the_screen_is_awaited_by_the_rules(run: Run) -> None:
    for _, _, game in run.steps:
        progress = table_view(game).progress
        if progress is not None:
            due_us = deadline(game)
            assert due_us is not None
            assert due_us <= progress.until_us


@given(runs())
def test_between_presses_nothing_that_can_be_seen_changes_in_play(run: Run) -> None:
    """Time alone changes no view of play: a wake-up may play a tap or stop everyone, and nothing else shows."""
    before: Game | None = None
    for event, outcomes, game in run.steps:
        if isinstance(event, TimePassed) and not outcomes and before is not None and before.phase is Phase.PLAY:
            for seat in run.setup.seats:
                then, now = view(before, seat), view(game, seat)
                assert replace(now, letting_go=then.letting_go) == then
        before = game


@given(runs(attended=True))
def test_a_run_of_an_attended_console_always_comes_to_rest(run: Run) -> None:
    assume(run.outcomes)
    run.wait(10 * MINUTE_US)
