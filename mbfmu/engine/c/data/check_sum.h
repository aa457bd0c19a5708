/* The check sum of a model's bytes. */

#ifndef MBFMU_CHECK_SUM_H
#define MBFMU_CHECK_SUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 of ISO 3309, as zip archives have it. */
uint32_t check_sum(const unsigned char *bytes, size_t size);

#endif
