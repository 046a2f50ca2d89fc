"""The console as an appliance: installed, updated, rolled back, uninstalled; one file for each thing there is.

Standard library only. `./install` runs it with the system's own Python, before anything of ours is installed.
"""
