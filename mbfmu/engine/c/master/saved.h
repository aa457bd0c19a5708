/* What all slaves, histories and energies were: saved, so that a step can be taken back. */

#ifndef MBFMU_SAVED_H
#define MBFMU_SAVED_H

#include "master.h"

/* Levels: memory for what is saved within what is saved. 0 where there is no memory. */
int saved_new(Master *master);
void saved_free(Master *master);
/* Nonzero on failure. `release` forgets what was saved last. */
int save_all(Master *master);
int restore_all(Master *master);
int release_all(Master *master);
/* One slave alone is what it was. */
int restore_one(Master *master, int slave);

#endif
