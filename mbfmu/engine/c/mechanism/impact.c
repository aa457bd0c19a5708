/* impact.c: see impact.h.

   1. collide: speeds back to when contacts met, where a step ends behind that; positions onto the contacts that touch.
   2. find_mobility: their rows in the mass metric, less what other constraints take, B; S = B B^T.
   3. strike: the law of impacts, and the change of speeds B^T p that the impulses p make.
   4. Where contacts would jump more slowly than they rest, or no higher than roundoff, the same without their restitution: the end of infinitely many
      impacts. Those that still would, as a body does that rocks, stay as well.
   5. Contacts that separate are open, others stick or slide. */

#include "impact.h"

#include "contact_accelerations.h"
#include "contact_mobility.h"
#include "contact_modes.h"
#include "contact_rows.h"
#include "impact_islands.h"
#include "late_impact.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "mechanism_level.h"
#include "projection.h"
#include "schedule.h"

#define HEIGHTS 100.0  /* roundoffs of a gap: no jump that is as low can be followed */
#define GRAZING 1e-10  /* of a tangential velocity: a normal one that is slower is none */
#define SHARES 10      /* halvings of the share of friction with which there are impulses: as many as its digits told */
#define OPENING 4.0    /* roundoffs of a gap beyond which an open contact closes */
#define HOP 1e-10      /* m: so deep a point comes back that can neither stay nor leave */

/* The contacts that touch, velocities and impulses of their rows, and `speeds` before. */
typedef struct {
    ContactMobility at;
    int *rests, *hops; /* which would separate for so short that they stay; which would be pulled if they did */
    double *restitution, *after, *impulse, *speeds; /* restitution: at the speeds before the impact */
    ImpactPhases phases;
} Strike;

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

void let_hop(const Instance *instance, const ContactPoint *contact) { *at(instance, contact->offset) -= HOP; }

int refuse_held(Instance *instance, const Sentence *names)
{
    return names->length ? fail(instance, "at t = %.9g s nothing gives way where these touch: %s; both sides are fixed to each other, or their motion is prescribed, "
                                "or one is in the middle of the other; leave the contact out, let a side move by forces, or start them apart",
                                *at(instance, instance->problem->t), names->text) : 0;
}

/* Contacts that meet, or stay together, where other constraints prescribe the motion of both sides. */
static int find_held(const Strike *strike, double slow)
{
    Sentence names = {"", 0};
    for (int c = 0; c < strike->at.impact.contacts; ++c)
        if (is_held(&strike->at, c) && strike->at.before[strike->at.contact[c].first] <= slow)
            say(&names, "%s%s", names.length ? ", " : "", strike->at.mechanism->contact[strike->at.number[c]].name);
    return refuse_held(strike->at.instance, &names);
}

/* With friction times `share`. Contacts that rest or hop have no restitution. */
static int find_impulses(Strike *strike, double share, int bites, double *work)
{
    strike->at.impact.bites = bites;
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        double friction = friction_of(strike->at.instance, &strike->at.mechanism->contact[strike->at.number[c]]);
        strike->at.contact[c].friction = friction < INFINITY ? share * friction : friction;
        strike->at.contact[c].restitution = strike->rests[c] || strike->hops[c] ? 0.0 : strike->restitution[c];
    }
    return impact_islands(&strike->at.impact, strike->impulse, strike->after, &strike->phases, work);
}

/* Where points that never slide have no impulses by friction, they hold as spikes do. */
static int exist(Strike *strike, double share, double *work)
{
    int any = 0;
    if (!find_impulses(strike, share, 0, work)) return 1;
    for (int c = 0; c < strike->at.impact.contacts; ++c) any |= never_slides(&strike->at.mechanism->contact[strike->at.number[c]]);
    return any && !find_impulses(strike, share, 1, work);
}

/* Friction may jam bodies, so that impulses would grow beyond all bounds: up to a share of it there are some. */
static int refuse_impact(Strike *strike, double *work)
{
    Instance *instance = strike->at.instance;
    Sentence names = {"", 0}, cause = {"", 0};
    double low = 0.0, high = 1.0;
    for (int c = 0; c < strike->at.impact.contacts; ++c) say(&names, "%s%s", c ? ", " : "", strike->at.mechanism->contact[strike->at.number[c]].name);
    if (exist(strike, low, work)) {
        for (int i = 0; i < SHARES; ++i) *(exist(strike, 0.5 * (low + high), work) ? &low : &high) = 0.5 * (low + high);
        say(&cause, ": friction jams them as wedges do, and holds them however hard they are pushed; with less than %.3g times their coefficients of friction it does not", high);
    }
    return fail(instance, "at t = %.9g s no impulses are found for the impact of %s%s; reduce friction, let fewer contacts touch at once, "
                          "or bring the masses within 1e9 of each other",
                *at(instance, instance->problem->t), names.text, cause.text);
}

