/* rank.c: see rank.h. The present configuration is looked at first, and sampled ones some way off; rows are measured by their usual
   length, the longest seen. */

#include "rank.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "pivots.h"
#include "row_products.h"
#include "sampled_configurations.h"
#include "scaled_rows.h"
#include "sparse.h"

#define SAMPLED 4      /* configurations looked at besides the present one */
#define DEGRADED 100.0 /* how much larger the smallest pivot of a fresh choice must be for it to replace the present one */
#define SURE 0.1       /* what kept rows add at least, in any order, where no other choice is worth looking at */
#define SHARE 1e-3     /* in a dependence between rows: smaller ones do not take part */

/* What the configurations seen show: of each the rows in the mass metric (m x n); the usual length of each row, and which say anything. */
typedef struct {
    int count;
    double *rows[SAMPLED + 1], *usual;
    int *active;
} Seen;

/* What they show of one superelement: ranks of all rows, here and the largest, and of those not driven, where the first was largest, and the
   best choice there. */
typedef struct {
    Rows rows;
    int present, rank, undriven, best, *choice;
} Group;

static Rows superelement(Instance *instance, const Mechanism *mechanism, int group)
{
    int first = mechanism->superelement_start[group];
    Rows rows = {mechanism->superelement_start[group + 1] - first, NULL};
    rows.number = take_whole(instance, (size_t)rows.count);
    for (int i = 0; i < rows.count; ++i) rows.number[i] = mechanism->superelement_rows[first + i];
    return rows;
}

static int see(Instance *instance, const Mechanism *mechanism, Seen *seen)
{
    size_t mark = instance->scratch_used;
    int m = mechanism->rows, n = mechanism->nv;
    ScaledRows raw;
    int failed = raw_rows(instance, mechanism, &raw);
    if (!failed) sparse_spread(raw.pattern, m, n, raw.rows, seen->rows[seen->count]);
    for (int i = 0; !failed && i < m; ++i) {
        seen->usual[i] = fmax(seen->usual[i], raw.scale[i]);
        seen->active[i] = seen->active[i] || raw.scale[i] > 0.0;
    }
    seen->count += !failed;
    instance->scratch_used = mark;
    return failed;
}

/* Here and at configurations some way off; the mechanism is left where it was. */
static int look_around(Instance *instance, const Mechanism *mechanism, Seen *seen)
{
    int m = mechanism->rows, n = mechanism->nv, well = 1;
    double *before = take_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    uint64_t random = 0;
    seen->count = 0;
    seen->usual = take(instance, (size_t)m);
    seen->active = take_whole(instance, (size_t)m);
    for (int i = 0; i < m; ++i) seen->usual[i] = seen->active[i] = 0;
    for (int i = 0; i <= SAMPLED; ++i) seen->rows[i] = take(instance, (size_t)m * n);
    if (mechanism_evaluate(instance, mechanism)) return -1;
    for (int i = 0; i <= SAMPLED; ++i) {
        if (i > 0 && sample_configuration(instance, mechanism, &random, &well)) return -1;
        if (well && see(instance, mechanism, seen)) return -1;
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
        if (mechanism_evaluate(instance, mechanism)) return -1;
    }
    significant(seen->usual, m);
    for (int c = 0; c < seen->count; ++c)
        for (size_t i = 0; i < (size_t)m * n; ++i) seen->rows[c][i] /= seen->usual[i / n];
    return 0;
}

static Rows those_driven(Instance *instance, const Mechanism *mechanism, Rows rows, int driven)
{
    Rows chosen = {0, take_whole(instance, (size_t)rows.count)};
    for (int i = 0; i < rows.count; ++i)
        if (mechanism->row[rows.number[i]].driven == driven) chosen.number[chosen.count++] = rows.number[i];
    return chosen;
}

