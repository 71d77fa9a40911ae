/* vx_runtime.h - what the files of the runtime kernel share; not for programs
 * SPDX-License-Identifier: Apache-2.0
 *
 * A running or waiting software warp is a struct vx_warp at the top of its
 * stacks: thread t of it has the stack that ends at the struct's address - t *
 * __stack_stride. Stacks of 2^__stack_shift bytes stand a gap apart: threads
 * use equal places of theirs together, which must not all be in one set of a
 * cache. It stays on the hardware warp that started it. Everything here is done
 * by one thread, the lowest active one of a hardware warp.
 *
 * Of several cores each has a struct vx_core and, for each of its warps, a
 * struct vx_hw. What another core shall see is followed by a fence, and what
 * another core may have changed is read behind one, in loops too: a core's
 * cache may keep what it has until then.
 */
#ifndef VX_RUNTIME_H
#define VX_RUNTIME_H

/* Offsets for assembly; vx_sched.c compares them with the structures. */
#define VX_WARP_LOOP	8
#define VX_WARP_WID	12
#define VX_WARP_TID	16
#define VX_WARP_LANES	20
#define VX_WARP_SETUP	24
#define VX_WARP_RESUME	28
#define VX_WARP_HW	32
#define VX_WARP_SHARE	36
#define VX_WARP_VALUE	44
#define VX_WARP_RESULT	52
#define VX_WARP_SP	60	/* a word of each thread */
#define VX_WARP_SIZE	64
#define VX_POINTER	1	/* the bit of a loop that is a kernel */
#define VX_BLOCKED	1	/* values of resume: waits in vx_switch_out, */
#define VX_PREEMPTED	2	/* in the handler of the timer interrupt */
#define VX_SHARE_REQUEST 4
#define VX_SHARE_MEET	31	/* a byte */
#define VX_REQUEST_DIRECT 36
#define VX_REQUEST_OVER	40
#define VX_REQUEST_CORES 44
#define VX_REQUEST_STRIDE 48
#define VX_HW_CURRENT	0
#define VX_HW_STACK	4
#define VX_HW_TICKED	8
#define VX_HW_LIMIT	12
#define VX_HW_MAIN_SP	108
#define VX_HW_SHIFT	7
#define VX_ONE		1	/* vx_next has started one round, */
#define VX_MANY		2	/* or the first of many software warps */
#define VX_SCHED_STACK	1024
/* log2 of the bytes between stacks, in link.ld too */
#define VX_GAP_SHIFT	6

#ifdef __ASSEMBLER__

	/* REG = this hardware warp's struct vx_hw; uses t1. */
	.macro	hardware_warp reg
	csrr	t1, WW_CSR_CORE_ID
	la	\reg, vx_hws
	slli	t1, t1, 2
	add	\reg, \reg, t1
	csrr	t1, WW_CSR_WARP_ID
	lw	\reg, 0(\reg)
	slli	t1, t1, VX_HW_SHIFT
	add	\reg, \reg, t1
	.endm

#else

#include <stdarg.h>

#include "warpwright.h"

enum {
	VX_HARDWARE = 32, /* the most warps of a core */
	VX_CORES = 16,    /* the most of them */
	VX_REQUESTS = 8,  /* at a time */
	/* The pieces of a large request for each hardware warp; on several
	 * cores of one with at least 2^VX_LONG software warps for each. */
	VX_PIECES = 4,
	VX_LONG_PIECES = 8,
	VX_LONG = 8,
	/* Cycles of a period for each hardware warp, at least: a core has to
	 * switch its warps in less than two periods. */
	VX_LEAST_TICK = 512,
	VX_BARRIERS = 64
};

/* How a program ends that the runtime ends. */
enum {
	VX_BAD_CALL = 120,
	VX_NO_STACK = 121,
	VX_NO_SHARED = 122,
	VX_NO_HEAP = 123,
	VX_DEADLOCK = 124,
	VX_TRAPPED = 125,
	VX_APART = 126,
	VX_ASSERTED = 127
};

/* The software warps of a request that one hardware warp runs: one run of them
 * or request->pieces runs, in which they are request->stride apart. The
 * hardware warp owns its share once the share is in its inbox. */
struct vx_share {
	/* in the ring of those with software warps to start */
	struct vx_share *next;
	struct vx_request *request;
	uint32_t wid, tid;        /* what starts next */
	uint32_t end;             /* the last software warp of this run */
	uint32_t open;            /* started and not ended */
	volatile uint32_t done;   /* when all has ended: request->handle */
	/* of this share in its request, from 0; in each run another */
	uint16_t number;
	uint8_t runs;             /* behind this one */
	uint8_t meet;             /* hardware warps of this core in it */
};

