/* impact.c: see impact.h.

   1. collide: positions onto the contacts that touch.
   2. find_mobility: their rows in the mass metric, less what other constraints take, B; S = B B^T.
   3. strike: the law of impacts, and the change of speeds B^T p that the impulses p make.
   4. Where bodies would jump more slowly than they rest, or no higher than roundoff, the same without restitution: the end of infinitely many impacts.
   5. Contacts that separate are open, others stick or slide. */

#include "impact.h"

#include "constraint_method.h"
#include "contact_accelerations.h"
#include "contact_rows.h"
#include "contradiction.h"
#include "impact_law.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "mechanism_level.h"
#include "projection.h"
#include "scaled_rows.h"
#include "strong_rows.h"

#define SLOW 1e-10     /* of the largest velocity of contacts: what is slower does not separate */
#define HEIGHTS 100.0  /* roundoffs of a gap: no jump that is as low can be followed */
#define FRICTION_ROUNDS 12 /* in which normal forces and the friction under them agree */
#define OPENING 4.0    /* roundoffs of a gap beyond which an open contact closes */

/* The contacts that touch, with their rows among all, and in the metric: B (rows x n), S, and velocities before; `speeds` before. */
typedef struct {
    Instance *instance;
    const Mechanism *mechanism;
    Impact impact;
    ImpactContact *contact;
    int *number, n, resting; /* whether all that separates does so for so short that it stays */
    double *B, *S, *before, *after, *impulse, *speeds;
    MassMetric metric;
} Strike;

#define NEVER 1e299    /* a larger coefficient of friction lets nothing slide */

void set_contact(const Instance *instance, const ContactPoint *contact, int closed)
{
    *at(instance, contact->closed) = closed;
    if (contact->sticking.size) *at(instance, contact->sticking) = 1.0;
}

int is_locked(const Instance *instance, const ContactPoint *contact)
{
    return *at(instance, contact->closed) > 0.0 && *at(instance, contact->lock) > -NOISE;
}

void slide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2)
{
    double *direction = at(instance, contact->direction), length = hypot(along_1, along_2);
    *at(instance, contact->sticking) = 0.0;
    direction[0] = along_1 / length;
    direction[1] = along_2 / length;
}

static double gap_of(const Instance *instance, const Mechanism *mechanism, int contact) { return at(instance, mechanism->phi)[mechanism->contact[contact].row]; }

static double *roundoffs(Instance *instance, const Mechanism *mechanism)
{
    double *bounds = scratch_alloc(instance, (size_t)mechanism->rows);
    const Level level = positions(instance, mechanism);
    roundoff(&level, bounds);
    return bounds;
}

void open_contact(Instance *instance, const Mechanism *mechanism, int contact)
{
    size_t mark = instance->scratch_used;
    const ContactPoint *of = &mechanism->contact[contact];
    double bound = OPENING * roundoffs(instance, mechanism)[of->row];
    *at(instance, of->offset) = fmin(gap_of(instance, mechanism, contact), 0.0) - bound;
    set_contact(instance, of, 0);
    instance->scratch_used = mark;
}

static int takes_part(const Strike *strike, int contact)
{
    for (int c = 0; c < strike->impact.contacts; ++c)
        if (strike->number[c] == contact) return 1;
    return 0;
}

/* Independent rows of other constraints, and of contacts that are closed but take no part: they are locked. */
static Rows other_rows(const Strike *strike)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    Rows others = {0, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    for (int i = 0; i < first_contact_row(mechanism); ++i)
        if (is_independent(instance, mechanism, i)) others.number[others.count++] = i;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        if (!(*at(instance, contact->closed) > 0.0) || takes_part(strike, c)) continue;
        for (int i = contact->row; i < contact->row + contact->rows; ++i)
            if (is_independent(instance, mechanism, i)) others.number[others.count++] = i;
    }
    return others;
}

