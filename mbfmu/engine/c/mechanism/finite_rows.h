/* Rows of constraints that are no numbers, reported by their elements. */

#ifndef MBFMU_FINITE_ROWS_H
#define MBFMU_FINITE_ROWS_H

#include "mechanism_level.h"

/* -1 where residuals of some rows, or the Jacobian of any row, as last evaluated, are not finite, or their squares are not. */
int refuse_not_finite_rows(const Level *level, Rows rows);

#endif
