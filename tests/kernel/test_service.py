"""The service as systemd runs it: killed, hung, restarted with a hand on a button, and kept from its pins."""

from __future__ import annotations

import time

import pytest

from tests.kernel.console import Console, wait_for

PLAYERS = [1, 2]
NOTICED_S = 20


def begun(console: Console) -> dict[int, list[int]]:
    """A game in the middle of a level; the hands that are held there."""
    console.start()
    console.machine.call("table.start", PLAYERS)
    console.machine.call("table.focus", PLAYERS)
    return hands(console)


def hands(console: Console) -> dict[int, list[int]]:
    return {int(seat): cards for seat, cards in console.machine.call("journal.hands").items()}


def goes_on(console: Console, held: dict[int, list[int]]) -> None:
    """The same hands, and the game can be played on."""
    assert hands(console) == held
    assert console.status()["phase"] == "focus"
    console.machine.call("table.focus", PLAYERS)
    console.machine.call("table.play_lowest")


def test_after_sigkill_the_game_is_there_again(console: Console) -> None:
    held = begun(console)
    pid = console.pid
    console.signal("SIGKILL")
    console.await_restart(pid)

    goes_on(console, held)


def test_a_loop_that_hangs_is_noticed_by_the_watchdog(console: Console) -> None:
    held = begun(console)
    pid = console.pid
    hung_s = console.machine.call("shell.monotonic_s")
    console.signal("SIGSTOP")
    console.await_restart(pid)

    assert 0 < console.said_at_s("Watchdog timeout") - hung_s < NOTICED_S
    goes_on(console, held)


def test_a_hand_on_a_button_during_a_restart_counts_only_once_it_was_lifted(console: Console) -> None:
    begun(console)
    call = console.machine.call
    call("table.press", 1)
    console.machine.run("systemctl restart mindbuzz")
    before = call("journal.count")
    call("table.press", 2)
    time.sleep(2)
    assert "focus_locked" not in [outcome["event"] for outcome in call("journal.outcomes", before)]

    call("table.lift", 1)
    call("table.lift", 2)
    call("table.focus", PLAYERS)


@pytest.mark.parametrize("backend", ["gpiod", "lgpio"])
def test_a_pin_that_another_program_holds_is_waited_for_and_the_program_is_named(
    console: Console, backend: str
) -> None:
    console.configure(f'pin_factory = "{backend}"')
    hold = "systemd-run --quiet --collect --unit=holder gpiomon gpiochip0 5"
    console.machine.run(hold)
    console.machine.run("systemctl start --no-block mindbuzz")
    wait_for("word of who holds it", lambda: 'GPIO5 is held by "gpiomon"' in console.log())
    assert not console.active

    console.machine.run("systemctl stop holder")
    console.await_restart(0)
    assert "Traceback" not in console.log()


def test_lgpio_keeps_its_pipes_where_the_service_may_write_and_moves_it_nowhere(console: Console) -> None:
    """By itself it makes them in the current folder, goes there, and stays."""
    started_in = {}
    for backend in ("gpiod", "lgpio"):
        console.configure(f'pin_factory = "{backend}"')
        console.start()
        started_in[backend] = console.machine.run(f"readlink /proc/{console.pid}/cwd")
        pipes = console.machine.run("find / -xdev -name '.lgd-nfy*'; find /run/mindbuzz -name '.lgd-nfy*'").split()
        console.stop()

    assert started_in["lgpio"] == started_in["gpiod"]
    assert pipes
    assert [pipe for pipe in pipes if not pipe.startswith("/run/mindbuzz/")] == []


@pytest.mark.known_bug(8)
def test_what_the_kernel_had_to_drop_is_counted_and_no_button_stays_wrong(console: Console) -> None:
    """More edges than its queue holds, while nobody takes them out."""
    console.start()
    console.signal("SIGSTOP")
    console.machine.call("table.chatter", 1, 1500)
    console.machine.call("table.close", 1)
    console.signal("SIGCONT")
    wait_for("count of lost edges", lambda: console.status()["driver"]["lost_edges"] > 0)

    assert [seat["button"]["closed"] for seat in console.status()["seats"]] == [True, False, False, False]
