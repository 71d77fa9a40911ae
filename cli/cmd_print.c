/* cmd_print - the command print: the tables of this program
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/near.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "isa/isa.h"
#include "isa/ventus/vt_isa.h"
#include "machine/has.h"
#include "session/machine.h"

static int print_params(const struct config *cfg, struct diag *dg)
{
	char value[64], domain[80];
	struct config def;

	(void)cfg;
	(void)dg;
	config_init(&def);
	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		config_text(&def, p, value, sizeof value);
		param_domain(p, domain, sizeof domain);
		printf("%-16s %-11s %s (%s)\n", p->path, value, p->doc,
		       domain);
	}
	return CMD_PASS;
}

static int print_config(const struct config *cfg, struct diag *dg)
{
	struct tpl_out out = { 0 };

	(void)dg;
	config_write_toml(cfg, &out);
	fputs(out.text, stdout);
	tpl_out_free(&out);
	return CMD_PASS;
}

static int print_derived(const struct config *cfg, struct diag *dg)
{
	const struct derive_row *row;
	struct derived d;

	(void)dg;
	derive(cfg, &d);
	for (size_t i = 0; (row = derive_row(i)); i++)
		printf("%-19s %-6" PRIu32 " %s\n", row->name,
		       derive_get(&d, row), row->doc);
	return CMD_PASS;
}

static int print_isa(const struct config *cfg, struct diag *dg)
{
	const struct machine m = machine_from_config(cfg);

	(void)dg;
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		const struct isa_insn *in = isa_insn((enum isa_op)op);
		if (machine_has(&m, in->ext))
			printf("%-8s %-9s %s\n", in->name,
			       isa_ext_name(in->ext), in->row);
	}
	return CMD_PASS;
}

static int print_ventus(const struct config *cfg, struct diag *dg)
{
	(void)cfg;
	(void)dg;
	for (int op = 0; op < VT_OP_COUNT; op++)
		printf("%-16s %s\n", vt_row((enum vt_op)op)->name,
		       vt_row((enum vt_op)op)->row);
	return CMD_PASS;
}

static int print_csrs(const struct config *cfg, struct diag *dg)
{
	const struct isa_csr *csr;

	(void)dg;
	for (size_t i = 0; (csr = isa_csr_row(i)); i++)
		if ((cfg->dispatch || !isa_csr_blocks(csr->address)) &&
		    !isa_csr_counter(csr->address) &&
		    !isa_csr_selects(csr->address))
			printf("0x%03" PRIX32 " %-13s %s\n", csr->address,
			       csr->name, csr->doc);
	for (size_t i = 0; (csr = isa_csr_row(i)); i++)
		if ((isa_csr_counter(csr->address) == ISA_COUNTER_FIRST &&
		     cfg->counters) ||
		    (isa_csr_selects(csr->address) == ISA_COUNTER_FIRST &&
		     cfg->selected))
			printf("0x%03" PRIX32 " %-13s and the 28 behind it: "
			       "print counters\n", csr->address, csr->name);
	return CMD_PASS;
}

static int print_counters(const struct config *cfg, struct diag *dg)
{
	static const char *const kinds[] = {
		[ISA_EVENT_CYCLE] = "cycle",
		[ISA_EVENT_INSTRUCTION] = "instruction",
		[ISA_EVENT_TIMING] = "timing"
	};
	const struct isa_event *event;

	(void)dg;
	if (!cfg->counters)
		printf("there are none: core.counters is false\n");
	if (cfg->selected)
		printf("mhpmevent3 .. mhpmevent%" PRIu32 " select one of these "
		       "for mhpmcounter3 .. mhpmcounter%" PRIu32 "\n",
		       2 + cfg->selected, 2 + cfg->selected);
	for (size_t i = 0; cfg->counters && (event = isa_event_row(i)) &&
	     (cfg->selected || event->number < ISA_COUNTERS); i++)
		printf("%-2" PRIu32 " %-12s %-11s %s\n", event->number,
		       event->name, kinds[event->kind], event->doc);
	return CMD_PASS;
}

static int print_files(const struct config *cfg, struct diag *dg)
{
	struct tpl_out out = { 0 };
	int status = gen_list_files(cfg, &out, dg);

	if (status == GEN_OK)
		fputs(out.text, stdout);
	tpl_out_free(&out);
	return status;
}

static int print_map(const struct config *cfg, struct diag *dg)
{
	struct config_area area;

	(void)dg;
	for (size_t i = 0; config_area(cfg, i, &area); i++)
		printf("0x%08" PRIx32 " 0x%08" PRIx32 " %s\n", area.first,
		       area.last, area.doc);
	printf("0x%08" PRIx32 " 0x%08" PRIx32 " first instruction\n",
	       cfg->reset_pc, cfg->reset_pc + 3);
	return CMD_PASS;
}

static int print_checks(const struct config *cfg, struct diag *dg)
{
	const struct check_row *row;

	(void)cfg;
	(void)dg;
	for (size_t i = 0; (row = check_row(i)); i++)
		printf("%-21s %s\n", row->name, row->doc);
	return CMD_PASS;
}

static const struct {
	const char *name;
	int (*print)(const struct config *cfg, struct diag *dg);
} topics[] = {
	{ "params",  print_params },
	{ "config",  print_config },
	{ "derived", print_derived },
	{ "isa",     print_isa },
	{ "ventus",  print_ventus },
	{ "csrs",    print_csrs },
	{ "counters", print_counters },
	{ "files",   print_files },
	{ "map",     print_map },
	{ "checks",  print_checks },
};

enum { TOPICS = sizeof topics / sizeof topics[0] };

enum { PRINT_RANDOM };

static const struct option_row rows[] = {
	[PRINT_RANDOM] = { 0, "random", "SEED",
			   "a random configuration instead of a given one" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"print TOPIC [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]...",
	"Topics:\n"
	"  params    every parameter: key, default, meaning, range\n"
	"  config    the complete configuration as TOML\n"
	"  derived   values that templates see besides the parameters\n"
	"  isa       instructions: extension and encoding\n"
	"  ventus    instructions of Ventus: encoding\n"
	"  csrs      control and status registers\n"
	"  counters  performance counters: number, event, class, meaning\n"
	"  files     what gen would write\n"
	"  map       the memory map\n"
	"  checks    what is checked of a configuration"
};

struct request {
	const char *topic;
	uint64_t seed;
	bool is_random;
};

static int unknown_topic(const struct options *o, const char *topic)
{
	struct near n;

	near_init(&n, topic);
	for (int i = 0; i < TOPICS; i++)
		near_try(&n, topics[i].name);
	if (near_best(&n))
		return options_bad(o, "unknown topic '%s'; did you mean '%s'?",
				   topic, n.best);
	return options_bad(o, "unknown topic '%s'", topic);
}

static int print(struct options *o, const struct request *r, int topic)
{
	struct config cfg;
	struct diag dg;
	int status = GEN_OK;

	diag_init(&dg, stderr);
	if (r->is_random)
		config_random(&cfg, r->seed, false);
	else
		status = options_load(o, &cfg, &dg);
	if (status == GEN_OK)
		status = topics[topic].print(&cfg, &dg);
	diag_free(&dg);
	return status;
}

static int parse(struct options *o, struct request *r)
{
	int opt;

	while (options_more(opt = options_next(o))) {
		if (opt == PRINT_RANDOM) {
			r->is_random = true;
			if (options_number(o, &r->seed) < 0)
				return OPTIONS_BAD;
		} else if (r->topic) {
			return options_unexpected(o);
		} else {
			r->topic = o->value;
		}
	}
	if (opt != OPTIONS_END)
		return opt;
	if (!r->topic)
		return options_bad(o, "expected a topic");
	if (r->is_random && (o->config || o->override_count))
		return options_bad(o, "--random chooses the configuration; "
				   "-c and -s do not go with it");
	return OPTIONS_END;
}

int cmd_print(int argc, char **argv)
{
	struct request r = { 0 };
	struct options o;
	int opt, topic = 0, status;

	options_init(&o, argc, argv, &text, rows);
	opt = parse(&o, &r);
	while (opt == OPTIONS_END && topic < TOPICS &&
	       strcmp(topics[topic].name, r.topic) != 0)
		topic++;
	if (topic == TOPICS)
		opt = unknown_topic(&o, r.topic);
	status = opt == OPTIONS_END ? print(&o, &r, topic) :
		 options_status(opt);
	options_free(&o);
	return status;
}
