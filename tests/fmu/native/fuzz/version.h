/* The calls that FMI 2 and FMI 3 both have, in the words of FMI 3 and with their statuses; fmi2.c and fmi3.c pass them on. */

#ifndef FUZZ_VERSION_H
#define FUZZ_VERSION_H

#include <stddef.h>

typedef struct {
    void *(*instantiate)(int interface);
    int (*initialize)(void *fmu, double tolerance); /* from Instantiated into Initialization Mode */
    int (*exit_initialization_mode)(void *fmu), (*terminate)(void *fmu), (*reset)(void *fmu);
    void (*free_instance)(void *fmu);
    int (*set_debug_logging)(void *fmu, int on, size_t count, const char *const *categories);
    int (*get)(void *fmu, const unsigned *reference, size_t count, double *value, size_t numbers);
    int (*set)(void *fmu, const unsigned *reference, size_t count, const double *value, size_t numbers);
    int (*get_state)(void *fmu, void **state), (*set_state)(void *fmu, void *state), (*free_state)(void *fmu, void **state);
    int (*state_size)(void *fmu, void *state, size_t *size);
    int (*serialize)(void *fmu, void *state, unsigned char *bytes, size_t size);
    int (*deserialize)(void *fmu, const unsigned char *bytes, size_t size, void **state);
    int (*enter_event_mode)(void *fmu), (*enter_continuous_time_mode)(void *fmu);
    int (*enter_step_mode)(void *fmu); /* NULL in FMI 2 */
    int (*update_discrete_states)(void *fmu, int *again, int *stop, int *moved);
    int (*completed_integrator_step)(void *fmu, int *event, int *stop);
    int (*set_time)(void *fmu, double t);
    int (*set_continuous_states)(void *fmu, const double *x, size_t count);
    int (*get_derivatives)(void *fmu, double *value, size_t count), (*get_indicators)(void *fmu, double *value, size_t count);
    int (*get_continuous_states)(void *fmu, double *value, size_t count), (*get_nominals)(void *fmu, double *value, size_t count);
    int (*output_derivatives)(void *fmu, const unsigned *reference, size_t count, const int *order, double *value, size_t numbers);
    int (*do_step)(void *fmu, double t, double h, double *reached);
} Version;

extern const Version VERSION;

#endif
