"""Simulated games in the terminal: one to watch, with its summary, and many as a table of figures."""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from mindbuzz.app import language_of
from mindbuzz.outputs.narration import KIND_NAMES, counted
from mindbuzz.outputs.telling import Telling
from mindbuzz.outputs.watching import Watching, fits
from mindbuzz.runtime.console import Sink
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.service import boot_id
from mindbuzz.simulation import Plan, Tally, config_for, played, simulated


def watch_game(plan: Plan, speed: float | None, journal_file: Path | None) -> None:
    """Play one game before the viewer's eyes: pictures in a terminal, plain lines elsewhere and at full speed."""
    console = Console()
    sink = _sink(console, plan, speed)
    seats = config_for(plan).seat_numbers
    tally = played(plan, speed, [sink], Journal(journal_file, boot_id=boot_id(), alone=True, simulated=seats))
    console.print(summary(plan, tally), highlight=False, soft_wrap=True)


def _sink(console: Console, plan: Plan, speed: float | None) -> Sink:
    if not console.is_terminal or speed is None:
        return Telling(console)
    if not fits(console, plan.seats):
        console.print("this window is too small for the screens; so here is what happens in words", style="dim")
        return Telling(console)
    return Watching(console, language_of(config_for(plan)))


def summary(plan: Plan, tally: Tally) -> str:
    """How a game went, in one line."""
    blind = f" and {tally.blind_levels} blind" if tally.blind_levels else ""
    return (
        f"{KIND_NAMES[plan.kind]}, {plan.seats} players ({plan.skill}): {_verdict(tally)}; "
        f"{counted(tally.levels, 'level')} completed{blind}, {counted(tally.mistakes, 'mistake')}, "
        f"{counted(tally.stars_thrown, 'star')} thrown, {counted(tally.lives, 'life', 'lives')} left, "
        f"{tally.seconds / 60:.1f} minutes; again: {again(plan)}"
    )


def _verdict(tally: Tally) -> str:
    if tally.lost_challenge:
        return f"victory, then the blind challenge lost in level {tally.level_reached}"
    if tally.won:
        return "total victory" if tally.won_challenge else "victory"
    return "defeat" if tally.over else "stopped"


def again(plan: Plan) -> str:
    """The options with which that game is played again."""
    return f"--watch --seats {plan.seats} --game {plan.kind.value} --skill {plan.skill} --seed {plan.seed}"


def count_games(all_plans: Sequence[Plan]) -> None:
    """Play all of them on every core, with a progress bar, and print the table."""
    console = Console()
    began_s = time.monotonic()
    rows: dict[tuple[str, int], list[Tally]] = defaultdict(list)
    with Progress(console=console, transient=True) as progress, ProcessPoolExecutor() as pool:
        task = progress.add_task("games", total=len(all_plans))
        games = {pool.submit(simulated, plan): plan for plan in all_plans}
        for game in as_completed(games):
            plan = games[game]
            rows[plan.skill, plan.seats].append(game.result())
            progress.advance(task)
    console.print(table_of(all_plans, rows))
    seconds = time.monotonic() - began_s
    console.print(f"{len(all_plans)} games in {seconds:.1f} s", highlight=False)


def table_of(all_plans: Sequence[Plan], rows: dict[tuple[str, int], list[Tally]]) -> Table:
    """Win rate, levels and mistakes, a row for each skill and number of players."""
    kinds = {KIND_NAMES[plan.kind] for plan in all_plans}
    table = Table(title=", ".join(sorted(kinds)))
    for heading in ("skill", "players", "games", "won", "levels completed", "mistakes per level", "minutes"):
        table.add_column(heading, justify="left" if heading == "skill" else "right")
    for skill, seats in dict.fromkeys((plan.skill, plan.seats) for plan in all_plans):
        tallies = rows[skill, seats]
        table.add_row(
            skill,
            str(seats),
            str(len(tallies)),
            f"{_mean(tally.won for tally in tallies):.0%}",
            f"{_mean(tally.levels for tally in tallies):.1f}",
            f"{_mean(tally.mistakes_per_level for tally in tallies):.2f}",
            f"{_mean(tally.seconds / 60 for tally in tallies):.1f}",
        )
    return table


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / max(1, len(numbers))
