/* An instance: the numbers of one run of the Problem, and what can be done with them.

   All that changes lies in State, which has no pointers: FMU state is a copy of it. Everything is allocated once, by instance_new, but for what
   only the values at hand ask for (see reserve). Functions that can fail return 0, or -1 with the cause in Instance.message. */

#ifndef MBFMU_INSTANCE_H
#define MBFMU_INSTANCE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"
#include "way_out.h"

#define NOISE 1e-10 /* of an indicator, in its own unit: a mode is left only beyond it */
#define MESSAGE 4096
#define HUGE_TIME ((double)INFINITY) /* where no stop time was given */

typedef struct {
    uint64_t identity; /* of the model, so that no other model's state is restored */
    uint64_t size;     /* of the whole State in bytes */
    uint64_t settled_at; /* the last equilibrium: its time, inputs, parameters and states */
    uint64_t started_from, equilibrium_conditions; /* of the last that was found anew: start values of states, and time, inputs and parameters */
    int mode;          /* of the FMI state machine: a column of the table of permissions */
    int interface;     /* Model Exchange or Co-Simulation */
    int dirty;         /* what was computed may differ from what the numbers now say: a set of DIRTY_ flags */
    int set_since_step;   /* something was set since time last moved on */
    int parameters_dirty; /* parameters may have been set since d was derived from them */
    int extrapolated;  /* input derivatives were given for the next step */
    int states_moved;  /* by changed parameters, of which the environment has not heard yet */
    int settled;       /* the states are those of an equilibrium that was found in this initialization */
    int events_wanted; /* the last integrator step calls for Event Mode */
    double start_time, stop_time, tolerance; /* stop_time infinite if not given */
    double latched_at;   /* time [s] at which input derivatives count from */
    double drainage;   /* natural frequency at which energy is drained [rad/s], zero before and after (see drainage.h) */
    double numbers[];
} State;

enum { DIRTY_RATES = 1, DIRTY_OUTPUTS = 2, DIRTY_PICTURES = 4, ALL_DIRTY = 7 };

/* Fills `result` (found numbers) from `argument` (given numbers); nonzero where it cannot, and `why` (MESSAGE characters) says the reason. */
typedef int Compute(void *host, const char *function, int given, const double *argument, int found, double *result, char *why);

struct Instance {
    const Problem *problem;
    State *state;
    double *numbers; /* state->numbers */
    double *memory;  /* of the integrator, behind the slots in state->numbers: see integrator.h */
    size_t memory_size;
    double *tangent, *adjoint; /* laid out as numbers: see StepKind; `tangent` is work space of evaluations, so seeds are laid after them */
    const Variable **looked_at; /* in every step: inputs with bounds, and outputs that are no real numbers; NULL behind the last */
    const double **arg; /* work space of generated functions */
    double **res;
    long long *iw;
    double *w;
    struct Block *scratch; /* a stack of numbers: see take */
    size_t scratch_used, beside;
    struct Kept *kept; /* what steps keep from run to run: see kept_numbers */
    jmp_buf *way_out; /* where to go on, the cause in the message, where scratch cannot be had; NULL: nowhere */
    State *before;   /* where a step goes back to */
    void (*report)(void *host, const char *message); /* hears in a sentence what deserves attention without being an error */
    int (*step_callback)(void *host, double t);  /* called after every accepted internal step; nonzero ends the step there */
    int (*input_callback)(void *host, double t); /* where the host carries inputs itself: sets those of time t, at every evaluation; nonzero where it cannot */
    struct Variation *variation; /* of which state events move the directions too (see variation_events.h), or NULL */
    double *switching_distances; /* where evaluations note how near modes come to being left (see switching_distances.h), or NULL */
    Compute *compute; /* of HostCalls */
    void *host;      /* the FMI component */
    char message[MESSAGE];
    int evaluations; /* of the derivative, since the instance is new */
    int integrated_outside; /* others integrate, as in Model Exchange: how finely, they do not tell */
    int invalid;     /* the last failure was of values that are not allowed: each is a line of the message */
};

/* How many numbers an instance has besides those of its Problem: whoever computes with it knows (model.h). Scratch is what is taken at most
   without having been reserved; of that `beside` is what those take who have reserved some. */
typedef struct {
    size_t memory, scratch, beside;
} Room;

/* NULL where memory is missing; numbers are the start values of the variables. */
Instance *instance_new(const Problem *problem, Room room, void *host);
void instance_free(Instance *instance);
void instance_reset(Instance *instance); /* as it was when it was new */

uint64_t digest(const void *bytes, size_t size); /* tells one model, or one state, from another */
size_t state_size(const Instance *instance); /* in bytes */
void state_copy(const Instance *instance, State *to);
void state_keep(const Instance *instance); /* in Instance.before: what evaluations do not find anew and steps may change */
void state_give_back(const Instance *instance); /* what was kept */
int state_restore(Instance *instance, const State *from); /* -1 where it is no state of this model */

static inline double *at(const Instance *instance, Ref ref) { return instance->numbers + ref.start; }

/* Scratch numbers, uninitialized, to be given back in reverse order by resetting scratch_used to what it was before. There are as many as Room
   says. Who needs more, as many as the values at hand decide, reserves them first. What Room does not foresee is allocated, and where there is no
   memory for that, there is no return but by the way out. */
double *scratch_alloc(Instance *instance, size_t count);
/* See that from here on `count` numbers can be taken, in any pieces, and what Room says is taken beside; -1 where there is no memory. It stays. */
int reserve(Instance *instance, size_t count);
double *scratch_alloc_reserved(Instance *instance, size_t count); /* reserved and taken; NULL where there is no memory */
State *scratch_alloc_state(Instance *instance);                          /* the same, for all of the State */

/* Numbers that belong to a step or to what it is given, `of`, as they were left; those that are new are zero. NULL where there is no memory. They are no State:
   what was found is kept there with what it was found from, so that nothing depends on whether it is. */
double *kept_numbers(Instance *instance, const void *of, size_t count);

static inline int *scratch_alloc_ints(Instance *instance, size_t count) { return (int *)scratch_alloc(instance, (count + 1) / 2); }
static inline double *scratch_copy(Instance *instance, const double *from, size_t count)
{
    double *copy = scratch_alloc(instance, count);
    for (size_t i = 0; i < count; ++i) copy[i] = from[i];
    return copy;
}
static inline void copy_numbers(double *to, const double *from, size_t count)
{
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
}

/* Sets the message (or appends a line to it, or reports it without failing), printf-like; fail and fail_also return -1. */
#if defined(__GNUC__)
#define PRINTF __attribute__((format(printf, 2, 3)))
#else
#define PRINTF
#endif
int fail(Instance *instance, const char *format, ...) PRINTF;
int fail_also(Instance *instance, const char *format, ...) PRINTF;
void report(Instance *instance, const char *format, ...) PRINTF;

#endif
