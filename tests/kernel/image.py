"""Makes what the kernel bench boots: a small Debian on a disk, Debian's kernel for it, and the GPIO simulator of that
kernel, built here from Debian's own source package (its kernel leaves it out). It is kept outside the checkout and made
anew when Debian has a new kernel or this file changes.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
GUEST_FILES = HERE / "guest" / "image"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mindbuzz" / "kernel"

DISK_SIZE = "3G"  # sparse
PACKAGES = (
    "systemd", "systemd-sysv", "udev", "kmod", "procps", "e2fsprogs", "busybox-static", "gpiod",
    "python3", "python3-venv", "python3-pip",
    # The machine has no network: what the installation would have from Debian is there.
    "python3-aiohttp", "python3-cbor2", "python3-libgpiod", "python3-pil",
)  # fmt: skip
NOT_NEEDED = ("usr/share/doc", "usr/share/man", "usr/share/locale", "var/cache/apt")
# Of the kernel's modules, those of a disk, a serial line, I2C, USB gadgets and configfs; and what they lean on.
MODULE_FOLDERS = (
    "arch", "crypto", "lib", "drivers/block", "drivers/char", "drivers/i2c", "drivers/tty", "drivers/usb",
    "drivers/virtio", "fs/configfs", "fs/ext4", "fs/jbd2", "fs/fat", "fs/nls", "fs/mbcache.ko",
)  # fmt: skip
TO_FIND_THE_DISK = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
# Three lines of the simulator are not for here. It calls a function that modules may not; for an interrupt of its own
# another does the same. And in it the chip's own resistor opens a closed contact, which no resistor does.
REPLACED = {
    "handle_simple_irq(irq_to_desc(irqnum));": "generic_handle_irq(irqnum);",
    "return gpio_sim_apply_pull(chip, offset, 1);": "return 0;",
    "return gpio_sim_apply_pull(chip, offset, 0);": "return 0;",
}
MASKED_UNITS = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dev-hugepages.mount", "dev-mqueue.mount", "dpkg-db-backup.timer",
    "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "getty-static.service", "getty@tty1.service",
    "modprobe@dm_mod.service", "modprobe@drm.service", "modprobe@efi_pstore.service", "modprobe@fuse.service",
    "modprobe@loop.service", "serial-getty@ttyS0.service", "sys-kernel-debug.mount", "sys-kernel-tracing.mount",
    "systemd-tmpfiles-clean.timer",
)  # fmt: skip


class NoRegistryError(Exception):
    """Debian's packages can't be had just now; nothing of ours is at fault."""


@dataclass(frozen=True)
class Image:
    """What QEMU boots: a kernel, its first file system, and a disk that nobody writes to."""

    kernel: Path
    initrd: Path
    disk: Path


def ready_image() -> Image:
    """The image, made now unless it lies there. Raises NoRegistryError, or CalledProcessError for what failed."""
    kernel_package = newest_kernel_package()
    folder = CACHE / _key(kernel_package)
    image = Image(folder / "vmlinuz", folder / "initrd.cpio", folder / "disk.ext4")
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix="unfinished-") as unfinished:
            _make(Path(unfinished), kernel_package)
            made = Path(unfinished) / "made"
            made.rename(folder)
    return image


def _key(kernel_package: str) -> str:
    """A name for an image: of all that decides what is in it."""
    parts = [kernel_package.encode(), Path(__file__).read_bytes()]
    parts += [file.read_bytes() for file in sorted(GUEST_FILES.rglob("*")) if file.is_file()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def newest_kernel_package() -> str:
    """Debian's kernel for this release: linux-image-VERSION. Raises NoRegistryError."""
    depends = _output(["apt-cache", "depends", "linux-image-amd64"])
    found = re.search(r"Depends: (linux-image-\S+-amd64)", depends)
    if found is None:
        raise NoRegistryError("apt knows no linux-image-amd64; has apt-get update failed?")
    return found[1]


def _make(folder: Path, kernel_package: str) -> None:
    release = kernel_package.removeprefix("linux-image-")
    made = folder / "made"
    made.mkdir()
    with step("kernel and its source, from Debian"):
        source = _fetch_kernel(folder, kernel_package)
    with step("GPIO simulator, built for this kernel"):
        simulator = _build_simulator(folder, release, source)
    with step("a small Debian"):
        root = _bootstrap(folder)
    with step("disk"):
        _put_modules(folder / "kernel", root, release, simulator)
        _furnish(root)
        shutil.copy(folder / "kernel" / "boot" / f"vmlinuz-{release}", made / "vmlinuz")
        _write_initrd(root, release, made / "initrd.cpio")
        _run(["mke2fs", "-q", "-t", "ext4", "-d", str(root), str(made / "disk.ext4"), DISK_SIZE])


def _fetch_kernel(folder: Path, kernel_package: str) -> Path:
    """Unpacks the kernel into folder/kernel; answers where the source archive is."""
    headers = kernel_package.replace("image", "headers")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _from_registry(["apt-get", "-qq", "install", "--yes", "linux-source", headers], env=environment)
    _from_registry(["apt-get", "-qq", "download", "-o", "APT::Sandbox::User=root", kernel_package], cwd=folder)
    [package] = folder.glob("linux-image-*.deb")
    _run(["dpkg", "-x", str(package), str(folder / "kernel")])
    [series] = re.findall(r"linux-headers-(\d+\.\d+)", headers)
    return Path(f"/usr/src/linux-source-{series}.tar.xz")


