/* adrift.c: a step that has left the constraints, beyond what projection and stabilization bring back (mbfmu.runtime.adrift). */

#include "contradiction.h"
#include "projection.h"

#define LEFT 1e5 /* misfits, a hundredth of the lengths involved: no tolerance that one would compute with leaves so much */

int refuse_adrift(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    int failed = 0;
    for (int i = 0; i < 2 && !failed; ++i) {
        Rows off = off_by(&levels[i], LEFT);
        if (!off.count) continue;
        const Sentence left = amounts(&levels[i], off);
        failed = fail(instance,
                      "at t = %.9g s a step has left the constraints, by %s; compute it with a tighter tolerance or shorter steps; "
                      "where that does not help, the mechanism cannot move on from there",
                      *at(instance, instance->problem->t), left.text);
    }
    instance->scratch_used = mark;
    return failed;
}
