"""A journalled game as a scenario: any played game is a test."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mindbuzz.contacts.button import Debounce, Level, Limits
from mindbuzz.contacts.contact import Contact
from mindbuzz.core.rules import PLAYED_BESIDE, Kind, has_real_cards
from mindbuzz.core.settings import DEFAULTS
from mindbuzz.errors import JournalError, ScenarioError
from mindbuzz.inputs.source import Recorded, SourceChange
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.rows import GameRow
from mindbuzz.runtime.scenario import COMPANION, FORMAT, SETTINGS, read_scenario

VARIANT: dict[Kind, dict[str, Any]] = {
    Kind.CLASSIC: {"variant": "classic"},
    Kind.BLIND: {"variant": "classic", "blind": True},
    Kind.EXTREME: {"variant": "extreme"},
    **{kind: {"variant": COMPANION, "game": played.value} for kind, played in PLAYED_BESIDE.items()},
}


def export(records: Records, game_id: int) -> list[str]:
    """The lines of a finished game's scenario. It holds every deal, but not the seed, which would tell of more.

    Raises JournalError while the game goes on: its hands are nobody's business yet; and for a damaged one, of which
    no line could be replayed.
    """
    row = records.finished_game(game_id)
    news = without_held(row, records.news(game_id))
    lines = [json.dumps(line) for line in (_head(row, records), *(_line(one, row.began_us) for one in news))]
    try:
        read_scenario("\n".join(lines).encode())
    except ScenarioError as error:
        raise JournalError(
            f"game {game_id} is damaged, and can't be replayed: {error}; what else there is: mindbuzz journal show"
        ) from error
    return lines


def without_held(row: GameRow, all_news: list[Recorded]) -> Iterator[Recorded]:
    """Leave out the contacts of hands that lay on their buttons at the deal, or when a lost source was back, until
    they were lifted.

    A scenario begins with all buttons up and knows of none that was found down, and such a hand counts only after it
    was lifted.
    """
    limits = Limits.of(row.settings)
    held = {seat: Debounce(seat, limits, closed=True) for seat in row.held}
    closed: dict[int, bool] = {}
    for news in all_news:
        if isinstance(news, SourceChange):
            found = [seat for seat in news.closed if not closed.get(seat)]
            held |= {seat: Debounce(seat, limits, closed=True) for seat in found}
            playing = tuple(seat for seat in news.seats if seat in row.seats)
            if playing:
                yield replace(news, seats=playing)
        elif news.seat in row.seats and not _is_of_held(held, news):
            closed[news.seat] = news.closed
            yield news


def _is_of_held(held: dict[int, Debounce], contact: Contact) -> bool:
    """Whether a contact belongs to a hand of `held`, which is lifted one day."""
    button = held.get(contact.seat)
    if button is None:
        return False
    button.settle(contact.at_us)
    if button.level is Level.HELD_AT_START:
        button.edge(contact.at_us, contact.closed)
        return True
    del held[contact.seat]
    return False


def _head(row: GameRow, records: Records) -> dict[str, Any]:
    head: dict[str, Any] = {"format": FORMAT, **VARIANT[row.kind], "seats": list(row.seats)}
    if not has_real_cards(row.kind):
        head |= _deals(row, records)
    settings = {
        key: getattr(row.settings, key) for key in SETTINGS if getattr(row.settings, key) != getattr(DEFAULTS, key)
    }
    if settings:
        head["settings"] = settings
    if row.uncertainty_us:
        head["uncertainty_us"] = row.uncertainty_us
    return head


def _deals(row: GameRow, records: Records) -> dict[str, Any]:
    """Every hand that was dealt, by level and seat."""
    deals: dict[str, dict[str, Any]] = {"deals": {}}
    key = "deals"
    for outcome in records.outcomes(row.id):
        if outcome["event"] == "challenge_started":
            key = "challenge_deals"
        elif outcome["event"] == "level_dealt":
            deals.setdefault(key, {})[str(outcome["level"])] = outcome["hands"]
    return deals


def _line(news: Recorded, began_us: int) -> dict[str, Any]:
    at_us = max(0, news.at_us - began_us)
    if isinstance(news, SourceChange):
        return {"at_us": at_us, "source": news.source, "lost": news.lost, "seats": list(news.seats)}
    line: dict[str, Any] = {"at_us": at_us, "seat": news.seat, "closed": news.closed}
    if news.uncertainty_us:
        line["uncertainty_us"] = news.uncertainty_us
    if news.made_up:
        line["made_up"] = True
    return line
