/* sweep_plot.c - the results of a sweep as figures
 * SPDX-License-Identifier: Apache-2.0
 *
 * The last parameter with several values is the x axis. If there are two or
 * more, the first one selects the bar within a group. Each combination of the
 * other parameters, and each configuration, gets figures of its own. Without
 * such a parameter the configurations are the x axis.
 */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/sweep/plot.h"
#include "cli/sweep/sweep.h"
#include "session/outfile.h"

enum { PANELS = 3 };

/* One set of figures. */
struct view {
	struct sweep *s;
	/* the point of series S at place X: [S * places + X] */
	const struct sweep_point **points;
	struct plot plot;
	/* suffix of file names: "-paper", "-paper-mem.requests-4" */
	const char *suffix;
	const char *about;      /* part of titles: "paper, mem.requests 4" */
	struct plot_panel panels[PANELS];
};

/* --- files -------------------------------------------------------------- */

static int write_plot(const char *path, const struct plot *p, bool png)
{
	struct outfile f;
	bool bad = false;

	if (outfile_open(&f, path))
		return CMD_TOOL;
	if (!png)
		plot_svg(f.stream, p);
	else
		bad = plot_png(f.stream, p) != 0;
	if (bad)
		fprintf(stderr, "warpwright sweep: error: out of memory\n");
	if (!bad && !outfile_keep(&f))
		return 0;
	outfile_drop(&f);
	return CMD_TOOL;
}

/* NAME as part of a file name: letters, digits and ._- only. */
static const char *file_name(struct sweep *s, const char *name)
{
	char *copy = arena_copy(&s->dg->arena, name, strlen(name));

	for (char *at = copy; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("._-", *at))
			*at = '-';
	return copy;
}

/* Has the figure no bar? Such a figure is not written. */
static bool is_empty(const struct view *v)
{
	for (size_t i = 0; i < v->plot.panel_count; i++)
		for (size_t k = 0; k < v->plot.places * v->plot.series; k++)
			if (v->panels[i].values[k] > 0)
				return false;
	return true;
}

static int draw(struct view *v, const char *kind, const char *of)
{
	struct sweep *s = v->s;
	const char *path = arena_format(&s->dg->arena, "%s/%s%s%s%s",
					s->regress.results, kind,
					file_name(s, v->suffix), *of ? "-" : "",
					file_name(s, of));
	int status;

	v->plot.panels = v->panels;
	if (is_empty(v))
		return 0;
	status = write_plot(arena_format(&s->dg->arena, "%s.svg", path),
			    &v->plot, false);
	if (status || !plot_has_png())
		return status;
	return write_plot(arena_format(&s->dg->arena, "%s.png", path), &v->plot,
			  true);
}

/* --- values ------------------------------------------------------------- */

static double *panel(struct view *v, const char *title, const char *y_label)
{
	size_t count = v->plot.places * v->plot.series;
	double *values = arena_alloc(&v->s->dg->arena,
				     (count + 1) * sizeof *values);

	v->panels[v->plot.panel_count++] = (struct plot_panel){ title, y_label,
								values };
	return values;
}

static const char *title(struct view *v, const char *what, const char *of)
{
	return arena_format(&v->s->dg->arena, "%s%s%s%s%s", what,
			    *of ? ", " : "", of, *v->about ? ", " : "",
			    v->about);
}

static void count_panel(struct view *v, size_t t, enum fpga_class class)
{
	const char *name = fpga_class_name(class);
	double *values = panel(v, title(v, name, v->s->targets[t]->name), name);

	for (size_t i = 0; i < v->plot.places * v->plot.series; i++)
		values[i] = v->points[i]->areas[t].counts[class];
}

static void alm_panel(struct view *v, size_t t)
{
	double *values =
		panel(v, title(v, "ALM (at least)", v->s->targets[t]->name),
		      "ALM");

	for (size_t i = 0; i < v->plot.places * v->plot.series; i++)
		values[i] = v->points[i]->areas[t].alms;
}

static int draw_area(struct view *v, size_t t)
{
	bool intel = v->s->targets[t]->family == CYCLONEV ||
		     v->s->targets[t]->family == CYCLONE10;

	v->plot.panel_count = 0;
	count_panel(v, t, LUT);
	count_panel(v, t, FF);
	if (intel)
		alm_panel(v, t);
	else
		count_panel(v, t, BRAM);
	return draw(v, "area", v->s->targets[t]->name);
}

static int draw_frequency(struct view *v, size_t t)
{
	double *values;

	v->plot.panel_count = 0;
	values = panel(v, title(v, "frequency", v->s->targets[t]->name), "MHz");
	for (size_t i = 0; i < v->plot.places * v->plot.series; i++)
		values[i] = v->points[i]->areas[t].mhz;
	return draw(v, "frequency", v->s->targets[t]->name);
}

static int draw_cycles(struct view *v, size_t p)
{
	const char *name = sweep_program_name(v->s, v->s->programs[p]);
	size_t count = v->plot.places * v->plot.series;
	double *values, *speed_up;

	v->plot.panel_count = 0;
	values = panel(v, title(v, "cycles", name), "cycles");
	for (size_t i = 0; i < count; i++)
		values[i] = v->points[i]->cycles[p].status == SWEEP_OK ?
			    (double)v->points[i]->cycles[p].cycles : 0;
	speed_up = panel(v, title(v, "speed-up at the same frequency", name),
			 "speed-up over the first");
	for (size_t i = 0; i < count; i++)
		speed_up[i] = values[i] > 0 ? values[0] / values[i] : 0;
	return draw(v, "cycles", name);
}

