/* Tapes from bytes. */

#ifndef MBFMU_LOAD_TAPES_H
#define MBFMU_LOAD_TAPES_H

#include "reader.h"
#include "tape.h"

/* What steps may refer to. */
typedef struct {
    int count;
    const Tape *tape;
} Tapes;

Tapes read_tapes(Reader *reader);

#endif
