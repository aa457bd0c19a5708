/* events.c: where in a step a mode is first left: found between the ends too, so that a short contact is not stepped over.

   The margin of a mode is its indicator, with the sign that makes it positive on the side the mode stands for. Along a step
   margins are smooth, as the step was taken in one set of modes. A polynomial through samples of them tells where they are
   least; there they are looked at again. Where it does not converge, each half of the step gets a polynomial of its own.

   1. sample: margins at the nodes of a polynomial over the step.
   2. candidates_of: points where the polynomial, or a sample, is on the other side; halve the step where it does not converge.
   3. first_of: go to the first of them at which a mode is really left, and narrow down where it is.
   4. look_halfway: margins between the start and the event, which tell chattering from a real crossing.
   5. Place the instance just behind the event, or back at the step's end.

   Sources: L. N. Trefethen, Approximation Theory and Approximation Practice, 2013, chapters 3 and 18; I. F. D. Oliveira, R. H. C. Takahashi, An enhancement
   of the bisection method average performance preserving minmax optimality, ACM Transactions on Mathematical Software 47, 2021. */

#include "events.h"

#include <float.h>
#include <string.h>

#include "derivative.h"
#include "switching_distances.h"

#define DEGREE 6           /* two more than dense outputs have */
#define GRID 64            /* intervals in which minima of the polynomial are looked for */
#define CONVERGED 1e-3     /* of the spread of the samples: the last two coefficients of a polynomial that has */
#define NEAR 1e-2          /* of the spread of the samples: how close to 0 the polynomial comes where margins are looked at again */
#define SHIFT 0.2          /* towards the middle, of the square of the width beside the whole */
#define SHORTEST (1.0 / 128) /* of a step, to be sampled on its own */

#define AT_ONCE 16.0 /* times the smallest part of a step that time can tell: what happens within that happens at the step's start */

#define COS30 0.86602540378443864676
/* Of multiples of pi / 6. */
static const double COSINES[2 * DEGREE] = {1.0, COS30, 0.5, 0.0, -0.5, -COS30, -1.0, -COS30, -0.5, 0.0, 0.5, COS30};

/* What is looked for: modes, and the smallest part of the step that time can tell. */
typedef struct {
    Instance *instance;
    const Integrator *integrator;
    int modes;
    double smallest;
} Search;

static double node(int i) { return 0.5 - 0.5 * COSINES[i]; }

size_t events_scratch(const Problem *problem)
{
    size_t modes = (size_t)problem->m.size;
    return (DEGREE + 1) * modes + (GRID - 1) * modes + DEGREE + (size_t)(problem->x.size + problem->z.size);
}

/* Evaluates at the part `theta` of the step; whether a mode is left there. */
static int look(const Search *search, double theta, int *left)
{
    search->integrator->at(search->instance, theta);
    if (model_evaluate_within_step(search->instance)) return -1;
    *left = 0;
    for (int i = 0; i < search->modes; ++i) *left |= switching_distance(search->instance, i) < -NOISE;
    return 0;
}

static void note_margins(const Search *search, double *margins)
{
    for (int i = 0; i < search->modes; ++i) margins[i] = switching_distance(search->instance, i);
}

/* The part of the way at which the first mode is left, were margins straight from `before` to `behind`. */
static double straight_crossing(const Search *search, const double *before, const double *behind)
{
    double first = 1.0;
    for (int i = 0; i < search->modes; ++i)
        if (behind[i] < -NOISE) first = fmin(first, fmax(before[i] + NOISE, 0.0) / (fmax(before[i] + NOISE, 0.0) - (behind[i] + NOISE)));
    return first;
}

/* The first point behind a crossing between `stays` and `leaves`, with the margins there: by straight lines, a little towards the middle so that the other
   end follows, and never so far from it that it takes one look more than halving would. */
static int narrow(const Search *search, double stays, double leaves, double *before, double *behind, double *point)
{
    double whole = leaves - stays, most = search->smallest; /* width that halving would leave by now, and twice that */
    int left;
    while (most < 2.0 * whole) most *= 2.0;
    for (; leaves - stays > search->smallest; most *= 0.5) {
        double width = leaves - stays, middle = 0.5 * (stays + leaves), radius = 0.5 * (most - width);
        double crossing = stays + width * straight_crossing(search, before, behind), inwards = crossing < middle ? 1.0 : -1.0;
        double shift = fmax(SHIFT * width * width / whole, 0.5 * search->smallest), next = middle;
        if (shift < fabs(middle - crossing)) next = crossing + inwards * shift;
        if (fabs(middle - next) > radius) next = middle - inwards * radius;
        if (look(search, next, &left)) return -1;
        note_margins(search, left ? behind : before);
        *(left ? &leaves : &stays) = next;
    }
    *point = leaves;
    return 0;
}

/* Samples (DEGREE + 1, modes apart) at the nodes to coefficients of Chebyshev polynomials; the samples' least value and spread. */
static void fit(const double *samples, int modes, double *coefficients, double *least, double *spread)
{
    double most = *least = samples[0];
    for (int j = 1; j <= DEGREE; ++j) {
        *least = fmin(*least, samples[j * modes]);
        most = fmax(most, samples[j * modes]);
    }
    *spread = most - *least;
    for (int k = 0; k <= DEGREE; ++k) {
        double sum = 0.0;
        for (int j = 0; j <= DEGREE; ++j)
            sum += samples[j * modes] * COSINES[k * (DEGREE - j) % (2 * DEGREE)] * (j == 0 || j == DEGREE ? 0.5 : 1.0);
        coefficients[k] = sum * (k == 0 || k == DEGREE ? 1.0 : 2.0) / DEGREE;
    }
}

