"""`mindbuzz pod`: the button pod on USB."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mindbuzz.commands.options import FILE, Seconds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mindbuzz.pod.pod import Pod

FAILED = 1


def _chosen(context: click.Context, param: click.Parameter, device: str | None) -> str:
    """The device that somebody named, or what a console looks for that has no configuration."""
    from mindbuzz.config import PodConfig

    return device or PodConfig().device


device_option = click.option(
    "--device",
    callback=_chosen,
    help="A part of its name in /dev/serial/by-id, or the path of its port.  [default: any board with MicroPython]",
)


@click.group()
def pod() -> None:
    """The button pod on USB: list, flash, monitor, test."""


@pod.command("list")
@device_option
def pod_list(device: str) -> None:
    """Which pods are plugged in, and how they are."""
    from mindbuzz.errors import PodError
    from mindbuzz.pod.port import all_found, find, none_found

    paths = [find(device)] if device.startswith("/") else all_found(device)
    if not paths:
        click.echo(none_found(device))
    for path in paths:
        try:
            click.echo(f"{path.name}: {_state(path)}")
        except PodError as error:
            click.echo(error)


def _state(path: Path) -> str:
    from mindbuzz.pod.flash import mismatch
    from mindbuzz.pod.visit import hello_of

    hello = hello_of(path)
    if hello is None:
        return "does not answer; put the firmware on it with: mindbuzz pod flash"
    advice = mismatch(hello)
    return f"pod {hello.unique_id}, firmware {hello.version}, {hello.buttons} buttons{f'; {advice}' if advice else ''}"


@pod.command("flash")
@device_option
@click.option(
    "--copies",
    type=FILE,
    help="Where to keep what was on it.  [default: ~/.local/state/mindbuzz/pod]",
)
def pod_flash(device: str, copies: Path | None) -> None:
    """Put the firmware of this console on a pod."""
    from mindbuzz.pod.port import find

    _flash(find(device), copies)


def _flash(path: Path, copies: Path | None = None) -> None:
    from mindbuzz.pod.flash import flash

    hello = flash(path, copies or Path.home() / ".local" / "state" / "mindbuzz" / "pod", click.echo)
    click.echo(f"pod {hello.unique_id} runs firmware {hello.version}")


@pod.command("monitor")
@device_option
@click.option("--seconds", type=Seconds(min=0), help="Then it ends.  [default: on Ctrl-C]")
def pod_monitor(device: str, seconds: float | None) -> None:
    """Watch contacts live: when each closes, opens, bounces.

    At the end it tells how many bounced for how long.
    """
    from mindbuzz.pod.visit import visiting

    _offer_flash(device)
    with visiting(device) as visited:
        click.echo("press buttons; Ctrl-C ends it")
        _monitor(visited, seconds)


def _monitor(visited: "Pod", seconds: float | None) -> None:
    from mindbuzz.errors import PodError
    from mindbuzz.pod.bursts import QUIET_US, Bursts
    from mindbuzz.pod.link import Changed, Lost
    from mindbuzz.pod.visit import happenings

    bursts = Bursts()
    try:
        for happening in happenings(visited, seconds):
            if isinstance(happening, Lost):
                raise PodError(f"pod: {happening.reason}")
            if isinstance(happening, Changed):
                _echo_all(bursts.ended(happening.at_us))
                bursts.add(happening)
            elif visited.certain_us is not None:
                _echo_all(bursts.ended(visited.certain_us))
    except KeyboardInterrupt:
        click.echo()
    finally:
        _echo_all(bursts.ended((visited.certain_us or 0) + 10 * QUIET_US))
        _echo_all(bursts.histogram())
        ours, its = visited.unreadable
        click.echo(
            f"lines that could not be read: {ours} here, {its} there; edges without room: {visited.without_room}"
        )


def _echo_all(lines: "Iterable[object]") -> None:
    for line in lines:
        click.echo(line)


@pod.command("test")
@device_option
@click.option("--seconds", type=Seconds(min=0), default=20, show_default=True, help="For each button.")
@click.pass_context
def pod_test(context: click.Context, device: str, seconds: float) -> None:
    """Light one lamp after the other, and wait for its button. Exit status 1 if one was not pressed."""
    from mindbuzz.pod.visit import visiting

    _offer_flash(device)
    with visiting(device) as visited:
        assert visited.hello is not None
        buttons = range(1, visited.hello.buttons + 1)
        failed = [button for button in buttons if not _pressed(visited, button, buttons, seconds)]
        _light(visited, None, buttons)
    if failed:
        click.echo(f"not pressed: {', '.join(map(str, failed))}; see the wiring in firmware/README.md")
        context.exit(FAILED)
    click.echo("all buttons work")


def _pressed(visited: "Pod", button: int, buttons: range, seconds: float) -> bool:
    """Whether somebody presses a button whose lamp is lit, and it is that one."""
    from mindbuzz.pod.link import Changed
    from mindbuzz.pod.visit import happenings

    click.echo(f"lamp {button} is lit: press its button")
    _light(visited, button, buttons)
    for happening in happenings(visited, seconds):
        if isinstance(happening, Changed) and happening.closed:
            if happening.button == button:
                click.echo(f"button {button} works")
                return True
            click.echo(f"that was button {happening.button}: is lamp {button} at the right button?")
    return False


def _light(visited: "Pod", lit: int | None, lamps: range) -> None:
    """One lamp full, the others dark."""
    from mindbuzz.pod.frames import LampKey
    from mindbuzz.pod.visit import now_us

    for lamp in lamps:
        visited.play(lamp, now_us(), 0, (LampKey(0, 100 if lamp == lit else 0, False),))
    visited.flush()


def _offer_flash(device: str) -> None:
    """Say so if a pod has another firmware, and offer to change that where somebody can answer."""
    from mindbuzz.pod.flash import mismatch
    from mindbuzz.pod.port import find
    from mindbuzz.pod.visit import hello_of

    path = find(device)
    hello = hello_of(path)
    advice = None if hello is None else mismatch(hello)
    if advice is not None:
        click.echo(advice)
        if sys.stdin.isatty() and click.confirm("shall I put it on now?"):
            _flash(path)
