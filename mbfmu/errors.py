"""The errors of mbfmu: every one of them says what is wrong, where, and what to do next."""


class MbfmuError(Exception):
    """Anything mbfmu refuses; its message is written for the person who built the model."""


class ProblemsFound(MbfmuError):
    """Several problems found at once; `problems` holds one sentence each, none twice."""

    def __init__(self, title: str, problems: list[str] | tuple[str, ...]):
        self.title, self.problems = title, tuple(dict.fromkeys(problems))
        super().__init__("\n".join([title, *(f"  - {p}" for p in self.problems)]))

    def __reduce__(self) -> tuple:
        return type(self), (self.title, self.problems)  # to another process, where pickle would give __init__ the message


class InvalidValue(ProblemsFound):
    """Values of inputs or parameters outside what they may be."""


class StepFailed(MbfmuError):
    """The equations could not be evaluated or integrated; the state is unchanged."""
