"""The errors of mbfmu: every one of them says what is wrong, where, and what to do next."""

LONGEST = 1900  # characters of a message, even where what a user gave is a million numbers
LONGEST_PROBLEM = 600  # of one problem among several


class MbfmuError(Exception):
    """Anything mbfmu refuses; its message is written for the person who built the model."""

    def __init__(self, message: object = ""):
        super().__init__(shortened(str(message), LONGEST))


class ProblemsFound(MbfmuError):
    """Several problems found at once; `problems` holds one sentence each, none twice, and the message as many as it has room for."""

    def __init__(self, title: str, problems: list[str] | tuple[str, ...]):
        self.title, self.problems = title, tuple(dict.fromkeys(shortened(problem, LONGEST_PROBLEM) for problem in problems))
        lines, room = [title], LONGEST - len(title) - 40
        for count, problem in enumerate(self.problems):
            room -= len(problem) + 5
            if room < 0:
                lines.append(f"  - and {len(self.problems) - count} more")
                break
            lines.append(f"  - {problem}")
        super().__init__("\n".join(lines))

    def __reduce__(self) -> tuple:
        return type(self), (self.title, self.problems)  # to another process, where pickle would give __init__ the message


class InvalidValue(ProblemsFound):
    """Values of inputs or parameters outside what they may be."""


class StepFailed(MbfmuError):
    """The equations could not be evaluated or integrated; the state is unchanged."""


def shortened(text: str, longest: int) -> str:
    """A text without its middle, where it is longer: it begins with what is wrong, and ends with what to do."""
    half = (longest - 40) // 2
    return text if len(text) <= longest else f"{text[:half]} ... ({len(text) - 2 * half} characters) ... {text[-half:]}"
