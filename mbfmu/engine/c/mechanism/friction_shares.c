/* friction_shares.c: see friction_shares.h.

   Forces t with the same B^T t move bodies alike. Of these the least sum of u |t / r|^2, with r = mu N, is a least squares problem; where each weight u
   grows with the ratio that it leads to, the largest ratio becomes less, slowly where arms are unequal; limit_motion.c finds the least. Points that never
   slide take what they can, so of other rows only the parts across theirs count. A huge r for them would do the same but for roundoff: beside it rows of
   others count as dependent.
   Source: C. L. Lawson, Contributions to the theory of linear least maximum approximations, dissertation, University of California, 1961. */

#include "friction_shares.h"

#include "constraint_method.h"
#include "contact_mobility.h"
#include "contact_modes.h"
#include "limit_motion.h"
#include "linear_algebra.h"

#define ROUNDS 10        /* of Lawson's iteration, from where the limit is sought */
#define EASY 0.9         /* a ratio at which nothing needs to be improved */
#define LIGHTEST 1e-12   /* weight beside the heaviest */
#define HEAVY 1e-4       /* of the heaviest: points whose friction matters */
#define FREE 1e4         /* times the most friction of these: so much a point is free to take at most, or others would be roundoff beside it */
#define SPAN 1e-12       /* of the longest row times its friction: a shorter one is roundoff */
#define UNLOADED 1e-6    /* of the load of the point that bears most: one that bears nothing counts as if it bore that */
#define LEAST 1e-12      /* N: where none bears anything, any force is too much */

typedef struct {
    const ContactMobility *of;
    double *radius, *weight, *resultant, *force, *matrix, *room; /* of each point chosen; resultant (n): B^T t */
    double *rows, *speed, *work;
} Sharing;

/* Of tangential rows, two of each point. */
static double *row_of(const ContactMobility *of, int i) { return of->B + (size_t)(of->contact[i / 2].first + 1 + i % 2) * of->n; }

static double load_of(const ContactMobility *of, int point) { return *at(of->instance, of->mechanism->contact[of->number[point]].multipliers); }

/* The forces of least weighted sum. */
static void solve(const Sharing *sharing)
{
    const ContactMobility *of = sharing->of;
    int n = of->n, points = of->impact.contacts, columns = 2 * points;
    for (int i = 0; i < columns; ++i) {
        double scale = sharing->radius[i / 2] / sqrt(sharing->weight[i / 2]);
        for (int j = 0; j < n; ++j) sharing->matrix[(size_t)j * columns + i] = scale * row_of(of, i)[j];
    }
    const OrthogonalFactors factors = orthogonal_factors(sharing->matrix, n, columns, SPAN, sharing->room);
    smallest_solution(&factors, sharing->resultant, sharing->force);
    for (int i = 0; i < columns; ++i) sharing->force[i] *= sharing->radius[i / 2] / sqrt(sharing->weight[i / 2]);
}

static double ratio_of(const Sharing *sharing, int point)
{
    double radius = sharing->radius[point];
    return radius > 0.0 ? hypot(sharing->force[2 * point], sharing->force[2 * point + 1]) / radius : 0.0;
}

static double largest_ratio(const Sharing *sharing)
{
    double largest = 0.0;
    for (int point = 0; point < sharing->of->impact.contacts; ++point) largest = fmax(largest, ratio_of(sharing, point));
    return largest;
}

/* The largest weight becomes one. */
static void normalize(const Sharing *sharing)
{
    int points = sharing->of->impact.contacts;
    double most = 0.0, radius = 0.0;
    for (int point = 0; point < points; ++point) most = fmax(most, sharing->weight[point]);
    for (int point = 0; point < points; ++point)
        if (sharing->weight[point] > HEAVY * most) radius = fmax(radius, sharing->radius[point]);
    for (int point = 0; point < points; ++point) {
        double free = sharing->radius[point] / (FREE * radius);
        sharing->weight[point] = fmax(sharing->weight[point] / most, fmax(LIGHTEST, free * free));
    }
}

/* Weights of the least largest ratio are the powers of friction in the motion that exhausts it; those before stay where they are better. */
static void refine(const Sharing *sharing)
{
    int n = sharing->of->n, points = sharing->of->impact.contacts;
    double before = largest_ratio(sharing);
    for (int i = 0; i < 2 * points; ++i) copy_numbers(sharing->rows + (size_t)i * n, row_of(sharing->of, i), (size_t)n);
    const FrictionLimit limit = {n, points, sharing->rows, sharing->resultant, sharing->radius};
    if (limit_motion(&limit, sharing->weight, sharing->speed, sharing->work)) return;
    for (int point = 0; point < points; ++point) {
        double weight = sharing->weight[point];
        sharing->weight[point] = sharing->radius[point] * sharing->speed[point];
        sharing->speed[point] = weight;
    }
    normalize(sharing);
    solve(sharing);
    if (largest_ratio(sharing) < before) return;
    copy_numbers(sharing->weight, sharing->speed, (size_t)points);
    solve(sharing);
}

