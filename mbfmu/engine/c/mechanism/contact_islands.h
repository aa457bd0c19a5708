/* Which contacts feel each other: forces and impulses at one reach those of its island only. */

#ifndef MBFMU_CONTACT_ISLANDS_H
#define MBFMU_CONTACT_ISLANDS_H

#include "instance.h"

/* Whether each contact (contacts, in scratch memory) is closed and in an island with some of those that have turned (contacts). */
int *contacts_around(Instance *instance, const Mechanism *mechanism, const int *turned);

#endif
