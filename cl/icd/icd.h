/* icd.h - the OpenCL driver: its objects, and what its files have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * The driver implements OpenCL 1.2 for hosts that the loader, libOpenCL,
 * connects with it. The functions of the standard are in the dispatch table
 * (table.c); each begins with HOLD, so one thread is inside the driver at a
 * time.
 *
 * A device is one of libwarpwright, opened at its first launch. A buffer has
 * memory of the host and of each device that uses it; place.c says which of
 * these hold its bytes.
 *
 * An object lives as long as its count of uses is not 0; objects that refer to
 * it count as uses. A released object's place is kept, and reused for a later
 * object, so a call with such an object finds out and returns an error.
 */
#ifndef WW_CL_ICD_ICD_H
#define WW_CL_ICD_ICD_H

#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cl/launch.h"
#include "cl/program.h"
#include "lib/inside.h"

/* --- objects (object.c) ----------------------------------------------- */

enum icd_kind {
	ICD_DEAD, ICD_PLATFORM, ICD_DEVICE, ICD_CONTEXT, ICD_QUEUE, ICD_EVENT,
	ICD_MEM, ICD_SAMPLER, ICD_PROGRAM, ICD_KERNEL, ICD_KINDS
};

/* The head of every object. */
#define ICD_OBJECT \
	const struct _cl_icd_dispatch *dispatch; \
	enum icd_kind kind; \
	cl_uint uses

struct icd_object {
	ICD_OBJECT;
	struct icd_object *next;        /* of dead ones */
};

/* A new object of KIND, zero behind its head, with one use; or NULL. */
void *icd_new(enum icd_kind kind);
/* Is OBJECT one of KIND that lives? It may be NULL. */
bool icd_is(const void *object, enum icd_kind kind);
void *icd_retain(void *object);
/* Ends one use of OBJECT, which may be NULL, and with the last one its life. */
void icd_release(void *object);

/* What icd_release does first with the last use. */
void context_drop(void *object);
void queue_drop(void *object);
void event_drop(void *object);
void mem_drop(void *object);
void sampler_drop(void *object);
void program_drop(void *object);
void kernel_drop(void *object);

/* HOLD: until the end of the block other threads are kept out. */
struct icd_guard { int held; };
struct icd_guard icd_enter(void);
void icd_leave(struct icd_guard *guard);
/* Waits until another thread has changed the state of an event. */
void icd_sleep(void);
void icd_wake(void);
/* Is this thread in the driver? */
bool icd_inside(void);
/* Lets a thread in that waits for its turn. */
void icd_pause(void);
#define HOLD \
	__attribute__((cleanup(icd_leave))) struct icd_guard guard = \
		icd_enter(); \
	(void)guard

/* *ERROR = CODE, unless ERROR is NULL. Returns NULL. */
void *icd_fail(cl_int *error, cl_int code);

/* What a query returns: BYTES bytes at FROM. */
#define QUERY size_t size, void *value, size_t *returned
cl_int icd_answer(const void *from, size_t bytes, QUERY);
#define ANSWER_TEXT(s) icd_answer(s, strlen(s) + 1, size, value, returned)
#define ANSWER(type, ...) \
	icd_answer(&(type){ __VA_ARGS__ }, sizeof(type), size, value, returned)
#define ANSWER_NOTHING icd_answer(NULL, 0, size, value, returned)

extern struct _cl_icd_dispatch icd_table;
struct _cl_platform_id { ICD_OBJECT; };
extern struct _cl_platform_id icd_platform;

/* --- devices (device.c) ----------------------------------------------- */

enum { ICD_DEVICES = 16, ICD_NAME = 128 };

struct _cl_device_id {
	ICD_OBJECT;
	char name[ICD_NAME];
	struct machine machine;
	uint32_t cache_line, cache_bytes;
	char *open;                     /* its name for wwd_open */
	struct wwd *wwd;                /* NULL before the first launch */
	bool golden, real;
	bool used;                      /* a launch has begun */
	bool starting;                  /* a launch is being prepared */
	cl_uint flights;                /* launches in it */
	/* Programs loaded so far; when a launch that has ended began. */
	uint64_t loads, loads_read;
	struct build *builds;           /* that run on it */
	cl_ulong time;                  /* cycles since the start */
	cl_ulong reset;                 /* those before the last reset */
};

