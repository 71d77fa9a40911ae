/* cmd_image - the command image: a program as words of memory, for $readmemh
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "session/machine.h"
#include "session/outfile.h"

enum { IMAGE_OUTPUT, WHY = 512 };

static const struct option_row image_rows[] = {
	[IMAGE_OUTPUT] = { 'o', "output", option_out,
		"where the words go, '-': stdout" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text image_text = {
	"image [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... -o FILE "
	"PROG.elf",
	"Writes what a program loads into RAM, for $readmemh: a word of the "
	"data bus\nin each line, from the first address of RAM on. What "
	"follows the last line is\nzero. The test bench of 'gen --testbench' "
	"reads it."
};

/* Refuses what the core of CFG would not start. */
static int load(const struct config *cfg, const char *program,
		struct elf_image *image)
{
	char why[WHY];

	if (elf_load(program, cfg->ram_base, cfg->ram_size, image, why,
		     sizeof why)) {
		fprintf(stderr, "%s: error: %s\n", program, why);
		return CMD_REFUSED;
	}
	if (image->entry == cfg->reset_pc)
		return machine_refuses(cfg, image, program);
	fprintf(stderr, "%s: error: the program starts at 0x%08x, but the "
		"core at 0x%08x: set core.reset_pc = 0x%08x\n", program,
		image->entry, cfg->reset_pc, image->entry);
	return CMD_REFUSED;
}

static void put_words(FILE *out, const struct elf_image *image, uint32_t bytes)
{
	uint32_t end = image->highest - image->ram_base;

	fputs("@0\n", out);
	for (uint32_t at = 0; at < end; at += bytes) {
		for (uint32_t i = bytes; i--;)
			fprintf(out, "%02x", image->ram[at + i]);
		fputc('\n', out);
	}
}

static int write_image(struct options *o, const char *program,
		       const char *file)
{
	struct elf_image image = { 0 };
	struct outfile out;
	struct config cfg;
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	status = options_load(o, &cfg, &dg);
	if (!status)
		status = load(&cfg, program, &image);
	if (!status && outfile_open(&out, file))
		status = CMD_TOOL;
	else if (!status) {
		put_words(out.stream, &image, cfg.bus_width / 8);
		status = outfile_keep(&out) ? CMD_TOOL : CMD_PASS;
		outfile_drop(&out);
	}
	elf_free(&image);
	diag_free(&dg);
	return status;
}

int cmd_image(int argc, char **argv)
{
	const char *program = NULL, *file = NULL;
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &image_text, image_rows);
	while (options_more(opt = options_next(&o))) {
		if (opt == OPTIONS_WORD && program) {
			opt = options_unexpected(&o);
			break;
		}
		if (opt == OPTIONS_WORD)
			program = o.value;
		else
			file = o.value;
	}
	if (opt == OPTIONS_END && !file)
		opt = options_bad(&o, "-o FILE is missing");
	if (opt == OPTIONS_END && !program)
		opt = options_bad(&o, "PROG.elf is missing");
	status = opt == OPTIONS_END ? write_image(&o, program, file) :
		 options_status(opt);
	options_free(&o);
	return status;
}
