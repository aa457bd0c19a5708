/* jacobian.c: see jacobian.h. */

#include "jacobian.h"

#include <string.h>

#include "block_lu.h"

static int widest(const StateBlocks *blocks, int group)
{
    int found = 0;
    for (int g = blocks->group_start[group]; g < blocks->group_start[group + 1]; ++g)
        if (states_in(blocks, blocks->group[g]) > found) found = states_in(blocks, blocks->group[g]);
    return found;
}

static void seed(const Instance *instance, const StateBlocks *blocks, int group, int c, double value)
{
    double *seeds = instance->tangent + instance->problem->x.start;
    for (int g = blocks->group_start[group]; g < blocks->group_start[group + 1]; ++g)
        if (c < states_in(blocks, blocks->group[g])) seeds[blocks->state[blocks->first[blocks->group[g]] + c]] = value;
}

/* Column c of block j, of the tangent just found. */
static void keep_column(const Instance *instance, const StateBlocks *blocks, int j, int c, double *jacobian)
{
    const double *rates = instance->tangent + instance->problem->x_dot.start;
    for (int p = blocks->reach.start[j]; p < blocks->reach.start[j + 1]; ++p) {
        int i = blocks->reach.column[p], width = states_in(blocks, j);
        double *block = block_at(blocks, 1, jacobian, i, j);
        for (int r = 0; r < states_in(blocks, i); ++r) block[r * width + c] = rates[blocks->state[blocks->first[i] + r]];
    }
}

int tangents_by_states(int (*tangent)(Instance *instance), Instance *instance, double *jacobian)
{
    const StateBlocks *blocks = &instance->problem->blocks;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    memset(jacobian, 0, block_numbers(blocks, 1) * sizeof(double));
    for (int group = 0; group < blocks->groups; ++group)
        for (int c = 0, width = widest(blocks, group); c < width; ++c) {
            seed(instance, blocks, group, c, 1.0);
            if (tangent(instance)) return -1;
            for (int g = blocks->group_start[group]; g < blocks->group_start[group + 1]; ++g)
                if (c < states_in(blocks, blocks->group[g])) keep_column(instance, blocks, blocks->group[g], c, jacobian);
            seed(instance, blocks, group, c, 0.0);
        }
    return 0;
}

int rates_by_states(const Derivative *derivative, Instance *instance, double *jacobian)
{
    return derivative->evaluate(instance) ? -1 : tangents_by_states(derivative->tangent, instance, jacobian);
}