struct vx_request {
	/* The kernel's own, or one that makes its ids first; or the kernel
	 * itself, with VX_POINTER. */
	vx_loop loop;
	vx_kernel kernel;         /* null if the loop is its own */
	void *args;
	vx_ids ids;
	uint32_t flags;
	uint32_t last_tid;
	uint32_t lanes;           /* threads of a round */
	uint32_t rounds;          /* less one */
	uint32_t shares;          /* hardware warps taking part */
	/* as many, if each has one round alone to run: they meet by bar */
	uint32_t direct;
	/* the same over several cores: by bar, then core by core */
	uint32_t over;
	uint32_t cores;           /* that take part, if it may leave core 0 */
	uint32_t stride;          /* in a run: shares, or 1 in pieces */
	/* Every share has PIECES - 1 pieces of PIECE software warps. Those from
	 * REST on are the last pieces: of EACH + 1 in shares 0 to MORE, of EACH
	 * in others. */
	uint32_t pieces, piece, rest, each, more;
	uint32_t turn;            /* added to share numbers from run to run */
	vx_handle handle;
	uint32_t open;            /* known to main as not done */
	uint32_t members;         /* a bit for each of those hardware warps */
	/* The number of its post. Of core C, from 1 on, the hardware warps 0 to
	 * (part[C] & 0xff) - 1 have the shares from from[C] on, if the rest of
	 * part[C] is that number; in one word, since a core may read it when
	 * it comes late and main has taken all this for another request. */
	uint32_t post;
	uint32_t part[VX_CORES];
	uint16_t from[VX_CORES];
	uint32_t at_core;         /* those before have done it */
	struct vx_share share[VX_HARDWARE]; /* of core 0; vx_share_of has all */
};

/* A software warp that runs or waits; free stacks. */
struct vx_warp {
	struct vx_warp *next;
	void *args;               /* where vx_get_arg looks */
	vx_loop loop;
	/* of this round's first thread; vx_running writes the first */
	uint32_t wid, tid;
	uint32_t lanes;           /* threads of this round */
	uint32_t setup;           /* lanes whose sp and tp are ours */
	/* switched out: how; registers are on the stacks */
	uint32_t resume;
	struct vx_hw *hw;
	struct vx_share *share;
	/* What it waits for: that this is no longer value. Of one that was
	 * preempted value is the wid its share goes on behind, or none. */
	volatile uint32_t *word;
	uint32_t value;
	uint32_t blocked;
	uint32_t result;
	uint32_t room;            /* lanes that have a stack here */
	uint32_t sp;
};

/* A software warp some of whose rounds wait for the others. */
struct vx_gathering {
	struct vx_gathering *next;
	const struct vx_share *share;
	uint32_t wid;
	uint32_t arrived;         /* rounds; 0: it is free */
	const char *function;     /* what these have called, and with what */
	uint32_t argument;
};

struct vx_hw {
	struct vx_warp *current;  /* null: runs no software warp */
	uint32_t stack;           /* of its scheduler */
	/* the timer has come since the current one runs */
	uint32_t ticked;
	/* vx_switch.S starts software warps below this wid by itself; 0: this
	 * hardware warp is called, something else is to be done */
	volatile uint32_t limit;
	struct vx_warp *first, *last; /* switched out, as they came */
	uint32_t waiting;         /* how many */
	/* the one that started a software warp last */
	struct vx_share *ring;
	struct vx_warp *spare;    /* stacks to use again */
	struct vx_warp *own;      /* the stacks that are always ours */
	uint32_t turn;
	uint32_t starved;         /* has found no stack */
	uint32_t head;            /* inbox: ours */
	/* inbox: main's, or that of this core's warp 0 */
	volatile uint32_t tail;
	struct vx_share *inbox[VX_REQUESTS];
	volatile uint32_t awake;
	volatile uint32_t progress; /* counts what it has found to run */
	volatile uint32_t acked;  /* a round of fruitless search, see vx_idle */
	uint32_t seen;
	volatile uint32_t slot;   /* from one thread to all of the warp */
	uint32_t main_sp;         /* of warp 0, where vx_run_here was called */
	struct vx_core *core;
	uint32_t agent;           /* warp 0 of cores 1 and up: main's */
	struct vx_gathering *gatherings; /* some free */
	/* vx_switch.S starts software warps: how far it is, the wid of the
	 * current one says, not its share */
	uint32_t many;
};

struct vx_segment;

/* Lamport's fast mutual exclusion between hardware warps of a core, or between
 * cores; one thread each. */
struct vx_lock {
	volatile uint32_t x, y, wants[VX_HARDWARE];
};

