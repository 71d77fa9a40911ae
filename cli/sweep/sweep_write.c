/* sweep_write.c - the results of a sweep as CSV, JSON and Markdown
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/sweep/sweep.h"
#include "session/outfile.h"

/* --- CSV ---------------------------------------------------------------- */

/* Writes a comma and a field; a field with a special character gets quotes. */
static void csv(FILE *out, const char *text)
{
	putc(',', out);
	if (!text || !strpbrk(text, ",\"\n")) {
		fputs(text ? text : "", out);
		return;
	}
	putc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}

static void csv_count(FILE *out, bool known, uint64_t number)
{
	if (known)
		fprintf(out, ",%" PRIu64, number);
	else
		putc(',', out);
}

static void csv_real(FILE *out, double number, int digits)
{
	if (number > 0)
		fprintf(out, ",%.*f", digits, number);
	else
		putc(',', out);
}

static void csv_head(FILE *out, const struct sweep *s)
{
	fputs("config", out);
	for (size_t i = 0; i < s->axis_count; i++)
		for (size_t k = 0; k < s->axes[i].key_count; k++)
			csv(out, s->axes[i].keys[k]->path);
	if (s->target_count) {
		fputs(",target,area", out);
		for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
			csv(out, fpga_class_name(c));
		fputs(",ALM,MHz,frequency", out);
	}
	if (s->program_count)
		fputs(",program,run,cycles,instructions", out);
	if (s->program_count && s->target_count)
		fputs(",microseconds", out);
	fputs(",reason\n", out);
}

static void csv_point(FILE *out, const struct sweep *s,
		      const struct sweep_point *p)
{
	fputs(sweep_config_name(p->config), out);
	for (size_t i = 0; i < s->axis_count; i++)
		for (size_t k = 0; k < s->axes[i].key_count; k++)
			csv(out, s->axes[i].values[p->values[i]][k]);
}

static bool has_area(const struct sweep_area *a)
{
	return a->status == SWEEP_OK || a->status == SWEEP_UNFIT;
}

static void csv_area(FILE *out, const struct fpga_target *t,
		     const struct sweep_area *a)
{
	csv(out, t->name);
	csv(out, sweep_status_name(a->status));
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		csv_count(out, has_area(a), a->counts[c]);
	csv_count(out, has_area(a) && a->alms, a->alms);
	csv_real(out, a->mhz, 1);
	csv(out, !(a->mhz > 0) ? "" : a->placed ? "placed" : "estimated");
}

static void csv_cycles(struct sweep *s, FILE *out, const char *program,
		       const struct sweep_cycles *c)
{
	csv(out, sweep_program_name(s, program));
	csv(out, sweep_status_name(c->status));
	csv_count(out, c->status == SWEEP_OK, c->cycles);
	csv_count(out, c->status == SWEEP_OK, c->instructions);
}

/* Writes the row of target T and program I; a sweep may have no target or no
 * program. */
static void csv_row(struct sweep *s, FILE *out, const struct sweep_point *p,
		    size_t t, size_t i)
{
	const char *reason = p->refused;

	csv_point(out, s, p);
	if (s->target_count) {
		csv_area(out, s->targets[t], &p->areas[t]);
		reason = reason ? reason : p->areas[t].reason;
	}
	if (s->program_count) {
		csv_cycles(s, out, s->programs[i], &p->cycles[i]);
		reason = reason ? reason : p->cycles[i].reason;
	}
	if (s->program_count && s->target_count)
		csv_real(out, sweep_time(p, t, i), 3);
	csv(out, reason);
	putc('\n', out);
}

static void write_csv(struct sweep *s, FILE *out)
{
	csv_head(out, s);
	for (size_t n = 0; n < s->point_count; n++)
		for (size_t t = 0; t < s->target_count || !t; t++)
			for (size_t i = 0; i < s->program_count || !i; i++)
				csv_row(s, out, &s->points[n], t, i);
}

/* --- JSON --------------------------------------------------------------- */

