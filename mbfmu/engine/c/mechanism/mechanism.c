/* mechanism.c: a mechanism tied to the numbers of one instance: how far its states are from the constraints, and how they move
   (mbfmu.runtime.mechanism). */

#include "mechanism_level.h"

#include "linear_algebra.h"

#define NORMALIZE 0.5      /* s times q_rate at rest, k (1 - |q|^2) q with k = 1/s: Newton's correction of |q| to 1 */
#define NORMALIZATIONS 10  /* corrections at most, each of which squares what the last has left */

size_t mechanism_scratch(const Mechanism *mechanism)
{
    size_t n = (size_t)mechanism->nv, rows = (size_t)(mechanism->rows + mechanism->starts);
    size_t numbers = n + rows + states_of(mechanism);
    /* the most is taken by assembly, on a walk with all that was seen before; elsewhere at most two decompositions are under way, the second
       of which (name_over_driven) may be of rows by rows */
    size_t walk = 12 * rows * n + 6 * n * n, decomposition = 4 * (rows * n + n * n) + 7 * rows * rows + 2 * svd_work((int)rows, (int)n);
    return walk + decomposition + 40 * numbers;
}

int mechanism_evaluate(Instance *instance, const Mechanism *mechanism) { return run(instance, mechanism->evaluate); }

int any_kept(const Instance *instance, const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (is_kept(instance, mechanism, i)) return 1;
    return 0;
}

int any_fed(const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (mechanism->row[i].fed) return 1;
    return 0;
}

int any_mechanism_fed(const Problem *problem)
{
    for (int i = 0; i < problem->mechanisms; ++i)
        if (any_fed(&problem->mechanism[i])) return 1;
    return 0;
}

int is_active(const Instance *instance, const Mechanism *mechanism, int row)
{
    const double *A = at(instance, mechanism->A) + (size_t)row * mechanism->nv;
    for (int j = 0; j < mechanism->nv; ++j)
        if (A[j] != 0.0) return 1;
    return 0;
}

/* The rates of the coordinates at speeds `direction` (nv; NULL: at rest). */
static int rates(Instance *instance, const Mechanism *mechanism, const double *direction)
{
    double *at_speeds = at(instance, mechanism->direction);
    for (int j = 0; j < mechanism->nv; ++j) at_speeds[j] = direction ? direction[j] : 0.0;
    return run(instance, mechanism->displace);
}

static int normalize(Instance *instance, const Mechanism *mechanism)
{
    double *q = at(instance, mechanism->x), *rate = at(instance, mechanism->q_rate), largest = 1.0;
    for (int round = 0; round < NORMALIZATIONS && !(largest <= DBL_EPSILON); ++round) {
        if (rates(instance, mechanism, NULL)) return -1;
        largest = 0.0;
        for (int i = 0; i < mechanism->nq; ++i) {
            q[i] += NORMALIZE * rate[i];
            if (!(fabs(NORMALIZE * rate[i]) <= largest)) largest = fabs(NORMALIZE * rate[i]);
        }
    }
    return run(instance, mechanism->measure);
}

/* Move the coordinates by a change of speeds (nv) times one second, to first order, and normalize Euler parameters. Speeds resolved in bodies
   that turn go along. */
static int displace(Instance *instance, const Mechanism *mechanism, const double *change)
{
    size_t mark = instance->scratch_used;
    double *q = at(instance, mechanism->x), *rate = at(instance, mechanism->q_rate), *drift = take(instance, (size_t)mechanism->nq);
    double *v = speeds_of(instance, mechanism), *carried = at(instance, mechanism->v_rate);
    int failed = rates(instance, mechanism, NULL);
    if (!failed) {
        copy_numbers(drift, rate, (size_t)mechanism->nq);
        failed = rates(instance, mechanism, change);
    }
    for (int i = 0; !failed && i < mechanism->nq; ++i) q[i] += rate[i] - drift[i];
    for (int i = 0; !failed && i < mechanism->nv; ++i) v[i] += carried[i];
    instance->scratch_used = mark;
    return failed ? -1 : normalize(instance, mechanism);
}

int energy_of(Instance *instance, const Mechanism *mechanism, double *energy)
{
    if (run(instance, mechanism->energy)) return -1;
    *energy = 0.0;
    for (int i = 0; i < mechanism->energies.size; ++i) *energy += at(instance, mechanism->energies)[i];
    return 0;
}

void coordinate_sizes(const Instance *instance, const Mechanism *mechanism, double *sizes)
{
    const double *q = at(instance, mechanism->x);
    const int *first = mechanism->moved_start;
    for (int j = 0; j < mechanism->nv; ++j) {
        sizes[j] = 1.0;
        for (int k = first[j]; k < first[j + 1]; ++k) sizes[j] = fmax(sizes[j], fabs(q[mechanism->moved[k]]));
    }
}

