/* Accelerations where no row is independent: the masses alone decide. */

#ifndef MBFMU_WITHOUT_ROWS_H
#define MBFMU_WITHOUT_ROWS_H

#include "constraint_method.h"

extern const ConstraintMethod WITHOUT_ROWS;

#endif
