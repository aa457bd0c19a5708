/* Communication steps of a slave that runs alone. */

#ifndef MBFMU_HELD_PARTS_H
#define MBFMU_HELD_PARTS_H

#include "master.h"

/* In as many parts of one length as inputs want that it holds over each; nonzero on failure. */
int held_parts(Master *master, const Step *step);

#endif
