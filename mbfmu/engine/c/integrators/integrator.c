/* integrator.c: see integrator.h. */

#include "integrator.h"

size_t no_scratch(const Problem *problem)
{
    (void)problem;
    return 0;
}

/* Of part i, relative to what is allowed. */
static inline double square_of(const Instance *instance, const double *values, const double *x, const double *y, int i)
{
    double part = values[i] / (instance->problem->nominal[i] + fmax(fabs(x[i]), fabs(y[i])));
    return part * part;
}

/* Allowed is the tolerance times the size of a state or its nominal. In two sums, which processors add side by side. */
double relative_size(const Instance *instance, const double *values, const double *x, const double *y)
{
    int n = instance->problem->x.size, i = 0;
    double squares[2] = {0.0, 0.0};
    for (; i + 2 <= n; i += 2)
        for (int k = 0; k < 2; ++k) squares[k] += square_of(instance, values, x, y, i + k);
    if (i < n) squares[0] += square_of(instance, values, x, y, i);
    double size = sqrt((squares[0] + squares[1]) / (n ? n : 1)) / instance->state->tolerance;
    return size < INFINITY ? size : INFINITY;
}
