/* How far the states have drifted from the constraints. */

#ifndef MBFMU_DRIFT_CHECK_H
#define MBFMU_DRIFT_CHECK_H

#include "mechanism_level.h"

/* Which rows, independent or not, are off by more than so many consistency tolerances, as last evaluated; taken from scratch. */
Rows violated_rows(const Level *level, double tolerances);
/* The largest residual of a independent row in units of what the tolerance allows, as last evaluated. */
double drift(Instance *instance, const Mechanism *mechanism);
int refuse_drift(Instance *instance, const Mechanism *mechanism); /* as last evaluated and projected */

#endif
