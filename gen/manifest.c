/* manifest.c - builds the emitted tree in memory, from manifest.def
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700

#include "gen/manifest.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "gen/emitters.h"

enum { TEMPLATE_MAX_BYTES = 4 * 1024 * 1024 };

static const struct manifest_module modules[] = {
#define MODULE(folder, name, condition) { folder, name, condition, name },
#define VARIANT(folder, name, template, condition) \
	{ folder, name, condition, template },
#define RENAMED(folder, name, template, condition) \
	{ folder, name, condition, template },
#define WRITER(name, function, condition, doc)
#include "gen/manifest.def"
#undef MODULE
#undef VARIANT
#undef RENAMED
#undef WRITER
	{ NULL, NULL, NULL, NULL }
};

static const struct {
	const char *name;
	manifest_writer *write;
	const char *condition, *doc;
} writers[] = {
#define MODULE(folder, name, condition)
#define VARIANT(folder, name, template, condition)
#define RENAMED(folder, name, template, condition)
#define WRITER(name, function, condition, doc) \
	{ name, function, condition, doc },
#include "gen/manifest.def"
#undef MODULE
#undef VARIANT
#undef RENAMED
#undef WRITER
};

void manifest_source_init(struct manifest_source *src)
{
	src->testbench = false;
	src->datadir = gen_datadir();
	src->modules = modules;
	src->emitters = emitters;
}

static struct tree_file *new_file(struct tree *tree)
{
	struct tree_file *f = &tree->files[tree->count++];
	assert(tree->count <= TREE_MAX_FILES);
	*f = (struct tree_file){ 0 };
	return f;
}

static bool is_bench(const struct manifest_module *m)
{
	return strcmp(m->folder, "tb") == 0;
}

/* A template for tpl_expand: one of the folder of FILE. */
static const char *read_beside(const struct tpl *t, const char *file,
			       const char *name, const char **path,
			       size_t *length)
{
	const char *slash = strrchr(file, '/');
	int folder = slash ? (int)(slash - file) : 0;

	*path = arena_format(&t->dg->arena, "%.*s/%s.v", folder, file, name);
	return file_read(*path, TEMPLATE_MAX_BYTES, length, &t->dg->arena);
}

static int build_module(struct tree *tree, const struct tpl *t,
			const char *datadir, const struct manifest_module *m)
{
	struct arena *a = &t->dg->arena;
	char *path = arena_format(a, "%s/rtl-templates/%s/%s.v", datadir,
				  m->folder,
				  m->template ? m->template : m->name);
	struct tree_file *f = new_file(tree);
	size_t length;
	char *text = file_read(path, TEMPLATE_MAX_BYTES, &length, a);

	f->is_bench = is_bench(m);
	f->is_rtl = !f->is_bench;
	snprintf(f->name, sizeof f->name, "%s/%s_%s.v",
		 f->is_bench ? "tb" : "rtl", tree->cfg->prefix, m->name);
	if (!text) {
		diag_error(t->dg, (struct diag_loc){ path, 0, 0 }, NULL,
			   "cannot read the template: %s", strerror(errno));
		return -1;
	}
	if (length > TEMPLATE_MAX_BYTES) {
		diag_error(t->dg, (struct diag_loc){ path, 0, 0 }, NULL,
			   "the template has more than %d bytes",
			   TEMPLATE_MAX_BYTES);
		return -1;
	}
	if (tpl_expand(t, path, text, length, &f->text) != 0)
		return -1;
	tpl_align(&f->text);
	return 0;
}

/* Reports one error if there are no templates at all, not one for each. */
static int find_templates(const struct tpl *t, const char *datadir)
{
	char *path = arena_format(&t->dg->arena, "%s/rtl-templates", datadir);

	if (access(path, R_OK | X_OK) == 0)
		return 0;
	diag_error(t->dg, (struct diag_loc){ path, 0, 0 }, NULL,
		   "cannot read the templates: %s; WARPWRIGHT_DATADIR can "
		   "name the directory that holds rtl-templates/",
		   strerror(errno));
	return -1;
}

/* Does CONDITION hold? 1, 0, or -1 after an error. */
static int condition_holds(const struct tpl *t, const char *condition)
{
	const struct diag_loc at = { "manifest.def", 0, 0 };

	return strcmp(condition, "always") == 0 ? 1 :
	       tpl_condition(t, at, condition);
}

static int build_modules(struct tree *tree, const struct tpl *t,
			 const struct manifest_source *src)
{
	const struct manifest_module *m;
	const char *built = "";         /* the last module */
	int result = 0;

	if (find_templates(t, src->datadir) < 0)
		return -1;
	for (m = src->modules; m->name; m++) {
		int holds = condition_holds(t, m->condition);
		if (is_bench(m) && !tree->testbench)
			continue;
		if (holds > 0 && strcmp(built, m->name) != 0) {
			built = m->name;
			holds = build_module(tree, t, src->datadir, m);
		}
		if (holds < 0)
			result = -1;
	}
	return result;
}

static void name_written(char *name, const char *pattern, const char *prefix)
{
	size_t n = strcspn(pattern, "%");
	snprintf(name, TREE_NAME_SIZE, "%.*s%s%s", (int)n, pattern,
		 pattern[n] ? prefix : "", pattern[n] ? pattern + n + 1 : "");
}

/* All files have their names before the first is written, since a writer may
 * list them. */
static void build_written(struct tree *tree, const struct tpl *t)
{
	size_t first = tree->count, n = sizeof writers / sizeof writers[0];
	manifest_writer *write[sizeof writers / sizeof writers[0]];

	for (size_t i = 0; i < n; i++) {
		struct tree_file *f;
		if (condition_holds(t, writers[i].condition) <= 0 ||
		    (!tree->testbench &&
		     strncmp(writers[i].name, "tb/", 3) == 0))
			continue;
		write[tree->count - first] = writers[i].write;
		f = new_file(tree);
		name_written(f->name, writers[i].name, tree->cfg->prefix);
		f->doc = writers[i].doc;
	}
	for (size_t i = first; i < tree->count; i++)
		write[i - first](&tree->files[i].text, tree);
}

int manifest_build(const struct config *cfg, const struct manifest_source *src,
		   struct tree *tree, struct diag *dg)
{
	struct tpl_dict dict = { 0 };
	struct tpl t = { &dict, src->emitters, cfg, dg, read_beside };

	tpl_dict_fill(&dict, cfg);
	tree->cfg = cfg;
	tree->count = 0;
	tree->testbench = src->testbench;
	snprintf(tree->top, sizeof tree->top, "%s_top", cfg->prefix);
	if (build_modules(tree, &t, src) < 0)
		return GEN_FAILED;
	build_written(tree, &t);
	return GEN_OK;
}

void tree_free(struct tree *tree)
{
	for (size_t i = 0; i < tree->count; i++)
		tpl_out_free(&tree->files[i].text);
	tree->count = 0;
}
