/* trap_no_a.S - without isa.a its instructions are illegal
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x1002a3af
#define ABSENT 0x1862a3af, 0x0862a3af, 0x0062a3af, 0x2062a3af, 0x6062a3af, 0x4062a3af, \
	0x8062a3af, 0xa062a3af, 0xc062a3af, 0xe062a3af, 0x2862a3af
#include "illegal.inc"
