/* The order of a tape's instructions. */

#ifndef MBFMU_TAPE_ORDER_H
#define MBFMU_TAPE_ORDER_H

#include "tape.h"

/* Puts instructions of the same operation behind one another; what each gives stays the same to the last bit. Arrays of the tape change in
   place. Where memory is missing, the order stays as it is. */
void order_tape(Tape *tape);

#endif
