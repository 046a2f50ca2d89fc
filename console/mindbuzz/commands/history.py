"""`mindbuzz history`: games, levels and rhythm."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindbuzz.commands.options import FILE, GAME_NUMBER, ends_in, journal_option, reading_named
from mindbuzz.errors import MindbuzzError

if TYPE_CHECKING:
    from mindbuzz.history.record import Record
    from mindbuzz.runtime.rows import DayRow


@click.command()
@click.argument("game", type=GAME_NUMBER, required=False)
@journal_option
@click.option("--picture", type=FILE, callback=ends_in(".svg"), help="Draw the GAME's rhythm into this SVG file.")
@click.option("--export", "form", type=click.Choice(["csv", "json"]), help="Print everything for another program.")
@click.option("--days", is_flag=True, help="How much was played, day by day; games that were pruned included.")
def history(game: int | None, file: Path, picture: Path | None, form: str | None, days: bool) -> None:
    """How the games went: all of them, one GAME, or day by day.

    Only games that have ended; levels of one GAME are told to the millisecond.
    """
    from mindbuzz.history import reading

    if picture is not None and game is None:
        raise click.UsageError("--picture needs the number of a game: mindbuzz history 3 --picture game.svg")
    if days and (game is not None or picture is not None):
        raise click.UsageError("--days is about all games; leave out the number of a game, and --picture")
    if days:
        with reading_named(file) as journal:
            rows = journal.days()
        _tell_days(rows, form)
        return
    with reading_named(file) as journal:
        chosen = reading.records(journal) if game is None else [reading.record(journal, game)]
    if picture is not None:
        _draw(picture, chosen[0])
    elif form is not None:
        _export(form, chosen)
    elif game is not None:
        _tell(chosen[0])
    else:
        _sum_up(chosen)


def _draw(picture: Path, record: "Record") -> None:
    from mindbuzz.history.plot import plot

    try:
        picture.write_text(plot(record), encoding="utf-8")
    except OSError as error:
        raise MindbuzzError(f"{picture}: can't be written: {error.strerror}; name another --picture") from error
    click.echo(f"{picture}: {len(record.levels)} levels")


def _export(form: str, records: "list[Record]") -> None:
    from mindbuzz.history.files import as_csv, as_json

    click.echo(as_csv(records) if form == "csv" else as_json(records), nl=form == "json")


def _tell(record: "Record") -> None:
    from rich.console import Console

    from mindbuzz.history.tables import COLUMNS_MEAN, levels_table, timeline_lines

    Console().print(levels_table(record))
    click.echo("\n".join(COLUMNS_MEAN))
    for line in timeline_lines(record):
        click.echo(line)


def _sum_up(records: "list[Record]") -> None:
    from rich.console import Console

    from mindbuzz.history.tables import COLUMNS_MEAN, games_table, totals_table

    if not records:
        click.echo("no games yet")
        return
    console = Console()
    console.print(games_table(records))
    click.echo("\n".join(COLUMNS_MEAN))
    console.print(totals_table(records))


def _tell_days(rows: "list[DayRow]", form: str | None) -> None:
    from mindbuzz.history.days import days_csv, days_json

    if form is not None:
        click.echo(days_csv(rows) if form == "csv" else days_json(rows), nl=form == "json")
    else:
        print_days(rows)


def print_days(rows: "list[DayRow]") -> None:
    """The table of days; `mindbuzz ctl days` prints the same."""
    from rich.console import Console

    from mindbuzz.history.days import days_table

    if rows:
        Console().print(days_table(rows))
    else:
        click.echo("no games yet")
