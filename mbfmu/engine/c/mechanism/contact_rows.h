/* Rows of contacts: which of those that act are independent of all rows that hold at all times, and of each other, where the mechanism is. */

#ifndef MBFMU_CONTACT_ROWS_H
#define MBFMU_CONTACT_ROWS_H

#include "instance.h"

/* Chosen anew, normals before tangential ones; the choice among other rows stays what it is. */
int choose_contact_rows(Instance *instance, const Mechanism *mechanism);

/* The same where a closed point that never slides would be pulled by its share of loads, but bears nothing if the others hold it by friction: until rows are
   chosen again. Whether they can; -1 where there is no memory. */
int relieve_contact(Instance *instance, const Mechanism *mechanism, int contact);

#endif
