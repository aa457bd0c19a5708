/* constrained_solve.c: the equations in units of speeds and rows of their own, and their derivatives.

   The equations are K (a; -l) = (f; b) with K = [M A^T; A 0] symmetric, on the independent rows: a derivative of a and l,
   along a direction or backwards, is a solve with other right sides. */

#include "constrained_solve.h"

#include <math.h>
#include <string.h>

#include "linear_algebra.h"
#include "refuse_not_finite.h"
#include "without_rows.h"

#define LIGHT 1e-8  /* of the largest inertia: nearly none */
#define ALONE 1e-14 /* of the mobility of a row: less is the roundoff of a row of one speed */

static int speeds_of(const ConstrainedSolve *step) { return step->force.size; }

/* What the others feel of the light speeds, through the rows: at least that is their inertia, else all rows that share such a speed would
   seem parallel. `own` are the inertias so far, `found` (n) becomes the new ones; `mobility` (n) is work space. */
static void felt_inertias(const ScaledSystem *system, const double *A, double least, const double *own, double *found, double *mobility)
{
    int n = system->n;
    memcpy(found, own, (size_t)n * sizeof *found);
    for (int r = 0; r < system->m; ++r) {
        const double *row = A + (size_t)system->row[r] * n;
        double whole = 0.0;
        for (int j = 0; j < n; ++j) whole += mobility[j] = row[j] * row[j] / own[j];
        for (int j = 0; j < n; ++j) {
            double others = whole - mobility[j];
            if (own[j] <= least && others > ALONE * whole) found[j] = fmax(found[j], row[j] * row[j] / others);
        }
    }
}

/* Fills `speeds` with what they are to be multiplied by: the root of the inverse of each one's inertia. */
static void scale_speeds(ScaledSystem *system, const double *M, const double *A)
{
    int n = system->n, light = 0;
    double *own = system->speeds, *found = system->space, largest = 0.0;
    for (int j = 0; j < n; ++j) largest = fmax(largest, own[j] = fabs(M[(size_t)j * n + j]));
    double least = LIGHT * largest > 0.0 ? LIGHT * largest : 1.0;
    for (int j = 0; j < n; ++j)
        if (own[j] < least) {
            own[j] = least;
            light = 1;
        }
    if (light) {
        felt_inertias(system, A, least, own, found, found + n);
        memcpy(own, found, (size_t)n * sizeof *own);
    }
    for (int j = 0; j < n; ++j) own[j] = 1.0 / sqrt(own[j]);
}

/* The length of a scaled row (n) in the mass metric, in which its usual length is known: more than without it, where a body resists some motion hardly.
   `factor` (n x n) and `work` (n) are work space; -1 where M is singular. */
static double length_by_mass(const ScaledSystem *system, const double *row, double *factor, double *work)
{
    int n = system->n;
    memcpy(factor, system->M, (size_t)n * (size_t)n * sizeof *factor);
    memcpy(work, row, (size_t)n * sizeof *work);
    if (cholesky(factor, n)) return -1.0;
    lower_solve(factor, n, work, 1);
    return norm(work, n);
}

