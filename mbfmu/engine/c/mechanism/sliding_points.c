/* sliding_points.c: see sliding_points.h. */

#include "sliding_points.h"

#include "contact_forces.h"
#include "contact_islands.h"
#include "contact_modes.h"
#include "contact_rows.h"
#include "friction_shares.h"
#include "projection.h"

#define STOPPED 1e-6  /* m/s: a point that is slower has stopped */
#define NOISY 1e-5    /* m/s: so has one that turns at less, where errors of the integration turn it */
#define RESTING 1e-9  /* m/s: a point that is faster slides on where it goes */
#define LIMIT 0.999999999 /* of friction: a share that is smaller holds */
#define SAME 1e-7      /* of a share: what differs by less is the same */
#define NOTHING 1e-8   /* of the largest share: so is what differs by less than that */
#define TURNED 0.5    /* of the velocity along the direction held, across it: where one point takes its new direction, others do that have turned so far */

int sticking_number(const Instance *instance, const Mechanism *mechanism, int contact) { return mechanism->contact[contact].sticking.start - instance->problem->m.start; }

static int guided_number(const Instance *instance, const Mechanism *mechanism, int contact) { return mechanism->contact[contact].guided.start - instance->problem->m.start; }

int any_turns(const Instance *instance, const Mechanism *mechanism, const double *before, int heeded)
{
    double *m = at(instance, instance->problem->m);
    int any = 0;
    for (int c = 0; c < mechanism->contacts; ++c) {
        int sticking = sticking_number(instance, mechanism, c), guided = guided_number(instance, mechanism, c);
        if (!mechanism->contact[c].sticking.size || (before[sticking] == m[sticking] && before[guided] == m[guided])) continue;
        any = 1;
        if (heeded) continue;
        m[sticking] = before[sticking];
        m[guided] = before[guided];
    }
    return any && heeded;
}

/* The friction of points that begin to slide: those that bear nothing go with them, since they could hold nothing. */
static void find_leaving(int contacts, const int *sticking, const double *ratio, const double *forces, double *resultant)
{
    resultant[0] = resultant[1] = 0.0;
    for (int c = 0; c < contacts; ++c)
        for (int i = 0; i < 2; ++i)
            if (sticking[c] && ratio[c] > LIMIT) resultant[i] += forces[2 * c + i];
}

/* Where a new share is what is held already, nothing would change: points that exceed their friction by these very shares slide. */
static void release(const Instance *instance, const Mechanism *mechanism, const int *sticking, const int *exceeds, const double *present, double *forces, double *ratio)
{
    double largest = 0.0;
    for (int c = 0; c < mechanism->contacts; ++c)
        if (sticking[c]) largest = fmax(largest, hypot(forces[2 * c], forces[2 * c + 1]));
    for (int c = 0; c < mechanism->contacts; ++c) {
        if (!sticking[c]) continue;
        const double *held = at(instance, mechanism->contact[c].held), *force = forces + 2 * c;
        if (hypot(force[0] - held[0], force[1] - held[1]) > SAME * hypot(force[0], force[1]) + NOTHING * largest) return;
    }
    for (int c = 0; c < mechanism->contacts; ++c) {
        if (!exceeds[c]) continue;
        ratio[c] = INFINITY;
        copy_numbers(forces + 2 * c, present + 2 * c, 2);
    }
}

