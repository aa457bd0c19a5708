/* What fused functions (fused_begin.h) need of the processor that runs them. */

#ifndef MBFMU_PROCESSOR_H
#define MBFMU_PROCESSOR_H

/* Why they cannot run here, as the end of a sentence; NULL where they can. */
const char *processor_lacks(void);

#endif
