"""The machine itself, when the computer below it has no room for a moment."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.kernel import machine as bench
from tests.kernel.image import Image
from tests.kernel.machine import Machine, Picture
from tests.runtime.storage.disks import mounted


def test_a_machine_whose_disk_found_no_room_goes_on_when_there_is_some(
    image: Image, picture: tuple[Picture, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "LOOK_S", 1)
    shot, delivery = picture
    with mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs", tmp_path) as small:
        machine = Machine(image, small, delivery, shot.disk)
        machine.start(shot.memory)
        try:
            machine.run("dd if=/dev/urandom of=/root/much bs=1M count=30 2>/dev/null; sync >/dev/null 2>&1 &")
            subprocess.run(["mount", "-o", "remount,size=200m", str(small)], check=True)
            assert machine.run("sync; stat -c %s /root/much").strip() == str(30 << 20)
        finally:
            machine.cut_power()
