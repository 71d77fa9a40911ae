/* flows.c - writes the files of an emitted tree that describe it to tools
 * SPDX-License-Identifier: Apache-2.0
 *
 * All paths are relative to the file that contains them, so a tree may be
 * moved.
 */
#include "gen/manifest.h"

/* Writes PATTERN once per Verilog file, with the file's name for its %s. */
#define each_rtl(out, tree, pattern) \
	for (size_t i_ = 0; i_ < (tree)->count; i_++) \
		if ((tree)->files[i_].is_rtl) \
			tpl_printf(out, pattern, (tree)->files[i_].name)

void write_filelist(struct tpl_out *out, const struct tree *tree)
{
	each_rtl(out, tree, "%s\n");
}

/* The bench: its files, its target, and what a run is given. */
static void put_fusesoc_bench(struct tpl_out *out, const struct tree *tree)
{
	static const struct {
		const char *name, *type, *doc;
	} parameters[] = {
		{ "image", "file", "RAM, for $readmemh" },
		{ "latency", "int", "cycles of the memory" },
		{ "random", "int", "seed of random waits and orders" },
		{ "timeout", "int", "the run fails after so many cycles" }
	};

	if (!tree->testbench)
		return;
	tpl_printf(out, "  sim:\n    filesets: [rtl, tb]\n"
		   "    toplevel: %s_tb\n    default_tool: icarus\n"
		   "    parameters: [image, latency, random, timeout]\n"
		   "    tools:\n      icarus:\n"
		   "        iverilog_options: [-g2005]\n"
		   "      verilator:\n        mode: binary\n\n"
		   "parameters:\n", tree->cfg->prefix);
	for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
		tpl_printf(out, "  %s:\n    datatype: %s\n"
			   "    paramtype: plusarg\n    description: %s\n",
			   parameters[i].name, parameters[i].type,
			   parameters[i].doc);
}

void write_fusesoc(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "CAPI=2:\n\nname: ::%s:0\n"
		   "description: SIMT core emitted by warpwright\n\n"
		   "filesets:\n  rtl:\n    files:\n", tree->top);
	each_rtl(out, tree, "      - %s\n");
	tpl_printf(out, "    file_type: verilogSource\n\n");
	if (tree->testbench)
		tpl_printf(out, "  tb:\n    files:\n");
	for (size_t i = 0; i < tree->count; i++)
		if (tree->files[i].is_bench)
			tpl_printf(out, "      - %s\n", tree->files[i].name);
	if (tree->testbench)
		tpl_printf(out, "    file_type: verilogSource\n\n");
	tpl_printf(out, "targets:\n"
		   "  default: &default\n"
		   "    filesets: [rtl]\n"
		   "    toplevel: %s\n"
		   "  lint:\n"
		   "    <<: *default\n"
		   "    default_tool: verilator\n"
		   "    tools:\n"
		   "      verilator:\n"
		   "        mode: lint-only\n"
		   "        verilator_options: [-Wall]\n", tree->top);
	put_fusesoc_bench(out, tree);
}

void write_yosys(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "# %s.ys - check and synthesize %s with yosys\n"
		   "# run in this directory: yosys -s %s.ys\n",
		   tree->cfg->prefix, tree->top, tree->cfg->prefix);
	each_rtl(out, tree, "read_verilog %s\n");
	tpl_printf(out, "hierarchy -check -top %s\nproc\ncheck -assert\n"
		   "synth -top %s\ncheck -assert\nstat\n",
		   tree->top, tree->top);
}

void write_vivado(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "# vivado.tcl - synthesize %s out of context\n"
		   "# vivado -mode batch -source vivado.tcl "
		   "[-tclargs PART PERIOD_NS]\n"
		   "set part xc7a100tcsg324-1\nset period 10.0\n"
		   "if {$argc > 0} {set part [lindex $argv 0]}\n"
		   "if {$argc > 1} {set period [lindex $argv 1]}\n"
		   "set here [file dirname [file normalize "
		   "[info script]]]\n", tree->top);
	each_rtl(out, tree, "read_verilog [file join $here %s]\n");
	tpl_printf(out, "synth_design -top %s -part $part "
		   "-mode out_of_context\n"
		   "create_clock -name clk -period $period [get_ports clk]\n"
		   "opt_design\nplace_design\nroute_design\n"
		   "report_utilization\nreport_timing_summary\n", tree->top);
}

void write_quartus(struct tpl_out *out, const struct tree *tree)
{
	each_rtl(out, tree, "set_global_assignment -name VERILOG_FILE "
		 "[file join $::quartus(qip_path) \"%s\"]\n");
}
