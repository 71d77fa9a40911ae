/* link.h - the host's end of the boot protocol of the boards (doc/boards.md)
 * SPDX-License-Identifier: Apache-2.0
 *
 * The codes are those of fpga/boards/common/board_loader.v. Every request may
 * be repeated without harm, and is repeated until a response comes. Functions
 * return 0 or a link_error; link_reason explains it. Nothing is printed.
 */
#ifndef WW_SESSION_LINK_H
#define WW_SESSION_LINK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/machine.h"
#include "session/link/serial.h"

enum { LINK_VERSION = 2, LINK_FRAME = 2048, LINK_CONSOLE = 240 };

enum link_error {
	LINK_OK = 0,
	LINK_E_PORT = -1,       /* the port failed */
	LINK_E_SILENT = -2,     /* no response */
	LINK_E_REFUSED = -3,    /* the board refuses the request */
	LINK_E_RESPONSE = -4,   /* an invalid response */
	LINK_E_INTERRUPTED = -5
};

/* The board's description of itself. */
struct link_info {
	uint8_t version, warps, threads, lanes;
	/* the extensions of the core; no other field is set */
	struct machine core;
	uint32_t ram_base, ram_size, reset_pc, smem_size, clock_hz;
	uint16_t data_most;     /* most bytes of a write */
	char name[13];
};

/* The state of the core. Fault and exit code are valid when it is done. */
struct link_status {
	bool run, done, fault;
	uint32_t exit_code;
	uint8_t warp, cause;
	uint32_t pc, tval;
	uint64_t cycles;
	uint16_t position;      /* position of the first byte in console */
	size_t count;
	uint8_t console[LINK_CONSOLE];
};

struct link {
	struct serial serial;
	/* a value other than 0 ends a transfer; or NULL */
	const volatile sig_atomic_t *stop;
	/* milliseconds for which a request is repeated at least; 0 after
	 * link_init */
	uint32_t patience_ms;
	uint8_t seq;
	unsigned repeated;      /* requests that were repeated */
	const char *reason;
	/* A partly received frame. */
	uint8_t frame[LINK_FRAME];
	size_t count;
	bool escaped;
	/* Bytes read and not yet processed. */
	uint8_t input[256];
	size_t input_next, input_end;
};

/* The caller has opened l->serial. STOP is the flag of interrupt_catch, or
 * NULL. */
void link_init(struct link *l, const volatile sig_atomic_t *stop);
const char *link_reason(const struct link *l);

int link_info(struct link *l, struct link_info *info);
/* POSITION: the number of console bytes that the host has received. */
int link_status(struct link *l, uint16_t position, struct link_status *s);
int link_write(struct link *l, uint32_t addr, const uint8_t *bytes, size_t n);
int link_read(struct link *l, uint32_t addr, uint8_t *bytes, size_t n);
/* N bytes become VALUE; N is below 65536 here and in link_check. */
int link_fill(struct link *l, uint32_t addr, size_t n, uint8_t value);
/* *CRC = link_crc of N bytes of the board's memory. */
int link_check(struct link *l, uint32_t addr, size_t n, uint16_t *crc);
/* Writes and reads the register of the core's host at the byte OFFSET, while
 * the core runs. A write acts once, however often it is sent. */
int link_poke(struct link *l, uint32_t offset, uint32_t value);
int link_peek(struct link *l, uint32_t offset, uint32_t *value);
int link_run(struct link *l);
int link_stop(struct link *l);

/* CRC-16/X-25. */
uint16_t link_crc(const uint8_t *bytes, size_t n);

#endif
