/* Modes, and their indicators, which tell on which side of a switch a mode is. */

#ifndef MBFMU_MODES_H
#define MBFMU_MODES_H

#include "instance.h"

/* Of mode i, shifted by NOISE so that its sign agrees with the mode until it is left. */
double model_indicator(const Instance *instance, int i);
/* Event iteration: flip modes until all agree with their indicators, run the updates of those that flip, and evaluate there. `changed`: whether any
   flipped, so that the caller's numbers are old. -1 where they never agree. */
int model_settle(Instance *instance, int *changed);
/* The same without updates, for starts and equilibria: no motion has led to these modes. */
int model_settle_modes(Instance *instance, int *changed);

#endif
