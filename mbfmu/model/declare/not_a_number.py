"""NotANumber: what a variable of a model says that was used as if it were a number."""

from ...base.errors import MbfmuError


class NotANumber(MbfmuError, TypeError):
    """A variable of the model was used as if it were a number."""
