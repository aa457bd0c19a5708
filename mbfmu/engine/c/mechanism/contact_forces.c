/* contact_forces.c: see contact_forces.h. */

#include "contact_forces.h"

#include <string.h>

#include "contact_accelerations.h"
#include "contact_mobility.h"
#include "contact_modes.h"
#include "contact_rows.h"
#include "impact_islands.h"
#include "linear_algebra.h"
#include "mechanism.h"

#define SOFT 1e-6          /* of the largest mobility of a row */
#define FRICTION_ROUNDS 12 /* in which normal forces and the friction under them agree */

/* Accelerations at all rows (rows) without forces of contacts, but with friction under the `normal` forces among these (rows) at points that move: against
   their `velocity`. */
static void add_friction(const ContactMobility *of, const double *without, const double *velocity, const double *normal, double stopped, double *with)
{
    int rows = of->impact.rows;
    copy_numbers(with, without, (size_t)rows);
    for (int c = 0; c < of->impact.contacts; ++c) {
        const ContactPoint *contact = &of->mechanism->contact[of->number[c]];
        int first = of->contact[c].first;
        double speed = contact->sticking.size ? hypot(velocity[first + 1], velocity[first + 2]) : 0.0;
        if (!(speed > stopped)) continue;
        double size = *at(of->instance, contact->friction) * normal[first] / speed;
        for (int k = 1; k < 3; ++k)
            for (int i = 0; i < rows; ++i) with[i] -= of->S[(size_t)i * rows + first + k] * size * velocity[first + k];
    }
}

/* Normals yield a little, all points alike: so loads of redundant ones are those of least squares, as in the equations of motion. */
static void soften(const ContactMobility *of)
{
    int rows = of->impact.rows;
    double largest = 0.0;
    for (int i = 0; i < rows; ++i) largest = fmax(largest, of->S[(size_t)i * rows + i]);
    for (int c = 0; c < of->impact.contacts; ++c) of->S[(size_t)of->contact[c].first * (rows + 1)] += SOFT * largest;
}

/* As if contacts of islands (`among`) were open, but for those that are locked: rows of other islands count as before. */
static int open_among(Instance *instance, const Mechanism *mechanism, const int *among, const int *locked)
{
    int any_locked = 0;
    double *independent = at(instance, mechanism->independent), *groups = at(instance, mechanism->load_groups);
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        if (!among[c]) continue;
        any_locked |= locked[c];
        set_contact(instance, contact, locked[c]);
        for (int i = contact->row; i < contact->row + contact->rows && !locked[c]; ++i) {
            independent[i] = 0.0;
            if (mechanism->load_groups.size) groups[i] = 0.0;
        }
    }
    return any_locked ? choose_contact_rows(instance, mechanism) : 0;
}

/* The law of impacts without restitution, of accelerations instead of velocities, is that of forces. Points that move have friction that is known but for
   their normal forces, which follow from it in turn. */
static int find_forces(Instance *instance, const Mechanism *mechanism, const int *among, const int *closed, const int *locked, double stopped, double *along)
{
    ContactMobility of;
    double *rate = scratch_alloc(instance, (size_t)mechanism->rows), *m = at(instance, instance->problem->m);
    const double *modes = scratch_copy(instance, m, (size_t)instance->problem->m.size);
    if (open_among(instance, mechanism, among, locked) || find_contact_accelerations(instance, mechanism, rate)) return -1;
    for (int c = 0; c < mechanism->contacts; ++c)
        if (among[c]) set_contact(instance, &mechanism->contact[c], closed[c] || locked[c]);
    if (mechanism_evaluate(instance, mechanism) || find_mobility(instance, mechanism, closed, locked, &of)) return -1;
    copy_numbers(m, modes, (size_t)instance->problem->m.size);
    size_t rows = (size_t)of.impact.rows, work = impact_islands_work(of.impact.contacts, of.impact.rows);
    if (reserve(instance, work + 5 * rows)) return -1;
    const double *velocity = scratch_copy(instance, of.before, rows);
    soften(&of);
    double *last = scratch_alloc(instance, rows), *without = scratch_alloc(instance, rows), *force = scratch_alloc(instance, rows), *after = scratch_alloc(instance, rows);
    double *room = scratch_alloc(instance, work);
    for (int c = 0; c < of.impact.contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[of.number[c]];
        int first = of.contact[c].first, moves = contact->sticking.size && hypot(velocity[first + 1], velocity[first + 2]) > stopped;
        of.contact[c].friction = moves ? 0.0 : friction_of(instance, contact);
        for (int k = 0; k < contact->rows; ++k) without[first + k] = rate[contact->row + k];
    }
    for (size_t i = 0; i < rows; ++i) force[i] = 0.0;
    for (int round = 0; round < FRICTION_ROUNDS; ++round) {
        copy_numbers(last, of.before, rows);
        add_friction(&of, without, velocity, force, stopped, of.before);
        if (round && !memcmp(last, of.before, rows * sizeof(double))) break;
        if (impact_islands(&of.impact, force, after, NULL, room)) return 0;
    }
    double slow = slowest(&of, force);
    for (int c = 0; c < of.impact.contacts; ++c) {
        int first = of.contact[c].first, number = of.number[c];
        const double *a = after + first;
        if (!mechanism->contact[number].sticking.size || hypot(velocity[first + 1], velocity[first + 2]) > stopped) continue;
        if (a[0] > slow || !(hypot(a[1], a[2]) > slow)) continue;
        along[2 * number] = a[1];
        along[2 * number + 1] = a[2];
    }
    return 0;
}

int find_sliding(Instance *instance, const Mechanism *mechanism, const int *among, double stopped, double *along)
{
    size_t mark = instance->scratch_used;
    int *closed = scratch_alloc_ints(instance, (size_t)mechanism->contacts), *locked = scratch_alloc_ints(instance, (size_t)mechanism->contacts);
    for (int c = 0; c < mechanism->contacts; ++c) {
        locked[c] = among[c] && is_locked(instance, &mechanism->contact[c]);
        closed[c] = among[c] && !locked[c] && *at(instance, mechanism->contact[c].closed) > 0.0;
        along[2 * c] = along[2 * c + 1] = 0.0;
    }
    int failed = find_forces(instance, mechanism, among, closed, locked, stopped, along);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}
