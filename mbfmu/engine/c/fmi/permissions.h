/* Which calls are allowed in which state of the FMI state machines, and which variables may be set there. */

#ifndef MBFMU_PERMISSIONS_H
#define MBFMU_PERMISSIONS_H

#include "problem.h"

typedef enum { MODEL_EXCHANGE, CO_SIMULATION, SCHEDULED_EXECUTION } Interface; /* the last of which is refused */

/* FMI 2 calls Step Mode "step complete". */
typedef enum {
    INSTANTIATED,
    INITIALIZATION_MODE,
    EVENT_MODE,
    CONTINUOUS_TIME_MODE,
    STEP_MODE,
    STEP_FAILED,
    INTERMEDIATE_UPDATE_MODE,
    INTERMEDIATE_INPUT_MODE, /* the same in the middle of an evaluation, where inputs are all that is asked for */
    TERMINATED,
    MODES
} Mode;

/* The functions of both versions; those that are always allowed together share a name. */
typedef enum {
    SET_DEBUG_LOGGING,
    FREE_INSTANCE,
    SETUP_EXPERIMENT,
    ENTER_INITIALIZATION_MODE,
    EXIT_INITIALIZATION_MODE,
    TERMINATE,
    RESET,
    GET_VALUES,
    SET_VALUES,
    KEEP_FMU_STATE, /* get, set, free, size, serialize, deserialize */
    DIFFERENTIATE,  /* directional and adjoint derivatives */
    ENTER_EVENT_MODE,
    UPDATE_DISCRETE_STATES,
    ENTER_CONTINUOUS_TIME_MODE,
    COMPLETED_INTEGRATOR_STEP,
    SET_TIME,
    SET_CONTINUOUS_STATES,
    EVALUATE, /* derivatives, event indicators, continuous states */
    GET_NOMINALS,
    COUNT, /* continuous states, event indicators */
    ENTER_STEP_MODE,
    DO_STEP,
    CANCEL_STEP,
    GET_STATUS,
    SET_INPUT_DERIVATIVES,
    GET_OUTPUT_DERIVATIVES,
    FUNCTIONS
} Function;

/* For each interface the letters of the modes in which a function is allowed. */
typedef struct {
    const char *in[2];
} Permission;

extern const Permission FMI2_PERMISSIONS[FUNCTIONS], FMI3_PERMISSIONS[FUNCTIONS];

const char *mode_name(int mode);
int allowed_in(const Permission *permission, int interface, int mode);
int settable_in(const Variable *variable, int interface, int mode, int event_mode_used);

#endif
