/* fuzz_steer.c - steer random programs to the holes of coverage
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz/steer.h"
#include "cli/cosim/cosim_command.h"

enum { CHOICE = 4 };    /* configurations, of which the best one is taken */

/* Sets the weights for the holes of coverage on the configuration of the
 * job. */
void fuzz_steer(struct fuzz *f)
{
	struct coverage_machine m;
	char shown[FUZZ_STEERED_TEXT];

	if (!f->steer)
		return;
	cosim_machine(&f->job, &m);
	memcpy(f->options.weight, f->plain.weight, sizeof f->options.weight);
	f->options.length = f->plain.length;
	steer(&f->holes, &m, &f->options);
	if (f->machine.ram_size < FUZZ_LEAST_RAM / 4)
		f->options.weight[FUZZ_WALK] = 0;
	steer_options(&f->options, shown, sizeof shown);
	fprintf(stderr, "warpwright: steered: %s\n", shown);
}

/* Draws the configuration of SEED, with enough RAM, and with one core if
 * --oracle compares. */
static void random_config(struct fuzz *f, uint64_t seed)
{
	struct config *cfg = &f->job.cfg;

	if (f->dialect == CONFIG_dialect_ventus)
		config_random_ventus(cfg, seed);
	else
		config_random(cfg, seed, false);
	cfg->trace_retire = true;
	cfg->congest |= f->congest;
	if (f->dialect == CONFIG_dialect_ventus)
		return;
	if (f->second.who)
		cfg->cores = 1;
	if (cfg->ram_size < FUZZ_LEAST_RAM)
		cfg->ram_size = FUZZ_LEAST_RAM;
	if (cfg->smem_base - cfg->ram_base < cfg->ram_size ||
	    cfg->ram_base - cfg->smem_base < cfg->smem_size)
		cfg->smem_base = MACHINE_SMEM;
	if (cfg->const_base - cfg->ram_base < FUZZ_LEAST_RAM / 2)
		cfg->const_size = 0;
}

/* Of the configurations of the next CHOICE seeds, takes the one on which most
 * holes can be covered. */
void fuzz_steer_config(struct fuzz *f)
{
	uint64_t best = f->config_seed;
	size_t most = 0;

	for (uint64_t i = 0; f->steer && i < CHOICE; i++) {
		struct coverage_machine m;
		size_t worth;

		random_config(f, f->config_seed + i);
		cosim_machine(&f->job, &m);
		worth = steer_worth(&f->holes, &m);
		if (worth > most) {
			most = worth;
			best = f->config_seed + i;
		}
	}
	f->config_seed = best;
	random_config(f, best);
}

/* The number of arguments, 0 to 2, of ARG if it is an option that a repeated
 * program has with another value, or as other options. */
static int replaced(const char *arg)
{
	static const char *const names[] = {
		"--steer", "--seed", "--count", "--configs", "--config-seed"
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(arg, names[i], n) == 0 &&
		    (!arg[n] || arg[n] == '='))
			return arg[n] ? 1 : 2;
	}
	return 0;
}

/* The command that repeats a program, but for the options of that program
 * alone. */
char *fuzz_steer_command(int argc, char **argv)
{
	char **kept = calloc((size_t)argc + 1, sizeof *kept), *line;
	int n = 0;

	for (int i = 0; kept && i < argc;) {
		int skip = replaced(argv[i]);

		if (!skip)
			kept[n++] = argv[i++];
		i += skip;
	}
	line = kept ? cosim_quote_command(n, kept) : NULL;
	free(kept);
	return line;
}
