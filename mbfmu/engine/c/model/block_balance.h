/* Static equilibrium of models without constraints whose states are in many blocks: Newton's method on all states at once, at a cost that grows with
   the number of blocks, and whether small motions grow. */

#ifndef MBFMU_BLOCK_BALANCE_H
#define MBFMU_BLOCK_BALANCE_H

#include "instance.h"

int has_block_balance(const Problem *problem);
/* At the present point, which is at rest and was evaluated last: the largest acceleration, or rate of another state in nominal values, and the change (n)
   of all states that takes rates away. `fits` is 0 where some motion is neutral, so that no change is told from others. -1 where tangents or memory
   cannot be had. */
int find_block_change(Instance *instance, double *error, double *change, int *fits);
/* Whether some small motion grows by a good part of itself in a cycle of its own, as where a rod buckles. */
int find_whether_blocks_grow(Instance *instance, int *unstable);

#endif
