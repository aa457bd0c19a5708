/* loss_watch.c: notices when constraints become dependent for the moment, and says so once per passage (mbfmu.runtime.loss_watch). */

#include "contradiction.h"
#include "linear_algebra.h"
#include "scaled_rows.h"

#define SHARE 1e-2  /* in the weakest combination of rows, relative to the largest: smaller ones are not named */
#define PASSED 1e-3 /* relative singular value of the weakest combination beyond which a passage is over */

/* What slot `watch` holds: how many rows were lost at most in this step, whether a passage goes on, and the times of the last accepted
   step and of the last evaluation. */
typedef struct {
    double most, inside, told, latest;
} Memory;

static Memory *memory_of(Instance *instance, const Mechanism *mechanism) { return (Memory *)at(instance, mechanism->watch); }

void loss_anew(Instance *instance, const Mechanism *mechanism)
{
    double t = *at(instance, instance->problem->t);
    Memory empty = {0.0, 0.0, t, t};
    *memory_of(instance, mechanism) = empty;
}

void loss_look(Instance *instance, const Mechanism *mechanism)
{
    Memory *memory = memory_of(instance, mechanism);
    double t = *at(instance, instance->problem->t);
    if (!(t > memory->told)) return;
    if (t < memory->latest) memory->most = 0.0; /* what came before belongs to a step that was not accepted */
    memory->most = fmax(memory->most, *at(instance, mechanism->lost));
    memory->latest = t;
}

static void report_passage(Instance *instance, const Mechanism *mechanism, Rows kept, const double *U, int weakest, double most)
{
    int m = kept.count;
    double largest = 0.0;
    Rows named = {0, take_whole(instance, (size_t)m)};
    for (int i = 0; i < m; ++i) largest = fmax(largest, fabs(U[(size_t)i * m + weakest]));
    for (int i = 0; i < m; ++i)
        if (fabs(U[(size_t)i * m + weakest]) > SHARE * largest) named.number[named.count++] = kept.number[i];
    const Sentence names = elements(mechanism, named);
    report(instance,
           "at t = %.9g s the mechanism passes a singular position: constraints of %s depend on each other for the moment (%.0f lost), "
           "and it could move on in more than one way; it goes on as smoothly as it came",
           *at(instance, instance->problem->t), names.text, most);
}

static int tell(Instance *instance, const Mechanism *mechanism, Memory *memory)
{
    const Level level = speeds(instance, mechanism);
    Rows kept = kept_rows_of(&level);
    int m = kept.count, n = mechanism->nv, least = m < n ? m : n;
    double *U = take(instance, (size_t)m * m), *S = take(instance, (size_t)least), *V = take(instance, (size_t)n * n);
    double *work = take(instance, svd_work(m, n));
    ScaledRows scaled;
    if (usual_rows(instance, mechanism, kept, &scaled)) return -1;
    if (!least || svd(scaled.rows, m, n, U, S, V, work)) return 0;
    if (memory->most > 0.0 && !(memory->inside > 0.0)) report_passage(instance, mechanism, kept, U, least - 1, memory->most);
    memory->inside = memory->most > 0.0 || S[least - 1] < PASSED * S[0];
    memory->most = 0.0;
    return 0;
}

int loss_tell(Instance *instance, const Mechanism *mechanism)
{
    Memory *memory = memory_of(instance, mechanism);
    size_t mark = instance->scratch_used;
    int failed = 0;
    memory->told = *at(instance, instance->problem->t);
    if (memory->most > 0.0 || memory->inside > 0.0) failed = tell(instance, mechanism, memory);
    instance->scratch_used = mark;
    return failed;
}