static json_t *axes_json(struct sweep *s)
{
	json_t *all = json_array();

	for (size_t i = 0; i < s->axis_count; i++) {
		const struct sweep_axis *a = &s->axes[i];
		json_t *values = json_array();

		for (size_t k = 0; k < a->value_count; k++)
			json_array_append_new(values,
					      json_string(
						      sweep_value(s, a, k)));
		json_array_append_new(all, json_pack("{s:s, s:o}", "parameter",
						     sweep_axis_name(s, a),
						     "values", values));
	}
	return all;
}

static json_t *fixed_json(const struct sweep *s)
{
	json_t *all = json_array();

	for (size_t i = 0; i < s->fixed_count; i++)
		json_array_append_new(all, json_string(s->fixed[i]));
	return all;
}

static json_t *area_json(const struct fpga_target *t,
			 const struct sweep_area *a)
{
	json_t *o = json_pack("{s:s, s:s, s:s?}", "target", t->name, "status",
			      sweep_status_name(a->status), "reason",
			      a->reason);

	if (!has_area(a))
		return o;
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		json_object_set_new(o, fpga_class_name(c),
				    json_integer(a->counts[c]));
	if (a->alms)
		json_object_set_new(o, "ALM", json_integer(a->alms));
	if (a->mhz > 0) {
		json_object_set_new(o, "mhz", json_real(a->mhz));
		json_object_set_new(o, "placed", json_boolean(a->placed));
	}
	return o;
}

static json_t *cycles_json(struct sweep *s, const struct sweep_point *p,
			   size_t i)
{
	const struct sweep_cycles *c = &p->cycles[i];
	json_t *o = json_pack("{s:s, s:s, s:s?}", "program",
			      sweep_program_name(s, s->programs[i]), "status",
			      sweep_status_name(c->status), "reason",
			      c->reason);
	json_t *times = json_object();

	if (c->status == SWEEP_OK) {
		json_object_set_new(o, "cycles",
				    json_integer((json_int_t)c->cycles));
		json_object_set_new(o, "instructions",
				    json_integer((json_int_t)c->instructions));
	}
	for (size_t t = 0; t < s->target_count; t++)
		if (sweep_time(p, t, i) > 0)
			json_object_set_new(times, s->targets[t]->name,
					    json_real(sweep_time(p, t, i)));
	json_object_set_new(o, "microseconds", times);
	return o;
}

static json_t *point_json(struct sweep *s, const struct sweep_point *p)
{
	json_t *values = json_object(), *areas = json_array(),
	       *programs = json_array();

	for (size_t i = 0; i < s->axis_count; i++)
		for (size_t k = 0; k < s->axes[i].key_count; k++)
			json_object_set_new(values, s->axes[i].keys[k]->path,
					    json_string(
						    s->axes[i].values
							    [p->values[i]][k]));
	for (size_t t = 0; t < s->target_count; t++)
		json_array_append_new(areas,
				      area_json(s->targets[t], &p->areas[t]));
	for (size_t i = 0; i < s->program_count; i++)
		json_array_append_new(programs, cycles_json(s, p, i));
	return json_pack("{s:s, s:o, s:s?, s:o, s:o}", "config",
			 sweep_config_name(p->config), "values", values,
			 "refused", p->refused, "targets", areas, "programs",
			 programs);
}

static void write_json(struct sweep *s, FILE *out)
{
	json_t *points = json_array(), *all;

	for (size_t i = 0; i < s->point_count; i++)
		json_array_append_new(points, point_json(s, &s->points[i]));
	all = json_pack("{s:o, s:o, s:b, s:I, s:b, s:o}", "parameters",
			axes_json(s), "fixed", fixed_json(s), "hierarchical",
			(int)s->hierarchical, "mem_latency",
			(json_int_t)s->latency, "checked", (int)!s->no_check,
			"points", points);
	if (all)
		json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
	putc('\n', out);
	json_decref(all);
}

/* --- Markdown ----------------------------------------------------------- */

static bool any_count(const struct sweep *s, size_t t, enum fpga_class c)
{
	for (size_t i = 0; i < s->point_count; i++)
		if (s->points[i].areas[t].counts[c])
			return true;
	return false;
}