/* The polynomial at a part (0 to 1), by Clenshaw's recurrence. */
static double polynomial(const double *coefficients, double part)
{
    double x = 2 * part - 1, b1 = 0.0, b2 = 0.0;
    for (int k = DEGREE; k > 0; --k) {
        double b0 = coefficients[k] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return coefficients[0] + x * b1 - b2;
}

/* Parts (0 to 1) where a polynomial has minima close to 0 or below; how many. */
static int lowest(const double *coefficients, double spread, double *parts)
{
    double before = polynomial(coefficients, 0.0), here = polynomial(coefficients, 1.0 / GRID);
    int count = 0;
    for (int i = 1; i < GRID; ++i) {
        double after = polynomial(coefficients, (i + 1.0) / GRID), slope = 0.5 * (after - before), curvature = after - 2 * here + before;
        double offset = curvature > 0 ? -slope / curvature : 0.0;
        if (curvature > 0 && fabs(offset) <= 1 && here + 0.5 * slope * offset < NEAR * spread - NOISE) parts[count++] = (i + offset) / GRID;
        before = here;
        here = after;
    }
    return count;
}

/* Margins at the nodes of low to high, (DEGREE + 1) x modes. */
static int sample(const Search *search, double low, double high, double *samples)
{
    int left;
    for (int j = 0; j <= DEGREE; ++j) {
        if (look(search, low + (high - low) * node(j), &left)) return -1;
        note_margins(search, samples + j * search->modes);
    }
    return 0;
}

/* Looks at the candidates in order of time, until a mode is left at one. `margins` are those at `low`, and work space for as many. */
static int first_of(const Search *search, double low, double *margins, const double *candidates, int count, double *point)
{
    double *before = margins, *here = margins + search->modes;
    for (double stays = low;;) {
        double next = INFINITY;
        int left;
        for (int i = 0; i < count; ++i)
            if (candidates[i] > stays && candidates[i] < next) next = candidates[i];
        if (!(next < INFINITY)) return 0;
        if (look(search, next, &left)) return -1;
        note_margins(search, left ? here : before);
        if (left) return narrow(search, stays, next, before, here, point);
        stays = next;
    }
}

/* How many `candidates` to look at, from samples; -1 where a polynomial has not converged: then the caller halves the step. */
static int candidates_of(const Search *search, double low, double high, const double *samples, double *candidates)
{
    double coefficients[DEGREE + 1], least, spread;
    int count = 0, modes = search->modes;
    for (int i = 0; i < modes; ++i) {
        fit(samples + i, modes, coefficients, &least, &spread);
        double last = fmax(fabs(coefficients[DEGREE]), fabs(coefficients[DEGREE - 1]));
        if (high - low > SHORTEST && !(last <= CONVERGED * spread + NOISE)) return -1;
        if (least > spread) continue; /* no such polynomial leaves its samples by as much as their spread */
        int more = lowest(coefficients, spread, candidates + count);
        for (int j = 0; j < more; ++j) candidates[count + j] = low + (high - low) * candidates[count + j];
        count += more;
    }
    for (int j = 1; j <= DEGREE; ++j)
        for (int i = 0; i < modes; ++i)
            if (samples[j * modes + i] < -NOISE) {
                candidates[count++] = low + (high - low) * node(j);
                break;
            }
    return count;
}

/* Just behind the first point in (low, high] where a mode is left; unchanged where none ever is. At `low` no mode is left. Halves
   at most as often as SHORTEST allows. */
static int first_left(const Search *search, double low, double high, double *point)
{
    Instance *instance = search->instance;
    size_t used = instance->scratch_used, modes = (size_t)search->modes;
    double *samples = scratch_alloc(instance, (DEGREE + 1) * modes), *candidates = scratch_alloc(instance, (GRID - 1) * modes + DEGREE);
    int status = sample(search, low, high, samples), count = status ? 0 : candidates_of(search, low, high, samples, candidates);
    if (!status && count > 0) status = first_of(search, low, samples, candidates, count, point);
    instance->scratch_used = used;
    if (status || count >= 0) return status;
    double middle = 0.5 * (low + high);
    status = first_left(search, low, middle, point);
    return status || *point <= 1.0 ? status : first_left(search, middle, high, point);
}

/* The margins on half of the way to the event at `point`. */
static int look_halfway(const Search *search, double point, double *halfway)
{
    int left;
    if (look(search, 0.5 * point, &left)) return -1;
    note_margins(search, halfway);
    for (int i = 0; i < search->modes && !(point > AT_ONCE * search->smallest); ++i) halfway[i] = 0.0;
    return 0;
}

int go_to_event(Instance *instance, const Integrator *integrator, int *found, double *halfway)
{
    const Problem *problem = instance->problem;
    const double *memory = instance->memory;
    Search search = {instance, integrator, problem->m.size, 2 * DBL_EPSILON * fmax(1.0, fabs(memory[START_T]) / memory[SIZE])};
    size_t used = instance->scratch_used, nx = (size_t)problem->x.size * sizeof(double), nz = (size_t)problem->z.size * sizeof(double);
    double *x = scratch_alloc(instance, (size_t)problem->x.size), *z = scratch_alloc(instance, (size_t)problem->z.size), point = INFINITY;
    memcpy(x, at(instance, problem->x), nx);
    memcpy(z, at(instance, problem->z), nz);
    int status = first_left(&search, 0.0, 1.0, &point);
    *found = point <= 1.0;
    if (!status && *found) status = look_halfway(&search, point, halfway);
    if (point < 1.0) {
        integrator->at(instance, point);
    } else {
        *at(instance, problem->t) = memory[END_T];
        memcpy(at(instance, problem->x), x, nx);
        memcpy(at(instance, problem->z), z, nz);
    }
    instance->scratch_used = used;
    return status;
}
