"""Any bytes at all are either a configuration or lines that say what is wrong; never an exception of Python's own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from mindbuzz.config import Config, config_of, read_config
from mindbuzz.config.keys import CONFIG, DISPLAY, SEAT, SETTINGS, SPI, Section
from mindbuzz.displays import display_faults, panel_specs
from mindbuzz.errors import ConfigError

MOST_LETTERS = 1200  # where all known settings are listed


def outcome(read: Callable[[], Config]) -> Config | list[str]:
    """The configuration, or the lines about it."""
    try:
        return read()
    except ConfigError as error:
        lines = str(error).splitlines()
        assert lines
        assert all(line.strip() and len(line) < MOST_LETTERS and line.isprintable() for line in lines)
        return lines


def read_bytes(content: bytes) -> Config | list[str]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mindbuzz.toml"
        file.write_bytes(content)
        return outcome(lambda: read_config(file))


@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf")
@example(b"a" * 100_000)
@example(b"a." * 50_000 + b"a=1")
@example((b"a." * 2_000 + b"a=1\n") * 16)
@example(b'"\\u0000" = 1')
@example(b'"\\n" = "\\n"')
@example(b"seats = [[[]]]")
@example(b"a = 1979-05-27T07:32:00Z")
@example(b"web_port = 0x" + b"f" * 4_000)
@example(b"web_port = -" + b"1" * 4301)
def test_any_bytes(content: bytes) -> None:
    read_bytes(content)


SCALARS = st.one_of(
    st.booleans(),
    st.integers(),
    st.integers(0, 130),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["classic", "luma:ssd1322", "luma:Image", "luma:", "a\0b", "é" * 90, "mock", "de", "x" * 5000]),
    st.integers(5000, 5001).map(lambda digits: 10**digits),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner)),
    max_leaves=5,
)


def tables_of(section: Section, inner: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Tables with keys of a section, right ones mostly, and anything as their values."""
    keys = {key.name: inner.get(key.name, VALUES) for key in section.keys}
    more = st.dictionaries(st.text(max_size=5), VALUES, max_size=1)
    return st.builds(lambda known, unknown: {**unknown, **known}, st.fixed_dictionaries({}, optional=keys), more)


DISPLAYS = tables_of(DISPLAY, {"spi": tables_of(SPI, {})})
SEATS = st.dictionaries(
    st.one_of(st.sampled_from(["1", "2", "3", "4"]), st.text(max_size=3)),
    tables_of(SEAT, {"button": st.integers(0, 30), "lamp": st.integers(0, 30), "display": DISPLAYS}),
    max_size=4,
)
CONTENTS = tables_of(CONFIG, {"seats": SEATS, "settings": tables_of(SETTINGS, {}), "table_display": DISPLAYS})


@given(CONTENTS)
def test_any_values_of_the_keys_there_are(content: dict[str, Any]) -> None:
    """What is accepted can be used: its displays are either right or told in a line, too."""
    config = outcome(lambda: config_of(content))
    if isinstance(config, Config) and not display_faults(config):
        panel_specs(config)
