/* rsp.h - packets of GDB's remote serial protocol
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GDB_RSP_H
#define WW_GDB_RSP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RSP_SIZE = 0x4000, RSP_MORE = 0x4000 };

struct rsp {
	int in, out;            /* the line to GDB, or -1 */
	const volatile sig_atomic_t *stop;
	bool no_acks;
	char *packet;           /* the last one received, and a zero */
	size_t packet_bytes;
	char *reply;            /* the one that is being made */
	size_t reply_bytes;
	char unread[RSP_MORE];  /* bytes that have come from GDB */
	size_t unread_from, unread_to;
};

/* Listens on port WHERE of this machine, 0 for any, and waits for GDB; or takes
 * stdin and stdout for "-". When *STOP (STOP may be NULL) is not 0 the line
 * ends. Returns 0, or -1 after an error message. */
int rsp_open(struct rsp *r, const char *where,
	     const volatile sig_atomic_t *stop);
void rsp_close(struct rsp *r);
/* Receives the next packet into r->packet. False: the line has ended. */
bool rsp_receive(struct rsp *r);
/* Has GDB sent an interrupt, or is *STOP set? Does not wait. */
bool rsp_interrupted(struct rsp *r);
/* Starts a reply, adds to it, sends it. */
void rsp_begin(struct rsp *r);
void rsp_add(struct rsp *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void rsp_add_hex(struct rsp *r, const uint8_t *bytes, size_t n);
void rsp_add_text(struct rsp *r, const char *text);     /* as hex */
void rsp_send(struct rsp *r);
/* A whole reply. */
void rsp_say(struct rsp *r, const char *text);
/* Sends TEXT[OFFSET, OFFSET + N) of a qXfer. */
void rsp_part(struct rsp *r, const char *text, size_t offset, size_t n);

#endif
