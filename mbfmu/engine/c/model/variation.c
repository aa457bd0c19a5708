/* variation.c: see variation.h. */

#include "variation.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "derivative.h"
#include "error_control.h"
#include "integrator_choice.h"
#include "outputs.h"
#include "radau.h"
#include "schedule.h"
#include "variation_dormand_prince.h"
#include "variation_radau.h"
#include "variation_roundoff.h"

static const VariationMethod *method_of(const Problem *problem)
{
    return integrator_of(problem) == &RADAU ? &VARIATION_RADAU : &VARIATION_DORMAND_PRINCE;
}

/* Root mean square of the states (n) of a direction in their nominal values. */
static double size_of(const Problem *problem, const double *states)
{
    double square = 0.0;
    for (int i = 0; i < problem->x.size; ++i) square += states[i] / problem->nominal[i] * (states[i] / problem->nominal[i]);
    return sqrt(square / (problem->x.size ? problem->x.size : 1));
}

static void remember_sizes(const Problem *problem, const Variation *variation)
{
    for (int j = 0; j < variation->directions; ++j)
        variation->largest[j] = fmax(variation->largest[j], size_of(problem, variation->X + (size_t)j * (size_t)problem->x.size));
}

Variation *variation_new(const Problem *problem, int directions, double *X, const double *U, const double *P)
{
    size_t k = (size_t)directions, n = (size_t)problem->x.size, derived = (size_t)(problem->calculated.size + problem->d.size);
    size_t kept = method_of(problem)->kept(problem, directions);
    Variation *variation = calloc(1, sizeof *variation + (k * derived + 2 * k + 5 * k * n + kept + (size_t)problem->u.size) * sizeof(double));
    if (!variation) return NULL;
    double *numbers = (double *)(variation + 1);
    *variation = (Variation){.directions = directions, .X = X, .U = U, .P = P, .derived = numbers};
    variation->largest = variation->derived + k * derived;
    variation->delay = variation->largest + k;
    variation->tried = variation->delay + k;
    variation->error = variation->tried + k * n;
    variation->roundoff = variation->error + k * n;
    variation->plain = variation->roundoff + k * n;
    variation->kept = variation->plain + 2 * k * n;
    variation->input_rates = variation->kept + kept;
    remember_sizes(problem, variation);
    return variation;
}

void variation_free(Variation *variation) { free(variation); }

/* Of what was tried, in units of the tolerance, relative to the largest each direction has been; infinite if it is not a number. */
static double error_of(const Instance *instance, const Variation *variation)
{
    size_t n = (size_t)instance->problem->x.size;
    double most = 0.0;
    for (int j = 0; j < variation->directions; ++j) {
        double error = size_of(instance->problem, variation->error + (size_t)j * n);
        double size = size_of(instance->problem, variation->tried + (size_t)j * n);
        double allowed = instance->state->tolerance * fmax(size, variation->largest[j]);
        if (!(error < INFINITY && size < INFINITY)) return INFINITY;
        if (error > 0.0) most = fmax(most, error / allowed);
    }
    return most;
}

static void accept(const Instance *instance, const VariationMethod *method, Variation *variation)
{
    size_t n = (size_t)instance->problem->x.size;
    method->accept(instance, variation);
    copy_numbers(variation->X, variation->tried, (size_t)variation->directions * n);
    remember_sizes(instance->problem, variation);
}

/* A part of the last step is tried: its error, where it is too large without what roundoff explains of it. */
static int attempt(Instance *instance, const Integrator *integrator, const VariationMethod *method, Variation *variation, double from, double to,
                   double *error)
{
    if (method->attempt(instance, integrator, variation, from, to)) return -1;
    *error = error_of(instance, variation);
    if (!(*error > 1.0 && *error < INFINITY)) return 0;
    if (variation_excuse_roundoff(instance, integrator, method, variation, from, to)) return -1;
    *error = error_of(instance, variation);
    return 0;
}

/* From the start of the last step to its part `point`, in parts as small as the error asks for. */
static int follow_to(Instance *instance, const Integrator *integrator, const VariationMethod *method, Variation *variation, double point)
{
    double step = instance->memory[SIZE], from = 0.0;
    while (from < point) {
        double remaining = point - from, part = variation->size > 0.0 ? variation->size / step : remaining;
        double taken = part < 0.999 * remaining ? part : remaining, to = taken == remaining ? point : from + taken;
        if (taken < remaining && !(taken > 16 * DBL_EPSILON)) { /* an event may be as near to the one before */
            integrator->at(instance, from);
            return fail(instance, "the variations of the run cannot go on from t = %.9g s: they change too fast to meet the tolerance",
                        *at(instance, instance->problem->t));
        }
        double error;
        if (attempt(instance, integrator, method, variation, from, to, &error)) return -1;
        double factor = growth_by_error(method->error_order, error);
        if (error <= 1.0) {
            accept(instance, method, variation);
            from = to;
            factor = taken < part ? fmax(factor, part / taken) : factor; /* cut short, which says nothing against the size that was due */
        }
        variation->size = fmin(factor * taken * step, HUGE_TIME);
    }
    return 0;
}

int variation_follow(Instance *instance, const Integrator *integrator, Variation *variation)
{
    static const Derivative WITHIN_STEP = {model_evaluate_within_step, model_rates_tangent};
    const Problem *problem = instance->problem;
    if (!variation->directions) return 0;
    size_t used = instance->scratch_used;
    double t = *at(instance, problem->t), point = t == instance->memory[END_T] ? 1.0 : (t - instance->memory[START_T]) / instance->memory[SIZE];
    double *kept = model_remember(instance);
    int failed = integrator->refine && integrator->refine(&WITHIN_STEP, instance);
    if (!failed) failed = follow_to(instance, integrator, method_of(problem), variation, point);
    model_put_back(instance, kept);
    *at(instance, problem->t) = t;
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int variation_outputs(Instance *instance, const Variation *variation, double *tangents)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, n = (size_t)problem->x.size, outputs = (size_t)problem->y.size;
    double *kept = model_remember(instance);
    int failed = model_arrive(instance) || model_held_outputs(instance);
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < variation->directions && !failed; ++j) {
        variation_seed(instance, variation, j, variation->X + (size_t)j * n);
        failed = model_rates_tangent(instance) || run_tangent(instance, problem->output);
        copy_numbers(tangents + (size_t)j * outputs, instance->tangent + problem->y.start, outputs);
    }
    model_put_back(instance, kept);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