static void share(const Sharing *sharing)
{
    int points = sharing->of->impact.contacts;
    for (int point = 0; point < points; ++point) sharing->weight[point] = 1.0;
    for (int round = 0; round < ROUNDS; ++round) {
        solve(sharing);
        if (!(largest_ratio(sharing) > EASY)) return;
        for (int point = 0; point < points && round < ROUNDS - 1; ++point) sharing->weight[point] *= ratio_of(sharing, point);
        normalize(sharing);
    }
    refine(sharing);
}

/* Whether there are points that bear nothing, of whom no more is asked; they take no share at all. */
static int any_rests(const Sharing *sharing, double unloaded)
{
    int any = 0;
    for (int point = 0; point < sharing->of->impact.contacts; ++point) {
        if (sharing->radius[point] == 0.0 || load_of(sharing->of, point) > unloaded || ratio_of(sharing, point) > 1.0) continue;
        sharing->radius[point] = 0.0;
        any = 1;
    }
    return any;
}

/* Rows of points that slide become what is left of them across those of points that never do. */
static void leave_to_spikes(const ContactMobility *of, double *matrix, double *room)
{
    int n = of->n, points = of->impact.contacts, columns = 2 * points, any = 0;
    for (int i = 0; i < columns; ++i) {
        int spiked = never_slides(&of->mechanism->contact[of->number[i / 2]]);
        any |= spiked;
        for (int j = 0; j < n; ++j) matrix[(size_t)j * columns + i] = spiked ? row_of(of, i)[j] : 0.0;
    }
    if (!any) return;
    const OrthogonalFactors spikes = orthogonal_factors(matrix, n, columns, DEPENDENT, room);
    for (int i = 0; i < columns; ++i) {
        double *row = row_of(of, i), length = sqrt(dot(row, row, n));
        for (int k = 0; k < spikes.rank; ++k) {
            double part = 0.0;
            for (int j = 0; j < n; ++j) part += spikes.left[(size_t)j * n + k] * row[j];
            for (int j = 0; j < n; ++j) row[j] -= part * spikes.left[(size_t)j * n + k];
        }
        double left = sqrt(dot(row, row, n));
        for (int j = 0; j < n && !(left > DEPENDENT * length); ++j) row[j] = 0.0;
    }
}

static int find_shares(Instance *instance, const Mechanism *mechanism, const int *chosen, double *forces, double *ratio)
{
    ContactMobility of;
    if (find_mobility(instance, mechanism, chosen, NULL, &of)) return -1;
    size_t n = (size_t)of.n, points = (size_t)of.impact.contacts, columns = 2 * points, room = orthogonal_factors_size((int)n, (int)columns);
    size_t work = limit_motion_work((int)n, (int)points);
    if (reserve(instance, 3 * points + columns + 2 * n + 2 * n * columns + room + work)) return -1;
    Sharing sharing = {&of, scratch_alloc(instance, points), scratch_alloc(instance, points), scratch_alloc(instance, n), scratch_alloc(instance, columns),
                       scratch_alloc(instance, n * columns), scratch_alloc(instance, room), scratch_alloc(instance, n * columns), scratch_alloc(instance, points),
                       scratch_alloc(instance, work)};
    double loaded = 0.0;
    leave_to_spikes(&of, sharing.matrix, sharing.room);
    for (size_t j = 0; j < n; ++j) sharing.resultant[j] = 0.0;
    for (size_t point = 0; point < points; ++point) {
        if (!never_slides(&mechanism->contact[of.number[point]])) loaded = fmax(loaded, load_of(&of, (int)point));
        add_combination(row_of(&of, 2 * (int)point), 2, (int)n, forces + 2 * of.number[point], sharing.resultant);
    }
    for (size_t point = 0; point < points; ++point) {
        const ContactPoint *contact = &mechanism->contact[of.number[point]];
        double friction = *at(instance, contact->friction) * fmax(load_of(&of, (int)point), UNLOADED * loaded);
        sharing.radius[point] = never_slides(contact) ? 0.0 : fmax(friction, LEAST);
    }
    share(&sharing);
    if (any_rests(&sharing, UNLOADED * loaded)) share(&sharing);
    for (size_t point = 0; point < points; ++point) {
        ratio[of.number[point]] = ratio_of(&sharing, (int)point);
        copy_numbers(forces + 2 * of.number[point], sharing.force + 2 * point, 2);
    }
    return 0;
}

int share_friction(Instance *instance, const Mechanism *mechanism, const int *chosen, double *forces, double *ratio)
{
    size_t mark = instance->scratch_used;
    int failed = find_shares(instance, mechanism, chosen, forces, ratio);
    instance->scratch_used = mark;
    return failed;
}
