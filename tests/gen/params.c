/* params - the parameter table, values, checks and random configurations
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "base/near.h"
#include "gen/gen.h"
#include "tests/gen/messages.h"
#include "tests/tap.h"

enum { RANDOM_RUNS = 2000 };

static const struct param *row(unsigned i)
{
	return param_row((enum param_id)i);
}

static void test_table(void)
{
	bool good = true;

	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = row(i);
		if (param_find(p->path) != p) {
			diag("%s is found elsewhere", p->path);
			good = false;
		}
		if (i > 0 && strcmp(p->section, row(i - 1)->section) != 0)
			for (unsigned j = 0; j < i; j++)
				good = good && strcmp(row(j)->section,
						      p->section) != 0;
	}
	ok(good, "paths are unique, tables stand together");
}

static void test_defaults(void)
{
	struct messages m;
	struct config cfg;

	messages_begin(&m);
	config_init(&cfg);
	ok(config_check(&cfg, &m.dg) == GEN_OK, "the defaults are accepted");
	is_str(messages_text(&m), "", "without a message");
	is_u32(cfg.warps, 4, "core.warps");
	is_u32(cfg.reset_pc, 0x80000000, "core.reset_pc");
	is_str(cfg.prefix, "ww", "design.prefix");
	ok(cfg.has_m && !cfg.trace_retire, "flags");
	is_u32(cfg.regfile, CONFIG_regfile_block, "core.regfile");
	messages_end(&m);
}

/* Loading the defaults with OVERRIDE gives STATUS and the messages WANT. */
static void set(const char *override, int status, const char *want)
{
	struct messages m;
	struct config cfg;

	messages_begin(&m);
	is_u32((unsigned long)config_load(&cfg, NULL, &override, 1, &m.dg),
	       (unsigned long)status, override);
	is_str(messages_text(&m), want, "message");
	messages_end(&m);
}

static void test_good_values(void)
{
	set("core.warps=32", GEN_OK, "");
	set("core.warps=0x10", GEN_OK, "");
	set("core.lanes=2", GEN_OK, "");
	set("core.regfile=auto", GEN_OK, "");
	set("core.regfile=\"auto\"", GEN_OK, "");
	set("isa.m=false", GEN_OK, "");
	set("design.prefix=true", GEN_REFUSED, "-s design.prefix=true: error: "
	    "design.prefix takes a name in quotes, not true or false "
	    "[value-type]\n");
	set("design.prefix=\"true\"", GEN_OK, "");
	set("simt.stack=3", GEN_OK, "");
	set("mem.ram_size=0x4000_0000", GEN_OK, "");
}

static void test_bad_values(void)
{
	set("core.warps=5", GEN_REFUSED, "-s core.warps=5: error: core.warps "
	    "= 5 is not a power of two; 4 would be [power-of-two]\n");
	set("core.warps=64", GEN_REFUSED, "-s core.warps=64: error: "
	    "core.warps = 64 is out of range (power of two, 1..32) "
	    "[value-range]\n");
	set("core.warps=-1", GEN_REFUSED, "-s core.warps=-1: error: "
	    "core.warps = -1 is out of range (power of two, 1..32) "
	    "[value-range]\n");
	set("core.warps=4294967300", GEN_REFUSED, "-s core.warps=4294967300: "
	    "error: core.warps = 4294967300 is out of range (power of two, "
	    "1..32) [value-range]\n");
	set("core.reset_pc=0x80000002", GEN_REFUSED, "-s "
	    "core.reset_pc=0x80000002: error: core.reset_pc = 0x80000002 is "
	    "not a multiple of 4; 0x80000000 would be [multiple-of-4]\n");
	set("core.regfile=blok", GEN_REFUSED, "-s core.regfile=blok: error: "
	    "core.regfile = 'blok'; did you mean 'block'? (block | "
	    "distributed | auto) [choice]\n");
	set("core.regfile=1", GEN_REFUSED, "-s core.regfile=1: error: "
	    "core.regfile takes a word in quotes, not a number "
	    "[value-type]\n");
	set("isa.m=1", GEN_REFUSED, "-s isa.m=1: error: isa.m takes true or "
	    "false, not a number [value-type]\n");
	set("design.prefix=a-b", GEN_REFUSED, "-s design.prefix=a-b: error: "
	    "design.prefix = 'a-b' is no identifier (a letter or '_', then "
	    "letters, digits and '_', at most 32) [identifier]\n");
	set("core.warps=four", GEN_REFUSED, "-s core.warps=four: error: "
	    "core.warps takes a number, not a word [value-type]\n");
}

static void test_bad_overrides(void)
{
	set("core.wraps=4", GEN_REFUSED, "-s core.wraps=4: error: unknown key "
	    "'core.wraps'; did you mean 'core.warps'? [unknown-key]\n");
	set("warps=4", GEN_REFUSED, "-s warps=4: error: unknown key 'warps'; "
	    "did you mean 'core.warps'? [unknown-key]\n");
	set("mem.latency=9", GEN_REFUSED, "-s mem.latency=9: error: unknown key"
	    " 'mem.latency'; the memory is outside of the core: 'run' and "
	    "'cosim' have the option --mem-latency [unknown-key]\n");
	set("zzzzzz=4", GEN_REFUSED, "-s zzzzzz=4: error: unknown key "
	    "'zzzzzz'; 'warpwright print params' lists them [unknown-key]\n");
	set("core.warps", GEN_REFUSED, "-s core.warps: error: expected "
	    "KEY=VALUE, for example core.warps=8\n");
	set("core.warps=", GEN_REFUSED, "-s core.warps=: error: expected "
	    "KEY=VALUE, for example core.warps=8\n");
	set("=4", GEN_REFUSED, "-s =4: error: expected KEY=VALUE, for "
	    "example core.warps=8\n");
	set("core.\033x=4", GEN_REFUSED, "-s core.\\x1bx=4: error: unknown "
	    "key 'core.\\x1bx'; 'warpwright print params' lists them "
	    "[unknown-key]\n");
}

