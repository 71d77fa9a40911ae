/* parser.c - statements and expressions of a module
 * SPDX-License-Identifier: Apache-2.0
 *
 * Recursive descent over the Verilog that the templates are written in.
 * Declarations, parameters, generate loops and labels of cases are passed over.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "tests/mutation/verilog.h"

static int expression(struct module *m, int level, bool fixed);

/* --- tokens ----------------------------------------------------------- */

static bool is(const struct module *m, const char *text)
{
	return token_is(m, m->at, text);
}

static bool accept(struct module *m, const char *text)
{
	if (!is(m, text))
		return false;
	m->at++;
	return true;
}

static void fail(struct module *m, const char *what)
{
	if (!m->bad)
		m->bad = what;
}

static void expect(struct module *m, const char *text)
{
	if (!m->bad && !accept(m, text))
		fail(m, text);
}

static const struct token *here(const struct module *m)
{
	return &m->tokens[m->at];
}

static bool at_end(const struct module *m)
{
	return m->bad || here(m)->kind == TOKEN_END;
}

/* Past a token and, if it opens something, what that closes. */
static void pass(struct module *m)
{
	int depth = 0;

	do {
		if (is(m, "(") || is(m, "[") || is(m, "{"))
			depth++;
		if (is(m, ")") || is(m, "]") || is(m, "}"))
			depth--;
		m->at++;
	} while (depth > 0 && !at_end(m));
}

static void pass_to(struct module *m, const char *text)
{
	while (!at_end(m) && !is(m, text))
		pass(m);
	expect(m, text);
}

/* --- constants -------------------------------------------------------- */

static bool is_constant(const struct module *m, const struct token *t)
{
	size_t n = t->end - t->start;

	for (size_t i = 0; i < m->constant_count; i++)
		if (strlen(m->constants[i]) == n &&
		    strncmp(m->constants[i], m->text + t->start, n) == 0)
			return true;
	return false;
}

static void add_constant(struct module *m, size_t token)
{
	const struct token *t = &m->tokens[token];
	char *name = strndup(m->text + t->start, t->end - t->start);

	m->constants = grow(m->constants, m->constant_count + 1,
			    sizeof *m->constants);
	m->constants[m->constant_count++] = name ? name : grow(NULL, 1, 1);
}

/* Names before `=` of parameters, and those of loop variables. */
static void find_constants(struct module *m)
{
	for (size_t i = 0; i + 1 < m->token_count; i++) {
		if (token_is(m, i, "parameter") ||
		    token_is(m, i, "localparam")) {
			while (!token_is(m, i + 1, "=") &&
			       i + 2 < m->token_count)
				i++;
			add_constant(m, i);
		} else if (token_is(m, i, "genvar") ||
			   token_is(m, i, "integer")) {
			for (i++;
			     i + 1 < m->token_count && !token_is(m, i, ";");
			     i++)
				if (m->tokens[i].kind == TOKEN_NAME)
					add_constant(m, i);
		}
	}
}

/* --- nodes ------------------------------------------------------------ */

static int node(struct module *m, enum node_kind kind, size_t start, bool fixed)
{
	struct node *n;

	if (m->node_count == m->node_room) {
		m->node_room = m->node_room ? 2 * m->node_room : 256;
		m->nodes = grow(m->nodes, m->node_room, sizeof *m->nodes);
	}
	n = &m->nodes[m->node_count];
	memset(n, 0, sizeof *n);
	n->kind = kind;
	n->start = start;
	n->fixed = fixed;
	n->constant = true;
	return (int)m->node_count++;
}

static void adopt(struct module *m, int parent, int child)
{
	struct node *n = &m->nodes[parent];

	if (child < 0)
		return;
	if (n->children == NODE_CHILDREN) {
		fail(m, "a shorter list");
		return;
	}
	n->child[n->children++] = child;
	n->constant = n->constant && m->nodes[child].constant;
}

static int finish(struct module *m, int n)
{
	m->nodes[n].end = m->tokens[m->at - 1].end;
	return n;
}

/* --- expressions ------------------------------------------------------ */

/* Operators by how strongly they bind, weakest first. */
static const char *const levels[][9] = {
	{ "||" }, { "&&" }, { "|" }, { "^", "~^" }, { "&" }, { "==", "!=" },
	{ "<", "<=", ">", ">=" }, { "<<", ">>" }, { "+", "-" },
	{ "*", "/", "%" }
};

