/* load_mechanism.c: mechanisms from bytes, in the order of _Tables.mechanism in mbfmu/problem/codegen/tables.py. */

#include "load_mechanism.h"

#include <string.h>

#include "load_steps.h"

#define SLOTS 20

static const Row *read_rows(Reader *reader, int count, const char *what)
{
    read_length(reader, count, what);
    Row *rows = room_for(reader, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; ++i) {
        rows[i].element = read_string(reader);
        rows[i].unit = read_string(reader);
        rows[i].loop = read_string(reader);
        rows[i].axes = read_string(reader);
        rows[i].misfit = read_string(reader);
        rows[i].holonomic = read_between(reader, 0, 1, "whether a row is holonomic");
        rows[i].joint = read_between(reader, 0, 1, "whether a row is of a joint");
        rows[i].driven = read_between(reader, 0, 1, "whether a row is driven");
        rows[i].input_driven = read_between(reader, 0, 1, "whether an input drives a row");
    }
    return rows;
}

static const StartSpeed *read_start_speeds(Reader *reader, int count)
{
    read_length(reader, count, "start speeds");
    StartSpeed *speeds = room_for(reader, (size_t)count, sizeof *speeds);
    for (int i = 0; i < count; ++i) {
        int names;
        speeds[i].name = read_strings(reader, ANY, &names, "names of start speeds");
        speeds[i].unit = read_string(reader);
        speeds[i].given = read_ref(reader, names, "given speeds");
        speeds[i].found = read_ref(reader, names, "speeds that were found");
    }
    return speeds;
}

static const DrivenStart *read_driven_starts(Reader *reader, int count)
{
    read_length(reader, count, "driven starts");
    DrivenStart *starts = room_for(reader, (size_t)count, sizeof *starts);
    for (int i = 0; i < count; ++i) {
        starts[i].what = read_string(reader);
        starts[i].drive = read_string(reader);
        starts[i].unit = read_string(reader);
        starts[i].given = read_ref(reader, ANY, "given positions");
        starts[i].said = read_ref(reader, starts[i].given.size, "positions that somebody gives");
        starts[i].found = read_ref(reader, starts[i].given.size, "positions that were found");
    }
    return starts;
}

static void read_counts(Reader *reader, Mechanism *mechanism)
{
    int *const counts[] = {&mechanism->rows,    &mechanism->starts, &mechanism->start_speeds, &mechanism->driven_starts,
                           &mechanism->superelements, &mechanism->closing, &mechanism->nq,     &mechanism->own,          &mechanism->nv};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) *counts[i] = read_between(reader, 0, MOST, "how much a mechanism has");
}

/* Each of `count` numbers once. */
static const int *read_order(Reader *reader, int count)
{
    const int *order = read_integers(reader, count, 0, count - 1, NULL, "an order of rows");
    char *met = room_for(reader, (size_t)count, sizeof *met);
    for (int i = 0; i < count; ++i)
        if (met[order[i]]++) damaged(reader, "an order has row %d twice", order[i]);
    return order;
}

static Pattern read_pattern(Reader *reader, int rows, int columns, const char *what)
{
    Pattern pattern;
    read_lists(reader, rows, columns, MOST, &pattern.start, &pattern.column, what);
    for (int i = 0; i < rows; ++i)
        for (int p = pattern.start[i] + 1; p < pattern.start[i + 1]; ++p)
            if (pattern.column[p - 1] >= pattern.column[p]) damaged(reader, "row %d of %s is not in order", i, what);
    return pattern;
}

static void refuse_filling(Reader *reader, const char *met, Pattern masses, int speed)
{
    for (int p = masses.start[speed]; p < masses.start[speed + 1]; ++p)
        if (!met[masses.column[p]]) damaged(reader, "a pattern has speed %d without speed %d below it", speed, masses.column[p]);
}

/* In every row of a pattern there is with a speed all that the mass matrix has in the row of this speed. */
static void refuse_open_rows(Reader *reader, Pattern of, int rows, Pattern masses, char *met)
{
    for (int i = 0; i < rows; ++i) {
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) met[of.column[p]] = 1;
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) refuse_filling(reader, met, masses, of.column[p]);
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) met[of.column[p]] = 0;
    }
}