/* Rows that are usually (k) longer by far have vanished. */
static void scale_rows(ScaledSystem *system, const double *A, const double *independent, double *factor)
{
    int n = system->n, m = system->m;
    double *scaled = factor + (size_t)n * n, *work = scaled + n;
    for (int r = 0; r < m; ++r) {
        const double *row = A + (size_t)system->row[r] * n;
        double least = sqrt(DEPENDENT) / independent[system->row[r]], length;
        for (int j = 0; j < n; ++j) scaled[j] = row[j] * system->speeds[j];
        length = norm(scaled, n);
        int vanished = !(length > least || (length > 0.0 && length_by_mass(system, scaled, factor, work) > least));
        system->rows[r] = vanished ? 0.0 : 1.0 / length;
        for (int j = 0; j < n; ++j) system->A[(size_t)j * m + r] = scaled[j] * system->rows[r];
    }
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static size_t method_space(const ConstraintMethod *method, size_t n, size_t m)
{
    return larger(2 * n, larger(method->space((int)n, (int)m), WITHOUT_ROWS.space((int)n, 0)));
}

/* The system in units of its own, all in scratch. */
static ScaledSystem scaled_system(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    const double *M = at(instance, step->mass), *A = at(instance, step->jacobian), *independent = at(instance, step->independent);
    size_t n = (size_t)speeds_of(step), m = (size_t)step->target.size;
    ScaledSystem system = {.method = method, .n = (int)n};
    system.row = (int *)scratch_alloc(instance, m);
    for (int i = 0; i < (int)m; ++i)
        if (independent[i] != 0.0) system.row[system.m++] = i;
    if (!system.m) system.method = &WITHOUT_ROWS;
    system.M = scratch_alloc(instance, n * n);
    system.A = scratch_alloc(instance, n * m);
    system.speeds = scratch_alloc(instance, n);
    system.rows = scratch_alloc(instance, m);
    system.space = scratch_alloc(instance, method_space(method, n, m));
    scale_speeds(&system, M, A);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) system.M[i * n + j] = M[i * n + j] * system.speeds[j] * system.speeds[i];
    scale_rows(&system, A, independent, scratch_alloc(instance, n * n + 2 * n));
    return system;
}

/* f (n) becomes a, b (m independent) becomes l, in their own units. */
static void solve(const ScaledSystem *system, double *f, double *b)
{
    for (int j = 0; j < system->n; ++j) f[j] *= system->speeds[j];
    for (int r = 0; r < system->m; ++r) b[r] *= system->rows[r];
    system->method->solve(system, f, b);
    for (int j = 0; j < system->n; ++j) f[j] *= system->speeds[j];
    for (int r = 0; r < system->m; ++r) b[r] *= system->rows[r];
}

static void spread(const ScaledSystem *system, const double *l, double *all, int rows)
{
    memset(all, 0, (size_t)rows * sizeof *all);
    for (int r = 0; r < system->m; ++r) all[system->row[r]] = l[r];
}

/* What is left of f (n) and b (m independent) by a and l becomes a correction of these: a factor of inertias that differ by 1e8 and more has lost
   half the digits, the equations themselves have not. `f` and `b` are work space. */
static void refine(const ScaledSystem *system, const ConstrainedSolve *step, Instance *instance, double *a, double *l, double *f, double *b)
{
    const double *M = at(instance, step->mass), *A = at(instance, step->jacobian);
    int n = system->n;
    for (int i = 0; i < n; ++i) f[i] = at(instance, step->force)[i] - dot(M + (size_t)i * n, a, n);
    for (int r = 0; r < system->m; ++r) {
        const double *row = A + (size_t)system->row[r] * n;
        b[r] = at(instance, step->target)[system->row[r]] - dot(row, a, n);
        for (int j = 0; j < n; ++j) f[j] += row[j] * l[r];
    }
    solve(system, f, b);
    for (int i = 0; i < n; ++i) a[i] += f[i];
    for (int r = 0; r < system->m; ++r) l[r] += b[r];
}

static int solve_and_store(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    int n = speeds_of(step);
    ScaledSystem system = scaled_system(method, step, instance);
    double *a = scratch_alloc(instance, (size_t)n), *l = scratch_alloc(instance, (size_t)step->target.size);
    if (system.method->factorize(&system, instance, step->what)) return -1;
    memcpy(a, at(instance, step->force), (size_t)n * sizeof *a);
    for (int r = 0; r < system.m; ++r) l[r] = at(instance, step->target)[system.row[r]];
    solve(&system, a, l);
    refine(&system, step, instance, a, l, scratch_alloc(instance, (size_t)n), scratch_alloc(instance, (size_t)step->target.size));
    if (!isfinite(dot(a, a, n) + dot(l, l, system.m)))
        return fail(instance, "%s: the accelerations are too large to be numbers", step->what);
    memcpy(at(instance, step->acceleration), a, (size_t)n * sizeof *a);
    spread(&system, l, at(instance, step->multipliers), step->target.size);
    *at(instance, step->rank_deficiency) = system.m - system.independent;
    return 0;
}