/* Points whose force exceeds friction share it anew with others of their islands (`among`) that stick. Those whose share is still too much begin to slide against it. */
static int leave_points(Instance *instance, const Mechanism *mechanism, const int *among, const double *before)
{
    int contacts = mechanism->contacts, any = 0, *sticking = scratch_alloc_ints(instance, (size_t)contacts), *exceeds = scratch_alloc_ints(instance, (size_t)contacts);
    int *holding = scratch_alloc_ints(instance, (size_t)contacts);
    double *forces = scratch_alloc(instance, 2 * (size_t)contacts), *ratio = scratch_alloc(instance, (size_t)contacts), resultant[2];
    for (int c = 0; c < contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        exceeds[c] = 0;
        int closed = among[c] && *mode_of(instance, mechanism, c) > 0.0;
        sticking[c] = closed && contact->sticking.size && before[sticking_number(instance, mechanism, c)] > 0.0;
        holding[c] = sticking[c] || (closed && never_slides(contact));
        for (int i = 0; i < 2; ++i) forces[2 * c + i] = holding[c] ? at(instance, contact->multipliers)[1 + i] + (sticking[c] ? at(instance, contact->held)[i] : 0.0) : 0.0;
        if (!sticking[c]) continue;
        any |= exceeds[c] = !(*at(instance, contact->sticking) > 0.0);
        *at(instance, contact->sticking) = 1.0;
    }
    if (!any) return 0;
    const double *present = scratch_copy(instance, forces, 2 * (size_t)contacts);
    if (mechanism_evaluate(instance, mechanism) || share_friction(instance, mechanism, holding, forces, ratio)) return -1;
    release(instance, mechanism, sticking, exceeds, present, forces, ratio);
    find_leaving(contacts, sticking, ratio, forces, resultant);
    for (int c = 0; c < contacts; ++c) {
        const double *against = ratio[c] > LIMIT ? forces + 2 * c : resultant;
        int rests = forces[2 * c] == 0.0 && forces[2 * c + 1] == 0.0;
        if (!sticking[c]) continue;
        hold_friction(instance, &mechanism->contact[c], forces[2 * c], forces[2 * c + 1]);
        if (ratio[c] > LIMIT || (rests && (resultant[0] != 0.0 || resultant[1] != 0.0))) guide_contact(instance, &mechanism->contact[c], -against[0], -against[1]);
    }
    return 0;
}

static int slid(const Instance *instance, const Mechanism *mechanism, const double *before, int contact)
{
    const ContactPoint *of = &mechanism->contact[contact];
    return of->sticking.size && *mode_of(instance, mechanism, contact) > 0.0 && !(before[sticking_number(instance, mechanism, contact)] > 0.0);
}

/* Whether a velocity is against the direction in which a point slid: it has stopped in between, where steps of fixed size or of others end behind that. */
static int has_reversed(const Instance *instance, const ContactPoint *contact, const double *v)
{
    const double *d = at(instance, contact->direction);
    return d[0] * v[1] + d[1] * v[2] < -fabs(d[0] * v[2] - d[1] * v[1]);
}

static int has_turned(const Instance *instance, const ContactPoint *contact, const double *v)
{
    const double *d = at(instance, contact->direction);
    return !(*at(instance, contact->guided) > 0.0) && hypot(v[1], v[2]) > NOISY && fabs(d[0] * v[2] - d[1] * v[1]) > TURNED * (d[0] * v[1] + d[1] * v[2]);
}

/* Which points that slid come to their end: the velocity has turned from the direction held, or has stopped. */
static int find_ends(const Instance *instance, const Mechanism *mechanism, const double *before, int *slides, int *ends)
{
    int any = 0;
    for (int c = 0; c < mechanism->contacts; ++c) {
        slides[c] = slid(instance, mechanism, before, c);
        any |= ends[c] = slides[c] && *at(instance, mechanism->contact[c].sticking) > 0.0;
    }
    return any;
}

/* Of points that still slide those that have stopped stick; how many. Speeds are then as if all of them did. */
static int stop_slow(Instance *instance, const Mechanism *mechanism, const double *modes, const int *ends, int *slides, int *stopped)
{
    *stopped = 0;
    for (int c = 0; c < mechanism->contacts; ++c)
        if (slides[c]) stick_contact(instance, &mechanism->contact[c]);
    if (mechanism_evaluate(instance, mechanism)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        const double *v = at(instance, mechanism->psi) + contact->row;
        if (!slides[c]) continue;
        slides[c] = hypot(v[1], v[2]) > (ends[c] ? NOISY : STOPPED) && !(ends[c] && has_reversed(instance, contact, v));
        *stopped += !slides[c];
        hold_friction(instance, contact, 0.0, 0.0);
        if (!slides[c]) continue;
        *at(instance, contact->sticking) = 0.0;
        *at(instance, contact->guided) = modes[guided_number(instance, mechanism, c)];
        if (ends[c] || has_turned(instance, contact, v)) slide_contact(instance, contact, v[1], v[2]);
    }
    return 0;
}

int halt(Instance *instance, const Mechanism *mechanism)
{
    Outcome outcome;
    return choose_contact_rows(instance, mechanism) || mechanism_evaluate(instance, mechanism) || project(instance, mechanism, NULL, &outcome) ? -1 : 0;
}

