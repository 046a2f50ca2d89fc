"""Which wire goes where on the pod's Raspberry Pi Pico, by seat: GP numbers, as in machine.Pin(2)."""

# Contacts to ground, read with the Pico's own pull-up: low is pressed.
# GP0 and GP1 stay free for a serial console.
BUTTONS = {1: 2, 2: 3, 3: 4, 4: 5}

# Each to the input of a driver, never straight to a lamp: high is lit.
LAMPS = {1: 10, 2: 11, 3: 12, 4: 13}
