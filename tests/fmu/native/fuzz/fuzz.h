/* What the fuzzers of FMI 2 and FMI 3 share: a random walk through the calls of several instances, and what is judged on the way.

   A fuzzer gives the actions and three functions; fuzz.c has main and the walk. Statuses of FMI 2 and FMI 3 have the same numbers. */

#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { MODEL_EXCHANGE, CO_SIMULATION };

/* Where an instance is, as the standard says, with errors that change nothing; LOST after a discarded call. */
typedef enum {
    NOWHERE = 0,
    INSTANTIATED = 1,
    INITIALIZATION = 2,
    EVENT = 4,
    CONTINUOUS = 8,
    STEP = 16,
    STEP_EVENT = 32, /* Event Mode of Co-Simulation */
    TERMINATED = 64,
    LOST = 128,
    ALIVE = 255
} Phase;

typedef struct {
    void *fmu;
    int interface, event_mode; /* event_mode: of Co-Simulation in FMI 3 */
    unsigned phase;
    double time;
    int bad;  /* the arguments of the present call are such that it must be refused */
    int tame; /* since the last reset only ordinary inputs were set: what is allowed must succeed */
    int quiet; /* in an ordinary run, which nothing is to disturb */
    int poisoned; /* numbers that are not finite were set and may be handed out again */
} Slot;

typedef struct {
    const char *name;
    int (*call)(Slot *slot);
    unsigned allowed, refused; /* phases; others are not judged */
    int weight;
    int sure; /* succeeds in a tame instance */
} Action;

typedef struct {
    /* i input, o output, f fixed and t tunable parameter, c calculated one, s state, d derivative, z indicator, x time; n what is no real number */
    char kind;
    unsigned reference;
    size_t size;
    double *start;
} Entry;

typedef struct {
    char token[256];
    size_t entries, states, indicators;
    Entry *entry;
} Surface;

/* Some value references: known, repeated, now and then unknown. */
typedef struct {
    size_t count, numbers;
    unsigned *reference;
    double *value; /* exactly `numbers` of them, so that a sanitizer sees what is read beyond */
    int bad;       /* unknown references, or forbidden kinds */
    int wild;      /* numbers no model expects */
    int infinite;  /* numbers that are not finite: taken and found where they are used, or refused */
} Values;

/* fuzz.c */
extern Surface surface;
uint64_t random_bits(void);
size_t below(size_t count);
int one_in(size_t count);
double tame_number(double near);
double any_number(double near, Values *judged);
/* Of variables whose kind is one of `kinds`, mostly; bad where one is `forbidden`; `filled` with numbers, or with zeros. */
Values some_values(const char *kinds, const char *forbidden, int filled);
void release(Values *values);
unsigned any_reference(void);  /* of a variable of any type */
unsigned real_reference(void); /* of one that is a real number */
int all_finite(const double *value, size_t count);
void *room(size_t count, size_t size);
int moved(Slot *slot, int status, Phase phase); /* the status; where it is good the slot is in that phase now */
void *target(Slot *slot); /* its FMU; now and then NULL, which is bad */
void finding(const char *format, ...); /* tells it, with the way there, and ends the program */
void check_finite(Slot *slot, const double *value, size_t count, const char *what); /* nothing handed out as valid is not a number */

/* states.c */
size_t saved_bits(Slot *slot, unsigned char **bytes); /* the present state, serialized; 0 where it cannot be taken */
void free_states(Slot *slot);
int get_state(Slot *slot), set_state(Slot *slot), free_state(Slot *slot), through_bytes(Slot *slot);

/* calls.c */
int free_instance(Slot *slot), set_debug_logging(Slot *slot), exit_initialization(Slot *slot), terminate_run(Slot *slot), reset_instance(Slot *slot);
int get_values(Slot *slot), set_values(Slot *slot), enter_event_mode(Slot *slot), update_discrete_states(Slot *slot), enter_continuous(Slot *slot);
int completed_step(Slot *slot), set_time(Slot *slot), set_states(Slot *slot), derivatives(Slot *slot), indicators(Slot *slot), states(Slot *slot);
int nominals(Slot *slot), output_derivatives(Slot *slot), do_step(Slot *slot), null_pointers(Slot *slot);

/* ordinary.c: a reset and a short legal run in which everything must succeed; at most RUN numbers come out */
size_t ordinary_run(Slot *slot, double *numbers);

/* fresh.c: a new instance in the same state gives the same answers */
void check_fresh(Slot *slot);

/* each fuzzer */
extern const Action ACTIONS[];
extern const size_t ACTION_COUNT;
void instantiate(Slot *slot);

#define RUN 4096

#endif
