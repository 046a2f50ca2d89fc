"""Quiet hours: no sound and little light at night, by a clock that is known to be right."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from mindbuzz.config.values import Config

QUIET_BRIGHTNESS_PERCENT = 20.0
# One of them is there where somebody has told the machine what time it is: the network, or a clock with a battery.
SYNCHRONIZED = "/run/systemd/timesync/synchronized"
KNOWS_TIME = (Path(SYNCHRONIZED), Path("/dev/rtc0"))


def local_time() -> datetime | None:
    """What time of day it is here, or None on a machine that can't know."""
    return datetime.now().astimezone() if any(path.exists() for path in KNOWS_TIME) else None


def is_quiet(hours: str, now: datetime | None) -> bool:
    """Whether it is between the hours of "22-8"; never where there are none, or nobody knows what time it is."""
    begins, _, ends = hours.partition("-")
    if not ends or now is None:
        return False
    first, last = int(begins), int(ends)
    return first <= now.hour < last if first < last else now.hour >= first or now.hour < last


def hushed(config: Config) -> Config:
    """The same console at night."""
    return replace(config, sound=False, brightness_percent=min(config.brightness_percent, QUIET_BRIGHTNESS_PERCENT))
