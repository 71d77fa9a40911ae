/* device.h - libwarpwright: a device that runs launches of blocks of threads
 * SPDX-License-Identifier: Apache-2.0
 *
 *	struct wwd *d;
 *	struct wwd_program *p;
 *	struct wwd_launch l = { .grid = { 4, 1, 1 }, .block = { 8, 1, 1 } };
 *	struct wwd_result r;
 *	uint32_t ticket;
 *
 *	wwd_open("golden:default", &d);
 *	wwd_load(d, "scale.elf", &p);
 *	wwd_entry(p, "scale", &l.pc);
 *	wwd_alloc(d, 128, 0, &l.arg);
 *	wwd_write(d, l.arg, data, 128);
 *	wwd_start(d, &l, &ticket);
 *	wwd_wait(d, ticket, 10, &r);
 *	wwd_read(d, l.arg, data, 128);
 *	wwd_close(d);
 *
 * Each function returns 0 or an error, which is negative. wwd_strerror has its
 * meaning, wwd_error the details. A function that fails changes nothing, unless
 * its text says otherwise. No function prints.
 *
 * Calls for one device may come from several threads; so may the other calls.
 * But wwd_close must be the last call for its device.
 *
 * The device owns its programs. The caller owns all that it passes; nothing of
 * it is used after the call.
 */
#ifndef WARPWRIGHT_DEVICE_H
#define WARPWRIGHT_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WWD_API __attribute__((visibility("default")))
#else
#define WWD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum wwd_status {
	WWD_OK = 0,
	WWD_E_ARGUMENT = -1,    /* NULL, or a value that no device takes */
	WWD_E_NAME = -2,        /* of the device: unknown, or not possible */
	WWD_E_MEMORY = -3,      /* the host has no memory */
	WWD_E_FULL = -4,        /* the device has no such free memory */
	WWD_E_ADDRESS = -5,     /* outside the device's memory, or not one of
				 * wwd_alloc */
	WWD_E_PROGRAM = -6,     /* the file is no program for this device */
	WWD_E_OVERLAP = -7,     /* the program's memory is in use */
	WWD_E_KERNEL = -8,      /* the program has no such name */
	WWD_E_TICKET = -9,      /* no such launch, or waited for already */
	WWD_E_TIMEOUT = -10,    /* the launch is not done yet */
	WWD_E_DEADLOCK = -11,   /* no launch in flight can go on */
	WWD_E_MISMATCH = -12,   /* the core differs from the golden model */
	WWD_E_DEVICE = -13,     /* the device has failed */
	WWD_E_TOOL = -14,       /* a model cannot be built, or not be run */
	WWD_E_BUSY = -15        /* launches are in flight */
};

/* What ERROR means. The string is static. */
WWD_API const char *wwd_strerror(int error);
/* The details of the error that the last failed call of this thread returned:
 * one line, or for a mismatch a report of several. Valid until the next failed
 * call of this thread. */
WWD_API const char *wwd_error(void);

/* --- devices -------------------------------------------------------------- */

struct wwd;

/* Makes a device in *OUT; release it with wwd_close. NAME is
 * KIND[:CONFIG][,KEY=VALUE]... KIND is golden, the golden model, or a simulator
 * (verilator, icarus, systemc): a core in lockstep with golden. CONFIG is the
 * name of a configuration, or the path of a file; without it, the parameters
 * have their defaults. KEY is a parameter ("warpwright print params"), or for a
 * core mem-latency, mem-bandwidth, mem-random (a seed), or rtl, an emitted tree
 * that is the core. gpu.dispatch is set. With strict=true a branch on which
 * threads of a warp disagree, without an instruction for it, is WWD_E_DEVICE.
 * With check=KINDS what is wrong beside the results is on stderr (check.md). A
 * model that does not exist yet is built, which may take minutes.
 *
 * Or NAME is serial:PORT[,KEY=VALUE]..., a board, with the KEYs baud and
 * patience, or window:FILE[,KEY=VALUE]..., registers and memory to be mapped,
 * with the KEYs offset, ram, ram-offset and l2.size. Such a device is reset; it
 * tells its shape. */
WWD_API int wwd_open(const char *name, struct wwd **out);

/* Cuts what is in flight and releases D, which may be NULL. After launches on a
 * core, all its state and memory are compared once more: WWD_E_MISMATCH if they
 * differ from golden's. D is released in any case. */
WWD_API int wwd_close(struct wwd *d);

/* Cuts all launches and resets D, also after WWD_E_MISMATCH and WWD_E_DEVICE.
 * Memory, programs, and the results of launches that are done stay. */
WWD_API int wwd_reset(struct wwd *d);

enum wwd_cap {
	WWD_CORES,
	WWD_WARPS,              /* of a core */
	WWD_THREADS,            /* of a warp */
	WWD_SMEM,               /* bytes of shared memory of a core */
	WWD_BARRIERS,           /* of a core, for the instruction bar */
	WWD_BLOCKS,             /* that a core holds at a time */
	WWD_SLOTS,              /* launches that the device holds at a time */
	WWD_RAM_BASE,           /* first address of memory */
	WWD_RAM_SIZE,           /* its bytes */
	WWD_LINE,               /* bytes of the longest cache line, or 4 */
	WWD_CYCLES,             /* that have passed since wwd_open or
				 * wwd_reset; 0 on golden */
	WWD_INSTRUCTIONS,       /* of warps, meanwhile, of the core with most;
				 * 0 behind registers */
	WWD_RAM_FREE,           /* bytes that wwd_alloc may still give, not all
				 * in one piece */
	WWD_CONST_BASE,         /* first address of constant memory, */
	WWD_CONST_SIZE          /* its bytes; 0: none. The host writes it */
};
/* The property CAP of D. */
WWD_API int wwd_query(struct wwd *d, enum wwd_cap cap, uint64_t *value);