static Group judge(Instance *instance, const Mechanism *mechanism, const Seen *seen, int number)
{
    Group group = {superelement(instance, mechanism, number), 0, 0, 0, 0, NULL};
    Rows undriven = those_driven(instance, mechanism, group.rows, 0);
    int n = mechanism->nv, count = group.rows.count, *order = take_whole(instance, (size_t)count);
    double *pivots = take(instance, (size_t)count);
    group.choice = take_whole(instance, (size_t)count);
    for (int c = 0; c < seen->count; ++c) {
        int free = rank_of_rows(instance, seen->rows[c], n, undriven), rank;
        find_pivots(instance, seen->rows[c], n, group.rows, order, pivots);
        rank = rank_of_pivots(pivots, count);
        if (free > group.undriven) group.undriven = free;
        if (c == 0) group.present = rank;
        if (rank <= group.rank) continue;
        group.rank = rank;
        group.best = c;
        for (int i = 0; i < rank; ++i) group.choice[i] = group.rows.number[order[i]];
    }
    return group;
}

/* The names of those whose rows take part in dependences, U (m x m) behind its first `rank` columns, in which the rows `driven`
   (counted among m) do. */
static int name_over_driven(Instance *instance, const Mechanism *mechanism, const Group *group, const double *U, const int *driven,
                            int count)
{
    int m = group->rows.count, free = m - group->rank, least = count < free ? count : free;
    double *null = take(instance, (size_t)count * free), *own = take(instance, (size_t)count * count), *S = take(instance, (size_t)least);
    double *V = take(instance, (size_t)free * free), *work = take(instance, svd_work(count, free));
    Rows sharing = {0, take_whole(instance, (size_t)m)};
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < free; ++j) null[(size_t)i * free + j] = U[(size_t)driven[i] * m + group->rank + j];
    if (svd(null, count, free, own, S, V, work)) least = 0;
    for (int i = 0; i < m; ++i) {
        int shares = 0;
        for (int k = 0; k < least && S[k] > SHARE; ++k)
            shares = shares || fabs(dot(U + (size_t)i * m + group->rank, V + (size_t)k * free, free)) > SHARE;
        if (shares) sharing.number[sharing.count++] = group->rows.number[i];
    }
    const Sentence names = elements(mechanism, sharing);
    return fail(instance,
                "over-driven: %s together drive the same motion more than once, even where they agree; "
                "remove a drive or free what it moves",
                names.text);
}

static int refuse_over_driven(Instance *instance, const Mechanism *mechanism, const Seen *seen, const Group *group)
{
    int m = group->rows.count, n = mechanism->nv, count = 0, *driven = take_whole(instance, (size_t)m);
    double *rows, *U, *S, *V, *work;
    for (int i = 0; i < m; ++i)
        if (mechanism->row[group->rows.number[i]].driven && seen->active[group->rows.number[i]]) driven[count++] = i;
    if (group->rank >= group->undriven + count) return 0;
    rows = take(instance, (size_t)m * n);
    for (int i = 0; i < m; ++i) copy_numbers(rows + (size_t)i * n, seen->rows[group->best] + (size_t)group->rows.number[i] * n, (size_t)n);
    U = take(instance, (size_t)m * m);
    S = take(instance, (size_t)(m < n ? m : n));
    V = take(instance, (size_t)n * n);
    work = take(instance, svd_work(m, n));
    svd(rows, m, n, U, S, V, work);
    return name_over_driven(instance, mechanism, group, U, driven, count);
}

/* `limp` are the rows of those superelements that depend on each other here and elsewhere not; `independent` counts all elsewhere. */
static int refuse_limp(Instance *instance, const Mechanism *mechanism, const Seen *seen, int independent, Rows limp)
{
    int driven = 0;
    for (int i = 0; i < mechanism->rows; ++i) driven = driven || (seen->active[i] && mechanism->row[i].driven);
    if (independent < mechanism->nv || driven || limp.count == 0) return 0;
    const Sentence names = elements(mechanism, limp);
    return fail(instance,
                "the structure cannot stand: %s leave it no motion, but depend on each other where it is, so that no finite forces hold it; "
                "change its lengths or where it starts",
                names.text);
}

