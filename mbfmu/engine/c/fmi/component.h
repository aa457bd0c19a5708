/* An FMI component: an instance, and whom it talks to. What both versions of FMI share; fmi2.c and fmi3.c only translate.

   Setters store; what follows from the numbers is computed when it is asked for. A call that returns Discard or Error has changed nothing,
   except that a step of FMI 2 that is discarded leads to Step Failed. Fatal is what a call returns that has no room for its numbers in its midst. */

#ifndef MBFMU_COMPONENT_H
#define MBFMU_COMPONENT_H

#include "instance.h"
#include "permissions.h"
#include "reference_cache.h"
#include "value_codecs.h"
#include "way_out.h"

/* OK: done. WARNING: done, and a message was logged. DISCARD: not done with these numbers; the environment may try others.
   ERROR: not allowed or failed; the component can be reset, restored or freed. FATAL: no memory in the midst of the call; the
   environment calls this component no more. */
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } Status; /* the same numbers in both versions, as are those of Interface */

typedef struct Component Component;

/* What differs between the versions. */
typedef struct {
    const Permission *permissions; /* [FUNCTIONS] */
    const char *escaped;           /* characters that are doubled in messages */
    const char *forms[STRING + 1]; /* of each type: what functions that get and set its values are called after fmi2Get or fmi3Get */
    void (*log)(const Component *component, Status status, const char *category, const char *message);
} Version;

struct Component {
    const Version *version;
    const Problem *problem;
    Instance *instance;
    char *name;
    void *environment;
    void (*logger)(void); /* the environment's callbacks, of the type that the version says; NULL where there is none */
    void (*intermediate_update)(void);
    int logs[FATAL + 1];  /* whether messages of a status are wanted */
    int event_mode_used, early_return_allowed; /* Co-Simulation of FMI 3 */
    int (*ask_for_inputs)(void *host, double t); /* at every evaluation of a step; NULL where they are held or extrapolated by rates */
    Status last_step;
    ReferenceCache set, got; /* inputs and outputs */
    jmp_buf way_out;   /* of the call that is being answered: see BEGIN_CALL */
};

/* component.c */
typedef struct {
    const char *name, *token, *resources; /* the last as fmi2Instantiate or fmi3Instantiate... is given it */
    int interface, logging_on;
    void *environment;
    void (*logger)(void);
} Identity;

Component *component_new(const Version *version, const Identity *identity); /* NULL, and why is logged */
void component_free(Component *component);
void take_up_interface(Component *component, int interface); /* of an instance that is new: in Co-Simulation its steps are still to come, -1 for those that look ahead */
Component *may(void *component, Function function, const char *name); /* the component, or NULL where the call is not allowed now */
/* Declares the `component` as above. Where there is no room for scratch in the midst of the call, it returns Fatal from here. */
#define BEGIN_CALL(host, function, Answer)                 \
    Component *component = may(host, function, __func__); \
    if (component && MARK_WAY_OUT(component->way_out)) return (Answer)outcome(component, -1, FATAL)
void notify(const Component *component, Status status, const char *message);
Status refuse(Component *component, const char *format, ...) PRINTF; /* logs and returns Error */
Status outcome(Component *component, int failed, Status status);     /* OK, or `status` with the instance's message logged */
int no_such_category(Component *component, size_t count, const char *const *categories);
void set_logging(Component *component, int on, size_t count, const char *const *categories); /* no categories: all */
Status no_variables_of_type(Component *component, const char *function, size_t count);

/* lifecycle.c: from start to end */
Status setup_experiment(Component *component, const double *tolerance, double start, const double *stop); /* NULL: not defined */
Status enter_initialization_mode(Component *component);
Status exit_initialization_mode(Component *component, Mode next);
Status terminate(Component *component);
Status reset(Component *component);

static inline const Variable *variable_of(const Component *component, unsigned reference) { return &component->problem->variable[reference]; }

/* variables.c: `count` is of all values of the variables, which must be of the types of a form; NULL where derivatives are meant */
int in_table(Component *component, Selection selection, const ValueCodec *codec, size_t count, const char *function); /* else the reason is logged */
Status get_values(Component *component, Selection selection, const ValueCodec *codec, void *values, size_t count, const char *function);
/* The DIRTY_ flag of pictures where some of the variables are such, else 0. */
int pictures_among(const Component *component, Selection selection);
Status set_values(Component *component, Selection selection, const ValueCodec *codec, const void *values, size_t count, const char *function);

/* time_derivatives.c: derivatives by time, of inputs given and of outputs asked for */
Status output_derivatives(Component *component, Selection selection, const int *orders, double *values, size_t numbers, const char *function);
Status input_derivatives(Component *component, Selection selection, const int *orders, const double *values, const char *function);

/* evaluation.c: `what` is a set of DIRTY_ flags; 0, or -1 with the cause in the instance's message */
int bring_up_to_date(Component *component, int what);
int states_need(int mode); /* what has to be up to date before states are looked at */
int safely(Component *component, int (*compute)(Component *component)); /* a failure leaves nothing changed */
int with_parameters(Component *component, int (*compute)(Component *component)); /* the same; parameters that were set and cannot be are those before */
int take_in_parameters(Component *component); /* where they were changed */
Status failed_evaluation(const Component *component); /* what a call returns that could not compute its values */
void has_changed(Component *component);

/* last_inputs.c */
void feel(Instance *instance, double size);     /* the inputs of now, over a step [s] */
void feel_without_step(Component *component);   /* the same where no communication step was made */
void feel_tangents(Instance *instance);         /* while outputs follow inputs */

/* fmu_state.c */
Status get_fmu_state(Component *component, void **state);
Status set_fmu_state(Component *component, const void *state);
Status free_fmu_state(void **state);
Status serialized_size(Component *component, const void *state, size_t *size);
Status serialize(Component *component, const void *state, void *bytes, size_t size);
Status deserialize(Component *component, const void *bytes, size_t size, void **state);

/* partial_derivatives.c */
typedef struct {
    Selection unknowns, knowns;
    const double *seed;
    size_t seeds;
    double *sensitivity;
    size_t sensitivities;
} Partial;

Status directional_derivative(Component *component, const Partial *partial, const char *function);
Status adjoint_derivative(Component *component, const Partial *partial, const char *function);

/* model_exchange.c */
Status set_time(Component *component, double time);
Status set_continuous_states(Component *component, const double *states, size_t count);
Status get_continuous_states(Component *component, double *states, size_t count);
Status get_derivatives(Component *component, double *derivatives, size_t count);
Status get_event_indicators(Component *component, double *indicators, size_t count);
Status get_nominals(Component *component, double *nominals, size_t count);
Status completed_integrator_step(Component *component, int *enter_event_mode);
Status enter_mode(Component *component, Mode mode);

/* discrete_states.c */
Status update_discrete_states(Component *component, int *states_changed, double *next); /* time of the next event, HUGE_TIME for none */
Status leave_event_mode(Component *component, Mode mode);

/* co_simulation.c */
typedef struct {
    int event, early;
    double time;
} Stop;

Status do_step(Component *component, double point, double size, Stop *stop);

#endif
