/* tpl - the template engine: expansion, and errors at their place
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "gen/tpl.h"

#include "gen/params.h"
#include "tests/gen/messages.h"
#include "tests/tap.h"

static const char *const sizes[] = { "small", "large", NULL };

static void emit_hello(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "hello %s\n", cfg->prefix);
}

static const struct tpl_emitter emitters[] = {
	{ "hello", emit_hello },
	{ NULL, NULL }
};

struct bench {
	struct messages m;
	struct tpl_dict dict;
	struct config cfg;
	struct tpl t;
	struct tpl_out out;
};

static bool congest;    /* test.congest in the next bench */

/* The file that asks for the template "child". */
static const char *asks = "f.v";

/* The templates that `ports` and `connect` can name. */
static const char *read_other(const struct tpl *t, const char *file,
			      const char *name, const char **path,
			      size_t *length)
{
	static const char *const texts[][2] = {
		{ "other", "// other\nmodule ${prefix}_a (\n"
			   "  b,  //% if yes\n  c   //% if no\n);\nbody\n" },
		{ "wrong", "// wrong\nmodule a (\n  ${tree}\n);\n" },
		{ "open", "module a (\n  b\n) ;\n" },
		{ "child", "module a (\n  input  wire       clk,  // input x\n"
			   "  input  wire [1:0] in,\n"
			   "  output wire       more,  //% if no\n"
			   "  output reg  [1:0] out  // a result\n);\n" },
		{ "variant", "// variant\n//% ports child\nbody\n" },
	};

	(void)t;
	is_str(file, strcmp(name, "child") ? "f.v" : asks,
	       "the file that asks");
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (strcmp(texts[i][0], name) == 0) {
			*path = name;
			*length = strlen(texts[i][1]);
			return texts[i][1];
		}
	return NULL;
}

static void bench_begin(struct bench *b)
{
	memset(b, 0, sizeof *b);
	messages_begin(&b->m);
	config_init(&b->cfg);
	tpl_add_number(&b->dict, "three", 3);
	tpl_add_number(&b->dict, "two", 2);
	tpl_add_number(&b->dict, "zero", 0);
	tpl_add_flag(&b->dict, "yes", true);
	tpl_add_flag(&b->dict, "no", false);
	tpl_add_word(&b->dict, "size", sizes, 1);
	tpl_add_text(&b->dict, "prefix", "pp");
	tpl_add_number(&b->dict, "stall_door", 7);
	tpl_add_flag(&b->dict, "congest", congest);
	b->t = (struct tpl){ &b->dict, emitters, &b->cfg, &b->m.dg,
			     read_other };
}

static void bench_end(struct bench *b)
{
	tpl_out_free(&b->out);
	messages_end(&b->m);
}

static void good(const char *text, const char *want, const char *name)
{
	struct bench b;

	bench_begin(&b);
	tpl_expand(&b.t, "f.v", text, strlen(text), &b.out);
	is_str(messages_text(&b.m), "", "no message");
	is_str(b.out.text ? b.out.text : "", want, name);
	bench_end(&b);
}

static void bad(const char *text, const char *want)
{
	struct bench b;

	bench_begin(&b);
	ok(tpl_expand(&b.t, "f.v", text, strlen(text), &b.out) == -1,
	   "refused");
	is_str(messages_text(&b.m), want, "the message");
	bench_end(&b);
}

static void test_text(void)
{
	good("", "", "empty");
	good("a\n\tb  \nno newline", "a\n\tb  \nno newline", "verbatim");
	good("// 50 % and a / % b\n", "// 50 % and a / % b\n", "no directive");
	good("${prefix}_x ${three}${two}\n", "pp_x 32\n", "names");
	good("$clog2(${three}) $x }{ $ {two}\n", "$clog2(3) $x }{ $ {two}\n",
	     "dollars and braces");
	good("${yes}${no}${size}\n", "10large\n", "flags and words");
}

