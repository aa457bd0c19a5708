/* load_mechanism.c: mechanisms from bytes, in the order of _Tables.mechanism in mbfmu/codegen/tables.py. */

#include "load_mechanism.h"

#include "load_steps.h"

#define SLOTS 19

static const Row *read_rows(Reader *reader, int count, const char *what)
{
    read_length(reader, count, what);
    Row *rows = room_for(reader, (size_t)count, sizeof *rows);
    for (int i = 0; i < count; ++i) {
        rows[i].element = read_string(reader);
        rows[i].unit = read_string(reader);
        rows[i].loop = read_string(reader);
        rows[i].axes = read_string(reader);
        rows[i].holonomic = read_between(reader, 0, 1, "whether a row is holonomic");
        rows[i].joint = read_between(reader, 0, 1, "whether a row is of a joint");
        rows[i].driven = read_between(reader, 0, 1, "whether a row is driven");
        rows[i].fed = read_between(reader, 0, 1, "whether a row is fed");
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

static void read_counts(Reader *reader, Mechanism *mechanism)
{
    int *const counts[] = {&mechanism->rows,    &mechanism->starts, &mechanism->start_speeds, &mechanism->superelements,
                           &mechanism->closing, &mechanism->nq,     &mechanism->own,          &mechanism->nv};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) *counts[i] = read_between(reader, 0, MOST, "how much a mechanism has");
}

static void read_names(Reader *reader, Mechanism *mechanism)
{
    int rows = mechanism->rows;
    mechanism->row = read_rows(reader, rows, "rows");
    mechanism->start = read_rows(reader, mechanism->starts, "starts");
    mechanism->start_speed = read_start_speeds(reader, mechanism->start_speeds);
    read_lists(reader, mechanism->superelements, rows, rows, &mechanism->superelement_start, &mechanism->superelement_rows, "superelements");
    mechanism->closing_joint = read_strings(reader, mechanism->closing, NULL, "joints that close loops");
    mechanism->like = read_integers(reader, rows, 0, rows - 1, NULL, "rows that are alike");
    for (int i = 0; i < rows; ++i)
        if (mechanism->like[i] > i) damaged(reader, "row %d is like one behind it", i);
    read_lists(reader, mechanism->nv, mechanism->nq, MOST, &mechanism->moved_start, &mechanism->moved, "coordinates that speeds move");
}

/* The slots are disjoint, so that copying one to another is what it seems. */
static void read_slots(Reader *reader, Mechanism *mechanism, const Problem *problem)
{
    int m = mechanism->rows, s = mechanism->starts, n = mechanism->nv;
    if (n > 0 && (n > MOST / n || m > MOST / n || s > MOST / n)) damaged(reader, "a mechanism has too many speeds (%d)", n);
    mechanism->x = read_ref(reader, ANY, "states");
    const struct {
        Ref *slot;
        int size;
    } slots[SLOTS] = {
        {&mechanism->phi, m},           {&mechanism->psi, m},         {&mechanism->A, m * n},          {&mechanism->M, n * n},
        {&mechanism->phi_start, s},     {&mechanism->psi_start, s},   {&mechanism->A_start, s * n},    {&mechanism->fixed_position, s},
        {&mechanism->fixed_speed, s},   {&mechanism->k, m},           {&mechanism->lost, 1},
        {&mechanism->open, ANY},        {&mechanism->direction, n},   {&mechanism->q_rate, mechanism->nq}, {&mechanism->v_rate, n},
        {&mechanism->side, mechanism->closing}, {&mechanism->watch, WATCHED}, {&mechanism->energies, ANY}, {NULL, 0},
    };
    Ref all[SLOTS + 1] = {problem->x};
    for (int i = 0; slots[i].slot; ++i) all[i + 1] = *slots[i].slot = read_ref(reader, slots[i].size, "slots of a mechanism");
    refuse_overlap(reader, all, SLOTS, "the slots of a mechanism");
    if (mechanism->open.size && (m > MOST / m || mechanism->open.size != m * m)) damaged(reader, "a projector is not of %d rows", m);
    Ref x = mechanism->x;
    if (x.size != (long long)mechanism->nq + mechanism->own + n || x.start < problem->x.start || x.start + x.size > problem->x.start + problem->x.size)
        damaged(reader, "the states of a mechanism are not among all states");
}

static void read_mechanism(Reader *reader, const Tapes *tapes, const Problem *problem, Mechanism *mechanism)
{
    read_counts(reader, mechanism);
    read_names(reader, mechanism);
    mechanism->evaluate = read_schedule(reader, tapes);
    mechanism->displace = read_schedule(reader, tapes);
    mechanism->energy = read_schedule(reader, tapes);
    mechanism->measure = read_schedule(reader, tapes);
    mechanism->sides = read_schedule(reader, tapes);
    mechanism->find_start_speeds = read_schedule(reader, tapes);
    read_slots(reader, mechanism, problem);
}

const Mechanism *read_mechanisms(Reader *reader, const Tapes *tapes, const Problem *problem, int count)
{
    read_length(reader, count, "mechanisms");
    Mechanism *mechanisms = room_for(reader, (size_t)count, sizeof *mechanisms);
    for (int i = 0; i < count; ++i) read_mechanism(reader, tapes, problem, &mechanisms[i]);
    return mechanisms;
}
