/* Sums of products of constants with the same numbers: the rows of a constant matrix, multiplied by one vector, in one instruction. */

#ifndef MBFMU_TAPE_ROWS_H
#define MBFMU_TAPE_ROWS_H

#include "reader.h"
#include "tape_trees.h"

typedef struct RowSearch RowSearch; /* room for it, which many tapes share */
RowSearch *row_search(Reader *reader);

/* Finds them in a piece, of whose instructions the `height` is known, and of all numbers how often the file `reads` them. What becomes part of one is
   taken; of two results that lie one behind the other the second is partner of the first, and the other way round. Empties the table. */
void find_rows(RowSearch *search, const Piece *piece, const int *height, const int *reads, Table *table, char *is_taken, int *partner, char *is_second);

/* Writes those that read nothing above a height and have not been written, their lists to `list`; the numbers of their matrices are new ones. */
Instruction *write_rows(RowSearch *search, int height, Instruction *made, Place **list, int *numbers);

#endif
