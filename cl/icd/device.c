/* device.c - the OpenCL driver: its devices, by configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * WARPWRIGHT_CL_DEVICES has an entry for each device, with semicolons between
 * them. An entry is words with commas between them: settings KEY=VALUE, and the
 * name or path of a configuration; in front is a kind of libwarpwright's
 * devices with a colon. Without it the device is the golden model.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/place.h"
#include "cl/icd/icd.h"

enum { WORDS = 60, TEXT = 4096 };

/* A core with all that makes OpenCL fast, in the size of a small one. */
#define DEFAULT_DEVICES \
	"default,core.warps=8,core.threads=8,isa.f=f,isa.a=true," \
	"isa.zba=true,isa.zbb=true,isa.zicond=true,simt.stack=64," \
	"simt.barriers=8,smem.size=65536"
/* RAM of a device whose entry does not set it. */
#define DEFAULT_RAM "mem.ram_size=0x10000000"

static struct _cl_device_id devices[ICD_DEVICES];
static cl_uint count;

/* --- where warpwright is ---------------------------------------------- */

/* Where this library is. */
static void find_place(struct place *p)
{
	Dl_info info;

	place_of(p, dladdr(&icd_table, &info) && info.dli_fname ?
			    info.dli_fname : "", 1, WW_LIBDIR);
}

const char *device_wrapper(void)
{
	static char path[PATH_MAX];
	struct place place;

	if (path[0])
		return path;
	find_place(&place);
	place_part(&place, WW_BUILDDIR "/sw/ww-cc", WW_BINDIR "/ww-cc", path);
	return path;
}

double device_seconds(void)
{
	const char *text = getenv("WARPWRIGHT_CL_SECONDS");
	double seconds = text ? strtod(text, NULL) : 600;

	return seconds > 0 ? seconds : 0;
}

/* --- devices that are open -------------------------------------------- */

static void put_console(void *context, const char *text, size_t n)
{
	(void)context;
	fwrite(text, 1, n, stdout);
}

/* The profile of D; device N, other than 0, has N in front of the ending of its
 * file. */
static int profile(const struct _cl_device_id *d)
{
	const char *path = getenv("WARPWRIGHT_CL_PROFILE"), *dot;
	char name[PATH_MAX];

	if (!path || !*path)
		return 0;
	dot = strrchr(path, '.');
	if (d == devices || !dot)
		return wwd_profile(d->wwd, path);
	snprintf(name, sizeof name, "%.*s.%d%s", (int)(dot - path), path,
		 (int)(d - devices), dot);
	return wwd_profile(d->wwd, name);
}

/* Most steps are short: only one that has lasted is noted. */
static void note_building(void *ctx, const char *step, double seconds)
{
	(void)ctx;
	if (seconds > 0)
		fprintf(stderr, "warpwright: %s: %.0f s\n", step, seconds);
}

static int open_device(cl_device_id d)
{
	int error;

	interrupt_begin();
	wwd_watch_build(interrupt_flag(), note_building);
	error = wwd_open(d->open, &d->wwd);
	interrupt_end();
	if (error)
		return error;
	wwd_console(d->wwd, put_console, NULL);
	error = profile(d);
	if (error) {
		wwd_close(d->wwd);
		d->wwd = NULL;
	}
	return error;
}

cl_int device_open(cl_device_id d)
{
	if (d->wwd || !open_device(d))
		return CL_SUCCESS;
	fprintf(stderr, "warpwright: error: %s\n", wwd_error());
	return CL_DEVICE_NOT_AVAILABLE;
}

/* Before the host ends: a core is compared with golden once more. */
static void close_all(void)
{
	/* A signal's handler, or a function that the driver has called. */
	if (icd_inside())
		return;
	HOLD;
	queue_drain();
	for (cl_uint i = 0; i < count; i++) {
		struct _cl_device_id *d = &devices[i];

		if (d->wwd && wwd_close(d->wwd))
			fprintf(stderr, "warpwright: error: %s\n",
				wwd_error());
		d->wwd = NULL;
	}
}

