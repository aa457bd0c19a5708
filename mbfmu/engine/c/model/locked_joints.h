/* Joints that constraints lock, in words. */

#ifndef MBFMU_LOCKED_JOINTS_H
#define MBFMU_LOCKED_JOINTS_H

#include "instance.h"

/* Report joints to which constraints leave no motion where model_initialize, which was the last, has put them: a structure, or a wrong axis. What
   drives move is none. */
int model_report_locked(Instance *instance);

#endif
