"""Build the four FMUs, co-simulate them with and without shaping, and write CSV files, plots and the system as SSP into the folder `results`."""

import numpy as np
from system import FOLDER, system, unshaped  # beside this file

from mbfmu.cosim import signal_units, simulate_system, write_csv, write_system
from mbfmu.view import plot

shaped, plain = (simulate_system(one) for one in (system, unshaped))
for name, result in (("shaped_crane", shaped), ("unshaped_crane", plain)):
    write_csv(FOLDER / f"{name}.csv", result)
    plot(result, FOLDER / f"{name}.png", signals=["shaper.y", "crane.stroke", "crane.hook[3]", "crane.von_mises"], units=signal_units(system))
both = {f"{of}, {how}": result[of] for of in ("crane.hook[3]", "crane.von_mises") for how, result in (("not shaped", plain), ("shaped", shaped))}
units = {name: signal_units(system)[name.partition(",")[0]] for name in both}
table = np.array(list(zip(shaped["time"], *both.values())), dtype=[("time", float), *((name, float) for name in both)])
plot(table, FOLDER / "both.png", units=units, signals=list(both))
write_system(system, FOLDER / "system.ssd")
write_system(system, FOLDER / "shaped_crane.ssp")