/* Every speed stands on one below it, or on none: its row of the mass matrix is the row of that one and itself. */
static void refuse_no_tree(Reader *reader, Pattern masses, int n)
{
    for (int i = 0; i < n; ++i) {
        int first = masses.start[i], count = masses.start[i + 1] - first - 1;
        if (count < 0 || masses.column[first + count] != i) damaged(reader, "row %d of the mass matrix does not end with itself", i);
        if (!count) continue;
        int below = masses.column[first + count - 1], start = masses.start[below];
        if (masses.start[below + 1] - start != count || memcmp(masses.column + first, masses.column + start, (size_t)count * sizeof(int)))
            damaged(reader, "speed %d does not stand on speed %d as masses couple them", i, below);
    }
}

/* Bodies come behind those that they stand on. A node, which another body moves, stands on it and has no speeds of its own. */
static void refuse_no_bodies(Reader *reader, const MassTree *tree, int n)
{
    int next = 0;
    for (int k = 0; k < tree->bodies; ++k) {
        int mover = tree->mover[k], own = tree->first[k + 1] - tree->first[k];
        if (tree->lower[k] >= k || own < 0) damaged(reader, "body %d of a mass metric is not above its lower body", k);
        if (mover != k && (mover != tree->lower[k] || tree->mover[mover] != mover || own))
            damaged(reader, "node %d of a mass metric is on no flexible body", k);
        int moving = mover == k ? own : tree->first[mover + 1] - tree->first[mover];
        if (tree->place[k] != next || moving > MOST / 16) damaged(reader, "the numbers of body %d of a mass metric are not where they are to be", k);
        next += 22 + (mover == k ? 10 : 6) * moving;
        if (next > MOST) damaged(reader, "a mass metric has too many numbers");
    }
    if (tree->first[0] != 0 || tree->first[tree->bodies] != n || tree->place[tree->bodies] != next)
        damaged(reader, "the bodies of a mass metric do not have all speeds");
}

static MassTree read_tree(Reader *reader, int n)
{
    MassTree tree = {.bodies = read_between(reader, 0, MOST, "bodies of a mass metric")};
    int bodies = tree.bodies;
    tree.lower = read_integers(reader, bodies, -1, bodies - 1, NULL, "lower bodies");
    tree.mover = read_integers(reader, bodies, 0, bodies - 1, NULL, "movers of bodies");
    tree.first = read_integers(reader, bodies + 1, 0, n, NULL, "speeds of bodies");
    tree.place = read_integers(reader, bodies + 1, 0, MOST, NULL, "places of bodies");
    if (bodies) refuse_no_bodies(reader, &tree, n);
    return tree;
}

/* In every row of a pattern there are with a speed all speeds of its body and of bodies below. */
static void refuse_parts_of_bodies(Reader *reader, Pattern of, int rows, const MassTree *tree, int n)
{
    char *met = room_for(reader, (size_t)n, sizeof *met), *carries = room_for(reader, (size_t)tree->bodies, sizeof *carries);
    for (int i = 0; i < rows; ++i) {
        memset(carries, 0, (size_t)tree->bodies);
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) met[of.column[p]] = 1;
        for (int k = tree->bodies - 1; k >= 0; --k) {
            int own = tree->first[k + 1] - tree->first[k], have = 0;
            for (int j = tree->first[k]; j < tree->first[k + 1]; ++j) have += met[j];
            if (!have && !carries[k]) continue;
            if (have != own) damaged(reader, "row %d of the Jacobian has not all speeds of body %d", i, k);
            if (tree->lower[k] >= 0) carries[tree->lower[k]] = 1;
        }
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) met[of.column[p]] = 0;
    }
}

static void refuse_open(Reader *reader, const Mechanism *mechanism)
{
    Pattern masses = mechanism->M_pattern;
    char *met = room_for(reader, (size_t)mechanism->nv, sizeof *met);
    refuse_no_tree(reader, masses, mechanism->nv);
    refuse_open_rows(reader, mechanism->A_pattern, mechanism->rows, masses, met);
    refuse_open_rows(reader, mechanism->A_start_pattern, mechanism->starts, masses, met);
}

