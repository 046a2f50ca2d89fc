"""The configuration: one commented TOML file, every key with a default, every wrong one a line that says why."""

from mindbuzz.config.effective import Effective, effective
from mindbuzz.config.file import config_of, read_config
from mindbuzz.config.values import Config, DisplayConfig, PodConfig, SeatConfig, SpiConfig, on_pins, on_pod

__all__ = [
    "Config", "DisplayConfig", "Effective", "PodConfig", "SeatConfig", "SpiConfig",
    "config_of", "effective", "on_pins", "on_pod", "read_config",
]  # fmt: skip