static int strike_all(Strike *strike)
{
    Instance *instance = strike->at.instance;
    const Mechanism *mechanism = strike->at.mechanism;
    size_t mark = instance->scratch_used, work = impact_islands_work(strike->at.impact.contacts, strike->at.impact.rows);
    if (reserve(instance, work + (size_t)strike->at.n)) return -1;
    double *change = scratch_alloc(instance, (size_t)strike->at.n), *v = speeds_of(instance, mechanism);
    double *room = scratch_alloc(instance, work);
    if (!exist(strike, 1.0, room)) return refuse_impact(strike, room);
    for (int j = 0; j < strike->at.n; ++j) change[j] = 0.0;
    add_combination(strike->at.B, strike->at.impact.rows, strike->at.n, strike->impulse, change);
    from_metric(&strike->at.metric, change);
    for (int j = 0; j < strike->at.n; ++j) v[j] = strike->speeds[j] + change[j];
    instance->scratch_used = mark;
    return 0;
}

static int separates(const Strike *strike, int c, double slow) { return !strike->rests[c] && strike->after[strike->at.contact[c].first] > slow; }

/* Modes of the contacts that touch: closed, but for those that separate, and sticking, but for those that slide. */
static void set_modes(const Strike *strike, double slow)
{
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        const ContactPoint *contact = &strike->at.mechanism->contact[strike->at.number[c]];
        const double *v = strike->after + strike->at.contact[c].first;
        int closed = !separates(strike, c, slow);
        set_contact(strike->at.instance, contact, closed);
        hold_friction(strike->at.instance, contact, 0.0, 0.0);
        if (closed && contact->sticking.size && hypot(v[1], v[2]) > slow) slide_contact(strike->at.instance, contact, v[1], v[2]);
    }
}

/* Points that never slide, and would rest but be pulled there: those hop, and leave with the speed that they have. Of the others that are `low` some rest. */
static int find_hopping(Strike *strike, double slow, const int *low)
{
    Instance *instance = strike->at.instance;
    const Mechanism *mechanism = strike->at.mechanism;
    int any = 0, *rests = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < strike->at.impact.contacts; ++c) any |= low[c];
    if (!any) return 0;
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        rests[c] = strike->rests[c];
        strike->rests[c] |= low[c];
    }
    set_modes(strike, slow);
    if (choose_contact_rows(instance, mechanism) || run(instance, instance->problem->derivative)) return -1;
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        strike->hops[c] = low[c] && *at(instance, mechanism->contact[strike->at.number[c]].multipliers) < 0.0;
        strike->rests[c] = rests[c] && !strike->hops[c];
    }
    return 0;
}

/* Which contacts separate more slowly than they rest, or come back within a step of fixed size, or from no higher than roundoff; where others integrate, than
   the tolerance; and which of them hop. Whether any does. */
static int find_resting(Strike *strike, double slow, int *any)
{
    Instance *instance = strike->at.instance;
    const Mechanism *mechanism = strike->at.mechanism;
    size_t mark = instance->scratch_used;
    int separating = *any = 0;
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        strike->rests[c] = strike->hops[c] = 0;
        separating |= separates(strike, c, slow);
    }
    if (!separating) return 0;
    if (reserve(instance, 2 * (size_t)mechanism->rows + 2 * (size_t)mechanism->contacts)) return -1;
    double *acceleration = scratch_alloc(instance, (size_t)mechanism->rows), *bounds = roundoffs(instance, mechanism);
    int *low = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    set_modes(strike, slow);
    if (choose_contact_rows(instance, mechanism) || find_contact_accelerations(instance, mechanism, acceleration)) return -1;
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[strike->at.number[c]];
        double v = strike->after[strike->at.contact[c].first];
        double lowest = instance->integrated_outside ? instance->state->tolerance : HEIGHTS * bounds[contact->row];
        double back = -acceleration[contact->row], lasts = 0.5 * back * unsearched_time(instance);
        int leaves = separates(strike, c, slow);
        strike->rests[c] = leaves && (v < *at(instance, contact->rest_speed) || v < lasts || v * v < 2.0 * back * lowest);
        low[c] = leaves && never_slides(contact) && back > 0.0 && (strike->rests[c] || v * v < 2.0 * back * HOP);
    }
    int failed = find_hopping(strike, slow, low);
    for (int c = 0; c < strike->at.impact.contacts; ++c) *any |= strike->rests[c] || strike->hops[c];
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