static void table_head(struct sweep *s, FILE *out, size_t t)
{
	size_t columns = 0;

	fputs("| core |", out);
	for (enum fpga_class c = 0; c < FPGA_CLASSES && s->target_count; c++)
		if (any_count(s, t, c)) {
			fprintf(out, " %s |", fpga_class_name(c));
			columns++;
		}
	if (s->target_count)
		fputs(" MHz |", out);
	for (size_t i = 0; i < s->program_count; i++) {
		const char *name = sweep_program_name(s, s->programs[i]);

		fprintf(out, " %s cycles |", name);
		if (s->target_count)
			fprintf(out, " %s us |", name);
	}
	columns += (s->target_count ? 1 : 0) +
		   s->program_count * (s->target_count ? 2 : 1);
	fputs("\n|---|", out);
	while (columns--)
		fputs("---:|", out);
	putc('\n', out);
}

static void table_name(const struct sweep *s, FILE *out,
		       const struct sweep_point *p)
{
	fprintf(out, "| %s", sweep_config_name(p->config));
	for (size_t i = 0; i < s->axis_count; i++)
		for (size_t k = 0; k < s->axes[i].key_count; k++)
			fprintf(out, " %s=%s", s->axes[i].keys[k]->path,
				s->axes[i].values[p->values[i]][k]);
	fputs(" |", out);
}

static void table_area(const struct sweep *s, FILE *out, size_t t,
		       const struct sweep_area *a)
{
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++) {
		if (!any_count(s, t, c))
			continue;
		if (has_area(a))
			fprintf(out, " %" PRIu32 " |", a->counts[c]);
		else
			fputs(" - |", out);
	}
	if (a->status != SWEEP_OK)
		fprintf(out, " %s |", sweep_status_name(a->status));
	else if (a->mhz > 0)
		fprintf(out, " %.1f |", a->mhz);
	else
		fputs(" - |", out);
}

static void table_row(const struct sweep *s, FILE *out,
		      const struct sweep_point *p, size_t t)
{
	table_name(s, out, p);
	if (s->target_count)
		table_area(s, out, t, &p->areas[t]);
	for (size_t i = 0; i < s->program_count; i++) {
		if (p->cycles[i].status == SWEEP_OK)
			fprintf(out, " %" PRIu64 " |", p->cycles[i].cycles);
		else
			fprintf(out, " %s |",
				sweep_status_name(p->cycles[i].status));
		if (s->target_count && sweep_time(p, t, i) > 0)
			fprintf(out, " %.1f |", sweep_time(p, t, i));
		else if (s->target_count)
			fputs(" - |", out);
	}
	putc('\n', out);
}

static void write_table(struct sweep *s, FILE *out)
{
	for (size_t t = 0; t < s->target_count || !t; t++) {
		if (s->target_count)
			fprintf(out, "%s## %s: %s\n\n", t ? "\n" : "",
				s->targets[t]->name, s->targets[t]->doc);
		table_head(s, out, t);
		for (size_t i = 0; i < s->point_count; i++)
			table_row(s, out, &s->points[i], t);
	}
}

/* --- files -------------------------------------------------------------- */

static int write_file(struct sweep *s, const char *path,
		      void (*write)(struct sweep *, FILE *))
{
	struct outfile f;

	if (outfile_open(&f, path))
		return CMD_TOOL;
	write(s, f.stream);
	if (!outfile_keep(&f))
		return 0;
	outfile_drop(&f);
	return CMD_TOOL;
}

int sweep_write(struct sweep *s)
{
	const char *dir = s->regress.results;
	int status =
		write_file(s, arena_format(&s->dg->arena, "%s/sweep.csv", dir),
			   write_csv);

	return status ? status :
			write_file(s,
				   arena_format(&s->dg->arena, "%s/sweep.json",
						dir),
				   write_json);
}

int sweep_write_table(struct sweep *s, const char *path)
{
	return write_file(s, path, write_table);
}
