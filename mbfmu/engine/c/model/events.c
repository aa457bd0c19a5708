/* events.c: where in a step a mode is first left: found between the ends too, so that a short contact is not stepped over.

   The margin of a mode is its indicator, with the sign that makes it positive on the side the mode stands for. Along a step
   margins are smooth, as the step was taken in one set of modes. A polynomial through samples of them tells where they are
   least; there they are looked at again. Where it does not converge, each half of the step gets a polynomial of its own.

   1. sample: margins at the nodes of a polynomial over the step, of degree 4 or, where that does not converge, 8; those at its ends are known where
      evaluations have noted them.
   2. candidates_of: points where the polynomial, or a sample, is on the other side; check one more point; halve the step where neither converges.
   3. first_of: go to the first of them at which a mode is really left.
   4. narrow: the polynomial says where that begins, and how exactly; look on both sides of it, and halve what is left.
   5. look_halfway: margins between the start and the event, which tell chattering from a real crossing.
   6. Place the instance just behind the event, or back at the step's end.

   Sources: L. N. Trefethen, Approximation Theory and Approximation Practice, 2013, chapters 3 and 18; I. F. D. Oliveira, R. H. C. Takahashi, An enhancement
   of the bisection method average performance preserving minmax optimality, ACM Transactions on Mathematical Software 47, 2021. */

#include "events.h"

#include <float.h>
#include <string.h>

#include "derivative.h"
#include "margin_polynomials.h"
#include "switching_distances.h"

#define NEAR 1e-2          /* of the spread of the samples: how close to 0 the polynomial comes where margins are looked at again */
#define CONVERGED 1e-3     /* of the spread of the samples: the last two coefficients of a polynomial that has */
#define ASIDE 0.31830988618379067 /* of a part, where polynomials are checked: between samples, and no simple fraction */
#define SHIFT 0.2          /* towards the middle, of the square of the width beside the whole */
#define SHORTEST (1.0 / 128) /* of a step, to be sampled on its own */
#define CLOSE 0.499        /* of what time can tell: how far from a guess it is looked at first */
#define WIDENED 3          /* times that a bracket around a guess is widened before it is given up */
#define HALVINGS 60        /* after which a crossing of a polynomial is known to roundoff */

#define AT_ONCE 16.0 /* times the smallest part of a step that time can tell: what happens within that happens at the step's start */

/* What is looked for: modes, and the smallest part of the step that time can tell. */
typedef struct {
    Instance *instance;
    const Integrator *integrator;
    int modes;
    double smallest;
} Search;

