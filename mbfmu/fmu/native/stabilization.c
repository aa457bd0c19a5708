/* stabilization.c: the gain that pulls drifting states back to the constraints while the derivative is integrated
   (mbfmu.runtime.stabilization): Omar (2014), eq. 48, the model's fastest frequency, here that of Arnoldi's method. */

#include "linear_algebra.h"
#include "mechanism_level.h"
#include "model.h"
#include "random_numbers.h"

#define SLOWEST 0.01  /* bounds of the gain, */
#define FASTEST 1.0   /* times the communication step */
#define DIRECTIONS 30 /* in which the derivative is looked at: the fastest frequency shows first */
#define SMALL 1e-9    /* of a slope, relative to the largest met: roundoff */
#define SQUARINGS 30  /* of a matrix, until its powers grow by nothing but its spectral radius */

/* The derivative about x (n): where it is `rate`, by steps relative to `size`. */
typedef struct {
    int n;
    double step, *x, *size, *rate;
} About;

size_t gains_scratch(const Problem *problem)
{
    size_t n = (size_t)problem->x.size, branches = 0;
    size_t gains = (DIRECTIONS + 8) * n + 4 * (DIRECTIONS + 1) * (DIRECTIONS + 1) + (size_t)problem->z.size;
    for (int i = 0; i < problem->mechanisms; ++i) {
        size_t own = mechanism_scratch(&problem->mechanism[i]) + n;
        if (own > branches) branches = own;
    }
    return branches > gains ? branches : gains;
}

/* How fast x_dot changes along a direction (n), in units of the sizes. */
static int slope(Instance *instance, const About *about, const double *direction, double *ahead)
{
    double *x = at(instance, instance->problem->x);
    for (int i = 0; i < about->n; ++i) x[i] = about->x[i] + about->step * about->size[i] * direction[i];
    if (model_evaluate(instance)) return -1;
    for (int i = 0; i < about->n; ++i)
        ahead[i] = (at(instance, instance->problem->x_dot)[i] - about->rate[i]) / (about->step * about->size[i]);
    return 0;
}

/* What `ahead` (n) has of the first `count` vectors of a basis is taken from it and added to column `column` of H (stride DIRECTIONS). */
static void orthogonalize(const double *basis, int count, int n, double *ahead, double *H, int column)
{
    for (int k = 0; k < count; ++k) {
        double along = dot(basis + (size_t)k * n, ahead, n);
        H[k * DIRECTIONS + column] += along;
        for (int i = 0; i < n; ++i) ahead[i] -= along * basis[(size_t)k * n + i];
    }
}

static double largest_of(const double *H, int count)
{
    double largest = 0.0;
    for (int i = 0; i < count; ++i) largest = fmax(largest, fabs(H[i]));
    return largest;
}

/* The linear map `slope` in an orthonormal basis of what it makes of a random direction (Arnoldi): H, zeros at first; its order is set. */
static int project_slope(Instance *instance, const About *about, double *H, int *order)
{
    int n = about->n, count = n < DIRECTIONS ? n : DIRECTIONS;
    double *basis = take(instance, (size_t)(count + 1) * n), length;
    uint64_t random = 0;
    for (int i = 0; i < n; ++i) basis[i] = normal(&random);
    length = norm(basis, n);
    for (int i = 0; i < n; ++i) basis[i] /= length;
    for (*order = 0; *order < count; ++*order) {
        int j = *order;
        double *ahead = basis + (size_t)(j + 1) * n, *below = H + (j + 1) * DIRECTIONS + j;
        if (slope(instance, about, basis + (size_t)j * n, ahead)) return -1;
        if (!all_finite(ahead, n)) return 0;
        for (int twice = 0; twice < 2; ++twice) orthogonalize(basis, j + 1, n, ahead, H, j); /* once is not orthogonal to roundoff */
        *below = norm(ahead, n);
        if (*below <= SMALL * largest_of(H, (DIRECTIONS + 1) * DIRECTIONS)) {
            ++*order;
            return 0;
        }
        for (int i = 0; i < n; ++i) ahead[i] /= *below;
    }
    return 0;
}

/* The largest absolute eigenvalue of H (n x n, stride DIRECTIONS): the limit of |H^k|^(1/k) (Gelfand), k = 2, 4, 8, ... */
static double spectral_radius(Instance *instance, const double *H, int n)
{
    double *power = take(instance, (size_t)n * n), *square = take(instance, (size_t)n * n), logarithm = 0.0, share = 1.0;
    for (int i = 0; i < n * n; ++i) power[i] = H[i / n * DIRECTIONS + i % n];
    for (int round = 0; round <= SQUARINGS; ++round, share *= 0.5) {
        double size = norm(power, n * n);
        if (!(size > 0.0)) return 0.0;
        logarithm += share * log(size);
        for (int i = 0; i < n * n; ++i) power[i] /= size;
        for (int i = 0; i < n * n; ++i) {
            square[i] = 0.0;
            for (int k = 0; k < n; ++k) square[i] += power[i / n * n + k] * power[k * n + i % n];
        }
        copy_numbers(power, square, (size_t)(n * n));
    }
    return exp(logarithm);
}

/* The gain [rad/s] from the fastest frequency at the present states, where nothing is stabilized. */
static int find_gain(Instance *instance, double *gain)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size, order;
    About about = {n, sqrt(DBL_EPSILON) * sqrt((double)n), take_copy(instance, at(instance, problem->x), (size_t)n), NULL, NULL};
    double *H = take(instance, (DIRECTIONS + 1) * DIRECTIONS), fastest;
    about.size = take(instance, (size_t)n);
    for (int i = 0; i < n; ++i) about.size[i] = fmax(fabs(about.x[i]), problem->nominal[i]);
    for (int i = 0; i < (DIRECTIONS + 1) * DIRECTIONS; ++i) H[i] = 0.0;
    if (model_evaluate(instance)) return -1;
    about.rate = take_copy(instance, at(instance, problem->x_dot), (size_t)n);
    if (project_slope(instance, &about, H, &order)) return -1;
    fastest = spectral_radius(instance, H, order);
    *gain = fmin(fmax(fastest, SLOWEST / problem->step_size), FASTEST / problem->step_size);
    return 0;
}

/* -1 where the derivative could not be evaluated beside the present states; these are left elsewhere. */
static int set_gains(Instance *instance)
{
    const Problem *problem = instance->problem;
    double found = 0.0;
    int free = 0, failed = 0;
    for (int i = 0; i < problem->mechanisms; ++i) {
        *at(instance, problem->mechanism[i].w) = 0.0;
        free = free || isnan(problem->mechanism[i].gain);
    }
    if (free) failed = find_gain(instance, &found);
    for (int i = 0; i < problem->mechanisms; ++i) {
        double chosen = problem->mechanism[i].gain;
        *at(instance, problem->mechanism[i].w) = isnan(chosen) ? found : chosen;
    }
    return failed;
}

int choose_gains(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t mark = instance->scratch_used;
    double *x = take_copy(instance, at(instance, problem->x), (size_t)problem->x.size);
    double *z = take_copy(instance, at(instance, problem->z), (size_t)problem->z.size);
    int failed = set_gains(instance);
    copy_numbers(at(instance, problem->x), x, (size_t)problem->x.size);
    copy_numbers(at(instance, problem->z), z, (size_t)problem->z.size);
    instance->scratch_used = mark;
    return failed;
}
