/* load.c: the Problem from bytes, in the order of _Tables.problem_table in mbfmu/problem/codegen/tables.py. */

#include "load.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check_sum.h"
#include "load_mechanism.h"
#include "load_state_blocks.h"
#include "load_steps.h"
#include "variable.h"

static const char MAGIC[] = "mbfmu 1\n";

#define HEAD (sizeof MAGIC - 1 + sizeof(uint32_t))
#define WHOLE_SLOTS 24

typedef struct {
    Problem problem;
    Block *blocks;
} Loaded;

static void read_whole_slots(Reader *reader, Problem *p)
{
    p->t = read_ref(reader, 1, "the time");
    p->input_time = read_ref(reader, 1, "the time of inputs");
    Ref *const free[] = {&p->x, &p->u, &p->p, &p->calculated, &p->d, &p->c, &p->m, &p->n, &p->z, &p->r, &p->next};
    for (size_t i = 0; i < sizeof free / sizeof *free; ++i) *free[i] = read_ref(reader, ANY, "slots");
    if (p->n.size && p->n.size != p->m.size) damaged(reader, "the modes before an event are not as many as the modes");
    p->x_dot = read_ref(reader, p->x.size, "derivatives");
    p->g = read_ref(reader, p->m.size, "indicators");
    p->y = read_ref(reader, ANY, "outputs");
    p->pictures = read_ref(reader, ANY, "pictures");
    p->start_in_equilibrium = read_ref(reader, ANY, "whether it starts in equilibrium");
    if (p->start_in_equilibrium.size > 1) damaged(reader, "it is said %d times whether it starts in equilibrium", p->start_in_equilibrium.size);
    p->drained_to = read_ref(reader, p->start_in_equilibrium.size * p->x.size, "states in equilibrium");
    p->derived_from = read_ref(reader, p->p.size, "parameters that were derived from");
    if (p->u.size > MOST / ORDERS) damaged(reader, "there are too many inputs (%d)", p->u.size);
    p->input_rates = read_ref(reader, ORDERS * p->u.size, "rates of inputs");
    p->latched_inputs = read_ref(reader, p->u.size, "inputs as they were set");
    p->communication = read_ref(reader, ANY, "what is known of communication steps");
    if (p->communication.size && (p->communication.size - 1) % 3) damaged(reader, "what is known of communication steps is not of some forces");
    p->last_inputs = read_ref(reader, ANY, "the inputs of the last communication step");
    if (p->last_inputs.size && p->last_inputs.size != 1 + p->u.size) damaged(reader, "the inputs of the last communication step are not as many as the inputs");
    const Ref all[WHOLE_SLOTS] = {p->t,     p->input_time, p->x, p->u,        p->p,
                                  p->calculated, p->d,     p->c, p->m,        p->n, p->z, p->r, p->next,
                                  p->x_dot, p->g,          p->y, p->pictures, p->start_in_equilibrium,
                                  p->drained_to, p->derived_from, p->input_rates, p->latched_inputs, p->communication, p->last_inputs};
    refuse_overlap(reader, all, WHOLE_SLOTS, "the slots");
    if (p->latched_inputs.start + p->latched_inputs.size != p->numbers)
        damaged(reader, "there are %d numbers, not as many as the slots have", p->numbers);
}

static int lies_in(Ref piece, Ref slot)
{
    return piece.start >= slot.start && piece.start + piece.size <= slot.start + slot.size;
}

/* Bounds are such that values between them are numbers of the type. Values at the start may be asked for before anything has looked at them. */
static void check_type(Reader *reader, const Variable *v)
{
    static const double LEAST[] = {[INTEGER] = INT_MIN, [BOOLEAN] = 0, [ENUMERATION] = 1, [STRING] = -INFINITY};
    const double most[] = {[INTEGER] = INT_MAX, [BOOLEAN] = 1, [ENUMERATION] = v->items, [STRING] = INFINITY};
    if (v->causality > PARAMETER) damaged(reader, "%s must be a real number", v->name);
    if (v->type == STRING && v->dimensions) damaged(reader, "%s has several texts", v->name);
    if (!(v->min >= LEAST[v->type] && v->max <= most[v->type])) damaged(reader, "the bounds of %s are not those of its type", v->name);
    for (int i = 0; v->causality != OUTPUT && i < values_of(v); ++i)
        if (!is_allowed(v, &v->start[i])) damaged(reader, "%s starts at what is nothing of its type", v->name);
}

