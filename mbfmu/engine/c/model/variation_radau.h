/* Radau IIA with three stages for directions: their equations are linear, so that the stages are solved at once. */

#ifndef MBFMU_VARIATION_RADAU_H
#define MBFMU_VARIATION_RADAU_H

#include "variation_method.h"

extern const VariationMethod VARIATION_RADAU;

#endif
