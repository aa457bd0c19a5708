"""What the files of mbfmu import of each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import mbfmu

PACKAGE = Path(mbfmu.__file__).parent


def imports(path: Path) -> set[Path]:
    """The files of mbfmu that a file of it names in its imports, relative or absolute, anywhere in it: in functions, and for types only, too."""
    return {file for names in _imported(ast.parse(path.read_text()), path) if (file := _file(names)) is not None}


def _imported(tree: ast.Module, path: Path) -> Iterator[tuple[str, ...]]:
    """Dotted names from "mbfmu" on, split; one that is imported from a module may be a module as well."""
    package = ("mbfmu", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = (*start, *(node.module.split(".") if node.module else ()))
            yield from ((*module, alias.name) for alias in node.names)


def _file(names: tuple[str, ...]) -> Path | None:
    """The file of a module, or of the module that such a name is taken from; None outside mbfmu."""
    if names[0] != "mbfmu":
        return None
    base = PACKAGE.joinpath(*names[1:])
    candidates = (base.with_suffix(".py"), base / "__init__.py", base.parent.with_suffix(".py"), base.parent / "__init__.py")
    found = next((file for file in candidates if file.exists()), None)
    if found is None:
        raise FileNotFoundError(f"{'.'.join(names)} is imported, but there is no such file")
    return found
