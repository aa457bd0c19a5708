/* handle.c: what Python asks of the engine (mbfmu/engine/handle.py): a Problem made of bytes, and instances of it.

   Numbers are handed out as they lie, so that Python sees and sets them in place. What can fail returns 0, or -1 with the cause in the message. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "exported.h"
#include "independent_states.h"
#include "load.h"
#include "mechanism.h"
#include "model.h"
#include "schedule.h"

/* Given by Python; the latter two return nonzero to end a run. */
typedef void Report(void *host, const char *message);
typedef int Between(void *host, double t);
typedef int InputsAt(void *host, double t);

#define PULSE 0.01 /* s of processor time: so often Python hears of steps that it wants to hear of now and then */

/* Who hears of the steps of an instance. */
typedef struct {
    Between *step_callback;
    clock_t due; /* before it, nothing is reported */
    int seldom;
} Listener;

/* Python's lock costs more than a short step where several threads run. */
static int pass_on(void *host, double t)
{
    Listener *listener = host;
    if (listener->seldom) {
        clock_t now = clock();
        if (now < listener->due) return 0;
        listener->due = now + (clock_t)(PULSE * CLOCKS_PER_SEC);
    }
    return listener->step_callback(NULL, t);
}

EXPORTED const Problem *handle_load(const unsigned char *bytes, size_t size, char why[WHY]) { return problem_load(bytes, size, why); }

EXPORTED void handle_unload(const Problem *problem) { problem_unload(problem); }

EXPORTED Instance *handle_new(const Problem *problem, Report *report, Between *between)
{
    Listener *listener = calloc(1, sizeof *listener);
    Instance *instance = listener ? model_new(problem, listener) : NULL;
    if (!instance) {
        free(listener);
        return NULL;
    }
    listener->step_callback = between;
    instance->report = report;
    instance->step_callback = pass_on;
    return instance;
}

EXPORTED void handle_free(Instance *instance)
{
    free(instance->host);
    instance_free(instance);
}

/* Between is called now and then only from now on. */
EXPORTED void handle_report_progress_seldom(Instance *instance) { ((Listener *)instance->host)->seldom = 1; }

EXPORTED void handle_inputs(Instance *instance, InputsAt *input_callback) { instance->input_callback = input_callback; }

EXPORTED void handle_compute(Instance *instance, Compute *compute) { instance->compute = compute; }

EXPORTED double *handle_numbers(Instance *instance) { return instance->numbers; }

EXPORTED double *handle_tangent(Instance *instance) { return instance->tangent; }

EXPORTED double *handle_adjoint(Instance *instance) { return instance->adjoint; }

EXPORTED const char *handle_message(const Instance *instance) { return instance->message; }

EXPORTED int handle_invalid(const Instance *instance) { return instance->invalid; }

EXPORTED int handle_initialize(Instance *instance, double t) { return model_initialize(instance, t); }

EXPORTED int handle_report_moved_starts(Instance *instance) { return model_report_moved_starts(instance); }

EXPORTED int handle_report_locked(Instance *instance) { return model_report_locked(instance); }

EXPORTED int handle_validate(Instance *instance) { return model_validate(instance); }

/* Something was set: an input, or something else. */
EXPORTED void handle_touched(Instance *instance, int input)
{
    instance->state->set_since_step = 1;
    if (input) model_latch_inputs(instance);
    else instance->state->parameters_dirty = 1;
}

EXPORTED int handle_evaluate(Instance *instance) { return model_evaluate(instance); }

EXPORTED int handle_settle(Instance *instance, int *changed) { return model_settle(instance, changed); }

/* What is due at the present time happens, with the inputs of now. */
/* Others integrate, with this tolerance. */
EXPORTED void handle_integrated_outside(Instance *instance, double tolerance)
{
    instance->integrated_outside = 1;
    instance->state->tolerance = tolerance;
}

EXPORTED int handle_meet_events(Instance *instance)
{
    int changed;
    if (!event_is_due_at(instance, *at(instance, instance->problem->t))) return 0;
    instance->state->set_since_step = 1;
    return model_do_events(instance) || model_settle(instance, &changed) ? -1 : 0;
}

EXPORTED int handle_outputs(Instance *instance) { return model_outputs(instance, 0); }

EXPORTED int handle_pictures(Instance *instance) { return model_pictures(instance); }

EXPORTED int handle_accept(Instance *instance, int *moved) { return model_accept(instance, moved); }

EXPORTED int handle_project(Instance *instance)
{
    int moved;
    return model_reproject(instance, &moved);
}

EXPORTED int handle_constraints(Instance *instance)
{
    for (int i = 0; i < instance->problem->mechanisms; ++i)
        if (mechanism_evaluate(instance, &instance->problem->mechanism[i])) return -1;
    return 0;
}

/* The tangents of residuals along seeds laid into instance->tangent, at the point where the constraints were evaluated last. */
EXPORTED int handle_constraint_tangents(Instance *instance)
{
    for (int i = 0; i < instance->problem->mechanisms; ++i)
        if (run_tangent(instance, instance->problem->mechanism[i].evaluate)) return -1;
    return 0;
}

