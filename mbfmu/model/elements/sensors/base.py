"""Sensors: they measure and do not act."""

from ...declare.element import Element
from ...declare.frame import Frame


class Sensor(Element):
    """Measures. A new sensor supplies:

    1. `attachments`: the frames, joints and other elements that it measures at.
    2. Its outputs, each with unit, shape and the frame in which it is resolved.
    3. `observe(see)` -> the values of its outputs by name.
    4. `looks_at()` -> the frames whose motion it asks for: those it is attached to, unless overridden.

    `see` is a mbfmu.problem.mechanism.observer.Observer. Among what it shows:

    - `see.t`, the time [s], and `see.parameters(self)`, a Record of the sensor's parameters.
    - `see.frame(frame)`: R (3, 3), which takes vectors from the frame to the world; r (3,) [m] and v (3,) [m/s] of its origin, resolved in the
      world; w (3,) [rad/s], resolved in the frame.
    - `see.acceleration(frame)`: a (3,) [m/s2] of its origin, resolved in the world, and z (3,) [rad/s2], the angular one, resolved in the frame.
    - `see.joint(joint)`: q (nq,), v and v_dot (nv,).
    - `see.reaction(joint)`: f (3,) [N] and t (3,) [N.m] on frame_b, at its origin and resolved in it.

    Arithmetic on what it shows belongs into kernels.
    """

    def looks_at(self) -> list[Frame]:
        """The frames whose motion it asks for."""
        return [target for target in self.attached.values() if isinstance(target, Frame)]
