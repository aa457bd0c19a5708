"""The crane's controller: from the measured stroke to the valve command."""

from mbfmu import BlockModel, Pid

model = BlockModel(
    "Controller",
    Pid(
        "m",
        k=8.0,
        T_i=1.5,
        T_f=0.02,
        k_ff=5.0,
        rate_max=0.06,
        T_r=0.5,
        # the crane starts at rest here, held by this opening of the valve
        reference_start=1.5589,
        filtered_start=1.5589,
        integral_start=1.214e-3,
    ),
    "PID controller of the cylinder's stroke, with saturation, anti-windup and a limited rate of the set point",
    start={"set_point": 1.9, "measurement": 1.5589},
)
