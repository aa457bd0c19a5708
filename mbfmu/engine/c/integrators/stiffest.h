/* Which state makes steps short: that with the largest part in the fastest mode of the rates. */

#ifndef MBFMU_STIFFEST_H
#define MBFMU_STIFFEST_H

#include "integrator.h"

/* Writes into `cause` (MESSAGE characters) which state answers as fast as steps are short; nothing where none does. The instance is left as it was. */
int say_stiffest(const Derivative *derivative, Instance *instance, double step, char *cause);
size_t stiffest_scratch(const Problem *problem);

#endif