static void read_names(Reader *reader, Mechanism *mechanism)
{
    int rows = mechanism->rows;
    mechanism->row = read_rows(reader, rows, "rows");
    mechanism->start = read_rows(reader, mechanism->starts, "starts");
    mechanism->start_speed = read_start_speeds(reader, mechanism->start_speeds);
    mechanism->driven_start = read_driven_starts(reader, mechanism->driven_starts);
    read_lists(reader, mechanism->superelements, rows, rows, &mechanism->superelement_start, &mechanism->superelement_rows, "superelements");
    mechanism->closing_joint = read_strings(reader, mechanism->closing, NULL, "joints that close loops");
    mechanism->like = read_integers(reader, rows, 0, rows - 1, NULL, "rows that are alike");
    for (int i = 0; i < rows; ++i)
        if (mechanism->like[i] > i) damaged(reader, "row %d is like one behind it", i);
    mechanism->order = read_order(reader, rows + mechanism->starts);
    mechanism->A_pattern = read_pattern(reader, rows, mechanism->nv, "the Jacobian");
    mechanism->M_pattern = read_pattern(reader, mechanism->nv, mechanism->nv, "the mass matrix");
    mechanism->A_start_pattern = read_pattern(reader, mechanism->starts, mechanism->nv, "the starts' Jacobian");
    mechanism->tree = read_tree(reader, mechanism->nv);
    if (mechanism->tree.bodies)
        refuse_parts_of_bodies(reader, mechanism->A_pattern, rows, &mechanism->tree, mechanism->nv);
    else
        refuse_open(reader, mechanism);
    read_lists(reader, mechanism->nv, mechanism->nq, MOST, &mechanism->moved_start, &mechanism->moved, "coordinates that speeds move");
}

/* The slots are disjoint, so that copying one to another is what it seems. */
static void read_slots(Reader *reader, Mechanism *mechanism, const Problem *problem)
{
    int m = mechanism->rows, s = mechanism->starts, n = mechanism->nv, bodies = mechanism->tree.bodies;
    if (n > 0 && (n > MOST / n || m > MOST / n || s > MOST / n)) damaged(reader, "a mechanism has too many speeds (%d)", n);
    mechanism->x = read_ref(reader, ANY, "states");
    const struct {
        Ref *slot;
        int size;
    } slots[SLOTS] = {
        {&mechanism->phi, m},           {&mechanism->psi, m},
        {&mechanism->A, mechanism->A_pattern.start[m]},               {&mechanism->M, bodies ? mechanism->tree.place[bodies] : mechanism->M_pattern.start[n]},
        {&mechanism->phi_start, s},     {&mechanism->psi_start, s},
        {&mechanism->A_start, mechanism->A_start_pattern.start[s]},   {&mechanism->fixed_position, s},
        {&mechanism->fixed_speed, s},   {&mechanism->independent, m},           {&mechanism->rank_deficiency, 1},
        {&mechanism->indeterminate, ANY},        {&mechanism->direction, n},   {&mechanism->q_rate, mechanism->nq},
        {&mechanism->closure_branch, mechanism->closing}, {&mechanism->singularity_monitor, MONITORED + m + PROJECTIONS * mechanism->superelements}, {&mechanism->A_terms, mechanism->A_pattern.start[m]},
        {&mechanism->load_groups, ANY}, {&mechanism->load_weights, ANY},
        {NULL, 0},
    };
    Ref all[SLOTS + 1] = {problem->x};
    for (int i = 0; slots[i].slot; ++i) all[i + 1] = *slots[i].slot = read_ref(reader, slots[i].size, "slots of a mechanism");
    refuse_overlap(reader, all, SLOTS, "the slots of a mechanism");
    if (mechanism->indeterminate.size && mechanism->indeterminate.size != (long long)PROBES * m) damaged(reader, "indeterminate multipliers are not of %d rows", m);
    if (mechanism->load_groups.size != mechanism->load_weights.size || (mechanism->load_groups.size && mechanism->load_groups.size != m))
        damaged(reader, "groups of loads are not of %d rows", m);
    Ref x = mechanism->x;
    if (x.size != (long long)mechanism->nq + mechanism->own + n || x.start < problem->x.start || x.start + x.size > problem->x.start + problem->x.size)
        damaged(reader, "the states of a mechanism are not among all states");
}

