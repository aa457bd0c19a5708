/* The law of impacts, island by island: contacts that no impulse couples are solved apart. */

#ifndef MBFMU_IMPACT_ISLANDS_H
#define MBFMU_IMPACT_ISLANDS_H

#include "impact_law.h"

/* As impact_law. Where energy would grow in one of several islands, all of them are solved as one, for one factor reduces all restitutions. */
int impact_islands(const Impact *impact, double *impulse, double *after, ImpactPhases *phases, double *work);
size_t impact_islands_work(int contacts, int rows);

#endif