/* B less the parts of its rows along other rows, which are independent. */
static int take_out_others(Strike *strike)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    const Rows others = other_rows(strike);
    int m = others.count, n = strike->n;
    ScaledRows scaled;
    if (!m) return 0;
    if (usual_rows(instance, mechanism, others, &scaled) || reserve(instance, (size_t)m * n + (size_t)m * m + 3 * (size_t)m + (size_t)n)) return -1;
    double *rows = all_numbers(instance, &scaled), *P = scratch_alloc(instance, (size_t)m * m), *part = scratch_alloc(instance, (size_t)m);
    int *order = scratch_alloc_ints(instance, (size_t)m);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j) P[(size_t)i * m + j] = dot(rows + (size_t)i * n, rows + (size_t)j * n, n);
    int rank = pivoted_cholesky(P, m, DEPENDENT, order);
    for (int i = 1; i < rank; ++i)
        for (int j = 0; j <= i; ++j) P[(size_t)i * rank + j] = P[(size_t)i * m + j];
    for (int row = 0; row < strike->impact.rows; ++row) {
        double *b = strike->B + (size_t)row * n;
        for (int i = 0; i < rank; ++i) part[i] = dot(rows + (size_t)order[i] * n, b, n);
        cholesky_solve(P, rank, part, 1);
        for (int i = 0; i < rank; ++i)
            for (int j = 0; j < n; ++j) b[j] -= part[i] * rows[(size_t)order[i] * n + j];
    }
    return 0;
}

/* The rows of contacts that touch, in the metric; those that say nothing are zero. */
static int find_mobility(Strike *strike)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    ScaledRows raw;
    int n = strike->n, rows = strike->impact.rows;
    if (raw_rows(instance, mechanism, find_mass_metric, &raw)) return -1;
    strike->metric = raw.metric;
    for (size_t i = 0; i < (size_t)rows * n; ++i) strike->B[i] = 0.0;
    for (int c = 0; c < strike->impact.contacts; ++c)
        for (int i = 0; i < strike->contact[c].rows; ++i) {
            int row = mechanism->contact[strike->number[c]].row + i;
            double *b = strike->B + (size_t)(strike->contact[c].first + i) * n;
            for (int p = raw.pattern.start[row]; p < raw.pattern.start[row + 1]; ++p) b[raw.pattern.column[p]] = raw.rows[p];
            strike->before[strike->contact[c].first + i] = at(instance, mechanism->psi)[row];
        }
    size_t mark = instance->scratch_used;
    if (take_out_others(strike)) return -1;
    instance->scratch_used = mark;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows; ++j) strike->S[(size_t)i * rows + j] = dot(strike->B + (size_t)i * n, strike->B + (size_t)j * n, n);
    return 0;
}

static int refuse_impact(const Strike *strike)
{
    Sentence names = {"", 0};
    for (int c = 0; c < strike->impact.contacts; ++c) say(&names, "%s%s", c ? ", " : "", strike->mechanism->contact[strike->number[c]].name);
    return fail(strike->instance, "at t = %.9g s no impulses are found for the impact of %s; reduce friction, or let fewer contacts touch at once",
                *at(strike->instance, strike->instance->problem->t), names.text);
}

/* With restitutions times `factor`. */
static int strike_with(Strike *strike, double factor)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    size_t mark = instance->scratch_used, work = impact_law_work(strike->impact.contacts, strike->impact.rows);
    if (reserve(instance, work + (size_t)strike->n)) return -1;
    double *change = scratch_alloc(instance, (size_t)strike->n), *v = speeds_of(instance, mechanism);
    for (int c = 0; c < strike->impact.contacts; ++c) {
        double friction = *at(instance, mechanism->contact[strike->number[c]].friction);
        strike->contact[c].friction = friction > NEVER ? INFINITY : friction;
        strike->contact[c].restitution = factor * *at(instance, mechanism->contact[strike->number[c]].restitution);
    }
    if (impact_law(&strike->impact, strike->impulse, strike->after, scratch_alloc(instance, work))) return refuse_impact(strike);
    for (int j = 0; j < strike->n; ++j) change[j] = 0.0;
    add_combination(strike->B, strike->impact.rows, strike->n, strike->impulse, change);
    from_metric(&strike->metric, change);
    for (int j = 0; j < strike->n; ++j) v[j] = strike->speeds[j] + change[j];
    instance->scratch_used = mark;
    return 0;
}

/* Speeds of contacts that are slower count as none. */
static double slowest(const Strike *strike)
{
    double largest = 0.0;
    for (int i = 0; i < strike->impact.rows; ++i) {
        double impulse = fabs(strike->impulse[i]) * strike->S[(size_t)i * strike->impact.rows + i];
        largest = fmax(largest, fmax(fabs(strike->before[i]), impulse));
    }
    return SLOW * largest;
}

static double rest_speed(const Strike *strike, int c) { return *at(strike->instance, strike->mechanism->contact[strike->number[c]].rest_speed); }

