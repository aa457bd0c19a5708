"""From the user's graph to the computed tree."""

from .forest import build_tree
from .lower_bodies import branch, lower_body_arrays
from .tree import Tree, TreeBody, Weld

__all__ = ["Tree", "TreeBody", "Weld", "branch", "build_tree", "lower_body_arrays"]
