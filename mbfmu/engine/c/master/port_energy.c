/* port_energy.c: the power at ports, integrated over steps: what coupling creates or destroys is the difference of its two sides.

   See S. Sadjina et al., "Energy conservation and power bonds in co-simulations", Engineering with Computers 33 (2017), 607-620. Own outputs are
   polynomials through their samples, one degree above that of inputs. Those that follow inputs at once jump with them: they go from what they are with
   the inputs of the beginning to what they are at the end, with the curvature that their inputs give them, and with that of what the slave's states change in them, which
   follows from the step before. A side that is
   `fitted` gives a mean over the step behind a sample, which is that of its middle, and sees the motion that the other will have. */

#include "port_energy.h"

#include <string.h>

#include "group.h"
#include "history.h"
#include "polynomial.h"
#include "taken_inputs.h"

#define NODES 3
#define STILL 1e-6 /* of a step: what begins so much before the end of another follows it */
#define NUMBERS 9 /* of a hub's flow (place, velocity, turning) or effort (force, moment, point) */

/* Of Gauss and Legendre, in a step of length 1. Both have as many nodes, since loops of a known length are quicker. */
typedef struct {
    double nodes[NODES], weights[NODES];
} Rule;

static const Rule for_lines = {{0.2113248654051871, 0.7886751345948129, 0.5}, {0.5, 0.5, 0.0}}; /* exact for products of three lines */
static const Rule for_parabolas = {{0.1127016653792583, 0.5, 0.8872983346207417}, {0.2777777777777778, 0.4444444444444444, 0.2777777777777778}};

static const Rule *rule_of(const Master *master, const Slave *slave, const PortSide *side)
{
    return master->degree || slave->taken.orders > 1 || side->fitted ? &for_parabolas : &for_lines;
}

static int read_jumps(Master *master, int number, double *into)
{
    Slave *slave = &master->slaves[number];
    if (get_groups(master, number, &slave->outputs_read, &slave->outputs, READ)) return 1; /* FMUs know best where the same numbers lie again */
    for (int i = 0; i < slave->jump_count; ++i) into[i] = slave->outputs.reals[slave->jumping[i]];
    return 0;
}

int energy_begin(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    if (!slave->jump_count) return 0;
    if (read_jumps(master, number, slave->jumps)) return 1;
    if (slave->taken.orders < 2) return 0;
    for (int k = slave->taken.orders < 3 ? 2 : 1; k < 3; ++k) /* inputs along lines are in the middle what they are in the mean */
        if (set_taken(master, number, step->start + 0.5 * k * step->size) || read_jumps(master, number, slave->jumps + k * slave->jump_count)) return 1;
    return set_taken(master, number, step->start);
}

/* A number of flow or effort at the nodes. */
typedef double AtNodes[NODES];

/* Of the newest step that ends where this one starts or before, or NULL: steps that were refused are met again. */
static const double *own_before(const Slave *slave, const Step *step)
{
    const double *found = NULL;
    for (int i = 0; i < OWN_STEPS; ++i) {
        const double *own = slave->own + i * (OWN_RATES + slave->jump_count);
        if (own[OWN_SIZE] > 0.0 && own[OWN_END] <= step->start + STILL * step->size && (!found || own[OWN_END] > found[OWN_END])) found = own;
    }
    return found;
}

static double own_rate(const Slave *slave, int jump, const Step *step)
{
    return (slave->outputs.reals[slave->jumping[jump]] - slave->jumps[2 * slave->jump_count + jump]) / step->size;
}

/* The newer of both steps that are kept gives way to the next one where it is one that was refused. */
static void keep_own_rates(Slave *slave, const Step *step)
{
    int length = OWN_RATES + slave->jump_count;
    double *newest = slave->own, *older = slave->own + length;
    if (!slave->jump_count || slave->taken.orders < 2) return;
    if (newest[OWN_END] <= step->start + STILL * step->size) memcpy(older, newest, (size_t)length * sizeof(double));
    newest[OWN_END] = step->start + step->size;
    newest[OWN_SIZE] = step->size;
    for (int i = 0; i < slave->jump_count; ++i) newest[OWN_RATES + i] = own_rate(slave, i, step);
}

/* How far the middle lies off the line through beginning and end, times -4: by inputs, and by what the slave's states change. */
static double bend_of(const Slave *slave, int jump, const Step *step)
{
    if (slave->taken.orders < 2) return 0.0;
    double middle = slave->jumps[slave->jump_count + jump], last = slave->jumps[2 * slave->jump_count + jump];
    double by_inputs = slave->taken.orders < 3 ? 0.0 : 2.0 * (slave->jumps[jump] - 2.0 * middle + last);
    const double *before = own_before(slave, step);
    if (!before) return by_inputs;
    return by_inputs + step->size * step->size * (own_rate(slave, jump, step) - before[OWN_RATES + jump]) / (step->size + before[OWN_SIZE]);
}

/* An output that jumps; nodes are `later` by that share of the step. */
static void jump_at_nodes(const Rule *rule, const Slave *slave, int jump, const Step *step, double later, AtNodes values)
{
    double begun = slave->jumps[jump], end = slave->outputs.reals[slave->jumping[jump]], bend = bend_of(slave, jump, step);
    for (int k = 0; k < NODES; ++k) {
        double share = rule->nodes[k] - later;
        values[k] = begun + share * (end - begun - bend + share * bend);
    }
}

static double node_time(const Rule *rule, const Step *step, double later, int k) { return step->start + step->size * (rule->nodes[k] - later); }

