/* error_control.c: see error_control.h. The PI controller is that of Hairer's DOPRI5: Hairer, Wanner, Solving Ordinary Differential
   Equations II, section IV.2. */

#include "error_control.h"

#define SAFETY 0.9
#define FASTEST 10.0
#define DAMPING 0.04
#define SMALLEST_ERROR 1e-4 /* of the last step, as the controller sees it */
#define LOW_ORDER 3 /* and below: an error of SMALLEST_ERROR lets the next step be FASTEST, whatever the last one was */

static double growth(int error_order, double error, double last)
{
    if (error == 0.0 || (error <= SMALLEST_ERROR && error_order <= LOW_ORDER)) return FASTEST;
    double factor = SAFETY * pow(error, -(1.0 / error_order - 0.75 * DAMPING)) * pow(last != 0.0 ? last : SMALLEST_ERROR, DAMPING);
    return fmin(fmax(factor, SLOWEST), FASTEST);
}

double growth_by_error(int error_order, double error)
{
    return error > 0.0 ? fmin(fmax(SAFETY * pow(error, -1.0 / error_order), SLOWEST), FASTEST) : FASTEST;
}

double size_by_error(Instance *instance, int error_order, double h, double error)
{
    double *last = &instance->memory[LAST_ERROR];
    if (!isfinite(error)) return SLOWEST * h;
    if (error > 1.0) return h * growth_by_error(error_order, error);
    double size = h * growth(error_order, error, *last);
    *last = fmax(error, SMALLEST_ERROR);
    return size;
}
