"""Histories as files for other programs: CSV, a line for each card; JSON, everything."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from mindbuzz.core.cards import card_name
from mindbuzz.core.units import MS_US
from mindbuzz.history.record import Level, Play, Record
from mindbuzz.history.totals import rhythm, totals

CSV_HEAD = ("game", "began_at", "kind", "level", "challenge", "at_ms", "seat", "card", "wrong")


def as_csv(records: Iterable[Record]) -> str:
    """A line for every card that was played; `at_ms` counts from when play started in its level."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for record in records:
        for level in record.levels:
            writer.writerows(_csv_row(record, level, play) for play in level.plays)
    return text.getvalue()


def _csv_row(record: Record, level: Level, play: Play) -> tuple[object, ...]:
    game = (record.number, record.began_at, record.kind, level.number, int(level.challenge))
    return (*game, f"{play.at_us / MS_US:.3f}", play.seat, card_name(play.card), int(play.wrong))


def as_json(records: Sequence[Record]) -> str:
    """The totals and every game, times in milliseconds."""
    return json.dumps(
        {"totals": asdict(totals(records)), "games": [game_object(record) for record in records]}, indent=1
    )


def game_object(record: Record) -> dict[str, Any]:
    """One game as an object of JSON."""
    return {
        "game": record.number,
        "began_at": record.began_at,
        "kind": record.kind,
        "seats": list(record.seats),
        "ended": record.ended,
        "completed": len(record.completed),
        "highest": record.highest,
        "mistakes": record.mistakes,
        "stars": record.stars,
        "rhythm": asdict(rhythm(record.levels)),
        "levels": [_level_object(level) for level in record.levels],
    }


def _level_object(level: Level) -> dict[str, Any]:
    return {
        "level": level.number,
        "challenge": level.challenge,
        "blind": level.blind,
        "completed": level.completed,
        "took_ms": None if level.took_us is None else level.took_us / MS_US,
        "mistakes": level.mistakes,
        "stars": level.stars,
        "stops": level.stops,
        "lifted_ms": [spread_us / MS_US for spread_us in level.spreads_us],
        "rhythm": asdict(rhythm([level])),
        "plays": [
            {"at_ms": play.at_us / MS_US, "seat": play.seat, "card": card_name(play.card), "wrong": play.wrong}
            for play in level.plays
        ],
    }
