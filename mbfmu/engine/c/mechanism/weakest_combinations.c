/* weakest_combinations.c: see weakest_combinations.h.

   Where the scaled rows B of a loop lose rank, one combination u of them vanishes: B^T u = s w with s = 0. On a smooth motion u turns little while it passes
   there, and s changes sign: B^T u points the other way behind the singular position, however far steps end from it. u is followed by inverse iteration with
   B B^T, which is positive definite: so it never turns by more than a right angle, and without a singular position neither does B^T u in short steps.
   This is how continuation methods find branch points (H. B. Keller 1977; E. L. Allgower, K. Georg, Introduction to Numerical Continuation Methods, ch. 8).

   Of B^T u random projections are remembered, which are few. */

#include "weakest_combinations.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "random_numbers.h"
#include "row_products.h"

#define ITERATIONS 2
#define MOST_REDUNDANT 40 /* rows of a superelement that are not all independent: more take too long */
#define VANISHED 1e-14 /* the square of a length beside others: less is roundoff */
#define OPPOSITE (-0.9) /* cosine: below it a vector points the other way, and has not turned */

/* Scaled rows, of these numbers; random numbers for each speed, and the shares of all rows in the combinations. */
typedef struct {
    Rows rows;
    const ScaledRows *scaled;
    const double *projector;
    double *weights;
} Combinations;

/* Random numbers between -1 and 1, PROJECTIONS for each speed; taken from scratch. */
static double *projectors(Instance *instance, int n)
{
    double *found = scratch_alloc(instance, (size_t)n * PROJECTIONS);
    uint64_t state = 1;
    for (int j = 0; j < n * PROJECTIONS; ++j) found[j] = 2.0 * uniform(&state) - 1.0;
    return found;
}

/* The projections of the combination `u` (count) of scaled rows `chosen`. */
static void project_combination(const ScaledRows *scaled, const double *projector, const int *chosen, const double *u, int count, double *projected)
{
    for (int k = 0; k < PROJECTIONS; ++k) projected[k] = 0.0;
    for (int i = 0; i < count; ++i)
        for (int p = scaled->pattern.start[chosen[i]]; p < scaled->pattern.start[chosen[i] + 1]; ++p)
            for (int k = 0; k < PROJECTIONS; ++k) projected[k] += u[i] * scaled->rows[p] * projector[scaled->pattern.column[p] * PROJECTIONS + k];
}

/* Where a way from one vector to another, that points the other way, comes nearest to zero; -1 where it does not. */
static double part_of_the_way(const double *from, const double *to)
{
    double size_from = norm(from, PROJECTIONS), size_to = norm(to, PROJECTIONS);
    if (!(dot(from, to, PROJECTIONS) < OPPOSITE * size_from * size_to)) return -1.0;
    return size_from / (size_from + size_to);
}

static void shorten(double *u, int count)
{
    double size = norm(u, count);
    for (int i = 0; i < count; ++i) u[i] /= size;
}

/* u becomes (B B^T)^-k u, as long as before, of rows that are independent; `weak` where they are not, right there. -1 where there is no memory. */
static int iterate(Instance *instance, const ScaledRows *scaled, const int *chosen, int count, double *u, int *weak)
{
    RowProducts products;
    if (factor_products(instance, scaled, chosen, count, &products)) return -1;
    *weak = !(products.smallest > 0.0);
    for (int k = 0; k < ITERATIONS && !*weak; ++k) {
        band_solve(products.band, count, products.width, u, 1);
        shorten(u, count);
    }
    return 0;
}

/* The same where only `rank` of the rows are independent: by eigenvectors, which no choice of rows takes part in. */
static int iterate_redundant(Instance *instance, const ScaledRows *scaled, const int *chosen, int count, int rank, double *u, int *weak)
{
    size_t of = (size_t)count;
    if (reserve(instance, 2 * of * of + 2 * of)) return -1;
    double *P = scratch_alloc(instance, of * of), *V = scratch_alloc(instance, of * of), *values = scratch_alloc(instance, of), *share = scratch_alloc(instance, of);
    products_of(scaled, chosen, count, P);
    symmetric_eigen(P, count, values, V);
    const int first = count - rank;
    *weak = !(values[first] > VANISHED * values[count - 1]);
    if (*weak) return 0;
    for (int i = first; i < count; ++i) share[i] = dot(V + (size_t)i * count, u, count) / pow(values[i] / values[first], ITERATIONS);
    for (int j = 0; j < count; ++j) u[j] = 0.0;
    for (int i = first; i < count; ++i)
        for (int j = 0; j < count; ++j) u[j] += share[i] * V[(size_t)i * count + j];
    shorten(u, count);
    return 0;
}