int stop_together(Instance *instance, const Mechanism *mechanism, const double *modes, const int *ends, int *slides)
{
    int stopped, first = 1;
    do {
        if (stop_slow(instance, mechanism, modes, ends, slides, &stopped)) return -1;
        if ((first || stopped) && halt(instance, mechanism)) return -1;
        first = 0;
    } while (stopped);
    return 0;
}

/* Points that slid, where one of them comes to its end; one that has only turned slides on in its new direction. Speeds go onto the rows that then act. */
static int stop_points(Instance *instance, const Mechanism *mechanism, const double *before)
{
    const double *modes = scratch_copy(instance, at(instance, instance->problem->m), (size_t)instance->problem->m.size);
    int *ends = scratch_alloc_ints(instance, (size_t)mechanism->contacts), *slides = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    return find_ends(instance, mechanism, before, slides, ends) ? stop_together(instance, mechanism, modes, ends, slides) : halt(instance, mechanism);
}

/* Points begin to slide, or cease to. */
static int turn_points(Instance *instance, const Mechanism *mechanism, const int *among, const double *before)
{
    return leave_points(instance, mechanism, among, before) || stop_points(instance, mechanism, before) ? -1 : 0;
}

/* Which rows count and which share loads, as chosen, and back: rows are chosen anew where contacts are opened on trial. */
static double *keep_rows(Instance *instance, const Mechanism *mechanism)
{
    const Ref of[] = {mechanism->independent, mechanism->load_groups, mechanism->load_weights};
    double *kept = scratch_alloc(instance, 3 * (size_t)mechanism->rows), *to = kept;
    for (int i = 0; i < 3; to += of[i++].size) copy_numbers(to, at(instance, of[i]), (size_t)of[i].size);
    return kept;
}

static void give_rows_back(const Instance *instance, const Mechanism *mechanism, const double *kept)
{
    const Ref of[] = {mechanism->independent, mechanism->load_groups, mechanism->load_weights};
    for (int i = 0; i < 3; kept += of[i++].size) copy_numbers(at(instance, of[i]), kept, (size_t)of[i].size);
}

int aim_points(Instance *instance, const Mechanism *mechanism, const int *among, const double *before, const double *modes)
{
    size_t mark = instance->scratch_used, rows = (size_t)(mechanism->rows - mechanism->contact[0].row);
    if (reserve(instance, 2 * (size_t)mechanism->contacts + rows + 3 * (size_t)mechanism->rows)) return -1;
    double *along = scratch_alloc(instance, 2 * (size_t)mechanism->contacts), *forces = at(instance, mechanism->contact[0].multipliers);
    const double *present = scratch_copy(instance, forces, rows), *chosen = keep_rows(instance, mechanism); /* by forces rows are chosen */
    int failed = find_sliding(instance, mechanism, among, RESTING, along), any = 0;
    copy_numbers(forces, present, rows);
    give_rows_back(instance, mechanism, chosen);
    for (int c = 0; c < mechanism->contacts && !failed; ++c) {
        if (!(hypot(along[2 * c], along[2 * c + 1]) > 0.0)) continue;
        int guided = guided_number(instance, mechanism, c), sticking = sticking_number(instance, mechanism, c);
        int left = before[guided] > 0.0 && (!(modes[guided] > 0.0) || modes[sticking] > 0.0);
        (left ? slide_contact : guide_contact)(instance, &mechanism->contact[c], along[2 * c], along[2 * c + 1]);
        any = 1;
    }
    instance->scratch_used = mark;
    return failed || (any && choose_contact_rows(instance, mechanism)) ? -1 : 0;
}

int turn_and_aim(Instance *instance, const Mechanism *mechanism, const double *before, const double *modes)
{
    const double *m = at(instance, instance->problem->m);
    int *turned = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < mechanism->contacts; ++c) {
        int sticking = sticking_number(instance, mechanism, c), guided = guided_number(instance, mechanism, c);
        turned[c] = mechanism->contact[c].sticking.size && (before[sticking] != m[sticking] || before[guided] != m[guided]);
    }
    const int *among = contacts_around(instance, mechanism, turned);
    return turn_points(instance, mechanism, among, before) || aim_points(instance, mechanism, among, before, modes) ? -1 : 0;
}
