"""The board is told what everyone may know, in words of every language, and never a card that nobody has seen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from mindbuzz.core.cards import Card
from mindbuzz.core.outcomes import CardPlayed, Mistake, Outcome, PileVerified, StarThrown
from mindbuzz.core.phases import Phase
from mindbuzz.core.rules import DEALT, Kind
from mindbuzz.core.views import SeatView, TableView
from mindbuzz.runtime.journal import Journal
from mindbuzz.screens.opening import Turned, opening_us
from mindbuzz.screens.samples import samples
from mindbuzz.screens.table import table_picture_due_us
from mindbuzz.screens.texts import LANGUAGES, texts_of
from mindbuzz.simulation import Plan, played
from mindbuzz.web.facts import card_word, public_facts
from mindbuzz.web.headline import HEADLINES
from mindbuzz.web.results import result

ENGLISH = texts_of("en")
CARD_WORD = re.compile(r"[cwr]\d+")
# Where numbers stand that are no cards.
COUNTS = {
    "number", "last", "lives", "stars", "seat", "cards", "count", "total", "errors", "at", "progress",
}  # fmt: skip
SAMPLES = samples()


def told_of(phase: Phase) -> Iterator[tuple[str, SeatView, int]]:
    yield from ((name, view, at_us) for name, (view, at_us) in SAMPLES.items() if view.table.phase is phase)


def test_every_phase_has_its_words() -> None:
    assert set(HEADLINES) == set(Phase)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_every_table_can_be_told_in_every_language(name: str, language: str) -> None:
    view, at_us = SAMPLES[name]
    facts = public_facts(view.table, texts_of(language), at_us)

    assert facts["language"] == language
    assert "{" not in facts["title"] + "".join(facts["lines"]) + facts["to_do"]
    json.dumps(facts)


@pytest.mark.parametrize(
    ("sources", "to_do"),
    [
        (("browser",), "waiting for the browser"),
        (("io1",), "reconnect = go on"),
        (("browser", "io1"), "reconnect = go on"),
        (("stuck:1",), "free it, or: hands = go on"),
    ],
)
def test_a_pause_says_what_is_waited_for(sources: tuple[str, ...], to_do: str) -> None:
    view, at_us = next((view, at_us) for _, view, at_us in told_of(Phase.PAUSED))
    table = replace(view.table, causes=tuple((source, (1,)) for source in sources), end_asked=False)

    assert public_facts(table, ENGLISH, at_us)["to_do"] == to_do


@pytest.mark.parametrize("name", ["victory", "total victory", "defeat", "own cards, defeat"])
def test_the_way_to_the_lobby_is_told_from_when_a_press_leads_there(name: str) -> None:
    view, _ = SAMPLES[name]
    from_us = view.table.leave_from_us

    assert ENGLISH("end_short") not in public_facts(view.table, ENGLISH, from_us - 1)["lines"]
    assert ENGLISH("end_short") in public_facts(view.table, ENGLISH, from_us)["lines"]


class Onlooker:
    """Keeps every facts of a game beside what everyone had seen by then. A sink of the console."""

    def __init__(self) -> None:
        self.due_us: int | None = None
        self.told: list[tuple[str, frozenset[str], frozenset[str]]] = []
        self._table: TableView | None = None
        self._hands: frozenset[str] = frozenset()
        self._seen: set[Card] = set()
        self._level: tuple[int, bool] = (0, False)

    def pressed(self, down: frozenset[int]) -> None:
        """A press is no card."""

    def show(self, seats: Mapping[int, SeatView], table: TableView, outcomes: Sequence[Outcome], now_us: int) -> None:
        self._table = table
        if (table.level, table.challenge) != self._level:
            self._level = (table.level, table.challenge)
            self._seen.clear()
        for outcome in (*outcomes, *table.shown):
            self._seen.update(_seen_in(outcome))
        if table.phase in (Phase.LEVEL, Phase.VICTORY, Phase.DEFEAT):
            self._seen.update(card for outcome in table.timeline for card in _seen_in(outcome, at_the_end=True))
            self._seen.update(card for _, cards in table.all_hands for card in cards)
        self._hands = frozenset(card_word(card) for view in seats.values() for card in view.hand)
        self.refresh(now_us)

    def refresh(self, now_us: int) -> None:
        assert self._table is not None
        facts = public_facts(self._table, ENGLISH, now_us)
        secret = self._hands - {card_word(card) for card in self._seen}
        self.told.append((json.dumps(facts), frozenset(map(card_word, self._seen)), secret))
        self.due_us = table_picture_due_us(self._table, now_us)

    def close(self) -> None:
        """What was told stays told."""


def _seen_in(outcome: Outcome, *, at_the_end: bool = False) -> Iterator[Card]:
    match outcome:
        case CardPlayed(card=card, face_up=face_up) if face_up or at_the_end:
            yield card
        case Mistake(card=card, set_aside=set_aside):
            yield card
            yield from (other for cards in set_aside.values() for other in cards)
        case StarThrown(discarded=discarded):
            yield from discarded.values()
        case PileVerified(cards=cards):
            yield from cards


@pytest.mark.parametrize("kind", DEALT)
@pytest.mark.parametrize("seed", range(3))
def test_no_card_is_told_that_nobody_has_seen(kind: Kind, seed: int) -> None:
    onlooker = Onlooker()
    played(Plan(kind=kind, seed=seed), None, [onlooker], Journal(None), screens=False)
    mentioned = 0
    for text, seen, secret in onlooker.told:
        words = set(CARD_WORD.findall(text))
        mentioned += len(words)
        assert words <= seen
        assert not words & secret
        assert set(_numbers(json.loads(text))) <= COUNTS

    assert mentioned > 50


def _numbers(told: object, key: str = "") -> Iterator[str]:
    """Under which keys numbers stand."""
    if isinstance(told, dict):
        for name, inner in told.items():
            yield from _numbers(inner, name)
    elif isinstance(told, list):
        for inner in told:
            yield from _numbers(inner, key)
    elif isinstance(told, int | float) and not isinstance(told, bool):
        yield key


def test_in_play_nothing_changes_but_by_a_press() -> None:
    """No hand on a button, no progress, and the same facts however long it takes."""
    for name, view, at_us in told_of(Phase.PLAY):
        before = public_facts(replace(view.table, down=frozenset(), ready=frozenset()), ENGLISH, at_us)

        assert public_facts(view.table, ENGLISH, at_us + 10**9) == before, name


def test_face_down_cards_are_turned_one_by_one_as_on_the_screens() -> None:
    opened = 0
    for name, view, _ in [*told_of(Phase.LEVEL), *told_of(Phase.VICTORY), *told_of(Phase.DEFEAT)]:
        table = view.table
        end_us = table.began_us + opening_us(table)

        assert result(table, end_us) is None, name
        if end_us > table.began_us:
            opened += 1
            assert result(table, end_us - 1) is not None, name

    assert opened


def test_while_cards_are_turned_lives_and_timeline_stay_untold() -> None:
    turned = [(view.table, at_us) for view, at_us in SAMPLES.values() if isinstance(result(view.table, at_us), Turned)]
    for table, at_us in turned:
        facts = public_facts(table, ENGLISH, at_us)
        assert facts["lives"] is None
        assert "timeline" not in facts

    assert turned


def test_cards_set_aside_face_down_are_counted_only() -> None:
    view, at_us = SAMPLES["mistake, set aside hidden"]
    facts = public_facts(view.table, ENGLISH, at_us)

    assert facts["mistake"]["set_aside"] == []
    assert sum(of["count"] for of in facts["mistake"]["set_aside_counts"]) > 0
