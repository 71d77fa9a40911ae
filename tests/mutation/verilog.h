/* verilog.h - the expressions of an emitted module
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads the Verilog that the generator emits (not all of Verilog) as far as
 * mutation needs it: where the expressions are that gates are made of, and what
 * their parts are. A `struct module` owns its text and everything read from it;
 * nodes refer to the text by offsets and to each other by index.
 */
#ifndef WW_TESTS_MUTATION_VERILOG_H
#define WW_TESTS_MUTATION_VERILOG_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_OPERATOR, TOKEN_END };

struct token {
	enum token_kind kind;
	size_t start, end;
};

enum node_kind {
	NODE_NAME,
	NODE_NUMBER,
	NODE_UNARY,
	NODE_BINARY,
	NODE_TERNARY,
	NODE_LIST,              /* concatenation, replication, parentheses */
	NODE_SELECT             /* a name and its indices */
};

enum { NODE_CHILDREN = 64, NODE_NONE = -1 };

struct node {
	enum node_kind kind;
	size_t start, end;
	size_t op, op_end;      /* of the operator */
	bool constant;          /* nothing but parameters and loop variables */
	bool fixed;             /* within an index or the count of copies */
	int child[NODE_CHILDREN];
	int children;
};

/* What an expression is for. */
enum root_kind {
	ROOT_VALUE,             /* assigned, without a clock */
	ROOT_NEXT,              /* assigned at the clock: LHS <= EXPRESSION */
	ROOT_CONDITION,
	ROOT_CASE,
	ROOT_PORT               /* of an instance */
};

struct root {
	enum root_kind kind;
	int node;
	size_t lhs, lhs_end;
};

struct module {
	char *name;             /* without the prefix */
	char *path;
	char *text;
	struct token *tokens;
	size_t token_count;
	struct node *nodes;
	size_t node_count, node_room;
	struct root *roots;
	size_t root_count, root_room;
	char **constants;       /* names of parameters and loop variables */
	size_t constant_count;
	size_t at;              /* the parser's token */
	const char *bad;        /* what it could not read, or NULL */
};

/* Tokens of M->text; attributes and comments are no tokens. */
void lexer_run(struct module *m);
/* Roots and nodes of the tokens. 0, or -1 and M->bad, M->at. */
int parser_run(struct module *m);

/* The expression that begins at a token, read again as nodes of its own; *NEXT
 * is the token behind it. NODE_NONE if there is none. */
int parser_expression(struct module *m, size_t token, size_t *next);

bool token_is(const struct module *m, size_t token, const char *text);
int line_of(const struct module *m, size_t offset);

/* Never NULL: ends the program if there is no memory. */
void *grow(void *p, size_t count, size_t size);

#endif
