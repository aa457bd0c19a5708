/* variation_rates.c: see variation_rates.h. */

#include "variation_rates.h"

#include <float.h>
#include <string.h>

#include "derivative.h"
#include "schedule.h"

#define NUDGE (16 * DBL_EPSILON) /* of disturbed states and times, relative: what a few operations round */
#define FACTOR 3.0               /* of disturbed directions: no power of two, with which all is rounded alike */

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

static void scale_seeds(Instance *instance, double factor)
{
    const Problem *problem = instance->problem;
    const Ref slots[] = {problem->x, problem->u, problem->p, problem->calculated, problem->d};
    for (size_t s = 0; s < sizeof slots / sizeof *slots; ++s)
        for (int i = 0; i < slots[s].size; ++i) instance->tangent[slots[s].start + i] *= factor;
}

static void nudge(Instance *instance, Ref slot)
{
    for (int i = 0; i < slot.size; ++i) at(instance, slot)[i] *= 1.0 + NUDGE;
}

int variation_rates(Instance *instance, const Integrator *integrator, const Variation *variation, double theta, const double *X, double *rates)
{
    const Problem *problem = instance->problem;
    size_t n = (size_t)problem->x.size;
    integrator->at(instance, theta);
    if (variation->disturbed) {
        nudge(instance, problem->x);
        nudge(instance, problem->t);
    }
    if (model_evaluate_within_step(instance)) return -1;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < variation->directions; ++j) {
        variation_seed(instance, variation, j, X + (size_t)j * n);
        if (variation->disturbed) scale_seeds(instance, FACTOR);
        if (model_rates_tangent(instance)) return -1;
        const double *found = instance->tangent + problem->x_dot.start;
        for (size_t i = 0; i < n; ++i) rates[(size_t)j * n + i] = variation->disturbed ? found[i] / FACTOR : found[i];
    }
    return 0;
}
