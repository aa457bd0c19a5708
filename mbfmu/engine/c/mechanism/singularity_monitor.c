/* singularity_monitor.c: notices when constraints become dependent for the moment, and says so the first, the tenth, the hundredth ...
   time. An evaluation may meet such a position; most steps pass over it, which the weakest combinations of rows tell. */

#include "singularity_monitor.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "scaled_rows.h"
#include "weakest_combinations.h"

#define PASSED 1e-3 /* relative singular value of the weakest combination beyond which a passage is over */
#define STEPS 1000
#define SHORT 0.05 /* so many steps of one passage within this part of a communication step: the mechanism does not get through */

/* What slot `singularity_monitor` holds: the largest rank deficiency in this step, whether a passage goes on, the times of the last accepted step and
   of the last evaluation, how many passages were noticed, how many steps of this one were counted since when; when combinations of rows were followed
   last, and what told which rows those were. Behind these are the combinations. */
typedef struct {
    double most, inside, last_time, latest, passages, counted, since, followed, chosen;
} Memory;

static Memory *memory_of(Instance *instance, const Mechanism *mechanism) { return (Memory *)at(instance, mechanism->singularity_monitor); }

void singularity_monitor_reset(Instance *instance, const Mechanism *mechanism)
{
    double t = *at(instance, instance->problem->t);
    Memory empty = {.most = 0.0, .inside = 0.0, .last_time = t, .latest = t, .passages = 0.0, .counted = 0.0, .since = t, .followed = t, .chosen = 0.0};
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

/* The rows in the weakest combination. */
static Rows weakest_rows(Instance *instance, Rows independent, const double *U, int weakest)
{
    int m = independent.count;
    double largest = 0.0;
    Rows named = {0, scratch_alloc_ints(instance, (size_t)m)};
    for (int i = 0; i < m; ++i) largest = fmax(largest, fabs(U[(size_t)i * m + weakest]));
    for (int i = 0; i < m; ++i)
        if (fabs(U[(size_t)i * m + weakest]) > NAMED_SHARE * largest) named.number[named.count++] = independent.number[i];
    return named;
}

/* The loop that one of the rows closes, or the mechanism. */
static const char *what_passes(const Mechanism *mechanism, Rows rows)
{
    for (int i = 0; i < rows.count; ++i)
        if (mechanism->row[rows.number[i]].joint) return mechanism->row[rows.number[i]].loop;
    return "the mechanism";
}

/* Count a passage at time t [s] of as many rows as `deficiency`, those `weakest` among them; report it if it is one to report. */
static void count_passage(Instance *instance, const Mechanism *mechanism, Memory *memory, double t, Rows weakest, double deficiency)
{
    const Sentence names = elements(mechanism, weakest);
    ++memory->passages;
    memory->counted = 0.0;
    memory->since = memory->last_time;
    if (memory->passages == 1.0)
        report(instance,
               "at t = %.9g s %s passes a singular position: constraints of %s depend on each other for the moment (rank deficiency %.0f), and it could "
               "move on in more than one way; it continues as smoothly as it came; if it should not come there, add stops or change lengths; later "
               "passages are counted",
               t, what_passes(mechanism, weakest), names.text, deficiency);
    else if (is_power_of_ten((long long)memory->passages))
        report(instance, "at t = %.9g s the mechanism passes a singular position, the %.0fth that was noticed: constraints of %s", t,
               memory->passages, names.text);
}

static int refuse_standstill(Instance *instance, const Mechanism *mechanism, Memory *memory, Rows weakest)
{
    double taken = memory->last_time - memory->since;
    if (++memory->counted < STEPS) return 0;
    memory->counted = 0.0;
    memory->since = memory->last_time;
    if (!(taken < SHORT * instance->problem->step_size)) return 0;
    const Sentence names = elements(mechanism, weakest);
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
    const Rows weakest = weakest_rows(instance, independent, U, least - 1);
    if (memory->most > 0.0 && !(memory->inside > 0.0)) count_passage(instance, mechanism, memory, memory->last_time, weakest, memory->most);
    memory->inside = memory->most > 0.0 || S[least - 1] < PASSED * S[0];
    memory->most = 0.0;
    return refuse_standstill(instance, mechanism, memory, weakest);
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

/* Tells one choice of independent rows, and of their usual lengths, from another. */
static double check_sum_of_choice(const Instance *instance, const Mechanism *mechanism)
{
    double sum = 0.0;
    for (int i = 0; i < mechanism->rows; ++i) sum += (i + 1) * at(instance, mechanism->independent)[i];
    return sum;
}

/* While a position is passed that evaluations have met, it is counted already. */
int singularity_monitor_follow(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled)
{
    Memory *memory = memory_of(instance, mechanism);
    double *combinations = (double *)(memory + 1), t = *at(instance, instance->problem->t), chosen = check_sum_of_choice(instance, mechanism);
    size_t mark = instance->scratch_used;
    Crossing crossing;
    if (follow_combinations(instance, mechanism, rows, scaled, memory->inside > 0.0 || chosen != memory->chosen, combinations, &crossing)) return -1;
    if (crossing.superelement >= 0)
        count_passage(instance, mechanism, memory, memory->followed + crossing.part * (t - memory->followed),
                      combined_rows(instance, mechanism, combinations, crossing.superelement), 1.0);
    memory->followed = t;
    memory->chosen = chosen;
    instance->scratch_used = mark;
    return 0;
}

int singularity_monitor_follow_independent(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level level = speeds(instance, mechanism);
    const Rows rows = independent_rows_of(&level);
    ScaledRows scaled;
    int failed = !any_spare(instance, mechanism)
                 && (usual_rows(instance, mechanism, rows, &scaled) || singularity_monitor_follow(instance, mechanism, rows, &scaled));
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
