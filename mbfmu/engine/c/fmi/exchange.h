/* Single real numbers that a master sets or gets again at every communication point: where they lie is remembered. */

#ifndef MBFMU_EXCHANGE_H
#define MBFMU_EXCHANGE_H

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
} Exchange;

int exchange_new(Exchange *exchange, const Problem *problem); /* -1 where memory is missing */
void exchange_free(Exchange *exchange);

/* The places of what was remembered last, NULL where this is another selection. */
const int *exchange_places(const Exchange *exchange, Selection selection);

/* Remembers a selection if all are single real numbers of that causality; pictures, which are computed apart, are none. */
void exchange_remember(Exchange *exchange, const Problem *problem, Selection selection, Causality causality);

#endif
