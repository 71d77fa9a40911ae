/* gen.h - the interface of the generator
 * SPDX-License-Identifier: Apache-2.0
 *
 *     struct diag dg;
 *     struct config cfg;
 *     diag_init(&dg, stderr);
 *     if (config_load(&cfg, "paper", overrides, n, &dg) == 0 &&
 *         gen_emit(&cfg, "out", &dg) == 0) ...
 *     diag_free(&dg);
 *
 * A config owns nothing, but its locations are valid only until diag_free.
 */
#ifndef WW_GEN_GEN_H
#define WW_GEN_GEN_H

#include "gen/checks.h"
#include "gen/derive.h"
#include "gen/diag.h"
#include "gen/params.h"
#include "gen/tpl.h"

/* A command that fails exits with this value. */
enum gen_status {
	GEN_OK = 0,
	GEN_REFUSED = 3,        /* the input or the output directory */
	GEN_FAILED = 4          /* a template or the file system */
};

/* The directory of configs/ and rtl-templates/: $WARPWRIGHT_DATADIR; else, from
 * where the program is, the source tree of its build tree or the data of its
 * installation. */
const char *gen_datadir(void);
/* For a library whose program is not warpwright: the directory DIR, a constant,
 * unless $WARPWRIGHT_DATADIR is set. */
void gen_set_datadir(const char *dir);

/* Reads and checks a configuration. NAME_OR_PATH is NULL for the defaults. It
 * is a path if it has a '/' or ends in ".toml", else the NAME of
 * configs/NAME.toml in the data directory. Then N overrides "key=value" apply
 * in order. Returns GEN_OK or GEN_REFUSED. */
int config_load(struct config *cfg, const char *name_or_path,
		const char *const *overrides, size_t n, struct diag *dg);

/* Applies one override, such as "core.warps=8"; quotes around a value are
 * optional. Rules between parameters are not checked. Errors go to DG. */
void config_override(struct config *cfg, const char *text, struct diag *dg);

/* Checks a configuration that a program filled in. Returns GEN_OK or
 * GEN_REFUSED. */
int config_check(const struct config *cfg, struct diag *dg);

/* Appends the complete configuration to OUT. Equal configurations have equal
 * texts, so a digest of the text identifies them. */
void config_write_toml(const struct config *cfg, struct tpl_out *out);

/* Fills CFG with a random configuration that config_check accepts. Equal seeds
 * give equal configurations. RAM keeps its default address unless MOVE_RAM. */
void config_random(struct config *cfg, uint64_t seed, bool move_ram);
/* The same with Ventus' instruction set, and with the memory of its launches:
 * RAM of 512 MiB, and local memory. */
void config_random_ventus(struct config *cfg, uint64_t seed);
/* Gives CFG Ventus' instruction set, and what ventus-fits asks for. */
void config_fit_ventus(struct config *cfg);

/* Emits the design into the directory OUT_DIR, which appears complete or not at
 * all. A tree that this function made earlier is replaced; any other directory
 * that is not empty is refused. On SIGINT, SIGTERM or SIGHUP it removes its
 * files and then lets the signal act. Returns GEN_OK, GEN_REFUSED or
 * GEN_FAILED. */
int gen_emit(const struct config *cfg, const char *out_dir, struct diag *dg);

/* As gen_emit, with a test bench in tb/. Refuses a core that takes launches. */
int gen_emit_testbench(const struct config *cfg, const char *out_dir,
		       struct diag *dg);

/* Appends the names of the files that gen_emit would write to OUT, one per
 * line. */
int gen_list_files(const struct config *cfg, struct tpl_out *out,
		   struct diag *dg);

#endif
