"""What this firmware calls itself, and what it speaks."""

VERSION = "1.1.0"
PROTOCOL = 1  # as in PROTOCOL.md
