/* cmd_fuzz.c - the command fuzz: random programs in lockstep
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/cosim/cosim_command.h"
#include "cli/fuzz/fuzz_job.h"
#include "cli/fuzz/steer.h"
#include "cli/run/program.h"
#include "session/interrupt.h"
#include "session/machine.h"

static const struct option_text text = {
	"fuzz [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]...",
	"Runs random programs in lockstep: divergence, loops, barriers, "
	"spawned warps, races, traps.\n"
	"A seed gives the same program and the same memory timing everywhere. "
	"Ends at the first\n"
	"program that fails, with status 1."
};

/* --- all programs ----------------------------------------------------- */

static void count(struct fuzz *f)
{
	const struct cosim_stats *s =
		cosim_stats(harness_cosim(f->job.harness));

	f->programs++;
	f->instructions += s->retired;
	f->records += s->records;
	f->cycles += f->job.run_cycles;
}

static void progress(const struct fuzz *f)
{
	if (f->terminal && f->programs % 16 == 0)
		fprintf(stderr,
			"\rwarpwright: %" PRIu64 " programs, seed %" PRIu64 " ",
			f->programs, f->options.seed);
}

static bool more(const struct fuzz *f)
{
	if (fuzz_late(f))
		return false;
	return !f->count || f->begun < f->count;
}

static int compare_one(struct fuzz *f, struct fuzz_program *p)
{
	int status = fuzz_one_compare(f, p);

	if (status || f->second.result.what == COMPARE_SAME)
		return status;
	fuzz_clear_line(f);
	return fuzz_fail_differs(f, p);
}

static int run_one(struct fuzz *f, struct fuzz_program *p)
{
	int status = fuzz_one_run(f, p);

	if (status)
		return status;
	if (f->job.status == HARNESS_INTERRUPTED) {
		f->status = HARNESS_INTERRUPTED;
		return 0;
	}
	count(f);
	if (fuzz_one_passed(&f->job))
		return 0;
	fuzz_clear_line(f);
	return fuzz_fail(f, p);
}

/* On a machine with dispatch every second program is ordered: its data show
 * whether threads of a block meet. */
static void choose_class(struct fuzz *f)
{
	if (f->core.dispatch && !f->second.who)
		f->options.class = f->options.seed % 2 ? FUZZ_ORDERED :
							 FUZZ_ANY;
}

static int run_program(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	char command[PATH_MAX], steered[FUZZ_STEERED_TEXT] = "";
	int status;

	choose_class(f);
	status = fuzz_one_make(f, &p);
	if (status)
		return status;
	f->begun++;
	if (f->steer)
		steer_options(&f->options, steered, sizeof steered);
	if (f->configs)
		snprintf(command, sizeof command,
			 "%s%s%s --configs 1 --config-seed %" PRIu64
			 " --seed %" PRIu64 " --count 1",
			 f->command, f->steer ? " " : "", steered,
			 f->config_seed, f->options.seed);
	else
		snprintf(command, sizeof command,
			 "%s%s%s --seed %" PRIu64 " --count 1", f->command,
			 f->steer ? " " : "", steered, f->options.seed);
	f->job.command = command;
	status = f->second.who ? compare_one(f, p) : run_one(f, p);
	f->job.command = NULL;
	fuzz_free(p);
	return status;
}

static int run_programs(struct fuzz *f)
{
	int status = 0;

	f->options.seed = f->first_seed;
	f->begun = 0;
	for (; !status && more(f); f->options.seed++) {
		progress(f);
		status = run_program(f);
		if (f->status != HARNESS_DONE)
			break;
	}
	fuzz_clear_line(f);
	return status;
}

/* --- all configurations ----------------------------------------------- */

static int print(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	int status = fuzz_one_make(f, &p);

	if (status)
		return status;
	status = fuzz_write_print(f, p);
	fuzz_free(p);
	return status;
}