def _build_simulator(folder: Path, release: str, source: Path) -> Path:
    build = folder / "simulator"
    build.mkdir()
    top = source.name.removesuffix(".tar.xz")
    wanted = {f"{top}/drivers/gpio/gpio-sim.c", f"{top}/kernel/irq/irq_sim.c"}
    with tarfile.open(source) as archive:
        for member in archive:
            if member.name in wanted or re.fullmatch(rf"{top}/drivers/gpio/gpiolib[\w-]*\.h", member.name):
                content = archive.extractfile(member)
                assert content is not None
                text = content.read().decode()
                for there, here in REPLACED.items():
                    text = text.replace(there, here)
                (build / Path(member.name).name).write_text(text, encoding="utf-8")
    (build / "Makefile").write_text("obj-m := gpiosim.o\ngpiosim-y := gpio-sim.o irq_sim.o\n", encoding="utf-8")
    make = ["make", "-s", "-C", f"/usr/src/linux-headers-{release}", f"M={build}", "modules"]
    done = subprocess.run(make, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout)
        done.check_returncode()
    return build / "gpiosim.ko"


def _bootstrap(folder: Path) -> Path:
    root = folder / "root"
    suite = re.findall(r"^VERSION_CODENAME=(\w+)$", Path("/etc/os-release").read_text(encoding="ascii"), re.MULTILINE)
    command = [
        "mmdebstrap",
        "--quiet",
        "--variant=minbase",
        "--skip=cleanup/apt/lists",
        f"--include={','.join(PACKAGES)}",
    ]
    _from_registry([*command, suite[0], str(root)])
    for name in NOT_NEEDED:
        shutil.rmtree(root / name, ignore_errors=True)
    return root


def _put_modules(kernel: Path, root: Path, release: str, simulator: Path) -> None:
    source, target = kernel / "lib" / "modules" / release, root / "lib" / "modules" / release
    for name in MODULE_FOLDERS:
        place = target / "kernel" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (source / "kernel" / name).is_dir():
            shutil.copytree(source / "kernel" / name, place)
        elif (source / "kernel" / name).exists():
            shutil.copy(source / "kernel" / name, place)
    for index in source.glob("modules.*"):
        shutil.copy(index, target)
    (target / "extra").mkdir()
    shutil.copy(simulator, target / "extra")
    _run(["depmod", "--basedir", str(root), release])


def _furnish(root: Path) -> None:
    """Our own few files, and no unit that only takes time."""
    shutil.copytree(GUEST_FILES, root, dirs_exist_ok=True)
    units = root / "etc" / "systemd" / "system"
    for name in MASKED_UNITS:
        (units / name).unlink(missing_ok=True)
        (units / name).symlink_to("/dev/null")
    wanted = units / "multi-user.target.wants"
    wanted.mkdir(exist_ok=True)
    for unit in (GUEST_FILES / "etc/systemd/system").glob("*.service"):
        (wanted / unit.name).symlink_to(f"/etc/systemd/system/{unit.name}")
    # What Raspberry Pi OS has from the start: the groups that own the devices.
    subprocess.run(["chroot", str(root), "systemd-sysusers"], check=True, capture_output=True)
    (root / "etc" / "machine-id").write_text("", encoding="ascii")


def _write_initrd(root: Path, release: str, initrd: Path) -> None:
    """What it takes to find the disk, and no more."""
    with tempfile.TemporaryDirectory() as name:
        first = Path(name)
        for folder in ("bin", "dev", "modules", "root"):
            (first / folder).mkdir()
        shutil.copy(root / "bin" / "busybox", first / "bin")
        files = _modules_in_order(root / "lib" / "modules" / release, TO_FIND_THE_DISK)
        for number, file in enumerate(files):
            shutil.copy(file, first / "modules" / f"{number:02}-{file.name}")
        init = first / "init"
        init.write_text(INIT, encoding="ascii")
        init.chmod(0o755)
        names = "\n".join(str(file.relative_to(first)) for file in sorted(first.rglob("*")))
        with initrd.open("wb") as archive:
            subprocess.run(
                ["cpio", "--quiet", "-o", "-H", "newc"], cwd=first, input=names.encode(), stdout=archive, check=True
            )


INIT = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*; do /bin/busybox insmod "$module"; done
until /bin/busybox mount -t ext4 /dev/vda /root 2>/dev/null; do /bin/busybox sleep 0.1; done
exec /bin/busybox switch_root /root /sbin/init
"""


def _modules_in_order(modules: Path, names: tuple[str, ...]) -> list[Path]:
    """The files of modules, each after those that it needs."""
    needs = dict(line.split(":", 1) for line in (modules / "modules.dep").read_text(encoding="ascii").splitlines())
    by_name = {Path(file).name.split(".")[0].replace("-", "_"): file for file in needs}
    ordered: dict[str, None] = {}
    for name in names:
        # A kernel may have one of these built in.
        for file in [*reversed(needs[by_name[name]].split()), by_name[name]] if name in by_name else []:
            ordered.setdefault(file)
    return [modules / file for file in ordered]


# --- running things ---


@contextmanager
def step(what: str) -> Iterator[None]:
    """Says what takes its time, and then how long it took."""
    began_s = time.monotonic()
    print(f"kernel bench: {what} ...", file=sys.stderr, flush=True)
    yield
    print(f"kernel bench: {what}: {time.monotonic() - began_s:.0f} s", file=sys.stderr, flush=True)


def _from_registry(command: list[str], **options: object) -> None:
    """Runs what needs Debian's packages; tells a registry that does not answer from a fault of ours."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode == 0:
        return
    if NO_ANSWER.search(done.stderr):
        raise NoRegistryError(done.stderr.strip().splitlines()[-1])
    sys.stderr.write(done.stderr)
    done.check_returncode()


NO_ANSWER = re.compile(
    r"Could not (resolve|connect)|Temporary failure|Unable to connect|timed out|Failed to fetch|50[234] ", re.IGNORECASE
)


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True)


def _output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
