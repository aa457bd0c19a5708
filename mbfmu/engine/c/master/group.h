/* Variables of one type that one call of FMI gets or sets. */

#ifndef MBFMU_GROUP_H
#define MBFMU_GROUP_H

#include "master.h"

/* Get variables into `values`, or set them to these; nonzero on failure. */
int get_groups(Master *master, int slave, const Groups *groups, Values *values, int action);
int set_groups(Master *master, int slave, const Groups *groups, const Values *values, int action);
/* Whether variables have other values in one than in the other. */
int groups_differ(const Groups *groups, const Values *one, const Values *other);

#endif