static void test_if(void)
{
	good("//% if yes\na\n//% else\nb\n//% end\nc\n", "a\nc\n", "if");
	good("//% if no\na\n//% else\nb\n//% end\nc\n", "b\nc\n", "else");
	good("//% if not no\na\n//% end\n", "a\n", "not");
	good("//% if size == large\na\n//% else\nb\n//% end\n", "a\n", "==");
	good("//% if size == small\na\n//% elif yes\nb\n//% else\nc\n//% end\n",
	     "b\n", "elif");
	good("//% if yes\na\n//% elif yes\nb\n//% else\nc\n//% end\n",
	     "a\n", "only the first true arm");
	good("//% if no\na\n//% if yes\nb\n//% else\nc\n//% end\nd\n//% end\n",
	     "", "nested in a dead arm");
	good("//%  if \t yes  \na\n//%end\n", "a\n", "blanks");
}

static void test_for(void)
{
	good("//% for i in three\n.p${i}(q[${i}]),\n//% end\n",
	     ".p0(q[0]),\n.p1(q[1]),\n.p2(q[2]),\n", "for");
	good("//% for i in zero\n${i}\n//% end\nx\n", "x\n", "no turn");
	good("//% for i in two\n//% for j in three\n${i}${j}\n//% end\n"
	     "//% end\n", "00\n01\n02\n10\n11\n12\n", "for in for");
	good("//% for i in two\n//% if no\na\n//% else\nb${i}\n//% end\n"
	     "//% end\n", "b0\nb1\n", "if in for");
	good("//% for i in two\n//% end\n//% for i in two\n${i}\n//% end\n",
	     "0\n1\n", "a variable may be used again");
}

static void test_emit(void)
{
	good("a\n//% emit hello\nb\n", "a\nhello ww\nb\n", "emit");
	good("//% if no\n//% emit hello\n//% end\n", "", "dead emit");
	good("//% for i in two\n//% emit hello\n//% end\n",
	     "hello ww\nhello ww\n", "emit in for");
}

static void test_guards(void)
{
	good("a  //% if yes\nb\n", "a\nb\n", "a line with a guard");
	good("a\t//% if no\nb\n", "b\n", "one that does not hold");
	good("  a ${two} //% if yes\n", "  a 2\n", "its text");
	good("a // b //% if not no\n", "a // b\n", "behind a comment");
	good("a //% if yes\nb //% else\n", "a\n", "else, not taken");
	good("a //% if no\nb //% else\n", "b\n", "else, taken");
	good("a //% if no\nb //% elif size == large\nc //% else\n", "b\n",
	     "elif");
	good("a //% if yes\nb //% elif yes\nc //% else\n", "a\n",
	     "only the first true line");
	good("a //% if yes\nb //% if yes\nc //% else\n", "a\nb\n",
	     "each if begins anew");
	good("//% if no\na //% if yes\nb //% else\n//% end\n", "",
	     "in a dead block");
	good("//% for i in two\n${i} //% if yes\n//% end\n", "0\n1\n",
	     "in for");
	good("a //% if yes", "a\n", "without a newline");
}

static void test_bad_guards(void)
{
	bad("a //% if nope\n", "f.v:1:10: error: unknown name 'nope'; did "
	    "you mean 'no'? [template]\n");
	bad("${tree} //% if no\n", "f.v:1:1: error: unknown name 'tree'; did "
	    "you mean 'three'? [template]\n");
	bad("a //% end\n", "f.v:1:3: error: behind text there is '//% if', "
	    "'elif' or 'else', not '//% end' [template]\n");
	bad("a //% else\n", "f.v:1:7: error: 'else' without an 'if' behind "
	    "the line before [template]\n");
	bad("a //% if yes\n\nb //% else\n", "f.v:3:7: error: 'else' without "
	    "an 'if' behind the line before [template]\n");
	bad("a //% if yes\nb //% else\nc //% elif no\n", "f.v:3:7: error: "
	    "'elif' without an 'if' behind the line before [template]\n");
	bad("a //% if yes\nb //% else no\n", "f.v:2:12: error: unexpected "
	    "'no' [template]\n");
	bad("//% if yes\n//% if yes\n//% if yes\na //% if yes\n//% end\n"
	    "//% end\n//% end\n",
	    "f.v:4:1: error: blocks are at most 3 deep; move this one to a "
	    "module or an emitter [template]\n");
}