static int draw_time(struct view *v, size_t t, size_t p)
{
	const char *name = sweep_program_name(v->s, v->s->programs[p]);
	const char *of = arena_format(&v->s->dg->arena, "%s-%s", name,
				      v->s->targets[t]->name);
	size_t count = v->plot.places * v->plot.series;
	double *values, *speed_up;

	v->plot.panel_count = 0;
	values = panel(v, title(v, "run time", of), "microseconds");
	for (size_t i = 0; i < count; i++)
		values[i] = sweep_time(v->points[i], t, p);
	speed_up = panel(v, title(v, "speed-up", of),
			 "speed-up over the first");
	for (size_t i = 0; i < count; i++)
		speed_up[i] = values[i] > 0 ? values[0] / values[i] : 0;
	return draw(v, "time", of);
}

static int draw_view(struct view *v)
{
	const struct sweep *s = v->s;
	int status = 0;

	for (size_t t = 0; t < s->target_count && !status; t++) {
		status = draw_area(v, t);
		if (!status)
			status = draw_frequency(v, t);
		for (size_t p = 0; p < s->program_count && !status; p++)
			status = draw_time(v, t, p);
	}
	for (size_t p = 0; p < s->program_count && !status; p++)
		status = draw_cycles(v, p);
	return status;
}

/* --- views -------------------------------------------------------------- */

static const char **axis_names(struct sweep *s, const struct sweep_axis *a)
{
	const char **names = arena_alloc(&s->dg->arena,
					 a->value_count * sizeof *names);

	/* Of linked parameters, the first one names the value. */
	for (size_t i = 0; i < a->value_count; i++)
		names[i] = a->values[i][0];
	return names;
}

/* The index of the point of configuration CONFIG with VALUES. */
static size_t point_at(const struct sweep *s, size_t config,
		       const size_t *values)
{
	size_t at = config;

	for (size_t i = 0; i < s->axis_count; i++)
		at = at * s->axes[i].value_count + values[i];
	return at;
}

static void start_axes(struct view *v)
{
	struct sweep *s = v->s;
	const struct sweep_axis *x = &s->axes[s->axis_count - 1],
				*first = &s->axes[0];
	static const char *const one[] = { "" };

	v->plot = (struct plot){ .x_label = x->keys[0]->path,
				 .x_names = axis_names(s, x),
				 .places = x->value_count,
				 .series = 1,
				 .series_label = "",
				 .series_names = one };
	if (s->axis_count < 2)
		return;
	v->plot.series = first->value_count;
	v->plot.series_names = axis_names(s, first);
	v->plot.series_label = first->keys[0]->key;
}

static void choose_points(struct view *v, size_t config, size_t *values)
{
	struct sweep *s = v->s;
	size_t last = s->axis_count - 1;

	v->points = arena_alloc(&s->dg->arena, v->plot.places * v->plot.series *
					       sizeof *v->points);
	for (size_t i = 0; i < v->plot.series; i++)
		for (size_t x = 0; x < v->plot.places; x++) {
			if (last)
				values[0] = i;
			values[last] = x;
			v->points[i * v->plot.places + x] =
				&s->points[point_at(s, config, values)];
		}
}

/* Draws the figures of one configuration and one combination of the parameters
 * between the first and the last. */
static int draw_combination(struct sweep *s, size_t config, size_t *values)
{
	struct view v = { .s = s, .suffix = "", .about = "" };
	struct arena *arena = &s->dg->arena;

	if (s->config_count > 1)
		v.suffix = arena_format(arena, "-%s", s->configs[config]);
	if (s->config_count > 1)
		v.about = s->configs[config];
	for (size_t i = 1; i + 1 < s->axis_count; i++) {
		const char *key = s->axes[i].keys[0]->path,
			   *value = s->axes[i].values[values[i]][0];

		v.suffix = arena_format(arena, "%s-%s-%s", v.suffix, key,
					value);
		v.about = arena_format(arena, "%s%s%s %s", v.about,
				       *v.about ? ", " : "", key, value);
	}
	start_axes(&v);
	choose_points(&v, config, values);
	return draw_view(&v);
}

static int draw_config(struct sweep *s, size_t config)
{
	size_t values[SWEEP_AXES] = { 0 }, i;
	int status;

	do {
		status = draw_combination(s, config, values);
		for (i = s->axis_count - 1;
		     i-- > 1 && ++values[i] == s->axes[i].value_count;)
			values[i] = 0;
	} while (!status && i != 0 && i != SIZE_MAX);
	return status;
}

/* Draws the figures with the configurations as x axis. */
static int draw_configs(struct sweep *s)
{
	struct view v = { .s = s, .suffix = "", .about = "" };
	static const char *const one[] = { "" };
	const char **names = arena_alloc(&s->dg->arena,
					 s->point_count * sizeof *names);

	v.points = arena_alloc(&s->dg->arena,
			       s->point_count * sizeof *v.points);
	for (size_t i = 0; i < s->point_count; i++) {
		v.points[i] = &s->points[i];
		names[i] = sweep_config_name(s->points[i].config);
	}
	v.plot = (struct plot){ .x_label = "configuration", .x_names = names,
				.places = s->point_count, .series = 1,
				.series_label = "",
				.series_names = one };
	return draw_view(&v);
}

int sweep_plots(struct sweep *s)
{
	size_t configs = s->config_count ? s->config_count : 1;
	int status = 0;

	if (!s->axis_count)
		return draw_configs(s);
	for (size_t i = 0; i < configs && !status; i++)
		status = draw_config(s, i);
	return status;
}