int constrained_run(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    const Ref given[] = {step->mass, step->force, step->jacobian, step->target};
    if (refuse_not_finite(instance, given, 4, step->what)) return -1;
    size_t before = instance->scratch_used;
    int status = solve_and_store(method, step, instance);
    instance->scratch_used = before;
    return status;
}

/* M a' = f' + A'^T l - M' a + A^T l', A a' = b' - A' a. */
static int tangent(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    int n = speeds_of(step);
    const double *a = at(instance, step->acceleration), *l = at(instance, step->multipliers), *changed = instance->tangent;
    const double *M = changed + step->mass.start, *A = changed + step->jacobian.start, *b = changed + step->target.start;
    ScaledSystem system = scaled_system(method, step, instance);
    double *force = scratch_alloc(instance, (size_t)n), *target = scratch_alloc(instance, (size_t)step->target.size);
    if (system.method->factorize(&system, instance, step->what)) return -1;
    for (int i = 0; i < n; ++i) force[i] = changed[step->force.start + i] - dot(M + (size_t)i * n, a, n);
    for (int r = 0; r < system.m; ++r) {
        int i = system.row[r];
        const double *row = A + (size_t)i * n;
        target[r] = b[i] - dot(row, a, n);
        for (int j = 0; j < n; ++j) force[j] += row[j] * l[i];
    }
    solve(&system, force, target);
    memcpy(instance->tangent + step->acceleration.start, force, (size_t)n * sizeof *force);
    spread(&system, target, instance->tangent + step->multipliers.start, step->target.size);
    instance->tangent[step->rank_deficiency.start] = 0.0;
    return 0;
}

int constrained_tangent(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    size_t before = instance->scratch_used;
    int status = tangent(method, step, instance);
    instance->scratch_used = before;
    return status;
}

/* The adjoints of M, f, A and b by (w; -v) = K^-1 (that of a; minus that of l). */
static void add_adjoints(const ConstrainedSolve *step, Instance *instance, const ScaledSystem *system, const double *w, const double *v)
{
    int n = system->n;
    const double *a = at(instance, step->acceleration), *l = at(instance, step->multipliers);
    double *M = instance->adjoint + step->mass.start, *f = instance->adjoint + step->force.start;
    for (int i = 0; i < n; ++i) {
        f[i] += w[i];
        for (int j = 0; j < n; ++j) M[(size_t)i * n + j] -= w[i] * a[j];
    }
    for (int r = 0; r < system->m; ++r) {
        int i = system->row[r];
        double *row = instance->adjoint + step->jacobian.start + (size_t)i * n;
        instance->adjoint[step->target.start + i] -= v[r];
        for (int j = 0; j < n; ++j) row[j] += l[i] * w[j] + v[r] * a[j];
    }
}

static int adjoint(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    int n = speeds_of(step);
    double *of_a = instance->adjoint + step->acceleration.start, *of_l = instance->adjoint + step->multipliers.start;
    ScaledSystem system = scaled_system(method, step, instance);
    double *w = scratch_alloc(instance, (size_t)n), *v = scratch_alloc(instance, (size_t)step->target.size);
    if (system.method->factorize(&system, instance, step->what)) return -1;
    memcpy(w, of_a, (size_t)n * sizeof *w);
    for (int r = 0; r < system.m; ++r) v[r] = -of_l[system.row[r]];
    solve(&system, w, v);
    memset(of_a, 0, (size_t)n * sizeof *of_a);
    memset(of_l, 0, (size_t)step->target.size * sizeof *of_l);
    instance->adjoint[step->rank_deficiency.start] = 0.0;
    add_adjoints(step, instance, &system, w, v);
    return 0;
}

int constrained_adjoint(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance)
{
    size_t before = instance->scratch_used;
    int status = adjoint(method, step, instance);
    instance->scratch_used = before;
    return status;
}

size_t constrained_scratch(const ConstraintMethod *method, const ConstrainedSolve *step)
{
    size_t n = (size_t)speeds_of(step), m = (size_t)step->target.size;
    return 2 * n * n + n * m + 5 * n + 4 * m + method_space(method, n, m);
}
