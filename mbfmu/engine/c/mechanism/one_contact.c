/* one_contact.c: see one_contact.h. */

#include "one_contact.h"

#include <math.h>
#include <stddef.h>

#define NOTHING 1e-13    /* of the largest in its contact: a direction with so little mobility does not move */
#define DOUBLINGS 24     /* of the normal impulse: roundoff of larger ones is no velocity */
#define ROOT_STEPS 200
#define RADIUS_STEPS 50

/* Cosine and sine of half of the angle of (x, y), without functions of angles: an FMU without an operating system has none. */
static void half_angle(double x, double y, double *axis)
{
    double length = hypot(x, y);
    if (!(length > 0.0)) return;
    double larger = sqrt(0.5 * (1.0 + fabs(x) / length)), smaller = 0.5 * fabs(y) / (length * larger);
    axis[0] = x < 0.0 ? smaller : larger;
    axis[1] = copysign(x < 0.0 ? larger : smaller, y);
}

OneContact one_contact(const Impact *impact, const ImpactContact *contact)
{
    const double *S = impact->S + (size_t)contact->first * impact->rows + contact->first;
    int n = impact->rows;
    OneContact local = {contact->rows - 1, S[0], {0.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}, contact->friction, impact->bites && !(contact->friction < INFINITY)};
    if (local.tangential == 1) {
        local.along[0] = S[n + 1];
        local.coupling[0] = S[1];
    }
    if (local.tangential == 2) {
        double a = S[n + 1], b = S[n + 2], d = S[2 * n + 2];
        half_angle(a - d, 2.0 * b, local.axis);
        double c = local.axis[0], s = local.axis[1];
        local.along[0] = c * c * a + 2.0 * c * s * b + s * s * d;
        local.along[1] = s * s * a - 2.0 * c * s * b + c * c * d;
        local.coupling[0] = c * S[1] + s * S[2];
        local.coupling[1] = c * S[2] - s * S[1];
    }
    double largest = fmax(local.normal, fmax(local.along[0], local.along[1]));
    for (int i = 0; i < local.tangential; ++i)
        if (!(local.along[i] > NOTHING * largest)) local.along[i] = local.coupling[i] = 0.0;
    return local;
}

/* Between rows and the axes, there and back. */
static void turn(const OneContact *local, double direction, double *t)
{
    if (local->tangential < 2) return;
    double c = local->axis[0], s = direction * local->axis[1], first = c * t[0] + s * t[1];
    t[1] = c * t[1] - s * t[0];
    t[0] = first;
}

/* The tangential impulse that brings velocities w, those without it, nearest to rest, within a disk. Source of the iteration: J. Nocedal, S. J.
   Wright, Numerical Optimization, 2nd ed., 2006, section 4.3. */
static void friction_within(const OneContact *local, const double *w, double radius, double *t)
{
    double shift = 0.0;
    for (int step = 0; step < RADIUS_STEPS; ++step) {
        double square = 0.0, slope = 0.0;
        for (int i = 0; i < local->tangential; ++i) {
            double stiffness = local->along[i] + shift;
            t[i] = local->along[i] > 0.0 && radius > 0.0 ? -w[i] / stiffness : 0.0;
            square += t[i] * t[i];
            if (local->along[i] > 0.0) slope += t[i] * t[i] / stiffness;
        }
        double length = sqrt(square), change = (length / radius - 1.0) * square / slope;
        if (!(length > radius) || !(change > 0.0) || shift + change == shift) break;
        shift += change;
    }
    double length = hypot(t[0], local->tangential > 1 ? t[1] : 0.0);
    if (!(length > radius)) return;
    for (int i = 0; i < local->tangential; ++i) t[i] *= radius / length;
}

/* The normal velocity where the normal impulse is p, and the tangential impulse there. */
static double normal_velocity(const OneContact *local, const double *w, double p, double *t)
{
    double free[2] = {0.0, 0.0}, sum = w[0] + local->normal * p;
    for (int i = 0; i < local->tangential; ++i) free[i] = w[1 + i] + local->coupling[i] * p;
    friction_within(local, free, local->bites ? INFINITY : p > 0.0 ? local->friction * p : 0.0, t);
    for (int i = 0; i < local->tangential; ++i) sum += local->coupling[i] * t[i];
    return sum;
}

/* Whether a contact sticks with a normal impulse of more than `least`, and its impulses then. */
static int sticks(const OneContact *local, const double *w, double least, double *p, double *t)
{
    double normal = local->normal, sum = w[0];
    for (int i = 0; i < local->tangential; ++i) {
        if (!(local->along[i] > 0.0)) continue;
        normal -= local->coupling[i] * local->coupling[i] / local->along[i];
        sum -= local->coupling[i] * w[1 + i] / local->along[i];
    }
    if (!(normal > NOTHING * local->normal)) return 0;
    *p = -sum / normal;
    for (int i = 0; i < local->tangential; ++i) t[i] = local->along[i] > 0.0 ? -(w[1 + i] + local->coupling[i] * *p) / local->along[i] : 0.0;
    return *p > least && (!local->tangential || hypot(t[0], t[1]) < local->friction * *p);
}

/* The normal impulse at which the normal velocity is zero, between one where it is negative and some larger one: by regula falsi (Illinois). Where
   friction alone takes the one motion that is left, the normal velocity is zero, but for roundoff, at all larger ones. */
static int sliding_impulse(const OneContact *local, const double *w, double low, double *p, double *t)
{
    double at_low = normal_velocity(local, w, low, t), high = fmax(2.0 * low, -w[0] / local->normal), at_high, least = INFINITY;
    if (!(high > low)) high = low + 1.0;
    const double roundoff = NOTHING * (fabs(w[0]) + local->normal * high);
    for (int i = 0; (at_high = normal_velocity(local, w, high, t)) < -roundoff; ++i, high *= 2.0)
        if (i == DOUBLINGS || !(high < INFINITY)) return -1;
    *p = high;
    for (int i = 0, side = 0; i < ROOT_STEPS && least > 0.0; ++i) {
        double middle = (low * at_high - high * at_low) / (at_high - at_low), there;
        if (!(middle > low && middle < high)) break;
        there = normal_velocity(local, w, middle, t);
        if (fabs(there) < least) {
            least = fabs(there);
            *p = middle;
        }
        if (there < 0.0) {
            low = middle;
            at_low = there;
            if (side < 0) at_high *= 0.5;
            side = -1;
        } else {
            high = middle;
            at_high = there;
            if (side > 0) at_low *= 0.5;
            side = 1;
        }
    }
    normal_velocity(local, w, *p, t);
    return 0;
}

int solve_contact(const OneContact *local, const double *w, double least, double *p)
{
    double turned[MOST] = {w[0], w[1], w[2]}, t[2] = {0.0, 0.0};
    turn(local, 1.0, turned + 1);
    p[0] = least;
    if (normal_velocity(local, turned, least, t) < 0.0)
        if (!sticks(local, turned, least, &p[0], t) && sliding_impulse(local, turned, least, &p[0], t)) return -1;
    turn(local, -1.0, t);
    for (int i = 0; i < local->tangential; ++i) p[1 + i] = t[i];
    return 0;
}
