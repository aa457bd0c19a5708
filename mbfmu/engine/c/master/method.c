/* method.c: the methods by number, as in mbfmu/cosim/masters/masters.py. */

#include "method.h"

static Method *const methods[] = {jacobi, gauss_seidel, newton};

int take_step(Master *master, const Step *step) { return methods[master->method](master, step); }
