/* The order of a tape's instructions. */

#ifndef MBFMU_TAPE_ORDER_H
#define MBFMU_TAPE_ORDER_H

#include "reader.h"
#include "tape_instructions.h"

typedef struct TapeOrder TapeOrder; /* room for it, which many tapes share */
TapeOrder *tape_order(Reader *reader);
void give_back_order(Reader *reader, TapeOrder *order);

/* Makes the runs of a tape of the instructions as they lie in the file; what each gives stays the same to the last bit. Arguments of calls and
   outputs, which have been read, change in place. */
void order_tape(Reader *reader, TapeOrder *order, Tape *tape, const FileInstruction *instruction, int count);

#endif
