/* The contract between one model and the runtime: what is generated as C (problem.c, functions.c), or read from a file (data/load.c).

   A Problem is constant tables. Its numbers live in one flat array of doubles, Instance.numbers, where every slot of mbfmu/problem/data/problem.py
   (t, x, u, p, d, ...) has its place; a Ref is a piece of that array. A Schedule is a list of steps that fill pieces from pieces. */

#ifndef MBFMU_PROBLEM_H
#define MBFMU_PROBLEM_H

#include <stddef.h>

typedef struct Instance Instance;

/* A function that CasADi generated: numbers in, numbers out; iw and w are its work space. */
typedef int Evaluate(const double **argument, double **result, long long *iw, double *w, int memory);

typedef struct {
    int start, size;
} Ref;

/* Where the numbers of a sparse matrix lie, row by row: row i has the columns column[start[i]] up to column[start[i + 1]], ascending. */
typedef struct {
    const int *start, *column;
} Pattern;

/* Blocks of states in the order in which they are eliminated (mbfmu/problem/codegen/state_blocks.py): block i has the states state[first[i]] up to
   state[first[i + 1]]. `pattern` is that of matrices of blocks, symmetric, with its diagonal, and closed under elimination. `reach` has for each block
   those whose rates depend on it, which its column of the pattern holds. No two blocks of a group reach the same one. */
typedef struct {
    int count;
    const int *first, *state;
    Pattern pattern, reach;
    const int *place; /* of each entry of the pattern: where the numbers of this block begin, and behind the last one where they end */
    int groups;
    const int *group_start, *group;
} StateBlocks;

/* What a kind of step can do. Each returns 0, or -1 with the cause in the instance's message (see fail in instance.h).

   `tangent` carries the directional derivative through the step: Instance.tangent is laid out as Instance.numbers and holds, for every number
   that enters, its derivative along the present direction; the step fills those of its results.
   `adjoint` is the reverse: it adds to Instance.adjoint of what enters what that of its results says, and then sets that of its
   results to zero. Both are run with the numbers as the step itself left them.
   `scratch` says how many doubles of scratch space each of the three takes at most. */
typedef struct {
    int (*run)(const void *step, Instance *instance);
    int (*tangent)(const void *step, Instance *instance);
    int (*adjoint)(const void *step, Instance *instance);
    size_t (*scratch)(const void *step);
} StepKind;

typedef struct {
    const StepKind *kind;
    const void *step; /* one of the structs below */
} Step;

typedef struct {
    int count;
    const Step *steps;
} Schedule;

/* Evaluates a generated function. `forward` takes the arguments and then a seed for each and gives the derivative of each result;
   `reverse` takes the arguments and then a seed for each result and gives the derivative by each argument. */
typedef struct {
    Evaluate *value, *forward, *reverse;
    int arguments, results;
    const Ref *argument, *result;
} Call;

/* A x = b, A (n x n) symmetric and positive definite. */
typedef struct {
    Ref matrix, right_side, unknown;
    const char *what;
} SpdSolve;

/* residual(unknown) = 0 by Newton's method from the present unknowns; `jacobian` is column-major (n x n), `nominal` has n numbers. */
typedef struct {
    Schedule evaluate;
    Ref residual, jacobian, unknown;
    const double *nominal;
    const char *what;
} NewtonSolve;

/* The same where `evaluate` computes a mechanism under forces that read other forces, the unknowns: the residual is what it finds of them less
   what was assumed. `determined` (n) is 1 where what is read follows from the equations, else 0; `acting` (n) is 0 where nothing acts that could depend on
   the unknown, which is zero then. The Jacobian follows from `tangents` tangents of `evaluate`: each finds columns that share no row; `columns` (n of each
   tangent) says which of them each row is in, or -1. Where forces are `linear` in what they read, one correction solves it. `reader` (n) says who reads each unknown. */
typedef struct {
    NewtonSolve newton;
    Ref determined, acting;
    int linear, tangents;
    const int *columns;
    const char *const *reader;
} FeedbackSolve;

/* M a = f + A^T l on all rows, A a = b on the independent rows, l = 0 on the others. */
typedef struct {
    Ref mass, force, jacobian, target, independent, rank_deficiency, acceleration, multipliers;
    const char *what;
} ConstrainedSolve;

