/* How two convex cores touch: which of their features are nearest to each other, or least deep in each other. */

#ifndef MBFMU_CONVEX_QUERY_H
#define MBFMU_CONVEX_QUERY_H

/* Numbers before those of the cores, and of the result. */
enum { CONVEX_POSE = 12, CONVEX_FOUND = 18 };

/* `given` are the place r (3) of core a and its axes R (3, 3), row by row, in the axes of b, then the numbers of a, then those of b.

   `found` are, in the axes of b, the unit normal n (3), from b to a; the points p (3) of the features of a and b, each in its own axes; the edges e_1 and e_2
   (3), in the axes of the core that has them; to which it belongs: 1 of a, -1 of b, 0 where it does not count; and for a and b whether the feature has a smooth part
   (convex_core.h). e_2 is across n then, so that both have a meaning. Where e_1 counts, so does e_2. */
void convex_query(int kind_a, int count_a, int kind_b, int count_b, const double *given, double *found);

#endif