static int separates(const Strike *strike, int c, double slow)
{
    return strike->after[strike->contact[c].first] > (strike->resting ? fmax(slow, rest_speed(strike, c)) : slow);
}

/* Modes of the contacts that touch: closed, but for those that separate, and sticking, but for those that slide. */
static void set_modes(const Strike *strike, double slow)
{
    for (int c = 0; c < strike->impact.contacts; ++c) {
        const ContactPoint *contact = &strike->mechanism->contact[strike->number[c]];
        const double *v = strike->after + strike->contact[c].first;
        int closed = !separates(strike, c, slow);
        set_contact(strike->instance, contact, closed);
        if (closed && contact->sticking.size && hypot(v[1], v[2]) > slow) slide_contact(strike->instance, contact, v[1], v[2]);
    }
}

/* Whether all contacts that separate do so more slowly than they rest, or come back from no higher than roundoff; where others integrate, than the tolerance. */
static int come_to_rest(const Strike *strike, double slow, int *rest)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    size_t mark = instance->scratch_used;
    int jumping = 0;
    *rest = 1;
    for (int c = 0; c < strike->impact.contacts; ++c)
        jumping |= separates(strike, c, slow) && !(strike->after[strike->contact[c].first] < rest_speed(strike, c));
    if (!jumping) return 0;
    if (reserve(instance, 2 * (size_t)mechanism->rows)) return -1;
    double *acceleration = scratch_alloc(instance, (size_t)mechanism->rows), *bounds = roundoffs(instance, mechanism);
    set_modes(strike, slow);
    if (choose_contact_rows(instance, mechanism) || find_contact_accelerations(instance, mechanism, acceleration)) return -1;
    for (int c = 0; c < strike->impact.contacts && *rest; ++c) {
        int row = mechanism->contact[strike->number[c]].row;
        double v = strike->after[strike->contact[c].first];
        double lowest = instance->integrated_outside ? instance->state->tolerance : HEIGHTS * bounds[row];
        if (separates(strike, c, slow)) *rest = v * v < -2.0 * acceleration[row] * lowest;
    }
    instance->scratch_used = mark;
    return 0;
}

static int take_room(Strike *strike, const int *touching)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    int count = 0, rows = 0;
    strike->number = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    strike->contact = (ImpactContact *)scratch_alloc(instance, (size_t)mechanism->contacts * (sizeof(ImpactContact) / sizeof(double)));
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *of = &mechanism->contact[c];
        if (!touching[c]) continue;
        strike->contact[count] = (ImpactContact){rows, of->rows, 0.0, INFINITY, of->newton ? NEWTON : POISSON};
        strike->number[count++] = c;
        rows += of->rows;
    }
    size_t m = (size_t)rows, n = (size_t)strike->n;
    if (reserve(instance, m * n + m * m + 3 * m + n)) return -1;
    strike->B = scratch_alloc(instance, m * n);
    strike->S = scratch_alloc(instance, m * m);
    strike->before = scratch_alloc(instance, m);
    strike->after = scratch_alloc(instance, m);
    strike->impulse = scratch_alloc(instance, m);
    strike->speeds = scratch_copy(instance, speeds_of(instance, mechanism), n);
    strike->impact = (Impact){count, rows, strike->contact, strike->S, strike->before};
    return 0;
}

static int collide_and_open(Strike *strike, const int *touching)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    if (choose_contact_rows(instance, mechanism) || project_positions(instance, mechanism)) return -1;
    if (take_room(strike, touching) || find_mobility(strike) || strike_with(strike, 1.0)) return -1;
    double slow = slowest(strike);
    int rest;
    if (come_to_rest(strike, slow, &rest) || (rest && strike_with(strike, 0.0))) return -1;
    strike->resting = rest;
    set_modes(strike, INFINITY);
    if (mechanism_evaluate(instance, mechanism)) return -1;
    set_modes(strike, slow);
    for (int c = 0; c < strike->impact.contacts; ++c)
        if (separates(strike, c, slow)) open_contact(instance, mechanism, strike->number[c]);
    return 0;
}

int collide(Instance *instance, const Mechanism *mechanism, const int *touching)
{
    size_t mark = instance->scratch_used;
    Strike strike = {.instance = instance, .mechanism = mechanism, .n = mechanism->nv};
    int failed = collide_and_open(&strike, touching);
    instance->scratch_used = mark;
    return failed;
}