static void test_stalls(void)
{
	const char *use = "x = a & b${unless stall door};\n"
			  "y = a | b${or stall door};\n";
	const char *make = "//% stall door a & (b | ${two})\n";

	good(use, "x = a & b;\ny = a | b;\n", "no congestors: no stall");
	good(make, "", "and no congestor");
	good("//% stall door never\n", "", "nor its absence");
	congest = true;
	good(use, "x = a & b & ~stall_door;\ny = a | b | stall_door;\n",
	     "what a stall does to an expression");
	good(make, "  wire stall_door;\n\n"
	     "  ww_congestor u_stall_door (\n"
	     "    .clk(clk), .rst(rst), .congest(congest), .point(8'd7),\n"
	     "    .wants(a & (b | 2)),\n"
	     "    .stall(stall_door), .hit(congested[7])\n"
	     "  );\n\n", "a congestor");
	good("//% stall door never\n", "  assign congested[7] = 1'b0;\n",
	     "none here");
	good("//% if no\n//% stall door a\n//% end\n", "", "a dead stall");
	congest = false;
}

static void test_bad_stalls(void)
{
	bad("${unless stall dor}\n", "f.v:1:1: error: there is no stall "
	    "'dor'; stalls are in stalls.def [template]\n");
	bad("${unless door}\n", "f.v:1:1: error: '${}' takes a name, not an "
	    "expression: 'unless door' [template]\n");
	bad("//% stall dor a\n", "f.v:1:11: error: there is no stall 'dor'; "
	    "stalls are in stalls.def [template]\n");
	bad("//% stall door\n", "f.v:1:1: error: expected '//% stall NAME "
	    "EXPRESSION' [template]\n");
	bad("//% stall\n", "f.v:1:1: error: expected '//% stall NAME "
	    "EXPRESSION' [template]\n");
	bad("//% stall door ${tree}\n", "f.v:1:16: error: unknown name "
	    "'tree'; did you mean 'three'? [template]\n");
}

static void test_bad_names(void)
{
	bad("x ${tree}\n", "f.v:1:3: error: unknown name 'tree'; did you mean "
	    "'three'? [template]\n");
	bad("${elephant}\n", "f.v:1:1: error: unknown name 'elephant'; names "
	    "are in params.def and derive.def [template]\n");
	bad("${two+1}\n", "f.v:1:1: error: '${}' takes a name, not an "
	    "expression: 'two+1' [template]\n");
	bad("${}\n", "f.v:1:1: error: '${}' takes a name, not an expression: "
	    "'' [template]\n");
	bad("a ${two\n}\n", "f.v:1:3: error: '${' without '}' on the line "
	    "[template]\n");
	bad("//% if no\n${tree}\n//% end\n", "f.v:2:1: error: unknown name "
	    "'tree'; did you mean 'three'? [template]\n");
	bad("//% for i in zero\n${tree}\n//% end\n", "f.v:2:1: error: unknown "
	    "name 'tree'; did you mean 'three'? [template]\n");
	bad("//% for i in two\n//% end\n${i}\n", "f.v:3:1: error: unknown "
	    "name 'i'; names are in params.def and derive.def [template]\n");
	bad("//% for i in three\n${tree}\n//% end\n", "f.v:2:1: error: "
	    "unknown name 'tree'; did you mean 'three'? [template]\n");
}

static void test_bad_conditions(void)
{
	bad("//% if yess\n//% end\n", "f.v:1:8: error: unknown name 'yess'; "
	    "did you mean 'yes'? [template]\n");
	bad("//% if yes\n//% elif nope\n//% end\n", "f.v:2:10: error: unknown "
	    "name 'nope'; did you mean 'no'? [template]\n");
	bad("//% if two\n//% end\n", "f.v:1:8: error: 'two' is not true or "
	    "false; a number needs a FLAG row in derive.def, a choice "
	    "'== word' [template]\n");
	bad("//% if size == smal\n//% end\n", "f.v:1:16: error: 'size' is "
	    "never 'smal'; did you mean 'small'? [template]\n");
	bad("//% if two == 2\n//% end\n", "f.v:1:8: error: 'two' has no "
	    "words; only a choice is compared [template]\n");
	bad("//% if\n//% end\n", "f.v:1:1: error: a condition is 'name', "
	    "'not name' or 'name == word' [template]\n");
	bad("//% if yes && no\n//% end\n", "f.v:1:8: error: a condition is "
	    "'name', 'not name' or 'name == word' [template]\n");
}

