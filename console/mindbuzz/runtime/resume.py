"""A game that was cut off is there again: folded from the journal, hands and all, then paused and back in focus.

The console's clock goes on where the journal ends, so the time during which the console was off does not exist
in the game.
"""

import json
import logging
from dataclasses import dataclass

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import POWER, EndAsked, Event, GameBegun
from mindbuzz.core.game import Game, new_console
from mindbuzz.core.settings import Settings
from mindbuzz.core.units import SECOND_US
from mindbuzz.inputs.source import HostPressed, News, SourceChange
from mindbuzz.runtime.outcome_lines import NAMES_OF_SCENARIO, is_of_scenario, outcome_line
from mindbuzz.runtime.records import Records
from mindbuzz.runtime.referee import Referee
from mindbuzz.runtime.rows import GameRow

log = logging.getLogger(__name__)

RESTART = "restart"
AFTER_RESTART_US = SECOND_US


@dataclass(frozen=True, slots=True)
class CutOff:
    """A game as it stood when the console last knew anything of it."""

    row: GameRow
    game: Game
    stage: Stage
    known_until_us: int


class Unfaithful(Exception):
    """A game whose contacts do not lead to what its journal says came of them."""


def going_on_us(records: Records) -> int | None:
    """Where a clock goes on: a little after the end of what the journal holds; None: it holds nothing."""
    known_us = records.last_known_us()
    return None if known_us is None else known_us + AFTER_RESTART_US


def cut_off_game(
    records: Records, seats: tuple[int, ...], house: Settings, simulated: tuple[int, ...] = ()
) -> CutOff | None:
    """The game that was cut off, or None; its table may need seats that the console has no more: then None, too.

    Likewise if `simulated` players sit at other seats than then: people are not given a game that was none of theirs.

    It goes on with the settings it began with; those of the `house` hold again when it is over. A game that is not
    there as it was played does not go on: better none than another.
    """
    try:
        row = records.unfinished_game()
        if row is None or not set(row.seats) <= set(seats) or set(row.simulated) != set(row.seats) & set(simulated):
            return None
        return _folded(records, row, seats, house)
    except Exception as error:  # what a broken page of the journal reads as can be anything
        log.warning("the game that was cut off can't go on: its journal is damaged (%s)", type(error).__name__)
        return None


def _folded(records: Records, row: GameRow, seats: tuple[int, ...], house: Settings) -> CutOff:
    game = new_console(seats, house, at_us=row.began_us, uncertainty_us=row.uncertainty_us, kind=row.kind)
    stage = Stage(seats, row.settings, row.held, watchful=True)
    known_until_us = records.known_until_us(row.id)
    begun = GameBegun(row.began_us, row.kind, row.seats, row.settings, row.seed, uncertainty_us=row.uncertainty_us)
    referee = Referee(game)
    outcomes = [*referee.judge(begun)]
    for news in records.news(row.id, own=False):
        outcomes += referee.judge_all(staged(stage, news))
    outcomes += referee.judge_all(stage.pass_time(known_until_us))
    told = [json.loads(outcome_line(outcome)) for outcome in outcomes if is_of_scenario(outcome)]
    recorded = [outcome for outcome in records.outcomes(row.id) if outcome["event"] in NAMES_OF_SCENARIO]
    if told[: len(recorded)] != recorded:
        raise Unfaithful
    return CutOff(row, referee.game, stage, known_until_us)


def staged(stage: Stage, news: News) -> list[Event]:
    """What a piece of news makes certain."""
    if isinstance(news, Contact):
        return stage.contact(news)
    if isinstance(news, HostPressed):
        return stage.pass_on(EndAsked(news.at_us))
    if news.lost:
        return stage.lose(news.at_us, news.source, news.seats)
    return stage.regain(news.at_us, news.source, news.seats, news.closed)


def return_news(cut_off: CutOff, now_us: int, closed: frozenset[int], *, new_boot: bool) -> list[News]:
    """What happened to the buttons meanwhile, as news: the console was gone and is back, `closed` are down now.

    Contacts that were closed when it went are made up to have opened; after a new boot people decide whether to go on.
    """
    at_us, seats = cut_off.known_until_us, cut_off.row.seats
    all_seats = tuple(cut_off.game.seats)
    gone = SourceChange(at_us, RESTART, all_seats, lost=True)
    opened = [Contact(at_us, seat, closed=False, made_up=True) for seat in all_seats if cut_off.stage.is_closed(seat)]
    power = [SourceChange(now_us, POWER, seats, lost=True)] if new_boot else []
    back = SourceChange(now_us, RESTART, all_seats, lost=False, closed=tuple(sorted(closed)))
    return [gone, *opened, *power, back]
