/* singularity_monitor.c: notices when constraints become dependent for the moment, and says so the first, the tenth, the hundredth ...
   time. */

#include "singularity_monitor.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "scaled_rows.h"

#define PASSED 1e-3 /* relative singular value of the weakest combination beyond which a passage is over */
#define STEPS 1000
#define SHORT 0.05 /* so many steps of one passage within this part of a communication step: the mechanism does not get through */

/* What slot `singularity_monitor` holds: the largest rank deficiency in this step, whether a passage goes on, the times of the last accepted step and
   of the last evaluation, how many passages were noticed, how many steps of this one were counted since when. */
typedef struct {
    double most, inside, last_time, latest, passages, counted, since;
} Memory;

static Memory *memory_of(Instance *instance, const Mechanism *mechanism) { return (Memory *)at(instance, mechanism->singularity_monitor); }

void singularity_monitor_reset(Instance *instance, const Mechanism *mechanism)
{
    double t = *at(instance, instance->problem->t);
    Memory empty = {.most = 0.0, .inside = 0.0, .last_time = t, .latest = t, .passages = 0.0, .counted = 0.0, .since = t};
    *memory_of(instance, mechanism) = empty;
}

void singularity_monitor_observe(Instance *instance, const Mechanism *mechanism)
{
    Memory *memory = memory_of(instance, mechanism);
    double t = *at(instance, instance->problem->t);
    if (!(t > memory->last_time)) return;
    if (t < memory->latest) memory->most = 0.0; /* what came before belongs to a step that was not accepted */
    memory->most = fmax(memory->most, *at(instance, mechanism->rank_deficiency));
    memory->latest = t;
}

static int is_power_of_ten(long long number)
{
    while (number % 10 == 0) number /= 10;
    return number == 1;
}

/* The elements of the rows in the weakest combination. */
static Sentence weakest_elements(Instance *instance, const Mechanism *mechanism, Rows independent, const double *U, int weakest)
{
    int m = independent.count;
    double largest = 0.0;
    Rows named = {0, scratch_alloc_ints(instance, (size_t)m)};
    for (int i = 0; i < m; ++i) largest = fmax(largest, fabs(U[(size_t)i * m + weakest]));
    for (int i = 0; i < m; ++i)
        if (fabs(U[(size_t)i * m + weakest]) > NAMED_SHARE * largest) named.number[named.count++] = independent.number[i];
    return elements(mechanism, named);
}

static void report_passage(Instance *instance, const Memory *memory, Sentence names)
{
    double t = *at(instance, instance->problem->t);
    if (memory->passages == 1.0)
        report(instance,
               "at t = %.9g s the mechanism passes a singular position: constraints of %s depend on each other for the moment (rank deficiency %.0f), "
               "and it could move on in more than one way; it goes on as smoothly as it came; later ones are counted",
               t, names.text, memory->most);
    else if (is_power_of_ten((long long)memory->passages))
        report(instance, "at t = %.9g s the mechanism passes a singular position, the %.0fth that was noticed: constraints of %s", t,
               memory->passages, names.text);
}

static int refuse_standstill(Instance *instance, Memory *memory, Sentence names)
{
    double taken = memory->last_time - memory->since;
    if (++memory->counted < STEPS) return 0;
    memory->counted = 0.0;
    memory->since = memory->last_time;
    if (!(taken < SHORT * instance->problem->step_size)) return 0;
    return fail(instance,
                "the integration cannot go on from t = %.9g s: its last %d steps took %.2g s, all in a singular position, where constraints of "
                "%s depend on each other or say nothing; start it elsewhere or with other speeds, or write the constraint so that it holds there too",
                memory->last_time, STEPS, taken, names.text);
}

static int report_passages(Instance *instance, const Mechanism *mechanism, Memory *memory)
{
    const Level level = speeds(instance, mechanism);
    Rows independent = independent_rows_of(&level);
    int m = independent.count, n = mechanism->nv, least = m < n ? m : n;
    double *U, *S, *V, *work;
    ScaledRows scaled;
    if (usual_rows(instance, mechanism, independent, &scaled)) return -1;
    if (reserve(instance, (size_t)m * m + (size_t)n * n + (size_t)m * n + svd_work(m, n) + (size_t)(least + m))) return -1;
    U = scratch_alloc(instance, (size_t)m * m);
    S = scratch_alloc(instance, (size_t)least);
    V = scratch_alloc(instance, (size_t)n * n);
    work = scratch_alloc(instance, svd_work(m, n));
    if (!least || svd(all_numbers(instance, &scaled), m, n, U, S, V, work)) return 0;
    const Sentence names = weakest_elements(instance, mechanism, independent, U, least - 1);
    if (memory->most > 0.0 && !(memory->inside > 0.0)) {
        ++memory->passages;
        memory->counted = 0.0;
        memory->since = memory->last_time;
        report_passage(instance, memory, names);
    }
    memory->inside = memory->most > 0.0 || S[least - 1] < PASSED * S[0];
    memory->most = 0.0;
    return refuse_standstill(instance, memory, names);
}

int singularity_monitor_report(Instance *instance, const Mechanism *mechanism)
{
    Memory *memory = memory_of(instance, mechanism);
    size_t mark = instance->scratch_used;
    int failed = 0;
    memory->last_time = *at(instance, instance->problem->t);
    if (memory->most > 0.0 || memory->inside > 0.0) failed = report_passages(instance, mechanism, memory);
    instance->scratch_used = mark;
    return failed;
}
