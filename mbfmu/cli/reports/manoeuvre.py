"""`mbfmu manoeuvre`: characteristic values as a table, and on disk with a picture and a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from ...base.child_process import followed
from ...base.choices import kind_of
from ...base.model_description import describe_fmu
from ...cosim import write_csv
from ...model.blocks import BlockModel
from ...model.declare.model import Model
from ...problem.compile import declared_in
from ...problem.data.problem import Problem
from ...proving_ground.manoeuvres.manoeuvre_result import ManoeuvreResult
from ...proving_ground.manoeuvres.manoeuvres import choices_of, drive_manoeuvre
from ...proving_ground.manoeuvres.vehicle_of import vehicle_of
from ...view import manoeuvre_page, plot_manoeuvre


@dataclass(frozen=True)
class OpenedCar:
    """A car, declared or the path of an FMU, and what it is called."""

    subject: Model | BlockModel | Problem | Path
    name: str


@dataclass(frozen=True)
class CarRequest:
    """A car, and what is stated of it; see `vehicle_of`."""

    car: OpenedCar
    wheelbase: float | None
    steering_ratio: float | None
    brake_balance: float
    width: float
    length: float
    names: Mapping[str, str]
    values: Mapping[str, float]


def opened_car(path: Path, manoeuvre: str) -> OpenedCar:
    """The car at a path, which shall drive a manoeuvre; MbfmuError where there is no such car or no such manoeuvre."""
    choices_of(manoeuvre)
    if kind_of(path) == ".fmu":
        return OpenedCar(path, describe_fmu(path).modelName)
    declared = declared_in(path)
    return OpenedCar(declared, declared.name)


def driven(name: str, request: CarRequest, chosen: Mapping[str, float]) -> ManoeuvreResult:
    """The result of a manoeuvre; an FMU drives it in a process of its own, which it may crash."""
    if isinstance(request.car.subject, Path):
        return followed(_drive, name, request, chosen, progress=lambda content: None)
    return _drive(name, request, chosen)


def _drive(name: str, request: CarRequest, chosen: Mapping[str, float], progress: Callable[[Any], None] | None = None) -> ManoeuvreResult:
    stated = dict(vars(request))
    return drive_manoeuvre(name, vehicle_of(stated.pop("car").subject, **stated), chosen)


def manoeuvre_table(result: ManoeuvreResult) -> Table:
    """A row a characteristic value."""
    driven = ", ".join(f"{one.name} {one.value:.4g} {one.unit}" for one in result.conditions)
    table = Table(title=escape(f"{result.vehicle}: {result.manoeuvre} ({result.standard}), {driven}"), title_justify="left")
    table.add_column("characteristic", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", no_wrap=True)
    table.add_column("meaning", overflow="fold")
    for row in result.rows():
        table.add_row(*map(escape, row))
    return table


def write_manoeuvre(result: ManoeuvreResult, file: Path, plot: bool) -> dict[str, str]:
    """Write the table as .csv, the page as .html and, if wanted, a picture; the paths written."""
    written = {"csv": f"{file}.csv", "page": f"{file}.html"}
    write_csv(Path(written["csv"]), result.table)
    manoeuvre_page(result, Path(written["page"]))
    return {**written, **({"plot": str(plot_manoeuvre(result, Path(f"{file}.png")))} if plot else {})}
