"""Whether a contact bounces more than the console can bear: judged by the very stage that judges it in a game."""

from collections.abc import Sequence

from mindbuzz.contacts.contact import Contact
from mindbuzz.contacts.stage import Stage
from mindbuzz.core.events import ButtonPressed, ButtonReleased
from mindbuzz.core.settings import Settings, us

SETTLED_US = 1_000_000
US_PER_MS = 1000


def bounces(contacts: Sequence[Contact], settings: Settings) -> str:
    """What one press of a contact did wrong, for a person; empty: nothing."""
    if not contacts:
        return ""
    seat = contacts[0].seat
    stage = Stage((seat,), settings)
    events = [event for contact in contacts for event in stage.contact(contact)]
    events += stage.pass_time(contacts[-1].at_us + SETTLED_US)
    released_us: int | None = None
    for event in events:
        if isinstance(event, ButtonPressed):
            if released_us is not None and event.at_us - released_us < us(settings.repeat_guard_ms):
                return f"one press counts twice, {_ms(event.at_us - released_us)} ms apart"
            late_us = event.at_us - _first_closing_us(contacts, event.at_us, settings)
            if late_us > 0:
                return f"its first contact is {_ms(late_us)} ms before the press that can be believed"
        elif isinstance(event, ButtonReleased):
            released_us = event.at_us
    return ""


def _first_closing_us(contacts: Sequence[Contact], press_us: int, settings: Settings) -> int:
    """The first closing of the burst that ends in a press: before it the contact rested for long enough."""
    rest_us = us(settings.repeat_guard_ms)
    first_us = press_us
    for contact in reversed([contact for contact in contacts if contact.at_us <= press_us]):
        if first_us - contact.at_us >= rest_us:
            break
        first_us = contact.at_us if contact.closed else first_us
    return first_us


def _ms(duration_us: int) -> str:
    return f"{duration_us / US_PER_MS:.1f}"
