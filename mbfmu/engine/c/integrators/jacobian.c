/* jacobian.c: see jacobian.h. */

#include "jacobian.h"

#include <string.h>

int rates_by_states(const Derivative *derivative, Instance *instance, double *jacobian)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size;
    double *seed = instance->tangent + problem->x.start, *column = instance->tangent + problem->x_dot.start;
    if (derivative->evaluate(instance)) return -1;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < n; ++j) {
        seed[j] = 1.0;
        if (derivative->tangent(instance)) return -1;
        for (int i = 0; i < n; ++i) jacobian[i * n + j] = column[i];
        seed[j] = 0.0;
    }
    return 0;
}