/* One superelement with the scaled rows `chosen`, of which `rank` are independent; the part of the way at which it has lost rank, or -1. */
static int follow(Instance *instance, const Combinations *of, const int *chosen, int count, int rank, double *remembered, double *part)
{
    *part = -1.0;
    if (!rank || (rank < count && count > MOST_REDUNDANT)) return 0;
    if (reserve(instance, (size_t)count)) return -1;
    double *u = scratch_alloc(instance, (size_t)count), projected[PROJECTIONS];
    int weak;
    for (int i = 0; i < count; ++i) u[i] = of->weights[of->rows.number[chosen[i]]];
    const int known = norm(u, count) > 0.0;
    for (int i = 0; i < count && !known; ++i) u[i] = 1.0 + 0.1 * i; /* across nothing, by all likelihood */
    if (rank == count ? iterate(instance, of->scaled, chosen, count, u, &weak) : iterate_redundant(instance, of->scaled, chosen, count, rank, u, &weak)) return -1;
    if (weak) return 0; /* the next step is compared with the last */
    project_combination(of->scaled, of->projector, chosen, u, count, projected);
    if (known) *part = part_of_the_way(remembered, projected);
    for (int i = 0; i < count; ++i) of->weights[of->rows.number[chosen[i]]] = u[i];
    copy_numbers(remembered, projected, PROJECTIONS);
    return 0;
}

/* The scaled rows of a superelement, in their order; how many there are, and how many of them are independent. */
static int rows_of_superelement(const Instance *instance, const Mechanism *mechanism, const int *place, int superelement, int *chosen, int *rank)
{
    int count = 0;
    *rank = 0;
    for (int k = mechanism->superelement_start[superelement]; k < mechanism->superelement_start[superelement + 1]; ++k) {
        int i = place[mechanism->superelement_rows[k]], j = count;
        if (i < 0) continue;
        *rank += is_independent(instance, mechanism, mechanism->superelement_rows[k]);
        for (++count; j > 0 && chosen[j - 1] > i; --j) chosen[j] = chosen[j - 1];
        chosen[j] = i;
    }
    return count;
}

int follow_combinations(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, int anew, double *memory, Crossing *crossing)
{
    size_t mark = instance->scratch_used, m = (size_t)mechanism->rows;
    int failed = 0, rank;
    double part, *remembered = memory + m;
    *crossing = (Crossing){-1, 0.0};
    if (reserve(instance, 4 * m + 4 + (size_t)mechanism->nv * PROJECTIONS)) return -1;
    int *place = scratch_alloc_ints(instance, m), *chosen = scratch_alloc_ints(instance, m);
    const Combinations of = {rows, scaled, projectors(instance, mechanism->nv), memory};
    for (int i = 0; i < mechanism->rows; ++i) place[i] = -1;
    for (int i = 0; i < rows.count; ++i) place[rows.number[i]] = i;
    for (int i = 0; i < mechanism->rows && anew; ++i) memory[i] = 0.0;
    for (int g = 0; g < mechanism->superelements && !failed; ++g) {
        size_t before = instance->scratch_used;
        int count = rows_of_superelement(instance, mechanism, place, g, chosen, &rank);
        failed = follow(instance, &of, chosen, count, rank, remembered + (size_t)g * PROJECTIONS, &part);
        if (!failed && part >= 0.0) *crossing = (Crossing){g, part};
        instance->scratch_used = before;
    }
    instance->scratch_used = mark;
    return failed;
}

Rows combined_rows(Instance *instance, const Mechanism *mechanism, const double *memory, int superelement)
{
    const int *row = mechanism->superelement_rows + mechanism->superelement_start[superelement];
    int count = mechanism->superelement_start[superelement + 1] - mechanism->superelement_start[superelement];
    double most = 0.0;
    Rows found = {0, scratch_alloc_ints(instance, (size_t)count)};
    for (int i = 0; i < count; ++i) most = fmax(most, fabs(memory[row[i]]));
    for (int i = 0; i < count; ++i)
        if (fabs(memory[row[i]]) > NAMED_SHARE * most) found.number[found.count++] = row[i];
    return found;
}
