/* Reads tables from bytes that may be damaged, or made to do harm: nothing is read behind their end, and nothing is taken as right.

   The first thing that is wrong ends the reading: `damaged` tells it in `why` and jumps to where it began (load.c), so that callers need not
   look at each step. Bytes are little-endian, as are all processors that there are libraries for. An array is preceded by its length. */

#ifndef MBFMU_READER_H
#define MBFMU_READER_H

#include <stddef.h>

#include "problem.h"
#include "way_out.h"

#define MOST (1 << 26) /* numbers, rows, entries: far beyond what can be computed with, and its square is far below the largest size */

typedef struct Block Block;

typedef struct {
    const unsigned char *bytes;
    size_t size, place;
    int numbers;   /* of an instance: where pieces may lie */
    size_t work;   /* numbers of work space that are given to tapes */
    Block *blocks; /* all that was allocated */
    char why[WHY];
    jmp_buf refused;
} Reader;

#if defined(__GNUC__)
#define SAID __attribute__((format(printf, 2, 3), noreturn))
#else
#define SAID
#endif
void damaged(Reader *reader, const char *format, ...) SAID; /* does not return */

void *room_for(Reader *reader, size_t count, size_t size); /* zeros, at least one entry; freed by free_blocks */
void give_back(Reader *reader, const void *room); /* what is not needed any longer */
void free_blocks(Block *blocks);

int read_between(Reader *reader, int least, int most, const char *what);
int read_length(Reader *reader, int expected, const char *what); /* of an array; any from 0 on if `expected` is ANY, else that */
double read_number(Reader *reader);
const char *read_string(Reader *reader);
const int *read_integers(Reader *reader, int expected, int least, int most, int *length, const char *what);
const double *read_numbers(Reader *reader, int expected, int *length, const char *what);
const char *const *read_strings(Reader *reader, int expected, int *length, const char *what);
Ref read_ref(Reader *reader, int size, const char *what); /* of any size if that is ANY */
const Ref *read_refs(Reader *reader, int expected, int *length, const char *what);

/* As many lists of numbers below `most` as expected: where each begins and the last ends, and all of them, `all` at most. */
void read_lists(Reader *reader, int expected, int most, int all, const int **start, const int **entries, const char *what);

void refuse_overlap(Reader *reader, const Ref *refs, int count, const char *what);

enum { ANY = -1 };

#endif