/* An input, as the slave takes it. */
static void taken_at_nodes(const Rule *rule, const Slave *slave, int place, const Step *step, double later, AtNodes values)
{
    const Polynomial *taken = &slave->taken;
    if (taken->orders == 1)
        for (int k = 0; k < NODES; ++k) values[k] = taken->coefficients[place];
    else
        for (int k = 0; k < NODES; ++k) values[k] = polynomial_at(taken, place, node_time(rule, step, later, k));
}

/* How outputs of a history at the nodes of a rule follow from its newest samples: with weights that are the same for all of them. */
typedef struct {
    const Rule *rule;
    int history, order, known;
    double later, of_values[ORDERS][NODES], of_slopes[ORDERS][NODES];
    Sample met[ORDERS];
} Weights;

static void weigh(const Master *master, int number, const Step *step, Weights *weights)
{
    const History *history = &master->histories[number];
    int order = weights->order;
    weights->history = number;
    weights->known = history->known < order + 1 ? history->known : order + 1;
    for (int back = 0; back < weights->known; ++back) weights->met[back] = history_sample(history, 1, back);
    for (int unit = 0; unit < 2 * weights->known; ++unit) { /* of all values and slopes, one is 1 */
        double values[ORDERS] = {0.0}, slopes[ORDERS] = {0.0}, powers[ORDERS];
        Polynomial drawn = {step->start, 1, 1, powers};
        Sample samples[ORDERS];
        int of = unit / 2, is_slope = unit % 2;
        if (is_slope && !history->sloped) continue;
        (is_slope ? slopes : values)[of] = 1.0;
        for (int back = 0; back < weights->known; ++back)
            samples[back] = (Sample){weights->met[back].time, values + back, history->sloped ? slopes + back : NULL};
        polynomial_through(samples, weights->known, order, step->start, &drawn);
        double *weight = (is_slope ? weights->of_slopes : weights->of_values)[of];
        for (int k = 0; k < NODES; ++k) weight[k] = polynomial_at(&drawn, 0, node_time(weights->rule, step, weights->later, k));
    }
}

/* An output that does not jump. */
static void output_at_nodes(const Weights *weights, int place, AtNodes values)
{
    AtNodes sums = {0.0}; /* which stay in registers */
    for (int back = 0; back < weights->known; ++back) {
        const Sample *met = &weights->met[back];
        for (int k = 0; k < NODES; ++k) sums[k] += weights->of_values[back][k] * met->values[place];
        if (!met->slopes) continue;
        for (int k = 0; k < NODES; ++k) sums[k] += weights->of_slopes[back][k] * met->slopes[place];
    }
    memcpy(values, sums, sizeof sums);
}

/* All numbers of flow or effort. Weights are made anew where they are others than those of the numbers before: ports of a slave have most in common. */
static void at_nodes(const Master *master, const Slave *slave, const PortSide *side, const int *signals, const int *jumps, const Step *step, double later,
                     Weights *weights, AtNodes *values)
{
    const Rule *rule = rule_of(master, slave, side);
    int order = side->fitted ? 2 : master->degree + 1, count = side->is_hub ? NUMBERS : 1;
    if (weights->rule != rule || weights->order != order || weights->later != later)
        *weights = (Weights){.rule = rule, .history = -1, .order = order, .later = later};
    for (int i = 0; i < count; ++i) {
        int history = signals[2 * i], place = signals[2 * i + 1];
        if (history < 0) {
            taken_at_nodes(rule, slave, place, step, later, values[i]);
            continue;
        }
        if (jumps[i] >= 0) {
            jump_at_nodes(rule, slave, jumps[i], step, later, values[i]);
            continue;
        }
        if (weights->history != history) weigh(master, history, step, weights);
        output_at_nodes(weights, place, values[i]);
    }
}

/* Of a force f at the point p and a moment m, on a hub at r with the velocities v and w: f (v + w x (p - r)) + m w; at node k. */
static double hub_power(const AtNodes *flow, const AtNodes *effort, int k)
{
    const AtNodes *r = flow, *v = flow + 3, *w = flow + 6, *f = effort, *m = effort + 3, *p = effort + 6;
    double x = p[0][k] - r[0][k], y = p[1][k] - r[1][k], z = p[2][k] - r[2][k];
    return f[0][k] * (v[0][k] + w[1][k] * z - w[2][k] * y) + f[1][k] * (v[1][k] + w[2][k] * x - w[0][k] * z) +
           f[2][k] * (v[2][k] + w[0][k] * y - w[1][k] * x) + m[0][k] * w[0][k] + m[1][k] * w[1][k] + m[2][k] * w[2][k];
}

static double passed(const Master *master, const Slave *slave, const PortSide *side, const Step *step, Weights *weights)
{
    AtNodes flow[NUMBERS], effort[NUMBERS];
    const Rule *rule = rule_of(master, slave, side);
    double later = side->side && side->fitted ? 0.5 : 0.0, total = 0.0;
    at_nodes(master, slave, side, side->flow, side->flow_jumps, step, 0.0, weights, flow);
    at_nodes(master, slave, side, side->effort, side->effort_jumps, step, later, weights, effort);
    for (int k = 0; k < NODES; ++k) total += rule->weights[k] * (side->is_hub ? hub_power(flow, effort, k) : flow[0][k] * effort[0][k]);
    return side->watts * step->size * total;
}

void energy_add(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    Weights weights = {.rule = NULL};
    for (const PortSide *side = slave->sides; side < slave->sides + slave->side_count; ++side)
        master->energies[2 * side->port + side->side] += passed(master, slave, side, step, &weights);
    keep_own_rates(slave, step);
}
