/* manifest.h - builds the emitted tree in memory, from manifest.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * A struct tree owns its texts (tree_free); it borrows the config.
 */
#ifndef WW_GEN_MANIFEST_H
#define WW_GEN_MANIFEST_H

#include "gen/gen.h"

/* The first line of a MANIFEST. It marks a directory as emitted by
 * warpwright. */
#define MANIFEST_MAGIC "# emitted by warpwright: checksum size name, as cksum"

enum { TREE_MAX_FILES = 160, TREE_NAME_SIZE = 96 };

struct tree_file {
	char name[TREE_NAME_SIZE];      /* below the directory, with '/' */
	bool is_rtl;                    /* a module of the design */
	bool is_bench;                  /* a module of the test bench */
	const char *doc;                /* text for the README, of a written
					 * file */
	struct tpl_out text;
};

struct tree {
	const struct config *cfg;
	char top[TREE_NAME_SIZE];       /* top module */
	bool testbench;                 /* there is a test bench in tb/ */
	size_t count;
	struct tree_file files[TREE_MAX_FILES];
};

typedef void manifest_writer(struct tpl_out *out, const struct tree *tree);

struct manifest_module {
	const char *folder;     /* below rtl-templates/ */
	const char *name;       /* NULL ends a table */
	const char *condition;
	const char *template;   /* its template; NULL: NAME */
};

/* The sources of a tree; a test has its own. */
struct manifest_source {
	const char *datadir;    /* templates are in DATADIR/rtl-templates */
	const struct manifest_module *modules;
	const struct tpl_emitter *emitters;
	bool testbench;         /* with the folder tb */
};

/* Fills SRC with the modules of manifest.def and the emitters of
 * emitters.def. */
void manifest_source_init(struct manifest_source *src);

/* Builds all texts of TREE. Returns GEN_OK or GEN_FAILED. The caller must free
 * TREE in both cases. */
int manifest_build(const struct config *cfg, const struct manifest_source *src,
		   struct tree *tree, struct diag *dg);
void tree_free(struct tree *tree);

/* Writes the argument of -march= for the compiler, such as "rv32im_zba". */
void write_march(struct tpl_out *out, const struct config *cfg);

/* The checksum of POSIX cksum (writers.c). */
uint32_t writers_cksum(const char *text, size_t n);

#define MODULE(folder, name, condition)
#define VARIANT(folder, name, template, condition)
#define RENAMED(folder, name, template, condition)
#define WRITER(name, function, condition, doc) manifest_writer function;
#include "gen/manifest.def"
#undef MODULE
#undef VARIANT
#undef RENAMED
#undef WRITER

#endif
