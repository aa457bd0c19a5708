/* superelement_solve.c: the multipliers of superelements as a function of the acceleration of the bodies that carry them.

   With X = (following, multipliers) and B = (C, r), seven columns each: S X = B, and a carrier is reflected its `open` with C^T X of its
   rows added, the seventh column subtracted. The derivative is S X' = B' - S' X. */

#include <math.h>
#include <string.h>

#include "linear_algebra.h"
#include "refuse_not_finite.h"
#include "schur_band.h"

#define COLUMNS 7

/* Six columns of each row here and the seventh there, side by side in B (count x 7), and back. */
static void join(int count, const double *six, const double *seventh, double *B)
{
    for (int i = 0; i < count; ++i) {
        for (int c = 0; c < 6; ++c) B[COLUMNS * i + c] = six[6 * i + c];
        B[COLUMNS * i + 6] = seventh[i];
    }
}

static void part(int count, const double *B, double *six, double *seventh)
{
    for (int i = 0; i < count; ++i) {
        for (int c = 0; c < 6; ++c) six[6 * i + c] = B[COLUMNS * i + c];
        seventh[i] = B[COLUMNS * i + 6];
    }
}

/* Adds C^T (X, -l) of one row (6; 7) to what its carrier is reflected. */
static void reflect(const double *restrict C, const double *restrict X, double *restrict reflected)
{
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) reflected[6 * a + b] += C[a] * X[b];
        reflected[36 + a] -= C[a] * X[6];
    }
}

/* The reverse: adds to the adjoints of C and X of one row. */
static void reflect_back(const double *C, const double *X, const double *reflected, double *of_C, double *of_X)
{
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) {
            of_X[b] += C[a] * reflected[6 * a + b];
            of_C[a] += X[b] * reflected[6 * a + b];
        }
        of_X[6] -= C[a] * reflected[36 + a];
        of_C[a] -= X[6] * reflected[36 + a];
    }
}

static int solve_and_store(const SuperelementSolve *step, Instance *instance)
{
    const MultiplierSolve *solve = &step->solve;
    double *X = scratch_alloc(instance, (size_t)solve->count * COLUMNS);
    const double *C = at(instance, step->influence), *opened = at(instance, step->open_loop);
    SchurBand rows;
    if (factor_schur_band(solve, instance, COLUMNS, &rows)) return -1;
    join(solve->count, C, at(instance, solve->right_side), X);
    solve_schur_band(&rows, X, COLUMNS);
    if (!isfinite(dot(X, X, solve->count * COLUMNS))) return fail(instance, "%s: the multipliers are too large to be numbers", solve->what);
    part(solve->count, X, at(instance, step->following), at(instance, solve->multipliers));
    *at(instance, solve->rank_deficiency) = rows.rank_deficiency;
    for (int c = 0; c < step->carriers; ++c) {
        double *reflected = at(instance, step->reflected[c]);
        memcpy(reflected, opened + REFLECTED * c, REFLECTED * sizeof *reflected);
        for (int k = step->carrier_start[c]; k < step->carrier_start[c + 1]; ++k)
            reflect(C + 6 * step->carrier_rows[k], X + COLUMNS * step->carrier_rows[k], reflected);
    }
    return 0;
}

static int superelement_run(const void *step, Instance *instance)
{
    const SuperelementSolve *superelement = step;
    const MultiplierSolve *solve = &superelement->solve;
    const Ref given[] = {solve->schur, solve->right_side, superelement->influence, superelement->open_loop};
    if (refuse_not_finite(instance, given, 4, solve->what)) return -1;
    size_t before = instance->scratch_used;
    int status = solve_and_store(superelement, instance);
    instance->scratch_used = before;
    return status;
}

