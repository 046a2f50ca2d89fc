"""The one table of keys: what each means, and what it may be. Defaults are those of values.py and core/settings.py.

The commented file that `mindbuzz config init` writes, what `config check` finds, and what staff may set all come
from here.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Any

from mindbuzz.config.limits import Choice, FileName, Flag, HostName, Hours, Limit, Number, Pin, SeatList, SeatWire
from mindbuzz.config.values import Config, DisplayConfig, PodConfig, SeatConfig, SpiConfig
from mindbuzz.core.rules import Kind
from mindbuzz.core.settings import Settings
from mindbuzz.screens.texts import LANGUAGES

# No duration is longer than a day.
DURATION_MS = Number(0, 86_400_000)
GAME_LIMIT_MS = Number(1_800_000, 86_400_000, off=True)  # nobody is sent away before half an hour
IDLE_S = Number(1, 86_400)
DRIVERS = Choice(("ssd1306", "ssd1309", "sh1106", "dummy", "null"), prefix="luma:")


@dataclass(frozen=True)
class Section:
    """A table of TOML: the class its values make, and its keys."""

    kind: type
    keys: "tuple[Key, ...]"

    @cached_property
    def by_name(self) -> "Mapping[str, Key]":
        return {key.name: key for key in self.keys}

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """What a key is where nobody sets it; those that must be set are not in it."""
        defaults = {}
        for field in fields(self.kind):
            if field.default_factory is not MISSING:
                defaults[field.name] = field.default_factory()
            elif field.default is not MISSING:
                defaults[field.name] = field.default
        return defaults


@dataclass(frozen=True)
class Key:
    """One key. `limit` is what its value may be, a section where it is a table, EVERY_SEAT where it is one for each
    seat. `example` stands, commented out, where the default is nothing; `staff` may set it on the boot partition."""

    name: str
    meaning: str
    limit: "Limit | Section | EverySeat"
    example: str = ""
    staff: bool = False


@dataclass(frozen=True)
class EverySeat:
    """A table with a section for each seat."""

    section: Section


SPI = Section(
    SpiConfig,
    (
        Key("dc_pin", "BCM number", Pin()),
        Key("reset_pin", "BCM number", Pin()),
        Key("port", "of /dev/spidev<port>.<device>", Number(0, 6, whole=True)),
        Key("device", "of /dev/spidev<port>.<device>", Number(0, 2, whole=True)),
    ),
)

DISPLAY = Section(
    DisplayConfig,
    (
        Key("bus", "the I2C bus, the 1 of /dev/i2c-1", Number(0, 255, whole=True)),
        Key("address", "on that bus or channel", Number(0x03, 0x77, whole=True, form="0x{:02X}")),
        Key(
            "mux",
            "address of the multiplexer; none: the display is on the bus itself",
            Number(0x70, 0x77, whole=True, form="0x{:02X}"),
        ),
        Key("channel", "of the multiplexer", Number(0, 7, whole=True)),
        Key("rotate", "quarter turns clockwise", Number(0, 3, whole=True)),
        Key("column_offset", "where the picture is shifted sideways, on some panels", Number(0, 4, whole=True), "2"),
        Key("contrast", "none: the driver's own", Number(0, 255, whole=True), "127"),
        Key("driver", "goes before display_driver", DRIVERS, '"luma:ssd1322"'),
        Key("width", "in dots, of luma's displays", Number(8, 4096, whole=True)),
        Key("height", "in dots, of luma's displays", Number(8, 4096, whole=True)),
        Key("spi", "instead of bus and address, for displays on SPI", SPI, "{ dc_pin = 19, reset_pin = 20 }"),
    ),
)

SEAT = Section(
    SeatConfig,
    (
        Key("button", 'BCM number, or "pod:1" to "pod:4"; the one part that every seat has', SeatWire()),
        Key("lamp", "likewise; may be left out", SeatWire()),
        Key("display", "may be left out", DISPLAY),
    ),
)

POD = Section(
    PodConfig,
    (Key("device", "a part of its name in /dev/serial/by-id, or the path of its port", FileName()),),
)

SETTINGS = Section(
    Settings,
    (
        Key("press_confirm_ms", "a contact closed for so long in all is a press", DURATION_MS),
        Key("press_gap_ms", "open for so long before that, it was noise", DURATION_MS),
        Key("press_cap_ms", "what is no press by then was noise", DURATION_MS),
        Key("release_confirm_ms", "open for so long is let go; sooner it bounced", DURATION_MS),
        Key("focus_lock_ms", "all hands lie still for so long before play can start", DURATION_MS),
        Key("hold_ms", "a press of this length stops the game", DURATION_MS),
        Key("arm_ms", "extreme: from here on a press switches the colour", DURATION_MS),
        Key("extreme_hold_ms", "extreme: a press of this length stops the game", DURATION_MS),
        Key("tap_min_ms", "a shorter press is a knock on the table and plays nothing", DURATION_MS),
        Key("repeat_guard_ms", "a press so soon after the last one plays nothing", DURATION_MS),
        Key("tie_window_ms", "cards pressed so close together are sorted as people would", DURATION_MS, staff=True),
        Key("calm_seats", "seats with twice the time, for slow hands", SeatList(), staff=True),
        Key("star_ask_ms", "whoever stops and holds on for so long asks for a star", DURATION_MS),
        Key("vote_ms", "all hold together for so long to agree", DURATION_MS),
        Key("vote_timeout_ms", "then the star is refused", DURATION_MS),
        Key("error_repeat_ms", "real cards: two presses within this are one error", DURATION_MS, staff=True),
        Key("undo_ms", "real cards: one alone holds so long to take something back", DURATION_MS, staff=True),
        Key("mistake_show_ms", "how long a mistake is shown", DURATION_MS, staff=True),
        Key("star_show_ms", "how long a thrown star is shown", DURATION_MS, staff=True),
        Key("level_show_ms", "how long a completed level is shown", DURATION_MS, staff=True),
        Key("reveal_card_ms", "for each card when a pile is turned over", DURATION_MS, staff=True),
        Key("star_recycle", "false: a thrown star goes back to the box", Flag(), staff=True),
        Key("hide_discards", "true: cards set aside stay hidden", Flag(), staff=True),
        Key("leave_prompt_ms", "hands away for so long: the screens offer to end the game", DURATION_MS, staff=True),
        Key("leave_taps_ms", "two short presses within this end it", DURATION_MS),
        Key("lobby_silent_ms", "a seat that is silent for so long while others press leaves", DURATION_MS, staff=True),
        Key("attract_ms", "a lobby where nothing happens for so long invites people", DURATION_MS, staff=True),
        Key("silence_ms", "nobody plays for so long: still there?", DURATION_MS, staff=True),
        Key("silence_jitter_ms", "up to this is added by chance, so that nobody can count on it", DURATION_MS),
        Key("real_cards_silence_ms", "the same with real cards, which need no button", DURATION_MS, staff=True),
        Key("still_there_ms", "no answer for so long: the game is over", DURATION_MS, staff=True),
        Key("resume_offer_ms", "how long a game that was cut off is offered after power came back", DURATION_MS),
        Key("stuck_ms", "a button that is down for so long is stuck", DURATION_MS),
        Key("quiet_ms", "a broken button that is quiet for so long is well again", DURATION_MS),
        Key("lock_game", "true: nobody changes the game in the lobby", Flag(), staff=True),
        Key("own_cards", "false: the lobby leaves out the games with people's own cards", Flag(), staff=True),
        Key(
            "game_limit_ms", "where people queue: no new level after so long, 0 for no limit", GAME_LIMIT_MS, staff=True
        ),
    ),
)

PIN_FACTORIES = Choice(("auto", "gpiod", "lgpio", "mock"))

CONFIG = Section(
    Config,
    (
        Key("pin_factory", "how pins are reached; auto: gpiod 2 or lgpio", PIN_FACTORIES),
        Key("display_driver", 'of all displays; "dummy" runs without any; luma\'s go by "luma:ssd1322"', DRIVERS),
        Key("language", "of the screens", Choice(LANGUAGES), staff=True),
        Key("game", "what the lobby offers first", Choice(tuple(kind.value for kind in Kind)), staff=True),
        Key("brightness_percent", "of lamps and displays", Number(1, 100), staff=True),
        Key("dim_after_s", "untouched for so long, the displays go dim, but never in play", IDLE_S, staff=True),
        Key("dark_after_s", "and dark; a press wakes them", IDLE_S, staff=True),
        Key("staff_file", 'what staff set in a file of their own, see README.md; "" for none', FileName(True)),
        Key("journal", "every game that was played; under systemd in its state folder", FileName()),
        Key("journal_max_mb", "when all games take more, the oldest go; 64 are some 300 games", Number(1, 100_000)),
        Key("host_button", "BCM number; it need not be there; false frees the pin", Pin(optional=True)),
        Key("sound_pin", "BCM number of a piezo; none: no sound at all", Pin(), "12"),
        Key("sound", "false: the piezo is silent", Flag(), staff=True),
        Key("host_hold_ms", "held for so long it switches the machine off; 0 never", DURATION_MS),
        Key("quiet_hours", 'no sound and little light from and until, "22-8"; or ""', Hours(), staff=True),
        Key("lamps_active_high", "false where a low pin lights the lamp", Flag()),
        Key("lamps_dimmable", "false where the lamp driver can't follow PWM", Flag()),
        Key("input_lag_ms", "how late a contact may come to be still in order", Number(0, 1_000)),
        Key("input_uncertainty_us", "two presses closer than this are a tie", Number(0, 1_000_000, whole=True)),
        Key("audit_ms", "how often levels are compared with edges; 0 never", DURATION_MS),
        Key(
            "web_port", "the spectator board for a TV or a phone; none: no board", Number(1, 65_535, whole=True), "8765"
        ),
        Key("web_host", '"0.0.0.0" lets the whole network look on', HostName()),
        Key(
            "table_display",
            "a display for what everyone may see, with all keys of a seat's",
            DISPLAY,
            '{ driver = "luma:ssd1322", width = 256, height = 64, spi = { dc_pin = 19, reset_pin = 20 } }',
        ),
        Key("pod", 'where seats say "pod:1": part of its name in /dev/serial/by-id, or a path', POD),
        Key(
            "seats",
            "Naming one seat means naming all there are, two to four. lamp and display may be left out, mux and "
            "channel where there is no multiplexer.",
            EverySeat(SEAT),
        ),
        Key("settings", "House rules, and how long everything takes.", SETTINGS),
    ),
)

# What staff may set, by its bare name: a setting needs no section in their file.
STAFF_KEYS: Mapping[str, Key] = {key.name: key for key in (*CONFIG.keys, *SETTINGS.keys) if key.staff}