static void test_prefix_length(void)
{
	const char *longest[] = {
		"design.prefix=abcdefghijklmnopqrstuvwxyz012345" };
	const char *longer[] = {
		"design.prefix=abcdefghijklmnopqrstuvwxyz0123456" };
	struct config cfg;
	struct diag dg;

	diag_init(&dg, NULL);
	ok(config_load(&cfg, NULL, longest, 1, &dg) == GEN_OK,
	   "a prefix of 32 characters");
	is_str(cfg.prefix, "abcdefghijklmnopqrstuvwxyz012345", "is kept");
	ok(config_load(&cfg, NULL, longer, 1, &dg) == GEN_REFUSED,
	   "a prefix of 33 characters is refused");
	diag_free(&dg);
}

/* A program may fill in anything; config_check must notice. */
static void test_check(void)
{
	struct messages m;
	struct config cfg;

	messages_begin(&m);
	config_init(&cfg);
	cfg.warps = 3;
	cfg.regfile = 9;
	ok(config_check(&cfg, &m.dg) == GEN_REFUSED, "config_check refuses");
	is_str(messages_text(&m), "(configuration): error: core.warps = 3 is "
	       "not a power of two; 2 would be [power-of-two]\n"
	       "(configuration): error: core.regfile = '?' is none of block | "
	       "distributed | auto [choice]\n", "and says why");
	messages_end(&m);
}

/* What config_write_toml writes is read back as the same configuration. */
static bool round_trip(const struct config *cfg)
{
	struct tpl_out a = { 0 }, b = { 0 };
	struct toml_doc doc;
	struct config back;
	struct diag dg;
	bool same;

	diag_init(&dg, NULL);
	config_init(&back);
	config_write_toml(cfg, &a);
	same = toml_parse("f", a.text, a.length, &doc, &dg) == 0;
	for (struct toml_entry *e = doc.entries; e; e = e->next)
		same = config_set(&back, param_find(e->path), &e->value,
				  &dg) == 0 && same;
	config_write_toml(&back, &b);
	same = same && strcmp(a.text, b.text) == 0;
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		if (row(i)->kind != PARAM_NAME)
			same = same && config_get(cfg, row(i)) ==
			       config_get(&back, row(i));
	tpl_out_free(&a);
	tpl_out_free(&b);
	diag_free(&dg);
	return same;
}

/* One in three has Ventus' instruction set. */
static void draw(struct config *cfg, unsigned seed)
{
	if (seed % 3 == 2)
		config_random_ventus(cfg, seed);
	else
		config_random(cfg, seed, seed % 3);
}

static void test_random(void)
{
	bool seen[PARAM_COUNT] = { false };
	unsigned bad_round = 0, refused = 0, varied = 0;
	struct config cfg, again, def;

	config_init(&def);
	for (unsigned seed = 0; seed < RANDOM_RUNS; seed++) {
		struct diag dg;
		diag_init(&dg, NULL);
		draw(&cfg, seed);
		draw(&again, seed);
		refused += config_check(&cfg, &dg) != GEN_OK;
		bad_round += !round_trip(&cfg);
		bad_round += memcmp(&cfg, &again, sizeof cfg) != 0;
		for (unsigned i = 0; i < PARAM_COUNT; i++)
			if (row(i)->kind != PARAM_NAME &&
			    config_get(&cfg, row(i)) !=
			    config_get(&def, row(i)))
				seen[i] = true;
		diag_free(&dg);
	}
	is_u32(refused, 0, "random configurations are accepted");
	is_u32(bad_round, 0, "repeat by seed, and survive TOML");
	for (unsigned i = 0; i < PARAM_COUNT; i++)
		varied += seen[i];
	is_u32(varied, PARAM_COUNT - 1,
	       "and vary everything but the prefix");
}

static void test_near(void)
{
	struct near n;

	is_u32(near_distance("", "abc"), 3, "distance: insertions");
	is_u32(near_distance("abc", "abc"), 0, "distance: equal");
	is_u32(near_distance("warps", "wraps"), 1, "distance: swap");
	is_u32(near_distance("kitten", "sitting"), 3, "distance: mixed");
	is_u32(near_distance("ABC", "abc"), 0, "distance: case");
	near_init(&n, "warps");
	near_try(&n, "threads");
	ok(!near_best(&n), "far candidates are not proposed");
	near_try(&n, "warp");
	near_try(&n, "wasps");
	is_str(near_best(&n), "warp", "the first of equals");
}

int main(void)
{
	test_table();
	test_defaults();
	test_good_values();
	test_bad_values();
	test_bad_overrides();
	test_prefix_length();
	test_check();
	test_random();
	test_near();
	return tap_done();
}
