/* tape_trees.c: see tape_trees.h. */

#include "tape_trees.h"

#include <string.h>

enum { CONSTANT, GIVEN, BRANCHED }; /* numbers of trees */

void empty_table(Table *table, int count)
{
    unsigned size = 4;
    while (size < 2 * (unsigned)count) size *= 2;
    table->mask = size - 1;
    memset(table->entry, 0, size * sizeof *table->entry);
}

int *remembered(Table *table, int a, int b, int c)
{
    unsigned at = (((unsigned)a * 31u + (unsigned)b) * 0x9e3779b1u + (unsigned)c) * 0x85ebca77u;
    for (at ^= at >> 15;; ++at) {
        Entry *entry = &table->entry[at & table->mask];
        if (!entry->value) {
            entry->key[0] = a, entry->key[1] = b, entry->key[2] = c;
            return &entry->value;
        }
        if (entry->key[0] == a && entry->key[1] == b && entry->key[2] == c) return &entry->value;
    }
}

static int tree_of(const Piece *piece, const int *tree, Place number)
{
    int giver = giver_in(piece, number);
    return giver != NONE ? tree[giver] : number < piece->constants ? CONSTANT : GIVEN;
}

static int height_of(const Piece *piece, const int *height, Place number)
{
    int giver = giver_in(piece, number);
    return giver == NONE ? 0 : height[giver];
}

int find_trees(const Piece *piece, Table *table, int *tree, int *height)
{
    int trees = BRANCHED;
    empty_table(table, piece->count);
    for (int k = 0; k < piece->count; ++k) {
        FileInstruction at = piece->instruction[k];
        int a = tree_of(piece, tree, at.a), b = tree_of(piece, tree, at.b), is_turned = commutes(at.operation) && a > b;
        int *known = remembered(table, at.operation, is_turned ? b : a, is_turned ? a : b);
        if (!*known) *known = trees++;
        tree[k] = *known;
        int of_a = height_of(piece, height, at.a), of_b = height_of(piece, height, at.b);
        height[k] = 1 + (of_a > of_b ? of_a : of_b);
    }
    return trees;
}