/* Writes the word behind -march= for ww-cc, such as "rv32im_zba", cut at
 * SIZE. */
WWD_API int wwd_march(struct wwd *d, char *text, size_t size);

/* PUT receives what launches write to the console, within wwd_wait, wwd_write
 * and wwd_read, and must not call back. NULL, as at the beginning: the bytes
 * are dropped. Behind a second-level cache the last bytes may come after the
 * end of their launch, unless it has WWD_FLUSH. */
WWD_API int wwd_console(struct wwd *d,
			void (*put)(void *context, const char *text, size_t n),
			void *context);

/* --- memory --------------------------------------------------------------- */

/* Takes BYTES of memory, from *ADDR on, a multiple of ALIGN, which is 0 or a
 * power of two, and of 64 and of a cache line: a line has one owner, so that
 * different launches, or host and launch, can use different owners' memory at a
 * time. The bytes are as they were left. */
WWD_API int wwd_alloc(struct wwd *d, uint64_t bytes, uint32_t align,
		      uint32_t *addr);
/* Takes BYTES of memory at ADDR, a multiple of 64 and of WWD_LINE.
 * WWD_E_OVERLAP: some are in use. */
WWD_API int wwd_reserve(struct wwd *d, uint32_t addr, uint64_t bytes);
/* Gives back what wwd_alloc or wwd_reserve took at ADDR. */
WWD_API int wwd_free(struct wwd *d, uint32_t addr);

/* Copies N bytes to the device's memory at ADDR, or from there. Launches in
 * flight must not use these bytes; they do not go on meanwhile, but on a core
 * with a second-level cache, which must be written back first. */
WWD_API int wwd_write(struct wwd *d, uint32_t addr, const void *from, size_t n);
WWD_API int wwd_read(struct wwd *d, uint32_t addr, void *to, size_t n);

/* --- programs ------------------------------------------------------------- */

struct wwd_program;

/* Loads the program in the file ELF, made by ww-cc, to the addresses for which
 * it was linked ("ww-cc --base"). WWD_E_OVERLAP if these bytes, or those of its
 * stacks, are in use. Programs share their stacks. */
WWD_API int wwd_load(struct wwd *d, const char *elf, struct wwd_program **out);
/* Gives back the memory of P, which no launch in flight may use; P may be
 * NULL. */
WWD_API int wwd_unload(struct wwd_program *p);
/* The address of KERNEL, or of any name of code or data of P. NULL: where a
 * program with a main begins. */
WWD_API int wwd_entry(struct wwd_program *p, const char *kernel, uint32_t *pc);

/* --- launches ------------------------------------------------------------- */

enum wwd_flags {
	WWD_ORDERED = 1,        /* begins when all in front of it are done */
	WWD_WHOLE = 2,          /* a block has a core: a program with a main */
	WWD_FLUSH = 4,          /* its end empties the second-level cache */
	/* Its cores may use instructions that they have read before: since the
	 * last launch without this flag the host has written no code, nor has a
	 * kernel. Else they may execute what was there. */
	WWD_KEEP = 8
};
/* A block has N barriers for the instruction bar. */
#define WWD_BARRIERS_OF(n) ((uint32_t)(n) << 8)

struct wwd_launch {
	uint32_t pc;            /* where its warps begin */
	uint32_t arg;
	uint32_t grid[3];       /* blocks: at least 1 in each direction */
	uint32_t block[3];      /* threads of a block: at least 1 each */
	uint32_t smem;          /* bytes of shared memory of a block */
	uint32_t flags;
};

/* Starts a launch; never waits. Launches begin in the order of the calls.
 * *TICKET, never 0, names this one until wwd_wait has returned its result. On a
 * simulated device time passes only while a wait lasts. */
WWD_API int wwd_start(struct wwd *d, const struct wwd_launch *l,
		      uint32_t *ticket);

enum wwd_end {
	WWD_COMPLETE,           /* all blocks have ended */
	WWD_CUT,                /* wwd_abort or wwd_reset */
	WWD_TRAPPED,            /* a block has trapped */
	WWD_REFUSED,            /* no block has begun */
	WWD_EXITED              /* a write of mexit, as by exit() */
};

struct wwd_result {
	enum wwd_end end;
	uint32_t reason;        /* WWD_REFUSED: as in doc/blocks.md */
	uint32_t exit_code;     /* WWD_EXITED */
	/* WWD_TRAPPED, WWD_EXITED: the first trap, and its block */
	uint32_t cause, pc, tval, core, warp, block[3];
	uint64_t cycles;        /* from the doorbell to the end; 0 on golden
				 * and behind registers */
};

/* Waits until the launch of TICKET is done, or for SECONDS: then WWD_E_TIMEOUT;
 * negative: without a limit. 0: a short time, in which a simulated device goes
 * on. Returns 0 however the launch has ended; *RESULT, which may be NULL, says
 * how. After WWD_E_TIMEOUT and WWD_E_DEADLOCK the launch is still in flight:
 * wait again, or abort it. Other threads may use D meanwhile. */
WWD_API int wwd_wait(struct wwd *d, uint32_t ticket, double seconds,
		     struct wwd_result *result);

/* Cuts the launch of TICKET, which is still to be waited for. A launch that is
 * done stays as it is. */
WWD_API int wwd_abort(struct wwd *d, uint32_t ticket);

/* Writes a line that says how a launch of D has ended, cut at SIZE: the trap by
 * its name, the place by symbol and line. */
WWD_API int wwd_explain(struct wwd *d, const struct wwd_result *result,
			char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
