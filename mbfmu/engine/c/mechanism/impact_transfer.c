/* impact_transfer.c: see impact_transfer.h.

   1. sweep: all contacts, one after the other. Where sweeps only shift impulses between redundant contacts, they leap to where the first of these has no
      more to give.
   2. finish: Newton's method for all at once.
   3. settle: points that never slide are held or free. */

#include "impact_transfer.h"

#include <math.h>

#include "linear_algebra.h"

#define SWEEPS 20000
#define SMALLER 0.4      /* a share of the way that a contact goes in a sweep beside the last that failed */
#define LEAST_SHARE 0.02
#define FIRST 16         /* sweep after which Newton's method is tried, and again after twice as many */
#define ROUNDS 30        /* of Newton's method */
#define SETTLED 5        /* rounds in which it may go astray */
#define NEARLY 1e-11     /* of the largest velocity: what the last sweep may change, where impulses drift between points at the limits of friction */
#define LIFTS 6          /* of points that never slide, until sets of them are tried */
#define SETS 32          /* of the first five */
#define ROUNDED 1e-13    /* of the largest velocity: what Newton's method leaves where rows are nearly dependent */
#define DEPENDENT 1e-11  /* beside the first pivot */
#define CONVERGED 1e-15  /* of the largest velocity that impulses make */
#define SLIDES 1e-6      /* relative: friction that is as near to its limit is there */

/* One phase: normal velocities come to `aim` at least, with normal impulses `least` at least. p are the impulses so far, v the velocities with them. */
typedef struct {
    const Impact *impact;
    const double *least, *aim;
    double *p, *v, *work;
    double largest; /* velocity that impulses have made */
    double share;   /* of the way to its solution that a contact goes in a sweep */
    double *lifted; /* per contact: 1 where it never slides, but rises, so that nothing holds it */
} Phase;

static double mobility(const Impact *impact, int row) { return impact->S[(size_t)row * impact->rows + row]; }

static void add_impulse(Phase *phase, int row, double more)
{
    const double *column = phase->impact->S + (size_t)row * phase->impact->rows;
    phase->p[row] += more;
    for (int i = 0; i < phase->impact->rows; ++i) phase->v[i] += column[i] * more;
}

/* Whether a contact rises beyond its aim, and has its least impulse, but for roundoff. */
static int rises(const Phase *phase, int c)
{
    int row = phase->impact->contact[c].first;
    return !(mobility(phase->impact, row) * (phase->p[row] - phase->least[c]) > phase->v[row] - phase->aim[c]);
}

/* The change of its normal impulse to its least, exactly: infinite friction of roundoff would hold it. */
static double rest_of(const Phase *phase, int c) { return phase->least[c] - phase->p[phase->impact->contact[c].first]; }

static ImpactContact contact_of(const Phase *phase, int c)
{
    ImpactContact contact = phase->impact->contact[c];
    if (phase->lifted[c] > 0.0) contact.friction = 0.0;
    return contact;
}

/* All contacts once, one after the other; the largest change of a velocity. */
static int sweep(Phase *phase, double *change)
{
    const Impact *impact = phase->impact;
    *change = 0.0;
    for (int c = 0; c < impact->contacts; ++c) {
        const ImpactContact contact = contact_of(phase, c);
        const OneContact local = one_contact(impact, &contact);
        double w[MOST] = {0.0, 0.0, 0.0}, found[MOST];
        int first = contact.first;
        for (int i = 0; i < contact.rows; ++i) {
            w[i] = phase->v[first + i];
            for (int j = 0; j < contact.rows; ++j) w[i] -= impact->S[(size_t)(first + i) * impact->rows + first + j] * phase->p[first + j];
        }
        w[0] -= phase->aim[c];
        if (solve_contact(&local, w, phase->least[c], found)) return -1;
        for (int j = 0; j < contact.rows; ++j) {
            found[j] = phase->p[first + j] + phase->share * (found[j] - phase->p[first + j]);
            *change = fmax(*change, fabs(found[j] - phase->p[first + j]) * mobility(impact, first + j));
            phase->largest = fmax(phase->largest, fabs(found[j]) * mobility(impact, first + j));
            add_impulse(phase, first + j, found[j] - phase->p[first + j]);
        }
    }
    return *change < INFINITY ? 0 : -1;
}

/* What a row of Newton's method asks of the change of impulses: the row of J in J change = -F, with F in velocities, for the n-th contact. Where impulses
   are projected onto what is allowed, they are to be what is projected there (P. Alart, A. Curnier, Computer Methods in Applied Mechanics and Engineering 92, 1991). */
