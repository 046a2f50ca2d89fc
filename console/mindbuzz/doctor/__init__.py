"""The doctor: looks at a machine without touching it, and says what is wrong and which command puts it right.

Every check is a function of the surroundings and the configuration; the table of them is in checks.py.
"""
