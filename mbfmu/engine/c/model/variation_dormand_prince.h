/* Dormand and Prince's method for directions: one evaluation and one tangent a direction at each stage. */

#ifndef MBFMU_VARIATION_DORMAND_PRINCE_H
#define MBFMU_VARIATION_DORMAND_PRINCE_H

#include "variation_method.h"

extern const VariationMethod VARIATION_DORMAND_PRINCE;

#endif
