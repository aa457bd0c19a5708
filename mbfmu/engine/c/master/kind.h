/* What slaves are: FMUs of a version of FMI, or what Python steps. */

#ifndef MBFMU_KIND_H
#define MBFMU_KIND_H

#include "master.h"

/* 1. `follow`    have inputs be slave->taken over the next step, those that the slave can follow
   2. `step`      move
   3. `slopes`    the slopes of the outputs of its sloped history
   4. `save`, `restore`, `release`   what it is

   All return nonzero on failure. A version of FMI is a file with a Kind, and its line in kind.c. */
typedef struct {
    int (*follow)(Master *master, int slave);
    int (*step)(Master *master, int slave, const Step *part);
    int (*slopes)(Master *master, int slave, double *values);
    int (*save)(Master *master, int slave, void **state);
    int (*restore)(Master *master, int slave, void *state);
    int (*release)(Master *master, int slave, void **state);
} Kind;

extern const Kind kind_of_fmi2, kind_of_fmi3, kind_of_host;

#endif
