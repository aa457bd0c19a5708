"""The crane's controller: from the measured stroke to the valve command."""

from mbfmu import BlockModel, Pid

model = BlockModel(
    "Controller",
    Pid("m", k=8.0, T_i=1.5, T_f=0.02, k_ff=6.0, rate_max=0.06, T_r=0.3, reference_start=1.55, filtered_start=1.55),
    "PID controller of the cylinder's stroke, with saturation, anti-windup and a limited rate of the set point",
)
