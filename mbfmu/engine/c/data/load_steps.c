/* load_steps.c: schedules from bytes: for each kind of step how its struct is read, in the order of STEPS in mbfmu/problem/codegen/packed_tables.py. */

#include "load_steps.h"

#define REFLECTED_COLUMNS 6

typedef struct {
    Reader *reader;
    const Tapes *tapes;
    int inside; /* of a NewtonSolve or a FeedbackSolve */
} Loading;

static Schedule schedule_of(const Loading *loading);

static int square(Reader *reader, int n, const char *what)
{
    if (n > 0 && n > MOST / n) damaged(reader, "%s: %d unknowns are too many", what, n);
    return n * n;
}

static int times(Reader *reader, int a, int b, const char *what)
{
    if (a > 0 && b > MOST / a) damaged(reader, "%s: %d times %d numbers are too many", what, a, b);
    return a * b;
}

static int numbers_in(Reader *reader, const Ref *refs, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        if (refs[i].size > MOST - sum) damaged(reader, "a function is given too many numbers");
        sum += refs[i].size;
    }
    return sum;
}

static const void *tape_run(const Loading *loading)
{
    Reader *reader = loading->reader;
    TapeRun *step = room_for(reader, 1, sizeof *step);
    step->tape = &loading->tapes->tape[read_between(reader, 0, loading->tapes->count - 1, "the number of a tape")];
    step->arguments = read_between(reader, 0, MOST, "how many arguments there are");
    step->results = read_between(reader, 0, MOST, "how many results there are");
    step->argument = read_refs(reader, step->arguments, NULL, "arguments");
    step->result = read_refs(reader, step->results, NULL, "results");
    int given = numbers_in(reader, step->argument, step->arguments), found = numbers_in(reader, step->result, step->results);
    if (given != step->tape->inputs || found != step->tape->outputs)
        damaged(reader, "a function of %d numbers that gives %d is given %d, and %d are asked for",
                step->tape->inputs, step->tape->outputs, given, found);
    return step;
}

static const void *host_call(const Loading *loading)
{
    Reader *reader = loading->reader;
    HostCall *step = room_for(reader, 1, sizeof *step);
    step->function = read_string(reader);
    step->arguments = read_between(reader, 0, MOST, "how many arguments there are");
    step->results = read_between(reader, 0, MOST, "how many results there are");
    step->argument = read_refs(reader, step->arguments, NULL, "arguments");
    step->result = read_refs(reader, step->results, NULL, "results");
    numbers_in(reader, step->argument, step->arguments);
    numbers_in(reader, step->result, step->results);
    refuse_overlap(reader, step->result, step->results, "the results of a function");
    return step;
}

static const void *gather(const Loading *loading)
{
    Reader *reader = loading->reader;
    Gather *step = room_for(reader, 1, sizeof *step);
    step->held = read_ref(reader, ANY, "held numbers");
    step->places = read_ref(reader, ANY, "places in a table");
    step->found = read_ref(reader, step->places.size, "what is found in a table");
    step->outside = read_string(reader);
    return step;
}

static const void *keep_largest(const Loading *loading)
{
    Reader *reader = loading->reader;
    KeepLargest *step = room_for(reader, 1, sizeof *step);
    step->held = read_ref(reader, ANY, "held numbers");
    step->places = read_ref(reader, ANY, "places in a table");
    step->values = read_ref(reader, step->places.size, "values for a table");
    return step;
}

static const void *spd_solve(const Loading *loading)
{
    Reader *reader = loading->reader;
    SpdSolve *step = room_for(reader, 1, sizeof *step);
    step->matrix = read_ref(reader, ANY, "a matrix");
    step->right_side = read_ref(reader, ANY, "a right side");
    step->unknown = read_ref(reader, step->right_side.size, "unknowns");
    if (step->matrix.size != square(reader, step->unknown.size, "a solve")) damaged(reader, "a matrix is not square");
    step->what = read_string(reader);
    return step;
}

static void read_newton(const Loading *loading, NewtonSolve *step)
{
    Reader *reader = loading->reader;
    const Loading inner = {reader, loading->tapes, 1};
    if (loading->inside) damaged(reader, "a Newton solve has another inside");
    step->evaluate = schedule_of(&inner);
    step->residual = read_ref(reader, ANY, "residuals");
    step->jacobian = read_ref(reader, square(reader, step->residual.size, "a Newton solve"), "a Jacobian");
    step->unknown = read_ref(reader, step->residual.size, "unknowns");
    step->what = read_string(reader);
    step->nominal = read_numbers(reader, step->unknown.size, NULL, "nominals of unknowns");
}

