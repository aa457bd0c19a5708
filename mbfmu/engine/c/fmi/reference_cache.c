/* reference_cache.c: see reference_cache.h. */

#include "reference_cache.h"

#include <stdlib.h>
#include <string.h>

#include "variable.h"

int reference_cache_new(ReferenceCache *exchange, const Problem *problem)
{
    size_t most = (size_t)problem->variables + 1; /* no selection has more; and none is no failure of malloc */
    exchange->references = malloc(most * sizeof *exchange->references);
    exchange->places = malloc(most * sizeof *exchange->places);
    exchange->count = 0;
    return exchange->references && exchange->places ? 0 : -1;
}

void reference_cache_free(ReferenceCache *exchange)
{
    free(exchange->references);
    free(exchange->places);
}

const int *reference_cache_places(const ReferenceCache *exchange, Selection selection)
{
    size_t bytes = selection.count * sizeof *exchange->references;
    int same = selection.count && selection.count == exchange->count && selection.references;
    return same && !memcmp(selection.references, exchange->references, bytes) ? exchange->places : NULL;
}

static int fits(const Problem *problem, const Variable *variable, Causality causality)
{
    return variable->causality == causality && variable->type == REAL && variable->ref.size == 1 && !is_picture(problem, variable);
}

void reference_cache_remember(ReferenceCache *exchange, const Problem *problem, Selection selection, Causality causality)
{
    exchange->count = 0;
    for (size_t i = 0; i < selection.count; ++i) {
        const Variable *variable = &problem->variable[selection.references[i]];
        if (!fits(problem, variable, causality)) return;
        exchange->references[i] = selection.references[i];
        exchange->places[i] = variable->ref.start;
    }
    exchange->count = selection.count;
}
