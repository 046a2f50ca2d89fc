"""mindbuzz: an open tabletop console for the co-operative card game The Mind."""

__version__ = "0.1.0"