void device_used(cl_device_id d)
{
	/* Behind the model, whose own functions at exit come later. */
	if (!d->used)
		atexit(close_all);
	d->used = true;
}

void device_clock(cl_device_id d)
{
	uint64_t value = 0;

	if (d->real)
		value = (uint64_t)(clock_now() * 1e9);
	else if (d->wwd)
		wwd_query(d->wwd, d->golden ? WWD_INSTRUCTIONS : WWD_CYCLES,
			  &value);
	d->time = d->reset + value;
}

void device_reset(cl_device_id d)
{
	device_clock(d);
	if (!d->real)
		d->reset = d->time;
	wwd_reset(d->wwd);
	resident_clear(d);
}

cl_int device_failed(cl_device_id d, cl_context c, int error)
{
	char text[TEXT];

	if (!error)
		return CL_SUCCESS;
	snprintf(text, sizeof text, "%s: %s", d->name, wwd_error());
	context_report(c, text);
	if (error == WWD_E_MISMATCH || error == WWD_E_DEVICE)
		device_reset(d);
	return error == WWD_E_TOOL ? CL_DEVICE_NOT_AVAILABLE :
	       error == WWD_E_MEMORY ? CL_OUT_OF_HOST_MEMORY :
	       CL_OUT_OF_RESOURCES;
}

/* --- reading ---------------------------------------------------------- */

/* An entry, as words. */
struct entry {
	const char *kind;               /* "golden" */
	size_t kind_bytes;
	const char *config;             /* name of the configuration, or NULL */
	const char *words[WORDS];       /* settings */
	size_t count;
	bool tree;                      /* rtl= is among them */
};

/* Takes the kind in front of an entry, up to a colon; returns what is behind
 * it. */
static char *read_kind(struct entry *e, char *text)
{
	size_t n;

	text += strspn(text, " \t\n");
	n = strcspn(text, ":,=/ \t\n");
	e->kind = text[n] == ':' ? text : "golden";
	e->kind_bytes = text[n] == ':' ? n : strlen(e->kind);
	return text[n] == ':' ? text + n + 1 : text;
}

static bool read_word(struct entry *e, const char *word)
{
	if (!strchr(word, '=') && e->config) {
		fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: a "
			"device has two configurations, '%s' and '%s'; "
			"devices are separated by ;\n", e->config, word);
		return false;
	}
	if (!strchr(word, '='))
		e->config = word;
	else if (e->count < WORDS)
		e->words[e->count++] = word;
	e->tree |= strncmp(word, "rtl=", 4) == 0;
	return true;
}

/* Cuts TEXT into the words of an entry. */
static bool read_entry(struct entry *e, char *text)
{
	char *rest, *word;

	*e = (struct entry){ .count = 0 };
	text = read_kind(e, text);
	for (word = strtok_r(text, ", \t\n", &rest); word;
	     word = strtok_r(NULL, ", \t\n", &rest))
		if (!read_word(e, word))
			return false;
	return true;
}

/* The name of E for wwd_open, which the caller frees; or NULL. What REST has
 * stands in front of the entry's own settings. */
static char *name_of(const struct entry *e, const char *rest)
{
	const char *checks = getenv("WARPWRIGHT_CL_CHECK");
	size_t size;
	char *name;
	FILE *out = open_memstream(&name, &size);

	if (!out)
		return NULL;
	fprintf(out, "%.*s:%s%s", (int)e->kind_bytes, e->kind,
		e->config ? e->config : "", rest);
	for (size_t i = 0; i < e->count; i++)
		fprintf(out, ",%s", e->words[i]);
	if (checks && *checks && !wwd_is_real(e->kind, e->kind_bytes)) {
		fputs(",check=", out);
		for (; *checks; checks++)
			fputc(*checks == ',' ? '+' : *checks, out);
	}
	return fclose(out) ? NULL : name;
}

/* What is wrong with an entry. */
static void complain(void)
{
	fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: %s\n",
		wwd_error());
}

/* A device that tells its own shape. */
static bool ask(struct _cl_device_id *d, struct config *cfg)
{
	*cfg = (struct config){ 0 };
	if (open_device(d)) {
		complain();
		return false;
	}
	d->machine = *wwd_machine(d->wwd);
	cfg->cores = d->machine.cores;
	cfg->warps = d->machine.warps;
	cfg->threads = d->machine.threads;
	return true;
}

