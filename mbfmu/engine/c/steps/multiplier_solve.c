/* multiplier_solve.c: multipliers of rows from their Schur complement.

   Their derivative is S l' = r' - S' l. */

#include <math.h>
#include <string.h>

#include "linear_algebra.h"
#include "refuse_not_finite.h"
#include "schur_band.h"
#include "seeds.h"

static int solve_and_store(const MultiplierSolve *solve, Instance *instance)
{
    size_t bytes = (size_t)solve->count * sizeof(double);
    double *l = scratch_alloc(instance, (size_t)solve->count);
    SchurBand rows;
    if (factor_schur_band(solve, instance, 1, &rows)) return -1;
    memcpy(l, at(instance, solve->right_side), bytes);
    solve_schur_band(&rows, l, 1);
    if (!isfinite(dot(l, l, solve->count))) return fail(instance, "%s: the multipliers are too large to be numbers", solve->what);
    memcpy(at(instance, solve->multipliers), l, bytes);
    *at(instance, solve->rank_deficiency) = rows.rank_deficiency;
    return 0;
}

/* Without a look at what is given, which what is found tells of. */
static int solved_directly(const MultiplierSolve *solve, Instance *instance)
{
    double *l = at(instance, solve->multipliers);
    if (!solve->direct || solve->direct(at(instance, solve->schur), at(instance, solve->right_side), at(instance, solve->independent), l)) return 0;
    *at(instance, solve->rank_deficiency) = 0.0;
    return isfinite(dot(l, l, solve->count));
}

static int multiplier_run(const void *step, Instance *instance)
{
    const MultiplierSolve *solve = step;
    if (solved_directly(solve, instance)) return 0;
    const Ref given[] = {solve->schur, solve->right_side};
    if (refuse_not_finite(instance, given, 2, solve->what)) return -1;
    size_t before = instance->scratch_used;
    int status = solve_and_store(solve, instance);
    instance->scratch_used = before;
    return status;
}

static int multiplier_tangent(const void *step, Instance *instance)
{
    const MultiplierSolve *solve = step;
    size_t before = instance->scratch_used;
    double *changed = instance->tangent + solve->multipliers.start;
    SchurBand rows;
    if (factor_schur_band(solve, instance, 1, &rows)) return -1;
    memcpy(changed, instance->tangent + solve->right_side.start, (size_t)solve->count * sizeof *changed);
    const double *changed_schur = instance->tangent + solve->schur.start;
    if (any_seed(changed_schur, solve->nonzeros)) subtract_changed(solve, changed_schur, at(instance, solve->multipliers), changed, 1);
    solve_schur_band(&rows, changed, 1);
    instance->tangent[solve->rank_deficiency.start] = 0.0;
    instance->scratch_used = before;
    return 0;
}

static int multiplier_adjoint(const void *step, Instance *instance)
{
    const MultiplierSolve *solve = step;
    size_t before = instance->scratch_used;
    double *w = instance->adjoint + solve->multipliers.start, *right_side = instance->adjoint + solve->right_side.start;
    SchurBand rows;
    if (factor_schur_band(solve, instance, 1, &rows)) return -1;
    solve_schur_band(&rows, w, 1);
    for (int i = 0; i < solve->count; ++i) right_side[i] += w[i];
    add_to_nonzeros(solve, w, at(instance, solve->multipliers), instance->adjoint + solve->schur.start, 1);
    memset(w, 0, (size_t)solve->count * sizeof *w);
    instance->adjoint[solve->rank_deficiency.start] = 0.0;
    instance->scratch_used = before;
    return 0;
}

static size_t multiplier_scratch(const void *step)
{
    const MultiplierSolve *solve = step;
    return (size_t)solve->count + schur_band_scratch(solve, 1);
}

const StepKind MULTIPLIER_SOLVE = {multiplier_run, multiplier_tangent, multiplier_adjoint, multiplier_scratch};
