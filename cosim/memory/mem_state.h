/* mem_state.h - the state of the memory model, shared by the files of mem.h
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. mem.c has the storage, mem_ports.c makes, drives and
 * samples the model, port.c has the simple buses, axi.c the AXI4 slave,
 * axi_check.c its rules.
 */
#ifndef WW_COSIM_MEM_STATE_H
#define WW_COSIM_MEM_STATE_H

#include "base/rnd.h"
#include "cosim/memory/mem.h"
#include "cosim/memory/replies.h"

enum {
	LINE_WORDS = 64,      /* of the longest line */
	LINE_BEATS = 64,      /* of the longest line on the narrowest bus */
	STRB_WORDS = 4,       /* of the widest bus */
	PORT_TAGS = 1024,     /* tags of all cores */
	AXI_WRITES = 64       /* write bursts in flight */
};

/* Channels: each has its own ready, or valid, in random mode. */
enum channel {
	IBUS_REQ, IBUS_RSP, DBUS_REQ, DBUS_RSP, AXI_AW, AXI_W, AXI_B, AXI_AR,
	AXI_R, CHANNELS
};

/* The half of an AXI write that the slave accepts first. */
enum first { FIRST_ANY, FIRST_DATA, FIRST_ADDRESS, FIRST_COUNT };

/* Parameters of random mode, chosen anew from time to time. */
struct random_mode {
	uint64_t until;
	uint8_t chance[CHANNELS];   /* of 16: ready, or valid */
	uint32_t extra;             /* most extra cycles of latency */
	enum first first;
};

struct request {
	uint32_t tag, write, addr, len, last;
	uint32_t strb[STRB_WORDS], data[COSIM_BUS_WORDS];
};

/* A simple bus: its responses, and the request that was refused. */
struct port {
	enum cosim_port which;
	enum channel req, rsp;
	uint32_t bytes, words, strb_words;      /* of the bus */
	uint32_t line;          /* bytes of a line, 0: word form */
	uint32_t ids;           /* legal tags, or ids of reads */
	struct replies replies;
	uint64_t next_accept;
	bool ready, accepted;
	bool waiting;           /* HELD was not accepted and must not change */
	struct request held;
	uint64_t in_flight[PORT_TAGS / 64];     /* tags, or ids of reads */
	/* the write burst in progress */
	uint32_t beats_left, next_addr, burst_len, burst_tag;
	bool burst_error, burst_strobed;
};

/* An AXI write. Its address and its data come in any order. */
struct axi_write {
	bool met;               /* both halves are accepted: it must take
				 * effect */
	bool done;              /* it has taken effect */
	uint64_t effect, due;   /* cycles of its effect, of its response */
	uint32_t id, addr, beats;
	uint32_t data[LINE_WORDS], strb[LINE_BEATS * STRB_WORDS];
};

struct axi {
	struct axi_check *check;
	struct replies r, b;
	/* A ring. ADDRESSED and FILLED count accepted addresses and bursts of
	 * data; OLDEST counts the writes before the first that is not done. */
	struct axi_write writes[AXI_WRITES];
	uint32_t addressed, filled, oldest;
	uint32_t fill_beats;    /* data beats of write number FILLED */
	uint64_t next_w;
	enum first first;       /* for the whole run; FIRST_COUNT: that of the
				 * random mode */
	bool accepted;
};

/* A port of AXI4, or both simple buses. Memory with several AXI4 ports is a
 * list of them: RAM, callbacks and storage are those of the first. */
struct mem {
	struct mem_config cfg;
	uint32_t channel;       /* its number */
	uint64_t now;           /* the cycle */
	struct mem *next;       /* the next port, or NULL */
	uint8_t *ram;
	uint64_t *dirty;
	struct port ibus, dbus;
	struct axi *axi;        /* or NULL */
	struct dram *dram;      /* or NULL */
	struct rnd rnd;
	struct random_mode random_mode;
	struct mem_events events;
	struct cosim_store store;
	void (*put)(void *ctx, uint8_t byte);
	void *put_ctx;
	bool failed;
	struct mem_error error;
};

/* --- mem.c ------------------------------------------------------------ */

/* Records the first violation. Returns 1. */
int mem_broken(struct mem *m, enum cosim_check check, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Is ADDR in RAM? */
static inline bool mem_in_ram(const struct mem *m, uint32_t addr)
{
	return addr - m->cfg.ram_base < m->cfg.ram_size;
}

/* Is this channel ready, or its valid allowed, in this cycle? */
static inline bool mem_willing(struct mem *m, enum channel channel)
{
	return !m->cfg.random || rnd_below(&m->rnd, 16) <
	       m->random_mode.chance[channel];
}

/* Random extra cycles of latency; 0 unless in random mode. */
static inline uint32_t mem_extra(struct mem *m)
{
	return m->cfg.random && m->random_mode.extra ?
	       rnd_below(&m->rnd, m->random_mode.extra + 1) : 0;
}

/* The cycle in which the response is due to an access that is accepted in
 * CYCLE: BEATS beats of BYTES bytes from ADDR. */
uint64_t mem_due(struct mem *m, uint64_t cycle, bool write, uint32_t addr,
		 uint32_t bytes, uint32_t beats);

/* The random numbers, or NULL if responses are in order. */
static inline struct rnd *mem_random(struct mem *m)
{
	return m->cfg.random ? &m->rnd : NULL;
}

/* The bits of word I whose bytes STRB selects. */
uint32_t mem_strobed(const uint32_t *strb, uint32_t i);

/* Reads BEATS beats of BYTES each from ADDR into DATA now, and calls the
 * callbacks. Returns a bit for each beat with an error. */
uint64_t mem_read_line(struct mem *m, enum cosim_port port, uint32_t id,
		       uint32_t addr, uint32_t bytes, uint32_t beats,
		       uint32_t *data);

/* Writes the bytes of DATA that STRB selects, of BYTES at ADDR, in RAM or the
 * console, now, and calls the callbacks. Returns true if memory refuses
 * them. */
bool mem_store(struct mem *m, enum cosim_port port, uint32_t id, uint32_t addr,
	       uint32_t bytes, const uint32_t *strb, const uint32_t *data);

/* --- port.c ----------------------------------------------------------- */

/* Makes the bus WHICH. Returns 0, or -1 if memory runs out. */
int port_init(struct mem *m, struct port *p, enum cosim_port which);
/* Drives ready and a response in CYCLE. */
void port_drive(struct mem *m, struct port *p, uint64_t cycle,
		struct cosim_bus_pins *pins);
/* Accepts the request and the transfer of the response of CYCLE. Returns 0, or
 * 1 after a violation. */
int port_sample(struct mem *m, struct port *p, uint64_t cycle,
		const struct cosim_bus_pins *pins);

/* --- axi.c ------------------------------------------------------------ */

/* Makes the slave of M. NULL if memory runs out. Release with axi_free. */
struct axi *axi_new(struct mem *m);
void axi_free(struct axi *a);
/* As port_drive and port_sample, for all channels. */
void axi_drive(struct mem *m, uint64_t cycle, struct cosim_axi_pins *pins);
int axi_sample(struct mem *m, uint64_t cycle,
	       const struct cosim_axi_pins *pins);
/* The number of bursts in flight. */
uint32_t axi_in_flight(const struct axi *a);
/* Records the violation that axi_check found. Returns 1. */
int axi_failed(struct mem *m);

#endif
