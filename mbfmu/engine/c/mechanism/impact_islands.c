/* impact_islands.c: see impact_islands.h. So n bodies beside each other cost n times one, and how finely one island converges does not depend on others. */

#include "impact_islands.h"

#define CONTACT (sizeof(ImpactContact) / sizeof(double)) /* numbers that one takes */

/* The island that is solved, and where its rows are among all. */
typedef struct {
    int contacts, rows, *row;
    ImpactContact *contact;
    double *S, *before, *impulse, *after, *compression, *work, size;
    int bites;
} Island;

static int are_coupled(const Impact *impact, const ImpactContact *a, const ImpactContact *b)
{
    for (int i = 0; i < a->rows; ++i)
        for (int j = 0; j < b->rows; ++j)
            if (impact->S[(size_t)(a->first + i) * impact->rows + b->first + j] != 0.0) return 1;
    return 0;
}

/* The island of each contact (contacts), by a number; how many there are. */
static int find_islands(const Impact *impact, int *island, int *pending)
{
    int islands = 0;
    for (int c = 0; c < impact->contacts; ++c) island[c] = -1;
    for (int c = 0; c < impact->contacts; ++c) {
        if (island[c] >= 0) continue;
        int count = 0;
        island[c] = islands;
        for (pending[count++] = c; count > 0;) {
            int of = pending[--count];
            for (int other = c + 1; other < impact->contacts; ++other) {
                if (island[other] >= 0 || !are_coupled(impact, &impact->contact[of], &impact->contact[other])) continue;
                island[other] = islands;
                pending[count++] = other;
            }
        }
        ++islands;
    }
    return islands;
}

static void gather(const Impact *impact, const int *island, int number, Island *of)
{
    of->contacts = of->rows = 0;
    for (int c = 0; c < impact->contacts; ++c) {
        if (island[c] != number) continue;
        ImpactContact *contact = &of->contact[of->contacts++];
        *contact = impact->contact[c];
        for (int i = 0; i < contact->rows; ++i) of->row[of->rows + i] = impact->contact[c].first + i;
        contact->first = of->rows;
        of->rows += contact->rows;
    }
    for (int i = 0; i < of->rows; ++i) {
        const double *row = impact->S + (size_t)of->row[i] * impact->rows;
        of->before[i] = impact->before[of->row[i]];
        for (int j = 0; j < of->rows; ++j) of->S[(size_t)i * of->rows + j] = row[of->row[j]];
    }
}

/* One island; 1 where its restitutions had to be reduced, -1 where no impulses are found. */
static int solve(const Island *of, double *impulse, double *after, const ImpactPhases *phases)
{
    const Impact impact = {of->contacts, of->rows, of->contact, of->S, of->before, of->bites, of->size};
    ImpactPhases own = {of->compression, 1.0};
    if (impact_law(&impact, of->impulse, of->after, &own, of->work)) return -1;
    for (int i = 0; i < of->rows; ++i) {
        impulse[of->row[i]] = of->impulse[i];
        after[of->row[i]] = of->after[i];
        if (phases) phases->compression[of->row[i]] = of->compression[i];
    }
    return own.factor < 1.0;
}

int impact_islands(const Impact *impact, double *impulse, double *after, ImpactPhases *phases, double *work)
{
    size_t n = (size_t)impact->rows, contacts = (size_t)impact->contacts;
    int *island = (int *)work, *pending = (int *)(work + contacts), failed = 0, islands = find_islands(impact, island, pending);
    double *room = work + 2 * contacts;
    if (islands < 2) return impact_law(impact, impulse, after, phases, room);
    Island of = {.row = (int *)room, .contact = (ImpactContact *)(room + n), .before = room + n + CONTACT * contacts, .size = impact->size, .bites = impact->bites};
    of.impulse = of.before + n;
    of.after = of.impulse + n;
    of.compression = of.after + n;
    of.S = of.compression + n;
    of.work = of.S + n * n;
    for (int number = 0; number < islands && !failed; ++number) {
        gather(impact, island, number, &of);
        failed = solve(&of, impulse, after, phases);
    }
    if (phases) phases->factor = 1.0;
    return failed > 0 ? impact_law(impact, impulse, after, phases, room) : failed;
}

size_t impact_islands_work(int contacts, int rows)
{
    size_t n = (size_t)rows, c = (size_t)contacts;
    return (2 + CONTACT) * c + 5 * n + n * n + impact_law_work(contacts, rows);
}
