"""Colours of what has none of its own."""

PARTS = ("#3f6fa8ff", "#e08a3cff", "#4f9d8fff", "#c9504cff", "#7a6fb3ff", "#d9b343ff", "#5b8f4aff", "#b56a93ff", "#8a6b58ff", "#5aa5c9ff")
STANDING = "#8d949eff"  # what stands still
JOINT, PIN = "#30363fff", "#c4cad3ff"
BARREL, SPRING, ROD = "#4a5260ff", "#d4a017ff", "#9aa2adff"
TYRE = "#343a42ff"
SOIL = "#d8c49aff"
ROAD, MARKING = "#7d838bff", "#e0a020ff"
AXES = ("#d64545ff", "#4aa84aff", "#3f6fd6ff")  # x, y and z
JOINT_AXIS = "#d6336cff"
CENTRE = "#1c2026ff"
GAP = "#e03131ff"
FAINT = "38"  # opacity of a body's inertia behind its links


def faint(colour: str) -> str:
    """A colour that what is behind it shines through."""
    return colour[:7] + FAINT
