"""How main.py starts: whether 0x03 can interrupt it is settled before anything else, the watchdog is fed only by a pod
that turns, and whatever ends one ends in a reset."""

import sys

import world

said = []


class Interrupts:
    """MicroPython's own module, and what is asked of it."""

    @staticmethod
    def kbd_intr(character):
        said.append("kbd_intr %d" % character)


class ThisPod:
    @staticmethod
    def this_one():
        said.append("made")

    @staticmethod
    def run(pod):
        said.append("runs")
        raise OSError("something fails")


class Still:
    def now_us(self):
        return 0

    def step(self):
        """Whatever is called comes after the first line."""
        assert said, "something was called before 0x03 was harmless"


world.time.source = Still()
sys.modules["micropython"] = Interrupts
sys.modules["pod"] = ThisPod
try:
    import main  # noqa: F401
except (SystemExit, OSError):
    assert said == ["kbd_intr -1", "made", "runs"], said
    print("good")