/* The largest sum of the sizes of terms that a velocity has: where these are those of fast bodies, roundoff may be all that there is. */
static double size_of_terms(const Strike *strike)
{
    Instance *instance = strike->at.instance;
    const Mechanism *mechanism = strike->at.mechanism;
    size_t mark = instance->scratch_used;
    double *bounds = scratch_alloc(instance, (size_t)mechanism->rows), largest = 0.0;
    const Level level = speeds(instance, mechanism);
    roundoff(&level, bounds);
    for (int c = 0; c < strike->at.impact.contacts; ++c)
        for (int i = 0; i < strike->at.contact[c].rows; ++i) largest = fmax(largest, bounds[mechanism->contact[strike->at.number[c]].row + i] / ROUNDOFF);
    instance->scratch_used = mark;
    return largest;
}

/* What never slides and is set down while it moves along the ground strikes it: as if it came down slowly. */
static void press_spikes(const Strike *strike)
{
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        const ImpactContact *contact = &strike->at.contact[c];
        double *v = strike->at.before + contact->first, slow = contact->rows > 2 ? GRAZING * hypot(v[1], v[2]) : 0.0;
        if (!(friction_of(strike->at.instance, &strike->at.mechanism->contact[strike->at.number[c]]) < INFINITY) && fabs(v[0]) < slow) v[0] = -slow;
    }
}

static int find_strike(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, Strike *strike)
{
    if (find_mobility(instance, mechanism, touching, locked, &strike->at)) return -1;
    press_spikes(strike);
    if (reserve(instance, (size_t)mechanism->rows + (size_t)mechanism->nv)) return -1;
    strike->at.impact.size = size_of_terms(strike);
    size_t rows = (size_t)strike->at.impact.rows, n = (size_t)strike->at.n, contacts = (size_t)strike->at.impact.contacts;
    if (reserve(instance, 3 * rows + n + contacts + 2 * (size_t)mechanism->contacts)) return -1;
    strike->restitution = scratch_alloc(instance, contacts);
    for (size_t c = 0; c < contacts; ++c) strike->restitution[c] = *at(instance, mechanism->contact[strike->at.number[c]].restitution);
    strike->rests = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    strike->hops = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < mechanism->contacts; ++c) strike->rests[c] = strike->hops[c] = 0;
    strike->after = scratch_alloc(instance, rows);
    strike->impulse = scratch_alloc(instance, rows);
    strike->phases.compression = scratch_alloc(instance, rows);
    strike->speeds = scratch_copy(instance, speeds_of(instance, mechanism), n);
    return 0;
}

static void note_jump(const Strike *strike, const int *touching, const int *locked, ContactJump *jump)
{
    const Mechanism *mechanism = strike->at.mechanism;
    jump->collided = 1;
    jump->factor = strike->phases.factor;
    copy_numbers(jump->speeds, strike->speeds, (size_t)strike->at.n);
    for (int i = 0; i < mechanism->rows; ++i) jump->compression[i] = jump->whole[i] = 0.0;
    for (int c = 0; c < mechanism->contacts; ++c) {
        jump->touching[c] = touching[c];
        jump->locked[c] = locked[c];
    }
    for (int c = 0; c < strike->at.impact.contacts; ++c) {
        const ImpactContact *contact = &strike->at.contact[c];
        int row = mechanism->contact[strike->at.number[c]].row;
        jump->restitution[strike->at.number[c]] = contact->restitution;
        copy_numbers(jump->compression + row, strike->phases.compression + contact->first, (size_t)contact->rows);
        copy_numbers(jump->whole + row, strike->impulse + contact->first, (size_t)contact->rows);
    }
}

static int collide_and_open(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, ContactJump *jump)
{
    Strike strike;
    int any;
    if (choose_contact_rows(instance, mechanism) || meet_earlier(instance, mechanism, touching) || project_positions(instance, mechanism)) return -1;
    if (find_strike(instance, mechanism, touching, locked, &strike) || strike_all(&strike)) return -1;
    double slow = slowest(&strike.at, strike.impulse);
    if (find_held(&strike, slow)) return -1;
    if (find_resting(&strike, slow, &any) || (any && (strike_all(&strike) || find_resting(&strike, slow, &any)))) return -1;
    if (jump) note_jump(&strike, touching, locked, jump);
    set_modes(&strike, INFINITY);
    if (mechanism_evaluate(instance, mechanism)) return -1;
    set_modes(&strike, slow);
    for (int c = 0; c < strike.at.impact.contacts; ++c) {
        if (!separates(&strike, c, slow)) continue;
        open_contact(instance, mechanism, strike.at.number[c]);
        if (strike.hops[c]) let_hop(instance, &mechanism->contact[strike.at.number[c]]);
    }
    return 0;
}

int collide(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, ContactJump *jump)
{
    size_t mark = instance->scratch_used;
    int failed = collide_and_open(instance, mechanism, touching, locked, jump);
    instance->scratch_used = mark;
    return failed;
}
