"""A root that nothing is written to: the word on the kernel's command line, and the partition that outlives it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindbuzz.appliance.readonly import WORD, KernelLine, with_word, without_word
from tests.appliance.console import INSTALL, STATE, a_game_goes_on, configure_without_hardware, until
from tests.appliance.debian import CACHE, Machine, clean_root

LINE = "console=serial0,115200 console=tty1 root=PARTUUID=0-02 rootfstype=ext4 fsck.repair=yes rootwait quiet"
words = st.lists(st.from_regex(r"[a-n][a-z0-9.=,:/-]{0,12}", fullmatch=True))


@given(words.map(" ".join), st.sampled_from(["", "\n"]))
def test_the_word_comes_once_and_goes_without_a_trace(line: str, end: str) -> None:
    once = with_word(line + end)

    assert once.split() == [*line.split(), WORD]
    assert once.count("\n") == len(end)
    assert with_word(once) == once
    assert without_word(once) == line + end


@pytest.mark.parametrize("before", ["overlayroot=tmpfs", "overlayroot=tmpfs:recurse=1", "overlayroot=disabled"])
def test_another_word_of_the_kind_makes_way(before: str) -> None:
    assert with_word(f"{LINE} {before} splash\n") == f"{LINE} splash {WORD}\n"
    assert without_word(f"{LINE} {before}\n") == f"{LINE}\n"


def test_the_step_keeps_the_line_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "cmdline.txt"
    file.write_text(f"{LINE}\n")
    step = KernelLine(file)
    step.do()
    assert (step.lacks(), file.read_text()) == ([], f"{LINE} {WORD}\n")
    assert (tmp_path / "cmdline.txt.before-mindbuzz").read_text() == f"{LINE}\n"
    step.undo()
    assert (step.traces(), file.read_text()) == ([], f"{LINE}\n")


# --- on a machine ---


@contextmanager
def partition(folder: Path) -> Iterator[Path]:
    """A small file system on a block device, as a partition of an SD card is."""
    image = folder / "partition"
    with image.open("wb") as file:
        file.truncate(16 << 20)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-L", "mindbuzz", image], check=True)
    attach = ["losetup", "--find", "--show", str(image)]
    device = Path(subprocess.run(attach, check=True, capture_output=True, text=True).stdout.strip())
    try:
        yield device
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)


@pytest.mark.slow
def test_under_a_root_that_forgets_the_games_outlive_the_power_and_no_partition_is_no_reason_not_to_play(
    machine: Machine, tmp_path: Path
) -> None:
    configure_without_hardware(machine)
    machine.does(INSTALL)
    machine.does("systemctl poweroff --no-block")
    machine.wait_until_off()
    machine.pull_the_plug()
    root = f"{machine.folder / 'written'}:{clean_root()}"
    game = tmp_path / "game"
    game.mkdir()

    @contextmanager
    def forgetful(device: Path | None) -> Iterator[Machine]:
        """The same machine, started under an overlay; whatever it writes to its root is gone afterwards."""
        folder = CACHE / f"forgetful-{os.getpid()}"
        shared = {"/srv/given": game} | ({} if device is None else {"/dev/disk/by-label/mindbuzz": device})
        started = Machine(folder, shared, root=root, kernel_words=(WORD,))
        started.switch_on()
        try:
            until(started, "mindbuzz status --json", '"game"')
            yield started
        finally:
            started.pull_the_plug()
            shutil.rmtree(folder)

    with partition(tmp_path) as device:
        # --- a game is begun, the plug is pulled ---
        with forgetful(device) as first:
            assert first.does(f"findmnt --noheadings --output FSTYPE {STATE}").strip() == "ext4"
            assert first.does(f"stat -c '%U %a' {STATE}").strip() == "mindbuzz 700"
            a_game_goes_on(first, game)
            first.does("touch /etc/forgotten; sync")
            status, told = first.tries("mindbuzz update /srv/given")
            assert (status, len(told.splitlines())) == (2, 1)
            assert "mindbuzz readonly --off" in told

        # --- the game is there again, and nothing else is ---
        with forgetful(device) as second:
            assert '"level": 1' in second.does("mindbuzz status --json")
            assert second.tries("ls /etc/forgotten")[0] != 0

        # --- a partition that is damaged: it is said, and played ---
        with device.open("r+b") as blocks:
            blocks.write(bytes(8 << 20))
        with forgetful(device) as third:
            assert '"game": null' in third.does("mindbuzz status --json")
            assert "forgotten" in third.does("journalctl --unit mindbuzz-state --no-pager")

    # --- no partition at all ---
    with forgetful(None) as fourth:
        assert '"game": null' in fourth.does("mindbuzz status --json")
        assert "no partition is labelled mindbuzz" in fourth.does("journalctl --unit mindbuzz-state --no-pager")
