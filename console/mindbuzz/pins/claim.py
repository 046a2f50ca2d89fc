"""A pin that somebody else holds: wait a little, say who, give up with a line that says who."""

import logging
import time
from collections.abc import Callable

from mindbuzz.errors import PinError

PAUSES_S = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2)

log = logging.getLogger(__name__)


def wait_until_free(pin: str, holder: Callable[[], str | None], pause: Callable[[float], object] = time.sleep) -> None:
    """Back off while `holder` names somebody. Raises PinError if they never let go."""
    for pause_s in PAUSES_S:
        who = holder()
        if who is None:
            return
        log.warning('%s is held by "%s"; trying again in %g s', pin, who, pause_s)
        pause(pause_s)
    who = holder()
    if who is not None:
        raise PinError(f'{pin} is held by "{who}"; end that program, or choose another pin')
