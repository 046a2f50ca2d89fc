"""What MicroPython starts when the pod gets its power."""

import micropython

micropython.kbd_intr(-1)  # what comes over the line is no keyboard: 0x03 stops nothing

import machine  # noqa: E402
import maintenance  # noqa: E402
import pins  # noqa: E402

if maintenance.wanted(pins.BUTTONS[min(pins.BUTTONS)]):
    micropython.kbd_intr(3)
    print("mindbuzz pod: maintenance; it is a pod again when it was unplugged")
else:
    import pod

    this_pod = pod.this_one()
    # Only once it runs: firmware that can't even start must leave the prompt to whoever repairs it.
    try:
        pod.run(this_pod)
    finally:
        machine.reset()
