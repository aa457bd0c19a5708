/* Mechanisms from bytes. */

#ifndef MBFMU_LOAD_MECHANISM_H
#define MBFMU_LOAD_MECHANISM_H

#include "load_tapes.h"

const Mechanism *read_mechanisms(Reader *reader, const Tapes *tapes, const Problem *problem, int count);

#endif
