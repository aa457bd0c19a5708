/* validity.c: see validity.h. */

#include "validity.h"

#include <stdio.h>
#include <string.h>

#include "linear_algebra.h"
#include "mechanism.h"
#include "mechanism_start.h"
#include "schedule.h"
#include "variable.h"
#include "words.h"

/* The title goes before the first problem. */
static void add_problem(Instance *instance, int *found, const char *sentence)
{
    const Problem *problem = instance->problem;
    if (!*found) fail(instance, "%s cannot be computed at t = %.9g s:", problem->name, *at(instance, problem->t));
    fail_also(instance, "  - %s", sentence);
    instance->invalid = 1;
    ++*found;
}

static void add_problems_of(Instance *instance, const Variable *variable, int *found)
{
    const double *values = at(instance, variable->ref);
    char demand[DEMAND_TEXT], value[DEMAND_TEXT], name[NAME_TEXT], sentence[MESSAGE / 2];
    for (int i = 0; i < values_of(variable); ++i) {
        if (is_allowed(variable, &values[i])) continue;
        snprintf(sentence, sizeof sentence, "%s = %s must be %s (%s)", element_name(name, variable, i), value_text(value, variable, values[i]),
                 demand_text(demand, variable, values[i]), variable->description);
        add_problem(instance, found, sentence);
    }
}

static int valid(const Instance *instance, const Variable *variable)
{
    const double *values = at(instance, variable->ref);
    for (int i = 0; i < values_of(variable); ++i)
        if (!is_allowed(variable, &values[i])) return 0;
    return 1;
}

static void add_problems(Instance *instance, Causality causality, int *found)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->variables; ++i) {
        const Variable *variable = &problem->variable[i];
        if (variable->causality == causality && !valid(instance, variable)) add_problems_of(instance, variable, found);
    }
}

int model_inputs_are_allowed(const Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->variables; ++i)
        if (problem->variable[i].causality == INPUT && !valid(instance, &problem->variable[i])) return 0;
    return 1;
}

/* In every step. */
static void add_problems_of_inputs(Instance *instance, int *found)
{
    Ref u = instance->problem->u;
    if (!all_finite(at(instance, u), u.size)) {
        add_problems(instance, INPUT, found);
        return;
    }
    for (const Variable *const *input = instance->looked_at; *input; ++input)
        if ((*input)->causality == INPUT && !valid(instance, *input)) add_problems_of(instance, *input, found);
}

static int passes(const Instance *instance, const Check *check)
{
    const double *values = at(instance, check->ref);
    for (int i = 0; i < check->ref.size; ++i)
        if (!(values[i] > 0)) return 0;
    return 1;
}

/* Several checks may say the same. */
static int said_before(const Instance *instance, int i)
{
    const Check *check = instance->problem->check;
    for (int before = 0; before < i; ++before)
        if (!strcmp(check[before].message, check[i].message) && !passes(instance, &check[before])) return 1;
    return 0;
}

static void add_failed_checks(Instance *instance, int *found)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->checks; ++i)
        if (!passes(instance, &problem->check[i]) && !said_before(instance, i)) add_problem(instance, found, problem->check[i].message);
}

int model_rederive(Instance *instance)
{
    const Problem *problem = instance->problem;
    double *derived_from = at(instance, problem->derived_from);
    int found = 0;
    for (int i = 0; i < problem->derived_from.size; ++i) derived_from[i] = NAN;
    add_problems(instance, INPUT, &found);
    int of_inputs = found;
    add_problems(instance, PARAMETER, &found);
    if (found == of_inputs) {
        if (run(instance, problem->derive)) return -1;
        add_problems(instance, CALCULATED_PARAMETER, &found);
        if (found == of_inputs) add_failed_checks(instance, &found);
    }
    if (found) return -1;
    memcpy(derived_from, at(instance, problem->p), (size_t)problem->p.size * sizeof(double));
    instance->state->parameters_dirty = 0;
    return 0;
}

/* What was derived from parameters that are not allowed is marked as such by numbers that are none. */
int model_parameters_changed(Instance *instance)
{
    const double *p = at(instance, instance->problem->p), *derived_from = at(instance, instance->problem->derived_from);
    size_t size = (size_t)instance->problem->p.size;
    if (!instance->state->parameters_dirty) return 0;
    instance->state->parameters_dirty = size && (isnan(*derived_from) || memcmp(p, derived_from, size * sizeof(double)));
    return instance->state->parameters_dirty;
}

void model_undo_parameters(Instance *instance)
{
    const Problem *problem = instance->problem;
    memcpy(at(instance, problem->p), at(instance, problem->derived_from), (size_t)problem->p.size * sizeof(double));
}

/* What the constraints say at the present states (phi, psi, A one behind the other), evaluated anew: to tell whether they are the same. */
static int constraints(Instance *instance, const Mechanism *mechanism, double *said)
{
    const Ref refs[] = {mechanism->phi, mechanism->psi, mechanism->A};
    if (mechanism_evaluate(instance, mechanism)) return -1;
    for (int i = 0; i < 3; ++i) {
        memcpy(said, at(instance, refs[i]), (size_t)refs[i].size * sizeof(double));
        said += refs[i].size;
    }
    return 0;
}

static size_t said_by(const Mechanism *mechanism) { return (size_t)(mechanism->phi.size + mechanism->psi.size + mechanism->A.size); }

/* Whether states have been found; also constraints that say nothing may say something by other parameters. */
static int has_started(const Instance *instance) { return instance->state->started_from != 0; }

static int constraints_of_running(Instance *instance, double *said)
{
    const Problem *problem = instance->problem;
    for (int i = 0; has_started(instance) && i < problem->mechanisms; ++i) {
        if (constraints(instance, &problem->mechanism[i], said)) return -1;
        said += said_by(&problem->mechanism[i]);
    }
    return 0;
}

/* Mechanisms whose constraints parameters have moved are put together again, their states changed as little as can be. */
static int reassemble(Instance *instance, const double *said, double *now)
{
    const Problem *problem = instance->problem;
    for (int i = 0; has_started(instance) && i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        size_t size = said_by(mechanism);
        if (constraints(instance, mechanism, now)) return -1;
        if (memcmp(said, now, size * sizeof(double)) && reassemble_mechanism(instance, mechanism)) return -1;
        said += size;
    }
    return 0;
}

int model_validate(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, all = 0, largest = 0;
    int found = 0;
    if (!model_parameters_changed(instance)) {
        add_problems_of_inputs(instance, &found);
        return found ? -1 : 0;
    }
    for (int i = 0; i < problem->mechanisms; ++i) {
        size_t size = said_by(&problem->mechanism[i]);
        all += size;
        if (size > largest) largest = size;
    }
    double *said = scratch_alloc(instance, all), *now = scratch_alloc(instance, largest);
    int failed = constraints_of_running(instance, said) || model_rederive(instance) || reassemble(instance, said, now);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