static const void *newton_solve(const Loading *loading)
{
    NewtonSolve *step = room_for(loading->reader, 1, sizeof *step);
    read_newton(loading, step);
    return step;
}

static const void *feedback_solve(const Loading *loading)
{
    FeedbackSolve *step = room_for(loading->reader, 1, sizeof *step);
    read_newton(loading, &step->newton);
    int n = step->newton.unknown.size;
    step->determined = read_ref(loading->reader, n, "what is determined");
    step->acting = read_ref(loading->reader, n, "what acts");
    step->linear = read_between(loading->reader, 0, 1, "whether forces are linear in what they read");
    step->tangents = read_between(loading->reader, n > 0, n, "how many tangents there are");
    step->columns = read_integers(loading->reader, times(loading->reader, step->tangents, n, "tangents"), -1, n - 1, NULL, "columns of tangents");
    step->reader = read_strings(loading->reader, n, NULL, "readers of forces");
    return step;
}

static const void *slopes(const Loading *loading)
{
    Reader *reader = loading->reader;
    Slopes *step = room_for(reader, 1, sizeof *step);
    step->evaluate = schedule_of(loading);
    step->of = read_ref(reader, ANY, "what has slopes");
    step->by = read_ref(reader, ANY, "what slopes are by");
    if (step->by.size >= MOST / 2) damaged(reader, "there are too many slopes");
    step->slopes = read_ref(reader, times(reader, step->of.size, 2 * step->by.size, "slopes"), "slopes");
    step->free = read_ref(reader, times(reader, step->of.size, 2, "slopes"), "what is free of inputs");
    step->inputs = read_between(reader, 0, MOST, "how many inputs slopes have");
    step->input = read_refs(reader, step->inputs, NULL, "inputs of slopes");
    step->numbers = read_between(reader, reader->numbers, reader->numbers, "how many numbers there are");
    return step;
}

static const void *constrained_solve(const Loading *loading)
{
    Reader *reader = loading->reader;
    ConstrainedSolve *step = room_for(reader, 1, sizeof *step);
    step->mass = read_ref(reader, ANY, "a mass matrix");
    step->force = read_ref(reader, ANY, "forces");
    step->jacobian = read_ref(reader, ANY, "a Jacobian");
    step->target = read_ref(reader, ANY, "targets");
    int n = step->force.size, m = step->target.size;
    if (step->mass.size != square(reader, n, "a constrained solve") || step->jacobian.size != times(reader, n, m, "a constrained solve"))
        damaged(reader, "the matrices of a constrained solve are not of %d rows and %d speeds", m, n);
    step->independent = read_ref(reader, m, "independent rows");
    step->rank_deficiency = read_ref(reader, 1, "a rank deficiency");
    step->acceleration = read_ref(reader, n, "accelerations");
    step->multipliers = read_ref(reader, m, "multipliers");
    step->what = read_string(reader);
    return step;
}

static void refuse_no_order(Reader *reader, const int *order, int count)
{
    char *seen = room_for(reader, (size_t)count, 1);
    for (int i = 0; i < count; ++i)
        if (seen[order[i]]++) damaged(reader, "the order of rows has row %d twice", order[i]);
}

static void read_multipliers(Reader *reader, MultiplierSolve *step)
{
    step->schur = read_ref(reader, ANY, "a Schur complement");
    step->right_side = read_ref(reader, ANY, "a right side");
    step->independent = read_ref(reader, ANY, "independent rows");
    step->rank_deficiency = read_ref(reader, 1, "a rank deficiency");
    step->multipliers = read_ref(reader, step->right_side.size, "multipliers");
    const Ref both[] = {step->right_side, step->multipliers};
    refuse_overlap(reader, both, 2, "a right side and its multipliers");
    step->what = read_string(reader);
    step->count = read_between(reader, step->right_side.size, step->right_side.size, "how many rows there are");
    step->nonzeros = read_between(reader, step->schur.size, step->schur.size, "how many nonzeros there are");
    step->rows = read_integers(reader, step->count, 0, step->independent.size - 1, NULL, "rows");
    int pattern = times(reader, 2, step->nonzeros, "a pattern");
    step->pattern = (const int(*)[2])read_integers(reader, pattern, 0, step->count - 1, NULL, "a pattern");
    step->order = read_integers(reader, step->count, 0, step->count - 1, NULL, "an order of rows");
    refuse_no_order(reader, step->order, step->count);
}

