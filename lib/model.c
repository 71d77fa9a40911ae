/* model.c - libwarpwright: the model of a core, found in the cache or built
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "gen/manifest.h"
#include "lib/inside.h"
#include "lib/lockstep.h"

enum { FILES = 256, WHY = 2048 };

/* wwd_watch_build. */
static const volatile sig_atomic_t *stop_building;
static void (*note_building)(void *ctx, const char *step, double seconds);

void wwd_watch_build(const volatile sig_atomic_t *stop,
		     void (*note)(void *ctx, const char *step, double seconds))
{
	stop_building = stop;
	note_building = note;
}

/* What the builder asks for. */
struct design {
	const struct config *cfg;
	struct tree tree;
	struct scratch scratch;
	const char *rtl;        /* a tree of the user's, or NULL */
	struct diag *dg;
};

static const char *text_of(void *ctx, const char *name, size_t *size)
{
	const struct design *design = ctx;
	const struct tree *t = &design->tree;

	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->files[i].name, name) == 0) {
			*size = t->files[i].text.length;
			return t->files[i].text.text;
		}
	return NULL;
}

static int place(void *ctx)
{
	struct design *d = ctx;

	return gen_emit(d->cfg, d->scratch.path, d->dg) ? -1 : 0;
}

/* The file list of the design; NULL after an error. */
static char *list_of(const struct design *d)
{
	char name[PATH_MAX];
	const char *text;
	char *list;
	size_t size;

	snprintf(name, sizeof name, "%s%s%s.f", d->rtl ? d->rtl : "",
		 d->rtl ? "/" : "", d->cfg->prefix);
	if (d->rtl) {
		list = proc_read_file(name, &size);
	} else {
		text = text_of((void *)d, name, &size);
		list = text ? strdup(text) : NULL;
	}
	if (!list)
		wwd_fail(WWD_E_TOOL, "cannot read the file list '%s'", name);
	return list;
}

/* Splits the file list TEXT into FILES, a name per line, without comments and
 * empty lines; returns their number. */
static size_t split_list(char *text, const char **files)
{
	size_t n = 0;
	char *rest;

	for (char *line = strtok_r(text, "\n", &rest); line && n < FILES;
	     line = strtok_r(NULL, "\n", &rest))
		if (*line && *line != '#' && strncmp(line, "//", 2) != 0)
			files[n++] = line;
	return n;
}

/* Builds the model of D. Without a tree of the user's, the files are placed in
 * the scratch directory if there is no such model yet. */
static int build(struct design *d, const struct sim *sim, char *model)
{
	const struct config *cfg = d->cfg;
	const char *files[FILES];
	char top[64], core[64], why[WHY] = "";
	struct build_request r = {
		.dir = d->rtl ? d->rtl : d->scratch.path, .files = files,
		.text = d->rtl ? NULL : text_of,
		.place = d->rtl ? NULL : place, .top = top,
		.data_dir = gen_datadir(), .interrupt = stop_building,
		.note = note_building, .ctx = d
	};
	char *list = list_of(d);
	int bad;

	if (!list)
		return WWD_E_TOOL;
	snprintf(top, sizeof top, "%s_top", cfg->prefix);
	snprintf(core, sizeof core, "%s_core_top", cfg->prefix);
	/* A tree of the user's may refer from one module into another. */
	if (cfg->cores > 1 && !d->rtl) {
		r.repeated = core;
		r.instances = cfg->cores;
	}
	r.file_count = split_list(list, files);
	bad = sim->build(&r, model, PATH_MAX, why, sizeof why);
	free(list);
	if (bad == BUILD_E_INTERRUPTED)
		return wwd_fail(WWD_E_TOOL, "the model is not built: %s", why);
	return bad == BUILD_E_PLACE ? bad :
	       bad ? wwd_fail(WWD_E_TOOL, "%s", why) : 0;
}

/* Prepares D and builds its model. A positive result, and BUILD_E_PLACE: the
 * diagnostics have the error. */
static int emit_and_build(struct design *d, const struct sim *sim, char *model)
{
	struct manifest_source src;
	char cache[PATH_MAX], why[WHY];
	int bad;

	if (d->rtl)
		return build(d, sim, model);
	if (build_cache_dir(cache, sizeof cache, why, sizeof why))
		return wwd_fail(WWD_E_TOOL, "%s", why);
	scratch_sweep(cache);
	if (scratch_make(&d->scratch, cache, SCRATCH_EMIT))
		return wwd_fail(WWD_E_TOOL, "cannot make a directory in '%s': "
				"%s", cache, strerror(errno));
	manifest_source_init(&src);
	bad = manifest_build(d->cfg, &src, &d->tree, d->dg);
	if (!bad)
		bad = build(d, sim, model);
	tree_free(&d->tree);
	scratch_remove(&d->scratch);
	return bad;
}

int wwd_model(const struct config *cfg, const struct sim *sim, const char *rtl,
	      char *model)
{
	/* The builder's locks are those of a process. */
	static pthread_mutex_t building = PTHREAD_MUTEX_INITIALIZER;
	struct design *d = calloc(1, sizeof *d);
	struct wwd_stream s;
	struct diag dg;
	int bad;

	if (!d || !wwd_stream(&s)) {
		free(d);
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	}
	diag_init(&dg, s.out);
	*d = (struct design){ .cfg = cfg, .rtl = rtl, .dg = &dg };
	pthread_mutex_lock(&building);
	bad = emit_and_build(d, sim, model);
	pthread_mutex_unlock(&building);
	diag_free(&dg);
	free(d);
	if (bad > 0 || bad == BUILD_E_PLACE)
		return wwd_stream_fail(&s, WWD_E_TOOL);
	wwd_stream_drop(&s);
	return bad;
}
