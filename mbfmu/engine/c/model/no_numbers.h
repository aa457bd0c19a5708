/* Numbers that are none: NaN and infinite ones. */

#ifndef MBFMU_NO_NUMBERS_H
#define MBFMU_NO_NUMBERS_H

#include "instance.h"

int refuse_no_numbers(Instance *instance, Ref slot, const char *what); /* -1, and their names, where some of a slot are none */

#endif