size_t events_scratch(const Problem *problem)
{
    size_t modes = (size_t)problem->m.size;
    return (DEGREE + 3) * modes + (GRID - 1) * modes + DEGREE + 1 + (size_t)(problem->x.size + problem->z.size);
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

/* Where polynomials cross between two points, as the first mode that is left `behind` does; as far away from there as they err, a bracket holds the crossing. */
static double polynomial_crossing(const Search *search, const Sampled *part, double stays, double leaves, const double *behind, double *error)
{
    double size = part->high - part->low, first = INFINITY;
    for (int i = 0; i < search->modes; ++i) {
        double from = (stays - part->low) / size, to = (leaves - part->low) / size, begin = from, end = to;
        if (!(behind[i] < -NOISE)) continue;
        const Polynomial of = polynomial_of(part, i);
        for (int round = 0; round < HALVINGS; ++round) {
            double middle = 0.5 * (begin + end);
            *(polynomial_value(&of, middle) < -NOISE ? &end : &begin) = middle;
        }
        if (!(part->low + size * end < first)) continue;
        first = part->low + size * end;
        *error = size * polynomial_error(&of) / fabs(polynomial_slope(&of, end));
    }
    return first;
}

/* A point and the margins there, between which a mode is left. */
typedef struct {
    double stays, leaves, *before, *behind;
} Crossing;

/* Looks at a point within, which becomes an end. */
static int look_within(const Search *search, Crossing *crossing, double point)
{
    int left;
    if (look(search, point, &left)) return -1;
    note_margins(search, left ? crossing->behind : crossing->before);
    *(left ? &crossing->leaves : &crossing->stays) = point;
    return 0;
}

/* To a bracket as wide as the polynomials err, or some times wider. */
static int enclose(const Search *search, const Sampled *part, Crossing *crossing)
{
    double error = 0.0, guess = polynomial_crossing(search, part, crossing->stays, crossing->leaves, crossing->behind, &error);
    double apart = fmax(CLOSE * search->smallest, error);
    for (int i = 0; i < WIDENED; ++i, apart *= 4.0) {
        if (guess + apart < crossing->leaves && crossing->stays < guess + apart && look_within(search, crossing, guess + apart)) return -1;
        if (guess - apart > crossing->stays && crossing->leaves > guess - apart && look_within(search, crossing, guess - apart)) return -1;
        if (!(crossing->leaves > guess + apart || crossing->stays < guess - apart)) return 0;
    }
    return 0;
}

/* The first point behind a crossing: by straight lines, a little towards the middle so that the other end follows, and never so far from it that it takes
   one look more than halving would. */
static int narrow(const Search *search, const Sampled *part, Crossing *crossing, double *point)
{
    if (enclose(search, part, crossing)) return -1;
    double whole = crossing->leaves - crossing->stays, most = search->smallest; /* width that halving would leave by now, and twice that */
    while (most < 2.0 * whole) most *= 2.0;
    for (; crossing->leaves - crossing->stays > search->smallest; most *= 0.5) {
        double width = crossing->leaves - crossing->stays, middle = 0.5 * (crossing->stays + crossing->leaves), radius = 0.5 * (most - width);
        double at_zero = crossing->stays + width * straight_crossing(search, crossing->before, crossing->behind), inwards = at_zero < middle ? 1.0 : -1.0;
        double shift = fmax(SHIFT * width * width / whole, 0.5 * search->smallest), next = middle;
        if (shift < fabs(middle - at_zero)) next = at_zero + inwards * shift;
        if (fabs(middle - next) > radius) next = middle - inwards * radius;
        if (look_within(search, crossing, next)) return -1;
    }
    *point = crossing->leaves;
    return 0;
}

/* Margins at the nodes of a part, but for those that are known of fewer; evaluations of the step have noted those at its ends, if they lie all over it. */
static int sample(const Search *search, const Sampled *part, int known)
{
    int left;
    for (int j = 0; j <= degree_of(part); ++j) {
        double point = node_of(part, j), *margins = sample_of(part, j);
        const double *noted = point == 0.0 ? switching_distances_at_start(search->instance) : point == 1.0 ? switching_distances_at_end(search->instance) : NULL;
        if (known && j * part->apart % known == 0) continue;
        if (noted) {
            copy_numbers(margins, noted, (size_t)search->modes);
            continue;
        }
        if (look(search, point, &left)) return -1;
        note_margins(search, margins);
    }
    return 0;
}

/* The number of the sample at a point, or -1. */
static int sample_at(const Sampled *part, double point)
{
    for (int j = 0; j <= degree_of(part); ++j)
        if (node_of(part, j) == point) return j;
    return -1;
}

static int any_left(const Search *search, const double *margins)
{
    for (int i = 0; i < search->modes; ++i)
        if (margins[i] < -NOISE) return 1;
    return 0;
}

/* Goes to a point at which no mode is left before, by its sample or a look. */
static int go_on(const Search *search, const Sampled *part, double point, Crossing *crossing, int *left)
{
    int sampled = sample_at(part, point);
    size_t modes = (size_t)search->modes;
    if (sampled < 0) {
        if (look(search, point, left)) return -1;
        note_margins(search, *left ? crossing->behind : crossing->before);
    } else {
        const double *margins = sample_of(part, sampled);
        *left = any_left(search, margins);
        copy_numbers(*left ? crossing->behind : crossing->before, margins, modes);
    }
    *(*left ? &crossing->leaves : &crossing->stays) = point;
    return 0;
}

/* Goes to the candidates in order of time, and to the samples between them, until a mode is left at one. */
static int first_of(const Search *search, const Sampled *part, const double *candidates, int count, double *point)
{
    Instance *instance = search->instance;
    size_t modes = (size_t)search->modes;
    Crossing crossing = {part->low, INFINITY, scratch_copy(instance, part->samples, modes), scratch_alloc(instance, modes)};
    for (;;) {
        double next = INFINITY;
        int left;
        for (int i = 0; i < count; ++i)
            if (candidates[i] > crossing.stays && candidates[i] < next) next = candidates[i];
        if (!(next < INFINITY)) return 0;
        if (go_on(search, part, next, &crossing, &left)) return -1;
        if (left) return narrow(search, part, &crossing, point);
    }
}

/* Whether there are polynomials of more samples, or of halves. */
static int has_others(const Sampled *part) { return part->high - part->low > SHORTEST || part->apart > 1; }

/* How many `candidates` to look at, from samples; -1 where a polynomial has not converged. */
static int candidates_of(const Search *search, const Sampled *part, double *candidates)
{
    double size = part->high - part->low;
    int count = 0, any = 0, degree = degree_of(part);
    for (int i = 0; i < search->modes; ++i) {
        const Polynomial of = polynomial_of(part, i);
        if (has_others(part) && !(polynomial_error(&of) <= CONVERGED * of.spread + NOISE)) return -1;
        if (of.least > of.spread) continue; /* no such polynomial leaves its samples by as much as their spread */
        int more = lowest_parts(&of, NEAR * of.spread - NOISE, candidates + count);
        for (int j = 0; j < more; ++j) candidates[count + j] = part->low + size * candidates[count + j];
        count += more;
    }
    for (int j = 1; j <= degree; ++j) { /* and the sample before the first of those at which a mode is left */
        int left = any_left(search, sample_of(part, j));
        if (left && !any && j > 1) candidates[count++] = node_of(part, j - 1);
        if (left) candidates[count++] = node_of(part, j);
        any |= left;
    }
    return count;
}

/* Whether polynomials also tell what lies between samples: a wave of which these meet the same phase looks smooth. */
static int check(const Search *search, const Sampled *part, int *tells)
{
    int left;
    if (look(search, part->low + ASIDE * (part->high - part->low), &left)) return -1;
    for (int i = 0; i < search->modes && *tells; ++i) {
        const Polynomial of = polynomial_of(part, i);
        *tells = fabs(polynomial_value(&of, ASIDE) - switching_distance(search->instance, i)) <= CONVERGED * of.spread + NOISE;
    }
    return 0;
}

/* Samples, but for those that are known of fewer, and `candidates` by them; `count` is -1 where there are other polynomials, and these do not tell. */
static int find(const Search *search, const Sampled *part, int known, double *candidates, int *count)
{
    int tells = 1;
    if (sample(search, part, known)) return -1;
    *count = candidates_of(search, part, candidates);
    if (*count < 0 || !has_others(part)) return 0;
    if (check(search, part, &tells)) return -1;
    if (!tells) *count = -1;
    return 0;
}

/* By few samples, and by more where these do not tell. */
static int sample_and_find(const Search *search, Sampled *part, double *candidates, int *count)
{
    part->apart = DEGREE / FIRST_DEGREE;
    if (find(search, part, 0, candidates, count)) return -1;
    if (*count >= 0) return 0;
    part->apart = 1;
    return find(search, part, DEGREE / FIRST_DEGREE, candidates, count);
}

/* Just behind the first point in (low, high] where a mode is left; unchanged where none ever is. At `low` no mode is left. Halves
   at most as often as SHORTEST allows. */
static int first_left(const Search *search, double low, double high, double *point)
{
    Instance *instance = search->instance;
    size_t used = instance->scratch_used, modes = (size_t)search->modes;
    Sampled part = {low, high, scratch_alloc(instance, (DEGREE + 1) * modes), search->modes, 1};
    double *candidates = scratch_alloc(instance, (GRID - 1) * modes + DEGREE + 1);
    int count = 0, status = sample_and_find(search, &part, candidates, &count);
    if (!status && count > 0) status = first_of(search, &part, candidates, count, point);
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
