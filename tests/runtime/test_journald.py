"""The log on its way into the system's journal."""

from __future__ import annotations

import logging
import socket
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.runtime.journald import JournalHandler, entry


def fields_of(datagram: bytes) -> dict[str, str]:
    """Reads an entry as journald does."""
    fields = {}
    while datagram:
        line, _, rest = datagram.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            (length,) = struct.unpack("<Q", rest[:8])
            value, rest = rest[8 : 8 + length], rest[8 + length + 1 :]
        fields[name.decode()] = value.decode()
        datagram = rest
    return fields


@given(st.dictionaries(st.from_regex(r"[A-Z][A-Z_]{0,9}", fullmatch=True), st.text(), max_size=5))
def test_an_entry_is_read_as_it_was_meant_whatever_is_in_it(fields: dict[str, str]) -> None:
    clean = {name: value.encode(errors="replace").decode() for name, value in fields.items()}

    assert fields_of(entry(fields)) == clean


@pytest.fixture
def logger(tmp_path: Path) -> logging.Logger:
    return logging.Logger("mindbuzz.test")


def test_a_record_comes_with_its_priority_and_fields(tmp_path: Path, logger: logging.Logger) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journald:
        journald.bind(str(tmp_path / "socket"))
        handler = JournalHandler(tmp_path / "socket")
        logger.addHandler(handler)
        logger.warning("screen of %s is lost", 2, extra={"fields": {"SCREEN": 2}})
        heard = fields_of(journald.recv(10_000))
        handler.close()

    assert heard["MESSAGE"] == "screen of 2 is lost"
    assert (heard["PRIORITY"], heard["SYSLOG_IDENTIFIER"], heard["SCREEN"]) == ("4", "mindbuzz", "2")


def test_a_journal_that_is_not_there_or_full_stops_nobody(tmp_path: Path, logger: logging.Logger) -> None:
    nowhere = JournalHandler(tmp_path / "nowhere")
    logger.addHandler(nowhere)
    logger.error("nobody hears this")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as deaf:
        deaf.bind(str(tmp_path / "socket"))
        handler = JournalHandler(tmp_path / "socket")
        logger.addHandler(handler)
        for number in range(2_000):
            logger.error("too much of it: %s", number)
        handler.close()
    nowhere.close()


def test_every_level_has_its_priority(tmp_path: Path, logger: logging.Logger) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journald:
        journald.bind(str(tmp_path / "socket"))
        handler = JournalHandler(tmp_path / "socket")
        logger.addHandler(handler)
        heard = []
        for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL, 35):
            logger.log(level, "one")
            heard.append(fields_of(journald.recv(10_000))["PRIORITY"])
        handler.close()

    assert heard == ["7", "6", "4", "3", "2", "6"]