/* The same numbers, where all rows are independent, also for the moment: 0, else the general solve is needed. */
typedef int DirectSolve(const double *schur, const double *right_side, const double *independent, double *multipliers);

/* S l = r on the independent rows, l = 0 on the others. `rows` (count) are numbers among all m rows; `pattern`
   (nonzeros pairs: row, column, counted among the `count`) is S's lower triangle; `order` (count) an order that keeps coupled rows near. */
typedef struct {
    Ref schur, right_side, independent, rank_deficiency, multipliers;
    int count, nonzeros;
    const int *rows, (*pattern)[2], *order;
    const char *what;
    DirectSolve *direct; /* NULL where there is none */
} MultiplierSolve;

#define REFLECTED 42 /* numbers that are reflected to a carrier: an inertia (6, 6) and a bias force (6) */

/* The same as a function of the accelerations of bodies that carry superelements; carrier c has
   the rows carrier_rows[carrier_start[c]] up to carrier_start[c + 1] (counted among the `count`) and feels reflected[c]. */
typedef struct {
    MultiplierSolve solve;
    Ref influence, open_loop, following;
    int carriers;
    const Ref *reflected;
    const int *carrier_start, *carrier_rows;
} SuperelementSolve;

/* Multipliers (m) become those that act alike and are nearest to what they aim at, by `weights`, in each group of rows (`groups`, from 1; 0: none); those of a group
   that are not independent follow from its others. `evaluate` fills `rows`, the numbers of A at the places `pattern`. Row i aims at no force; where place[i] is not negative,
   with the force held[place[i]] beside it at that times its weight and the force of row normal[i]. */
typedef struct {
    Schedule evaluate;
    Ref multipliers, independent, groups, weights, rows, held, shared;
    Pattern pattern;
    const int *place, *normal;
} ShareLoads;

/* What the instance's host computes (Instance.compute): `function` says what; its arguments and results are pieces, one behind the other. */
typedef struct {
    const char *function;
    int arguments, results;
    const Ref *argument, *result;
} HostCall;

/* Where the inputs are zero: the derivatives of `of` by each number of `by`, and how its rate along x_dot changes with each: `slopes`, column by column;
   and `of` and this rate: `free`. `numbers` are those of the problem. */
typedef struct {
    Schedule evaluate;
    Ref of, by, slopes, free;
    int inputs;
    const Ref *input;
    int numbers;
} Slopes;

/* found[i] = held[places[i]], where `held` is kept between steps; a place that is not there fails with the words `outside`. */
typedef struct {
    Ref held, places, found;
    const char *outside;
} Gather;

/* held[places[i]] becomes values[i] where that is larger; places that are not there are passed over. */
typedef struct {
    Ref held, places, values;
} KeepLargest;

extern const StepKind CALL, HOST_CALL, SPD_SOLVE, NEWTON_SOLVE, FEEDBACK_SOLVE, SLOPES, MULTIPLIER_SOLVE, SUPERELEMENT_SOLVE, SHARE_LOADS, GATHER, KEEP_LARGEST;
/* Of constrained solves. */
extern const StepKind WEIGHTED_PSEUDO_INVERSE, ORTHOGONAL_COMPLEMENT, INDEX_ONE, TANGENT_SPACE, COORDINATE_PARTITION, UDWADIA_PHOHOMSIRI;

typedef enum { INPUT, OUTPUT, PARAMETER, CALCULATED_PARAMETER, STATE, DERIVATIVE, INDICATOR, INDEPENDENT } Causality;

/* A value of each is a number but a text, whose bytes lie in as many numbers as hold TEXT of them. What is not REAL changes at events only. */
typedef enum { REAL, INTEGER, BOOLEAN, ENUMERATION, STRING } Type;

#define LONGEST_TEXT 1023 /* bytes; and */
#define TEXT (LONGEST_TEXT + 1) /* with the zero at its end */

/* One variable of the interface; its place in Problem.variable is its value reference. */
typedef struct {
    const char *name, *unit, *description;
    Ref ref;
    Causality causality;
    Type type;
    int tunable;  /* of a parameter: may be set after initialization; of a calculated one: may change then */
    int dimensions;
    const int *shape;
    double min, max; /* infinite where there is no bound; those of its type at the least */
    int exclusive_min; /* min itself is not allowed */
    int items;         /* of an enumeration; they are numbered from 1 */
    const char *const *item;
    const double *start; /* ref.size numbers; NULL where it has none */
} Variable;

