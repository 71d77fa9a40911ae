/* wwd.h - libwarpwright: a device, its memory, programs, launches and backend
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to lib/. Each function of the interface takes the device for itself
 * (wwd_take) and gives it back; a wait gives it back again and again.
 *
 * A backend is a table of functions, for devices of a kind. It runs launches in
 * slots; device.c and launch.c know tickets, and hold launches back while no
 * slot is free.
 */
#ifndef WW_LIB_WWD_H
#define WW_LIB_WWD_H

#include <pthread.h>
#include <stdbool.h>

#include "cosim/cosim.h"
#include "gen/gen.h"
#include "golden/elf.h"
#include "golden/golden.h"
#include "lib/warpwright/device.h"

enum {
	WWD_SLOTS_MOST = GOLDEN_MAX_LAUNCHES,
	WWD_MAIN_STACK = 4096   /* below the local memory of threads */
};

/* What the name of a device says. */
struct wwd_name {
	char *text;             /* owned; the strings are in it */
	const char *kind, *config;
	const char *settings[64];
	size_t count;
	bool real;              /* a device, which tells its configuration; the
				 * config is its path */
	bool strict;            /* divergent branches are errors */
	unsigned checks;        /* kinds of --check, or 0 */
	char *rtl;              /* emitted tree that is the core; NULL: none;
				 * owned */
	char *rtl_config;       /* its configuration; owned */
	/* of the memory of a core */
	uint32_t latency, bandwidth;
	bool random;
	uint32_t seed;
};

/* Memory in use: FIRST to LAST. */
struct wwd_range {
	uint32_t first, last;
	const struct wwd_program *program;      /* NULL: of wwd_alloc */
	bool stacks;            /* which programs share */
	bool heap;              /* PROGRAM has all up to the stacks */
};

struct wwd_program {
	struct wwd *device;
	struct elf_image image;
	bool profiled;          /* the profile has IMAGE */
	struct wwd_program *next;
};

/* A launch that no wwd_wait has returned yet. */
struct wwd_ticket {
	uint32_t number;
	uint32_t word[ISA_LAUNCH_WORDS];
	enum { WWD_HELD, WWD_RUNG, WWD_DONE } state;
	uint32_t slot;          /* WWD_RUNG */
	struct wwd_result result;       /* WWD_DONE */
	struct wwd_ticket *next;        /* a younger one */
};

/* What wwd_run found out. */
enum wwd_went {
	WWD_WENT_ON,            /* time has passed */
	WWD_WENT_IDLE,          /* no launch is in flight */
	WWD_WENT_NOWHERE        /* none can go on */
};

/* Functions with a result return 0 or a wwd_status, with wwd_fail. A backend
 * reports the end of a launch by wwd_ended, within `run`. */
struct wwd_backend {
	int (*open)(struct wwd *d);
	/* Ends the run and, if FINAL, compares all state once more. */
	int (*close)(struct wwd *d, bool final);
	/* Begins anew, with the same memory. */
	int (*reset)(struct wwd *d);
	/* A launch of these words begins in SLOT, which is free. */
	int (*ring)(struct wwd *d, uint32_t slot, const uint32_t *word);
	int (*abort)(struct wwd *d, uint32_t slot);
	/* Runs for a short time, or until a launch is done. */
	int (*run)(struct wwd *d, enum wwd_went *how);
	int (*write)(struct wwd *d, uint32_t addr, const void *from, size_t n);
	int (*read)(struct wwd *d, uint32_t addr, void *to, size_t n);
	int (*cycles)(const struct wwd *d, uint64_t *value);
	/* From now on D->profile sees what the device does. NULL: it has no
	 * profile. */
	void (*profile)(struct wwd *d);
};

extern const struct wwd_backend wwd_golden, wwd_lockstep, wwd_registers;

struct san;

struct wwd {
	/* Callers take turns in the order in which they come. */
	pthread_mutex_t lock;
	pthread_cond_t turn;
	uint64_t next, serving;

	struct wwd_name name;
	struct config cfg;
	struct machine machine;
	uint32_t line;          /* bytes of the longest cache line, or 4 */
	const struct wwd_backend *backend;
	void *state;            /* the backend's */
	struct golden *golden;  /* of the backend: the model that runs, or runs
				 * beside the core; NULL: none */
	void *ram;              /* memory of the caller that golden has as its
				 * own; NULL: none */
	struct san *san;        /* NULL: nothing is checked */
	int failed;             /* the error until a reset, or 0 */

	struct wwd_range *range;        /* by their first addresses */
	size_t ranges, range_room;
	struct wwd_program *programs;
	struct wwd_profile *profile;    /* NULL: not wanted */
	/* The stacks that are watched: those of the programs of all launches in
	 * flight, if they are alike; else 0. */
	uint32_t stack_bytes, stack_stride;

	struct wwd_ticket *tickets;     /* the oldest first */
	struct wwd_ticket *in[WWD_SLOTS_MOST];  /* the launch in each slot */
	uint32_t last_ticket;

	bool behind_l2;         /* the host does not see into a second-level
				 * cache */
	/* With a second-level cache: address of an empty kernel, or 0. */
	uint32_t flush_code;
	bool flushed;           /* nothing has run since a flush */
	uint32_t owners;        /* threads in wwd_own: held launches wait */