/* Of what constraints leave free at the present point, which was evaluated last: the speeds (n each) of each motion, and of each motion that the
   nonholonomic rows allow, too. There is room for n of both; `motions` and `speeds` say how many there are. */
EXPORTED int handle_free_motions(Instance *instance, double *motion, int *motions, double *speed, int *speeds)
{
    size_t used = instance->scratch_used, n = (size_t)instance->problem->x.size;
    IndependentStates states;
    int failed = find_free_speeds(instance, &states);
    if (!failed) {
        *motions = states.motions;
        *speeds = states.speeds;
        copy_numbers(motion, states.motion, n * (size_t)states.motions);
        copy_numbers(speed, states.speed, n * (size_t)states.speeds);
    }
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

/* An orthonormal basis (n - rank, n) of the x with A x = 0, of any A (m x n), which is overwritten: by the rank that independent states have. How many
   directions it has, or -1 where there is no memory. */
EXPORTED int handle_free_directions(double *A, int m, int n, double *direction)
{
    double *room = malloc((orthogonal_factors_size(m, n) + 1) * sizeof(double));
    if (!room) return -1;
    OrthogonalFactors factors = orthogonal_factors(A, m, n, DEPENDENT, room);
    for (int k = 0; k < n - factors.rank; ++k) null_direction(&factors, k, direction + (size_t)k * n);
    free(room);
    return n - factors.rank;
}

EXPORTED int handle_advance(Instance *instance, double t_end, double tolerance, int *stopped)
{
    double before = instance->state->tolerance;
    instance->state->tolerance = tolerance;
    int failed = advance(instance, t_end, 0, stopped);
    if (failed) instance->state->tolerance = before;
    return failed;
}

EXPORTED int handle_advance_to_stop(Instance *instance, double t_end, double tolerance)
{
    double before = instance->state->tolerance;
    instance->state->tolerance = tolerance;
    int failed = advance_to_stop(instance, t_end);
    if (failed) instance->state->tolerance = before;
    return failed;
}

/* In steps no longer than `longest` [s], or, where that is 0, from each time to the next. */
EXPORTED int handle_sample(Instance *instance, const double *time, int count, double *outputs, double tolerance, double longest)
{
    double before = instance->state->tolerance;
    Samples samples = {time, outputs, count, 0};
    instance->state->tolerance = tolerance;
    int failed = longest > 0.0 ? advance_sampling(instance, &samples, longest) : advance_to_each(instance, &samples);
    if (failed) instance->state->tolerance = before;
    return failed;
}

/* Along `directions`, whose states X (directions x n) go from those at the start to those at the end, under changes U (directions x nu) of the inputs
   and P (directions x np) of the parameters; `outputs` are count x ny, `tangents` count x directions x ny. In steps no longer than `longest` [s]. */
EXPORTED int handle_vary(Instance *instance, const double *time, int count, int directions, double *X, const double *U, const double *P,
                         double *outputs, double *tangents, double tolerance, double longest)
{
    double before = instance->state->tolerance;
    Samples samples = {time, outputs, count, 0};
    Variation *variation = variation_new(instance->problem, directions, X, U, P);
    if (!variation) return fail(instance, "there is no memory for %d directions", directions);
    instance->state->tolerance = tolerance;
    int failed = advance_varying(instance, &samples, longest, variation, tangents);
    if (failed) instance->state->tolerance = before;
    variation_free(variation);
    return failed;
}

EXPORTED int handle_evaluations(const Instance *instance) { return instance->evaluations; }

EXPORTED int handle_drain(Instance *instance, double part, int most, double largest[2], int *settled)
{
    size_t used = instance->scratch_used;
    Drainage drainage = {.part = part, .most = most, .speed = largest[0], .acceleration = largest[1]};
    int failed = take_drainage_memory(instance, &drainage) || model_drain(instance, &drainage);
    instance->scratch_used = used;
    largest[0] = drainage.speed;
    largest[1] = drainage.acceleration;
    *settled = drainage.settled;
    return failed ? -1 : 0;
}

EXPORTED int handle_equilibrium(Instance *instance, int *found_by)
{
    FoundBy by = AT_START;
    int failed = model_equilibrium(instance, &by);
    *found_by = (int)by;
    return failed;
}

EXPORTED int handle_start_sensors(Instance *instance) { return model_start_sensors(instance); }

/* The tangents of the start along seeds of p laid into instance->tangent, as start_tangent.h says. */
EXPORTED int handle_start_tangents(Instance *instance) { return model_start_tangent(instance); }

EXPORTED int handle_tangents(Instance *instance) { return model_tangent(instance, 0); }

EXPORTED int handle_adjoints(Instance *instance) { return model_adjoint(instance, 0); }

EXPORTED size_t handle_state_size(const Instance *instance) { return state_size(instance); }

EXPORTED void handle_save(const Instance *instance, void *state) { state_copy(instance, state); }

EXPORTED int handle_restore(Instance *instance, const void *state) { return state_restore(instance, state); }
