/* load_groups.c: see load_groups.h. A row that depends on others is a combination of independent ones; those that take part in it are in its group. So are
   all points of a contact that has one there: while bodies move, their parts in it change. */

#include "load_groups.h"

#include <string.h>

#include "contact_modes.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "sparse.h"

#define SHARE 1e-6    /* of a row: smaller parts in it do not count */
#define LIGHTEST 1e-9 /* of the load of the point of its group that bears most: one that bears less counts as if it bore that */
#define SPIKED 1e6    /* of the same, for points that never slide */
#define GUIDED 1e-14  /* of the same, across the direction of guided points */

/* The rows concerned, independent ones first, and of each row of the mechanism its length and another of its group, or itself. */
typedef struct {
    int own, spare, *row, *link;
    double *length;
} Dependent;

static int group_of(const int *link, int row)
{
    while (link[row] != row) row = link[row];
    return row;
}

static void unite(const Dependent *rows, int i, int j) { rows->link[group_of(rows->link, i)] = group_of(rows->link, j); }

/* Independent rows, and those of contacts that act but are not. */
static Dependent take_rows(Instance *instance, const Mechanism *mechanism)
{
    size_t m = (size_t)mechanism->rows;
    Dependent rows = {.row = scratch_alloc_ints(instance, m), .link = scratch_alloc_ints(instance, m), .length = scratch_alloc(instance, m)};
    const double *A = at(instance, mechanism->A);
    for (int i = 0; i < mechanism->rows; ++i) {
        rows.link[i] = i;
        rows.length[i] = sqrt(sparse_dot(mechanism->A_pattern, A, i, A, i));
        if (is_independent(instance, mechanism, i) && rows.length[i] > 0.0) rows.row[rows.own++] = i;
    }
    for (int i = first_contact_row(mechanism); i < mechanism->rows; ++i)
        if (is_active(instance, mechanism, i) && !is_independent(instance, mechanism, i)) rows.row[rows.own + rows.spare++] = i;
    return rows;
}

/* The island of each row concerned: the first of those that it shares speeds with, or that are linked so. */
static int *find_islands(Instance *instance, const Mechanism *mechanism, const Dependent *rows)
{
    const Pattern of = mechanism->A_pattern;
    const double *A = at(instance, mechanism->A);
    int *with = scratch_alloc_ints(instance, (size_t)mechanism->rows), *of_speed = scratch_alloc_ints(instance, (size_t)mechanism->nv);
    for (int j = 0; j < mechanism->nv; ++j) of_speed[j] = -1;
    for (int i = 0; i < mechanism->rows; ++i) with[i] = i;
    for (int k = 0; k < rows->own + rows->spare; ++k)
        for (int p = of.start[rows->row[k]]; p < of.start[rows->row[k] + 1]; ++p) {
            int *last = &of_speed[of.column[p]];
            if (A[p] == 0.0) continue;
            if (*last >= 0) with[group_of(with, rows->row[k])] = group_of(with, *last);
            *last = rows->row[k];
        }
    for (int i = 0; i < mechanism->rows; ++i) with[i] = group_of(with, i);
    return with;
}

/* The rows of an island with the number of one of them, and behind those that are independent its dependent ones. */
static Dependent rows_of_island(Instance *instance, const Dependent *rows, const int *island, int number)
{
    Dependent of = {.row = scratch_alloc_ints(instance, (size_t)(rows->own + rows->spare)), .link = rows->link, .length = rows->length};
    for (int k = 0; k < rows->own + rows->spare; ++k) {
        if (island[rows->row[k]] != number) continue;
        of.row[of.own + of.spare] = rows->row[k];
        ++*(k < rows->own ? &of.own : &of.spare);
    }
    return of;
}

/* Each dependent row of an island with those that take part in it; 1 where these are not independent by their lengths alone. */
static int link_parts(Instance *instance, const Mechanism *mechanism, const Dependent *rows)
{
    int r = rows->own;
    const double *A = at(instance, mechanism->A);
    double *G = scratch_alloc(instance, (size_t)r * r), *part = scratch_alloc(instance, (size_t)r);
    for (int i = 0; i < r; ++i)
        for (int j = 0; j <= i; ++j)
            G[(size_t)i * r + j] = sparse_dot(mechanism->A_pattern, A, rows->row[i], A, rows->row[j]) / (rows->length[rows->row[i]] * rows->length[rows->row[j]]);
    if (cholesky(G, r)) return 1;
    for (int k = r; k < r + rows->spare; ++k) {
        for (int i = 0; i < r; ++i) part[i] = sparse_dot(mechanism->A_pattern, A, rows->row[k], A, rows->row[i]) / rows->length[rows->row[i]];
        cholesky_solve(G, r, part, 1);
        for (int i = 0; i < r; ++i)
            if (fabs(part[i]) > SHARE * rows->length[rows->row[k]]) unite(rows, rows->row[i], rows->row[k]);
    }
    return 0;
}

/* All of them; 1 where rows that count as independent are not, -1 where there is no memory. */
static int link_islands(Instance *instance, const Mechanism *mechanism, const Dependent *rows)
{
    const int *island = find_islands(instance, mechanism, rows);
    char *done = (char *)scratch_alloc(instance, (size_t)mechanism->rows);
    memset(done, 0, (size_t)mechanism->rows);
    for (int k = rows->own; k < rows->own + rows->spare; ++k) {
        int number = island[rows->row[k]];
        if (done[number]) continue;
        done[number] = 1;
        size_t mark = instance->scratch_used;
        const Dependent of = rows_of_island(instance, rows, island, number);
        if (reserve(instance, (size_t)of.own * of.own + (size_t)of.own)) return -1;
        int failed = link_parts(instance, mechanism, &of);
        instance->scratch_used = mark;
        if (failed) return 1;
    }
    return 0;
}

