"""Lamps: how bright, when. And which texts are patterns."""

import world


class Standing:
    def now_us(self):
        return 0

    def step(self):
        """Nothing happens."""


world.time.source = Standing()

from lamps import FULL, Lamps  # noqa: E402
from pod import keys_of  # noqa: E402

lamps = Lamps({1: 10, 2: 11})
assert world.duties == {10: 0, 11: 0}


def bright(now_ms, pin=10):
    lamps.update(now_ms)
    return round(world.duties[pin] * 100 / FULL)


lamps.play(1, 500, 0, keys_of("0:100;"))
assert bright(0) == 100 and bright(10**12) == 100

lamps.play(1, 1000, 2000, keys_of("0:10>1000:70>2000:10>"))
assert [bright(1000 + ms) for ms in (0, 500, 1000, 1500, 1999, 2000, 2500)] == [10, 40, 70, 40, 10, 10, 40]
assert bright(500) == 40, "begun later than now, it is where it would be"

lamps.play(1, 1000, 0, keys_of("0:100;200:0;400:60;"))
assert [bright(1000 + ms) for ms in (-5, 0, 199, 200, 399, 400, 10**9)] == [100, 100, 100, 0, 0, 60, 60]

lamps.play(1, 0, 0, keys_of("5000:30>6000:90;"))
assert [bright(ms) for ms in (0, 5000, 5500, 6000, 7000)] == [30, 30, 60, 90, 90]

lamps.play(3, 0, 0, keys_of("0:100;"))  # there is no such lamp
assert bright(0, 11) == 0
lamps.darken()
assert bright(5) == 0

for nonsense in ("", ";", ">", "0:5", "0:101;", "x:5;", "0;", "0:5;;", "0:5;6", "-1:5;", "0:5>x"):
    assert keys_of(nonsense) is None, nonsense
assert keys_of("7:0>8:100;") == [(7, 0, True), (8, 100, False)]
print("good")
