/* partial_derivatives.c: directional and adjoint derivatives, exact, at the present point and in the present modes.

   Knowns are inputs, time, tunable parameters and states; unknowns are derivatives, outputs and event indicators. In Initialization Mode states
   are unknowns that follow parameters from the start, and so are calculated parameters. A start in equilibrium is differentiated by the implicit
   function theorem. Elsewhere, where states are put together so that constraints are met, that is the end of an iteration that is not
   differentiated: what follows from the states is refused there by parameters (and by inputs that constraints follow). Calculated parameters
   are given, and so is everything along seeds that leave such knowns as they are. */

#include <string.h>

#include "component.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "model.h"
#include "schedule.h"
#include "settled_tangent.h"

static int initializing(const Component *component) { return component->instance->state->mode == INITIALIZATION_MODE; }

static int is_settled(const Component *component) { return initializing(component) && starts_in_equilibrium(component->instance); }

static int any_tangent(const Instance *instance, Ref slot)
{
    for (int i = 0; i < slot.size; ++i)
        if (instance->tangent[slot.start + i] != 0.0) return 1;
    return 0;
}

/* Whether a number of an input moves constraints, or what drives put in place, at the point evaluated last. */
static int moves_start(Instance *instance, int number)
{
    const Problem *problem = instance->problem;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    instance->tangent[number] = 1.0;
    if (run_tangent(instance, problem->post_assembly) || any_tangent(instance, problem->x)) return 1;
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        if (run_tangent(instance, mechanism->evaluate)) return 1;
        if (any_tangent(instance, mechanism->phi) || any_tangent(instance, mechanism->psi) || any_tangent(instance, mechanism->A)) return 1;
    }
    return 0;
}

static int is_assembled(const Component *component, const Variable *known)
{
    const Problem *problem = component->problem;
    if (!problem->mechanisms || is_settled(component)) return 0;
    if (known->causality == INPUT && any_mechanism_input_driven(problem))
        for (int i = 0; i < known->ref.size; ++i)
            if (moves_start(component->instance, known->ref.start + i)) return 1;
    return known->causality == PARAMETER;
}

static int is_known(Component *component, const Variable *variable, const char *function)
{
    if (variable->causality == INPUT || variable->causality == INDEPENDENT) return 1;
    if (variable->causality == PARAMETER && (variable->tunable || initializing(component))) return 1;
    if (variable->causality == STATE && !initializing(component)) return 1;
    return refuse(component, "%s: %s is nothing to differentiate by in %s", function, variable->name,
                  mode_name(component->instance->state->mode)) == OK;
}

static int is_unknown(Component *component, const Variable *variable, const char *function)
{
    if (variable->causality == OUTPUT || variable->causality == DERIVATIVE || variable->causality == INDICATOR) return 1;
    if ((variable->causality == STATE || variable->causality == CALCULATED_PARAMETER) && initializing(component)) return 1;
    return refuse(component, "%s: %s is nothing to differentiate in %s", function, variable->name,
                  mode_name(component->instance->state->mode)) == OK;
}

static int follows_states(const Component *component, const Variable *unknown)
{
    (void)component;
    return unknown->causality != CALCULATED_PARAMETER;
}

/* The first variable that is such and has a weight; without weights every variable has one. NULL: there is none. */
static const Variable *first_such(const Component *component, Selection selection, const double *weights,
                                  int (*is_such)(const Component *component, const Variable *variable))
{
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = variable_of(component, selection.references[i]);
        int weighs = !weights;
        for (int j = 0; weights && j < variable->ref.size; ++j) weighs |= *weights++ != 0.0;
        if (weighs && is_such(component, variable)) return variable;
    }
    return NULL;
}

/* A call is answered as a whole. Environments name all knowns in each of their calls, and move one of them. */
static int can_be_had(Component *component, const Partial *partial, const double *unknown_seed, const double *known_seed, const char *function)
{
    if (!initializing(component) || bring_up_to_date(component, DIRTY_RATES | DIRTY_OUTPUTS)) return 1; /* which then fails for its own reason */
    const Variable *known = first_such(component, partial->knowns, known_seed, is_assembled);
    const Variable *unknown = known ? first_such(component, partial->unknowns, unknown_seed, follows_states) : NULL;
    if (!unknown) return 1;
    return refuse(component, "%s: in Initialization Mode the mechanism is put together for %s, and %s follows from that; ask after Initialization Mode",
                  function, known->name, unknown->name) == OK;
}

static int is_sound(Component *component, const Partial *partial, size_t by_unknowns, size_t by_knowns, const char *function)
{
    if (!in_table(component, partial->unknowns, NULL, by_unknowns, function)) return 0;
    if (!in_table(component, partial->knowns, NULL, by_knowns, function)) return 0;
    if ((partial->seeds && !partial->seed) || (partial->sensitivities && !partial->sensitivity))
        return refuse(component, "%s: an array is missing", function) == OK;
    for (size_t i = 0; i < partial->unknowns.count; ++i)
        if (!is_unknown(component, variable_of(component, partial->unknowns.references[i]), function)) return 0;
    for (size_t i = 0; i < partial->knowns.count; ++i)
        if (!is_known(component, variable_of(component, partial->knowns.references[i]), function)) return 0;
    return 1;
}

static void lay(const Component *component, Selection selection, const double *seed, double *numbers)
{
    for (size_t i = 0; i < selection.count; ++i) {
        Ref ref = variable_of(component, selection.references[i])->ref;
        for (int j = 0; j < ref.size; ++j) numbers[ref.start + j] += *seed++;
    }
}

