"""The lining of brakes and of joints with dry friction: it gives way elastically before it slides.

Source: Dupont, Hayward, Armstrong & Altpeter (2002), Single state elastoplastic friction models, IEEE Trans. Automatic Control 47, eqs. 8-11.
"""

from ....base.scalars import maximum, minimum, where

ELASTIC = 0.7  # of z_max: so far the lining gives way without sliding


def lining_rate(z, v, z_max, v_slow):
    """How fast it gives way, by z at most by z_max, where its sides move at v; above v_slow it comes near to z_max more slowly than these move."""
    stretch = abs(z) / z_max
    beyond = minimum(maximum((stretch - ELASTIC) / (1.0 - ELASTIC), 0.0), 1.0)
    sliding = beyond * beyond * (3.0 - 2.0 * beyond)
    slow = v / (1.0 + abs(v) / v_slow)
    return where(v * z < 0.0, v, (1.0 - sliding) * v + sliding * slow * (1.0 - stretch))


def lining_share(z, rate, z_max, T_d):
    """Which share of its friction acts, from -1 to 1; T_d is the time constant of its damping."""
    return minimum(maximum((z + T_d * rate) / z_max, -1.0), 1.0)
