/* Which rows stand for all, after a step. */

#ifndef MBFMU_ROW_RESELECTION_H
#define MBFMU_ROW_RESELECTION_H

#include "instance.h"

/* Where the independent rows have become nearly dependent and others are not, take those instead; then `changed` is 1, else as before. Where
   not all rows are independent, it looks at all, and singular positions are noticed here, too. */
int reselect_rows(Instance *instance, const Mechanism *mechanism, int *changed);

#endif
