"""Colours of wires: WireViz's two letters, and the words."""

COLOURS = {
    "BK": "black",
    "BN": "brown",
    "BU": "blue",
    "GN": "green",
    "GY": "grey",
    "OG": "orange",
    "RD": "red",
    "WH": "white",
    "YE": "yellow",
}
