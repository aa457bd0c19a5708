/* contact_islands.c: see contact_islands.h. Rows lead from each speed that they have to the others. Masses lead no further: in its pattern a row has all speeds
   that masses couple. */

#include "contact_islands.h"

#include "mechanism.h"

static int island_of(int *with, int speed)
{
    while (with[speed] != speed) speed = with[speed] = with[with[speed]];
    return speed;
}

static void join(const Mechanism *mechanism, int row, int *with)
{
    const Pattern of = mechanism->A_pattern;
    for (int p = of.start[row] + 1; p < of.start[row + 1]; ++p) with[island_of(with, of.column[p])] = island_of(with, of.column[p - 1]);
}

/* The island of the speeds of a contact; -1 where it has none. */
static int island_of_contact(const Mechanism *mechanism, int contact, int *with)
{
    int row = mechanism->contact[contact].row, first = mechanism->A_pattern.start[row];
    return first < mechanism->A_pattern.start[row + 1] ? island_of(with, mechanism->A_pattern.column[first]) : -1;
}

int *contacts_around(Instance *instance, const Mechanism *mechanism, const int *turned)
{
    size_t nv = (size_t)mechanism->nv;
    int *around = scratch_alloc_ints(instance, (size_t)mechanism->contacts), *with = scratch_alloc_ints(instance, nv), *reached = scratch_alloc_ints(instance, nv);
    for (int j = 0; j < mechanism->nv; ++j) with[j] = j;
    for (int i = 0; i < first_contact_row(mechanism); ++i) join(mechanism, i, with);
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        around[c] = *at(instance, contact->closed) > 0.0;
        for (int i = 0; around[c] && i < contact->rows; ++i) join(mechanism, contact->row + i, with);
    }
    for (int j = 0; j < mechanism->nv; ++j) reached[j] = 0;
    for (int c = 0; c < mechanism->contacts; ++c) {
        int island = island_of_contact(mechanism, c, with);
        if (turned[c] && island >= 0) reached[island] = 1;
    }
    for (int c = 0; c < mechanism->contacts; ++c) {
        int island = island_of_contact(mechanism, c, with);
        around[c] = around[c] && island >= 0 && reached[island];
    }
    return around;
}
