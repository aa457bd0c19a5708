/* Variables of one type that one call of FMI gets or sets. */

#ifndef MBFMU_GROUP_H
#define MBFMU_GROUP_H

#include "master.h"

/* Get variables into `values`, or set them to these; nonzero on failure. */
int get_groups(Master *master, int slave, const Groups *groups, Values *values, int action);
int set_groups(Master *master, int slave, const Groups *groups, const Values *values, int action);
/* Have `kept` be a copy of a text; it stays what it was where there is no memory. */
void keep_text(char **kept, const char *text);

#endif
