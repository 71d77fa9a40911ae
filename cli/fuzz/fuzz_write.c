/* fuzz_write.c - write a failing random program as assembly
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "gen/tpl.h"
#include "session/cosim/gates.h"
#include "session/outfile.h"

enum { LINK_TEXT = 1024 };

/* Prints the option of cosim that makes memory fail at R. */
static void write_failing(struct tpl_out *out, struct mem_range r)
{
	tpl_printf(out, " --mem-error 0x%" PRIx32 ":%" PRIu32 "%s@%" PRIu64,
		   r.addr, r.bytes, r.spare_reads ? ":writes" :
		   r.spare_writes ? ":reads" : "", r.since);
}

/* Prints the option of iss that launches P's blocks. */
static void write_launch(struct tpl_out *out, const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;

	tpl_printf(out, " --launch _start,grid=%" PRIu32 ",block=%" PRIu32,
		   m->cores, m->warps * m->threads);
	if (m->smem_size)
		tpl_printf(out, ",smem=%" PRIu32, m->smem_size);
}

/* Prints the commands that assemble the file, unless it is a launch of Ventus,
 * and run it. */
static void how_to_repeat(struct tpl_out *out, const struct fuzz *f,
			  const struct fuzz_program *p)
{
	const struct options *o = f->o;
	char link[LINK_TEXT];

	if (!fuzz_ventus(f)) {
		fuzz_link(p, link, sizeof link);
		tpl_printf(out, "ww-cc --bare%s -o fuzz.elf %s\n", link,
			   f->where);
	}
	tpl_printf(out, "warpwright %s", f->second.who ? "iss" : "cosim");
	if (f->job.rtl)
		tpl_printf(out, " --rtl %s", f->job.rtl);
	else if (f->config[0])
		tpl_printf(out, " %s", f->config);
	else if (o->config)
		tpl_printf(out, " -c %s", o->config);
	for (size_t i = 0; i < o->override_count; i++)
		tpl_printf(out, " -s %s", o->overrides[i]);
	if (p->options.blocks && f->second.who)
		write_launch(out, p);
	if (f->job.cfg.dispatch && !f->second.who && !fuzz_ventus(f))
		fuzz_launch_print(out, &f->job.launches);
	if (f->second.who)
		;
	else if (f->fixed)
		tpl_printf(out, " --mem-latency %" PRIu64, f->job.latency);
	else
		tpl_printf(out, " --mem-random %" PRIu64,
			   fuzz_one_timing(f, p));
	if (p->fails)
		tpl_printf(out, " --mem-error 0x%" PRIx32 ":%d", p->failing,
			   FUZZ_FAILING);
	if (!f->second.who && fuzz_one_fails(f, p))
		write_failing(out, fuzz_one_failing(p));
	if (f->job.congest.percent)
		tpl_printf(out, " --congest %" PRIu32 ":%" PRIu32,
			   f->job.congest.seed, f->job.congest.percent);
	if (f->job.sim)
		tpl_printf(out, " --sim %s", f->job.sim->name);
	if (f->job.gates)
		tpl_printf(out, " --gates %s", gates_target(&f->job));
	if (f->job.placed)
		tpl_printf(out, " --placed");
	tpl_printf(out, " %s\n", fuzz_ventus(f) ? f->where : "fuzz.elf");
}

/* Bytes of the file name NAME without the extension .S or .metadata. */
static int stem_of(const char *name)
{
	static const char *const ends[] = { ".S", ".metadata" };
	const size_t n = strlen(name);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		const size_t end = strlen(ends[i]);

		if (n > end && strcmp(name + n - end, ends[i]) == 0)
			return (int)(n - end);
	}
	return (int)n;
}

/* Writes a random configuration to a file beside the program. */
static int write_config(struct fuzz *f)
{
	struct tpl_out toml = { NULL, 0, 0 };
	struct outfile file;

	snprintf(f->config, PATH_MAX, "%.*s.toml", stem_of(f->where), f->where);
	if (outfile_open(&file, f->config))
		return CMD_TOOL;
	config_write_toml(&f->job.cfg, &toml);
	fputs(toml.text, file.stream);
	free(toml.text);
	return outfile_keep(&file) ? CMD_TOOL : 0;
}

/* The file of a launch of Ventus is NAME.metadata, whatever extension the
 * option has. */
static int name_file(struct fuzz *f)
{
	const char *end = fuzz_ventus(f) ? ".metadata" : ".S";
	const char *o = f->output;
	int n;

	if (!o)
		n = snprintf(f->where, PATH_MAX, "fuzz-%" PRIu64 "%s",
			     f->options.seed, end);
	else if (fuzz_ventus(f))
		n = snprintf(f->where, PATH_MAX, "%.*s%s", stem_of(o), o, end);
	else
		n = snprintf(f->where, PATH_MAX, "%s", o);
	if (n < 0 || n > PATH_MAX - (int)sizeof ".toml") {
		fprintf(stderr,
			"warpwright fuzz: error: the name '%s' is too long\n",
			f->output);
		return CMD_TOOL;
	}
	return 0;
}

static int name_files(struct fuzz *f)
{
	int bad = name_file(f);

	return bad || !f->configs ? bad : write_config(f);
}

static int write_program(FILE *out, const struct fuzz_program *p,
			 const char *head)
{
	return fuzz_write(out, p, head) ? fuzz_no_memory() : 0;
}

int fuzz_write_print(struct fuzz *f, const struct fuzz_program *p)
{
	struct tpl_out head = { NULL, 0, 0 };
	int bad = name_file(f);

	if (bad)
		return bad;
	tpl_printf(&head, "Program of seed %" PRIu64 "\n", f->options.seed);
	if (!f->configs && !fuzz_ventus(f)) {
		tpl_printf(&head, "\nRun it:\n\n");
		how_to_repeat(&head, f, p);
	}
	bad = fuzz_ventus(f) ? fuzz_ventus_list(stdout, p, head.text) :
			       write_program(stdout, p, head.text);
	free(head.text);
	f->where[0] = '\0';
	return bad;
}

/* Writes P to its file, or to its files, behind HEAD. */
static int write_files(struct fuzz *f, const struct fuzz_program *p,
		       const char *head)
{
	struct outfile file;
	int bad;

	if (fuzz_ventus(f))
		return fuzz_ventus_write(f, p, head);
	if (outfile_open(&file, f->where))
		return CMD_TOOL;
	bad = write_program(file.stream, p, head);
	if (!bad && outfile_keep(&file))
		bad = CMD_TOOL;
	if (bad)
		outfile_drop(&file);
	return bad;
}

int fuzz_write_failure(struct fuzz *f, const struct fuzz_program *p)
{
	struct tpl_out head = { NULL, 0, 0 }, repeat = { NULL, 0, 0 };
	int bad = name_files(f);

	f->size = fuzz_size(p);
	if (!bad) {
		how_to_repeat(&repeat, f, p);
		tpl_printf(&head,
			   "SPDX-License-Identifier: Apache-2.0\n\nProgram of "
			   "seed %" PRIu64 ", of which %zu instructions are "
			   "left. Run it:\n\n%s\n",
			   f->options.seed, f->size, repeat.text);
		bad = write_files(f, p, head.text);
	}
	if (bad)
		f->where[0] = '\0';
	else
		fprintf(stderr, "%s: %zu instructions; to run it:\n%s",
			f->where, f->size, repeat.text);
	free(head.text);
	free(repeat.text);
	return bad;
}
