/* Methods: how a master brings all slaves to the end of a communication step. Adding one is writing its file, its line here and in method.c. */

#ifndef MBFMU_METHOD_H
#define MBFMU_METHOD_H

#include "master.h"

/* Each returns nonzero on failure. */
typedef int Method(Master *master, const Step *step);

Method jacobi, gauss_seidel, newton;
/* That of the master. */
int take_step(Master *master, const Step *step);

#endif
