/* check_sum.c: CRC-32, four bits at a time. */

#include "check_sum.h"

uint32_t check_sum(const unsigned char *bytes, size_t size)
{
    static const uint32_t OF_FOUR_BITS[16] = {
        0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
        0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu};
    uint32_t sum = 0xffffffffu;
    for (size_t i = 0; i < size; ++i) {
        sum ^= bytes[i];
        sum = (sum >> 4) ^ OF_FOUR_BITS[sum & 15u];
        sum = (sum >> 4) ^ OF_FOUR_BITS[sum & 15u];
    }
    return ~sum;
}
