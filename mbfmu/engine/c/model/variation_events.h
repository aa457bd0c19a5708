/* Where modes switch, directions jump with the rates: a changed run meets the event earlier or later.

   Source: R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems, 2004, chapter 7 (the saltation matrix). */

#ifndef MBFMU_VARIATION_EVENTS_H
#define MBFMU_VARIATION_EVENTS_H

#include "variation_rates.h"

int variation_meet(Instance *instance, Variation *variation); /* at an event, where modes do not agree with their indicators yet */
int variation_pass(Instance *instance, Variation *variation); /* and where they do */

#endif