/* The last rows of all, point by point. */
static void read_contacts(Reader *reader, Mechanism *mechanism, const Problem *problem)
{
    int count = mechanism->contacts = read_between(reader, 0, MOST, "contacts"), row;
    read_length(reader, count, "contacts");
    ContactPoint *contacts = room_for(reader, (size_t)count, sizeof *contacts);
    for (int i = 0; i < count; ++i) {
        contacts[i].name = read_string(reader);
        contacts[i].row = read_between(reader, 0, mechanism->rows, "a row of a contact");
        contacts[i].rows = read_between(reader, 1, 3, "rows of a contact");
        contacts[i].closed = read_ref(reader, 1, "the mode of a contact");
        contacts[i].offset = read_ref(reader, 1, "the offset of a contact");
        contacts[i].restitution = read_ref(reader, 1, "restitution");
        contacts[i].rest_speed = read_ref(reader, 1, "the speed below which contacts rest");
        contacts[i].friction = read_ref(reader, 1, "friction");
        contacts[i].lock = read_ref(reader, 1, "the lock of a contact");
        contacts[i].multipliers = read_ref(reader, contacts[i].rows, "multipliers of a contact");
        contacts[i].sticking = read_ref(reader, ANY, "whether a contact sticks");
        contacts[i].guided = read_ref(reader, contacts[i].sticking.size, "whether a contact is guided");
        contacts[i].direction = read_ref(reader, 2 * contacts[i].sticking.size, "the direction of sliding");
        contacts[i].held = read_ref(reader, 2 * contacts[i].sticking.size, "the friction held");
        contacts[i].axis = read_ref(reader, 3 * contacts[i].sticking.size, "the axis of a contact");
        contacts[i].tangent = read_ref(reader, 3 * contacts[i].sticking.size, "a tangent of a contact");
        contacts[i].ready = read_ref(reader, ANY, "whether a contact may close");
        contacts[i].newton = read_between(reader, 0, 1, "the law of an impact");
        int mode = contacts[i].closed.start - problem->m.start, sticking = contacts[i].sticking.start - problem->m.start, slides = contacts[i].sticking.size;
        if (mode < 0 || mode >= problem->m.size) damaged(reader, "contact %d has no mode", i);
        if (slides < 0 || slides > 1 || (slides && (sticking < 0 || sticking >= problem->m.size || contacts[i].rows != 3)))
            damaged(reader, "contact %d cannot slide", i);
        int guided = contacts[i].guided.start - problem->m.start;
        if (slides && (guided < 0 || guided >= problem->m.size)) damaged(reader, "contact %d cannot be guided", i);
        int ready = contacts[i].ready.start - problem->m.start, guarded = contacts[i].ready.size;
        if (guarded < 0 || guarded > 1 || (guarded && (ready < 0 || ready >= problem->m.size))) damaged(reader, "contact %d has no guard", i);
    }
    row = mechanism->rows;
    for (int i = count - 1; i >= 0; --i)
        if ((row -= contacts[i].rows) != contacts[i].row) damaged(reader, "the rows of contact %d are not where they are to be", i);
    mechanism->contact = contacts;
}

static void read_mechanism(Reader *reader, const Tapes *tapes, const Problem *problem, Mechanism *mechanism)
{
    read_counts(reader, mechanism);
    read_names(reader, mechanism);
    mechanism->evaluate = read_schedule(reader, tapes);
    mechanism->find_masses = read_schedule(reader, tapes);
    mechanism->find_starts = read_schedule(reader, tapes);
    mechanism->displace = read_schedule(reader, tapes);
    mechanism->find_measured = read_schedule(reader, tapes);
    mechanism->find_closure_branches = read_schedule(reader, tapes);
    mechanism->find_moved_starts = read_schedule(reader, tapes);
    mechanism->find_terms = read_schedule(reader, tapes);
    read_slots(reader, mechanism, problem);
    read_contacts(reader, mechanism, problem);
}

const Mechanism *read_mechanisms(Reader *reader, const Tapes *tapes, const Problem *problem, int count)
{
    read_length(reader, count, "mechanisms");
    Mechanism *mechanisms = room_for(reader, (size_t)count, sizeof *mechanisms);
    for (int i = 0; i < count; ++i) read_mechanism(reader, tapes, problem, &mechanisms[i]);
    return mechanisms;
}
