/* limit_motion.c: see limit_motion.h. With R(u) the sum of r |b u| over points, whose velocities are b u, the least of R^2 / 2 - f u is where friction R r
   against these velocities bears f: R is the ratio of friction to its limit, alike at all points that slide. Newton's method finds it for the smooth speed
   (|b u|^2 + e^2)^1/2, with an ever smaller e.
   Source: M. S. Lobo, L. Vandenberghe, S. Boyd, H. Lebret, Applications of second-order cone programming, Linear Algebra and its Applications 284, 1998. */

#include "limit_motion.h"

#include <math.h>

#include "linear_algebra.h"

#define RANK 1e-10      /* of the length of a row: what it has left beside those that it depends on */
#define STEPS 24       /* of Newton's method for each smoothness */
#define FIRST 1e-2     /* smoothness, of the largest speed */
#define FINER 0.1      /* times the last */
#define FINEST 1e-9    /* so much ratios of points that slide differ at most, where speeds are alike */
#define ENOUGH 1e-13   /* relative: a decrease of what is least that is roundoff */
#define DESCENT 1e-4   /* of what the slope promises */
#define SHORTEST 1e-3  /* part of a step of Newton's method */

typedef struct {
    const FrictionLimit *limit;
    double smoothness, *u, *f, *slope, *matrix, *step, *tried, *speed;
} Search;

static double work_of(const Search *search, const double *u) { return dot(search->f, u, search->limit->n); }

/* R; and the smooth speeds. */
static double resistance(const Search *search, const double *u)
{
    const FrictionLimit *limit = search->limit;
    double sum = 0.0;
    for (int i = 0; i < limit->points; ++i) {
        const double *row = limit->rows + (size_t)2 * i * limit->n;
        double first = dot(row, u, limit->n), second = dot(row + limit->n, u, limit->n);
        search->speed[i] = hypot(hypot(first, second), search->smoothness);
        sum += limit->radius[i] * search->speed[i];
    }
    return sum;
}

static double value(const Search *search, const double *u)
{
    double R = resistance(search, u);
    return 0.5 * R * R - work_of(search, u);
}

/* factor times the product of two vectors, below the diagonal. */
static void add_product(double *matrix, int n, double factor, const double *a, const double *b)
{
    for (int j = 0; j < n; ++j)
        for (int k = 0; factor != 0.0 && k <= j; ++k) matrix[(size_t)j * n + k] += factor * a[j] * b[k];
}

/* The slope of R^2 / 2 - f u, and its change with u. */
static void differentiate(const Search *search)
{
    const FrictionLimit *limit = search->limit;
    int n = limit->n;
    double R = resistance(search, search->u);
    for (int j = 0; j < n; ++j) search->slope[j] = 0.0;
    for (size_t j = 0; j < (size_t)n * n; ++j) search->matrix[j] = 0.0;
    for (int i = 0; i < limit->points; ++i) {
        const double *row[2] = {limit->rows + (size_t)2 * i * n, limit->rows + (size_t)(2 * i + 1) * n};
        double d = search->speed[i], size = limit->radius[i] / d, v[2] = {dot(row[0], search->u, n), dot(row[1], search->u, n)};
        for (int a = 0; a < 2; ++a) {
            for (int j = 0; j < n; ++j) search->slope[j] += size * v[a] * row[a][j];
            for (int b = 0; b < 2; ++b) add_product(search->matrix, n, R * size * ((a == b) - v[a] / d * v[b] / d), row[a], row[b]);
        }
    }
    add_product(search->matrix, n, 1.0, search->slope, search->slope);
    for (int j = 0; j < n; ++j) search->slope[j] = R * search->slope[j] - search->f[j];
}

/* One step of Newton's method, or part of it: 0 where it was one, 1 where nothing is left to gain, -1 where the matrix is singular. */
static int go_down(const Search *search)
{
    int n = search->limit->n;
    differentiate(search);
    if (cholesky(search->matrix, n)) return -1;
    for (int j = 0; j < n; ++j) search->step[j] = -search->slope[j];
    cholesky_solve(search->matrix, n, search->step, 1);
    double gain = -dot(search->slope, search->step, n), present = value(search, search->u), part = 1.0;
    for (;; part *= 0.5) {
        for (int j = 0; j < n; ++j) search->tried[j] = search->u[j] + part * search->step[j];
        if (value(search, search->tried) <= present - DESCENT * part * gain) break;
        if (part < SHORTEST) return 1;
    }
    for (int j = 0; j < n; ++j) search->u[j] = search->tried[j];
    return !(gain > ENOUGH * fabs(present));
}

