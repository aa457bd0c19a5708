/* A master: what it steps, what connects them, and the state of a run. Python makes these structures (mbfmu/cosim/c_master/structures.py), in the same
   order; what is said to be the master's own is left at zero there.

   Numbers that change are "signals": real outputs that drive inputs. Each is a row of `width` numbers, of as many runs that are stepped at once: 1 with
   FMUs. What can fail returns 0, or 1 with the cause in the slave's `fault`. */

#ifndef MBFMU_MASTER_H
#define MBFMU_MASTER_H

#include <stddef.h>
#include <stdint.h>

#include "linear_algebra.h"

#define ORDERS 4 /* of polynomials: at most cubic */

/* A communication step, or a part of it: from `start`, of length `size`, to `end` [s]; `recorded` says whether a row is recorded at its end. */
typedef struct {
    double start, size, end;
    int recorded;
} Step;

/* Polynomials around a time `at` [s]: row k of the coefficients, `count` numbers, belongs to (t - at)^k. */
typedef struct {
    double at;
    int orders, count;
    double *coefficients;
} Polynomial;

/* The numbers of an FMU: real ones, others (integers, truth values, items) and texts. */
typedef struct {
    double *reals;
    int64_t *others;
    char **texts;
    int real_count, other_count, text_count;
} Values;

/* Any function, to be cast to its own type: C keeps these apart from objects. */
typedef void Function(void);

/* Variables of one type that one call of FMI gets or sets; `places` are where their numbers stand among Values, NULL where these are the numbers. */
typedef struct {
    Function *call;
    const char *name; /* of the call */
    const unsigned *references;
    size_t reference_count;
    void *numbers;
    size_t count;
    const int *places;
    int type; /* in group.c */
} Group;

/* Groups that are got or set together. */
typedef struct {
    const Group *groups;
    int count;
} Groups;

/* A part of the signals: outputs of one slave, at `places` among its real outputs, and their newest samples. Those with slopes are `sloped`.
   Rows of four of `quaternions` are one each: q and -q are one orientation, and an FMU gives now the one, now the other. The `scale` of a signal is
   its nominal value or the largest that it has been. A step adds `parts` samples. */
typedef struct {
    int slave, first_signal, count, sloped, kept, parts, quaternion_count;
    const int *places, *quaternions;
    double *scale;
    /* the master's own */
    double *times, *values, *slopes; /* of `slots` samples, in a ring */
    int slots, newest, known;
    double ahead_time, *ahead, *ahead_slopes; /* what signals are taken to be at the end of a step that is about to be taken */
    int has_ahead, ahead_sloped;
} History;

/* What drives some inputs of a slave, one after another: signals of a history, times a factor, plus an offset; held over a step or not. */
typedef struct {
    int history, count, held;
    const int *places;
    const double *factors, *offsets;
} Source;

/* An input that is no real number, and the output that drives it; pairs of a value and what that becomes are a map. */
typedef struct {
    int slave, from, to, is_text, map_count;
    const int64_t *map;
} Wire;

/* What a slave calls to move, be saved and taken back; NULL where it cannot. */
typedef struct {
    Function *do_step, *get_state, *set_state, *free_state, *set_derivatives, *get_derivatives;
    Function *enter_event_mode, *update_discrete_states, *enter_step_mode;
} Functions;

/* What counts energy at one side of power ports, see port_energy.c. */
typedef struct {
    int port, side, is_hub, fitted;
    const int *flow, *effort; /* pairs of a history and a place in it, or -1 and a place among the inputs that are taken */
    const int *flow_jumps, *effort_jumps; /* for each its number among the outputs that jump, or -1 */
    double watts;
} PortSide;

/* What went wrong: which slave could not do what, with which status of FMI; how many messages it had logged before. */
typedef struct {
    int kept, slave, action, status;
    double start, size;
    const char *call;
    int64_t said;
} Fault;