typedef struct {
    Ref ref; /* each must be > 0 */
    const char *message;
} Check;

typedef struct {
    const char *name, *unit;
    Ref value, limit;
} Limit;

/* What happens at times that the model itself says: at `next` [s], one number of the slot of that name, infinite for never, `update` runs, which sets
   numbers of the slots r and next. */
typedef struct {
    const char *name;
    Ref next;
    Schedule update;
} TimeEvent;

/* What happens where modes flip: in each round of the event iteration in which one of `mode` (numbers of the slot m) has flipped, `update` runs, which
   sets numbers of the slots x, r and next. The slot n has the modes before that round. */
typedef struct {
    const char *name;
    int modes;
    const int *mode;
    Schedule update;
} StateEvent;

/* One scalar constraint, or one speed that may be fixed at the start (mbfmu/problem/data/constraint_manifold.py). */
typedef struct {
    const char *element, *unit;
    const char *loop, *axes, *misfit; /* what is said of the loop that a joint closes, "" where it closes none or nothing is known */
    int holonomic, joint, driven, input_driven;
} Row;

/* A parameter by which the user gives speeds for the start, and where they are found to have become others. */
typedef struct {
    const char *const *name, *unit; /* name[given.size] */
    Ref given, found;
} StartSpeed;

/* A position (at most 3) that a drive prescribes: by start values, by how much these are others than those that nobody gives, and as it is. */
typedef struct {
    const char *what, *drive, *unit;
    Ref given, said, found;
} DrivenStart;

/* A point at which two bodies may touch: rows from number `row` on, the first along the normal, hold while its mode `closed` is 1; contact points have the
   last rows of all. While the mode `guided` is 1 one of them lies across the direction in which it begins to slide. `offset` is the gap at which it closes.
   Where it may slide, tangential rows hold while the mode `sticking` is 1, `direction` and the force `held` beside theirs have two numbers, and `axis`, along
   which the first of them acts, and the `tangent` that this becomes behind each step have three; else all five are empty. Under a guard it closes only while
   the mode `ready` is 1, which is empty without. It does not open while `lock` is positive. */
typedef struct {
    const char *name;
    int row, rows;
    Ref closed, offset, restitution, rest_speed, friction, lock, multipliers, sticking, guided, direction, held, axis, tangent, ready;
    int newton; /* the law of impacts is Newton's, not Poisson's */
} ContactPoint;

#define PROBES 4  /* random combinations of the indeterminate multipliers: that all miss what is not determined is as good as impossible */
#define MONITORED 9 /* numbers that singularity_monitor.c remembers, besides combinations of rows */
#define PROJECTIONS 4 /* of the weakest combination of rows of each superelement, remembered behind the shares of all rows in these */

/* A tree whose masses are eliminated body by body; without bodies where the mass matrix is written out. Body k is on body lower[k], -1 the world; it has the
   speeds first[k] up to first[k + 1], and moves against its lower body by those of body mover[k]: itself or, of a node, the flexible body that it stands on. Its
   numbers begin at place[k] (mechanism/tree_masses.h). */
typedef struct {
    int bodies;
    const int *lower, *mover, *first, *place;
} MassTree;

/* mbfmu/problem/data/constraint_manifold.py: where the states x = (q, own, v) of a mechanism may be. */
typedef struct {
    int rows, starts, start_speeds, driven_starts, superelements, closing, nq, own, nv;
    const Row *row, *start;
    const StartSpeed *start_speed;
    const DrivenStart *driven_start;
    const int *superelement_start, *superelement_rows; /* as carriers of a SuperelementSolve */
    const char *const *closing_joint;
    const int *like;               /* of each row: the number of the first row of its superelement and unit; its own where it is in none */
    const int *order;              /* of the rows, and behind them the starts: keeps those near that share speeds */
    Pattern A_pattern, M_pattern, A_start_pattern; /* M's row of a speed holds all below it in the tree; the others' rows hold that too */
    MassTree tree; /* where it has bodies, M has their numbers, and rows of A have with a speed all of its body and of those below */
    const int *moved_start, *moved; /* speed j moves the coordinates moved[moved_start[j]] up to moved[moved_start[j + 1]] (Mechanism._moved_coordinates) */
    Schedule evaluate, find_masses, find_starts, displace, find_measured, find_closure_branches, find_moved_starts, find_terms;
    Ref x; /* nq + own + nv */
    Ref phi, psi, A, M, phi_start, psi_start, A_start, fixed_position, fixed_speed, independent, rank_deficiency, indeterminate, direction, q_rate, closure_branch;
    Ref A_terms; /* of each number of A: the sum of the sizes of its terms, as find_terms left it */
    Ref load_groups, load_weights; /* rows each, or none: the group of dependent rows that share loads, and their weights there (load_groups.h) */
    Ref singularity_monitor; /* slot "<prefix>singularity_monitor", MONITORED + rows + PROJECTIONS * superelements numbers */
    int contacts;
    const ContactPoint *contact;
} Mechanism;