/* The devices, and how many there are; read from the environment once. */
struct _cl_device_id *device_list(cl_uint *count);
/* The place of D in that list. */
cl_uint device_index(cl_device_id d);
/* Is D checked, as by WARPWRIGHT_CL_CHECK? */
bool device_checked(const struct _cl_device_id *d);
/* The directory of configurations and programs; ww-cc. */
const char *device_wrapper(void);
/* How long a kernel may run, in seconds; 0: as long as it takes. */
double device_seconds(void);
/* Opens D, unless it is. What is wrong is on stderr. */
cl_int device_open(cl_device_id d);
/* ERROR is of a call for D: tells the host of C, or on stderr if C is NULL.
 * 0: nothing is wrong. */
cl_int device_failed(cl_device_id d, cl_context c, int error);
/* A launch of D has begun. */
void device_used(cl_device_id d);
/* D begins anew, with the same memory. */
void device_reset(cl_device_id d);
/* Brings D->time up to now. */
void device_clock(cl_device_id d);
/* The largest buffer; all of a launch together. */
uint64_t device_memory(cl_device_id d);
/* Bytes of local memory that a group may have. */
uint32_t device_local(cl_device_id d);
cl_int device_info(cl_device_id d, cl_device_info what, QUERY);

/* --- contexts, queues, events ----------------------------------------- */

typedef void(CL_CALLBACK *icd_notify)(const char *, const void *, size_t,
				      void *);

struct _cl_context {
	ICD_OBJECT;
	cl_device_id device[ICD_DEVICES];
	cl_uint devices;
	cl_context_properties *properties;
	size_t property_bytes;
	icd_notify notify;
	void *user;
};

bool context_has(cl_context c, cl_device_id d);
/* Tells the host of C of an error, by its function or on stderr. */
void context_report(cl_context c, const char *text);

/* From the first interrupt_begin to the last interrupt_end SIGINT is noted, if
 * the host has a handler, to which it goes as well. interrupt_seen: has there
 * been one since that begin? */
void interrupt_begin(void);
void interrupt_end(void);
bool interrupt_seen(void);
/* What becomes nonzero then; NULL if the host has no handler. */
const volatile sig_atomic_t *interrupt_flag(void);

struct command;

struct _cl_command_queue {
	ICD_OBJECT;
	cl_context context;
	cl_device_id device;
	cl_command_queue_properties properties;
	struct command *first, **last;  /* that have not begun */
	struct command *begun;          /* and have not ended */
	cl_int failed;                  /* of a command whose end nobody saw */
	cl_command_queue next;          /* of all queues */
};

struct icd_callback {
	struct icd_callback *next;
	void(CL_CALLBACK *call)(cl_event, cl_int, void *);
	cl_int at;
	void *user;
};

struct _cl_event {
	ICD_OBJECT;
	cl_command_type type;
	cl_command_queue queue;         /* NULL: a user event */
	cl_context context;
	cl_int status;                  /* CL_QUEUED .. CL_COMPLETE, error */
	bool watched;                   /* its error comes to the host */
	bool given;                     /* if the host asks for it */
	bool unseen;                    /* it has an error, not asked for */
	cl_ulong queued, submitted, begun, ended;       /* by the device */
	struct icd_callback *callbacks;
};

/* What RUN and POLL of a command return beside CL_SUCCESS and errors. */
enum { IN_FLIGHT = 1 };

/* A command of a queue. RUN begins it; POLL, if RUN has returned IN_FLIGHT,
 * lets the device go on for a short time. */
