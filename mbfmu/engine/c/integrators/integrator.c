/* integrator.c: see integrator.h. */

#include "integrator.h"

size_t no_scratch(const Problem *problem)
{
    (void)problem;
    return 0;
}

/* Allowed is the tolerance times the size of a state or its nominal. */
double relative_size(const Instance *instance, const double *values, const double *x, const double *y)
{
    const double *nominal = instance->problem->nominal;
    int n = instance->problem->x.size;
    double square = 0.0;
    for (int i = 0; i < n; ++i) {
        double part = values[i] / (nominal[i] + fmax(fabs(x[i]), fabs(y[i])));
        square += part * part;
    }
    double size = sqrt(square / (n ? n : 1)) / instance->state->tolerance;
    return size < INFINITY ? size : INFINITY;
}
