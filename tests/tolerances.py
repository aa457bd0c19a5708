"""Every tolerance of the tests, named by its cause."""

EPS = 2.220446049250313e-16

ROUNDOFF = 1e-12  # the same expression summed in another order, on numbers of order one
ORDER = 0.05  # of a measured order of convergence, at step sizes where the next order still shows
RESIDUAL = 1e-12  # of an inverse-dynamics residual, relative to the largest force in the mechanism
CONDITIONED = 100  # times EPS times the condition of the mass matrix: solving for accelerations in another order
ENERGY_BALANCE = 1e-9  # of a sum of powers, relative to the largest of them
PUBLISHED_DIGITS = 1e-10  # of a reference value given to twelve digits and more, on numbers up to 30
TRAJECTORY = 1e-6  # of a chaotic or fast motion after seconds, integrated at 1e-10 or tighter: the cases' own tolerance
HANGING = 1e-9  # rad/s2 in a chain of a thousand links in equilibrium, whose mass matrix has a condition of about 1e10
INTEGRATION = 1e-7  # of a run of seconds at a relative tolerance of 1e-9 or tighter, on numbers of order one
BALANCE = 1e-10  # of sums of forces or of terms of an acceleration that nearly cancel, relative to the largest
TUNED = 1e-9  # numbers folded into the equations or computed at run time: another order, of badly conditioned accelerations
ASYMPTOTIC = 0.3  # of an order of convergence measured on one halving, where higher terms still count
PROPORTIONAL = 1e3  # times the tolerance: the error of seconds of motion, to which every step adds and which grows on the way
FMU_INTEGRATION = 1e-5  # of seconds of an FMU at its own relative tolerance of 1e-6, relative to the size of the signal
REFERENCE_DIGITS = 1e-8  # of a trajectory written with nine digits, relative to the size of the signal
FINITE_DIFFERENCE = 1e-8  # of a derivative by central differences with steps of 4e-3 and Richardson's extrapolation, on numbers of order one
SAMPLED = 1e-8  # of a minimum looked for among 20,000 points of a circle of 0.3 m
FAR_AWAY = 1e-5  # of motion of a few metres, or of stretches of a millimetre, measured between positions 6.7e6 m from the origin
FAR_AWAY_IN_FMUS = 2e-2  # the same through an FMU at its own relative tolerance of 1e-6, which for such positions is 7 m
ROUNDED_SPEEDS = 4.0  # times 1e-6 m: speeds of 7.7 km/s are rounded to 1e-12 m/s at each of 16,000 steps, a random walk of 4e-6 m in three orbits
INTERPOLATION = 1e-6  # of accelerations from splines through a hundred positions, relative to gravity
FOREIGN_MATHEMATICS = 1e-12  # of fifty steps with another C library, whose sin and cos differ in their last bit, relative to the largest number
IMPORTED = 1e-9  # of derivatives that another tool asked for: the same expressions at the same numbers
MISFIT = 1e-7  # of lengths: what residuals of dependent rows may be
DRIFT = 1e-6  # rad, m and their rates: what an integration drifts and more
SAMPLED_LENGTHS = 0.5  # of the usual lengths of rows, relative: the longest among a few configurations, which are others in each run
SETTLING = 1e-3  # m: what is left, 10 s after the start, of the crane's way to its set point
AT_REST = 2e-4  # of start values written with four digits, relative
EIGENVALUE = 1e-6  # rad/s: of eigenvalues of a Jacobian by differences
NEUTRAL = 10  # times the tolerance: energy in three turns of a four-bar that is projected after every step, relative
NORM_ESTIMATE = 0.3  # of a norm by Higham's estimator: it finds less than all, and seldom less than a third
NEARLY_PARALLEL = 1e-5  # of accelerations under rows that are nearly parallel, relative: the root of the bound below which one is left out
SPUN = 10  # times the tolerance: two seconds of flight, to which a spin of 20 rad/s adds nothing but its own error
SHOWN = 1e-6  # m, and of Euler parameters: of poses of mechanisms of a few metres that a glTF holds in 32 bits
