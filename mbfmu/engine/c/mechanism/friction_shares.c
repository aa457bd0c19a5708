/* friction_shares.c: see friction_shares.h.

   Forces t with the same B^T t move bodies alike. Of these the least sum of u |t / r|^2, with r = mu N, is a least squares problem; where each weight u
   grows with the ratio that it leads to, the largest ratio becomes least. Points that never slide take what they can, so of other rows only the parts across
   theirs count. A huge r for them would do the same but for roundoff: beside it rows of others count as dependent.
   Source: C. L. Lawson, Contributions to the theory of linear least maximum approximations, dissertation, University of California, 1961. */

#include "friction_shares.h"

#include "constraint_method.h"
#include "contact_mobility.h"
#include "contact_modes.h"
#include "linear_algebra.h"

#define ROUNDS 40
#define EASY 0.9         /* a ratio at which nothing needs to be improved */
#define LIGHTEST 1e-12   /* weight beside the heaviest */
#define UNLOADED 1e-6    /* of the friction of the point that may have most: so much is asked of one that bears nothing */
#define LEAST 1e-12      /* N: where none bears anything, any force is too much */

typedef struct {
    const ContactMobility *of;
    double *radius, *weight, *resultant, *force, *matrix, *room; /* of each point chosen; resultant (n): B^T t */
} Sharing;

/* Of tangential rows, two of each point. */
static double *row_of(const ContactMobility *of, int i) { return of->B + (size_t)(of->contact[i / 2].first + 1 + i % 2) * of->n; }

/* The forces of least weighted sum. */
static void solve(const Sharing *sharing)
{
    const ContactMobility *of = sharing->of;
    int n = of->n, points = of->impact.contacts, columns = 2 * points;
    for (int i = 0; i < columns; ++i) {
        double scale = sharing->radius[i / 2] / sqrt(sharing->weight[i / 2]);
        for (int j = 0; j < n; ++j) sharing->matrix[(size_t)j * columns + i] = scale * row_of(of, i)[j];
    }
    const OrthogonalFactors factors = orthogonal_factors(sharing->matrix, n, columns, DEPENDENT, sharing->room);
    smallest_solution(&factors, sharing->resultant, sharing->force);
    for (int i = 0; i < columns; ++i) sharing->force[i] *= sharing->radius[i / 2] / sqrt(sharing->weight[i / 2]);
}

static double ratio_of(const Sharing *sharing, int point)
{
    double radius = sharing->radius[point];
    return radius > 0.0 ? hypot(sharing->force[2 * point], sharing->force[2 * point + 1]) / radius : 0.0;
}

static void share(const Sharing *sharing)
{
    int points = sharing->of->impact.contacts;
    for (int point = 0; point < points; ++point) sharing->weight[point] = 1.0;
    for (int round = 0; round < ROUNDS; ++round) {
        double largest = 0.0, heaviest = 0.0;
        solve(sharing);
        for (int point = 0; point < points; ++point) largest = fmax(largest, ratio_of(sharing, point));
        if (!(largest > EASY)) return;
        for (int point = 0; point < points; ++point) {
            sharing->weight[point] *= ratio_of(sharing, point);
            heaviest = fmax(heaviest, sharing->weight[point]);
        }
        for (int point = 0; point < points; ++point) sharing->weight[point] = fmax(sharing->weight[point] / heaviest, LIGHTEST);
    }
}

/* Whether there are points that bear nothing, of whom no more is asked; they take no share at all. */
static int any_rests(const Sharing *sharing, double unloaded)
{
    int any = 0;
    for (int point = 0; point < sharing->of->impact.contacts; ++point) {
        if (sharing->radius[point] == 0.0 || sharing->radius[point] > unloaded || ratio_of(sharing, point) > 1.0) continue;
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
    if (reserve(instance, 2 * points + columns + 2 * n + n * columns + room)) return -1;
    Sharing sharing = {&of, scratch_alloc(instance, points), scratch_alloc(instance, points), scratch_alloc(instance, n), scratch_alloc(instance, columns),
                       scratch_alloc(instance, n * columns), scratch_alloc(instance, room)};
    double loaded = 0.0;
    leave_to_spikes(&of, sharing.matrix, sharing.room);
    for (size_t j = 0; j < n; ++j) sharing.resultant[j] = 0.0;
    for (size_t point = 0; point < points; ++point) {
        const ContactPoint *contact = &mechanism->contact[of.number[point]];
        sharing.radius[point] = never_slides(contact) ? 0.0 : fmax(*at(instance, contact->friction) * *at(instance, contact->multipliers), 0.0);
        loaded = fmax(loaded, sharing.radius[point]);
        add_combination(row_of(&of, 2 * (int)point), 2, (int)n, forces + 2 * of.number[point], sharing.resultant);
    }
    for (size_t point = 0; point < points; ++point)
        if (!never_slides(&mechanism->contact[of.number[point]])) sharing.radius[point] = fmax(sharing.radius[point], fmax(UNLOADED * loaded, LEAST));
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
