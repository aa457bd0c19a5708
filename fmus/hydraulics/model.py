"""The crane's cylinder with its valve: from valve command, stroke and stroke rate to force."""

from mbfmu import BlockModel, HydraulicCylinder

model = BlockModel(
    "Hydraulics",
    HydraulicCylinder(
        A_A=(95.0, "cm2"),
        A_B=(60.0, "cm2"),
        s_min=1.3,
        s_max=2.1,
        V_dead=(1.0, "l"),
        bulk_modulus=(1.0, "GPa"),
        p_supply=(210.0, "bar"),
        p_tank=(1.0, "bar"),
        Q_nominal=1e-3,
        p_nominal=(35.0, "bar"),
        leakage=1e-11,
        d=1e4,
        # in balance with the crane's 38.54 kN at its start stroke, the valve making up for the leakage
        spool_start=1.214e-3,
        p_A_start=(106.54, "bar"),
        p_B_start=(104.46, "bar"),
    ),
    "Double-acting cylinder with directional valve, constant-pressure supply and tank",
    start={"command": 1.214e-3, "rod.s": 1.5589},  # where the crane starts
)
