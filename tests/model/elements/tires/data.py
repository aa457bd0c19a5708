"""A tire whose coefficients are invented, all of them, and its file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mbfmu.base.scalars import Record
from mbfmu.model.declare.declarations import REQUIRED, Parameter, declarations
from mbfmu.model.elements.tires import MagicFormulaTire

# A tire of a mid-size car, without anything that tells left from right or forward from backward.
EVEN = {
    **dict(FNOMIN=4000.0, UNLOADED_RADIUS=0.32, LONGVL=15.0, VXLOW=1.0, NOMPRES=2.2e5, INFLPRES=2.4e5),
    **dict(PCX1=1.6, PDX1=1.15, PDX2=-0.1, PDX3=2.0, PEX1=0.2, PEX2=0.1, PEX3=-0.05, PKX1=22.0, PKX2=0.5, PKX3=0.2),
    **dict(PPX1=-0.3, PPX2=0.1, PPX3=-0.05, PPX4=0.02, RBX1=12.0, RBX2=-10.0, RBX3=3.0, RCX1=1.05, REX1=-0.4, REX2=0.1),
    **dict(PCY1=1.35, PDY1=1.05, PDY2=-0.12, PDY3=1.5, PEY1=-0.6, PEY2=-0.2, PEY4=-3.0, PEY5=2.0, PKY1=-19.0, PKY2=1.6, PKY3=0.4, PKY4=1.9),
    **dict(PKY5=0.5, PKY6=-0.8, PKY7=-0.1, PVY3=-0.3, PVY4=-0.1, PPY1=0.5, PPY2=1.1, PPY3=-0.1, PPY4=0.05, PPY5=-0.4, RBY1=11.0, RBY2=9.0, RBY4=2.0),
    **dict(RCY1=1.02, REY1=-0.3, REY2=0.1, RVY1=0.03, RVY2=-0.01, RVY4=12.0, RVY5=1.9, RVY6=-8.0),
    **dict(QSX2=0.6, QSX3=0.05, QSX4=0.3, QSX5=1.0, QSX6=1.2, QSX7=0.5, QSX8=0.4, QSX9=0.8, QSX10=0.2, QSX11=3.0, QSX12=0.1, QSX13=0.02, QSX14=0.03),
    **dict(PPMX1=0.3, QSY2=0.002, QSY7=0.9, QSY8=-0.4, QBZ1=9.0, QBZ2=-1.5, QBZ3=0.3, QBZ5=0.6, QBZ9=14.0, QBZ10=0.1, QCZ1=1.15, QDZ4=3.0),
    **dict(
        QDZ6=0.002, QDZ7=-0.001, QEZ1=-1.2, QEZ2=0.3, QEZ3=-0.1, QEZ5=-3.0, QHZ3=0.15, QHZ4=0.02, PPZ1=-0.4, PPZ2=-0.3, SSZ2=0.01, SSZ3=0.6, SSZ4=0.1
    ),
    **dict(VERTICAL_STIFFNESS=2.1e5, VERTICAL_DAMPING=80.0, LONGITUDINAL_STIFFNESS=3.5e5, LATERAL_STIFFNESS=1.6e5, BREFF=8.0, DREFF=0.25, FREFF=0.05),
    **dict(Q_V1=5e-4, Q_V2=0.04, Q_FZ2=12.0, PFZ1=0.7, PCFX1=0.1, PCFX2=-0.05, PCFX3=0.2, PCFY1=0.15, PCFY2=-0.04, PCFY3=0.25),
    **dict(RIM_RADIUS=0.2, BOTTOM_OFFST=0.02, BOTTOM_STIFF=2e6),
}
# What tells them apart.
UNEVEN = {
    **dict(PHX1=1e-3, PHX2=-5e-4, PVX1=2e-3, PVX2=1e-3, PEX4=0.1, RHX1=5e-3, PHY1=3e-3, PHY2=-1e-3, PVY1=0.02, PVY2=-0.01, PEY3=0.15, RBY3=-0.02),
    **dict(RHY1=0.01, RHY2=-5e-3, RVY3=0.2, QSX1=2e-3, QSY1=0.01, QSY3=5e-4, QSY4=1e-4, QSY5=0.2, QSY6=-0.1, QBZ4=-0.2, QDZ1=0.1, QDZ2=-0.01),
    **dict(QDZ3=-0.3, QDZ8=-0.2, QDZ9=0.03, QDZ10=0.4, QDZ11=-0.1, QEZ4=0.2, QHZ1=4e-3, QHZ2=-2e-3, SSZ1=5e-3),
}
# A tire without sides, with trail and rolling resistance.
SIDELESS = EVEN | {name: UNEVEN[name] for name in ("QSY1", "QSY3", "QSY4", "QDZ1", "QDZ2")} | dict.fromkeys(("RVY1", "RVY2", "QDZ6", "QDZ7"), 0.0)
ALL = EVEN | UNEVEN
SPIN = {
    **dict(PDXP1=0.4, PDXP2=0.1, PDXP3=0.2, PKYP1=1.0, PDYP1=0.4, PDYP2=0.1, PDYP3=0.2, PDYP4=0.05, PHYP1=1.0, PHYP2=0.15, PHYP3=0.02, PHYP4=-4.0),
    **dict(PECP1=0.5, PECP2=0.1, QDTP1=10.0, QCRP1=0.2, QCRP2=0.1, QBRP1=0.1, QDRP1=1.0),
}


def coefficients(values: dict[str, float] = ALL) -> Record:
    """All coefficients of the Magic Formula, those that are not given as declared."""
    parameters = declarations(MagicFormulaTire, Parameter).items()
    declared = {name: EVEN[name] if parameter.default is REQUIRED else parameter.default for name, parameter in parameters} | SPIN
    return Record({name: np.asarray(value, float) for name, value in {**declared, **values}.items()})


def written(path: Path, values: dict[str, float] = ALL, fittyp: int = 61, side: str = "LEFT") -> Path:
    """A .tir file with these coefficients."""
    head = [
        "[UNITS]",
        "LENGTH = 'meter' $ the metre",
        "FORCE = 'newton'",
        "[MODEL]",
        f"FITTYP = {fittyp}",
        f"TYRESIDE = '{side}'",
        "[INERTIA]",
        "MASS = kg",
    ]
    path.write_text("\n".join([*head, "[COEFFICIENTS]", *(f"{name:12} = {value!r}   $ a comment" for name, value in values.items())]))
    return path
