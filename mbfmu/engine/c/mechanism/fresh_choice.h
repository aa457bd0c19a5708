/* Which rows stand for all, after a step. */

#ifndef MBFMU_FRESH_CHOICE_H
#define MBFMU_FRESH_CHOICE_H

#include "instance.h"

/* Where the independent rows have become nearly dependent and others are not, take those instead; then `changed` is 1, else as before. */
int choose_again(Instance *instance, const Mechanism *mechanism, int *changed);

#endif
