/* model.c: the Problem as a model in time (mbfmu.runtime.instance). */

#include "inside_model.h"

#include <string.h>

#include "mechanism.h"
#include "words.h"

#define MODE_ROUNDS 20 /* evaluations after which modes that still switch each other are given up */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static size_t largest_schedule(const Schedule *schedules, int count)
{
    size_t most = 0;
    for (int i = 0; i < count; ++i) most = larger(most, schedule_scratch(schedules[i]));
    return most;
}

/* What surrounds an evaluation, each at most once inside the other: a step with its events, and outputs or a validation. */
size_t model_scratch(const Problem *problem)
{
    const Schedule schedules[] = {problem->derive, problem->initialize, problem->started, problem->derivative, problem->output};
    size_t steps = largest_schedule(schedules, 5), inner = 0, constraints = 0;
    size_t chattering = 2 * (size_t)problem->m.size; /* what advance knows of it */
    size_t place = (size_t)(problem->x.size + problem->u.size + problem->m.size + problem->z.size);
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        const Schedule own[] = {mechanism->evaluate, mechanism->displace, mechanism->energy,
                                mechanism->measure,  mechanism->sides,    mechanism->find_start_speeds};
        steps = larger(steps, largest_schedule(own, 6));
        inner = larger(inner, mechanism_scratch(mechanism) + (size_t)problem->x.size);
        constraints += 2 * (size_t)(mechanism->phi.size + mechanism->psi.size + mechanism->A.size);
    }
    return steps + inner + constraints + integrator_scratch(problem) + events_scratch(problem) + chattering + 2 * place + (size_t)problem->x.size;
}

void model_given(Instance *instance)
{
    if (instance->problem->t_u.size) *at(instance, instance->problem->t_u) = *at(instance, instance->problem->t);
    if (instance->state->extrapolated == CARRIED) instance->state->extrapolated = HELD;
}

void model_input_rate(Instance *instance, int input, int order, double rate)
{
    Ref rates = instance->problem->input_rates;
    State *state = instance->state;
    if (state->extrapolated != GIVEN) memset(at(instance, rates), 0, (size_t)rates.size * sizeof(double)); /* those of the step before */
    at(instance, rates)[(order - 1) * instance->problem->u.size + input] = rate;
    state->extrapolated = GIVEN;
    state->touched = 1;
}

int model_carry(Instance *instance)
{
    const Problem *problem = instance->problem;
    int n = problem->u.size;
    double *u = at(instance, problem->u), t = *at(instance, problem->t), elapsed = t - instance->state->given_at;
    if (instance->inputs_at) {
        if (instance->inputs_at(instance->host, t)) return fail(instance, "the inputs of t = %.9g s could not be had", t);
        return 0;
    }
    if (instance->state->extrapolated != CARRIED) return 0;
    const double *base = at(instance, problem->input_base), *rates = at(instance, problem->input_rates);
    for (int i = 0; i < n; ++i) {
        double sum = 0.0;
        for (int order = ORDERS; order > 0; --order) sum = elapsed / order * (rates[(order - 1) * n + i] + sum);
        u[i] = base[i] + sum;
    }
    if (problem->t_u.size) *at(instance, problem->t_u) = t;
    return 0;
}

int model_evaluate(Instance *instance)
{
    const Problem *problem = instance->problem;
    if (model_carry(instance) || run(instance, problem->derivative)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) loss_look(instance, &problem->mechanism[i]);
    return 0;
}

double model_indicator(const Instance *instance, int i)
{
    double indicator = at(instance, instance->problem->g)[i];
    return at(instance, instance->problem->m)[i] > 0 ? indicator + NOISE : indicator - NOISE;
}

double model_margin(const Instance *instance, int i)
{
    double indicator = at(instance, instance->problem->g)[i];
    return at(instance, instance->problem->m)[i] > 0 ? indicator : -indicator;
}

static int refuse_restless(Instance *instance)
{
    const Problem *problem = instance->problem;
    char names[MESSAGE / 2] = "";
    for (int i = 0; i < problem->m.size; ++i)
        if (model_margin(instance, i) < -NOISE) add_name(names, sizeof names, problem->mode_name[i]);
    return fail(instance, "at t = %.9g s no modes agree with their indicators; these switch each other back: %s",
                *at(instance, problem->t), names);
}

int model_settle(Instance *instance, int *changed)
{
    Ref modes = instance->problem->m;
    double *m = at(instance, modes);
    for (int rounds = 0; rounds < MODE_ROUNDS; ++rounds) {
        int switching = 0;
        if (model_evaluate(instance)) return -1;
        for (int i = 0; i < modes.size; ++i) switching += model_margin(instance, i) < -NOISE;
        *changed = rounds > 0;
        if (!switching) return 0;
        if (rounds == MODE_ROUNDS - 1) break;
        for (int i = 0; i < modes.size; ++i)
            if (model_margin(instance, i) < -NOISE) m[i] = 1.0 - m[i];
    }
    return refuse_restless(instance);
}

int model_follow(Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (any_fed(&problem->mechanism[i]) && follow_inputs(instance, &problem->mechanism[i])) return -1;
    return 0;
}

int model_accept(Instance *instance, int *moved)
{
    const Problem *problem = instance->problem;
    *moved = 0;
    if (model_carry(instance)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        Outcome outcome;
        int changed = 0;
        if (mechanism_evaluate(instance, mechanism) || loss_tell(instance, mechanism) || project(instance, mechanism, &outcome)) return -1;
        if (refuse_adrift(instance, mechanism) || choose_again(instance, mechanism, &changed)) return -1;
        *moved |= outcome == MOVED || changed;
    }
    return 0;
}

int model_reproject(Instance *instance, int *moved)
{
    const Problem *problem = instance->problem;
    *moved = 0;
    for (int i = 0; i < problem->mechanisms; ++i) {
        Outcome outcome;
        if (mechanism_evaluate(instance, &problem->mechanism[i]) || project(instance, &problem->mechanism[i], &outcome)) return -1;
        *moved |= outcome == MOVED;
    }
    return 0;
}

/* Where constraints cannot be evaluated, reprojection is to say why. */
double model_drift(Instance *instance)
{
    const Problem *problem = instance->problem;
    double largest = 0.0;
    for (int i = 0; i < problem->mechanisms; ++i) {
        if (mechanism_evaluate(instance, &problem->mechanism[i])) return INFINITY;
        largest = fmax(largest, drift(instance, &problem->mechanism[i]));
    }
    return largest;
}

int model_initialize(Instance *instance, double t)
{
    const Problem *problem = instance->problem;
    int changed;
    *at(instance, problem->t) = t;
    model_given(instance);
    memset(at(instance, problem->m), 0, (size_t)problem->m.size * sizeof(double));
    memset(instance->memory, 0, integrator_memory(problem) * sizeof(double));
    if (model_rederive(instance)) return -1;
    if (run(instance, problem->initialize) || run(instance, problem->started)) return -1; /* where drives are, mechanisms are assembled */
    for (int i = 0; i < problem->mechanisms; ++i)
        if (start_on_manifold(instance, &problem->mechanism[i])) return -1;
    if (run(instance, problem->started)) return -1; /* what is measured is measured there */
    if (refuse_no_numbers(instance, problem->x, "the initial state") || model_settle(instance, &changed)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (refuse_off_branches(instance, &problem->mechanism[i])) return -1;
    if (model_outputs(instance, 0)) return -1;
    for (int i = 0; i < problem->mechanisms; ++i) loss_anew(instance, &problem->mechanism[i]);
    return 0;
}