static int choose(Instance *instance, const Mechanism *mechanism)
{
    int m = mechanism->rows, independent = 0;
    double *k = take(instance, (size_t)m);
    Rows limp = {0, take_whole(instance, (size_t)m)};
    Seen seen;
    if (look_around(instance, mechanism, &seen)) return -1;
    for (int i = 0; i < m; ++i) k[i] = 0.0;
    for (int g = 0; g < mechanism->superelements; ++g) {
        size_t mark = instance->scratch_used;
        Group group = judge(instance, mechanism, &seen, g);
        if (refuse_over_driven(instance, mechanism, &seen, &group)) return -1;
        for (int i = 0; i < group.rank; ++i) k[group.choice[i]] = 1.0 / seen.usual[group.choice[i]];
        for (int i = 0; group.present < group.rank && i < group.rows.count; ++i)
            if (seen.active[group.rows.number[i]]) limp.number[limp.count++] = group.rows.number[i];
        independent += group.rank;
        instance->scratch_used = mark;
    }
    if (refuse_limp(instance, mechanism, &seen, independent, limp)) return -1;
    copy_numbers(at(instance, mechanism->k), k, (size_t)m);
    return 0;
}

int choose_kept(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = choose(instance, mechanism);
    instance->scratch_used = mark;
    return failed;
}

/* Where the kept rows of a superelement have become nearly dependent and others are not, keep those; whether any changed. */
static int improved(Instance *instance, const Mechanism *mechanism, const double *scaled, const double *scale, Rows rows)
{
    Rows kept = {0, take_whole(instance, (size_t)rows.count)};
    int *order = take_whole(instance, (size_t)rows.count);
    double *pivots = take(instance, (size_t)rows.count), *k = at(instance, mechanism->k), present, fresh;
    for (int i = 0; i < rows.count; ++i)
        if (is_kept(instance, mechanism, rows.number[i])) kept.number[kept.count++] = rows.number[i];
    if (kept.count == 0 || kept.count == rows.count) return 0;
    find_pivots(instance, scaled, mechanism->nv, kept, order, pivots);
    present = pivots[kept.count - 1];
    if (DEGRADED * present >= 1.0) return 0; /* no pivot is larger than a row is long */
    find_pivots(instance, scaled, mechanism->nv, rows, order, pivots);
    fresh = pivots[kept.count - 1];
    if (!(fresh > RANK_DEPENDENT * pivots[0] && fresh > DEGRADED * present)) return 0;
    for (int i = 0; i < rows.count; ++i)
        k[rows.number[order[i]]] = i < kept.count ? 1.0 / scale[rows.number[order[i]]] : 0.0;
    return 1;
}

/* Whether all kept rows are clearly independent: no other choice could be so much better. */
static int clearly_independent(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled)
{
    size_t mark = instance->scratch_used;
    int *kept = take_whole(instance, (size_t)mechanism->rows), count = 0;
    RowProducts products;
    for (int i = 0; i < mechanism->rows; ++i)
        if (is_kept(instance, mechanism, mechanism->order[i])) kept[count++] = mechanism->order[i];
    products = factor_products(instance, scaled, kept, count);
    instance->scratch_used = mark;
    return products.smallest > SURE;
}

static int choose_in_superelements(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled)
{
    const double *all = all_numbers(instance, scaled);
    int changed = 0;
    for (int g = 0; g < mechanism->superelements; ++g) {
        size_t mark = instance->scratch_used;
        changed |= improved(instance, mechanism, all, scaled->scale, superelement(instance, mechanism, g));
        instance->scratch_used = mark;
    }
    return changed;
}

int choose_again(Instance *instance, const Mechanism *mechanism, int *changed)
{
    size_t mark = instance->scratch_used;
    Rows all = {mechanism->rows, take_whole(instance, (size_t)mechanism->rows)};
    ScaledRows scaled;
    int spare = 0, failed = 0;
    *changed = 0;
    for (int i = 0; i < mechanism->rows; ++i) {
        all.number[i] = i;
        spare += is_active(instance, mechanism, i) - is_kept(instance, mechanism, i);
    }
    if (spare) failed = measured_rows(instance, mechanism, all, &scaled);
    if (spare && !failed && !clearly_independent(instance, mechanism, &scaled)) *changed = choose_in_superelements(instance, mechanism, &scaled);
    instance->scratch_used = mark;
    return failed;
}
