/* adams.c: Adams-Bashforth-Moulton in PECE mode, of order 1 to 12: explicit, for smooth problems that are not stiff. Two evaluations a step.

   A step of order k predicts with the polynomial through the last k rates, evaluates at the predicted end, corrects with the polynomial through
   that rate, too, and evaluates again. Differences of rates are divided ones, in the scale that makes them backward differences where steps are
   equal.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section III.5 (5.4 to 5.10: differences and weights for any steps)
   and section III.7 (errors and orders); Shampine, Gordon, Computer Solution of Ordinary Differential Equations, 1975, chapters 5 to 7. */

#include "adams.h"

#include <string.h>

#include "compensated_sum.h"
#include "linear_algebra.h"
#include "slow_sliding.h"

#define MOST 12     /* order */
#define AIM 0.5     /* error of the next step */
#define FAILURES 3  /* at a step, behind which it is tried in order 1 */
#define LONGER 2.0  /* times the last step, if longer at all: so steps are mostly equal, and high orders stay stable */
#define SHORTER 0.9 /* the same, if shorter at all; at least half of it */

/* Behind PACE: whether there are earlier steps to go on from; the orders of the next and of the last step; how many rates before that at the start of
   the step the differences know; attempts at the step that failed. Then MOST numbers each: how long before the start these rates were, and what
   makes differences at the start those of the step to come (beta in HNW). Then the sum of steps, and n numbers each: the change by the
   step; the rate at the end; the difference by which the last step was corrected; MOST differences at the start, of order 0 and up. */
enum { GOING = PACE, ORDER, LAST_ORDER, DEPTH, FAILED, AGES, FACTORS = AGES + MOST, SUM = FACTORS + MOST };

static Summed sum_of(const Instance *instance) { return summed_at(instance->memory + SUM, instance->problem->x.size); }

static double *change_of(const Instance *instance) { return instance->memory + SUM + SUMMED * instance->problem->x.size; }

static double *rate_of(const Instance *instance) { return change_of(instance) + instance->problem->x.size; }

static double *correction_of(const Instance *instance) { return rate_of(instance) + instance->problem->x.size; }

static double *difference_of(const Instance *instance, int j) { return correction_of(instance) + (1 + j) * instance->problem->x.size; }

static size_t memory_of(const Problem *problem) { return SUM + (SUMMED + 3 + MOST) * (size_t)problem->x.size; }

/* The size of the first step of order 1 is guessed anew. */
static void restart(Instance *instance) { instance->memory[GOING] = instance->memory[NEXT_SIZE] = 0.0; }

/* The rate at the point before it was corrected serves as well: it differs by the tolerance, which a step multiplies by its size. Where that starts
   anew, it is evaluated. */
static void keep(Instance *instance) { (void)instance; }

static int start_method(const Derivative *derivative, Instance *instance)
{
    if (derivative->evaluate(instance)) return -1;
    copy_numbers(difference_of(instance, 0), at(instance, instance->problem->x_dot), (size_t)instance->problem->x.size);
    instance->memory[GOING] = instance->memory[ORDER] = 1.0;
    instance->memory[DEPTH] = instance->memory[AGES] = 0.0;
    return 0;
}

/* Differences at the end of the last step, the start of the next. */
static void go_on(Instance *instance)
{
    double *memory = instance->memory, *ages = memory + AGES, *rate = rate_of(instance);
    int n = instance->problem->x.size, depth = (int)fmin(memory[DEPTH] + 1, MOST - 1);
    for (int j = 0; j <= depth; ++j) {
        double *difference = difference_of(instance, j), factor = memory[FACTORS + j];
        for (int i = 0; i < n; ++i) {
            double before = difference[i];
            difference[i] = rate[i];
            rate[i] -= factor * before;
        }
    }
    for (int j = depth; j > 0; --j) ages[j] = ages[j - 1] + memory[SIZE];
    memory[DEPTH] = depth;
}

static int begin(const Derivative *derivative, Instance *instance)
{
    Ref states = instance->problem->x;
    if (instance->memory[GOING] != 0.0) go_on(instance);
    else if (start_method(derivative, instance)) return -1;
    sum_begin(sum_of(instance), at(instance, states), states.size);
    instance->memory[FAILED] = 0.0;
    return 0;
}

/* The weights of `count` differences in the integral over the part theta of a step of size h, relative to h. */
static void weigh(const double *ages, double h, double theta, int count, double *weights)
{
    double integrals[MOST + 2], part = theta * h; /* of the present product of factors, 1 to count times */
    for (int q = 0; q < count; ++q) integrals[q] = 1.0 / (q + 1);
    for (int j = 0; j < count; ++j) {
        weights[j] = theta * integrals[0];
        for (int q = 0; q < count - 1 - j; ++q) integrals[q] = ((part + ages[j]) * integrals[q] - part * integrals[q + 1]) / (h + ages[j]);
    }
}

static void find_factors(double *memory, double h)
{
    const double *ages = memory + AGES;
    memory[FACTORS] = 1.0;
    for (int j = 1; j <= (int)memory[DEPTH]; ++j) memory[FACTORS + j] = memory[FACTORS + j - 1] * (h + ages[j - 1]) / ages[j];
}

/* x = the start + the change. */
static void move(const Instance *instance)
{
    const double *start = sum_of(instance).start, *change = change_of(instance);
    double *x = at(instance, instance->problem->x);
    for (int i = 0; i < instance->problem->x.size; ++i) x[i] = start[i] + change[i];
}