	void (*put)(void *context, const char *text, size_t n);
	void *put_context;
	char *console;          /* not put yet */
	size_t console_bytes, console_room;
};

/* --- errors (error.c) ----------------------------------------------------- */

/* Keeps the text for wwd_error and returns ERROR. */
int wwd_fail(int error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* A pointer that FUNCTION needs is NULL. Returns WWD_E_ARGUMENT. */
int wwd_missing(const char *function);
/* A stream whose text wwd_stream_fail keeps for wwd_error, without its last
 * newline. wwd_stream returns NULL if there is no memory. */
struct wwd_stream { FILE *out; char *text; size_t size; };
FILE *wwd_stream(struct wwd_stream *s);
int wwd_stream_fail(struct wwd_stream *s, int error);
void wwd_stream_drop(struct wwd_stream *s);

/* --- devices (device.c) --------------------------------------------------- */

/* Waits for the turn of this thread. Returns D->failed. */
int wwd_take(struct wwd *d);
/* Ends the turn. Returns ERROR. */
int wwd_give(struct wwd *d, int error);
/* The device has failed with ERROR, which stays until a reset. Returns
 * ERROR. */
int wwd_broken(struct wwd *d, int error);
/* The error of a call of a device that has failed. */
int wwd_failed(const struct wwd *d);
/* The device writes BYTE to its console; puts what is there. Without memory,
 * bytes are dropped. */
void wwd_console_byte(struct wwd *d, uint8_t byte);
void wwd_console_flush(struct wwd *d);

/* Reads NAME. (name.c) */
int wwd_name_read(struct wwd_name *n, const char *name);
void wwd_name_free(struct wwd_name *n);
/* The configuration and the machine of D->name, if it is not real. (name.c) */
int wwd_name_configure(struct wwd *d);

/* --- memory (memory.c) ---------------------------------------------------- */

/* Takes the memory of R, but for stacks in whole cache lines. */
int wwd_range_take(struct wwd *d, struct wwd_range r);
/* The highest free place of BYTES, a multiple of ALIGN, is *ADDR, and becomes
 * that of P. */
int wwd_take_highest(struct wwd *d, uint64_t bytes, uint32_t align,
		     const struct wwd_program *p, uint32_t *addr);
/* What of the memory that wwd_alloc gives is in no range. */
uint64_t wwd_range_free(const struct wwd *d);
/* Gives back all of P. */
void wwd_range_drop(struct wwd *d, const struct wwd_program *p);

/* --- checks (check.c) ----------------------------------------------------- */

int wwd_check_begin(struct wwd *d);
void wwd_check_end(struct wwd *d);
/* The host has taken memory, with nothing in it. */
void wwd_check_taken(struct wwd *d, uint32_t addr, uint64_t bytes);

/* --- launches (launch.c) -------------------------------------------------- */

/* The launch in SLOT is done, and the slot is free. */
void wwd_ended(struct wwd *d, uint32_t slot, const struct golden_result *r,
	       uint64_t cycles);
/* Are launches in the device? */
bool wwd_in_flight(const struct wwd *d);
/* Rings for launches that are held back, as long as slots are free. */
int wwd_ring_held(struct wwd *d);
/* Rings for T, which is in no list, if a slot is free. */
int wwd_ring_first(struct wwd *d, struct wwd_ticket *t);
/* Lets D go on for a short time. */
int wwd_go_on(struct wwd *d);
/* All launches that are not done become cut. */
void wwd_cut_all(struct wwd *d);

/* --- the second-level cache (flush.c) ------------------------------------- */

int wwd_flush_prepare(struct wwd *d);
/* Makes memory complete for the host: no cache has newer bytes, or older ones
 * when the next launch begins, but those that launches in flight use. */
int wwd_own(struct wwd *d);

/* --- programs (program.c) ------------------------------------------------- */

/* The program with code at PC, or NULL. */
const struct wwd_program *wwd_program_at(const struct wwd *d, uint32_t pc);
void wwd_programs_free(struct wwd *d);
/* --- the profile (profile.c); without one they do nothing ----------------- */

/* The checker C of a run; the golden model, of a device that has a profile; a
 * launch of these words that the golden model has. */
void wwd_profile_attach(struct wwd *d, struct cosim *c);
void wwd_profile_watch(struct wwd *d);
void wwd_profile_rung(struct wwd *d, uint32_t slot, const uint32_t *word);
/* The device has been reset, after CYCLES cycles. */
void wwd_profile_again(struct wwd *d, uint64_t cycles);
/* True: the profile keeps IMAGE; P, which it then owns. */
bool wwd_profile_load(struct wwd *d, const struct elf_image *image);
bool wwd_profile_unload(struct wwd *d, struct wwd_program *p);
/* Writes it, CYCLES after the last reset. */
int wwd_profile_end(struct wwd *d, uint64_t cycles);
void wwd_profile_free(struct wwd *d);

/* The errors of the model of D: a stack has overflowed; threads of a warp
 * disagree on a branch; no warp can go on. (stuck.c) */
int wwd_overflowed(struct wwd *d);
int wwd_divergent(struct wwd *d);
int wwd_stuck(struct wwd *d);

#endif