enum { LEVELS = sizeof levels / sizeof *levels };

static bool of_level(const struct module *m, int level)
{
	for (const char *const *op = levels[level]; *op; op++)
		if (is(m, *op))
			return true;
	return false;
}

static void operands(struct module *m, int list, const char *close, bool fixed)
{
	while (!at_end(m) && !is(m, close)) {
		adopt(m, list, expression(m, 0, fixed));
		if (!accept(m, ",") && !accept(m, ":") && !accept(m, "+:") &&
		    !accept(m, "-:"))
			break;
	}
	expect(m, close);
}

/* {a, b} or {N{a, b}} */
static int braces(struct module *m, bool fixed)
{
	int list = node(m, NODE_LIST, here(m)->start, fixed);
	size_t first;

	m->at++;
	first = m->at;
	adopt(m, list, expression(m, 0, fixed));
	if (is(m, "{")) {
		m->at = first;
		m->nodes[list].children = 0;
		m->nodes[list].constant = true;
		expression(m, 0, true);
		adopt(m, list, braces(m, fixed));
	} else {
		accept(m, ",");
		operands(m, list, "}", fixed);
		return finish(m, list);
	}
	expect(m, "}");
	return finish(m, list);
}

static int name(struct module *m, bool fixed)
{
	int n = node(m, NODE_NAME, here(m)->start, fixed);

	m->nodes[n].constant = is_constant(m, here(m));
	m->at++;
	while (is(m, "[") || is(m, ".")) {
		if (accept(m, ".")) {
			m->nodes[n].kind = NODE_NAME;
			m->nodes[n].constant = false;
			m->at++;
			continue;
		}
		m->nodes[n].kind = NODE_SELECT;
		m->at++;
		operands(m, n, "]", true);
	}
	return finish(m, n);
}

static int primary(struct module *m, bool fixed)
{
	int n;

	if (is(m, "{"))
		return braces(m, fixed);
	if (is(m, "(")) {
		n = node(m, NODE_LIST, here(m)->start, fixed);
		m->at++;
		operands(m, n, ")", fixed);
		return finish(m, n);
	}
	if (here(m)->kind == TOKEN_NAME)
		return name(m, fixed);
	if (here(m)->kind != TOKEN_NUMBER) {
		fail(m, "an operand");
		return NODE_NONE;
	}
	n = node(m, NODE_NUMBER, here(m)->start, fixed);
	m->at++;
	return finish(m, n);
}

static int unary(struct module *m, bool fixed)
{
	static const char *const ops[] = { "~", "!",  "-",  "&", "|",
					   "^", "~|", "~&", "~^" };

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (is(m, ops[i])) {
			int n = node(m, NODE_UNARY, here(m)->start, fixed);

			m->nodes[n].op = here(m)->start;
			m->nodes[n].op_end = here(m)->end;
			m->at++;
			adopt(m, n, unary(m, fixed));
			return finish(m, n);
		}
	return primary(m, fixed);
}

static int binary(struct module *m, int level, bool fixed)
{
	int left = level == LEVELS ? unary(m, fixed) :
				     binary(m, level + 1, fixed);

	while (level < LEVELS && !at_end(m) && of_level(m, level)) {
		int n = node(m, NODE_BINARY, m->nodes[left].start, fixed);

		m->nodes[n].op = here(m)->start;
		m->nodes[n].op_end = here(m)->end;
		m->at++;
		adopt(m, n, left);
		adopt(m, n, binary(m, level + 1, fixed));
		left = finish(m, n);
	}
	return left;
}

static int expression(struct module *m, int level, bool fixed)
{
	int n, condition = binary(m, level, fixed);

	if (m->bad || !is(m, "?"))
		return condition;
	n = node(m, NODE_TERNARY, m->nodes[condition].start, fixed);
	m->at++;
	adopt(m, n, condition);
	adopt(m, n, expression(m, 0, fixed));
	expect(m, ":");
	adopt(m, n, expression(m, 0, fixed));
	return finish(m, n);
}

/* --- where expressions are -------------------------------------------- */

static void root(struct module *m, enum root_kind kind, size_t lhs,
		 size_t lhs_end)
{
	int n = expression(m, 0, false);

	if (m->bad)
		return;
	if (m->root_count == m->root_room) {
		m->root_room = m->root_room ? 2 * m->root_room : 256;
		m->roots = grow(m->roots, m->root_room, sizeof *m->roots);
	}
	m->roots[m->root_count++] = (struct root){ kind, n, lhs, lhs_end };
}

