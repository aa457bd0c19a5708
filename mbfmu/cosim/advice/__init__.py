"""What to expect of a System before it is run: how FMUs answer each other, which steps are stable, which are accurate."""

from .advise import Advice, Merge, Way, advise

__all__ = ["Advice", "Merge", "Way", "advise"]
