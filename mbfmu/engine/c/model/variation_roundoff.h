/* What roundoff adds to the error of a direction: where a slope is zero but for roundoff, no part of a step is short enough for an error relative
   to that.

   The error is a linear map of its direction, along a run that is known to its last bits. So that of a direction three times as large, along states
   whose last bits differ, is three times as large but for roundoff. This needs no unit and no nominal value, and each state has its own. */

#ifndef MBFMU_VARIATION_ROUNDOFF_H
#define MBFMU_VARIATION_ROUNDOFF_H

#include "variation_method.h"

/* Takes out of variation->error, as just tried, what roundoff explains of it. */
int variation_excuse_roundoff(Instance *instance, const Integrator *integrator, const VariationMethod *method, Variation *variation, double from,
                              double to);

#endif
