/* trap_no_zbb.S - without isa.zbb each of its instructions is illegal, in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#define FIRST 0x4062f533
#define ABSENT 0x4062e533, 0x4062c533, 0x60029513, 0x60129513, 0x60229513, 0x0a62e533, \
	0x0a62f533, 0x0a62c533, 0x0a62d533, 0x60429513, 0x60529513, 0x0802c533, \
	0x60629533, 0x6062d533, 0x6072d513, 0x2872d513, 0x6982d513
#include "illegal.inc"
