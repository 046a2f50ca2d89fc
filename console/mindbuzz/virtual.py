"""The console in browsers: the same daemon, browsers for buttons, lamps and screens. With a pod, buttons and lamps are
real, and browsers are the screens.
"""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from mindbuzz.app import Parts, Remote, assemble, language_of, run_in_real_time, site_of
from mindbuzz.config import Config, SeatConfig
from mindbuzz.core.game import Game
from mindbuzz.core.rules import Kind
from mindbuzz.daemon import going_on_from
from mindbuzz.inputs.browser import MOST_UNCERTAIN_US, BrowserButtons
from mindbuzz.inputs.players.skill import SKILLS
from mindbuzz.inputs.players.wishes import Wishes
from mindbuzz.outputs.browser import Showcase
from mindbuzz.outputs.narration import KIND_NAMES
from mindbuzz.party import Party
from mindbuzz.pod.port import find
from mindbuzz.runtime.clock import RealClock
from mindbuzz.runtime.journal import Journal
from mindbuzz.runtime.seeds import drawn_seed, seeds_from
from mindbuzz.runtime.service import boot_id
from mindbuzz.simulation import Plan, config_for
from mindbuzz.web.address import EVERYWHERE, is_unknown, reachable
from mindbuzz.web.desk import Desk
from mindbuzz.web.site import Site

# Contacts from browsers come late, and out of order. Waiting for them within the console's patience costs nothing.
LAG_MS = 15.0
REMOTE = Remote(wait_us=14_000, uncertainty_us=MOST_UNCERTAIN_US)
NO_BROWSER = "no browser opens here: write the address into one"
ONLY_HERE = ", or let others in: with --host 0.0.0.0 any phone or computer near by can open it"
NO_NETWORK = "no network is found: join one and start anew, or take this machine's address from: ip address"


@dataclass(frozen=True, slots=True)
class Evening:
    """What is to be played, by whom, and where browsers find it. Seats after those of people are simulated.

    `pod`: where the people's buttons and lamps are, as in the configuration; None: in their browsers.
    """

    people: int = 4
    simulated: int = 0
    kind: Kind = Kind.CLASSIC
    skill: str = "normal"
    seed: int | None = None
    language: str = "en"
    open_hands: bool = False
    host: str = "127.0.0.1"
    port: int = 8765
    journal: Path | None = None
    pod: str | None = None

    @property
    def people_seats(self) -> tuple[int, ...]:
        """Where people sit."""
        return tuple(range(1, self.people + 1))

    @property
    def simulated_seats(self) -> tuple[int, ...]:
        """Where simulated players sit."""
        return tuple(range(self.people + 1, self.people + self.simulated + 1))


def play_in_browsers(evening: Evening, announce: Callable[[str], None], *, open_browser: bool) -> None:
    """Play until somebody ends it. `announce` is told where. Raises WebError if the port can't be had, PodError if no
    pod is plugged in."""
    if evening.pod is not None:
        find(evening.pod)
    journal = Journal(evening.journal, boot_id=boot_id(), alone=True, simulated=evening.simulated_seats)
    clock = going_on_from(journal)
    parts, site = assembled(evening, clock, journal, announce)
    for line in what_goes_on(parts.console.game):
        announce(line)

    async def run() -> None:
        await asyncio.gather(run_in_real_time(parts, clock, site), _invite(evening, site, announce, open_browser))

    try:
        asyncio.run(run())
    finally:
        parts.close()


def assembled(
    evening: Evening, clock: RealClock, journal: Journal, say: Callable[[str], object] = lambda line: None
) -> tuple[Parts, Site]:
    """The parts of the console, and the site that browsers see; `say` is told when a pod comes or goes."""
    config = _config(evening)
    showcase = Showcase(config.seat_numbers, language_of(config))
    parts = assemble(
        config,
        clock,
        journal,
        party=_party(evening),
        remote=REMOTE if evening.pod is None else None,
        more_sinks=[showcase],
        draw_seed=seeds_from(evening.seed),
        screens=False,
        say=say,
    )
    buttons = BrowserButtons(evening.people_seats, parts.arrivals)
    parts.sources.append(buttons)
    desk = Desk(
        buttons,
        showcase,
        clock.now_us,
        lambda: parts.mailbox.wake(),  # noqa: PLW0108 - the loop puts its own wake there later
        simulated=evening.simulated_seats,
        is_open=evening.open_hands,
        has_buttons=evening.pod is None,
    )
    return parts, site_of(parts, showcase, evening.host, evening.port, desk)


def _config(evening: Evening) -> Config:
    seats = evening.people + evening.simulated
    config = config_for(Plan(seats=seats, kind=evening.kind, language=evening.language))
    # Simulated players have no real cards in their hands: people who sit with them can't play with their own.
    own_cards = not (evening.people and evening.simulated)
    config = replace(config, host_button=None, settings=replace(config.settings, own_cards=own_cards))
    if evening.pod is None:
        return replace(config, audit_ms=0, input_lag_ms=LAG_MS)
    on_pod = {seat: SeatConfig(f"pod:{seat}", f"pod:{seat}") for seat in evening.people_seats}
    return replace(config, seats={**config.seats, **on_pod}, pod=replace(config.pod, device=evening.pod))


def _party(evening: Evening) -> Party | None:
    if not evening.simulated:
        return None
    seed = drawn_seed() if evening.seed is None else evening.seed
    # People choose the game; a table without any plays the one that it came for, whatever a late hand has stepped to.
    wishes = Wishes(kind=None if evening.people else evening.kind, people=evening.people_seats)
    return Party(evening.simulated_seats, SKILLS[evening.skill], seed, wishes)


# --- the invitation ---


def what_goes_on(game: Game) -> list[str]:
    """A line about the game that the journal has not seen the end of, which comes before the one that was asked for."""
    if game.table is None:
        return []
    name = KIND_NAMES[game.kind]
    return [f"a game of {name} goes on; to begin anew: end it at the table, or name another file with --journal"]


async def _invite(evening: Evening, site: Site, announce: Callable[[str], None], open_browser: bool) -> None:
    """Say where to go once somebody is there to answer; open a browser where there is one."""
    await site.started.wait()
    for line in invitation(evening.host, site.port, on_pod=evening.pod is not None):
        announce(line)
    if open_browser and not await _opened(f"http://{reachable(evening.host)}:{site.port}/console"):
        announce(NO_BROWSER if evening.host in EVERYWHERE else f"{NO_BROWSER}{ONLY_HERE}")


async def _opened(address: str) -> bool:
    """Whether a browser of this machine shows it."""
    return _has_desktop() and await asyncio.to_thread(webbrowser.open, address)


def invitation(host: str, port: int, *, on_pod: bool = False) -> list[str]:
    """Where to play and where to look on."""
    base = f"http://{reachable(host)}:{port}"
    play = "see hands at" if on_pod else "play at     "
    lines = [f"{play} {base}/console", f"look on at   {base}/"]
    if is_unknown(host):
        lines.append(NO_NETWORK)
    return [*lines, "Ctrl-C ends it"]


def _has_desktop() -> bool:
    """Whether a browser would open a window, not take over this terminal."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