static void test_bad_blocks(void)
{
	bad("//% end\n", "f.v:1:1: error: '//% end' without '//% if' or "
	    "'//% for' [template]\n");
	bad("//% else\n", "f.v:1:1: error: '//% else' without '//% if' "
	    "[template]\n");
	bad("a\n//% if yes\n", "f.v:2:1: error: '//% if' without '//% end' "
	    "[template]\n");
	bad("//% for i in two\nx\n", "f.v:1:1: error: '//% for' without "
	    "'//% end' [template]\n");
	bad("//% if yes\n//% else\n//% elif no\n//% end\n", "f.v:3:1: error: "
	    "'//% elif' after '//% else' [template]\n");
	bad("//% for i in two\n//% else\n//% end\n", "f.v:2:1: error: "
	    "'//% else' without '//% if' [template]\n");
	bad("//% if yes\n//% if yes\n//% if yes\n//% if yes\n//% end\n"
	    "//% end\n//% end\n//% end\n",
	    "f.v:4:1: error: blocks are at most 3 deep; move this one to a "
	    "module or an emitter [template]\n");
	bad("//% if yes\n//% end if\n", "f.v:2:9: error: unexpected 'if' "
	    "[template]\n");
}

static void test_ports(void)
{
	good("// f\n//% ports other\nend\n",
	     "// f\nmodule pp_a (\n  b,\n);\nend\n", "ports");
	good("//% if no\n//% ports other\n//% end\n", "", "dead ports");
	bad("//% ports\n", "f.v:1:1: error: expected '//% ports TEMPLATE' "
	    "[template]\n");
	bad("//% ports none\n", "f.v:1:11: error: no template 'none' in this "
	    "folder [template]\n");
	bad("\n//% ports open\n", "f.v:2:11: error: 'open' has no list of "
	    "ports, from 'module' to ');' [template]\n");
	bad("//% ports wrong\n", "wrong:3:3: error: unknown name 'tree'; did "
	    "you mean 'three'? [template]\n");
}

static void test_connect(void)
{
	good("  a u (\n//% connect child\n  );\n",
	     "  a u (\n    .clk(clk), .in(in), .out(out)\n  );\n", "connect");
	good("x (\n    a u (\n      .in(~in),\n//% connect child\n    );\n",
	     "x (\n    a u (\n      .in(~in),\n      .clk(clk), .out(out)\n"
	     "    );\n", "what is named stays");
	good("  a u (\n    .in(a), .clk(b),\n    .out(c),\n"
	     "//% connect child\n  );\n",
	     "  a u (\n    .in(a), .clk(b),\n    .out(c)\n  );\n",
	     "all are named");
	good("//% if no\n//% connect child\n//% end\n", "", "dead connect");
	bad("wire a;\n//% connect child\n", "f.v:2:1: error: '//% connect' "
	    "stands at the end of an instance [template]\n");
	bad("//% connect\n", "f.v:1:1: error: expected '//% connect TEMPLATE' "
	    "[template]\n");
	asks = "variant";
	good("  a u (\n//% connect variant\n  );\n",
	     "  a u (\n    .clk(clk), .in(in), .out(out)\n  );\n",
	     "the ports of another template");
	asks = "f.v";
}

