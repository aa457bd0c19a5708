/* Blocks of states from bytes. */

#ifndef MBFMU_LOAD_STATE_BLOCKS_H
#define MBFMU_LOAD_STATE_BLOCKS_H

#include "reader.h"

StateBlocks read_state_blocks(Reader *reader, int states);

#endif
