/* sweep_points.c - the points of a sweep: all combinations of values
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/sweep/sweep.h"

enum { REASON = 400 };

/* --- axes ---------------------------------------------------------------- */

static struct diag_loc place(struct sweep *s, const char *set)
{
	return (struct diag_loc){ arena_format(&s->dg->arena, "-s %s", set), 0,
				  0 };
}

/* Splits the first N characters of TEXT at MARK into WORDS. Returns their
 * number; -1: more than MOST. */
static int split(struct sweep *s, const char *text, size_t n, char mark,
		 const char **words, size_t most)
{
	size_t count = 0, from = 0;

	for (size_t i = 0; i <= n; i++) {
		if (i < n && text[i] != mark)
			continue;
		if (count == most)
			return -1;
		words[count++] = arena_copy(&s->dg->arena, text + from,
					    i - from);
		from = i + 1;
	}
	return (int)count;
}

static bool is_taken(const struct sweep *s, const struct sweep_axis *a,
		     size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (a->keys[k] == a->keys[i])
			return true;
	for (size_t n = 0; n < s->axis_count; n++)
		for (size_t k = 0; k < s->axes[n].key_count; k++)
			if (s->axes[n].keys[k] == a->keys[i])
				return true;
	for (size_t n = 0; n < s->fixed_count; n++) {
		size_t length = strlen(a->keys[i]->path);

		if (strncmp(s->fixed[n], a->keys[i]->path, length) == 0 &&
		    s->fixed[n][length] == '=')
			return true;
	}
	return false;
}

static int read_keys(struct sweep *s, struct sweep_axis *a, const char *set,
		     size_t n)
{
	const char *words[SWEEP_LINKED];
	int count = split(s, set, n, '+', words, SWEEP_LINKED);

	if (count < 0) {
		diag_error(s->dg, place(s, set), NULL,
			   "more than %d parameters take their values together",
			   SWEEP_LINKED);
		return -1;
	}
	for (int i = 0; i < count; i++) {
		const char *near = param_nearest(words[i]);

		a->keys[i] = param_find(words[i]);
		if (!a->keys[i] && near)
			diag_error(s->dg, place(s, set), "unknown-key",
				   "unknown key '%.60s'; did you mean '%s'?",
				   words[i], near);
		else if (!a->keys[i])
			diag_error(s->dg, place(s, set), "unknown-key",
				   "unknown key '%.60s'; 'warpwright print "
				   "params' lists them",
				   words[i]);
		else if (is_taken(s, a, (size_t)i))
			diag_error(s->dg, place(s, set), NULL,
				   "'%s' has values already", words[i]);
		else
			continue;
		return -1;
	}
	a->key_count = (size_t)count;
	return 0;
}

static const char *override(struct sweep *s, const struct sweep_axis *a,
			     size_t value, size_t key)
{
	return arena_format(&s->dg->arena, "%s=%s", a->keys[key]->path,
			    a->values[value][key]);
}

static bool is_twice(const struct sweep_axis *a, size_t value)
{
	for (size_t i = 0; i < value; i++)
		if (strcmp(a->values[i][0], a->values[value][0]) == 0)
			return true;
	return false;
}

/* Reads one value of an axis; linked keys take several values. */
static int read_value(struct sweep *s, struct sweep_axis *a, const char *set,
		      const char *word)
{
	size_t i = a->value_count;
	int count = split(s, word, strlen(word), ':', a->values[i],
			  SWEEP_LINKED);
	unsigned before = s->dg->errors;

	if (count != (int)a->key_count) {
		diag_error(s->dg, place(s, set), NULL,
			   "'%s' is not one value for each of %zu parameters, "
			   "with ':' between them",
			   word, a->key_count);
		return -1;
	}
	for (size_t k = 0; k < a->key_count; k++) {
		struct config cfg;

		config_init(&cfg);
		config_override(&cfg, override(s, a, i, k), s->dg);
	}
	if (s->dg->errors == before && is_twice(a, i))
		diag_error(s->dg, place(s, set), NULL, "'%s' is given twice",
			   a->values[i][0]);
	a->value_count++;
	return s->dg->errors == before ? 0 : -1;
}

static int read_values(struct sweep *s, struct sweep_axis *a, const char *set)
{
	const char *from = strchr(set, '=') + 1;
	size_t n = strlen(from), most = 1;
	const char **words;
	int count;

	for (size_t i = 0; i < n; i++)
		most += from[i] == ',';
	words = arena_alloc(&s->dg->arena, most * sizeof *words);
	a->values = arena_alloc(&s->dg->arena, most * sizeof *a->values);
	count = split(s, from, n, ',', words, most);
	for (int i = 0; i < count; i++)
		if (read_value(s, a, set, words[i]))
			return -1;
	return 0;
}

static int read_set(struct sweep *s, const char *set)
{
	size_t n = strcspn(set, "=");
	struct sweep_axis a = { .key_count = 0 };

	if (!n || !set[n] || !set[n + 1]) {
		diag_error(s->dg, place(s, set), NULL,
			   "expected KEY=VALUE,VALUE..., for example "
			   "core.warps=1,2,4");
		return -1;
	}
	if (read_keys(s, &a, set, n) || read_values(s, &a, set))
		return -1;
	if (a.value_count > 1) {
		s->axes[s->axis_count++] = a;
		return 0;
	}
	for (size_t k = 0; k < a.key_count; k++) {
		if (s->fixed_count == SWEEP_AXES) {
			diag_error(s->dg, place(s, set), NULL,
				   "more than %d parameters", SWEEP_AXES);
			return -1;
		}
		s->fixed[s->fixed_count++] = override(s, &a, 0, k);
	}
	return 0;
}

