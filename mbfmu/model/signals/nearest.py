"""What may have been meant by a name that is unknown; see mbfmu.base.nearest."""

from ...base.nearest import nearest

__all__ = ["nearest"]