/* All points of a contact with those of it that are in a group, normal and tangential rows apart. */
static void link_points(Instance *instance, const Mechanism *mechanism, const Dependent *rows, const char *shares)
{
    const ContactPoint *contact = mechanism->contact;
    for (int c = 0, first = 0; c < mechanism->contacts; ++c) {
        if (strcmp(contact[c].name, contact[first].name)) first = c;
        for (int other = first; other < c; ++other)
            for (int i = 0; i < contact[c].rows; ++i) {
                int row = contact[c].row + i, beside = contact[other].row + i;
                if (!is_active(instance, mechanism, row) || !is_active(instance, mechanism, beside)) continue;
                if (shares[group_of(rows->link, row)] || shares[group_of(rows->link, beside)]) unite(rows, row, beside);
            }
    }
}

static char *sharing_groups(Instance *instance, const Mechanism *mechanism, const Dependent *rows)
{
    char *shares = (char *)scratch_alloc(instance, (size_t)mechanism->rows);
    memset(shares, 0, (size_t)mechanism->rows);
    for (int k = rows->own; k < rows->own + rows->spare; ++k) shares[group_of(rows->link, rows->row[k])] = 1;
    return shares;
}

/* Those of normal rows alone have the first numbers, since friction aims at what follows from their loads. */
static void number_groups(Instance *instance, const Mechanism *mechanism, const Dependent *rows)
{
    double *groups = at(instance, mechanism->load_groups);
    const char *shares = sharing_groups(instance, mechanism, rows);
    int count = 0, *number = scratch_alloc_ints(instance, (size_t)mechanism->rows), *rubs = scratch_alloc_ints(instance, (size_t)mechanism->rows);
    for (int i = 0; i < mechanism->rows; ++i) number[i] = rubs[i] = 0;
    for (int c = 0; c < mechanism->contacts; ++c)
        for (int i = 1; i < mechanism->contact[c].rows; ++i) rubs[group_of(rows->link, mechanism->contact[c].row + i)] = 1;
    for (int rub = 0; rub < 2; ++rub)
        for (int k = 0; k < rows->own + rows->spare; ++k) {
            int group = group_of(rows->link, rows->row[k]);
            if (!shares[group] || rubs[group] != rub) continue;
            if (!number[group]) number[group] = ++count;
            groups[rows->row[k]] = number[group];
        }
}

/* How much friction a point takes beside others, as a load. What never slides takes all that it can; the friction of a guided point is along its direction, so
   across it takes nothing that others can. */
static double firmness(const Instance *instance, const ContactPoint *contact, double most)
{
    if (never_slides(contact)) return SPIKED * most;
    return *at(instance, contact->guided) > 0.0 ? GUIDED * most : fmax(*at(instance, contact->multipliers), LIGHTEST * most);
}

/* The largest load of a group (rows), of points that have a row in it. */
static double *largest_loads(Instance *instance, const Mechanism *mechanism)
{
    const double *groups = at(instance, mechanism->load_groups);
    double *most = scratch_alloc(instance, (size_t)mechanism->rows + 1);
    for (int i = 0; i <= mechanism->rows; ++i) most[i] = 0.0;
    for (int c = 0; c < mechanism->contacts; ++c)
        for (int i = 0; i < mechanism->contact[c].rows; ++i) {
            double *of = &most[(int)groups[mechanism->contact[c].row + i]];
            *of = fmax(*of, *at(instance, mechanism->contact[c].multipliers));
        }
    for (int i = 0; i <= mechanism->rows; ++i)
        if (!(most[i] > 0.0)) most[i] = 1.0;
    return most;
}

/* Of tangential rows the inverse of that, of normal ones of the largest load. Groups weigh apart: a light body is not lost beside a heavy one. */
static void weigh(Instance *instance, const Mechanism *mechanism)
{
    double *weights = at(instance, mechanism->load_weights), *most = largest_loads(instance, mechanism);
    const double *groups = at(instance, mechanism->load_groups);
    for (int i = 0; i < mechanism->rows; ++i) weights[i] = i < first_contact_row(mechanism) ? 0.0 : 1.0 / most[(int)groups[i]];
    for (int c = 0; c < mechanism->contacts; ++c) {
        const ContactPoint *contact = &mechanism->contact[c];
        for (int row = contact->row + 1; row < contact->row + contact->rows; ++row) weights[row] = 1.0 / firmness(instance, contact, most[(int)groups[row]]);
    }
}

static int find(Instance *instance, const Mechanism *mechanism)
{
    double *groups = at(instance, mechanism->load_groups);
    for (int i = 0; i < mechanism->rows; ++i) groups[i] = 0.0;
    const Dependent rows = take_rows(instance, mechanism);
    if (!rows.spare) return 0;
    if (reserve(instance, 8 * (size_t)mechanism->rows + (size_t)mechanism->nv + 1)) return -1;
    int failed = link_islands(instance, mechanism, &rows);
    if (failed) return failed < 0 ? -1 : 0;
    link_points(instance, mechanism, &rows, sharing_groups(instance, mechanism, &rows));
    number_groups(instance, mechanism, &rows);
    weigh(instance, mechanism);
    return 0;
}

int find_load_groups(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = mechanism->load_groups.size ? find(instance, mechanism) : 0;
    instance->scratch_used = mark;
    return failed;
}
