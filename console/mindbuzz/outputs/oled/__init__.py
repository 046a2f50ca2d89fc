"""Small OLEDs: a page-addressed driver that sends only what changed, and the threads that run it."""

from mindbuzz.outputs.oled.care import Care, Light
from mindbuzz.outputs.oled.drivers import PanelSpec
from mindbuzz.outputs.oled.health import Health, State
from mindbuzz.outputs.oled.panels import Panels
from mindbuzz.outputs.oled.wiring import I2c, Spi

__all__ = ["Care", "Health", "I2c", "Light", "PanelSpec", "Panels", "Spi", "State"]