struct command {
	struct command *next;
	cl_int (*run)(struct command *c);
	cl_int (*poll)(struct command *c);
	bool in_flight;
	void (*drop)(struct command *c);  /* what RUN needs; may be NULL */
	cl_event event;
	cl_uint waits;
	cl_event *wait;
	/* in a queue that is out of order: all before it, all behind it wait */
	bool after_all, before_all;
	/* of transfers, maps and fills */
	cl_mem mem[2];
	size_t offset[2], bytes;
	size_t region[3], row[2], slice[2];     /* of rectangles */
	void *host;
	uint8_t pattern[128];
	size_t pattern_bytes;
	struct launch *launch;
};

#define WAITS cl_uint waits, const cl_event *wait, cl_event *event

/* Checks the list of events that a command waits for. */
cl_int event_check_list(cl_context c, cl_uint waits, const cl_event *wait);
struct command *command_new(cl_int (*run)(struct command *));
/* Appends COMMAND to Q and runs what can run; BLOCK: returns when COMMAND has
 * ended, with its error. Owns COMMAND, also if that fails; NULL: there was no
 * memory for it. */
cl_int queue_add(cl_command_queue q, struct command *command,
		 cl_command_type type, bool block, WAITS);
/* Begins all commands that need not wait any longer. While a function of the
 * host is to be called at the end of a command, waits for those in flight. */
void queue_run_all(void);
/* Lets all that is in flight go on for a short time, or, if nothing is, waits
 * for other threads of the host. */
void queue_step(void);
/* As queue_step, but never waits. */
void queue_poll(void);
/* The host gets to know how E has ended: clFinish need not say it. */
void queue_seen(cl_event e);
/* Waits for those commands in flight that MATCH. No other thread of the host
 * has its turn meanwhile. */
void queue_settle(bool (*match)(const struct command *c, const void *with),
		  const void *with);
/* Waits for all that is in flight. */
void queue_drain(void);
/* A MATCH: the commands of queues of D. */
bool queue_uses(const struct command *c, const void *d);
/* Two of MATCH: the launches of a build; of a program. (launch.c) */
bool launch_uses(const struct command *c, const void *build);
bool launch_is_of(const struct command *c, const void *program);
/* Does a function of the host wait for an event? (event.c) */
bool event_awaited(void);
/* The new status of E; calls the functions of the host that wait for it. */
void event_set(cl_event e, cl_int status);

/* --- memory ----------------------------------------------------------- */

struct icd_destructor {
	struct icd_destructor *next;
	void(CL_CALLBACK *call)(cl_mem, void *);
	void *user;
};

struct icd_map {
	struct icd_map *next;
	uint8_t *at;
	size_t bytes;
	bool writes;                    /* the host may */
	/* of an image: */
	size_t region[3];
	size_t origin[3];
};

/* Rows and slices of a buffer, an image or the host: in bytes. */
struct rect {
	size_t offset, row, slice;
};

/* Texels of an image: of sides 0 and 1; of side 2, and layers. */
enum { ICD_IMAGE_SIDE = 8192, ICD_IMAGE_DEEP = 2048 };

/* What makes an image of a buffer, which has a head (sw/cl/images.h). */
struct icd_image {
	cl_image_format format;
	cl_mem_object_type type;
	size_t side[3];                 /* in texels; layers are one, too */
	size_t layers;                  /* 0: it is no array */
	size_t texel;                   /* bytes */
	struct rect texels;             /* of the buffer */
	/* where the host sees them in maps, and by which sides */
	uint8_t *seen;
	size_t row, slice;
	void *user;                     /* CL_MEM_USE_HOST_PTR */
};

struct _cl_mem {
	ICD_OBJECT;
	cl_context context;
	cl_mem parent;                  /* of a sub-buffer */
	size_t origin;
	cl_mem_flags flags;
	size_t size;
	uint8_t *data;                  /* the host's own, if HOST */
	void *host;
	struct icd_image *image;        /* NULL: a buffer */
	struct icd_map *maps;
	struct icd_destructor *destructors;
	/* of buffers that are no parts */
	uint32_t holders;               /* PLACE_HOST, a bit for each device */
	uint32_t addr[ICD_DEVICES];     /* in each device; 0: nowhere */
	cl_uint busy;                   /* maps and launches: it stays */
	bool blank;                     /* nobody has written to it */
	cl_mem next_root;
};

