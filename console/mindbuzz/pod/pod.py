"""The pod as the console has it: a port, and the link over it while it is open."""

from mindbuzz.pod.frames import Hello, LampKey
from mindbuzz.pod.link import Happening, Link, Lost
from mindbuzz.pod.port import Closed, Item, Opened, Port, Received


class Pod:
    """A pod that comes and goes. Both its buttons and its lamps talk through this one."""

    def __init__(self, port: Port, audit_us: int) -> None:
        self._port = port
        self._audit_us = audit_us
        self._link: Link | None = None
        self._closed_because = "it was not looked for yet"
        self.meetings = 0

    @property
    def due_us(self) -> int | None:
        """When `act` has something to do, or None. 0: at once."""
        if self._port.waiting:
            return 0
        return None if self._link is None else self._link.due_us

    def act(self, now_us: int) -> list[Happening]:
        """Hear what the pod says, say what there is to say; what happened, in order."""
        self._port.urgent = False
        happened: list[Happening] = []
        for item in self._port.take():
            happened.extend(self._hear(item))
        if self._link is not None:
            self._link.act(now_us)
            happened.extend(self._link.happened())
            self.flush()
        return happened

    def _hear(self, item: Item) -> list[Happening]:
        if isinstance(item, Received) and self._link is not None:
            self._link.take(item.data, item.at_us)
            return self._link.happened()
        if isinstance(item, Opened):
            self._link = Link(item.at_us, self._audit_us)
            self.meetings += 1
        if isinstance(item, Closed):
            return self._end(item)
        return []

    def _end(self, closed: Closed) -> list[Happening]:
        was_met, self._link = self.met, None
        self._closed_because = closed.reason
        return [Lost(closed.at_us, closed.reason)] if was_met else []

    def flush(self) -> None:
        """Send what is to be sent."""
        if self._link is not None:
            for line in self._link.outgoing():
                self._port.send(line)

    def play(self, lamp: int, began_us: int, loop_us: int, keys: tuple[LampKey, ...]) -> None:
        """Let a lamp play a pattern, if the pod is there; it may not arrive, so say it again from time to time."""
        if self._link is not None:
            self._link.play(lamp, began_us, loop_us, keys)

    @property
    def hello(self) -> Hello | None:
        """What the pod says it is, once it has."""
        return None if self._link is None else self._link.hello

    @property
    def without_room(self) -> int:
        """For how many edges the pod had no room since its start."""
        return 0 if self._link is None or self._link.status is None else self._link.status.lost

    @property
    def unreadable(self) -> tuple[int, int]:
        """How many lines of the pod could not be read, and how many it could not read itself."""
        if self._link is None or self._link.status is None:
            return 0, 0
        return self._link.unreadable, self._link.status.bad

    @property
    def met(self) -> bool:
        """Whether the pod can be relied on."""
        return self._link is not None and self._link.met

    @property
    def certain_us(self) -> int | None:
        """The time before which no contact can have changed unheard; None without a pod to wait for."""
        return None if self._link is None else self._link.certain_us

    def wake_when_known(self) -> None:
        """Somebody waits for `certain_us` to move on."""
        self._port.urgent = True
        if self._link is not None:
            self._link.ask()

    @property
    def trouble(self) -> str | None:
        """Why there is no pod, for people; None if there is one."""
        if self._link is None:
            return self._closed_because
        if self.met:
            return None
        if self._link.hello is not None and not self._link.refused:
            return "it answers, but too late to know its clock by; is this machine too busy?"
        return self._link.refused or "it is plugged in but does not answer; new firmware may help: mindbuzz pod flash"

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
