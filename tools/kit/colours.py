"""Colours of wires: WireViz's two letters, the words, and how they are drawn."""

COLOURS = {
    "BK": "black",
    "BN": "brown",
    "BU": "blue",
    "GD": "gold",
    "GN": "green",
    "GY": "grey",
    "OG": "orange",
    "PK": "pink",
    "RD": "red",
    "VT": "violet",
    "WH": "white",
    "YE": "yellow",
}

PAINT = {
    "BK": "#222222",
    "BN": "#8a5a2b",
    "BU": "#1769d0",
    "GD": "#c9a227",
    "GN": "#2e9b45",
    "GY": "#8a8f96",
    "OG": "#f08000",
    "PK": "#ec8fbc",
    "RD": "#d22b2b",
    "VT": "#8e44ad",
    "WH": "#ffffff",
    "YE": "#e8b800",
}
OUTLINE = "#6b6b6b"  # around a white wire
