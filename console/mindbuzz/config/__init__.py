"""The configuration: one commented TOML file, every key with a default, every wrong one a line that says why."""

from mindbuzz.config.effective import Effective, effective
from mindbuzz.config.file import config_of, read_config
from mindbuzz.config.values import Config, DisplayConfig, SeatConfig, SpiConfig

__all__ = ["Config", "DisplayConfig", "Effective", "SeatConfig", "SpiConfig", "config_of", "effective", "read_config"]