/* Accelerations at all rows (rows) without the forces `impulse`, but with friction under the normal forces among these at points that move: against their
   `velocity`. */
static void add_friction(const Strike *strike, const double *without, const double *velocity, double stopped, double *with)
{
    int rows = strike->impact.rows;
    copy_numbers(with, without, (size_t)rows);
    for (int c = 0; c < strike->impact.contacts; ++c) {
        const ContactPoint *contact = &strike->mechanism->contact[strike->number[c]];
        int first = strike->contact[c].first;
        double speed = contact->sticking.size ? hypot(velocity[first + 1], velocity[first + 2]) : 0.0;
        if (!(speed > stopped)) continue;
        double size = *at(strike->instance, contact->friction) * strike->impulse[first] / speed;
        for (int k = 1; k < 3; ++k)
            for (int i = 0; i < rows; ++i) with[i] -= strike->S[(size_t)i * rows + first + k] * size * velocity[first + k];
    }
}

/* The law of impacts without restitution, of accelerations instead of velocities, is that of forces. Points that move have friction that is known but for
   their normal forces, which follow from it in turn. */
static int find_forces(Strike *strike, const int *closed, const int *locked, double stopped, double *along)
{
    Instance *instance = strike->instance;
    const Mechanism *mechanism = strike->mechanism;
    double *rate = scratch_alloc(instance, (size_t)mechanism->rows), *m = at(instance, instance->problem->m);
    const double *modes = scratch_copy(instance, m, (size_t)instance->problem->m.size);
    for (int c = 0; c < mechanism->contacts; ++c) set_contact(instance, &mechanism->contact[c], locked[c]);
    if (choose_contact_rows(instance, mechanism) || find_contact_accelerations(instance, mechanism, rate)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) set_contact(instance, &mechanism->contact[c], closed[c] || locked[c]);
    if (mechanism_evaluate(instance, mechanism) || take_room(strike, closed) || find_mobility(strike)) return -1;
    copy_numbers(m, modes, (size_t)instance->problem->m.size);
    size_t rows = (size_t)strike->impact.rows, work = impact_law_work(strike->impact.contacts, strike->impact.rows);
    if (reserve(instance, work + 2 * rows)) return -1;
    const double *velocity = scratch_copy(instance, strike->before, rows);
    double *without = scratch_alloc(instance, rows), *room = scratch_alloc(instance, work);
    for (int c = 0; c < strike->impact.contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[strike->number[c]];
        int first = strike->contact[c].first, moves = contact->sticking.size && hypot(velocity[first + 1], velocity[first + 2]) > stopped;
        double friction = *at(instance, contact->friction);
        strike->contact[c].friction = moves ? 0.0 : friction > NEVER ? INFINITY : friction;
        for (int k = 0; k < contact->rows; ++k) without[first + k] = rate[contact->row + k];
    }
    for (size_t i = 0; i < rows; ++i) strike->impulse[i] = 0.0;
    for (int round = 0; round < FRICTION_ROUNDS; ++round) {
        add_friction(strike, without, velocity, stopped, strike->before);
        if (impact_law(&strike->impact, strike->impulse, strike->after, room)) return 0;
    }
    double slow = slowest(strike);
    for (int c = 0; c < strike->impact.contacts; ++c) {
        int first = strike->contact[c].first, number = strike->number[c];
        const double *a = strike->after + first;
        if (!mechanism->contact[number].sticking.size || hypot(velocity[first + 1], velocity[first + 2]) > stopped) continue;
        if (separates(strike, c, slow) || !(hypot(a[1], a[2]) > slow)) continue;
        along[2 * number] = a[1];
        along[2 * number + 1] = a[2];
    }
    return 0;
}

int find_sliding(Instance *instance, const Mechanism *mechanism, double stopped, double *along)
{
    size_t mark = instance->scratch_used;
    Strike strike = {.instance = instance, .mechanism = mechanism, .n = mechanism->nv};
    int *closed = scratch_alloc_ints(instance, (size_t)mechanism->contacts), *locked = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < mechanism->contacts; ++c) {
        locked[c] = is_locked(instance, &mechanism->contact[c]);
        closed[c] = !locked[c] && *at(instance, mechanism->contact[c].closed) > 0.0;
        along[2 * c] = along[2 * c + 1] = 0.0;
    }
    int failed = find_forces(&strike, closed, locked, stopped, along);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