/* LHS = e; or LHS <= e; */
static void assignment(struct module *m)
{
	size_t lhs = here(m)->start, end;
	bool next;

	while (!at_end(m) && !is(m, "=") && !is(m, "<="))
		pass(m);
	end = m->tokens[m->at - 1].end;
	next = is(m, "<=");
	m->at++;
	root(m, next ? ROOT_NEXT : ROOT_VALUE, lhs, end);
}

static void statement(struct module *m);

static void cases(struct module *m)
{
	expect(m, "(");
	root(m, ROOT_CASE, 0, 0);
	expect(m, ")");
	while (!at_end(m) && !accept(m, "endcase")) {
		while (!at_end(m) && !is(m, ":"))
			pass(m);
		expect(m, ":");
		statement(m);
	}
}

static void condition(struct module *m)
{
	expect(m, "(");
	root(m, ROOT_CONDITION, 0, 0);
	expect(m, ")");
	statement(m);
	if (accept(m, "else"))
		statement(m);
}

static void block(struct module *m)
{
	if (accept(m, ":"))
		m->at++;
	while (!at_end(m) && !accept(m, "end"))
		statement(m);
}

static void statement(struct module *m)
{
	if (accept(m, "begin")) {
		block(m);
	} else if (accept(m, "if")) {
		condition(m);
	} else if (accept(m, "case") || accept(m, "casez")) {
		cases(m);
	} else if (accept(m, "for")) {
		pass(m);
		statement(m);
	} else if (accept(m, ";")) {
		return;
	} else if (here(m)->kind == TOKEN_NAME && !is(m, "reg") &&
		   !is(m, "integer")) {
		assignment(m);
		expect(m, ";");
	} else if (is(m, "{")) {
		assignment(m);
		expect(m, ";");
	} else {
		pass_to(m, ";");
	}
}

/* wire [..] a = e, b = e; */
static void declaration(struct module *m)
{
	while (!at_end(m) && !is(m, ";")) {
		size_t name = m->at;

		if (!is(m, "=")) {
			pass(m);
			continue;
		}
		m->at++;
		root(m, ROOT_VALUE, m->tokens[name - 1].start,
		     m->tokens[name - 1].end);
	}
	expect(m, ";");
}

/* TYPE #(...) NAME ( .port(e), ... ); */
static void instance(struct module *m)
{
	m->at++;
	if (accept(m, "#"))
		pass(m);
	m->at++;
	expect(m, "(");
	while (!at_end(m) && accept(m, ".")) {
		m->at++;
		expect(m, "(");
		if (!is(m, ")"))
			root(m, ROOT_PORT, 0, 0);
		expect(m, ")");
		accept(m, ",");
	}
	expect(m, ")");
	expect(m, ";");
}

static void always(struct module *m)
{
	expect(m, "@");
	if (is(m, "("))
		pass(m);
	else
		m->at++;
	statement(m);
}

static void item(struct module *m)
{
	static const char *const words[] = { "generate", "endgenerate", "end",
					     "else", "endmodule" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (accept(m, words[i]))
			return;
	if (accept(m, "module") || accept(m, "localparam") ||
	    accept(m, "genvar") || accept(m, "integer") ||
	    accept(m, "initial")) {
		pass_to(m, ";");
	} else if (accept(m, "wire") || accept(m, "reg")) {
		declaration(m);
	} else if (accept(m, "assign")) {
		assignment(m);
		expect(m, ";");
	} else if (accept(m, "always")) {
		always(m);
	} else if (accept(m, "for") || accept(m, "if")) {
		pass(m);
	} else if (accept(m, "begin")) {
		if (accept(m, ":"))
			m->at++;
	} else if (here(m)->kind == TOKEN_NAME) {
		instance(m);
	} else {
		fail(m, "an item of a module");
	}
}

int parser_run(struct module *m)
{
	find_constants(m);
	while (!at_end(m))
		item(m);
	return m->bad ? -1 : 0;
}

int parser_expression(struct module *m, size_t token, size_t *next)
{
	size_t at = m->at;
	const char *bad = m->bad;
	int n;

	m->bad = NULL;
	m->at = token;
	n = expression(m, 0, true);
	if (m->bad)
		n = NODE_NONE;
	*next = m->at;
	m->at = at;
	m->bad = bad;
	return n;
}