/* In the order in which they are taken by who takes several. */
enum vx_lock_id {
	VX_LOCK_WAIT,
	VX_LOCK_SHARED, /* shared memory; kernels do without other cores */
	VX_LOCK_MEMORY,
	VX_LOCK_PRINT,
	VX_LOCKS
};

struct vx_core {
	/* of cores 1 and up: */
	uint32_t period;          /* of the timer */
	uint32_t posts;           /* that its warp 0 has read */
	/* Who wakes hardware warps does it one by one, always the lowest that
	 * is halted: meanwhile none halts, else it might wake those that find
	 * nothing for ever, and never the one that has something. */
	volatile uint32_t waking;
	struct vx_share *shares;  /* of cores 1 and up, of all requests */
	struct vx_lock locks[VX_LOCKS];
	_Bool far[VX_LOCKS];      /* held: against other cores too */
	/* shared memory, vx_memory.c: */
	struct vx_segment *shared; /* what kernels use, in order of base */
	struct vx_segment *spare;  /* nobody uses */
	volatile uint32_t given;   /* how often kernels have given some back */
	volatile uint32_t takes;   /* a kernel looks at the lists */
};

/* By their number; of cores 1 and up null until a request is to go there, and
 * the hardware warps of each, until the core has begun. */
extern struct vx_core *volatile vx_cores[VX_CORES];
extern struct vx_hw *volatile vx_hws[VX_CORES];
extern struct vx_core vx_first_core;
extern struct vx_hw vx_first_hw[VX_HARDWARE];

/* What warp 0 does: main's own instructions, what other warps do, or wait for
 * these. */
enum { VX_MAIN_RUNS, VX_MAIN_SCHEDULES, VX_MAIN_WAITS };
extern volatile uint32_t vx_main;

/* How many requests main has posted to other cores. */
extern volatile uint32_t vx_posted;

/* Warp 0 of CORE, which is not the first: has main posted anything? */
static inline _Bool vx_has_post(const struct vx_core *core)
{
	return core->posts != vx_posted;
}

/* It deals out what main has posted, and wakes others of its core. */
void vx_attend(void);

/* Main, which has nothing to do, on several cores: does anyone? To be begun
 * anew when it has handed out work. */
void vx_judge(void);
void vx_judge_anew(void);

/* The share of R that this hardware warp has is done: tells main if it was the
 * last one on this core, which is not the first. */
void vx_is_done_here(const struct vx_request *r);

/* Main: whether other cores have found all that it has posted to them; then it
 * reads what they have done with that. */
_Bool vx_posts_are_read(void);

/* False if main's wait has just been fulfilled. */
int vx_main_is_stuck(void);

/* Ends the run if hardware warp NUMBER of this core has halted in the middle of
 * something. */
void vx_check_alive(uint32_t number);

/* One hardware warp of all cores has it; who has several takes them in the
 * order of their ids. */
void vx_lock(enum vx_lock_id id);
void vx_unlock(enum vx_lock_id id);
/* One hardware warp of this core has it. */
void vx_lock_here(enum vx_lock_id id);
void vx_unlock_here(enum vx_lock_id id);

/* The lock L, of which ME is one of OTHERS: warps of a core, or, if FAR,
 * cores. */
void vx_lock_take(struct vx_lock *l, uint32_t me, uint32_t others, _Bool far);
void vx_lock_leave(struct vx_lock *l, uint32_t me, _Bool far);
/* What vx_lock and vx_unlock are in a program with a main. */
void vx_lock_main(enum vx_lock_id id);
void vx_unlock_main(enum vx_lock_id id);
/* The lock of the console in launches of blocks; for one thread. */
void vx_console_take(void);
void vx_console_leave(void);

/* What this warp has accessed takes effect, for the warps of its core, before
 * what it accesses now. For other cores ww_fence does. */
static inline void vx_order(void)
{
	__asm__ volatile("fence r, w" ::: "memory");
}

/* What warps of this core have stored is in memory before what this warp
 * stores now. No acquire: the core's cache keeps what it has. */
static inline void vx_release(void)
{
	__asm__ volatile("fence rw, w" ::: "memory");
}

/* For a warp that has nothing to do: before it looks again at what other cores
 * change. A look is an acquire, which takes from other warps of this core what
 * is in their cache, so it waits for them, but not for ever. A load that waits
 * for the one before takes few of their cycles. */
static inline void vx_rest(void)
{
	volatile uintptr_t self = (uintptr_t)&self;
	uintptr_t p = self;

	for (uint32_t i = 0; i < 32; i++) {
		uint32_t active = ww_active_warps();

		if ((active & (active - 1)) == 0)
			return;
		for (uint32_t j = 0; j < 4; j++)
			__asm__ volatile("lw %0, 0(%0)" : "+r"(p)::"memory");
	}
}

