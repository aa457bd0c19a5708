/* drainage.c: see drainage.h. */

#include "drainage.h"

#include <string.h>

#include "constraints.h"
#include "derivative.h"
#include "events.h"
#include "independent_states.h"
#include "modes.h"
#include "one_step.h"
#include "radau.h"

#define TOLERANCE 1e-3     /* of steps: the way does not matter, only where it ends */
#define LONGEST 10.0       /* of a step, in units of 1 / w */
#define AFTER_EVENT 0.25   /* of a step that an event has cut off: the longest that follows */
#define FASTEST_CHANGE 2.0 /* of w from one step to the next */
#define SAME 1.5           /* a change of w below this is none */
#define LEAST 1e-6         /* rad/s: w where no force changes with the motion */
#define BEGUN 1e-6         /* of speeds, in SI units: the motion has begun */
#define REST 1e-10         /* of accelerations, in SI units: there is nothing to drain */
#define FAR_AWAY 1e8       /* of coordinates, in their nominal values: there is no equilibrium on this way */

/* The rate of a speed is what is left of it when energy is drained. Within a step t - t0 is the time since the last accepted state. */
static double loss(const Instance *instance, double t)
{
    double w = instance->state->drainage;
    return 2.0 * w + w * w * (t - instance->memory[START_T]);
}

static void drain(const Instance *instance, double *numbers, double lost)
{
    const Problem *problem = instance->problem;
    double *x = numbers + problem->x.start, *x_dot = numbers + problem->x_dot.start;
    for (int i = 0; i < problem->moving; ++i) {
        int first = first_speed(&problem->motion[i]);
        for (int j = first; j < first + problem->motion[i].nv; ++j) x_dot[j] -= lost * x[j];
    }
}

/* The equations see the time at which the step began, which is that of the whole drainage. */
static int drained(Instance *instance)
{
    double *t = at(instance, instance->problem->t), now = *t;
    *t = instance->memory[START_T];
    int failed = model_evaluate_within_step(instance);
    *t = now;
    if (!failed) drain(instance, instance->numbers, loss(instance, now));
    return failed;
}

static int drained_tangent(Instance *instance)
{
    if (model_rates_tangent(instance)) return -1;
    drain(instance, instance->tangent, loss(instance, *at(instance, instance->problem->t)));
    return 0;
}

static const Derivative DRAINED = {drained, drained_tangent};

/* Root mean squares of speeds, and of the rates of all states but coordinates, in units of their nominal values. */
static void measure(const Instance *instance, double *speed, double *acceleration)
{
    const Problem *problem = instance->problem;
    const double *x = at(instance, problem->x), *x_dot = at(instance, problem->x_dot), *nominal = problem->nominal;
    double v = 0.0, a = 0.0;
    int speeds = 0, rates = problem->x.size;
    for (int j = 0; j < problem->x.size; ++j) a += pow(x_dot[j] / nominal[j], 2);
    for (int i = 0; i < problem->moving; ++i) {
        const MechanismStates *of = &problem->motion[i];
        for (int j = of->first; j < of->first + of->nq; ++j) a -= pow(x_dot[j] / nominal[j], 2);
        for (int j = first_speed(of); j < first_speed(of) + of->nv; ++j) v += pow(x[j] / nominal[j], 2);
        speeds += of->nv;
        rates -= of->nq;
    }
    *speed = sqrt(v / (speeds ? speeds : 1));
    *acceleration = sqrt(fmax(a, 0.0) / (rates ? rates : 1));
}

/* The square of the frequency that the forces have along the present motion: its Rayleigh quotient -(v . da) / (v . v), where da is the change of
   accelerations by the motion v. At rest, the motion that is about to begin is taken, in the direction of the accelerations. */
static int stiffness_ahead(Instance *instance, int resting, double *square)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    const double *from = at(instance, resting ? problem->x_dot : problem->x);
    double *x = at(instance, problem->x), *seed = instance->tangent + problem->x.start, along = 0.0, change = 0.0;
    double *kept = scratch_copy(instance, x, (size_t)problem->x.size), *way = scratch_copy(instance, from, (size_t)problem->x.size);
    for (int i = 0; i < problem->moving; ++i) {
        int first = first_speed(&problem->motion[i]);
        copy_numbers(x + first, way + first, (size_t)problem->motion[i].nv);
    }
    int failed = model_evaluate_within_step(instance);
    const double *turned = scratch_copy(instance, at(instance, problem->x_dot), (size_t)problem->x.size); /* the rates of the coordinates along the motion */
    copy_numbers(x, kept, (size_t)problem->x.size);
    failed = failed || model_evaluate_within_step(instance);
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double)); /* only now: evaluations may need tangents themselves */
    for (int i = 0; i < problem->moving; ++i) copy_numbers(seed + problem->motion[i].first, turned + problem->motion[i].first, (size_t)problem->motion[i].nq);
    failed = failed || model_rates_tangent(instance);
    for (int i = 0; i < problem->moving; ++i) {
        int first = first_speed(&problem->motion[i]);
        for (int j = first; j < first + problem->motion[i].nv; ++j) {
            along += way[j] * way[j];
            change -= way[j] * instance->tangent[problem->x_dot.start + j];
        }
    }
    *square = along > 0.0 ? change / along : 0.0;
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