void longest_alike(const Mechanism *mechanism, double *values)
{
    for (int i = 0; i < mechanism->rows; ++i) /* the first of those alike comes first: it gathers, and the others fetch */
        values[mechanism->like[i]] = fmax(values[mechanism->like[i]], values[i]);
    for (int i = 0; i < mechanism->rows; ++i) values[i] = values[mechanism->like[i]];
}

static int move_positions(const Level *level, const double *change) { return displace(level->instance, level->mechanism, change); }

static double sizes_of_positions(const Level *level, double *sizes)
{
    coordinate_sizes(level->instance, level->mechanism, sizes);
    return 1.0;
}

static int move_speeds(const Level *level, const double *change)
{
    double *v = speeds_of(level->instance, level->mechanism);
    for (int j = 0; j < level->mechanism->nv; ++j) v[j] += change[j];
    return 0;
}

static double sizes_of_speeds(const Level *level, double *sizes)
{
    const double *v = speeds_of(level->instance, level->mechanism);
    double largest = 0.0;
    for (int j = 0; j < level->mechanism->nv; ++j) {
        sizes[j] = fabs(v[j]);
        largest = fmax(largest, sizes[j]);
    }
    return largest;
}

Level positions(Instance *instance, const Mechanism *mechanism)
{
    Level level = {instance, mechanism, "", "coordinate", 0, at(instance, mechanism->phi), at(instance, mechanism->phi_start),
                   at(instance, mechanism->fixed_position), 10.0, move_positions, sizes_of_positions};
    return level;
}

Level speeds(Instance *instance, const Mechanism *mechanism)
{
    Level level = {instance, mechanism, "/s", "speed", 1, at(instance, mechanism->psi), at(instance, mechanism->psi_start),
                   at(instance, mechanism->fixed_speed), MISFIT / ROUNDOFF, move_speeds, sizes_of_speeds};
    return level;
}

/* What a row says where each speed (nv) has such a size, whatever their signs. */
static double reach(const double *row, const double *sizes, int nv)
{
    double sum = 0.0;
    for (int j = 0; j < nv; ++j) sum += fabs(row[j]) * sizes[j];
    return sum;
}

void roundoff(const Level *level, double *of_rows)
{
    int nv = level->mechanism->nv;
    size_t mark = level->instance->scratch_used;
    const double *A = at(level->instance, level->mechanism->A);
    double *sizes = take(level->instance, (size_t)nv), least = level->sizes(level, sizes);
    for (int i = 0; i < level->mechanism->rows; ++i) of_rows[i] = ROUNDOFF * fmax(reach(A + (size_t)i * nv, sizes, nv), least);
    level->instance->scratch_used = mark;
}

void misfit(const Level *level, double *of_rows)
{
    int rows = level->mechanism->rows, nv = level->mechanism->nv;
    size_t mark = level->instance->scratch_used;
    const double *A = at(level->instance, level->mechanism->A);
    double *lengths = take(level->instance, (size_t)rows), *ones = take(level->instance, (size_t)nv);
    for (int j = 0; j < nv; ++j) ones[j] = 1.0;
    for (int i = 0; i < rows; ++i) lengths[i] = reach(A + (size_t)i * nv, ones, nv); /* by a unit of every speed */
    longest_alike(level->mechanism, lengths);
    roundoff(level, of_rows);
    for (int i = 0; i < rows; ++i) of_rows[i] = fmax(MISFIT * (lengths[i] > 0.0 ? lengths[i] : 1.0), level->lenience * of_rows[i]);
    level->instance->scratch_used = mark;
}

Rows rows_of(const Level *level)
{
    Rows rows = {0, take_whole(level->instance, (size_t)level->mechanism->rows)};
    for (int i = 0; i < level->mechanism->rows; ++i)
        if (level->all || level->mechanism->row[i].holonomic) rows.number[rows.count++] = i;
    return rows;
}

Rows kept_rows_of(const Level *level)
{
    Rows all = rows_of(level), kept = {0, all.number};
    for (int i = 0; i < all.count; ++i)
        if (is_kept(level->instance, level->mechanism, all.number[i])) kept.number[kept.count++] = all.number[i];
    return kept;
}

Rows fixed_starts(const Level *level)
{
    Rows starts = {0, take_whole(level->instance, (size_t)level->mechanism->starts)};
    for (int i = 0; i < level->mechanism->starts; ++i)
        if (level->fixed[i] > 0.0) starts.number[starts.count++] = i;
    return starts;
}
