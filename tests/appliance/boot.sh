#!/bin/bash
# usage: boot.sh ROOT UPPER PROGRAM... [-- OUTSIDE:INSIDE...]
# Becomes PROGRAM as the first process of a machine: ROOT, one folder or several with colons between, the upper ones
# first, with everything written going to UPPER. Runs in namespaces of its own, so whatever it mounts is gone when
# PROGRAM is. Folders, files and devices OUTSIDE are seen INSIDE.
set -euo pipefail
root=$1 upper=$2
shift 2
program=()
while [[ $# -gt 0 && $1 != -- ]]; do program+=("$1"); shift; done
shift || true

mkdir -p "$upper"/{written,work,merged}
machine=$upper/merged
mount --make-rprivate /
mount -t overlay -o "lowerdir=$root,upperdir=$upper/written,workdir=$upper/work" overlay "$machine"
mount -t proc proc "$machine/proc"
mount -t sysfs sysfs "$machine/sys"
mount -t cgroup2 cgroup2 "$machine/sys/fs/cgroup"
mount -t tmpfs tmpfs "$machine/run"
mount -t tmpfs tmpfs "$machine/tmp"
mount -t tmpfs -o mode=755 tmpfs "$machine/dev"
for device in null zero full random urandom tty; do
    touch "$machine/dev/$device"
    mount --bind "/dev/$device" "$machine/dev/$device"
done
mkdir "$machine/dev/pts" "$machine/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$machine/dev/pts"
ln -s pts/ptmx "$machine/dev/ptmx"
ln -s /proc/self/fd "$machine/dev/fd"
for pair in "$@"; do
    outside=${pair%%:*} inside=$machine${pair#*:}
    if [[ -d $outside ]]; then mkdir -p "$inside"; else mkdir -p "${inside%/*}" && touch "$inside"; fi
    mount --bind "$outside" "$inside"
done

cd "$machine"
pivot_root . mnt
umount -l /mnt
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin "${program[@]}"
