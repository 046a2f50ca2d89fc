"""The ways to the pins: gpiozero pin factories, by name. What needs a pin is given one of them."""
