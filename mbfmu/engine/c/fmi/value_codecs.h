/* How values lie in the arrays that functions of FMI take. */

#ifndef MBFMU_VALUE_CODECS_H
#define MBFMU_VALUE_CODECS_H

#include <stddef.h>

#include "problem.h"

/* One value and the numbers that stand for it. What `take` may not read, `unfit` says why in words. */
typedef struct {
    unsigned types; /* those that are got and set so: a set of 1 << Type */
    size_t size;    /* of one value [bytes] */
    void (*give)(const double *numbers, void *value);
    void (*take)(double *numbers, const void *value);
    const char *(*unfit)(const void *value); /* NULL where it fits; NULL itself where everything does */
} ValueCodec;

extern const ValueCodec DOUBLES, INT32S, INT64S, INT_BOOLEANS, BOOLEANS, TEXTS;
extern const ValueCodec INTEGERS_AND_ITEMS; /* FMI 2 has no form of its own for enumerations */

#endif
