"""An FMU of a PythonBlock: the slave of all interpreted FMUs, whose engine asks the user's class.

It travels beside slave.py. What is allowed, in bounds and in time, and when an update is due, the engine decides. A step that fails behind the
beginning of an update leaves the user's object changed, which the engine cannot undo, so all is refused then until an FMU state is
set or the FMU is reset.
"""

from __future__ import annotations

import pickle
from ctypes import c_void_p
from hashlib import sha256
from pathlib import Path

from ...engine.program_host import COMPUTE, ProgramHost, Signature
from ...engine.requirements import require
from . import slave

ERROR, DISCARD = (3, "logStatusError"), (2, "logStatusDiscard")  # fmi2Status and its category
MENDING = ("DeSerializeFMUstate", "SetFMUstate", "FreeFMUstate", "Terminate")  # allowed after a failed update
DIGEST = sha256().digest_size


class Fmi2Slave(slave.Fmi2Slave):
    """`signature` has the fields of a Signature."""

    signature: dict
    requirements: tuple[str, ...]

    failed = ""  # why the user's object is of no use

    def instantiate(self, name, resources):
        require(self.requirements)
        self.host = ProgramHost(Signature(**self.signature), Path(resources))
        super().instantiate(name, resources)
        self.compute = COMPUTE(self.host.compute)  # kept as long as the engine may call it
        self.engine.host_compute.argtypes, self.engine.host_compute.restype = (c_void_p, COMPUTE), None
        self.engine.host_compute(self.component, self.compute)

    def carry_out(self, function, call):
        self.prepare(function)
        super().carry_out(function, call)

    def prepare(self, function):
        if self.failed and function not in MENDING:
            self.refuse(self.failed)
        self.host.interrupted = None

    prepared = slave.survived(prepare)

    def get_real(self, references):
        self.prepared("GetReal")
        return super().get_real(references)

    def set_real(self, references, values):
        self.prepared("SetReal")
        super().set_real(references, values)

    def refuse(self, text):
        self.say(ERROR, text)
        raise RuntimeError(text)

    def say(self, status, text):
        self.messages.append(slave.LogMessage(*status, text))

    def do_step(self, t, h):
        if self.failed:
            self.say(DISCARD, self.failed)
            return False
        self.host.changed, self.host.interrupted = False, None
        done = super().do_step(t, h)
        if not done and self.host.changed:
            self.failed = self.messages[-1].msg = f"{self.messages[-1].msg}; set an FMU state that was saved before, or reset"
        return done

    def _get_fmu_state(self):
        return self.sealed(super()._get_fmu_state())

    @slave.survived
    def sealed(self, engine):
        """The engine's state and the user's object as bytes, behind a digest that knows this FMU."""
        try:
            content = pickle.dumps((engine, self.host.made_of, self.host.object))
        except Exception as cause:
            mending = "keep only values in self that pickle can save, or supply __getstate__ and __setstate__"
            self.refuse(f"the state of {self.host.signature.kind} cannot be saved: {cause}; {mending}")
        return sha256(self.token.encode() + content).digest() + content

    def _set_fmu_state(self, content):
        engine, *rest = self.opened(content)
        super()._set_fmu_state(engine)
        self.host.made_of, self.host.object = rest
        self.failed = ""

    @slave.survived
    def opened(self, content):
        kind, digest, content = self.host.signature.kind, content[:DIGEST], content[DIGEST:]
        if digest != sha256(self.token.encode() + content).digest():
            self.refuse(f"these bytes are not those of a saved FMU state of this {kind}; nothing was changed")
        try:
            return pickle.loads(content)
        except Exception as cause:
            self.refuse(f"the saved state of {kind} cannot be restored: {self.host.reason(cause)}; nothing was changed")
