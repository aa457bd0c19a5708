/* The energy that passes power ports, as each side sees it. */

#ifndef MBFMU_PORT_ENERGY_H
#define MBFMU_PORT_ENERGY_H

#include "master.h"

/* Ask for outputs that jump where a step begins; inputs are those of its beginning. Nonzero on failure. */
int energy_begin(Master *master, int slave, const Step *step);
/* Add what a slave has seen pass in a step that it has taken. */
void energy_add(Master *master, int slave, const Step *step);

#endif