/* Where the states (q, own, v) of a mechanism lie in x, whether it has constraints or not: from number `first` on. The first `measured` of `own`
   follow from the coordinates. */
typedef struct {
    int first, nq, own, measured, nv;
} MechanismStates;

typedef struct {
    const char *name, *token;
    int numbers;                       /* in all slots; behind them an instance has the integrator's memory */
    int found_anew;                    /* by evaluations, of the slots that come first: nobody needs to keep them */
    int of_parameters;                 /* of the slots behind these: parameters and what follows from them, which no step changes */
    size_t arg, res, iw, w;            /* work space of the largest generated function, or w that of all tapes */
    Ref t, input_time, x, u, p, calculated, d, c, m, n, z, r, next, x_dot, g, y; /* r is held between events; n is empty without state events */
    Ref start_in_equilibrium; /* a parameter, 1 where the model is to start in static equilibrium; empty without mechanisms */
    Ref pictures; /* outputs that show where parts are: evaluated only where somebody asks for one */
    Ref drained_to;                    /* the states in equilibrium that energy drainage from the start values has led to */
    Ref derived_from;                  /* the parameters that d was derived from */
    Ref input_rates;                   /* ORDERS * nu: derivatives of the inputs by time at the last communication point, order 1 first */
    Ref latched_inputs;                    /* nu: the inputs as set there, from where these extrapolate u */
    Ref communication;                     /* of Co-Simulation (co_simulation.c); zeros elsewhere, and empty where nothing looks ahead */
    Ref last_inputs;                       /* 1 + nu: the last communication step [s] and the inputs in it (last_inputs.c); empty where no port says what it feels */
    Schedule derive, initialize, post_assembly, derivative, output, picture;
    Schedule accepted; /* behind each accepted step of an integrator: sets numbers of the slot r only, and changes no rate at this point */
    int variables, checks, limits, mechanisms, moving, events, state_events;
    const Variable *variable;
    const Check *check;
    const Limit *limit;
    const Mechanism *mechanism;         /* with constraints */
    const MechanismStates *motion;      /* `moving` of them: with constraints or without, ascending */
    const TimeEvent *event;             /* those of one time happen in this order */
    const StateEvent *state_event;      /* so do these */
    const char *const *state_name, *const *mode_name, *const *held_name; /* of x, m and r */
    const double *nominal;             /* of each state */
    int integrator;                    /* BY_... */
    double step_size, tolerance;
    int max_steps;                     /* of the integrator, in one communication step: more are given up */
    int outputs_need_derivative;       /* what `derivative` computes, beside states */
    StateBlocks blocks;
} Problem;

enum { BY_BOGACKI_SHAMPINE, BY_DORMAND_PRINCE, BY_ADAMS, BY_RADAU, BY_HEUN, BY_RUNGE_KUTTA, BY_LINEARLY_IMPLICIT_EULER, BY_ROSENBROCK }; /* integrators */

#define ORDERS 3 /* of input derivatives that are taken */

/* What a library runs: PROBLEM, compiled in (compiled_problem.c), or what lies in the FMU's resources (data/resources.c), which are where
   `location`, a URI or a path, says. NULL, and in `why` the reason, where there is none; closing NULL does nothing. */
#define WHY 256

const Problem *problem_open(const char *location, char why[WHY]);
void problem_close(const Problem *problem);

extern const Problem PROBLEM;
extern const int FUSED; /* whether its functions are those of fused_begin.h */

#endif