/* The change is h times the weighed differences of order 0 to k - 1. */
static void predict(const Instance *instance, const double *weights, int k, double h)
{
    int n = instance->problem->x.size;
    double *change = change_of(instance);
    memset(change, 0, (size_t)n * sizeof(double));
    for (int j = k - 1; j >= 0; --j) {
        const double *difference = difference_of(instance, j), weight = weights[j] * instance->memory[FACTORS + j];
        for (int i = 0; i < n; ++i) change[i] += weight * difference[i];
    }
    for (int i = 0; i < n; ++i) change[i] *= h;
}

/* Makes difference j at the end of the step, in x_dot, that of order j + 1. */
static void differ(const Instance *instance, int j)
{
    int n = instance->problem->x.size;
    const double *difference = difference_of(instance, j), factor = instance->memory[FACTORS + j];
    double *x_dot = at(instance, instance->problem->x_dot);
    for (int i = 0; i < n; ++i) x_dot[i] -= factor * difference[i];
}

/* Of a step of order k, whose difference is in x_dot. */
static double error_of(const Instance *instance, const double *weights, int k, double h)
{
    const Problem *problem = instance->problem;
    double size = slow_sliding(instance) * relative_size(instance, at(instance, problem->x_dot), sum_of(instance).start, at(instance, problem->x));
    return h * fabs(weights[k] - weights[k - 1]) * size;
}

/* Errors by order, as far as they are known. Whether a lower order errs no more. */
static int falls(const double *errors, int k)
{
    if (k == 2) return errors[1] <= 0.5 * errors[2];
    return k > 2 && fmax(errors[k - 1], errors[k - 2]) <= errors[k];
}

static int next_order(const double *errors, int k, int depth)
{
    if (falls(errors, k)) return k - 1;
    if (k == MOST) return k;
    if (depth < k) return k + 1; /* as long as there are few steps to learn from */
    if (k > 1 && errors[k - 1] <= fmin(errors[k], errors[k + 1])) return k - 1;
    return errors[k + 1] < (k > 1 ? 1.0 : 0.5) * errors[k] ? k + 1 : k;
}

static double next_size(double h, double error, int k)
{
    if (!isfinite(error)) return SLOWEST * h;
    double factor = pow(AIM / error, 1.0 / (k + 1));
    return h * (factor >= LONGER ? LONGER : factor >= 1.0 ? 1.0 : fmax(0.5, fmin(factor, SHORTER)));
}

static void try_again(double *memory, const double *errors, int k, double h)
{
    memory[ORDER] = falls(errors, k) ? k - 1 : k;
    if (++memory[FAILED] >= FAILURES) memory[ORDER] = 1;
    memory[NEXT_SIZE] = next_size(h, errors[k], (int)memory[ORDER]);
}

/* Adds that of the rate at the predicted end. */
static void correct(const Instance *instance, const double *weights, int k, double h)
{
    int n = instance->problem->x.size;
    const double *correction = correction_of(instance), weight = h * weights[k];
    double *change = change_of(instance);
    for (int i = 0; i < n; ++i) change[i] += weight * correction[i];
}

/* x_dot is work space for a while. */
static void accept(const Instance *instance, const double *weights, double *errors, int k, double h)
{
    Ref rates = instance->problem->x_dot;
    double *memory = instance->memory;
    int depth = (int)memory[DEPTH], next;
    copy_numbers(rate_of(instance), at(instance, rates), (size_t)rates.size);
    if (depth >= k && k < MOST) {
        for (int j = 0; j <= k; ++j) differ(instance, j);
        errors[k + 1] = error_of(instance, weights, k + 1, h);
        copy_numbers(at(instance, rates), rate_of(instance), (size_t)rates.size);
    }
    next = next_order(errors, k, depth);
    memory[LAST_ORDER] = k;
    memory[ORDER] = next;
    memory[NEXT_SIZE] = next_size(h, errors[next], next);
}

static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)
{
    const Problem *problem = instance->problem;
    double *memory = instance->memory, *x_dot = at(instance, problem->x_dot), weights[MOST + 2], errors[MOST + 2];
    int k = (int)memory[ORDER];
    find_factors(memory, h);
    weigh(memory + AGES, h, 1.0, k + 1 + (memory[DEPTH] >= k), weights);
    predict(instance, weights, k, h);
    move(instance);
    *at(instance, problem->t) = memory[END_T];
    if (derivative->evaluate(instance)) return -1;
    for (int j = 0; j < k; ++j) {
        differ(instance, j);
        if (j >= k - 3) errors[j + 1] = error_of(instance, weights, j + 1, h);
    }
    errors[k + 1] = errors[k]; /* as long as nothing better is known */
    copy_numbers(correction_of(instance), x_dot, (size_t)problem->x.size);
    if (errors[k] <= 1.0) {
        correct(instance, weights, k, h);
        sum_end(sum_of(instance), change_of(instance), at(instance, problem->x), problem->x.size);
        if (derivative->evaluate(instance)) return -1;
        if (!all_finite(x_dot, problem->x.size)) errors[k] = INFINITY;
    }
    *error = errors[k];
    if (*error <= 1.0) accept(instance, weights, errors, k, h);
    else try_again(memory, errors, k, h);
    return 0;
}

/* The polynomial of the corrector. */
static void dense(Instance *instance, double theta)
{
    double weights[MOST + 1], size = instance->memory[SIZE];
    int k = (int)instance->memory[LAST_ORDER];
    weigh(instance->memory + AGES, size, theta, k + 1, weights);
    predict(instance, weights, k, size);
    correct(instance, weights, k, size);
    move(instance);
    *at(instance, instance->problem->t) = instance->memory[START_T] + theta * size;
}

const Integrator ADAMS = {
    .throughout = 0,
    .to_the_end = 1,
    .error_order = 2,
    .memory = memory_of,
    .scratch = no_scratch,
    .restart = restart,
    .evaluated = keep,
    .moved = keep,
    .begin = begin,
    .attempt = attempt,
    .at = dense,
    .refine = NULL,
};
