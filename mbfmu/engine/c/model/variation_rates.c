/* variation_rates.c: see variation_rates.h. */

#include "variation_rates.h"

#include <string.h>

#include "derivative.h"
#include "schedule.h"

static void lay(double *numbers, Ref slot, const double *values) { copy_numbers(numbers + slot.start, values, (size_t)slot.size); }

int variation_derive(Instance *instance, const Variation *variation)
{
    const Problem *problem = instance->problem;
    Ref calculated = problem->calculated, d = problem->d;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < variation->directions; ++j) {
        double *derived = variation->derived + (size_t)j * (size_t)(calculated.size + d.size);
        lay(instance->tangent, problem->p, variation->P + (size_t)j * (size_t)problem->p.size);
        if (run_tangent(instance, problem->derive)) return -1;
        copy_numbers(derived, instance->tangent + calculated.start, (size_t)calculated.size);
        copy_numbers(derived + calculated.size, instance->tangent + d.start, (size_t)d.size);
    }
    return 0;
}

void variation_seed(Instance *instance, const Variation *variation, int direction, const double *X)
{
    const Problem *problem = instance->problem;
    size_t j = (size_t)direction;
    const double *derived = variation->derived + j * (size_t)(problem->calculated.size + problem->d.size);
    lay(instance->tangent, problem->x, X);
    lay(instance->tangent, problem->u, variation->U + j * (size_t)problem->u.size);
    lay(instance->tangent, problem->p, variation->P + j * (size_t)problem->p.size);
    lay(instance->tangent, problem->calculated, derived);
    lay(instance->tangent, problem->d, derived + problem->calculated.size);
}

int variation_rates(Instance *instance, const Integrator *integrator, const Variation *variation, double theta, const double *X, double *rates)
{
    const Problem *problem = instance->problem;
    size_t n = (size_t)problem->x.size;
    integrator->at(instance, theta);
    if (model_look(instance)) return -1;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < variation->directions; ++j) {
        variation_seed(instance, variation, j, X + (size_t)j * n);
        if (model_rates_tangent(instance)) return -1;
        copy_numbers(rates + (size_t)j * n, instance->tangent + problem->x_dot.start, n);
    }
    return 0;
}
