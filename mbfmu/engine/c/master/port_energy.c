/* port_energy.c: the power at ports, integrated over steps: what coupling creates or destroys is the difference of its two sides.

   See S. Sadjina et al., "Energy conservation and power bonds in co-simulations", Engineering with Computers 33 (2017), 607-620. Own outputs are
   polynomials through their samples, one degree above that of inputs. Those that follow inputs at once jump with them: they go from what they are with
   the inputs of the beginning to what they are at the end, with the curvature that they would have if the slave's states stayed. A side that is
   `fitted` gives a mean over the step behind a sample, which is that of its middle, and sees the motion that the other will have. */

#include "port_energy.h"

#include "group.h"
#include "history.h"
#include "polynomial.h"
#include "taken_inputs.h"

#define NODES 3 /* of Gauss and Legendre, exact for products of two parabolas */
#define NUMBERS 9 /* of a hub's flow (place, velocity, turning) or effort (force, moment, point) */

static const double nodes[NODES] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double node_weights[NODES] = {0.2777777777777778, 0.4444444444444444, 0.2777777777777778};

static int read_jumps(Master *master, int number, double *into)
{
    Slave *slave = &master->slaves[number];
    Values values = {into, NULL, NULL, slave->jump_count, 0, 0};
    return get_groups(master, number, &slave->jumping_read, &values, ASK);
}

int energy_begin(Master *master, int number, const Step *step)
{
    Slave *slave = &master->slaves[number];
    if (!slave->jump_count) return 0;
    if (read_jumps(master, number, slave->jumps)) return 1;
    if (slave->taken.orders < 3) return 0;
    for (int k = 1; k < 3; ++k)
        if (set_taken(master, number, step->start + 0.5 * k * step->size) || read_jumps(master, number, slave->jumps + k * slave->jump_count)) return 1;
    return set_taken(master, number, step->start);
}

/* An output that jumps, over a step of a length. */
static void draw_jump(const Slave *slave, int jump, double end, double size, Polynomial *drawn)
{
    double begun = slave->jumps[jump], bend = 0.0;
    if (slave->taken.orders > 2) {
        double middle = slave->jumps[slave->jump_count + jump], last = slave->jumps[2 * slave->jump_count + jump];
        bend = 2.0 * (begun - 2.0 * middle + last);
    }
    drawn->orders = 3;
    drawn->coefficients[0] = begun;
    drawn->coefficients[1] = (end - begun - bend) / size;
    drawn->coefficients[2] = bend / (size * size);
}

/* How outputs of a history at the nodes follow from its newest samples: with weights that are the same for all of them. Nodes lie `later` by that share of
   the step. */
typedef struct {
    int history, known;
    double later, of_values[ORDERS][NODES], of_slopes[ORDERS][NODES];
    Sample met[ORDERS];
} Weights;

static void weigh(const Master *master, int number, int order, const Step *step, double later, Weights *weights)
{
    const History *history = &master->histories[number];
    weights->history = number;
    weights->later = later;
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
        for (int k = 0; k < NODES; ++k)
            (is_slope ? weights->of_slopes : weights->of_values)[of][k] = polynomial_at(&drawn, 0, step->start + step->size * (nodes[k] - later));
    }
}

/* A number of flow or effort at the nodes; weights are of the history that was asked for last, or are made. */
static void at_nodes(const Master *master, const Slave *slave, const int *signal, int jump, int order, const Step *step, double later, Weights *weights,
                     double values[NODES])
{
    int place = signal[1];
    if (signal[0] < 0) {
        for (int k = 0; k < NODES; ++k)
            values[k] = slave->taken.orders == 1 ? slave->taken.coefficients[place]
                                                 : polynomial_at(&slave->taken, place, step->start + step->size * (nodes[k] - later));
        return;
    }
    if (jump >= 0) {
        double powers[ORDERS];
        Polynomial drawn = {step->start, 1, 1, powers};
        draw_jump(slave, jump, history_sample(&master->histories[signal[0]], 1, 0).values[place], step->size, &drawn);
        for (int k = 0; k < NODES; ++k) values[k] = polynomial_at(&drawn, 0, step->start + step->size * (nodes[k] - later));
        return;
    }
    if (weights->history != signal[0] || weights->later != later) weigh(master, signal[0], order, step, later, weights);
    for (int k = 0; k < NODES; ++k) values[k] = 0.0;
    for (int back = 0; back < weights->known; ++back) {
        double value = weights->met[back].values[place];
        for (int k = 0; k < NODES; ++k) values[k] += weights->of_values[back][k] * value;
        if (!weights->met[back].slopes) continue;
        double slope = weights->met[back].slopes[place];
        for (int k = 0; k < NODES; ++k) values[k] += weights->of_slopes[back][k] * slope;
    }
}

/* Of a force f at the point p and a moment m, on a hub at r with the velocities v and w: f (v + w x (p - r)) + m w. */
static double hub_power(const double flow[NUMBERS], const double effort[NUMBERS])
{
    const double *r = flow, *v = flow + 3, *w = flow + 6, *f = effort, *m = effort + 3, *p = effort + 6;
    double x = p[0] - r[0], y = p[1] - r[1], z = p[2] - r[2];
    return f[0] * (v[0] + w[1] * z - w[2] * y) + f[1] * (v[1] + w[2] * x - w[0] * z) + f[2] * (v[2] + w[0] * y - w[1] * x) + m[0] * w[0] + m[1] * w[1] +
           m[2] * w[2];
}

static double passed(const Master *master, const Slave *slave, const PortSide *side, const Step *step, Weights *weights)
{
    double flow[NODES][NUMBERS], effort[NODES][NUMBERS], of[NODES], total = 0.0;
    int order = side->fitted ? 2 : master->degree + 1, count = side->is_hub ? NUMBERS : 1;
    double later = side->side && side->fitted ? 0.5 : 0.0;
    weights->history = -1; /* the order may be another one */
    for (int i = 0; i < count; ++i) {
        at_nodes(master, slave, side->flow + 2 * i, side->flow_jumps[i], order, step, 0.0, weights, of);
        for (int k = 0; k < NODES; ++k) flow[k][i] = of[k];
    }
    for (int i = 0; i < count; ++i) {
        at_nodes(master, slave, side->effort + 2 * i, side->effort_jumps[i], order, step, later, weights, of);
        for (int k = 0; k < NODES; ++k) effort[k][i] = of[k];
    }
    for (int k = 0; k < NODES; ++k) total += node_weights[k] * (side->is_hub ? hub_power(flow[k], effort[k]) : flow[k][0] * effort[k][0]);
    return side->watts * step->size * total;
}

void energy_add(Master *master, int number, const Step *step)
{
    const Slave *slave = &master->slaves[number];
    Weights weights;
    for (const PortSide *side = slave->sides; side < slave->sides + slave->side_count; ++side)
        master->energies[2 * side->port + side->side] += passed(master, slave, side, step, &weights);
}
