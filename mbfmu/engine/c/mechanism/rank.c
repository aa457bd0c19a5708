/* rank.c: see rank.h. The present configuration is looked at first, and sampled ones some way off; rows are measured by their usual
   length, the longest seen of those like them: a row that says a ten-thousandth of what others do, as of an axis that is parallel to five digits, is
   none of its own.

   Rows seem to depend on each other where masses differ so much that a light body outweighs all else in the metric. So rows that do are looked at
   once more in the metric of coordinates; a rank is the largest that any look finds.

   1. look_around: the rows here and at sampled configurations, in the mass metric.
   2. judge: from each look, the rank of each superelement, with and without drives, and a choice of rows.
   3. If rows seem dependent: 1 and 2 once more in the metric of coordinates.
   4. keep: refuse over-driven joints and structures that cannot hold; mark the chosen rows as independent. */

#include "rank.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "row_independence.h"
#include "sampled_configurations.h"
#include "scaled_rows.h"

#define SAMPLED 4      /* configurations looked at besides the present one */
#define SHARE 1e-3     /* in a dependence between rows: smaller ones do not take part */

/* What the looks show: the rows of each; the usual length of each row in the mass metric, and which say anything. */
typedef struct {
    int count;
    ScaledRows rows[2 * (SAMPLED + 1)];
    double *usual;
    int *active;
} Seen;

/* What they show of one superelement: ranks of all rows, here and the largest, and of those not driven, and where the first was largest. */
typedef struct {
    Rows rows;
    int present, rank, undriven, best;
} Group;

static int see(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, Seen *seen, double *usual)
{
    ScaledRows *raw = &seen->rows[seen->count];
    if (raw_rows(instance, mechanism, find_metric, raw)) return -1;
    for (int i = 0; i < mechanism->rows; ++i) {
        usual[i] = fmax(usual[i], raw->scale[i]);
        seen->active[i] = seen->active[i] || (raw->scale[i] > 0.0 && i < first_contact_row(mechanism));
    }
    ++seen->count;
    return 0;
}

/* Here and at configurations some way off, with the usual lengths of rows in that metric; the mechanism is left where it was. */
static int look_around(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, Seen *seen, double *usual)
{
    int m = mechanism->rows, first = seen->count, well = 1;
    double *before = scratch_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    uint64_t random = 0;
    for (int i = 0; i < m; ++i) usual[i] = 0.0;
    if (mechanism_evaluate(instance, mechanism)) return -1;
    for (int i = 0; i <= SAMPLED; ++i) {
        if (i > 0 && sample_configuration(instance, mechanism, &random, &well)) return -1;
        if (well && see(instance, mechanism, find_metric, seen, usual)) return -1;
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
        if (mechanism_evaluate(instance, mechanism)) return -1;
    }
    significant(usual, m);
    double *alike = scratch_copy(instance, usual, (size_t)m);
    longest_alike(mechanism, alike);
    for (int c = first; c < seen->count; ++c)
        for (int i = 0; i < m; ++i)
            for (int p = seen->rows[c].pattern.start[i]; p < seen->rows[c].pattern.start[i + 1]; ++p) seen->rows[c].rows[p] /= alike[i];
    return 0;
}

/* What look number c, which may be of where the mechanism is, adds to what is known of the superelements and to the best choice (m) in each. */
static int judge(Instance *instance, const Mechanism *mechanism, const Seen *seen, int c, int here, const int *all, const int *undriven, Group *groups,
                 int *choice)
{
    size_t mark = instance->scratch_used;
    Directions free, whole;
    if (find_independent(instance, mechanism, &seen->rows[c], undriven, RANK_DEPENDENT, &free)) return -1;
    if (find_independent(instance, mechanism, &seen->rows[c], all, RANK_DEPENDENT, &whole)) return -1;
    for (int g = 0; g < mechanism->superelements; ++g) {
        Group *group = &groups[g];
        int rank = count_independent(&whole, group->rows), of_free = count_independent(&free, group->rows);
        if (of_free > group->undriven) group->undriven = of_free;
        if (here && rank > group->present) group->present = rank;
        if (rank <= group->rank) continue;
        group->rank = rank;
        group->best = c;
        for (int i = 0; i < group->rows.count; ++i) choice[group->rows.number[i]] = whole.place[group->rows.number[i]] >= 0;
    }
    instance->scratch_used = mark;
    return 0;
}

/* The names of those whose rows take part in dependences, U (m x m) behind its first `rank` columns, in which the rows `driven`
   (counted among m) do. */