/* Are FLAGS such that a buffer can have? */
bool mem_flags_right(cl_mem_flags flags);
/* A buffer of SIZE bytes for FLAGS, which are right, with HOST's bytes or with
 * HOST itself. NULL with *ERROR if there is no memory. */
cl_mem mem_make(cl_context c, cl_mem_flags flags, size_t size, void *host,
		cl_int *error);
/* May a command of Q be on M, a buffer, or an IMAGE, which the host may not
 * make of those with FORBIDDEN? */
cl_int transfer_check(cl_command_queue q, cl_mem m, bool image,
		      cl_mem_flags forbidden);
/* A command on REGION: bytes of a row, rows, slices. R[0] is of A, R[1] of B or
 * of the memory of the host at HOST. Owns A and B as the queue does. NULL if
 * there is no memory. */
enum rect_way { RECT_READ, RECT_WRITE, RECT_COPY, RECT_FILL };
struct command *rect_command(enum rect_way way, cl_mem a, cl_mem b, void *host,
			     const size_t *region, const struct rect r[2]);
/* ORIGIN of the image of M as bytes of its buffer; in *SEEN as the host sees
 * it, if SEEN is not NULL. (image.c) */
struct rect image_rect(cl_mem m, const size_t *origin, struct rect *seen);
/* REGION of the image of M in BYTES of a row; false if M has it not at
 * ORIGIN. */
bool image_region(cl_mem m, const size_t *origin, const size_t *region,
		  size_t *bytes);

struct _cl_sampler {
	ICD_OBJECT;
	cl_context context;
	cl_bool normalized;
	cl_addressing_mode mode;
	cl_filter_mode filter;
};

/* The word of S for a kernel (CLK_FILTER_LINEAR ...). */
uint32_t sampler_word(cl_sampler s);

/* Where the bytes of a buffer are. (place.c) */
enum { PLACE_HOST = 1 << 16 };

/* M is new, and no part; M is not used any more. */
void place_add(cl_mem m);
void place_drop(cl_mem m);
/* Copies N bytes of M, from OFFSET on. */
cl_int place_read(cl_mem m, size_t offset, void *to, size_t n);
cl_int place_write(cl_mem m, size_t offset, const void *from, size_t n);
/* From the one to the other the buffer of M keeps its place. */
void place_hold(cl_mem m);
void place_free(cl_mem m);
/* D, which is open, holds M, at *ADDR. */
cl_int place_on(cl_mem m, cl_device_id d, uint32_t *addr);
/* A kernel of D may have written M; GOOD: it has ended well. */
cl_int place_changed(cl_mem m, cl_device_id d, bool good);
/* Takes BYTES of D's memory; 0, or an error of wwd_alloc. */
int place_take(cl_device_id d, uint64_t bytes, uint32_t *addr);
/* D gives up all buffers that may leave their places. */
cl_int place_clear(cl_device_id d);

/* --- programs and kernels --------------------------------------------- */

/* A program for one device. */
struct build {
	cl_build_status status;
	cl_program_binary_type type;
	char *options, *log;
	uint8_t *elf;
	size_t elf_bytes;
	struct elf_image image;         /* if SUCCESS */
	/* of one that runs: */
	cl_device_id of;                /* whose memory it is for */
	struct build *next_build;       /* of OF */
	struct wwd_program *loaded;     /* NULL: not in that memory */
	uint32_t entry;                 /* if LOADED: where warps begin */
	cl_uint flights;                /* launches of it */
	bool stale;                     /* must be loaded anew */
	struct cl_program program;
};

struct _cl_program {
	ICD_OBJECT;
	cl_context context;
	char *source;                   /* NULL: made of binaries */
	cl_uint kernels;                /* objects that hold it */
	cl_uint devices;
	cl_device_id device[ICD_DEVICES];
	struct build build[ICD_DEVICES];
};

