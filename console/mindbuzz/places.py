"""Where the console that is a service of its machine keeps its things."""

from pathlib import Path

CONFIG = Path("/etc/mindbuzz/mindbuzz.toml")
STATE = Path("/var/lib/mindbuzz")  # the service and root alone may look into it
# What systemd tells a service of its folders.
STATE_VARIABLE = "STATE_DIRECTORY"
RUNTIME_VARIABLE = "RUNTIME_DIRECTORY"
JOURNAL_NAME = "mindbuzz.sqlite"  # unless the configuration names another
