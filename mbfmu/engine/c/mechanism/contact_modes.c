/* contact_modes.c: see contact_modes.h. */

#include "contact_modes.h"

double *mode_of(const Instance *instance, const Mechanism *mechanism, int contact) { return at(instance, mechanism->contact[contact].closed); }

int mode_number(const Instance *instance, const Mechanism *mechanism, int contact) { return mechanism->contact[contact].closed.start - instance->problem->m.start; }

void set_contact(const Instance *instance, const ContactPoint *contact, int closed)
{
    *at(instance, contact->closed) = closed;
    if (contact->sticking.size) stick_contact(instance, contact);
}

void stick_contact(const Instance *instance, const ContactPoint *contact)
{
    *at(instance, contact->sticking) = 1.0;
    *at(instance, contact->guided) = 0.0;
}

int never_slides(const ContactPoint *contact) { return contact->rows > 2 && !contact->sticking.size; }

int is_locked(const Instance *instance, const ContactPoint *contact)
{
    return *at(instance, contact->closed) > 0.0 && *at(instance, contact->lock) > -NOISE;
}

void slide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2)
{
    double *direction = at(instance, contact->direction), length = hypot(along_1, along_2);
    *at(instance, contact->sticking) = *at(instance, contact->guided) = 0.0;
    direction[0] = along_1 / length;
    direction[1] = along_2 / length;
    hold_friction(instance, contact, 0.0, 0.0);
}

void guide_contact(const Instance *instance, const ContactPoint *contact, double along_1, double along_2)
{
    slide_contact(instance, contact, along_1, along_2);
    *at(instance, contact->guided) = 1.0;
}

void hold_friction(const Instance *instance, const ContactPoint *contact, double along_1, double along_2)
{
    if (!contact->sticking.size) return;
    at(instance, contact->held)[0] = along_1;
    at(instance, contact->held)[1] = along_2;
}

void turn_axes(const Instance *instance, const Mechanism *mechanism)
{
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        copy_numbers(at(instance, contact->axis), at(instance, contact->tangent), (size_t)contact->axis.size);
    }
}