static void check_variable(Reader *reader, const Problem *p, const Variable *v, int starts)
{
    const Ref slots[] = {[INPUT] = p->u, [OUTPUT] = p->y,         [PARAMETER] = p->p, [CALCULATED_PARAMETER] = p->calculated,
                         [STATE] = p->x, [DERIVATIVE] = p->x_dot, [INDICATOR] = p->g, [INDEPENDENT] = p->t};
    int given = v->causality == INPUT || v->causality == PARAMETER;
    long long numbers = v->type == STRING ? TEXT / sizeof(double) : 1;
    for (int i = 0; i < v->dimensions; ++i)
        if ((numbers *= v->shape[i]) > MOST) damaged(reader, "%s has too many numbers", v->name);
    if (numbers != v->ref.size) damaged(reader, "%s has %d numbers, which is not its shape", v->name, v->ref.size);
    int apart = (v->causality == OUTPUT && v->type == REAL && lies_in(v->ref, p->pictures))
                || (v->causality == PARAMETER && v->type == BOOLEAN && lies_in(v->ref, p->start_in_equilibrium));
    if (!apart && !lies_in(v->ref, slots[v->causality])) damaged(reader, "%s does not lie among those of its kind", v->name);
    if (starts != (given ? v->ref.size : 0)) damaged(reader, "%s has %d start values", v->name, starts);
    if (v->type != REAL) check_type(reader, v);
}

/* What a variable sets may be nothing of the type of another. */
static void refuse_shared(Reader *reader, const Variable *v, unsigned char *taken)
{
    for (int i = v->ref.start; i < v->ref.start + v->ref.size; ++i) {
        if (taken[i]) damaged(reader, "%s shares a number with another variable that can be set", v->name);
        taken[i] = 1;
    }
}

static const Variable *read_variables(Reader *reader, const Problem *problem)
{
    read_length(reader, problem->variables, "variables");
    Variable *variables = room_for(reader, (size_t)problem->variables, sizeof *variables);
    unsigned char *taken = room_for(reader, (size_t)problem->numbers, sizeof *taken);
    for (int i = 0; i < problem->variables; ++i) {
        Variable *v = &variables[i];
        int starts;
        v->name = read_string(reader);
        v->unit = read_string(reader);
        v->description = read_string(reader);
        v->ref = read_ref(reader, ANY, v->name);
        v->causality = (Causality)read_between(reader, INPUT, INDEPENDENT, "the causality of a variable");
        v->type = (Type)read_between(reader, REAL, STRING, "the type of a variable");
        v->tunable = read_between(reader, 0, 1, "whether a variable is tunable");
        v->dimensions = read_between(reader, 0, MOST, "how many dimensions a variable has");
        v->shape = read_integers(reader, v->dimensions, 1, MOST, NULL, "the shape of a variable");
        v->min = read_number(reader);
        v->max = read_number(reader);
        v->exclusive_min = read_between(reader, 0, 1, "whether a minimum is excluded");
        v->items = read_between(reader, 0, MOST, "how many items a variable has");
        v->item = read_strings(reader, v->items, NULL, "items of a variable");
        v->start = read_numbers(reader, ANY, &starts, "start values");
        check_variable(reader, problem, v, starts);
        if (starts) refuse_shared(reader, v, taken);
    }
    return variables;
}

static const Check *read_checks(Reader *reader, const Problem *problem)
{
    read_length(reader, problem->checks, "checks");
    Check *checks = room_for(reader, (size_t)problem->checks, sizeof *checks);
    for (int i = 0; i < problem->checks; ++i) {
        checks[i].ref = read_ref(reader, ANY, "what is checked");
        checks[i].message = read_string(reader);
    }
    return checks;
}

static const Limit *read_limits(Reader *reader, const Problem *problem)
{
    read_length(reader, problem->limits, "limits");
    Limit *limits = room_for(reader, (size_t)problem->limits, sizeof *limits);
    for (int i = 0; i < problem->limits; ++i) {
        limits[i].name = read_string(reader);
        limits[i].unit = read_string(reader);
        limits[i].value = read_ref(reader, 1, "what has a limit");
        limits[i].limit = read_ref(reader, 1, "a limit");
    }
    return limits;
}

static const MechanismStates *read_motion(Reader *reader, const Problem *problem)
{
    int end = 0;
    read_length(reader, problem->moving, "mechanisms that move");
    MechanismStates *motion = room_for(reader, (size_t)problem->moving, sizeof *motion);
    for (int i = 0; i < problem->moving; ++i) {
        MechanismStates *of = &motion[i];
        of->first = read_between(reader, end, problem->x.size, "where states of a mechanism begin");
        of->nq = read_between(reader, 0, problem->x.size - of->first, "coordinates of a mechanism");
        of->own = read_between(reader, 0, problem->x.size - of->first - of->nq, "states of elements");
        of->measured = read_between(reader, 0, of->own, "states that follow from coordinates");
        of->nv = read_between(reader, 0, problem->x.size - of->first - of->nq - of->own, "speeds of a mechanism");
        end = of->first + of->nq + of->own + of->nv;
    }
    return motion;
}

static double read_positive(Reader *reader, const char *what)
{
    double value = read_number(reader);
    if (!(value > 0 && value < INFINITY)) damaged(reader, "%s is not a positive number", what);
    return value;
}

/* Each has a number of its own for its next time. */
static const TimeEvent *read_events(Reader *reader, const Tapes *tapes, const Problem *problem)
{
    read_length(reader, problem->events, "time events");
    TimeEvent *events = room_for(reader, (size_t)problem->events, sizeof *events);
    for (int i = 0; i < problem->events; ++i) {
        events[i].name = read_string(reader);
        events[i].next = read_ref(reader, 1, "the time of the next event");
        if (!lies_in(events[i].next, problem->next)) damaged(reader, "the time of the next event of %s does not lie among those", events[i].name);
        events[i].update = read_schedule(reader, tapes);
    }
    return events;
}