/* Before another look at what another core changes: a look makes the cache of
 * this core forget all that it has for the others here. */
static inline void vx_pause(void)
{
	if (ww_num_cores() > 1 && ww_active_warps() & (ww_active_warps() - 1))
		for (uint32_t i = 0; i < 64; i++)
			__asm__ volatile("nop");
}

/* True in one of the active threads. */
static inline _Bool vx_leads(void)
{
	uint32_t mask = ww_tmask();

	return (mask & -mask) == 1u << ww_thread_id();
}

static inline struct vx_hw *vx_here(void)
{
	return &vx_hws[ww_core_id()][ww_warp_id()];
}

static inline struct vx_core *vx_core(void) { return vx_cores[ww_core_id()]; }

/* What hardware warp NUMBER of core CORE, which is not the first, has of R. */
static inline struct vx_share *
vx_share_of(const struct vx_request *r, uint32_t core, uint32_t number)
{
	return &vx_cores[core]->shares[r->handle % VX_REQUESTS *
					       ww_num_warps() +
				       number];
}

/* The software warp that calls FUNCTION; ends the run if there is none or if
 * its threads are apart. */
struct vx_warp *vx_together(const char *function);

/* All threads of a software warp, which goes in rounds: waits for the other
 * rounds; the last one to come calls LAST, if it is not null, and all get what
 * it returns. FUNCTION and ARGUMENT are the same in all, or the run ends. */
uint32_t vx_gather(const char *function, uint32_t (*last)(uint32_t),
		   uint32_t argument);

/* Ends the run: "vx: " TEXT with a %u for A and one for B. */
void vx_fail(int code, const char *text, uint32_t a, uint32_t b)
	__attribute__((noreturn));
/* The same with what a %s stands for first. */
void vx_fail_in(int code, const char *function, const char *text, uint32_t a,
		uint32_t b) __attribute__((noreturn));

/* What stands between the % and the letter of a conversion of vx_printf. */
struct vx_field {
	uint32_t width, precision;
	char pad;      /* ' ' or '0' */
	char sign;     /* of what is not negative: '+', ' ' or 0 */
	_Bool left;
	_Bool exact;   /* #: the point and zeros behind it stay */
	_Bool precise; /* has a precision */
	_Bool far;     /* 64 bits */
	_Bool sized;   /* l, ll or z stands there, which is for numbers */
};

/* Prints as vx_printf, which was called from CALLER, for one thread; for each
 * active thread. */
void vx_print(const char *format, va_list *args, uint32_t caller);
void vx_print_each(const char *format, va_list args, uint32_t caller);

/* As vx_printf, with all that C has for whole numbers and texts; for what
 * ww-clc makes of printf. */
void vx_printf_all(const char *format, ...);

/* Prints the double of these bits; CONVERSION is f, e, g or one of these in
 * capitals. For one thread at a time. ww-cc links it for cores with isa.f. */
void vx_put_float(const struct vx_field *f, char conversion, uint64_t bits);

/* The ids of a thread of R from the numbers they are made of. */
void vx_make_ids(const struct vx_request *r, uint32_t *tid, uint32_t *wid);

/* A function that hands out memory, or takes it back. --check of warpwright
 * (sanitize/objects.c) finds its calls by its name. */
#define VX_CHECKED __attribute__((noinline, noclone))

/* Stacks for LANES threads, or null; to be returned. */
VX_CHECKED struct vx_warp *vx_stacks_take(uint32_t lanes);
void vx_stacks_return(struct vx_warp *stacks);

/* For one thread: null if there is not as much. */
/* Before the first block is taken: SIZE bytes behind the first head are in
 * use. */
void vx_heap_skip(uint32_t size);
void *vx_heap_take(uint32_t size);
VX_CHECKED void vx_heap_return(void *block);

/* Blocks of shared memory that main holds; no other core has their
 * contents. */
extern uint32_t vx_main_shares;

/* vx_barrier in all cases; vx_barrier.S has those that must be fast. */
void vx_barrier_slow(uint32_t id, uint32_t count);

/* vx_switch.S */
/* runs warp 0's share; main's registers are as before at return */
void vx_run_here(void);
void vx_core_runs(void) __attribute__((noreturn)); /* another core's warp 0 */
void vx_entry(void);     /* where wspawn starts a hardware warp */
/* all threads of a software warp: returns when it goes on */
void vx_switch_out(void);

extern char __stack_shift[], __stack_stride[], __stack_threads[], __stack_top[],
	__heap_limit[], __smem_base[], _end[];

/* From stack to stack. */
static inline uint32_t vx_stack_stride(void)
{
	return (uint32_t)__stack_stride;
}

static inline uint32_t vx_stack_shift(void) { return (uint32_t)__stack_shift; }

#endif
#endif
