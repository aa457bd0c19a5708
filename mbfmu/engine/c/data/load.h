/* A Problem made of bytes (mbfmu/fmu/tables.py has them written): every count, index, size and text is checked here, once. */

#ifndef MBFMU_LOAD_H
#define MBFMU_LOAD_H

#include "reader.h"
#include "tape.h"

/* What steps may refer to. */
typedef struct {
    int count;
    const Tape *tape;
} Tapes;

Tapes read_tapes(Reader *reader);                                                  /* load_tapes.c */
Schedule read_schedule(Reader *reader, const Tapes *tapes);                        /* load_steps.c */
const Mechanism *read_mechanisms(Reader *reader, const Tapes *tapes, const Problem *problem, int count); /* load_mechanism.c */

/* load.c: the Problem, or NULL and in `why` what is wrong; problem_unload frees it, and does nothing to NULL. */
const Problem *problem_load(const unsigned char *bytes, size_t size, char why[WHY]);
void problem_unload(const Problem *problem);

#endif
