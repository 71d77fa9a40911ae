/* icarus_link.h - the protocol of the Icarus driver and its VPI module
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two processes take part: warpwright with the harness, and vvp with the core.
 * The ports are words of shared memory (file descriptor ICARUS_MEMORY of vvp).
 * The processes alternate; a byte on a socket (ICARUS_SOCKET) passes the turn:
 *
 *     vvp                              warpwright
 *     HELLO: the widths of ports  ->
 *                                 <-   GO: inputs of the first cycle
 *     READY: outputs, settled     ->
 *                                 <-   GO: inputs of the next, or QUIT
 *
 * If a process ends, the other one reads the end of the socket.
 */
#ifndef WW_COSIM_ICARUS_LINK_H
#define WW_COSIM_ICARUS_LINK_H

#include <stdint.h>

enum { ICARUS_ABI = 2, ICARUS_MEMORY = 3, ICARUS_SOCKET = 4 };

enum icarus_byte { ICARUS_HELLO = 'h', ICARUS_GO = 'g', ICARUS_READY = 'r',
		   ICARUS_QUIT = 'q' };

enum icarus_port {
#define IN(name, ...) ICARUS_##name,
#define OUT(name, ...) ICARUS_##name,
#define OUT_WORDS(name, ...) ICARUS_##name,
#define APART_IN(name) ICARUS_##name,
#define APART_OUT(name, ...) ICARUS_##name,
#include "cosim/device/ports.def"
	ICARUS_PORTS,
	ICARUS_NONE = -1
};

/* Words of the widest port, of 16 cores: trace_smem of 32 banks, or
 * congested. */
enum { ICARUS_WORDS = 16 * 72 };

struct icarus_words {
	uint32_t bits;                  /* 0: the core has no such port */
	uint32_t value[ICARUS_WORDS];   /* unknown bits: see driver.h */
	uint32_t unknown[ICARUS_WORDS]; /* of outputs */
};

struct icarus_link {
	uint32_t abi;
	struct icarus_words port[ICARUS_PORTS];
};

#endif
