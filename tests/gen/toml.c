/* toml - the TOML reader: what it accepts, what it refuses and where
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "gen/toml.h"

#include "tests/gen/messages.h"
#include "tests/tap.h"

static const struct toml_entry *entry(const struct toml_doc *doc,
				      const char *path)
{
	for (const struct toml_entry *e = doc->entries; e; e = e->next)
		if (strcmp(e->path, path) == 0)
			return e;
	return NULL;
}

/* The document TEXT has PATH = the integer WANT. */
static void good_integer(const char *text, const char *path, long long want)
{
	struct messages m;
	struct toml_doc doc;
	const struct toml_entry *e;

	messages_begin(&m);
	ok(toml_parse("f", text, strlen(text), &doc, &m.dg) == 0,
	   "accepted: %s", path);
	e = entry(&doc, path);
	ok(e && e->value.type == TOML_INTEGER && e->value.integer == want,
	   "%s = %lld", path, want);
	messages_end(&m);
}

static void good_string(const char *text, const char *want)
{
	struct messages m;
	struct toml_doc doc;

	messages_begin(&m);
	toml_parse("f", text, strlen(text), &doc, &m.dg);
	is_str(messages_text(&m), "", "no message");
	is_str(doc.entries && doc.entries->value.type == TOML_STRING ?
	       doc.entries->value.string : "(none)", want, "string value");
	messages_end(&m);
}

/* N bytes of TEXT are refused with exactly the messages WANT. */
static void bad_bytes(const char *text, size_t n, const char *want)
{
	struct messages m;
	struct toml_doc doc;

	messages_begin(&m);
	ok(toml_parse("f", text, n, &doc, &m.dg) == -1, "refused");
	is_str(messages_text(&m), want, "the message");
	messages_end(&m);
}

static void bad(const char *text, const char *want)
{
	bad_bytes(text, strlen(text), want);
}

static void test_integers(void)
{
	good_integer("[core]\nwarps = 8\n", "core.warps", 8);
	good_integer("core.warps = 8", "core.warps", 8);
	good_integer("[a]\r\nb.c = 0\r\n", "a.b.c", 0);
	good_integer("\xef\xbb\xbf" "x = 1", "x", 1);
	good_integer("x\t=\t0xDEAD_beef # comment", "x", 0xdeadbeef);
	good_integer("x = 1_000_000", "x", 1000000);
	good_integer("x = -12", "x", -12);
	good_integer("x = +12", "x", 12);
	good_integer("  [ t ]  # c\n  x = 3\n", "t.x", 3);
	good_integer("x = 9_223_372_036_854_775_000", "x",
		     9223372036854775000LL);
}

static void test_strings(void)
{
	good_string("s = \"abc\"", "abc");
	good_string("s = \"\"", "");
	good_string("s = 'a\\b'", "a\\b");
	good_string("s = \"a#b\" # c", "a#b");
	good_string("s = \"\\t\\\"\\\\\"", "\t\"\\");
	good_string("s = \"\\u00e9\\u20ac\\U0001F600\"",
		    "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	good_string("s = \"\xc3\xa9\"", "\xc3\xa9");
}

static void test_bad_values(void)
{
	bad("x = 007", "f:1:5: error: a decimal number does not begin with 0 "
	    "[toml-syntax]\n");
	bad("x = 1__0", "f:1:5: error: '_' stands between two digits "
	    "[toml-syntax]\n");
	bad("x = 1_", "f:1:5: error: '_' stands between two digits "
	    "[toml-syntax]\n");
	bad("x = 0x", "f:1:5: error: expected a number [toml-syntax]\n");
	bad("x = 0xg", "f:1:5: error: expected a number [toml-syntax]\n");
	bad("x = 12a", "f:1:5: error: expected digits (decimal, or "
	    "hexadecimal after 0x) [toml-syntax]\n");
	bad("x = 99999999999999999999", "f:1:5: error: the number is too "
	    "large [toml-syntax]\n");
	bad("x = 1.5", "f:1:5: error: only whole numbers are used in a "
	    "configuration [toml-syntax]\n");
	bad("x = 12:30:00", "f:1:5: error: only whole numbers are used in a "
	    "configuration [toml-syntax]\n");
	bad("x = block", "f:1:5: error: a word is written in quotes; only "
	    "true and false stand bare [toml-syntax]\n");
	bad("x = [1]", "f:1:5: error: arrays are not used in a configuration "
	    "[toml-syntax]\n");
	bad("x = {a = 1}", "f:1:5: error: inline tables are not used in a "
	    "configuration; write a [table] [toml-syntax]\n");
	bad("x =", "f:1:4: error: expected a value: a number, true, false or "
	    "a \"string\" [toml-syntax]\n");
	bad("x = 1 2", "f:1:7: error: expected the end of the line or a "
	    "comment [toml-syntax]\n");
}