static void linearize(const Phase *phase, int c, double *J, double *F)
{
    const Impact *impact = phase->impact;
    const ImpactContact contact = contact_of(phase, c);
    int n = impact->rows, first = contact.first;
    double s = mobility(impact, first), length = 0.0, direction[2] = {0.0, 0.0};
    const double *S = impact->S + (size_t)first * n;
    int held = !rises(phase, c); /* by the normal */
    for (int j = 0; j < n; ++j) J[(size_t)first * n + j] = held ? S[j] : 0.0;
    if (!held) J[(size_t)first * n + first] = s;
    F[first] = held ? phase->v[first] - phase->aim[c] : s * (phase->p[first] - phase->least[c]);
    for (int i = 1; i < contact.rows; ++i) {
        direction[i - 1] = s * phase->p[first + i] - phase->v[first + i];
        length = hypot(length, direction[i - 1]);
    }
    int bites = impact->bites && !(contact.friction < INFINITY);
    double radius = bites ? INFINITY : phase->p[first] > 0.0 ? contact.friction * s * phase->p[first] : 0.0;
    int slides = length > radius;
    for (int i = 1; i < contact.rows; ++i) {
        double *row = J + (size_t)(first + i) * n, along = slides ? direction[i - 1] / length : 0.0;
        const double *own = S + (size_t)i * n;
        F[first + i] = slides ? s * phase->p[first + i] - radius * along : phase->v[first + i];
        for (int j = 0; j < n; ++j) row[j] = slides ? 0.0 : own[j];
        if (!slides) continue;
        row[first + i] += s;
        row[first] -= radius > 0.0 ? contact.friction * s * along : 0.0;
        for (int k = 1; k < contact.rows; ++k) { /* the direction turns with impulses and velocities */
            double across = radius / length * ((k == i) - along * direction[k - 1] / length);
            row[first + k] -= across * s;
            for (int j = 0; j < n; ++j) row[j] += across * S[(size_t)k * n + j];
        }
    }
}

static double size_of(const double *F, int n)
{
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = fmax(largest, fabs(F[i]));
    return largest;
}

/* Newton's method for all contacts at once; where it does not converge, everything is as it was. Whether it did. */
static int finish(Phase *phase, double *work)
{
    int n = phase->impact->rows, converged = 0;
    double *J = work, *F = J + (size_t)n * n, *change = F + n, *p = change + n, *v = p + n, *room = v + n, before = INFINITY;
    for (int i = 0; i < n; ++i) {
        p[i] = phase->p[i];
        v[i] = phase->v[i];
    }
    for (int round = 0; round < ROUNDS && !converged; ++round) {
        for (int c = 0; c < phase->impact->contacts; ++c) linearize(phase, c, J, F);
        double size = size_of(F, n);
        converged = size <= CONVERGED * phase->largest;
        if (converged || !(size < INFINITY) || (round > SETTLED && !(size < before))) {
            converged = converged || (round > SETTLED && before <= ROUNDED * phase->largest && size <= ROUNDED * phase->largest);
            break;
        }
        before = size;
        const OrthogonalFactors factors = orthogonal_factors(J, n, n, DEPENDENT, room);
        for (int i = 0; i < n; ++i) F[i] = -F[i];
        smallest_solution(&factors, F, change);
        for (int c = 0; c < phase->impact->contacts; ++c)
            if (rises(phase, c)) change[phase->impact->contact[c].first] = rest_of(phase, c);
        for (int i = 0; i < n; ++i) {
            add_impulse(phase, i, change[i]);
            phase->largest = fmax(phase->largest, fabs(phase->p[i]) * mobility(phase->impact, i));
        }
    }
    for (int i = 0; i < n && !converged; ++i) {
        phase->p[i] = p[i];
        phase->v[i] = v[i];
    }
    return converged;
}

/* How many times the change d of a contact's impulses p may be repeated until the normal impulse is at its least, or friction at its limit. */
static double room_of(const ImpactContact *contact, double least, const double *p, const double *d)
{
    double times = d[0] < 0.0 ? (least - p[0]) / d[0] : INFINITY, square = contact->friction * contact->friction;
    if (contact->rows == 1 || !(square > 0.0 && square < INFINITY)) return times;
    double a = -square * d[0] * d[0], b = -square * p[0] * d[0], c = -square * p[0] * p[0];
    for (int i = 1; i < contact->rows; ++i) {
        a += d[i] * d[i];
        b += p[i] * d[i];
        c += p[i] * p[i];
    }
    if (c > -SLIDES * square * p[0] * p[0]) return times;
    double root = b + sqrt(fmax(b * b - a * c, 0.0));
    return root > 0.0 ? fmin(times, -c / root) : times;
}

