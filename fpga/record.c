/* record.c - the result of a flow as JSON, for output and for the cache
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/record.h"

#include <stdlib.h>
#include <string.h>

/* --- writing ------------------------------------------------------------ */

static json_t *counts_json(const uint32_t counts[FPGA_CLASSES])
{
	json_t *o = json_object();

	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		json_object_set_new(o, fpga_class_name(c),
				    json_integer(counts[c]));
	return o;
}

static json_t *modules_json(const struct flow_result *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->module_count; i++) {
		json_t *o = counts_json(r->modules[i].counts);

		json_object_set_new(o, "module",
				    json_string(r->modules[i].name));
		json_object_set_new(o, "instances",
				    json_integer(r->modules[i].instances));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *cells_json(const struct flow_result *r)
{
	json_t *o = json_object();

	for (size_t i = 0; i < r->cell_count; i++)
		json_object_set_new(o, r->cells[i].type,
				    json_integer(r->cells[i].count));
	return o;
}

static json_t *path_json(const struct flow_result *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->step_count; i++)
		json_array_append_new(list, json_pack("{s:f, s:s, s:s}", "ns",
						      r->steps[i].ns, "cell",
						      r->steps[i].cell, "net",
						      r->steps[i].net));
	return list;
}

static json_t *ends_json(const struct flow_result *r)
{
	json_t *list = json_array();

	for (size_t i = 0; i < r->end_count; i++)
		json_array_append_new(list, json_pack("{s:f, s:s, s:s}", "ns",
						      r->ends[i].ns, "from",
						      r->ends[i].from, "to",
						      r->ends[i].to));
	return list;
}

static json_t *seeds_json(const struct flow_result *r)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < r->seeds; i++)
		json_array_append_new(list, json_real(r->seed_mhz[i]));
	return list;
}

json_t *record_json(const struct fpga_target *target,
		    const struct flow_result *r)
{
	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:b, s:f, s:b, s:o, s:i, "
			 "s:I, s:I, s:I, s:o, s:o}",
			 "target", target->name, "device", target->doc,
			 "totals", counts_json(r->totals), "cells",
			 cells_json(r), "modules", modules_json(r), "fits",
			 (int)r->fits, "mhz", r->mhz, "placed", (int)r->placed,
			 "seeds", seeds_json(r), "logic_cells",
			 (int)r->logic_cells, "bitstream",
			 (json_int_t)r->bitstream, "untimed",
			 (json_int_t)r->untimed, "loops", (json_int_t)r->loops,
			 "path", path_json(r), "paths", ends_json(r));
}

/* --- reading ------------------------------------------------------------ */

static char *copy(const json_t *text)
{
	const char *t = json_string_value(text);

	return t ? strdup(t) : NULL;
}

static void read_counts(const json_t *o, uint32_t counts[FPGA_CLASSES])
{
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		counts[c] = (uint32_t)json_integer_value(
			json_object_get(o, fpga_class_name(c)));
}

static bool read_modules(const json_t *list, struct flow_result *r)
{
	json_t *o;
	size_t i;

	r->modules = calloc(json_array_size(list) + 1, sizeof *r->modules);
	if (!r->modules)
		return false;
	json_array_foreach(list, i, o) {
		struct flow_count *m = &r->modules[i];

		m->name = copy(json_object_get(o, "module"));
		m->instances = (uint32_t)json_integer_value(
			json_object_get(o, "instances"));
		read_counts(o, m->counts);
		r->module_count++;
		if (!m->name)
			return false;
	}
	return true;
}

static bool read_cells(json_t *o, struct flow_result *r)
{
	const char *type;
	json_t *count;

	r->cells = calloc(json_object_size(o) + 1, sizeof *r->cells);
	if (!r->cells)
		return false;
	json_object_foreach(o, type, count) {
		struct flow_cell *c = &r->cells[r->cell_count++];

		c->type = strdup(type);
		c->count = (uint32_t)json_integer_value(count);
		if (!c->type)
			return false;
	}
	return true;
}

static bool read_path(const json_t *list, struct flow_result *r)
{
	json_t *o;
	size_t i;

	r->steps = calloc(json_array_size(list) + 1, sizeof *r->steps);
	if (!r->steps)
		return false;
	json_array_foreach(list, i, o) {
		struct flow_step *s = &r->steps[r->step_count++];

		s->ns = json_number_value(json_object_get(o, "ns"));
		s->cell = copy(json_object_get(o, "cell"));
		s->net = copy(json_object_get(o, "net"));
		if (!s->cell || !s->net)
			return false;
	}
	return true;
}

static bool read_ends(const json_t *list, struct flow_result *r)
{
	json_t *o;
	size_t i;

	r->ends = calloc(json_array_size(list) + 1, sizeof *r->ends);
	if (!r->ends)
		return false;
	json_array_foreach(list, i, o) {
		struct flow_end *e = &r->ends[r->end_count++];

		e->ns = json_number_value(json_object_get(o, "ns"));
		e->from = copy(json_object_get(o, "from"));
		e->to = copy(json_object_get(o, "to"));
		if (!e->from || !e->to)
			return false;
	}
	return true;
}

static void read_seeds(const json_t *list, struct flow_result *r)
{
	for (size_t i = 0; i < json_array_size(list) && i < FLOW_SEEDS; i++)
		r->seed_mhz[r->seeds++] =
			json_number_value(json_array_get(list, i));
}

bool record_read(const json_t *record, struct flow_result *r)
{
	int fits, placed, logic;
	json_int_t bitstream, untimed, loops;

	memset(r, 0, sizeof *r);
	if (json_unpack((json_t *)(size_t)record,
			"{s:b, s:F, s:b, s:i, s:I, s:I, s:I}", "fits", &fits,
			"mhz", &r->mhz, "placed", &placed, "logic_cells",
			&logic, "bitstream", &bitstream, "untimed", &untimed,
			"loops", &loops))
		return false;
	r->fits = fits;
	r->placed = placed;
	r->logic_cells = (uint32_t)logic;
	r->bitstream = (size_t)bitstream;
	r->untimed = (size_t)untimed;
	r->loops = (size_t)loops;
	read_counts(json_object_get(record, "totals"), r->totals);
	read_seeds(json_object_get(record, "seeds"), r);
	return read_modules(json_object_get(record, "modules"), r) &&
	       read_cells(json_object_get(record, "cells"), r) &&
	       read_path(json_object_get(record, "path"), r) &&
	       read_ends(json_object_get(record, "paths"), r);
}
