/* Which instructions of a piece of a tape are alike. */

#ifndef MBFMU_TAPE_TREES_H
#define MBFMU_TAPE_TREES_H

#include "tape_instructions.h"

#define PIECE 32768 /* instructions that are looked at together, here and in tape_order.c */
enum { NONE = -1, TREES = PIECE + 2 };

/* What is remembered of three integers; zero of those that are new. */
typedef struct {
    int key[3], value;
} Entry;

typedef struct {
    unsigned mask;
    Entry entry[4 * PIECE];
} Table;

void empty_table(Table *table, int count); /* for so many at most */
int *remembered(Table *table, int a, int b, int c);

/* Instructions one behind the other that all run if one does, each of which gives one number: `first` the first. */
typedef struct {
    const FileInstruction *instruction;
    int count, constants;
    Place first;
} Piece;

static inline int giver_in(const Piece *piece, Place number) { return number < piece->first ? NONE : number - piece->first; }
static inline int commutes(int operation) { return operation == ADD || operation == MUL; }

/* Of each instruction the number of the tree of operations that leads to it from constants and from what the piece is given, larger than those of its
   branches, and the length of its longest branch. How many numbers of trees there are. */
int find_trees(const Piece *piece, Table *table, int *tree, int *height);

#endif