static int name_over_driven(Instance *instance, const Mechanism *mechanism, const Group *group, const double *U, const int *driven,
                            int count)
{
    int m = group->rows.count, free = m - group->rank, least = count < free ? count : free;
    double *null = scratch_alloc(instance, (size_t)count * free), *own = scratch_alloc(instance, (size_t)count * count), *S = scratch_alloc(instance, (size_t)least);
    double *V = scratch_alloc(instance, (size_t)free * free), *work = scratch_alloc(instance, svd_work(count, free));
    Rows sharing = {0, scratch_alloc_ints(instance, (size_t)m)};
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
    size_t mark = instance->scratch_used;
    int m = group->rows.count, n = mechanism->nv, count = 0, *driven = scratch_alloc_ints(instance, (size_t)m);
    const ScaledRows *best = &seen->rows[group->best];
    double *rows, *U, *S, *V, *work;
    for (int i = 0; i < m; ++i)
        if (mechanism->row[group->rows.number[i]].driven && seen->active[group->rows.number[i]]) driven[count++] = i;
    if (group->rank >= group->undriven + count) {
        instance->scratch_used = mark;
        return 0;
    }
    if (reserve(instance, 6 * (size_t)m * m + (size_t)n * n + 2 * (size_t)m * n + svd_work(m, n) + svd_work(m, m) + 2 * (size_t)m)) return -1;
    rows = scratch_alloc(instance, (size_t)m * n);
    for (size_t i = 0; i < (size_t)m * n; ++i) rows[i] = 0.0;
    for (int i = 0; i < m; ++i)
        for (int p = best->pattern.start[group->rows.number[i]]; p < best->pattern.start[group->rows.number[i] + 1]; ++p)
            rows[(size_t)i * n + best->pattern.column[p]] = best->rows[p];
    U = scratch_alloc(instance, (size_t)m * m);
    S = scratch_alloc(instance, (size_t)(m < n ? m : n));
    V = scratch_alloc(instance, (size_t)n * n);
    work = scratch_alloc(instance, svd_work(m, n));
    svd(rows, m, n, U, S, V, work);
    return name_over_driven(instance, mechanism, group, U, driven, count);
}

/* `singular` are the rows of those superelements that depend on each other here and elsewhere not; `independent` counts all elsewhere. */
static int refuse_singular_structure(Instance *instance, const Mechanism *mechanism, const Seen *seen, int independent, Rows singular)
{
    int driven = 0;
    for (int i = 0; i < mechanism->rows; ++i) driven = driven || (seen->active[i] && mechanism->row[i].driven);
    if (independent < mechanism->nv || driven || singular.count == 0) return 0;
    const Sentence names = elements(mechanism, singular);
    return fail(instance,
                "the structure cannot stand: %s leave it no motion, but depend on each other where it is, so that no finite forces hold it; "
                "change its lengths or where it starts",
                names.text);
}

static Group *groups_of(Instance *instance, const Mechanism *mechanism)
{
    Group *groups = (Group *)scratch_alloc(instance, (size_t)mechanism->superelements * (sizeof(Group) / sizeof(double)));
    const Rows *rows = superelements(instance, mechanism);
    for (int g = 0; g < mechanism->superelements; ++g) {
        Group group = {.rows = rows[g]};
        groups[g] = group;
    }
    return groups;
}

/* k of the rows chosen, unless they are over-driven or cannot hold. */
static int keep(Instance *instance, const Mechanism *mechanism, const Seen *seen, const Group *groups, const int *choice)
{
    int independent = 0;
    Rows singular = {0, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    for (int g = 0; g < mechanism->superelements; ++g) {
        const Group *group = &groups[g];
        if (refuse_over_driven(instance, mechanism, seen, group)) return -1;
        for (int i = 0; group->present < group->rank && i < group->rows.count; ++i)
            if (seen->active[group->rows.number[i]]) singular.number[singular.count++] = group->rows.number[i];
        independent += group->rank;
    }
    if (refuse_singular_structure(instance, mechanism, seen, independent, singular)) return -1;
    for (int i = 0; i < mechanism->rows; ++i) at(instance, mechanism->independent)[i] = choice[i] ? 1.0 / seen->usual[i] : 0.0;
    return 0;
}

/* Whether rows that say something depend on others. */
static int any_dependent(const Mechanism *mechanism, const Seen *seen, const Group *groups)
{
    int active = 0, independent = 0;
    for (int i = 0; i < mechanism->rows; ++i) active += seen->active[i];
    for (int g = 0; g < mechanism->superelements; ++g) independent += groups[g].rank;
    return independent < active;
}

static int choose(Instance *instance, const Mechanism *mechanism)
{
    int m = mechanism->rows, *all = scratch_alloc_ints(instance, (size_t)m), *undriven = scratch_alloc_ints(instance, (size_t)m);
    int *choice = scratch_alloc_ints(instance, (size_t)m), looked = 0;
    double *even = scratch_alloc(instance, (size_t)m);
    Group *groups = groups_of(instance, mechanism);
    Seen seen = {.count = 0, .usual = scratch_alloc(instance, (size_t)m), .active = scratch_alloc_ints(instance, (size_t)m)};
    for (int i = 0; i < m; ++i) {
        choice[i] = seen.active[i] = 0;
        all[i] = i < first_contact_row(mechanism);
        undriven[i] = all[i] && !mechanism->row[i].driven;
    }
    if (look_around(instance, mechanism, find_mass_metric, &seen, seen.usual)) return -1;
    for (; looked < seen.count; ++looked)
        if (judge(instance, mechanism, &seen, looked, looked == 0, all, undriven, groups, choice)) return -1;
    if (any_dependent(mechanism, &seen, groups)) {
        int first = looked;
        if (look_around(instance, mechanism, find_coordinate_metric, &seen, even)) return -1;
        for (; looked < seen.count; ++looked)
            if (judge(instance, mechanism, &seen, looked, looked == first, all, undriven, groups, choice)) return -1;
    }
    return keep(instance, mechanism, &seen, groups, choice);
}

int choose_independent(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = choose(instance, mechanism);
    instance->scratch_used = mark;
    return failed;
}
