"""When a game began, for people: by the clock of the machine that shows it. The journal keeps UTC."""

from datetime import datetime


def local_minute(began_at: str) -> str:
    """A moment of the journal by the local clock, "2026-01-31 20:15"; what is no moment, as it stands."""
    try:
        return datetime.fromisoformat(began_at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return began_at


def local_zone() -> str:
    """What the local time is called now, "CET"."""
    return datetime.now().astimezone().tzname() or "?"
