/* The law of impacts of one contact, while the impulses of all others are what they are. */

#ifndef MBFMU_ONE_CONTACT_H
#define MBFMU_ONE_CONTACT_H

enum { POISSON, NEWTON };

typedef struct {
    int first, rows;              /* its rows: 1, or 2 or 3 with friction */
    double restitution, friction; /* e; mu, infinite where it never slides */
    int law;
} ImpactContact;

typedef struct {
    int contacts, rows;
    const ImpactContact *contact;
    const double *S, *before; /* (rows x rows), (rows): the velocities before the impact */
    int bites;                /* what never slides holds along the ground as soon as it touches, even where nothing presses it */
    double size;              /* of the terms that velocities are the sum of: differences that are roundoff of it are none */
} Impact;

#define MOST 3 /* rows of a contact */

/* One contact alone: its mobility along the normal, the tangential one in axes where it is diagonal, and what couples them. */
typedef struct {
    int tangential;
    double normal, coupling[2], along[2], axis[2]; /* axis: cosine and sine of the first of these axes */
    double friction;
    int bites;
} OneContact;

OneContact one_contact(const Impact *impact, const ImpactContact *contact);
/* The impulse p of a contact whose velocities without it are w, the normal one counted from where it is to come to, with normal impulse `least` at least: there,
   or sticking, or sliding, exactly. -1 where there is none. */
int solve_contact(const OneContact *local, const double *w, double least, double *p);

#endif
