/* contact_event.c: see contact_event.h. */

#include "contact_event.h"

#include "contact_accelerations.h"
#include "contact_islands.h"
#include "contact_modes.h"
#include "contact_rows.h"
#include "impact.h"
#include "indeterminate_multipliers.h"
#include "mechanism.h"
#include "schedule.h"
#include "sliding_points.h"

#define TOUCHING 1e-9 /* m: contacts as near are in an impact together */
#define OFF 1e-6      /* m/s: a closed contact that moves by more along its normal is off the rows that hold */
#define INSIDE 1e-6   /* m: a start may be off by that much */

/* As if all were closed: so their gaps and rows can be seen. */
static int see_all(Instance *instance, const Mechanism *mechanism)
{
    for (int c = 0; c < mechanism->contacts; ++c) set_contact(instance, &mechanism->contact[c], 1);
    return mechanism_evaluate(instance, mechanism) || run(instance, mechanism->find_terms) ? -1 : 0;
}

static int may_close(const Instance *instance, const ContactPoint *contact) { return !contact->ready.size || *at(instance, contact->ready) > 0.0; }

/* Which contacts are closed and do not open, whatever happens: as joints, they take no part in impacts. Locks say so as they were before. */
static int find_locked(Instance *instance, const Mechanism *mechanism, const double *before, int *locked)
{
    double *m = at(instance, instance->problem->m);
    const double *modes = scratch_copy(instance, m, (size_t)instance->problem->m.size);
    copy_numbers(m, before, (size_t)instance->problem->m.size);
    int failed = mechanism_evaluate(instance, mechanism);
    for (int c = 0; c < mechanism->contacts; ++c) locked[c] = is_locked(instance, &mechanism->contact[c]);
    copy_numbers(m, modes, (size_t)instance->problem->m.size);
    return failed ? -1 : 0;
}

/* Which contacts touch, but for those that are locked; of all others the modes are open, also of points that are gone, as those of a face that has slipped
   off an edge. Refused if one closes whose sides never move against each other. */
static int find_touching(Instance *instance, const Mechanism *mechanism, const double *modes, const int *locked, int *touching)
{
    Sentence held = {"", 0};
    if (see_all(instance, mechanism)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        int row = mechanism->contact[c].row, closed = modes[mode_number(instance, mechanism, c)] > 0.0;
        if (closed && !is_active(instance, mechanism, row) && at(instance, mechanism->phi)[row] < INSIDE) say(&held, "%s%s", held.length ? ", " : "", mechanism->contact[c].name);
        touching[c] = !locked[c] && is_active(instance, mechanism, row) && (closed || (may_close(instance, &mechanism->contact[c]) && at(instance, mechanism->phi)[row] < TOUCHING));
        set_contact(instance, &mechanism->contact[c], touching[c] || locked[c]);
    }
    return refuse_held(instance, &held);
}

/* Of those that opened only the one whose indicator says most; -1 if none has. */
static int open_one(Instance *instance, const Mechanism *mechanism, const double *before, int *opened)
{
    const double *g = at(instance, instance->problem->g);
    int most = *opened = -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        int mode = mode_number(instance, mechanism, c);
        if (!(before[mode] > *mode_of(instance, mechanism, c))) continue;
        if (most < 0 || g[mode] < g[mode_number(instance, mechanism, most)]) most = c;
        *mode_of(instance, mechanism, c) = 1.0;
    }
    if (most < 0) return 0;
    if (mechanism_evaluate(instance, mechanism)) return -1;
    open_contact(instance, mechanism, most);
    *opened = most;
    return 0;
}

/* Whether a contact that is closed still moves along its normal: so slowly that beside the impulses this is none. */
static int is_off(const Instance *instance, const Mechanism *mechanism)
{
    for (int c = 0; c < mechanism->contacts; ++c)
        if (*mode_of(instance, mechanism, c) > 0.0 && fabs(at(instance, mechanism->psi)[mechanism->contact[c].row]) > OFF) return 1;
    return 0;
}

/* Contacts collide; points that would slide behind it more slowly than the integration tells do not. */
static int strike(Instance *instance, const Mechanism *mechanism, const int *touching, const int *locked, ContactJump *jump)
{
    int any = 0, *ends = scratch_alloc_ints(instance, (size_t)mechanism->contacts), *slides = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    if (collide(instance, mechanism, touching, locked, jump)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        ends[c] = 0;
        any |= slides[c] = contact->sticking.size && *mode_of(instance, mechanism, c) > 0.0 && !(*at(instance, contact->sticking) > 0.0);
    }
    const double *modes = scratch_copy(instance, at(instance, instance->problem->m), (size_t)instance->problem->m.size);
    if (any) return stop_together(instance, mechanism, modes, ends, slides);
    return is_off(instance, mechanism) ? halt(instance, mechanism) : 0;
}

