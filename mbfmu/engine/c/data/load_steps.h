/* Schedules from bytes. */

#ifndef MBFMU_LOAD_STEPS_H
#define MBFMU_LOAD_STEPS_H

#include "load_tapes.h"

Schedule read_schedule(Reader *reader, const Tapes *tapes);

#endif
