/* regress_result.c - the result of a run: judge, store and load it
 * SPDX-License-Identifier: Apache-2.0
 *
 * The file `done` of a run is one line of tab-separated fields: outcome, word,
 * check, class of instructions, exit status, and numbers.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "cli/regress/regress.h"
#include "isa/isa.h"
#include "session/outfile.h"

enum { OUTPUT_LINES = 60, OUTPUT_BYTES = 16384 };

static const char *const outcomes[] = { "waiting", "ok", "failed", "broken" };

void regress_path(const struct regress *r, const struct regress_run *run,
		  const char *name, char path[PATH_MAX])
{
	int n = snprintf(path, PATH_MAX, "%s/runs/%s%s%s", r->results, run->id,
			 name ? "/" : "", name ? name : "");

	if (n < 0 || n >= PATH_MAX)
		path[0] = '\0';
}

/* --- files of a run --------------------------------------------------- */

/* The text behind "NAME": in JSON that our commands wrote; NULL if there is
 * none. */
static const char *member(const char *json, const char *name)
{
	char key[40];
	const char *at;

	snprintf(key, sizeof key, "\"%s\": ", name);
	at = json ? strstr(json, key) : NULL;
	return at ? at + strlen(key) : NULL;
}

static uint64_t number(const char *json, const char *name)
{
	const char *at = member(json, name);

	return at ? strtoull(at, NULL, 10) : 0;
}

static void text(const char *json, const char *name, char *buf, size_t size)
{
	const char *at = member(json, name);

	buf[0] = '\0';
	if (at && *at == '"')
		snprintf(buf, size, "%.*s", (int)strcspn(at + 1, "\"\t\n"),
			 at + 1);
}

static const char *class_of(enum isa_op op)
{
	switch (isa_insn(op)->class) {
	case ISA_CLASS_ALU: return "alu";
	case ISA_CLASS_MUL: case ISA_CLASS_DIV: return "muldiv";
	case ISA_CLASS_FLOAT: return "float";
	case ISA_CLASS_LOAD: return "load";
	case ISA_CLASS_STORE: return "store";
	case ISA_CLASS_ATOMIC: return "atomic";
	case ISA_CLASS_BRANCH: case ISA_CLASS_JUMP: return "branch";
	case ISA_CLASS_CSR: return "csr";
	case ISA_CLASS_FENCE: case ISA_CLASS_SYSTEM: return "system";
	case ISA_CLASS_SIMT: return "simt";
	}
	return "";
}

static void note_insn(const char *json, struct regress_result *res)
{
	enum isa_op op = ISA_INVALID;

	if (member(json, "insn"))
		op = isa_decode((uint32_t)number(json, "insn"));
	if (op != ISA_INVALID)
		snprintf(res->insn, sizeof res->insn, "%s", class_of(op));
}

static void note_numbers(const char *json, struct regress_result *res)
{
	res->cycles = number(json, "cycles");
	res->instructions = number(json, "instructions");
	res->checks = number(json, "checks");
	res->programs = number(json, "programs");
}

static void note_word(const char *json, struct regress_result *res)
{
	text(json, "kind", res->word, sizeof res->word);
	if (!res->word[0])
		text(json, "status", res->word, sizeof res->word);
	text(json, "check", res->check, sizeof res->check);
}

/* Removes terminal control sequences (ESC [ ... letter) and control
 * characters. */
static void remove_control(char *s)
{
	char *to = s;

	if (!s)
		return;
	for (; *s; s++) {
		if (s[0] == '\033' && s[1] == '[') {
			s += 2;
			while (*s && (*s < '@' || *s > '~'))
				s++;
			if (!*s)
				break;
		} else if ((unsigned char)*s >= 0x20 ?
				   *s != 0x7f :
				   *s == '\n' || *s == '\t') {
			*to++ = (unsigned char)*s < 0x80 ? *s : '?';
		}
	}
	*to = '\0';
}

/* --- the judgement ---------------------------------------------------- */

static bool as_wanted(const struct regress_run *run, const char *json)
{
	const struct regress_want *want = &run->want;

	return strcmp(run->result.word, want->result) == 0 &&
	       (!want->has_cause || number(json, "cause") == want->cause) &&
	       (!want->has_exit ||
		number(json, "exit_code") == want->exit_code);
}

static void judge(struct regress_run *run, const char *json, const char *word)
{
	struct regress_result *res = &run->result;

	if (json) {
		note_word(json, res);
		note_insn(json, res);
		note_numbers(json, res);
	}
	if (word)
		snprintf(res->word, sizeof res->word, "%s", word);
	else if (res->status > 128)
		snprintf(res->word, sizeof res->word, "signal %d",
			 res->status - 128);
	else if (!json)
		snprintf(res->word, sizeof res->word, "status %d", res->status);
	if (word || res->status > 128)
		res->outcome = REGRESS_FAILED;
	else if (!json || res->status > 1)
		res->outcome = REGRESS_BROKEN;
	else
		res->outcome = as_wanted(run, json) ? REGRESS_OK :
						      REGRESS_FAILED;
}

