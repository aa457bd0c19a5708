"""beam: nodes, elements and sensors of a beam, added to a model at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces import BeamElement
from ..elements.joints import Fixed, FreeMotion
from ..elements.joints.relative_turn import nearest_parameters
from ..elements.parts import Body
from ..elements.sensors import BeamStress
from ..elements.visuals import Box, Cylinder, Visual
from ..sections import Material, Section
from ..sections.positive import check_positive
from .reference_line import ReferenceLine, reference_line
from .segment_inertia import segment_inertia

UNTURNED = np.array([0.0, 0.0, 0.0, 1.0])
STEEPEST = 1.5  # rad: the most that a node may turn against the one before, undeformed


@one_line
@dataclass(frozen=True)
class Beam:
    """A beam as it is in a model.

    `nodes` go from its root to its tip; frame_a of each has x along the beam, y and z along its section. `elements` are between them. `motions` are
    the joints of all nodes but the first, relative to the frame that holds the beam. `stresses` has a sensor for each element.
    """

    nodes: tuple[Body, ...]
    elements: tuple[BeamElement, ...]
    motions: tuple[FreeMotion, ...]
    stresses: tuple[BeamStress, ...]

    @property
    def tip(self) -> Frame:
        """The frame at its end."""
        return self.nodes[-1].frame_a


def beam(
    model: Model,
    name: str,
    frame: Frame,
    section: Section,
    material: Material,
    elements: int,
    length: float | None = None,
    points: ArrayLike | None = None,
    z: ArrayLike = (0.0, 0.0, 1.0),
    tau: float | None = None,
) -> Beam:
    """Add a beam for large deformation to a model, held at a frame of any part.

    It begins at the origin of `frame` and is `length` [m] long along x, or follows the smooth curve through `points` (k, 3) [m], which begin there;
    both resolved in `frame`. Axis z of its section is as near as can be to the direction `z`. A corner is a second beam at the first one's tip.

    `name`_node0 to `name`_node`elements` are bodies. The first is fixed to `frame` by `name`_root, the others move freely (`name`_motion1, ...),
    and `name`_element1, ... (BeamElement) hold them together. Each node carries half of the elements at it as a rigid segment: mass, first and
    second moments are those of the beam. `name`_stress1, ... (BeamStress) measure stresses.

    `tau` [s] is the damping of its elements (Kelvin-Voigt). By default it is h / (20 c), with the length h of an element and c = sqrt(E / rho): the
    fastest waves along the chain have 5 % of critical damping, slower ones less in proportion to their frequency.

    Errors fall with the fourth power of h in statics, with the square of h in frequencies: 10 elements find large static deflections to 1e-5, 16 find
    three frequencies of a cantilever to 1 %. Beams are stiff: simulate with integrator="radau".

    Raises MbfmuError naming what is wrong with an argument.
    Source: Sonneville, Cardona, Bruls (2014); MacNeal (1978) for residual bending flexibility.
    """
    _check(name, frame, section, material, elements)
    line = _line(name, length, points, elements, z)
    lag = line.h / 20.0 * float(np.sqrt(material.rho / material.E)) if tau is None else tau
    nodes = tuple(
        model.add(f"{name}_node{i}", Body(**segment_inertia(line, i, section, material), visual=_figures(line, i, section)))
        for i in range(elements + 1)
    )
    model.add(f"{name}_root", Fixed(frame, _seat(nodes[0], line.R[0])))
    motions = tuple(
        model.add(f"{name}_motion{i}", FreeMotion(frame, nodes[i].frame_a, r_start=line.r[i], Q_start=nearest_parameters(line.R[i], UNTURNED)))
        for i in range(1, elements + 1)
    )
    bent = tuple(model.add(f"{name}_element{i + 1}", _element(name, line, i, nodes, section, material, lag)) for i in range(elements))
    stresses = tuple(model.add(f"{name}_stress{i + 1}", BeamStress(element, **section.strength())) for i, element in enumerate(bent))
    return Beam(nodes=nodes, elements=bent, motions=motions, stresses=stresses)


def _line(name: str, length: float | None, points: ArrayLike | None, elements: int, z: ArrayLike) -> ReferenceLine:
    """The axis of the undeformed beam, in the frame that holds it."""
    if points is None and length is not None:
        check_positive(f"beam {name!r}", length=length)
        return reference_line(f"beam {name!r}", [[0.0, 0.0, 0.0], [length, 0.0, 0.0]], elements, z)
    if points is None or length is not None:
        raise MbfmuError(f"beam {name!r}: give either its length or points that it goes through")
    line = reference_line(f"beam {name!r}", points, elements, z)
    if np.linalg.norm(line.r[0]) > 1e-9 * line.h:
        raise MbfmuError(f"beam {name!r}: points must begin at the origin of its frame, not at {line.r[0].tolist()} m; give a frame there")
    return line


def _check(name: str, frame: object, section: object, material: object, elements: object) -> None:
    for word, value, kind, what in (
        ("frame", frame, Frame, "Frame"),
        ("section", section, Section, "cross-section, such as RectangleSection"),
        ("material", material, Material, "Material"),
    ):
        if not isinstance(value, kind):
            raise MbfmuError(f"beam {name!r}: {word} = {value!r} must be a {what}")
    if not isinstance(elements, int) or elements < 1:
        raise MbfmuError(f"beam {name!r}: elements = {elements!r} must be a whole number, 1 or more")


def _element(name: str, line: ReferenceLine, i: int, nodes: tuple[Body, ...], section: Section, material: Material, tau: float) -> BeamElement:
    screw = line.screw(i)
    if screw.turn > STEEPEST:
        raise MbfmuError(
            f"beam {name!r}: its element {i + 1} is curved by {np.degrees(screw.turn):.0f} degrees, more than {np.degrees(STEEPEST):.0f}: "
            "use more elements"
        )
    return BeamElement(
        nodes[i].frame_a,
        nodes[i + 1].frame_a,
        length=line.h,
        gamma_0=screw.u / line.h - np.array([1.0, 0.0, 0.0]),
        kappa_0=screw.theta / line.h,
        tau=tau,
        **section.stiffness(material),
    )


def _seat(root: Body, R: np.ndarray) -> Frame:
    """The frame of the first node that coincides with the frame which holds the beam; R takes vectors from the node to there."""
    Q = nearest_parameters(R, UNTURNED)
    sine = float(np.linalg.norm(Q[:3]))
    return root.at([0, 0, 0], -Q[:3], 2.0 * float(np.arctan2(sine, Q[3]))) if sine > 0.0 else root.frame_a


def _figures(line: ReferenceLine, node: int, section: Section) -> list[Visual]:
    """The segment that a node carries; without outermost fibres a rectangle of the same radii of gyration."""
    back, ahead = (0.0 if node == end else 0.5 * line.h for end in (0, len(line.r) - 1))
    place, length = [0.5 * (ahead - back), 0.0, 0.0], ahead + back
    y, z, r = (section.outermost[axis] for axis in ("y", "z", "r"))
    if r:
        return [Cylinder(radius=r, length=length, axis=[1, 0, 0], r=place)]
    if not (y and z):
        y, z = np.sqrt(3.0 * section.I_z / section.A), np.sqrt(3.0 * section.I_y / section.A)
    return [Box(size=[length, 2.0 * y, 2.0 * z], r=place)]
