/* What projection and its judges share (mbfmu.runtime.projection). */

#ifndef MBFMU_PROJECTION_H
#define MBFMU_PROJECTION_H

#include "mechanism_level.h"

/* Which rows, kept or not, are off by more than so many misfits, as last evaluated; taken from scratch. */
Rows off_by(const Level *level, double misfits);

#endif