/* Without a check of a mismatch, uses the first error in the output. */
static void note_error(const struct regress *r, struct regress_run *run)
{
	static const char mark[] = "error: ";
	char path[PATH_MAX], *all, *at;
	size_t n;

	regress_path(r, run, "output", path);
	all = proc_read_file(path, &n);
	remove_control(all);
	at = all ? strstr(all, mark) : NULL;
	if (at)
		snprintf(run->result.check, sizeof run->result.check, "%.*s",
			 (int)strcspn(at + sizeof mark - 1, "\t\n"),
			 at + sizeof mark - 1);
	free(all);
}

void regress_judge(const struct regress *r, struct regress_run *run,
		   const char *word)
{
	char path[PATH_MAX], *json;
	size_t n;

	regress_path(r, run, "result.json", path);
	json = proc_read_file(path, &n);
	judge(run, json, word);
	if (run->result.outcome == REGRESS_BROKEN)
		note_error(r, run);
	free(json);
}

void regress_wanted(const struct regress_run *run, char *buf, size_t size)
{
	const struct regress_want *want = &run->want;

	if (want->has_cause)
		snprintf(buf, size, "trap with cause %" PRIu32, want->cause);
	else if (want->has_exit)
		snprintf(buf, size, "exit code %" PRIu32, want->exit_code);
	else
		snprintf(buf, size, "%s", want->result);
}

void regress_signature(const struct regress_run *run, char *buf, size_t size)
{
	const struct regress_result *res = &run->result;
	char wanted[64];
	const char *between = !res->check[0] ? "" :
			      res->outcome == REGRESS_BROKEN ? ": " :
							       " ";
	int n = snprintf(buf, size, "%s%s%s%s%s", res->word, between,
			 res->check, res->insn[0] ? ", " : "", res->insn);

	regress_wanted(run, wanted, sizeof wanted);
	if (res->outcome == REGRESS_FAILED &&
	    strcmp(run->want.result, "pass") != 0 && n > 0 && (size_t)n < size)
		snprintf(buf + n, size - (size_t)n, " (expected: %s)", wanted);
}

/* --- the journal ------------------------------------------------------ */

int regress_save(const struct regress *r, const struct regress_run *run)
{
	const struct regress_result *res = &run->result;
	struct outfile f;
	char path[PATH_MAX];

	regress_path(r, run, "done", path);
	if (outfile_open(&f, path))
		return -1;
	fprintf(f.stream,
		"%s\t%s\t%s\t%s\t%d\t%.3f\t%.3f\t%" PRIu64 "\t%" PRIu64
		"\t%" PRIu64 "\t%" PRIu64 "\n",
		outcomes[res->outcome], res->word,
		res->check[0] ? res->check : "-",
		res->insn[0] ? res->insn : "-", res->status, res->wall,
		res->cpu, res->cycles, res->instructions, res->checks,
		res->programs);
	return outfile_keep(&f);
}

static bool scan(char *line, struct regress_result *res)
{
	char outcome[16], check[64], insn[REGRESS_WORD];

	if (sscanf(line,
		   "%15[^\t]\t%23[^\t]\t%63[^\t]\t%23[^\t]\t%d\t%lf\t%"
		   "lf\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64,
		   outcome, res->word, check, insn, &res->status, &res->wall,
		   &res->cpu, &res->cycles, &res->instructions, &res->checks,
		   &res->programs) != 11)
		return false;
	snprintf(res->check, sizeof res->check, "%s",
		 strcmp(check, "-") == 0 ? "" : check);
	snprintf(res->insn, sizeof res->insn, "%s",
		 strcmp(insn, "-") == 0 ? "" : insn);
	for (int i = REGRESS_OK; i <= REGRESS_BROKEN; i++)
		if (strcmp(outcome, outcomes[i]) == 0)
			res->outcome = (enum regress_outcome)i;
	return res->outcome != REGRESS_WAITING;
}

void regress_load(const struct regress *r, struct regress_run *run)
{
	struct regress_result res = { .outcome = REGRESS_WAITING };
	char path[PATH_MAX], *line;
	size_t n;

	regress_path(r, run, "done", path);
	line = proc_read_file(path, &n);
	if (line && scan(line, &res)) {
		run->result = res;
		run->earlier = true;
	}
	free(line);
}

/* --- output of a run -------------------------------------------------- */

char *regress_output(const struct regress *r, const struct regress_run *run)
{
	char path[PATH_MAX], *all, *from;
	size_t n;
	int lines = 0;

	regress_path(r, run, "output", path);
	all = proc_read_file(path, &n);
	if (!all)
		return NULL;
	from = all + n;
	while (from > all && lines <= OUTPUT_LINES &&
	       all + n - from < OUTPUT_BYTES)
		lines += *--from == '\n';
	if (from > all)
		from++;
	memmove(all, from, (size_t)(all + n - from) + 1);
	remove_control(all);
	return all;
}