static const void *multiplier_solve(const Loading *loading)
{
    MultiplierSolve *step = room_for(loading->reader, 1, sizeof *step);
    read_multipliers(loading->reader, step);
    return step;
}

static const void *superelement_solve(const Loading *loading)
{
    Reader *reader = loading->reader;
    SuperelementSolve *step = room_for(reader, 1, sizeof *step);
    read_multipliers(reader, &step->solve);
    int columns = times(reader, REFLECTED_COLUMNS, step->solve.count, "a superelement");
    step->influence = read_ref(reader, columns, "influences");
    step->open_loop = read_ref(reader, ANY, "what carriers are with open loops");
    step->following = read_ref(reader, columns, "multipliers that follow");
    step->carriers = read_between(reader, 0, MOST, "how many carriers there are");
    step->reflected = read_refs(reader, step->carriers, NULL, "what is reflected to carriers");
    if (step->open_loop.size != times(reader, REFLECTED, step->carriers, "carriers")) damaged(reader, "what carriers are does not fit their number");
    for (int c = 0; c < step->carriers; ++c) {
        const Ref both[] = {step->open_loop, step->reflected[c]};
        if (step->reflected[c].size != REFLECTED) damaged(reader, "%d numbers are reflected to a carrier", step->reflected[c].size);
        refuse_overlap(reader, both, 2, "what carriers have and what is reflected to them");
    }
    read_lists(reader, step->carriers, step->solve.count, MOST, &step->carrier_start, &step->carrier_rows, "rows of carriers");
    return step;
}

static const void *share_loads(const Loading *loading)
{
    Reader *reader = loading->reader;
    ShareLoads *step = room_for(reader, 1, sizeof *step);
    step->multipliers = read_ref(reader, ANY, "multipliers");
    int m = step->multipliers.size;
    step->independent = read_ref(reader, m, "independent rows");
    step->groups = read_ref(reader, m, "groups of loads");
    step->weights = read_ref(reader, m, "weights of loads");
    step->rows = read_ref(reader, ANY, "rows of contacts");
    step->held = read_ref(reader, ANY, "friction that is held");
    step->shared = read_ref(reader, m, "loads that are shared");
    const Ref all[] = {step->multipliers, step->independent, step->groups, step->weights, step->rows, step->held, step->shared};
    refuse_overlap(reader, all, 7, "what loads are shared by");
    read_lists(reader, m, MOST, MOST, &step->pattern.start, &step->pattern.column, "rows of contacts");
    if (step->pattern.start[m] != step->rows.size) damaged(reader, "rows of contacts have not the numbers of their pattern");
    step->place = read_integers(reader, m, -1, step->held.size - 1, NULL, "places of friction that is held");
    step->normal = read_integers(reader, m, 0, m - 1, NULL, "normal rows");
    return step;
}

static const struct {
    const StepKind *kind;
    const void *(*read)(const Loading *loading);
} KINDS[] = {
    {&TAPE_RUN, tape_run},
    {&SPD_SOLVE, spd_solve},
    {&NEWTON_SOLVE, newton_solve},
    {&FEEDBACK_SOLVE, feedback_solve},
    {&SLOPES, slopes},
    {&WEIGHTED_PSEUDO_INVERSE, constrained_solve},
    {&ORTHOGONAL_COMPLEMENT, constrained_solve},
    {&INDEX_ONE, constrained_solve},
    {&TANGENT_SPACE, constrained_solve},
    {&COORDINATE_PARTITION, constrained_solve},
    {&UDWADIA_PHOHOMSIRI, constrained_solve},
    {&MULTIPLIER_SOLVE, multiplier_solve},
    {&SUPERELEMENT_SOLVE, superelement_solve},
    {&HOST_CALL, host_call},
    {&GATHER, gather},
    {&KEEP_LARGEST, keep_largest},
    {&SHARE_LOADS, share_loads},
};

static Schedule schedule_of(const Loading *loading)
{
    Reader *reader = loading->reader;
    int count = read_between(reader, 0, MOST, "how many steps there are"), length = read_length(reader, count, "steps");
    Step *steps = room_for(reader, (size_t)length, sizeof *steps);
    for (int i = 0; i < length; ++i) {
        int kind = read_between(reader, 0, (int)(sizeof KINDS / sizeof *KINDS) - 1, "the kind of a step");
        steps[i].kind = KINDS[kind].kind;
        steps[i].step = KINDS[kind].read(loading);
    }
    return (Schedule){length, steps};
}

Schedule read_schedule(Reader *reader, const Tapes *tapes)
{
    const Loading loading = {reader, tapes, 0};
    return schedule_of(&loading);
}
