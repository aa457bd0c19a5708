/* How accurate a step must be at whose end points slide slowly. */

#ifndef MBFMU_SLOW_SLIDING_H
#define MBFMU_SLOW_SLIDING_H

#include "instance.h"

/* How many times more accurate than the tolerance says velocities must be, as last evaluated: at the end of a step. Errors as large as the velocity of a point
   turn its friction to and fro. What is left of that on the mean may be too little to stop the point: it creeps for ever, in steps of a microsecond. */
double slow_sliding(const Instance *instance);
int slides_slowly(const Instance *instance); /* whether a point does, as last evaluated: its friction is stiff */

#endif
