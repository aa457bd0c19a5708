/* The pair of explicit Runge-Kutta formulas of orders 5 and 4 by Dormand and Prince. Its last stage is the rate at the solution.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, table II.5.2. */

#ifndef MBFMU_DORMAND_PRINCE_PAIR_H
#define MBFMU_DORMAND_PRINCE_PAIR_H

#define PAIR_STAGES 7

extern const double PAIR_NODES[PAIR_STAGES - 1];                /* of stages 2 to 7 */
extern const double PAIR_WEIGHTS[PAIR_STAGES - 1][PAIR_STAGES - 1]; /* of the stages before, for stages 2 to 6 and for the solution */
extern const double PAIR_ERROR[PAIR_STAGES];

#endif
