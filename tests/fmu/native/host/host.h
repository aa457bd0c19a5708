/* What a plain host needs of an FMU for co-simulation, whatever the version of FMI. Each call returns 0 when it went well. */

#ifndef HOST_H
#define HOST_H

#include <stddef.h>

typedef struct {
    size_t count, numbers; /* variables, and numbers in all of them */
    unsigned *reference;
} Variables;

typedef struct {
    int (*instantiate)(const char *token);
    int (*initialize)(double tolerance);
    int (*set)(const Variables *variables, const double *numbers);
    int (*step)(double t, double h);
    int (*get)(const Variables *variables, double *numbers);
    size_t (*state_size)(void); /* takes the state that state_save then writes; 0 on failure */
    int (*state_save)(unsigned char *bytes, size_t size);
    int (*state_restore)(const unsigned char *bytes, size_t size);
    void (*end)(void);
} Host;

extern const Host FMI2, FMI3;

void *library_open(const char *path);
void *library_symbol(const char *name); /* ends the program where it is missing */
int library_has(const char *name);

#endif