const char *sweep_value(struct sweep *s, const struct sweep_axis *a, size_t i)
{
	const char *text = a->values[i][0];

	for (size_t k = 1; k < a->key_count; k++)
		text = arena_format(&s->dg->arena, "%s:%s", text,
				    a->values[i][k]);
	return text;
}

const char *sweep_axis_name(struct sweep *s, const struct sweep_axis *a)
{
	const char *text = a->keys[0]->path;

	for (size_t k = 1; k < a->key_count; k++)
		text = arena_format(&s->dg->arena, "%s+%s", text,
				    a->keys[k]->path);
	return text;
}

const char *sweep_config_name(const char *config)
{
	return config ? config : "default";
}

const char *sweep_program_name(struct sweep *s, const char *path)
{
	const char *slash = strrchr(path, '/'),
		   *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return arena_copy(&s->dg->arena, name,
			  dot && dot > name ? (size_t)(dot - name) :
					      strlen(name));
}

/* --- points --------------------------------------------------------------- */

/* The text behind the first "error: ". */
static const char *first_error(struct sweep *s, const char *text)
{
	const char *at = text ? strstr(text, "error: ") : NULL;
	size_t n;

	if (!at)
		return "it is no core";
	at += strlen("error: ");
	n = strcspn(at, "\n");
	return arena_copy(&s->dg->arena, at, n < REASON ? n : REASON);
}

static void load_point(struct sweep *s, struct sweep_point *p)
{
	char *text = NULL;
	size_t size = 0;
	struct diag quiet;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		arena_exhausted();
	diag_init(&quiet, out);
	if (config_load(&p->cfg, p->config, p->overrides, p->override_count,
			&quiet)) {
		fflush(out);
		p->refused = first_error(s, text);
	}
	/* The locations are freed with the diag: clear the pointers. */
	memset(p->cfg.at, 0, sizeof p->cfg.at);
	diag_free(&quiet);
	fclose(out);
	free(text);
}

static void make_point(struct sweep *s, const char *config,
		       const size_t *values)
{
	struct arena *arena = &s->dg->arena;
	struct sweep_point *p = &s->points[s->point_count++];

	*p = (struct sweep_point){ .config = config };
	p->values = arena_alloc(arena, (s->axis_count + 1) * sizeof *p->values);
	memcpy(p->values, values, s->axis_count * sizeof *values);
	p->areas = arena_alloc(arena, (s->target_count + 1) * sizeof *p->areas);
	p->cycles = arena_alloc(arena,
				(s->program_count + 1) * sizeof *p->cycles);
	p->overrides = arena_alloc(arena,
				   (SWEEP_AXES + SWEEP_AXES * SWEEP_LINKED) *
					   sizeof *p->overrides);
	for (size_t i = 0; i < s->fixed_count; i++)
		p->overrides[p->override_count++] = s->fixed[i];
	for (size_t i = 0; i < s->axis_count; i++)
		for (size_t k = 0; k < s->axes[i].key_count; k++)
			p->overrides[p->override_count++] =
				override(s, &s->axes[i], values[i], k);
	load_point(s, p);
}

static void make_points(struct sweep *s, const char *config)
{
	size_t values[SWEEP_AXES] = { 0 }, i;

	do {
		make_point(s, config, values);
		for (i = s->axis_count;
		     i-- > 0 && ++values[i] == s->axes[i].value_count;)
			values[i] = 0;
	} while (i != SIZE_MAX);
}

static int count_points(struct sweep *s, size_t *count)
{
	*count = s->config_count ? s->config_count : 1;
	for (size_t i = 0; i < s->axis_count && *count <= SWEEP_POINTS; i++)
		*count *= s->axes[i].value_count;
	if (*count <= SWEEP_POINTS)
		return 0;
	fprintf(stderr,
		"warpwright sweep: error: these are more than %d cores\n",
		SWEEP_POINTS);
	return CMD_REFUSED;
}

/* A configuration that is invalid by itself is an error of the user, not a
 * refused point. */
static int check_configs(struct sweep *s)
{
	for (size_t i = 0; i < s->config_count; i++) {
		struct config cfg;

		if (config_load(&cfg, s->configs[i], NULL, 0, s->dg))
			return CMD_REFUSED;
	}
	return 0;
}

int sweep_points(struct sweep *s)
{
	size_t count;
	int status;

	for (size_t i = 0; i < s->set_count; i++)
		if (read_set(s, s->sets[i]))
			return CMD_REFUSED;
	status = check_configs(s);
	if (!status)
		status = count_points(s, &count);
	if (status)
		return status;
	s->points = arena_alloc(&s->dg->arena, count * sizeof *s->points);
	if (!s->config_count)
		make_points(s, NULL);
	for (size_t i = 0; i < s->config_count; i++)
		make_points(s, s->configs[i]);
	return 0;
}
