"""Foreign pages and foreign names stay out."""

from __future__ import annotations

import socket

import pytest

from mindbuzz.web.guard import HEADERS, Guard

OWN = socket.gethostname().lower()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8765",
        "localhost:8765",
        "LocalHost:8765",
        "[::1]:8765",
        "192.168.1.20:8765",
        f"{OWN}:8765",
        f"{OWN}.local:8765",
    ],
)
def test_own_names_and_addresses_are_known(host: str) -> None:
    assert Guard(8765).knows(host)


@pytest.mark.parametrize(
    "host",
    [
        None, "", "evil.example:8765", "127.0.0.1.evil.example:8765", "localhost.evil.example:8765", "localhost",
        "localhost:80", "127.0.0.1:8766", "127.0.0.1:8765:8765", "localhost:8765@evil.example", "evil@localhost:8765",
        "localhost :8765",
        "[::1:8765", "[zz]:8765", "2130706433:8765", "localhost:8765\n", "a" * 300 + ":8765", "localhost:08765x",
    ],
)  # fmt: skip
def test_foreign_names_are_not(host: str | None) -> None:
    assert not Guard(8765).knows(host)


def test_an_owner_may_name_another() -> None:
    assert Guard(8765, {"games.example"}).knows("games.example:8765")


def test_at_the_usual_port_a_browser_names_none() -> None:
    assert Guard(80).knows("localhost")


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "https://localhost:8765", "http://localhost:8765/", "http://localhost"],
)
def test_foreign_origins_are_told(origin: str | None) -> None:
    assert not Guard(8765).is_own(origin, "localhost:8765")


def test_the_own_origin_is_told() -> None:
    assert Guard(8765).is_own("http://localhost:8765", "localhost:8765")


def test_nothing_may_be_loaded_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]

    assert policy.startswith("default-src 'none';")
    assert not {"unsafe-inline", "unsafe-eval", "http:", "https:", "*", "data:"} & set(policy.replace("'", " ").split())
