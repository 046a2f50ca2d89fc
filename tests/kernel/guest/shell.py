"""Commands in the guest."""

import subprocess
import time


def run(command: str, timeout_s: float) -> str:
    """What a command prints on both outputs; fails with that if the command does."""
    done = subprocess.run(
        command,
        shell=True,
        timeout=timeout_s,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{command}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


def monotonic_s() -> float:
    """The machine's clock."""
    return time.monotonic()
