"""mbfmu flexible: the modes of flexible bodies, and what they cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import reporting
from ..options import Json


def flexible(
    path: Annotated[Path, typer.Argument(help="FILE.SID_FEM, MODEL.py with flexible bodies, or FILE.py that assigns elastic data to names.")],
    node: Annotated[str | None, typer.Option("--node", help="Node of the data at which the body is held; free in space if not given.")] = None,
    body: Annotated[str | None, typer.Option("--body", help="Body to view or write, of several.")] = None,
    view: Annotated[Path | None, typer.Option("--view", help="FILE.html or FILE.glb that shows each mode as a swing of the body.")] = None,
    sid: Annotated[Path | None, typer.Option("--sid", help="FILE.SID_FEM to which the data are written, with all modes.")] = None,
    json_: Json = False,
) -> None:
    """Show the modes of flexible bodies with their frequencies, mass, nodes, what was dropped, and what they cost.

    Frequencies depend on how a body is held. Data are free in space, or held at --node. A FlexibleBody in a model keeps the lowest modes of the
    body held where its joint enters; its elastic coordinates e[1], e[2] ... belong to what is left, free in space, which is listed.

    Each mode costs two states. The highest frequency limits the step of explicit integrators, whatever it contributes to the motion: keep fewer
    modes by FlexibleBody(data, modes=6), or use the integrator radau.

    Without geometric stiffening (displacements of second order) a body becomes neither stiffer as it turns fast nor softer under pressure.

    Meshes and matrices of finite elements are read by a line of Python, such as `arm = solid_data("arm.msh", ...)` in FILE.py.

    Example: `mbfmu flexible boom.SID_FEM --node root --view boom.html`, or `mbfmu flexible crane.py --body boom --sid boom.SID_FEM`
    """
    with reporting(json_) as console:
        from ...base.files.ready_file import ready_file
        from ...model.structure.sid import write_sid
        from ...view.elastic_modes import view_elastic_modes
        from ...view.motion_file import checked
        from ..reports.flexible import flexible_bodies, modes_table, one_of

        view, sid = checked(view) if view else None, ready_file(sid) if sid else None
        bodies, written = flexible_bodies(path, node), dict[str, str]()
        if view:
            shown = one_of(bodies, body, "--view")
            written["view"] = str(view_elastic_modes(shown.used, view, shown.name))
        if sid:
            write_sid(one_of(bodies, body, "--sid").given, sid)
            written["sid"] = str(sid)
        chosen = bodies if body is None else [one_of(bodies, body, "--body")]
        for one in chosen:
            if not console.as_json:
                console.result({}, table=modes_table(one))
        if console.as_json:
            console.result({"bodies": {one.name: one.numbers() for one in chosen}, **written})
        for name, file in written.items():
            console.line(f"{name}: {file}")
