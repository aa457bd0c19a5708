/* load_state_blocks.c: blocks of states from bytes, in the order of _Tables.blocks in mbfmu/problem/codegen/tables.py. Elimination relies on all that
   StateBlocks promises, so all of it is looked at. */

#include "load_state_blocks.h"

static void read_order(Reader *reader, int states, StateBlocks *of)
{
    of->first = read_integers(reader, of->count + 1, 0, states, NULL, "where blocks of states begin");
    if (of->first[0] != 0 || of->first[of->count] != states) damaged(reader, "blocks of states do not hold all states");
    for (int i = 0; i < of->count; ++i)
        if (of->first[i] >= of->first[i + 1]) damaged(reader, "block %d of states is empty", i);
    of->state = read_integers(reader, states, 0, states - 1, NULL, "states in blocks");
    char *met = room_for(reader, (size_t)states, sizeof *met);
    for (int i = 0; i < states; ++i)
        if (met[of->state[i]]++) damaged(reader, "state %d is in two blocks", of->state[i]);
    give_back(reader, met);
}

static Pattern read_rows(Reader *reader, int blocks, const char *what)
{
    Pattern pattern;
    read_lists(reader, blocks, blocks, MOST, &pattern.start, &pattern.column, what);
    for (int i = 0; i < blocks; ++i)
        for (int p = pattern.start[i] + 1; p < pattern.start[i + 1]; ++p)
            if (pattern.column[p - 1] >= pattern.column[p]) damaged(reader, "row %d of %s is not in order", i, what);
    return pattern;
}

static int has(Pattern of, int i, int j)
{
    for (int p = of.start[i]; p < of.start[i + 1]; ++p)
        if (of.column[p] == j) return 1;
    return 0;
}

/* Blocks that are coupled with one are so with each other. */
static void check_pattern(Reader *reader, const StateBlocks *of)
{
    const int *start = of->pattern.start, *column = of->pattern.column;
    for (int k = 0; k < of->count; ++k) {
        if (!has(of->pattern, k, k)) damaged(reader, "block %d of states is not coupled with itself", k);
        for (int p = start[k]; p < start[k + 1]; ++p)
            for (int q = start[k]; q < start[k + 1]; ++q)
                if (column[p] >= k && column[q] >= k && !has(of->pattern, column[p], column[q]))
                    damaged(reader, "elimination of block %d of states couples others that are not", k);
        for (int p = start[k]; p < start[k + 1]; ++p)
            if (!has(of->pattern, column[p], k)) damaged(reader, "the couplings of block %d of states are not symmetric", k);
        for (int p = of->reach.start[k]; p < of->reach.start[k + 1]; ++p)
            if (!has(of->pattern, of->reach.column[p], k)) damaged(reader, "block %d of states reaches one that it is not coupled with", k);
    }
}

static void read_places(Reader *reader, StateBlocks *of)
{
    int entries = of->pattern.start[of->count];
    double sum = 0.0;
    of->place = read_integers(reader, entries + 1, 0, MOST, NULL, "places of blocks of states");
    for (int i = 0; i < of->count; ++i)
        for (int p = of->pattern.start[i]; p < of->pattern.start[i + 1]; ++p) {
            int j = of->pattern.column[p];
            if (of->place[p] != sum) damaged(reader, "block %d of states lies at a wrong place", i);
            sum += (double)(of->first[i + 1] - of->first[i]) * (of->first[j + 1] - of->first[j]);
        }
    if (of->place[entries] != sum) damaged(reader, "blocks of states end at a wrong place");
}

static void read_groups(Reader *reader, StateBlocks *of)
{
    of->groups = read_between(reader, 0, of->count, "groups of blocks of states");
    read_lists(reader, of->groups, of->count, of->count, &of->group_start, &of->group, "groups of blocks of states");
    int *reached = room_for(reader, (size_t)of->count, sizeof *reached);
    char *met = room_for(reader, (size_t)of->count, sizeof *met);
    for (int group = 0; group < of->groups; ++group)
        for (int g = of->group_start[group]; g < of->group_start[group + 1]; ++g) {
            int block = of->group[g];
            if (met[block]++) damaged(reader, "block %d of states is in two groups", block);
            for (int p = of->reach.start[block]; p < of->reach.start[block + 1]; ++p) {
                int *last = &reached[of->reach.column[p]];
                if (*last == group + 1) damaged(reader, "two blocks of states of group %d reach the same", group);
                *last = group + 1;
            }
        }
    if (of->group_start[of->groups] != of->count) damaged(reader, "a block of states is in no group");
    give_back(reader, met);
    give_back(reader, reached);
}

StateBlocks read_state_blocks(Reader *reader, int states)
{
    StateBlocks of;
    of.count = read_between(reader, states ? 1 : 0, states, "how many blocks of states there are");
    read_order(reader, states, &of);
    of.pattern = read_rows(reader, of.count, "the pattern of blocks of states");
    of.reach = read_rows(reader, of.count, "what blocks of states reach");
    check_pattern(reader, &of);
    read_places(reader, &of);
    read_groups(reader, &of);
    return of;
}
