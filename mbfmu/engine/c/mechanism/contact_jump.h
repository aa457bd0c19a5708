/* How speeds jumped where contacts met, for those who carry derivatives through it. */

#ifndef MBFMU_CONTACT_JUMP_H
#define MBFMU_CONTACT_JUMP_H

#include "instance.h"

/* Numbers for each contact or each row of the mechanism; zeros where they took no part. Positions are those behind the event. */
typedef struct {
    int turned, collided;         /* points began or ceased to slide; contacts met */
    int *touching, *locked;       /* of each contact: whether it took part in the impact, or was as a joint */
    double *speeds;               /* (nv) before it */
    double *compression, *whole;  /* of each row: impulses of the first phase, and of both */
    double *restitution, factor;  /* of each contact, and the factor that reduced them all */
} ContactJump;

/* With room for a mechanism, taken from scratch; -1 where there is no memory. */
static inline int take_contact_jump(Instance *instance, const Mechanism *mechanism, ContactJump *jump)
{
    size_t contacts = (size_t)mechanism->contacts, rows = (size_t)mechanism->rows, nv = (size_t)mechanism->nv;
    if (reserve(instance, 3 * contacts + 2 * rows + nv + 1)) return -1;
    *jump = (ContactJump){.touching = scratch_alloc_ints(instance, contacts), .locked = scratch_alloc_ints(instance, contacts), .speeds = scratch_alloc(instance, nv), .compression = scratch_alloc(instance, rows),
                          .whole = scratch_alloc(instance, rows), .restitution = scratch_alloc(instance, contacts), .factor = 1.0};
    return 0;
}

#endif
