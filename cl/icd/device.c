/* device.c - the OpenCL driver: its devices, by configuration
 * SPDX-License-Identifier: Apache-2.0
 *
 * WARPWRIGHT_CL_DEVICES has an entry for each device, with semicolons between
 * them. An entry is words with commas between them: settings KEY=VALUE, and the
 * name or path of a configuration. "verilator:" or another simulator in front
 * makes a core of it, beside the golden model; its memory has settings, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/place.h"
#include "cl/icd/icd.h"
#include "cli/machine.h"
#include "gen/gen.h"

enum { WORDS = 64 };

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

static void find_data(void)
{
	static char path[PATH_MAX];
	struct place place;

	find_place(&place);
	place_part(&place, WW_SRCDIR, WW_PKGDATADIR, path);
	gen_set_datadir(path);
}

double device_seconds(void)
{
	const char *text = getenv("WARPWRIGHT_CL_SECONDS");
	double seconds = text ? strtod(text, NULL) : 600;

	return seconds > 0 ? seconds : 0;
}

/* --- reading ---------------------------------------------------------- */

struct entry {
	char *text, *rest;              /* REST: behind the simulator */
	const char *name;               /* of the configuration, or NULL */
	const char *words[WORDS];       /* settings */
	size_t count;
	char path[PATH_MAX];            /* of that of a tree */
	struct lockstep *lockstep;      /* the core; NULL: golden alone */
};

/* Takes the simulator in front of an entry, up to a colon. */
static bool read_kind(struct entry *e)
{
	char *text = e->text + strspn(e->text, " \t\n");
	size_t n = strcspn(text, ":,=/ \t\n");

	e->rest = text;
	if (text[n] != ':')
		return true;
	e->rest = text + n + 1;
	if (n == 6 && !strncmp(text, "golden", n))
		return true;
	e->lockstep = lockstep_new(text, n);
	return e->lockstep;
}

static bool read_word(struct entry *e, const char *word)
{
	bool good = true;

	if (e->lockstep && lockstep_takes(e->lockstep, word, &good))
		return good;
	if (!strchr(word, '=') && e->name) {
		fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: a "
			"device has two configurations, '%s' and '%s'; "
			"devices are separated by ;\n", e->name, word);
		return false;
	}
	if (!strchr(word, '='))
		e->name = word;
	else if (e->count < WORDS)
		e->words[e->count++] = word;
	return true;
}

/* An emitted tree has its own configuration. */
static bool read_tree(struct entry *e)
{
	const char *tree = e->lockstep ? lockstep_tree(e->lockstep) : NULL;

	if (!tree)
		return true;
	if (e->name || e->count > 1) {
		fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: "
			"rtl= brings its own configuration; leave out '%s'\n",
			e->name ? e->name : e->words[1]);
		return false;
	}
	snprintf(e->path, sizeof e->path, "%s/config.toml", tree);
	e->name = e->path;
	e->count = 0;
	return true;
}

/* Cuts the copy E->text of an entry into words. */
static bool read_entry(struct entry *e)
{
	char *rest, *word;

	e->words[e->count++] = DEFAULT_RAM;
	if (!read_kind(e))
		return false;
	for (word = strtok_r(e->rest, ", \t\n", &rest); word;
	     word = strtok_r(NULL, ", \t\n", &rest))
		if (!read_word(e, word))
			return false;
	return read_tree(e);
}

static void set_device(struct _cl_device_id *d, const struct config *cfg,
		       const struct entry *e)
{
	*d = (struct _cl_device_id){
		.dispatch = &icd_table, .kind = ICD_DEVICE, .uses = 1,
		.cache_line = cfg->dcache_line,
		.cache_bytes = cfg->dcache_size,
		.lockstep = e->lockstep,
		.machine = machine_from_config(cfg)
	};
	snprintf(d->name, sizeof d->name, "warpwright %.64s %ux%ux%u %s",
		 e->name == e->path ? "rtl" : e->name ? e->name : "default",
		 cfg->cores, cfg->warps, cfg->threads,
		 e->lockstep ? lockstep_name(e->lockstep) : "golden");
}

/* Programs of OpenCL begin at a reset, which starts no warp of a machine with
 * dispatch. */
static bool fits(const struct config *cfg)
{
	if (cfg->dispatch)
		fputs("warpwright: error: WARPWRIGHT_CL_DEVICES: no device "
		      "has gpu.dispatch yet; leave it out\n", stderr);
	return !cfg->dispatch;
}

/* Adds the device of an entry, TEXT of N bytes. What is wrong with it is on
 * stderr. */
static void add_device(const char *text, size_t n)
{
	struct entry e = { .text = strndup(text, n) };
	struct config cfg;
	struct diag dg;

	if (!e.text)
		return;
	diag_init(&dg, stderr);
	if (read_entry(&e) && (e.name || e.count > 1 || e.lockstep) &&
	    !config_load(&cfg, e.name, e.words, e.count, &dg) && fits(&cfg) &&
	    (!e.lockstep || lockstep_configure(e.lockstep, &cfg)))
		set_device(&devices[count++], &cfg, &e);
	else
		lockstep_free(e.lockstep);
	diag_free(&dg);
	free(e.text);
}

struct _cl_device_id *device_list(cl_uint *number)
{
	static bool done;
	const char *text = getenv("WARPWRIGHT_CL_DEVICES"), *end;

	if (!done)
		find_data();
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
