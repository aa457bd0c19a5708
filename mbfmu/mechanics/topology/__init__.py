"""From the user's graph to the computed tree."""

from .absolute_coordinates import absolute_coordinate_tree
from .cut import Cut
from .forest import build_tree
from .lower_bodies import branch, lower_body_arrays
from .tree import Tree, TreeBody, Weld

__all__ = [
    "Cut",
    "Tree",
    "TreeBody",
    "Weld",
    "branch",
    "build_tree",
    "absolute_coordinate_tree",
    "lower_body_arrays",
]