static void test_bad_strings(void)
{
	bad("x = \"abc", "f:1:5: error: the string does not end on its line "
	    "[toml-syntax]\n");
	bad("x = \"abc\\",
	    "f:1:9: error: unknown escape; there are \\b \\t \\n \\f \\r \\\" "
	    "\\\\ \\uXXXX \\UXXXXXXXX [toml-syntax]\n");
	bad("x = \"\\q\"",
	    "f:1:6: error: unknown escape; there are \\b \\t \\n \\f \\r \\\" "
	    "\\\\ \\uXXXX \\UXXXXXXXX [toml-syntax]\n");
	bad("x = \"\\u12\"", "f:1:6: error: \\u takes four hexadecimal digits, "
	    "\\U eight [toml-syntax]\n");
	bad("x = \"\\u0000\"", "f:1:6: error: this escape is no character "
	    "[toml-syntax]\n");
	bad("x = \"\\ud800\"", "f:1:6: error: this escape is no character "
	    "[toml-syntax]\n");
	bad("x = \"\"\"a\"\"\"", "f:1:5: error: strings of several lines are "
	    "not used in a configuration [toml-syntax]\n");
}

static void test_bad_lines(void)
{
	bad("x 1", "f:1:3: error: expected '=' after the key "
	    "[toml-syntax]\n");
	bad("= 1", "f:1:1: error: expected a key (letters, digits, '_' and "
	    "'-') [toml-syntax]\n");
	bad("\"x\" = 1", "f:1:1: error: write the key without quotes "
	    "[toml-syntax]\n");
	bad("a..b = 1", "f:1:3: error: expected a key (letters, digits, '_' "
	    "and '-') [toml-syntax]\n");
	bad("[a", "f:1:3: error: expected ']' after the table name "
	    "[toml-syntax]\n");
	bad("[]", "f:1:2: error: expected a key (letters, digits, '_' and "
	    "'-') [toml-syntax]\n");
	bad("[[a]]", "f:1:1: error: arrays of tables are not used in a "
	    "configuration [toml-syntax]\n");
	bad("[a.b]", "f:1:3: error: tables have one level: [core], not "
	    "[core.more] [toml-syntax]\n");
	bad("[a] x = 1", "f:1:5: error: expected the end of the line or a "
	    "comment [toml-syntax]\n");
}

static void test_duplicates(void)
{
	bad("x = 1\nx = 2", "f:2:1: error: key 'x' is already defined "
	    "[toml-duplicate]\nf:1:1: note: 'x' was defined here first\n");
	bad("[a]\n[a]", "f:2:2: error: table 'a' is already defined "
	    "[toml-duplicate]\nf:1:2: note: 'a' was defined here first\n");
	bad("a.x = 1\n[a]", "f:2:2: error: table 'a' is already defined "
	    "[toml-duplicate]\nf:1:1: note: 'a' was defined here first\n");
	bad("[a]\nb = 1\nb.c = 2", "f:3:1: error: key 'a.b.c' is already "
	    "defined [toml-duplicate]\nf:2:1: note: 'a.b.c' was defined here "
	    "first\n");
}

