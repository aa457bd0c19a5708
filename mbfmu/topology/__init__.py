"""From the user's graph to the computed tree."""

from .cut import Cut
from .forest import build_tree
from .freed import freed
from .lower_bodies import branch, lower_body_arrays
from .tree import Tree, TreeBody, Weld

__all__ = [
    "Cut", "Tree", "TreeBody", "Weld", "branch", "build_tree", "freed", "lower_body_arrays",
]  # fmt: skip