/* A point that stuck, and would come back at once where it opens: friction alone had pulled it off, so it slides. */
static int slide_instead(Instance *instance, const Mechanism *mechanism, int opened, double offset, const double *before, const double *modes)
{
    const ContactPoint *contact = &mechanism->contact[opened];
    int *turned = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    set_contact(instance, contact, 1);
    for (int c = 0; c < mechanism->contacts; ++c) turned[c] = c == opened;
    if (choose_contact_rows(instance, mechanism) || mechanism_evaluate(instance, mechanism)) return -1;
    if (aim_points(instance, mechanism, contacts_around(instance, mechanism, turned), before, modes)) return -1;
    if (*at(instance, contact->sticking) > 0.0) set_contact(instance, contact, 0);
    *at(instance, contact->offset) = offset;
    return choose_contact_rows(instance, mechanism);
}

/* One that never slides, and would come back: others that never slide may wedge it in, else it hops, and not as often as roundoff would let it. */
static int wedge_or_hop(Instance *instance, const Mechanism *mechanism, int opened)
{
    const ContactPoint *contact = &mechanism->contact[opened];
    double offset = *at(instance, contact->offset);
    set_contact(instance, contact, 1);
    int relieved = relieve_contact(instance, mechanism, opened);
    if (relieved) return relieved < 0 ? -1 : 0;
    set_contact(instance, contact, 0);
    *at(instance, contact->offset) = offset;
    let_hop(instance, contact);
    return choose_contact_rows(instance, mechanism);
}

/* A contact opens that is pulled, unless it would come back at once. */
static int open_or_hold(Instance *instance, const Mechanism *mechanism, const double *before, const double *modes)
{
    int opened;
    if (reserve(instance, (size_t)mechanism->contacts + (size_t)mechanism->rows)) return -1;
    double *acceleration = scratch_alloc(instance, (size_t)mechanism->rows);
    if (open_one(instance, mechanism, before, &opened) || choose_contact_rows(instance, mechanism)) return -1;
    if (opened < 0) return 0;
    const ContactPoint *contact = &mechanism->contact[opened];
    int stuck = contact->sticking.size && before[sticking_number(instance, mechanism, opened)] > 0.0;
    if (!never_slides(contact) && !stuck) return 0;
    if (find_contact_accelerations(instance, mechanism, acceleration)) return -1;
    if (!(acceleration[contact->row] < 0.0)) return 0;
    return never_slides(contact) ? wedge_or_hop(instance, mechanism, opened) : slide_instead(instance, mechanism, opened, *at(instance, contact->offset), before, modes);
}

static int pass(Instance *instance, const Mechanism *mechanism, const double *before, ContactJump *jump)
{
    int changed = 0, closing = 0, failed, *touching = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    int *locked = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    double *modes = scratch_copy(instance, at(instance, instance->problem->m), (size_t)instance->problem->m.size);
    for (int c = 0; c < mechanism->contacts; ++c) {
        int mode = mode_number(instance, mechanism, c);
        changed |= before[mode] != modes[mode];
        closing |= before[mode] < modes[mode];
        modes[mode] = fmax(before[mode], modes[mode]);
    }
    if (!any_turns(instance, mechanism, before, !changed) && !changed) return 0;
    if (jump) jump->turned = !changed;
    if (!changed) return turn_and_aim(instance, mechanism, before, modes) || find_indeterminate_multipliers(instance, mechanism) ? -1 : 0;
    if (closing)
        failed = find_locked(instance, mechanism, before, locked) || find_touching(instance, mechanism, modes, locked, touching) ||
                 strike(instance, mechanism, touching, locked, jump) || choose_contact_rows(instance, mechanism);
    else
        failed = open_or_hold(instance, mechanism, before, modes);
    return failed || find_indeterminate_multipliers(instance, mechanism) ? -1 : 0;
}

int contact_event(Instance *instance, const Mechanism *mechanism, const double *before, ContactJump *jump)
{
    size_t mark = instance->scratch_used;
    int failed = mechanism->contacts ? pass(instance, mechanism, before, jump) : 0;
    instance->scratch_used = mark;
    return failed;
}

int contacts_start(Instance *instance, const Mechanism *mechanism)
{
    Sentence inside = {"", 0};
    if (!mechanism->contacts) return 0;
    if (see_all(instance, mechanism)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        double gap = at(instance, mechanism->phi)[contact->row];
        if (contact->ready.size) *at(instance, contact->ready) = gap > -TOUCHING;
        else if (is_active(instance, mechanism, contact->row) && gap < -INSIDE)
            say(&inside, "%s%s by %.4g %s", inside.length ? ", " : "", contact->name, -gap, mechanism->row[contact->row].unit);
        *at(instance, contact->offset) = TOUCHING;
        set_contact(instance, contact, 0);
    }
    if (mechanism_evaluate(instance, mechanism)) return -1;
    turn_axes(instance, mechanism);
    return inside.length ? fail(instance, "surfaces or stops begin within each other: %s; start them apart", inside.text) : 0;
}

void contacts_started(Instance *instance, const Mechanism *mechanism)
{
    for (int c = 0; c < mechanism->contacts; ++c) {
        double *offset = at(instance, mechanism->contact[c].offset);
        if (*mode_of(instance, mechanism, c) < 1.0) *offset = fmin(*offset, 0.0);
    }
}
