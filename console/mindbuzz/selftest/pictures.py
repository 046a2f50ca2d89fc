"""What the displays show in each step: all of them what is asked, and one by itself when they are looked at."""

from collections.abc import Mapping

from PIL import Image

from mindbuzz.screens.selftest import selftest_picture
from mindbuzz.screens.texts import Texts
from mindbuzz.selftest.notes import Location
from mindbuzz.selftest.plan import AllDark, HandsOff, Light, Listen, Look, Plan, Press, Step
from mindbuzz.selftest.wire import HOST


class Pictures:
    """Pictures by location; what is not in them is dark."""

    def __init__(self, plan: Plan, texts: Texts) -> None:
        self._plan = plan
        self._texts = texts

    def __call__(self, step: Step) -> Mapping[Location, Image.Image]:
        match step:
            case HandsOff():
                return self._everywhere("selftest_rest", None)
            case Press(place) if place != HOST:
                return self._everywhere("selftest_press", place)
            case AllDark():
                return self._everywhere("selftest_lamp", None)
            case Light(place):
                return self._everywhere("selftest_lamp", place)
            case Look(location):
                return {location: selftest_picture("selftest_screen", None, self._texts)}
            case Listen():
                return self._everywhere("selftest_sound", None)
        return {}

    def _everywhere(self, key: str, seat: int | None) -> Mapping[Location, Image.Image]:
        return dict.fromkeys(self._plan.displays.values(), selftest_picture(key, seat, self._texts))