static void test_bad_directives(void)
{
	bad("//% iff yes\n", "f.v:1:1: error: unknown directive '//% iff'; "
	    "did you mean '//% if'? [template]\n");
	bad("//%\n", "f.v:1:1: error: unknown directive '//% '; there are "
	    "if, elif, else, for, end, emit, stall, ports, connect "
	    "[template]\n");
	bad("  //% if yes\n", "f.v:1:3: error: '//%' stands in column one, "
	    "or behind text [template]\n");
	bad("x // /%//% end\n", "f.v:1:8: error: behind text there is "
	    "'//% if', 'elif' or 'else', not '//% end' [template]\n");
	bad("//% for i two\n//% end\n", "f.v:1:1: error: expected '//% for "
	    "VAR in NAME' [template]\n");
	bad("//% for two in three\n//% end\n", "f.v:1:9: error: 'two' already "
	    "has a meaning; choose another variable [template]\n");
	bad("//% for i in two\n//% for i in two\n//% end\n//% end\n",
	    "f.v:2:9: error: 'i' already has a meaning; choose another "
	    "variable [template]\n");
	bad("//% for i in yes\n//% end\n", "f.v:1:14: error: 'yes' is no "
	    "number [template]\n");
	bad("//% emit helo\n", "f.v:1:10: error: unknown emitter 'helo'; did "
	    "you mean 'hello'? [template]\n");
	bad("//% emit\n", "f.v:1:1: error: expected '//% emit NAME' "
	    "[template]\n");
}

static void test_all_errors(void)
{
	bad("${a1}\n//% if b1\n${c1}\n//% end\n",
	    "f.v:1:1: error: unknown name 'a1'; names are in params.def and "
	    "derive.def [template]\n"
	    "f.v:2:8: error: unknown name 'b1'; names are in params.def and "
	    "derive.def [template]\n"
	    "f.v:3:1: error: unknown name 'c1'; names are in params.def and "
	    "derive.def [template]\n");
}

static void test_condition(void)
{
	const struct diag_loc at = { "m", 7, 0 };
	struct bench b;

	bench_begin(&b);
	ok(tpl_condition(&b.t, at, "yes") == 1, "condition: name");
	ok(tpl_condition(&b.t, at, "not yes") == 0, "condition: not");
	ok(tpl_condition(&b.t, at, "size == large") == 1, "condition: ==");
	ok(tpl_condition(&b.t, at, "yess") == -1, "condition: unknown");
	is_str(messages_text(&b.m), "m:7:8: error: unknown name 'yess'; did "
	       "you mean 'yes'? [template]\n", "with its place");
	bench_end(&b);
}

static const char *value_of(const struct tpl_dict *d, const char *name)
{
	for (size_t i = 0; i < d->count; i++)
		if (strcmp(d->names[i].name, name) == 0)
			return d->names[i].text;
	return "(none)";
}

static void test_fill(void)
{
	struct tpl_dict d = { 0 };
	struct config cfg;

	config_init(&cfg);
	tpl_dict_fill(&d, &cfg);
	is_str(value_of(&d, "prefix"), "ww", "a name");
	is_str(value_of(&d, "warps"), "4", "a number");
	is_str(value_of(&d, "reset_pc"), "32'h80000000", "an address");
	is_str(value_of(&d, "has_m"), "1", "a flag");
	is_str(value_of(&d, "regfile"), "block", "a choice");
	is_str(value_of(&d, "lanes"), "4", "a derived number");
	is_str(value_of(&d, "folded"), "0", "a derived flag");
}

#define FAR "twenty letters, 20, twenty letters, 20, twenty letters, 20, " \
	"twenty letters, 20, 3 4 5"

/* In the port list alone; a comment that would pass column 100 stays behind its
 * declaration. */
static void test_align(void)
{
	struct tpl_out out = { 0 };

	tpl_printf(&out, "wire a; // a\nmodule m (\n  input a,    // a\n"
		   "  // group\n  input [1:0] b, // b\n  input c,\n"
		   "  input d // " FAR "\n);\nwire e;    // e");
	tpl_align(&out);
	is_str(out.text, "wire a; // a\nmodule m (\n  input a,        // a\n"
	       "  // group\n  input [1:0] b,  // b\n  input c,\n"
	       "  input d  // " FAR "\n);\nwire e;    // e",
	       "comments of ports: one column");
	tpl_out_free(&out);
}

int main(void)
{
	test_text();
	test_if();
	test_for();
	test_emit();
	test_guards();
	test_stalls();
	test_bad_names();
	test_bad_conditions();
	test_bad_blocks();
	test_ports();
	test_connect();
	test_bad_directives();
	test_bad_guards();
	test_bad_stalls();
	test_all_errors();
	test_condition();
	test_fill();
	test_align();
	return tap_done();
}
