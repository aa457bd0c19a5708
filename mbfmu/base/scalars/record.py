"""A small named bundle of values that kernels take and return."""


class Record(dict):
    """A dict whose entries are also attributes: `frame.r` is `frame["r"]`, and `u.hub.pos` is `u["hub.pos"]`."""

    def __getattr__(self, name: str):
        if name in self:
            return self[name]
        inside = Record((key.removeprefix(f"{name}."), value) for key, value in self.items() if str(key).startswith(f"{name}."))
        if inside:
            return inside
        raise AttributeError(f"no {name!r} here; there is {', '.join(self) or 'nothing'}")