/* The motion that goes with weighted shares, as long as R^2 / 2 - f u is least along it. */
static int begin(const Search *search, const double *weight)
{
    const FrictionLimit *limit = search->limit;
    int n = limit->n;
    for (size_t j = 0; j < (size_t)n * n; ++j) search->matrix[j] = 0.0;
    for (int i = 0; i < 2 * limit->points; ++i) {
        const double *row = limit->rows + (size_t)i * n;
        add_product(search->matrix, n, limit->radius[i / 2] * limit->radius[i / 2] / weight[i / 2], row, row);
    }
    for (int j = 0; j < n; ++j) search->u[j] = search->f[j];
    if (cholesky(search->matrix, n)) return 1;
    cholesky_solve(search->matrix, n, search->u, 1);
    double R = resistance(search, search->u), length = work_of(search, search->u) / (R * R);
    for (int j = 0; j < n; ++j) search->u[j] *= length;
    return !(length > 0.0 && length < INFINITY);
}

static double fastest(const Search *search)
{
    double most = 0.0;
    for (int i = 0; i < search->limit->points; ++i) most = fmax(most, search->speed[i]);
    return most;
}

static int search_down(Search *search, const double *weight)
{
    if (begin(search, weight)) return 1;
    resistance(search, search->u);
    double most = fastest(search);
    if (!(most > 0.0)) return 1;
    for (double part = FIRST; part >= FINEST; part *= FINER) {
        int ended = 0;
        search->smoothness = part * most;
        for (int round = 0; round < STEPS && !ended; ++round) ended = go_down(search);
        if (ended < 0) break; /* finer speeds are beyond roundoff */
    }
    resistance(search, search->u);
    return 0;
}

/* In an orthonormal basis of the rows (rank) instead of their n columns. */
static int reduce(const FrictionLimit *limit, double *rows, double *f, double *work)
{
    int n = limit->n, columns = 2 * limit->points;
    double *matrix = work, *room = matrix + (size_t)n * columns;
    for (int i = 0; i < columns; ++i) {
        const double *row = limit->rows + (size_t)i * n;
        double length = limit->radius[i / 2] > 0.0 ? norm(row, n) : 0.0;
        for (int j = 0; j < n; ++j) matrix[(size_t)j * columns + i] = length > 0.0 ? row[j] / length : 0.0;
    }
    const OrthogonalFactors factors = orthogonal_factors(matrix, n, columns, RANK, room);
    for (int a = 0; a < factors.rank; ++a) {
        f[a] = 0.0;
        for (int j = 0; j < n; ++j) f[a] += factors.left[(size_t)j * n + a] * limit->resultant[j];
        for (int i = 0; i < columns; ++i) {
            double *part = &rows[(size_t)i * factors.rank + a];
            *part = 0.0;
            for (int j = 0; j < n; ++j) *part += factors.left[(size_t)j * n + a] * limit->rows[(size_t)i * n + j];
        }
    }
    return factors.rank;
}

int limit_motion(const FrictionLimit *limit, const double *weight, double *speed, double *work)
{
    size_t n = (size_t)limit->n, columns = 2 * (size_t)limit->points, most = n < columns ? n : columns;
    double *rows = work, *f = rows + columns * most, *rest = f + most;
    FrictionLimit reduced = {reduce(limit, rows, f, rest), limit->points, rows, f, limit->radius};
    Search search = {.limit = &reduced, .f = f, .u = rest, .slope = rest + most, .step = rest + 2 * most, .tried = rest + 3 * most, .matrix = rest + 4 * most, .speed = speed};
    return search_down(&search, weight);
}

size_t limit_motion_work(int n, int points)
{
    size_t columns = 2 * (size_t)points, most = (size_t)n < columns ? (size_t)n : columns;
    size_t reducing = (size_t)n * columns + orthogonal_factors_size(n, 2 * points), searching = 4 * most + most * most;
    return columns * most + most + (reducing > searching ? reducing : searching);
}
