"""Where light, sound and words go to, one file or folder each. A sink is shown views and told outcomes; none may hold
the game up."""
