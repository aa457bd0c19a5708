/* One phase of an impact: impulses of all contacts, which act at once. */

#ifndef MBFMU_IMPACT_TRANSFER_H
#define MBFMU_IMPACT_TRANSFER_H

#include <stddef.h>

#include "one_contact.h"

/* The impulses p (rows) by which normal velocities come to `aim` (contacts) at least, with normal impulses `least` (contacts) at least. v (rows) are velocities
   before it, and become those behind it. In ever smaller steps where sweeps throw impulses to and fro. 0; -1 where none are found; 1 where points that never
   slide can neither be held nor be free. */
int impact_transfer(const Impact *impact, const double *least, const double *aim, double *v, double *p, double *work);
size_t impact_transfer_work(int contacts, int rows);

#endif
