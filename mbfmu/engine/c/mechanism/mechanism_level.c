/* mechanism_level.c: see mechanism_level.h. */

#include "mechanism_level.h"

static int move_positions(const Level *level, const double *change) { return displace(level->instance, level->mechanism, change); }

static void sizes_of_positions(const Level *level, double *sizes) { coordinate_sizes(level->instance, level->mechanism, sizes); }

static double one(const Level *level)
{
    (void)level;
    return 1.0;
}

static int move_speeds(const Level *level, const double *change)
{
    double *v = speeds_of(level->instance, level->mechanism);
    for (int j = 0; j < level->mechanism->nv; ++j) v[j] += change[j];
    return 0;
}

static void sizes_of_speeds(const Level *level, double *sizes)
{
    const double *v = speeds_of(level->instance, level->mechanism);
    for (int j = 0; j < level->mechanism->nv; ++j) sizes[j] = fabs(v[j]);
}

static double largest_speed(const Level *level)
{
    const double *v = speeds_of(level->instance, level->mechanism);
    double largest = 0.0;
    for (int j = 0; j < level->mechanism->nv; ++j) largest = fmax(largest, fabs(v[j]));
    return largest;
}

Level positions(Instance *instance, const Mechanism *mechanism)
{
    Level level = {
        .instance = instance,
        .mechanism = mechanism,
        .per = "",
        .what = "coordinate",
        .all = 0,
        .residual = at(instance, mechanism->phi),
        .start_residual = at(instance, mechanism->phi_start),
        .fixed = at(instance, mechanism->fixed_position),
        .lenience = 10.0,
        .find_metric = find_mass_metric,
        .move = move_positions,
        .sizes = sizes_of_positions,
        .least = one,
    };
    return level;
}

Level speeds(Instance *instance, const Mechanism *mechanism)
{
    Level level = {
        .instance = instance,
        .mechanism = mechanism,
        .per = "/s",
        .what = "speed",
        .all = 1,
        .residual = at(instance, mechanism->psi),
        .start_residual = at(instance, mechanism->psi_start),
        .fixed = at(instance, mechanism->fixed_speed),
        .lenience = CONSISTENCY_TOLERANCE / ROUNDOFF,
        .find_metric = find_mass_metric,
        .move = move_speeds,
        .sizes = sizes_of_speeds,
        .least = largest_speed,
    };
    return level;
}

/* What a row says where each speed (nv) has such a size, whatever their signs. */
static double reach(const Level *level, int row, const double *sizes)
{
    const Pattern of = level->mechanism->A_pattern;
    const double *A = at(level->instance, level->mechanism->A);
    double sum = 0.0;
    for (int p = of.start[row]; p < of.start[row + 1]; ++p) sum += fabs(A[p]) * sizes[of.column[p]];
    return sum;
}

void roundoff(const Level *level, double *of_rows)
{
    size_t mark = level->instance->scratch_used;
    double *sizes = scratch_alloc(level->instance, (size_t)level->mechanism->nv), least = level->least(level);
    level->sizes(level, sizes);
    for (int i = 0; i < level->mechanism->rows; ++i) of_rows[i] = ROUNDOFF * fmax(reach(level, i, sizes), least);
    level->instance->scratch_used = mark;
}

int surely_within(const Level *level, double roundoffs)
{
    double bound = roundoffs * ROUNDOFF * level->least(level);
    for (int i = 0; i < level->mechanism->rows; ++i)
        if (!(fabs(level->residual[i]) <= bound)) return 0;
    return 1;
}

void consistency_tolerance(const Level *level, double *of_rows)
{
    int rows = level->mechanism->rows;
    const int *start = level->mechanism->A_pattern.start;
    const double *terms = at(level->instance, level->mechanism->A_terms);
    size_t mark = level->instance->scratch_used;
    double *lengths = scratch_alloc(level->instance, (size_t)rows);
    for (int i = 0; i < rows; ++i) { /* of all terms, by a unit of every speed: they may cancel each other but for the last digits */
        lengths[i] = 0.0;
        for (int p = start[i]; p < start[i + 1]; ++p) lengths[i] += terms[p];
    }
    longest_alike(level->mechanism, lengths);
    roundoff(level, of_rows);
    for (int i = 0; i < rows; ++i) of_rows[i] = fmax(CONSISTENCY_TOLERANCE * (lengths[i] > 0.0 ? lengths[i] : 1.0), level->lenience * of_rows[i]);
    level->instance->scratch_used = mark;
}

Rows rows_of(const Level *level)
{
    Rows rows = {0, scratch_alloc_ints(level->instance, (size_t)level->mechanism->rows)};
    for (int i = 0; i < level->mechanism->rows; ++i)
        if (level->all || level->mechanism->row[i].holonomic) rows.number[rows.count++] = i;
    return rows;
}

Rows independent_rows_of(const Level *level)
{
    Rows all = rows_of(level), independent = {0, all.number};
    for (int i = 0; i < all.count; ++i)
        if (is_independent(level->instance, level->mechanism, all.number[i])) independent.number[independent.count++] = all.number[i];
    return independent;
}

Rows fixed_starts(const Level *level)
{
    Rows starts = {0, scratch_alloc_ints(level->instance, (size_t)level->mechanism->starts)};
    for (int i = 0; i < level->mechanism->starts; ++i)
        if (level->fixed[i] > 0.0) starts.number[starts.count++] = i;
    return starts;
}
