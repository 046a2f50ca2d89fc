"""What was seen in a self-test so far. Places are seats, or HOST, TABLE or PIEZO; None: skipped, nobody knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mindbuzz.contacts.contact import Contact
from mindbuzz.outputs.oled.health import Health
from mindbuzz.outputs.oled.wiring import I2c, Spi

Location = I2c | Spi
Places = frozenset[int]
NOWHERE: Places = frozenset()


@dataclass(frozen=True, slots=True)
class Notes:
    """`closed_at_rest`: buttons that read closed while nobody pressed. `pod_trouble`: why none comes from the pod.
    `presses`: the contacts of all buttons while one was to be pressed. `lit_at_rest`, `lamps`: where lamps were lit
    while none was to be, and one. `answers`: how the display at each location is. `screens`: at which seats something
    was to be seen of one at a location. `heard`: by the piezo that played, where somebody said so; nowhere: nobody."""

    closed_at_rest: Places | None = None
    pod_trouble: str | None = None
    presses: Mapping[int, tuple[Contact, ...] | None] = field(default_factory=dict)
    lit_at_rest: Places | None = None
    looked_at_rest: bool = False
    lamps: Mapping[int, Places | None] = field(default_factory=dict)
    answers: Mapping[Location, Health] | None = None
    screens: Mapping[Location, Places | None] = field(default_factory=dict)
    heard: Mapping[int, Places | None] = field(default_factory=dict)
