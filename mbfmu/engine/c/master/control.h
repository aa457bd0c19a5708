/* How well a part of a communication step was coupled, and which size the next one should have. */

#ifndef MBFMU_CONTROL_H
#define MBFMU_CONTROL_H

#include "master.h"

enum { BY_SIGNAL, BY_VECTOR, BY_PORT }; /* what is off: an input that a signal drives, a vector of connected signals, a port */

/* What is off by how many tolerances: of which kind, whose number of that kind. */
typedef struct {
    double tolerances;
    int kind, number, slave;
} Off;

/* 1. `takes_back`  whether a part that is off by more than the tolerance is taken back
   2. `begin`       a part is about to be taken
   3. `off`         what is off when it has been taken; nonzero on failure
   4. `next_size`   the size [s] that suits after one of `size` that was off by so many tolerances */
typedef struct {
    int takes_back;
    void (*begin)(Master *master, const Step *part);
    int (*off)(Master *master, const Step *part, Off *off);
    double (*next_size)(Master *master, double size, double tolerances);
} ControlMethod;

extern const ControlMethod by_prediction, by_energy;

#define SAFE 0.9    /* of the size that would just meet the tolerance */
#define LARGER 2.0  /* a size changes by no more from one to the next */
#define SMALLER 0.2
#define NONE 1e-12  /* tolerances: less than this is off by nothing */

#endif
