/* One-step integration with error control (mbfmu.runtime.{integrator, dormand_prince, radau} in C). All that survives an accepted step lies in
   Instance.memory, and so in the saved state: a restored run continues to the last bit. */

#ifndef MBFMU_INTEGRATOR_H
#define MBFMU_INTEGRATOR_H

#include "instance.h"

typedef struct {
    size_t (*memory)(const Problem *problem);  /* how many numbers survive */
    size_t (*scratch)(const Problem *problem);
    void (*restart)(Instance *instance);       /* something jumped: forget what was learned on the way here, but the step size */
    void (*moved)(Instance *instance);         /* the present point was corrected by no more than the tolerance */
    int (*step)(Instance *instance, double t_end); /* one accepted step, at most to t_end: t and x are its end, x_dot is there */
    void (*at)(Instance *instance, double theta);  /* t and x at the part theta (0 to 1) of the last accepted step, by its dense output */
} Integrator;

extern const Integrator DORMAND_PRINCE, RADAU;

const Integrator *integrator_of(const Problem *problem); /* RADAU where the problem is stiff and has states */
size_t integrator_memory(const Problem *problem);

#endif