static void pick(const Component *component, Selection selection, const double *numbers, double *sensitivity)
{
    for (size_t i = 0; i < selection.count; ++i) {
        Ref ref = variable_of(component, selection.references[i])->ref;
        memcpy(sensitivity, numbers + ref.start, (size_t)ref.size * sizeof(double));
        sensitivity += ref.size;
    }
}

/* Along seeds that lie in the tangent; `balance` is of a start in equilibrium. */
static int along(Instance *instance, int start, const Balance *balance, int pictures)
{
    const Problem *problem = instance->problem;
    if (balance && model_settled_tangent(instance, balance)) return -1;
    if (start && !balance && !problem->mechanisms && model_start_tangent(instance)) return -1;
    if (start) feel_tangents(instance);
    return model_tangent(instance, pictures);
}

static int tangent(const Component *component, const Partial *partial)
{
    Instance *instance = component->instance;
    size_t used = instance->scratch_used;
    Balance balance;
    int settled = is_settled(component), pictures = pictures_among(component, partial->unknowns);
    int failed = settled && find_balance(instance, &balance);
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    lay(component, partial->knowns, partial->seed, instance->tangent);
    failed = failed || along(instance, initializing(component), settled ? &balance : NULL, pictures);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

/* The adjoint of a start in equilibrium, a known at a time: what the tangents of the unknowns give, weighted by their seeds. */
static int settled_adjoint(const Component *component, const Partial *partial)
{
    Instance *instance = component->instance;
    size_t used = instance->scratch_used;
    const size_t numbers = (size_t)instance->problem->numbers;
    double *weights = scratch_alloc_reserved(instance, numbers), *found = weights ? scratch_alloc_reserved(instance, numbers) : NULL;
    Balance balance;
    int failed = !found || find_balance(instance, &balance), pictures = pictures_among(component, partial->unknowns);
    if (!failed) {
        memset(weights, 0, numbers * sizeof(double));
        memset(found, 0, numbers * sizeof(double));
        lay(component, partial->unknowns, partial->seed, weights);
    }
    for (size_t i = 0; i < partial->knowns.count && !failed; ++i) {
        Ref ref = variable_of(component, partial->knowns.references[i])->ref;
        for (int j = ref.start; j < ref.start + ref.size && !failed; ++j) {
            memset(instance->tangent, 0, numbers * sizeof(double));
            instance->tangent[j] = 1.0;
            failed = along(instance, 1, &balance, pictures);
            for (size_t k = 0; k < numbers; ++k)
                if (weights[k] != 0.0) found[j] += weights[k] * instance->tangent[k];
        }
    }
    if (!failed) copy_numbers(instance->adjoint, found, numbers);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

static int adjoint(const Component *component, const Partial *partial)
{
    Instance *instance = component->instance;
    const Problem *problem = instance->problem;
    if (is_settled(component)) return settled_adjoint(component, partial);
    memset(instance->adjoint, 0, (size_t)problem->numbers * sizeof(double));
    lay(component, partial->unknowns, partial->seed, instance->adjoint);
    if (model_adjoint(instance, pictures_among(component, partial->unknowns))) return -1;
    if (!initializing(component) || problem->mechanisms) return 0;
    return run_adjoint(instance, problem->post_assembly) || run_adjoint(instance, problem->initialize) || run_adjoint(instance, problem->derive) ? -1 : 0;
}

/* Numbers as evaluated at the present point with the modes held. In Co-Simulation outputs were last computed in other modes, perhaps, and inputs
   given earlier; there everything is put back afterwards, for asking changes nothing. */
static int differentiated(Component *component, const Partial *partial, int (*differentiate)(const Component *component, const Partial *partial))
{
    Instance *instance = component->instance;
    int pictures = pictures_among(component, partial->unknowns);
    if (bring_up_to_date(component, DIRTY_RATES | DIRTY_OUTPUTS | pictures)) return -1;
    if (instance->state->interface == MODEL_EXCHANGE || initializing(component)) return differentiate(component, partial);
    state_copy(instance, instance->before);
    if (instance->problem->input_time.size) *at(instance, instance->problem->input_time) = *at(instance, instance->problem->t);
    int failed = model_evaluate(instance) || model_held_outputs(instance) || (pictures && model_held_pictures(instance))
                 || differentiate(component, partial);
    memcpy(instance->state, instance->before, state_size(instance));
    return failed ? -1 : 0;
}

/* Where inputs or seeds are so large that products overflow. */
static Status numbers_only(Component *component, const Partial *partial, const char *function)
{
    if (all_finite(partial->sensitivity, (int)partial->sensitivities)) return OK;
    fail(component->instance, "%s: derivatives at t = %.9g s are not numbers or too large", function, *at(component->instance, component->problem->t));
    return outcome(component, -1, failed_evaluation(component));
}

Status directional_derivative(Component *component, const Partial *partial, const char *function)
{
    const double *numbers = component->instance->tangent;
    if (!is_sound(component, partial, partial->sensitivities, partial->seeds, function)) return ERROR;
    if (!can_be_had(component, partial, NULL, partial->seed, function)) return ERROR;
    if (differentiated(component, partial, tangent)) return outcome(component, -1, failed_evaluation(component));
    pick(component, partial->unknowns, numbers, partial->sensitivity);
    return numbers_only(component, partial, function);
}

Status adjoint_derivative(Component *component, const Partial *partial, const char *function)
{
    const double *numbers = component->instance->adjoint;
    if (!is_sound(component, partial, partial->seeds, partial->sensitivities, function)) return ERROR;
    if (!can_be_had(component, partial, partial->seed, NULL, function)) return ERROR;
    if (differentiated(component, partial, adjoint)) return outcome(component, -1, failed_evaluation(component));
    pick(component, partial->knowns, numbers, partial->sensitivity);
    return numbers_only(component, partial, function);
}
