/* What goes wrong in a run. */

#ifndef MBFMU_FAULT_H
#define MBFMU_FAULT_H

#include "master.h"

/* Say what slave number `slave` is about to do. */
void about_to(Master *master, int slave, int action, double start, double size);
/* Nonzero where a status of FMI is a failure, which is kept. */
int failed(Master *master, int slave, int action, int status, const char *call);
/* 1, with the fault kept. */
int faulty(Master *master, int slave, int action, const Step *step);

#endif
