"""A Debian of its own for a test: a clean root file system, made once, and machines that start from it in namespaces.

A machine's first process is Debian's own systemd. Everything that it writes goes to an overlay, every mount is in a
namespace of its own, and when its first process ends, all of it is gone.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.kernel.delivery import wheels
from tests.waiting import wait_until

SUITE = "bookworm"
# What a small Debian has before anybody installs a console. Its lists of packages are left out on purpose.
PACKAGES = ("ca-certificates", "dbus", "python3", "systemd", "systemd-sysv", "udev")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mindbuzz"
BOOT = Path(__file__).parent / "boot.sh"
# Where a machine finds what is shared with it: the project, Python packages, and what a test hands in.
CLONE, HOUSE, GIVEN = "/srv/mindbuzz", "/srv/wheels", "/srv/given"
NEEDS = ("mmdebstrap", "unshare", "nsenter")
PATIENCE_S = 60
COMMAND_TIMEOUT_S = 300
SHELL_PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def why_not() -> str | None:
    """Why there can't be such machines here, or None."""
    missing = [program for program in NEEDS if not shutil.which(program)]
    if os.geteuid() != 0:
        return "a machine of its own takes root: sudo ./check"
    if missing:
        return f"a machine of its own takes {', '.join(missing)}"
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "--cgroup", "true"], capture_output=True, check=False
    )
    return None if done.returncode == 0 else f"namespaces are not to be had here: {done.stderr.decode().strip()}"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def clean_root() -> Path:
    """The folder of a clean root file system; made the first time, which takes half a minute."""
    name = hashlib.sha256(" ".join((SUITE, *PACKAGES)).encode()).hexdigest()[:8]
    root = CACHE / f"debian-{SUITE}-{name}"
    with _alone(CACHE / "debian.lock"):
        if not root.exists():
            unfinished = CACHE / f"{root.name}.new"
            shutil.rmtree(unfinished, ignore_errors=True)
            command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
            subprocess.run([*command, SUITE, unfinished], check=True)
            unfinished.rename(root)
    return root


def wheelhouse() -> Path:
    """Every Python package that the console and the making of its wheel take."""
    with _alone(CACHE / "wheels.lock"):
        return wheels()


class Machine:
    """One that can be switched on. `shared` is what it sees of this machine's, by the place at which it sees it.

    `root` is what it starts from, a clean root unless said otherwise; `kernel_words` stand on its command line.
    """

    def __init__(
        self, folder: Path, shared: Mapping[str, Path], *, root: str | None = None, kernel_words: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self._shared = shared
        self._root = root or str(clean_root())
        self._kernel_words = kernel_words
        self._cgroup = Path("/sys/fs/cgroup/unified" if Path("/sys/fs/cgroup/unified").exists() else "/sys/fs/cgroup")
        self._cgroup /= f"mindbuzz-test-{os.getpid()}"
        self._unshare: subprocess.Popen[str] | None = None
        self._pid = 0

    def switch_on(self) -> None:
        """Start it. What it wrote earlier is there again, but for /run and /tmp."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._cgroup.mkdir(exist_ok=True)
        pairs = [f"{outside}:{inside}" for inside, outside in self._shared.items()]
        systemd = ["/lib/systemd/systemd", "--show-status=0", "--log-target=journal", *self._kernel_words]
        enter = f'echo $$ > {self._cgroup}/cgroup.procs && exec "$@"'
        unshare = ["unshare", "--fork", "--mount", "--pid", "--uts", "--ipc", "--cgroup", "--kill-child=KILL"]
        command = [
            "sh",
            "-c",
            enter,
            "sh",
            *unshare,
            str(BOOT),
            self._root,
            str(self.folder),
            *systemd,
            "--",
            *pairs,
        ]
        self._unshare = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self._wait_for(lambda: bool(self._first_process()), "its first process")
        self._pid = int(self._first_process())
        self._wait_for(
            lambda: self.tries("systemctl is-system-running --wait")[1].strip() in ("running", "degraded"), "systemd"
        )

    def _first_process(self) -> str:
        assert self._unshare is not None
        assert self._unshare.poll() is None, self._unshare.communicate()
        children = Path(f"/proc/{self._unshare.pid}/task/{self._unshare.pid}/children").read_text().split()
        return children[0] if children and Path(f"/proc/{children[0]}/comm").read_text() == "systemd\n" else ""

    def _is_up(self) -> bool:
        return self.tries("systemctl is-system-running --wait")[1].strip() in ("running", "degraded")

    def _wait_for(self, there: Callable[[], bool], what: str) -> None:
        wait_until(there, PATIENCE_S, lambda: f"{what} did not come")

    def tries(self, script: str, **environment: str) -> tuple[int, str]:
        """Run a shell script as root; exit status and all that was said."""
        variables = [f"{name}={value}" for name, value in {"PATH": SHELL_PATH, "HOME": "/root", **environment}.items()]
        command = ["nsenter", "--target", str(self._pid), "--all", "env", "-i", *variables, "sh", "-c", script]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=300
        )
        return done.returncode, done.stdout

    def does(self, script: str, **environment: str) -> str:
        """The same, for what has to succeed."""
        status, told = self.tries(script, **environment)
        assert status == 0, told
        return told

    def path(self, inside: str) -> Path:
        """A file of the machine, seen from here."""
        return Path(f"/proc/{self._pid}/root{inside}")

    @property
    def is_on(self) -> bool:
        """Whether its first process is there."""
        return self._unshare is not None and self._unshare.poll() is None

    def wait_until_off(self) -> None:
        """Wait for it to switch itself off."""
        assert self._unshare is not None
        self._unshare.wait(PATIENCE_S)
        self._unshare.communicate()

    def pull_the_plug(self) -> None:
        """No process of it is left; also of one that is off."""
        if self._unshare is not None and self.is_on:
            self._unshare.send_signal(signal.SIGKILL)
            self._unshare.communicate()
        if self._cgroup.exists():
            self._wait_for(lambda: not _processes(self._cgroup) and _removed(self._cgroup), "the end of its processes")


def _processes(cgroup: Path) -> list[str]:
    return [pid for file in cgroup.rglob("cgroup.procs") for pid in file.read_text().split()]


def _removed(cgroup: Path) -> bool:
    """Whether it is gone, with all below it. What has just ended holds on to its group for a moment longer."""
    try:
        for folder in sorted((path for path in cgroup.rglob("*") if path.is_dir()), reverse=True):
            folder.rmdir()
        cgroup.rmdir()
    except OSError:
        return False
    return True
