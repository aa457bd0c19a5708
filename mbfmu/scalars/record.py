"""A small named bundle of values that kernels take and return."""


class Record(dict):
    """A dict whose entries are also attributes: `frame.r` is `frame["r"]`."""

    def __getattr__(self, name: str):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no {name!r} here; there is {', '.join(self) or 'nothing'}") from None