static void clean(struct fuzz *f)
{
	cosim_run_clean(&f->job);
	cosim_model_clean(&f->job);
	elf_free(&f->job.image);
	f->job.image = (struct elf_image){ 0 };
	fuzz_ventus_clean(f);
	f->job.tree[0] = '\0';
}

/* Runs all programs on the configuration of the job. */
static int run_config(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	int status;

	f->core = machine_from_config(&f->job.cfg);
	f->machine = second_machine(&f->second, f->core);
	if (f->core.dispatch && !f->second.who && !fuzz_ventus(f)) {
		f->machine = fuzz_launch_machine(&f->core);
		f->options.blocks = true;
	}
	fuzz_steer(f);
	if (f->print)
		return print(f);
	/* Check before the model is built that programs fit into RAM. */
	status = fuzz_one_make(f, &p);
	if (!status && fuzz_ventus(f))
		status = fuzz_ventus_place(f, p);
	fuzz_free(p);
	fuzz_ventus_clean(f);
	if (status)
		return status;
	status = f->second.who ? second_begin(&f->second, &f->job.cfg) :
				 cosim_model(&f->job, BUILD_NO_WAVES, f->model);
	if (!f->start.tv_sec)
		clock_gettime(CLOCK_MONOTONIC, &f->start);
	if (!status)
		status = run_programs(f);
	clean(f);
	return status;
}

/* Reads the coverage of --steer. */
static int load_holes(struct fuzz *f)
{
	return f->steer ? coverage_load(&f->holes, &f->steer, 1) : 0;
}

static int run(struct fuzz *f)
{
	int status = 0;

	f->status = HARNESS_DONE;
	if (!f->configs) {
		f->job.congest.percent = f->congest;
		status = cosim_load_config(f->o, &f->job);
		if (!status && fuzz_ventus_combine(f))
			status = options_status(OPTIONS_BAD);
		if (!status)
			status = load_holes(f);
		return status ? status : run_config(f);
	}
	f->job.cfg.dialect = f->dialect;
	if (fuzz_ventus_combine(f))
		return options_status(OPTIONS_BAD);
	status = load_holes(f);
	for (uint64_t left = f->configs; !status && left;
	     left--, f->config_seed++) {
		f->begun = 0;
		if (f->start.tv_sec && !more(f))
			break;
		fuzz_steer_config(f);
		status = run_config(f);
		if (f->status != HARNESS_DONE || f->print)
			break;
	}
	return status;
}

/* --- the command ------------------------------------------------------ */

static int run_all(struct fuzz *f, int argc, char **argv)
{
	struct diag dg;
	int status, saved;

	if (fuzz_options_combine(f))
		return options_status(OPTIONS_BAD);
	if (f->list)
		return fuzz_options_list();
	f->plain = f->options;
	f->first_seed = f->options.seed;
	f->command = fuzz_steer_command(argc, argv);
	diag_init(&dg, stderr);
	f->job.dg = &dg;
	f->job.interrupt = interrupt_catch();
	f->job.cover = f->coverage ? &f->covered : NULL;
	status = run(f);
	if (!status && !f->print)
		status = fuzz_result(f);
	saved = f->coverage ? coverage_save(f->coverage, &f->covered) : 0;
	coverage_free(&f->covered);
	coverage_free(&f->holes);
	diag_free(&dg);
	second_end(&f->second);
	free(f->command);
	return saved ? saved : status;
}

int cmd_fuzz(int argc, char **argv)
{
	struct options o;
	struct fuzz f = {
		.job = cosim_job_start, .o = &o, .count = 100, .failing = 8,
		.config_seed = 1, .options = { .seed = 1, .length = 150 },
		.terminal = isatty(STDERR_FILENO)
	};
	int opt, status;

	f.job.quiet = true;
	f.job.max_cycles = 4000000;
	f.second.most = 1000000;
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		f.options.weight[k] = fuzz_kind_weight(k);
	options_init(&o, argc, argv, &text, fuzz_options);
	opt = fuzz_options_read(&f);
	status = opt == OPTIONS_END ? run_all(&f, argc, argv) :
				      options_status(opt);
	options_free(&o);
	return status;
}
