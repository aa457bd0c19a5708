/* Single real numbers that a master sets or gets again at every communication point: where they lie is remembered. */

#ifndef MBFMU_REFERENCE_CACHE_H
#define MBFMU_REFERENCE_CACHE_H

#include <stddef.h>

#include "problem.h"

typedef struct {
    const unsigned *references;
    size_t count;
} Selection;

typedef struct {
    unsigned *references;
    int *places; /* of each among an instance's numbers */
    size_t count;
} ReferenceCache;

int reference_cache_new(ReferenceCache *exchange, const Problem *problem); /* -1 where memory is missing */
void reference_cache_free(ReferenceCache *exchange);

/* The places of what was remembered last, NULL where this is another selection. */
const int *reference_cache_places(const ReferenceCache *exchange, Selection selection);

/* Remembers a selection if all are single real numbers of that causality; pictures, which are computed apart, are none. */
void reference_cache_remember(ReferenceCache *exchange, const Problem *problem, Selection selection, Causality causality);

#endif