static int superelement_tangent(const void *step, Instance *instance)
{
    const SuperelementSolve *superelement = step;
    const MultiplierSolve *solve = &superelement->solve;
    size_t before = instance->scratch_used, numbers = (size_t)solve->count * COLUMNS;
    double *tangent = instance->tangent, *X = scratch_alloc(instance, numbers), *changed = scratch_alloc(instance, numbers);
    const double *C = at(instance, superelement->influence), *changed_C = tangent + superelement->influence.start;
    SchurBand rows;
    if (factor_schur_band(solve, instance, COLUMNS, &rows)) return -1;
    join(solve->count, at(instance, superelement->following), at(instance, solve->multipliers), X);
    join(solve->count, changed_C, tangent + solve->right_side.start, changed);
    subtract_changed(solve, tangent + solve->schur.start, X, changed, COLUMNS);
    solve_schur_band(&rows, changed, COLUMNS);
    part(solve->count, changed, tangent + superelement->following.start, tangent + solve->multipliers.start);
    tangent[solve->rank_deficiency.start] = 0.0;
    for (int c = 0; c < superelement->carriers; ++c) {
        double *reflected = tangent + superelement->reflected[c].start;
        memcpy(reflected, tangent + superelement->open_loop.start + REFLECTED * c, REFLECTED * sizeof *reflected);
        for (int k = superelement->carrier_start[c]; k < superelement->carrier_start[c + 1]; ++k) {
            int i = superelement->carrier_rows[k];
            reflect(changed_C + 6 * i, X + COLUMNS * i, reflected);
            reflect(C + 6 * i, changed + COLUMNS * i, reflected);
        }
    }
    instance->scratch_used = before;
    return 0;
}

/* Takes the adjoints of carriers back to `open`, C, and X (count x 7). */
static void take_back(const SuperelementSolve *step, Instance *instance, const double *X, double *X_adjoint)
{
    double *adjoint = instance->adjoint, *of_C = adjoint + step->influence.start;
    const double *C = at(instance, step->influence);
    for (int c = 0; c < step->carriers; ++c) {
        double *reflected = adjoint + step->reflected[c].start, *opened = adjoint + step->open_loop.start + REFLECTED * c;
        for (int i = 0; i < REFLECTED; ++i) opened[i] += reflected[i];
        for (int k = step->carrier_start[c]; k < step->carrier_start[c + 1]; ++k) {
            int i = step->carrier_rows[k];
            reflect_back(C + 6 * i, X + COLUMNS * i, reflected, of_C + 6 * i, X_adjoint + COLUMNS * i);
        }
        memset(reflected, 0, REFLECTED * sizeof *reflected);
    }
}

static int superelement_adjoint(const void *step, Instance *instance)
{
    const SuperelementSolve *superelement = step;
    const MultiplierSolve *solve = &superelement->solve;
    size_t before = instance->scratch_used, numbers = (size_t)solve->count * COLUMNS;
    double *adjoint = instance->adjoint, *X = scratch_alloc(instance, numbers), *X_adjoint = scratch_alloc(instance, numbers);
    double *following = adjoint + superelement->following.start, *multipliers = adjoint + solve->multipliers.start;
    SchurBand rows;
    if (factor_schur_band(solve, instance, COLUMNS, &rows)) return -1;
    join(solve->count, at(instance, superelement->following), at(instance, solve->multipliers), X);
    join(solve->count, following, multipliers, X_adjoint);
    memset(following, 0, 6 * (size_t)solve->count * sizeof *following);
    memset(multipliers, 0, (size_t)solve->count * sizeof *multipliers);
    adjoint[solve->rank_deficiency.start] = 0.0;
    take_back(superelement, instance, X, X_adjoint);
    solve_schur_band(&rows, X_adjoint, COLUMNS);
    for (int i = 0; i < solve->count; ++i) {
        for (int c = 0; c < 6; ++c) adjoint[superelement->influence.start + 6 * i + c] += X_adjoint[COLUMNS * i + c];
        adjoint[solve->right_side.start + i] += X_adjoint[COLUMNS * i + 6];
    }
    add_to_nonzeros(solve, X_adjoint, X, adjoint + solve->schur.start, COLUMNS);
    instance->scratch_used = before;
    return 0;
}

static size_t superelement_scratch(const void *step)
{
    const MultiplierSolve *solve = &((const SuperelementSolve *)step)->solve;
    return 2 * COLUMNS * (size_t)solve->count + schur_band_scratch(solve, COLUMNS);
}

const StepKind SUPERELEMENT_SOLVE = {superelement_run, superelement_tangent, superelement_adjoint, superelement_scratch};