void program_add_device(cl_program p, cl_device_id d);
/* The build of P for D, or NULL if P is not for D. */
struct build *program_build(cl_program p, cl_device_id d);
/* Does B run, or is it an object or a library? Neither, if it has failed. */
bool build_runs(const struct build *b);
bool build_links(const struct build *b);

/* A file that the compiler gets: in/NAME, or headers/NAME if others include
 * it. Only texts have lines. */
struct build_file {
	const char *name;
	const void *data;
	size_t bytes;
	bool text;
};

enum build_end { BUILD_DONE, BUILD_FAILED, BUILD_BAD_OPTION, BUILD_NO_MEMORY };

/* Makes of FILES, for D, what TYPE says, in B. */
enum build_end build_make(struct build *b, cl_device_id d,
			  cl_program_binary_type type,
			  const struct build_file *files, size_t count,
			  const char *options);
/* The bitcode of B, which links, as a file without a name. */
void build_object(const struct build *b, struct build_file *f);
/* Reads B->elf. WHY (size bytes) tells what is wrong. */
bool build_load(struct build *b, cl_device_id d, char *why, size_t size);
void build_free(struct build *b);
/* A file without a name that has B->elf; or NULL. */
FILE *build_open(const struct build *b);

/* Programs in the memory of a device. (resident.c) */
/* B runs on D; B is not used any more. */
void resident_add(struct build *b, cl_device_id d);
void resident_drop(struct build *b);
/* The address for which a new program of D is to be linked; 0: the usual
 * one. */
uint32_t resident_base(cl_device_id d);
/* Loads B, unless it is there. Returns 0 or an error of wwd_load. */
int resident_place(struct build *b);
/* Unloads all programs of D, in which nothing is in flight. */
void resident_clear(cl_device_id d);

/* The words of TEXT, options of clBuildProgram, behind those of ARGV, which has
 * room for SIZE pointers. They are in COPY, which has room for TEXT. Returns
 * false, with the word in BAD, if one is no option that there is. */
bool options_split(const char *text, char *copy, const char **argv,
		   size_t *argc, size_t size, const char **bad);

/* The options of clLinkProgram: what TEXT asks for, an executable or a
 * library. Returns false, with the word in BAD, as options_split. */
bool options_link(const char *text, char *copy, cl_program_binary_type *type,
		  const char **bad);

struct icd_value {
	bool set;
	size_t size;                    /* of a local argument: its bytes */
	cl_mem mem;                     /* of a buffer or image, or NULL */
	uint8_t *bytes;                 /* of a value */
};

struct _cl_kernel {
	ICD_OBJECT;
	cl_program program;
	char *name;
	const struct cl_kernel *any;    /* of some device */
	struct icd_value *values;
};

/* The kernel of K for device D, or NULL if it was not built for it. */
const struct cl_kernel *kernel_for(cl_kernel k, cl_device_id d);

/* A launch of K in groups of RANGE on D: how its blocks go, and the bytes that
 * it needs, at most MOST; LOCALS are those of local arguments. The addresses in
 * *ND count from BASE on, where the launch's words are, and its arguments
 * behind them. Returns CL_OK or an error of cl/launch.h. */
struct launch_plan {
	struct ww_cl_launch nd;
	struct cl_blocks blocks;
	uint64_t bytes;
};
int launch_plan(cl_device_id d, const struct build *b,
		const struct cl_kernel *k, const struct cl_range *range,
		uint32_t locals, uint32_t base, uint64_t most,
		struct launch_plan *p);

/* How the launch of kernel NAME has trapped or exited, as text for the host. */
void report_end(const struct machine *m, const struct elf_image *image,
		const char *name, const struct wwd_result *r, char *text,
		size_t size);

/* --- the functions of the table --------------------------------------- */

/* Those of calls.def have the types of the standard. */
#define CALL(call, function) \
	extern __typeof__(*(cl_api_##call)0) function;
#include "cl/icd/calls.def"
#undef CALL

#endif
