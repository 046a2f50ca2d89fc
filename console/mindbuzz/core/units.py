"""Larger units of time, in microseconds."""

MS_US = 1_000
SECOND_US = 1_000_000
MINUTE_US = 60 * SECOND_US