static bool describe(struct _cl_device_id *d, struct config *cfg)
{
	if (d->real)
		return ask(d, cfg);
	if (wwd_describe(d->open, cfg, &d->machine)) {
		complain();
		return false;
	}
	return true;
}

static bool set_device(struct _cl_device_id *d, const struct entry *e)
{
	struct config cfg;

	*d = (struct _cl_device_id){
		.dispatch = &icd_table, .kind = ICD_DEVICE, .uses = 1,
		.golden = !strncmp(e->kind, "golden", e->kind_bytes)
	};
	d->real = wwd_is_real(e->kind, e->kind_bytes);
	d->open = name_of(e, d->real ? "" : e->tree ? ",strict=true" :
			     ",strict=true," DEFAULT_RAM);
	if (!d->open || !describe(d, &cfg)) {
		free(d->open);
		return false;
	}
	d->cache_line = cfg.dcache_line;
	d->cache_bytes = cfg.dcache_size;
	snprintf(d->name, sizeof d->name, "warpwright %.64s %ux%ux%u %.*s",
		 e->tree ? "rtl" : e->config ? e->config : "default",
		 cfg.cores, cfg.warps, cfg.threads, (int)e->kind_bytes,
		 e->kind);
	return true;
}

/* Adds the device of an entry, TEXT of N bytes. What is wrong with it is on
 * stderr. */
static void add_device(const char *text, size_t n)
{
	char *copy = strndup(text, n);
	struct entry e;

	if (copy && read_entry(&e, copy) &&
	    (e.config || e.count || e.kind != copy + n) &&
	    set_device(&devices[count], &e))
		count++;
	free(copy);
}

struct _cl_device_id *device_list(cl_uint *number)
{
	static bool done;
	const char *text = getenv("WARPWRIGHT_CL_DEVICES"), *end;

	if (!text || !*text)
		text = DEFAULT_DEVICES;
	for (; !done && *text && count < ICD_DEVICES;
	     text = *end ? end + 1 : end) {
		end = text + strcspn(text, ";");
		add_device(text, (size_t)(end - text));
	}
	done = true;
	*number = count;
	return devices;
}

/* --- calls ------------------------------------------------------------ */

bool device_checked(const struct _cl_device_id *d)
{
	return strstr(d->open, ",check=");
}

cl_uint device_index(cl_device_id d)
{
	return (cl_uint)(d - devices);
}

cl_int device_ids(cl_platform_id p, cl_device_type type, cl_uint n,
		  cl_device_id *d, cl_uint *number)
{
	HOLD;
	cl_uint most;
	struct _cl_device_id *list = device_list(&most);
	bool first = type == CL_DEVICE_TYPE_DEFAULT;

	if (p && p != &icd_platform)
		return CL_INVALID_PLATFORM;
	if (!type || (type != CL_DEVICE_TYPE_ALL && type >> 5))
		return CL_INVALID_DEVICE_TYPE;
	if ((d && !n) || (!d && !number))
		return CL_INVALID_VALUE;
	if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) || !most)
		return CL_DEVICE_NOT_FOUND;
	if (first)
		most = 1;
	for (cl_uint i = 0; d && i < n && i < most; i++)
		d[i] = &list[i];
	if (number)
		*number = most;
	return CL_SUCCESS;
}

cl_int device_query(cl_device_id d, cl_device_info what, QUERY)
{
	HOLD;

	if (!icd_is(d, ICD_DEVICE))
		return CL_INVALID_DEVICE;
	return device_info(d, what, size, value, returned);
}

/* A device is there as long as the driver. */
cl_int device_retain(cl_device_id d)
{
	return icd_is(d, ICD_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int device_divide(cl_device_id d, const cl_device_partition_property *how,
		     cl_uint n, cl_device_id *parts, cl_uint *number)
{
	(void)how, (void)n, (void)parts, (void)number;
	return icd_is(d, ICD_DEVICE) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}
