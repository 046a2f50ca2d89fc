"""The pod's line: what is said on it, by whose clock, and over which port. Contacts and lamps are elsewhere."""
