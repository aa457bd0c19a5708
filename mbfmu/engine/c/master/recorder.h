/* Rows of a result. */

#ifndef MBFMU_RECORDER_H
#define MBFMU_RECORDER_H

#include "master.h"

/* Write the next row, of a time; nonzero on failure. */
int record(Master *master, double time);

#endif