/* The damping is that of the frequency at which the mechanism moves: critical where it moves in one mode. Fast modes die out first; then the slow
   ones that are left decide. */
static int choose_frequency(Instance *instance, double speed)
{
    double square, *w = &instance->state->drainage;
    if (stiffness_ahead(instance, !(speed > BEGUN), &square)) return -1;
    double wanted = sqrt(fabs(square));
    if (*w > 0.0) wanted = fmin(fmax(wanted, *w / FASTEST_CHANGE), *w * FASTEST_CHANGE);
    wanted = fmax(wanted, LEAST);
    if (!(wanted < *w * SAME && wanted > *w / SAME)) *w = wanted;
    RADAU.moved(instance); /* the rate at the start of a step is another than that at the end of the last */
    return 0;
}

/* Within the last step of drained motion, for whoever looks for events: there, too, time stands still. */
static void look_back(Instance *instance, double theta)
{
    RADAU.at(instance, theta);
    *at(instance, instance->problem->t) = instance->memory[START_T];
}

/* One step of drained motion, no longer than `longest`; time goes back to where it was. How motion begins in a long step is known no better than the
   whole step, so that it may seem to go back over a switch at once, again and again: hence shorter steps behind an event. */
static int settle_on(Instance *instance, double *longest, double *halfway)
{
    double *t = at(instance, instance->problem->t), t0 = *t;
    Integrator standing = RADAU;
    standing.at = look_back;
    int event = 0, changed, moved;
    if (one_step(&RADAU, &DRAINED, instance, t0 + fmin(*longest, LONGEST / instance->state->drainage))) return -1;
    if (instance->problem->m.size && go_to_event(instance, &standing, &event, halfway)) return -1;
    *t = t0;
    if (model_accept(instance, &moved)) return -1;
    *longest = event ? AFTER_EVENT * instance->memory[SIZE] : INFINITY;
    if (!event) return 0;
    RADAU.restart(instance);
    return model_settle_modes(instance, &changed);
}

static int far_away(const Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->moving; ++i)
        for (int j = problem->motion[i].first; j < problem->motion[i].first + problem->motion[i].nq; ++j)
            if (!(fabs(at(instance, problem->x)[j]) < FAR_AWAY * problem->nominal[j])) return 1;
    return 0;
}

static int travel(Instance *instance, Drainage *drainage, double *halfway)
{
    double longest = INFINITY;
    int changed;
    if (model_settle_modes(instance, &changed)) return -1;
    for (int steps = 0; steps < drainage->most && !(drainage->lost = far_away(instance)); ++steps) {
        double speed, acceleration;
        if (model_evaluate(instance)) return -1;
        measure(instance, &speed, &acceleration);
        drainage->speed = fmax(drainage->speed, speed);
        drainage->acceleration = fmax(drainage->acceleration, acceleration);
        int begun = drainage->speed > BEGUN || acceleration <= REST;
        drainage->settled = begun && speed <= fmax(drainage->part * drainage->speed, REST)
                         && acceleration <= fmax(drainage->part * drainage->acceleration, REST);
        if (drainage->settled) return 0;
        if (choose_frequency(instance, speed) || settle_on(instance, &longest, halfway)) return -1;
    }
    return 0;
}

int take_drainage_memory(Instance *instance, Drainage *drainage)
{
    size_t count = RADAU.memory(instance->problem);
    drainage->memory = scratch_alloc_reserved(instance, count);
    if (drainage->memory) memset(drainage->memory, 0, count * sizeof(double));
    return drainage->memory ? 0 : -1;
}

int model_drain(Instance *instance, Drainage *drainage)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double tolerance = instance->state->tolerance, *memory = instance->memory, *halfway;
    if (reserve(instance, (size_t)problem->m.size + one_step_scratch(&RADAU, problem) + events_scratch(problem))) return -1;
    halfway = scratch_alloc(instance, (size_t)problem->m.size);
    instance->memory = drainage->memory;
    instance->state->tolerance = TOLERANCE;
    drainage->settled = 0;
    int failed = travel(instance, drainage, halfway);
    instance->state->tolerance = tolerance;
    instance->memory = memory;
    instance->state->set_since_step = 1;
    instance->state->dirty = ALL_DIRTY;
    instance->scratch_used = used;
    return failed;
}
