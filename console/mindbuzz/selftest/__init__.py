"""The self-test: walks a maker through every button, lamp and display, and names the wire that is wrong.

What to do next and what it all means are pure functions of what was seen so far (plan.py, verdict.py); walk.py does
it with the real parts and a person.
"""