/* The change since `last`, over and over. */
static void leap(Phase *phase, double *last)
{
    const Impact *impact = phase->impact;
    double times = INFINITY;
    for (int i = 0; i < impact->rows; ++i) last[i] = phase->p[i] - last[i];
    for (int c = 0; c < impact->contacts; ++c) {
        const ImpactContact contact = contact_of(phase, c);
        times = fmin(times, room_of(&contact, phase->least[c], phase->p + contact.first, last + contact.first));
    }
    if (impact->bites || !(times > 1.0 && times < INFINITY)) return; /* spikes squeeze each other by roundoff, over and over */
    for (int i = 0; i < impact->rows; ++i) add_impulse(phase, i, times * last[i]);
}

/* The impulses of one phase, by sweeps, and now and then Newton's method from there, or a leap. */
static int approach(Phase *phase)
{
    double change, *last = phase->work, *room = last + phase->impact->rows;
    for (int i = 1, next = FIRST; i <= SWEEPS; ++i) {
        for (int j = 0; j < phase->impact->rows; ++j) last[j] = phase->p[j];
        if (sweep(phase, &change)) return -1;
        if (change <= CONVERGED * phase->share * phase->largest) return 0;
        if (i != next) continue;
        if (finish(phase, room)) return 0;
        leap(phase, last);
        next *= 2;
    }
    return change <= NEARLY * phase->share * phase->largest ? 0 : -1;
}

/* Whether a point never slides by nothing but infinite friction of roundoff. What expansion gives it at least presses it, though it rises. */
static int may_lift(const Phase *phase, int c)
{
    const ImpactContact *contact = &phase->impact->contact[c];
    return !(contact->friction < INFINITY) && !(mobility(phase->impact, contact->first) * phase->least[c] > NEARLY * phase->largest);
}

/* Whether such a point rises, but is held. */
static int is_drawn(const Phase *phase, int c)
{
    const ImpactContact contact = contact_of(phase, c);
    double held = 0.0, slow = NEARLY * phase->largest;
    for (int i = 1; i < contact.rows; ++i) held = hypot(held, mobility(phase->impact, contact.first) * phase->p[contact.first + i]);
    return may_lift(phase, c) && contact.friction > 0.0 && held > slow && phase->v[contact.first] - phase->aim[c] > slow && rises(phase, c);
}

/* One that is lifted, but does not rise: it would slide. */
static int is_down(const Phase *phase, int c) { return phase->lifted[c] > 0.0 && !(phase->v[phase->impact->contact[c].first] - phase->aim[c] > NEARLY * phase->largest); }

/* Points that are drawn are lifted, those that do not rise put down. Whether there were any. */
static int lift(Phase *phase)
{
    int any = 0;
    for (int c = 0; c < phase->impact->contacts; ++c) {
        int drawn = !phase->impact->bites && is_drawn(phase, c), changes = drawn || is_down(phase, c);
        if (changes) phase->lifted[c] = drawn;
        any |= changes;
    }
    return any;
}

/* The n-th set of the first such points is lifted. */
static void lift_set(Phase *phase, int n)
{
    for (int c = 0; c < phase->impact->contacts; ++c) {
        int lifts = may_lift(phase, c);
        phase->lifted[c] = lifts && n % 2;
        n /= lifts ? 2 : 1;
    }
}

/* The impulses of one phase, in which points that never slide are held where they are pressed, and are free where they rise; 1 where none were found. Sets
   are tried where points are lifted and put down, over and over. */
static int settle(Phase *phase)
{
    for (int i = 0; i < LIFTS + SETS; ++i) {
        if (i >= LIFTS) lift_set(phase, i - LIFTS);
        if (approach(phase)) return -1;
        if (!lift(phase)) return 0;
    }
    return 1;
}

int impact_transfer(const Impact *impact, const double *least, const double *aim, double *v, double *p, double *work)
{
    int n = impact->rows, failed = -1;
    double *start = work, *lifted = start + n;
    for (int i = 0; i < n; ++i) start[i] = v[i];
    for (double share = 1.0; share > LEAST_SHARE && failed < 0; share *= SMALLER) {
        Phase phase = {.impact = impact, .least = least, .aim = aim, .p = p, .v = v, .largest = impact->size, .share = share, .lifted = lifted, .work = lifted + impact->contacts};
        for (int c = 0; c < impact->contacts; ++c) lifted[c] = 0.0;
        for (int i = 0; i < n; ++i) {
            p[i] = 0.0;
            v[i] = start[i];
            phase.largest = fmax(phase.largest, fmax(fabs(v[i]), fabs(impact->before[i]))); /* what compression leaves of these is roundoff */
        }
        failed = settle(&phase);
        for (int c = 0; c < impact->contacts && !failed; ++c)
            if (rises(&phase, c)) add_impulse(&phase, impact->contact[c].first, rest_of(&phase, c));
    }
    return failed;
}

size_t impact_transfer_work(int contacts, int rows)
{
    size_t n = (size_t)rows;
    return (size_t)contacts + n + n * n + 5 * n + orthogonal_factors_size(rows, rows);
}
