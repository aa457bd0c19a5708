/* sharing_groups.c: see sharing_groups.h. */

#include "sharing_groups.h"

#include <string.h>

#include "linear_algebra.h"
#include "sparse.h"

#define NUMBERS(type) ((sizeof(type) + sizeof(double) - 1) / sizeof(double))

/* The group of each row that acts in one, 0 of others, and how many groups there are. */
static int number_rows(const ShareLoads *step, const Instance *instance, int *group)
{
    const double *groups = at(instance, step->groups), *A = at(instance, step->rows);
    int most = 0;
    for (int i = 0; i < step->multipliers.size; ++i) {
        int number = (int)groups[i];
        if (number > most) most = number;
        group[i] = number && sparse_dot(step->pattern, A, i, A, i) > 0.0 ? number : 0;
    }
    return most;
}

/* How many rows of each group are independent, and how many are not. */
static void count_rows(const ShareLoads *step, const Instance *instance, const int *group, SharingGroup *of, int count)
{
    const double *independent = at(instance, step->independent);
    for (int g = 0; g < count; ++g) of[g].own = of[g].spare = 0;
    for (int i = 0; i < step->multipliers.size; ++i)
        if (group[i]) ++*(independent[i] != 0.0 ? &of[group[i] - 1].own : &of[group[i] - 1].spare);
}

static size_t numbers_of(const SharingGroup *of)
{
    size_t r = (size_t)of->own, d = (size_t)of->spare;
    return 2 * (r + d) + r + r * r + d * r + d * d;
}

/* Pieces of the numbers behind a group; where the next one's begin. */
static double *lay_out(SharingGroup *of, double *numbers)
{
    size_t r = (size_t)of->own, d = (size_t)of->spare;
    of->row = (int *)numbers;
    of->weight = numbers + r + d;
    of->length = of->weight + r + d;
    of->G = of->length + r;
    of->C = of->G + r * r;
    of->E = of->C + d * r;
    return of->E + d * d;
}

static void list_rows(const ShareLoads *step, const Instance *instance, const int *group, SharingGroup *of, int count)
{
    const double *independent = at(instance, step->independent), *weights = at(instance, step->weights);
    for (int spare = 0; spare < 2; ++spare) {
        for (int g = 0; g < count; ++g) of[g].shares = spare ? of[g].own : 0; /* where the next row goes */
        for (int i = 0; i < step->multipliers.size; ++i) {
            if (!group[i] || (independent[i] == 0.0) != spare) continue;
            SharingGroup *found = &of[group[i] - 1];
            found->weight[found->shares] = weights[i];
            found->row[found->shares++] = i;
        }
    }
}

void times_inverse(const SharingGroup *group, double *X)
{
    for (int i = 0; i < group->own; ++i) X[i] /= group->length[i];
    cholesky_solve(group->G, group->own, X, 1);
    for (int i = 0; i < group->own; ++i) X[i] /= group->length[i];
}

double weighted(const SharingGroup *group, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < group->own; ++i) sum += group->weight[i] * a[i] * b[i];
    return sum;
}

void take_over(const SharingGroup *group, const double *C, const double *y, double *taken)
{
    for (int i = 0; i < group->own; ++i) taken[i] = 0.0;
    add_combination(C, group->spare, group->own, y, taken);
}

static int factor(const SharingGroup *of)
{
    const Pattern pattern = of->step->pattern;
    size_t r = (size_t)of->own, d = (size_t)of->spare;
    for (size_t i = 0; i < r; ++i) {
        of->length[i] = sqrt(sparse_dot(pattern, of->A, of->row[i], of->A, of->row[i]));
        for (size_t j = 0; j <= i; ++j)
            of->G[i * r + j] = sparse_dot(pattern, of->A, of->row[i], of->A, of->row[j]) / (of->length[i] * of->length[j]);
    }
    if (!d || cholesky(of->G, (int)r)) return 0;
    for (size_t k = 0; k < d; ++k) {
        double *C = of->C + k * r;
        for (size_t i = 0; i < r; ++i) C[i] = sparse_dot(pattern, of->A, of->row[r + k], of->A, of->row[i]);
        times_inverse(of, C);
        for (size_t j = 0; j <= k; ++j) of->E[k * d + j] = weighted(of, C, of->C + j * r) + (j == k ? of->weight[r + k] : 0.0);
    }
    return !cholesky(of->E, (int)d);
}

/* Behind the groups lies what they were found from. */
static int is_known(const ShareLoads *step, const Instance *instance, const SharingGroups *groups)
{
    const Ref given[] = {step->rows, step->groups, step->independent, step->weights};
    const double *last = (const double *)groups + NUMBERS(SharingGroups);
    int same = groups->known;
    for (int i = 0; same && i < 4; last += given[i++].size) same = !memcmp(last, at(instance, given[i]), (size_t)given[i].size * sizeof(double));
    return same;
}

static double *note_given(const ShareLoads *step, const Instance *instance, SharingGroups *groups)
{
    const Ref given[] = {step->rows, step->groups, step->independent, step->weights};
    double *last = (double *)groups + NUMBERS(SharingGroups);
    for (int i = 0; i < 4; last += given[i++].size) copy_numbers(last, at(instance, given[i]), (size_t)given[i].size);
    return last;
}

static SharingGroups *kept_groups(const ShareLoads *step, Instance *instance, size_t room)
{
    size_t given = (size_t)step->rows.size + (size_t)step->groups.size + (size_t)step->independent.size + (size_t)step->weights.size;
    return (SharingGroups *)kept_numbers(instance, step, NUMBERS(SharingGroups) + given + room);
}

static SharingGroups *find_groups(const ShareLoads *step, Instance *instance)
{
    int *group = scratch_alloc_ints(instance, (size_t)step->multipliers.size), count = number_rows(step, instance, group);
    size_t numbers = (size_t)count * NUMBERS(SharingGroup);
    SharingGroup *counted = (SharingGroup *)scratch_alloc(instance, numbers);
    count_rows(step, instance, group, counted, count);
    for (int g = 0; g < count; ++g) numbers += numbers_of(&counted[g]);
    SharingGroups *groups = kept_groups(step, instance, numbers);
    if (!groups) return NULL;
    double *behind = note_given(step, instance, groups);
    groups->group = (SharingGroup *)behind;
    groups->count = count;
    behind += (size_t)count * NUMBERS(SharingGroup);
    for (int g = 0; g < count; ++g) {
        groups->group[g] = (SharingGroup){.step = step, .A = at(instance, step->rows), .number = g + 1, .own = counted[g].own, .spare = counted[g].spare};
        behind = lay_out(&groups->group[g], behind);
    }
    list_rows(step, instance, group, groups->group, count);
    for (int g = 0; g < count; ++g) groups->group[g].shares = factor(&groups->group[g]);
    groups->known = 1;
    return groups;
}

const SharingGroups *sharing_groups(const ShareLoads *step, Instance *instance)
{
    size_t mark = instance->scratch_used;
    SharingGroups *groups = kept_groups(step, instance, 0);
    if (groups && !is_known(step, instance, groups)) groups = find_groups(step, instance);
    instance->scratch_used = mark;
    return groups;
}

size_t sharing_scratch(const ShareLoads *step) { return (size_t)step->multipliers.size * (1 + NUMBERS(SharingGroup)) + 2; }