static const StateEvent *read_state_events(Reader *reader, const Tapes *tapes, const Problem *problem)
{
    read_length(reader, problem->state_events, "state events");
    if (problem->state_events && !problem->n.size) damaged(reader, "there is no place for the modes before state events");
    StateEvent *events = room_for(reader, (size_t)problem->state_events, sizeof *events);
    for (int i = 0; i < problem->state_events; ++i) {
        events[i].name = read_string(reader);
        events[i].modes = read_between(reader, 1, problem->m.size, "how many modes a state event has");
        events[i].mode = read_integers(reader, events[i].modes, 0, problem->m.size - 1, NULL, "the modes of a state event");
        events[i].update = read_schedule(reader, tapes);
    }
    return events;
}

static void read_problem(Reader *reader, Problem *p)
{
    const Tapes tapes = read_tapes(reader);
    p->name = read_string(reader);
    p->token = read_string(reader);
    reader->numbers = p->numbers = read_between(reader, 0, MOST, "how many numbers there are");
    p->found_anew = read_between(reader, 0, p->numbers, "how many numbers are found anew");
    p->of_parameters = read_between(reader, 0, p->numbers - p->found_anew, "how many numbers follow from parameters");
    read_whole_slots(reader, p);
    p->derive = read_schedule(reader, &tapes);
    p->initialize = read_schedule(reader, &tapes);
    p->post_assembly = read_schedule(reader, &tapes);
    p->derivative = read_schedule(reader, &tapes);
    p->output = read_schedule(reader, &tapes);
    p->picture = read_schedule(reader, &tapes);
    p->accepted = read_schedule(reader, &tapes);
    p->variables = read_between(reader, 0, MOST, "how many variables there are");
    p->checks = read_between(reader, 0, MOST, "how many checks there are");
    p->limits = read_between(reader, 0, MOST, "how many limits there are");
    p->mechanisms = read_between(reader, 0, MOST, "how many mechanisms there are");
    p->moving = read_between(reader, 0, MOST, "how many mechanisms move");
    p->events = read_between(reader, 0, MOST, "how many time events there are");
    p->state_events = read_between(reader, 0, MOST, "how many state events there are");
    p->variable = read_variables(reader, p);
    p->check = read_checks(reader, p);
    p->limit = read_limits(reader, p);
    p->mechanism = read_mechanisms(reader, &tapes, p, p->mechanisms);
    p->motion = read_motion(reader, p);
    p->event = read_events(reader, &tapes, p);
    p->state_event = read_state_events(reader, &tapes, p);
    p->w = reader->work;
    p->state_name = read_strings(reader, p->x.size, NULL, "names of states");
    p->mode_name = read_strings(reader, p->m.size, NULL, "names of modes");
    p->held_name = read_strings(reader, p->r.size, NULL, "names of discrete states");
    p->nominal = read_numbers(reader, p->x.size, NULL, "nominals of states");
    p->integrator = read_between(reader, BY_BOGACKI_SHAMPINE, BY_ROSENBROCK, "the integrator");
    p->step_size = read_positive(reader, "the step size");
    p->tolerance = read_positive(reader, "the tolerance");
    p->max_steps = read_between(reader, 1, INT_MAX, "the integrator's steps");
    p->outputs_need_derivative = read_between(reader, 0, 1, "whether outputs need the derivative");
    p->blocks = read_state_blocks(reader, p->x.size);
    if (reader->place != reader->size) damaged(reader, "it goes on behind its end");
}

static int read_all(Reader *reader, Problem *problem)
{
    uint32_t sum;
    if (MARK_WAY_OUT(reader->refused)) return -1;
    if (reader->size < HEAD || memcmp(reader->bytes, MAGIC, sizeof MAGIC - 1))
        damaged(reader, "it is no model that this version of mbfmu has written");
    memcpy(&sum, reader->bytes + sizeof MAGIC - 1, sizeof sum);
    if (sum != check_sum(reader->bytes + HEAD, reader->size - HEAD))
        damaged(reader, "its check sum is wrong");
    reader->place = HEAD;
    read_problem(reader, problem);
    return 0;
}

const Problem *problem_load(const unsigned char *bytes, size_t size, char why[WHY])
{
    Reader reader = {.bytes = bytes, .size = size};
    Loaded *loaded = calloc(1, sizeof *loaded);
    if (loaded && !read_all(&reader, &loaded->problem)) {
        loaded->blocks = reader.blocks;
        return &loaded->problem;
    }
    strcpy(why, loaded ? reader.why : "memory is missing");
    free_blocks(reader.blocks);
    free(loaded);
    return NULL;
}

void problem_unload(const Problem *problem)
{
    Loaded *loaded = (Loaded *)problem; /* its first member */
    if (!loaded) return;
    free_blocks(loaded->blocks);
    free(loaded);
}
