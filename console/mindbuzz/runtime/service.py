"""What the service manager is told: ready, alive, stopping."""

import os
from pathlib import Path

import sdnotify

BEATS_PER_TIMEOUT = 3
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Heartbeat:
    """Feeds systemd's watchdog from the loop itself, so that a blocked loop is noticed. A source without contacts."""

    name = "heartbeat"

    def __init__(self, now_us: int) -> None:
        # Only where somebody listens: elsewhere sdnotify leaves its socket open.
        self._notifier = sdnotify.SystemdNotifier() if os.environ.get("NOTIFY_SOCKET") else None
        timeout_us = int(os.environ.get("WATCHDOG_USEC", "0"))
        self._period_us = timeout_us // BEATS_PER_TIMEOUT
        self._due_us = now_us + self._period_us

    @property
    def due_us(self) -> int | None:
        """When the next beat is due; None where no watchdog listens."""
        return self._due_us if self._period_us else None

    def closed(self) -> frozenset[int]:
        """No buttons here."""
        return frozenset()

    def act(self, now_us: int) -> None:
        """Beat."""
        self._tell("WATCHDOG=1")
        self._due_us = now_us + self._period_us

    def ready(self) -> None:
        """The console can be played."""
        self._tell("READY=1")

    def stopping(self) -> None:
        """The process is about to end. Not for a console that is put together anew: systemd would kill that."""
        self._tell("STOPPING=1")

    def close(self) -> None:
        """Speak no more."""
        if self._notifier is not None and self._notifier.socket is not None:
            self._notifier.socket.close()

    def _tell(self, state: str) -> None:
        if self._notifier is not None:
            self._notifier.notify(state)


def boot_id() -> str:
    """Which boot of the machine this is; empty where the kernel does not say."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""