typedef struct Slave {
    int version; /* of FMI, 0 for one that Python steps */
    void *instance;
    Functions functions;
    Values inputs, outputs, asked;
    Groups outputs_read;                                 /* that drive inputs */
    Groups outputs_recorded, asked_read;                 /* where a row is recorded only */
    Groups inputs_given, discrete_given, followed_given; /* discrete: inputs that are set in Event Mode only */
    const int *heard; /* where real inputs that steps come with stand among inputs */
    int heard_count, signal_count; /* those of sources first, then those that signals drive */
    const double *held_at; /* for each the share of a step at which it is given, negative where the slave follows it */
    const Source *sources;
    const Wire *wires;
    int source_count, wire_count;
    const unsigned *followed_references; /* FMI 2: of the inputs that are followed, once for each order of derivatives, and these orders */
    const int *followed_orders, *followed; /* where they stand among those heard, FMI 3: and among inputs */
    const int *followed_places;
    int followed_count;
    const unsigned *sloped_references; /* of all outputs of its sloped history, and an order of 1 for each */
    const int *sloped_orders;
    int sloped_count;
    const PortSide *sides;
    const int *jumping; /* where outputs stand that jump where a step begins, since they follow inputs at once */
    int side_count, jump_count;
    int first_history, histories, first_signal, signals; /* its own, among all */
    int answers; /* whether Python knows how it answers to inputs over a step */
    const int64_t *said; /* how many messages it has logged */
    Fault fault;         /* the first one */
    /* the master's own */
    int64_t said_before; /* how many there were before the call that is made */
    double now, about_start, about_size; /* when it does something [s] unless it steps; what it is about to do */
    int fails;
    Polynomial given, taken;
    Values discrete;               /* inputs as they were when discrete ones were set last */
    int event_due;                 /* whether it enters Event Mode where its next step begins */
    double *sizes;                 /* the largest that inputs have been which signals drive */
    double *jumps; /* (3 x jumps): what they are at the beginning, with inputs of the middle, and with those of the end */
    double *own;   /* 2 x (end [s], size [s] of a step, and for each jump what its slave's states changed it by, per second) */
    double *scratch;
} Slave;

enum { OWN_END, OWN_SIZE, OWN_RATES, OWN_STEPS = 2 }; /* of Slave.own */

/* One step of a slave within a communication step: number `index` of `count`. Those with one `together` begin together. */
typedef struct {
    int slave, index, count, together;
} Turn;

/* Where columns of a result come from, which stand side by side: `count` real numbers, or one number of `size` bytes. */
typedef struct {
    const void *from;
    size_t offset;
    int count, size, type; /* in recorder.c */
} Column;

/* How a row of the energies of a port is recorded: where its power [W] and its residual energy [J] stand. */
typedef struct {
    size_t power, residual;
} PortColumns;

/* What is done next, which others see if the process crashes over it. */
typedef struct {
    volatile int32_t action; /* slave * ACTIONS + an action, -1 before the first */
    volatile double start, size;
} Notice;

enum { SET, READ, ASK, STEP, CHANGE, SLOPES, SAVE, RESTORE, FREE, EVENT, ACTIONS, NOT_FINITE, NOT_CLOSED, ENDED, STUCK, UNSETTLED, HOST };

/* What Python does. Each returns nonzero where it has kept an error. */
typedef struct {
    int (*signals)(int slave, double start, double size, double end, double *coefficients, int *orders); /* (3 x signals of the slave) */
    int (*others)(double start); /* inputs that are no real numbers and that signals drive, NULL where there are none */
    int (*answer)(int slave, const Step *step, int orders, const double *shapes, double *changes);
    int (*step)(int slave, double start, double size, int orders, const double *coefficients); /* of slaves that Python steps */
    int (*slopes)(int slave, double *slopes);
    int (*save)(int slave, int level), (*restore)(int slave, int level); /* levels are those of what is saved within what is saved */
} Host;

/* A step that has been found too long for its tolerance at the shortest: told once. */
typedef struct {
    int told, kind, number, slave; /* kinds in control.h */
    double end, size;
} Missed;

/* What variable steps remember: the proposed size of the next part, how far off the last one was, and rooms of by_prediction.c and by_energy.c. */
typedef struct {
    double size, last, *predicted, *sizes, *distances, *before, *largest;
} Control;

struct Saved;
struct Threads;

#define LEVELS 3 /* of states that are saved: before a part, before Newton's method, before the first step */

typedef struct Master {
    int width, method, degree, slave_count, history_count, signal_count, turn_count, port_count;
    int takes_back, is_linear; /* whether all slaves can be taken back; whether they are linear systems, whose Jacobian is given and right */
    double start_time, longest, tolerance; /* 0 where none is wanted */
    double held; /* by how much of its size an input may be off that a slave holds, which runs alone; 0 where it does not */
    Slave *slaves;
    History *histories;
    const Turn *turns;
    const int *order; /* of slaves */
    const int *vector_of; /* for each signal, which vector of a hub port it belongs to: vectors are one signal for a tolerance */
    int vector_count;
    Host host;
    Notice *notice;
    const Column *columns;
    const PortColumns *port_columns;
    int column_count, row_size;
    unsigned char *rows;
    int thread_count; /* on which slaves step side by side */
    Missed missed;
    /* the master's own */
    int row, has_recorded; /* the next one; whether there is one before */
    double last_time, *recorded; /* of the row before: when it was, and the energies that had gone into motion sides */
    double *energies; /* (ports x 2): those that went into motion sides, as these see it and as force sides do */
    Control control;
    struct Saved *saved; /* LEVELS of them */
    int level, rolls_back; /* whether states have been saved, so that steps may be taken back */
    double *jacobian, *jacobian_scales, *jacobian_room, jacobian_size; /* of the last step that needed a new one */
    OrthogonalFactors factors;
    double *closing; /* for Newton's method */
    double *room;
    struct Threads *threads;
} Master;

#endif