static void test_encoding(void)
{
	bad("x = 1\ny = \"\xff\"", "f:2:6: error: byte 0xff is not UTF-8 "
	    "[toml-encoding]\n");
	bad("# \xc0\xaf", "f:1:3: error: byte 0xc0 is not UTF-8 "
	    "[toml-encoding]\n");
	bad("# \xed\xa0\x80", "f:1:3: error: byte 0xed is not UTF-8 "
	    "[toml-encoding]\n");
	bad("# \xe2\x82", "f:1:3: error: byte 0xe2 is not UTF-8 "
	    "[toml-encoding]\n");
	bad("# \xf5\x80\x80\x80", "f:1:3: error: byte 0xf5 is not UTF-8 "
	    "[toml-encoding]\n");
	bad("x = 1\ra = 2", "f:1:6: error: control character 0x0d "
	    "[toml-encoding]\n");
	bad_bytes("x = 1\0y = 2", 11, "f:1:6: error: control character 0x00 "
		  "[toml-encoding]\n");
	bad_bytes("\0", 1, "f:1:1: error: control character 0x00 "
		  "[toml-encoding]\n");
}

static void test_recovery(void)
{
	bad("x = [\ny = 1\nz = \"a\n", "f:1:5: error: arrays are not used in "
	    "a configuration [toml-syntax]\nf:3:5: error: the string does not "
	    "end on its line [toml-syntax]\n");
	bad("[a.b]\nx = 1\nx = 2\n", "f:1:3: error: tables have one level: "
	    "[core], not [core.more] [toml-syntax]\n");
}

static void test_limits(void)
{
	static char big[TOML_MAX_BYTES + 1];
	struct messages m;
	struct toml_doc doc;

	memset(big, '\n', sizeof big);
	bad_bytes(big, sizeof big, "f: error: a configuration has at most "
		  "65536 bytes [toml-size]\n");
	messages_begin(&m);
	ok(toml_parse("f", big, TOML_MAX_BYTES, &doc, &m.dg) == 0,
	   "the longest document is accepted");
	messages_end(&m);
	memset(big, '=', sizeof big);
	for (size_t i = 1; i < sizeof big; i += 2)
		big[i] = '\n';
	messages_begin(&m);
	toml_parse("f", big, TOML_MAX_BYTES, &doc, &m.dg);
	is_u32(m.dg.errors, DIAG_LIMIT, "a hopeless file gives few messages");
	messages_end(&m);
}

/* No text may crash the parser: every prefix and every changed byte of
 * a document with everything in it. */
static void test_mutations(void)
{
	static const char all[] =
		"[core] # c\nwarps = 0x1_0\na.b = \"\\u00e9\\n\"\n"
		"c = 'x'\nd = true\n[mem]\nx = -1_0\n";
	char text[sizeof all];
	struct toml_doc doc;
	struct diag dg;
	unsigned accepted = 0;

	for (size_t i = 0; i < sizeof all - 1; i++) {
		for (unsigned byte = 0; byte < 256; byte++) {
			memcpy(text, all, sizeof all);
			text[i] = (char)byte;
			diag_init(&dg, NULL);
			accepted += toml_parse("f", text, sizeof all - 1,
					       &doc, &dg) == 0;
			diag_free(&dg);
		}
		diag_init(&dg, NULL);
		toml_parse("f", all, i, &doc, &dg);
		diag_free(&dg);
	}
	ok(accepted > sizeof all && accepted < 128 * sizeof all,
	   "mutations: some are accepted, most are refused");
	diag("%u of %zu accepted", accepted, 256 * (sizeof all - 1));
}

static void test_word(void)
{
	struct diag_loc at = { "f", 0, 0 };
	struct toml_value v;

	toml_word("0x10", at, &v);
	ok(v.type == TOML_INTEGER && v.integer == 16, "word: integer");
	toml_word("true", at, &v);
	ok(v.type == TOML_BOOL && v.boolean, "word: true");
	toml_word("block", at, &v);
	ok(v.type == TOML_BARE && strcmp(v.string, "block") == 0,
	   "word: bare");
}

int main(void)
{
	test_integers();
	test_strings();
	test_bad_values();
	test_bad_strings();
	test_bad_lines();
	test_duplicates();
	test_encoding();
	test_recovery();
	test_limits();
	test_mutations();
	test_word();
	return tap_done();
}
