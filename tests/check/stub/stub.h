/* stub.h: an FMU (FMI 2.0 and 3.0) of a driven pendulum whose GUID "stub-<mask>" says which lies it tells; "stub-0" is honest.

   x' = v, v' = -k sin(x) - d v + u; outputs y = x and a = v'. */

#ifndef STUB_H
#define STUB_H

#include "fmi2Functions.h"
#include "fmi3FunctionTypes.h"

enum {
    DIRECTIONAL = 1,          /* directional derivatives of zero */
    INPUT_DERIVATIVES = 2,    /* taken and forgotten */
    STATE = 4,                /* a state that is set changes nothing */
    SERIALIZE = 8,            /* the speed is not among the bytes */
    OUTPUT_DERIVATIVES = 16,  /* zero */
    STEP_SIZE = 32,           /* every step is as long as the first */
    SHARED = 64,              /* one state for all instances */
    RESET = 128,              /* keeps the parameter */
    ANY_STATE = 256,          /* every call is taken in every state */
    TOKEN = 512,              /* every GUID is taken */
    START = 1024,             /* start values are taken and forgotten */
    DEPENDENCY = 2048,        /* y depends on u, which the description denies */
    TRAJECTORY = 4096,        /* Co-Simulation has another spring than Model Exchange */
    CRASH = 8192,             /* a step in the wrong state is a crash */
    ADJOINT = 16384,          /* adjoint derivatives of zero */
    EVENT_MODE = 32768,       /* Event Mode stops the pendulum */
    INTERMEDIATE = 65536,     /* inputs set within a step are taken and forgotten */
    EARLY_RETURN = 131072,    /* wishes to return early are not heard */
    NUMERICAL = 262144,       /* no lie: directional derivatives of FMI 2 are differences, forward by 1e-8 */
    CRUDE = 524288,           /* the same by 1e-2, which is off by 1e-3 */
    NO_RESET = 1048576,       /* reset is refused where the run is over */
    FACTORIAL = 16777216,     /* the third derivative of the input counts for three times as much */
    INDICATORS = 2097152,     /* as many event indicators as wanted, of which only the first is written */
    NULL_STRING = 4194304,    /* Strings are null pointers */
    INEXACT = 8388608,        /* no lie: Co-Simulation is off by 1e5 tolerances */
    SLOW_STEP = 33554432,     /* no lie: the step from t = 0.5 s takes long */
    SLOW_OUTPUTS = 67108864,  /* no lie: to get values at t = 0.5 s takes long */
    SLOW_RATES = 134217728,   /* no lie: to get derivatives at t = 0.5 s takes long */
    SLOW_ONCE = 268435456     /* of what is slow: only the first time in a process */
};
enum { K, U, X, V, DER_X, DER_V, Y, A, TIME, VARIABLES };
enum { INSTANTIATED = 1, INITIALIZATION = 2, STEP = 4, EVENT = 8, CONTINUOUS = 16, TERMINATED = 32 };
enum { READABLE = INITIALIZATION | STEP | EVENT | CONTINUOUS | TERMINATED, ANYWHERE = INSTANTIATED | READABLE };

typedef struct {
    double k, u, u_rates[3], x, v, time, first_step;
    int mode;
} Model;

typedef struct {
    Model own;
    int lies;
    double tolerance;
    fmi2Type type;
    fmi3IntermediateUpdateCallback update;
    fmi3InstanceEnvironment environment;
    fmi3Boolean events, may_return;
} Instance;

Model *model_of(Instance *instance);
void begin(Instance *instance);
int allowed(Instance *instance, int modes);
fmi2Status go(Instance *instance, int from, int to);
void integrate(Instance *instance, Model *m, double size);
double value(Instance *instance, fmi2ValueReference which);
double partial(Instance *instance, fmi2ValueReference unknown, fmi2ValueReference known);
double difference(Instance *instance, fmi2ValueReference unknown, const fmi2ValueReference knowns[], size_t n, const double seed[]);
void dawdle(const Instance *instance, int where);
double *settable(Instance *instance, fmi2ValueReference which);

#endif
