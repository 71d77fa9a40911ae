/* facts.c - CSRs, trap causes, SIMT rows: as doc/machine.md tells them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

#include <ctype.h>
#include <inttypes.h>

#include "tests/tap.h"

static size_t csr_count(void)
{
	size_t n = 0;

	while (isa_csr_row(n))
		n++;
	return n;
}

static size_t cause_count(void)
{
	size_t n = 0;

	while (isa_cause_row(n))
		n++;
	return n;
}

/* The addresses whose CSRs the manual makes read-only have 11 on top; machine
 * counters are writable there and read-only here (doc/machine.md). */
static bool read_only_place(uint32_t address)
{
	bool counter = (address & 0xF00) == 0xB00;

	return address >> 10 == 3 || counter;
}

/* CSRs of ours stand where the manual leaves room for read-only custom ones. */
static bool custom_place(uint32_t address)
{
	return (address >= 0xCC0 && address <= 0xCFF) ||
		(address >= 0xFC0 && address <= 0xFFF);
}

static bool is_identifier(const char *name)
{
	if (!islower((unsigned char)*name))
		return false;
	for (; *name; name++)
		if (!islower((unsigned char)*name) && *name != '_' &&
				!isdigit((unsigned char)*name))
			return false;
	return true;
}

static bool is_written(uint32_t address)
{
	if (address >= 0x323 && address <= 0x33F)
		return true;
	switch (address) {
	case 0x001: case 0x002: case 0x003:
	case 0x300: case 0x305: case 0x341:
	case 0x7C0: case 0x7C1: case 0x7C2:
		return true;
	default:
		return false;
	}
}

static void test_csr(const struct isa_csr *csr)
{
	const struct isa_csr *other;
	unsigned same = 0;
	size_t i;

	for (i = 0; (other = isa_csr_row(i)) != NULL; i++)
		same += other->address == csr->address ||
			strcmp(other->name, csr->name) == 0;
	is_u32(same, 1, csr->name);
	ok(isa_csr_find(csr->address) == csr, "%s: found by address",
		csr->name);
	ok(csr->address < 0x1000, "%s: address has 12 bits", csr->name);
	ok(read_only_place(csr->address) || is_written(csr->address),
	   "%s: may be read-only", csr->name);
	ok(is_identifier(csr->name), "%s: is an identifier", csr->name);
	ok(csr->doc[0] != 0, "%s: says what it holds", csr->name);
	if (strchr(csr->name, '_') || strcmp(csr->name, "tmask") == 0)
		ok(custom_place(csr->address), "%s: custom address", csr->name);
}

/* nameh is the high word of name, 0x80 above it. */
static void test_high_words(void)
{
	const struct isa_csr *low, *high;
	unsigned pairs = 0;
	size_t i, j;

	for (i = 0; (low = isa_csr_row(i)) != NULL; i++)
		for (j = 0; (high = isa_csr_row(j)) != NULL; j++) {
			size_t n = strlen(low->name);

			if (strncmp(high->name, low->name, n) != 0 ||
					strcmp(high->name + n, "h") != 0)
				continue;
			pairs++;
			is_u32(high->address, low->address + 0x80, high->name);
		}
	is_u32(pairs, 4 + 2 * 29, "every counter has a high word");
}

static void test_csrs(void)
{
	const struct isa_csr *csr;
	uint32_t address;
	size_t found = 0;
	size_t i;

	for (i = 0; (csr = isa_csr_row(i)) != NULL; i++)
		test_csr(csr);
	test_high_words();
	for (address = 0; address < 0x1000; address++)
		found += isa_csr_find(address) != NULL;
	is_u32(found, csr_count(), "no CSR but those of the table");
	ok(isa_csr_find(0x1CC0) == NULL, "address of 13 bits is not found");
	is_u32(ISA_CSR_TMASK, 0xCC4, "ISA_CSR_TMASK");
}

/* The events number the counters without a gap; accounts come first. */
static void test_events(void)
{
	const struct isa_event *event;
	enum isa_event_class last = ISA_EVENT_CYCLE;
	char name[32];
	uint32_t i;

	for (i = 0; (event = isa_event_row(i)) != NULL; i++) {
		const struct isa_csr *csr = isa_csr_find(0xB00 + event->number);

		is_u32(event->number, 3 + i, event->name);
		ok(is_identifier(event->name), "%s: is an identifier",
			event->name);
		ok(event->doc[0] != 0, "%s: says what it counts", event->name);
		ok(event->kind != ISA_EVENT_CYCLE || last == ISA_EVENT_CYCLE,
			"%s: cycle accounts come first", event->name);
		snprintf(name, sizeof name, "mhpmcounter%u", event->number);
		ok(event->number > 31 || (csr && strcmp(csr->name, name) == 0),
			"%s: is %s", event->name, name);
		last = event->kind;
	}
	ok(i >= 29, "no fewer events than the privileged manual has counters");
	is_u32(ISA_EVENT_COUNT, 3 + i, "ISA_EVENT_COUNT");
}

/* By the layout of the manual: 0xB03 .. 0xB1F, 0xB83.., 0xC03.., 0xC83... */
static void test_csr_events(void)
{
	uint32_t address, wrong = 0;

	for (address = 0; address < 0x1000; address++) {
		uint32_t low = address & 0x7F, high = address >> 8;
		bool counter = (high == 0xB || high == 0xC) && low >= 3 &&
			low <= 31;

		wrong += isa_csr_counter(address) != (counter ? low : 0);
	}
	is_u32(wrong, 0, "which CSR shows which counter");
	wrong = 0;
	for (address = 0; address < 0x1000; address++) {
		bool selects = address >= 0x323 && address <= 0x33F;

		wrong += isa_csr_selects(address) !=
			(selects ? address - 0x320 : 0);
		wrong += selects != (isa_csr_find(address) &&
				     strncmp(isa_csr_find(address)->name,
					     "mhpmevent", 9) == 0);
	}
	is_u32(wrong, 0, "which selects the event of which");
}

static void test_causes(void)
{
	const struct isa_cause *cause;
	uint32_t last = 0;
	size_t i;

	for (i = 0; (cause = isa_cause_row(i)) != NULL; i++) {
		ok(i == 0 || cause->number > last,
			"cause %" PRIu32 ": numbers ascend", cause->number);
		ok(cause->number < 12 || cause->number == 19 ||
			cause->number == ISA_CAUSE_EXIT ||
			(cause->number >= 24 && cause->number <= 31),
			"cause %" PRIu32 ": a standard or a SIMT number",
			cause->number);
		is_str(isa_cause_name(cause->number), cause->name,
			"cause name");
		last = cause->number;
	}
	is_str(isa_cause_name(3), "unknown cause", "cause 3");
	is_str(isa_cause_name(0xFFFFFFFF), "unknown cause", "cause -1");
	is_u32(ISA_CAUSE_ILLEGAL, 2, "ISA_CAUSE_ILLEGAL");
}

/* Cell N (from 0) of a table line of Markdown, without its blanks. */
static void cell(const char *line, int n, char *out, size_t size)
{
	size_t len;

	for (; *line == '|' && n > 0; n--)
		line += 1 + strcspn(line + 1, "|");
	line += *line == '|';
	line += strspn(line, " ");
	len = strcspn(line, "|\n");
	while (len > 0 && line[len - 1] == ' ')
		len--;
	snprintf(out, size, "%.*s", (int)len, line);
}

/* One "address | name" of the page. */
static size_t check_csr(const char *address, const char *name)
{
	uint32_t number = (uint32_t)strtoul(address, NULL, 16);
	const struct isa_csr *csr = isa_csr_find(number);

	ok(csr && strcmp(csr->name, name) == 0, "doc: %s is %s", address, name);
	return 1;
}

/* A CSR line, which may hold two: "0xB00 / 0xB80 | mcycle / mcycleh". */
static size_t check_csr_line(const char *line)
{
	char address[64], name[64];
	char *second_address, *second_name;

	cell(line, 0, address, sizeof(address));
	cell(line, 1, name, sizeof(name));
	second_address = strstr(address, " / ");
	second_name = strstr(name, " / ");
	if (!second_address || !second_name)
		return check_csr(address, name);
	*second_address = *second_name = 0;
	return check_csr(address, name) +
		check_csr(second_address + 3, second_name + 3);
}

static size_t check_cause(const char *number, const char *name)
{
	uint32_t cause = (uint32_t)strtoul(number, NULL, 10);

	is_str(isa_cause_name(cause), name, "doc: name of the cause");
	return 1;
}

/* "4, 6 | load, store address misaligned | ..." is two causes: the first two
 * words take turns before the rest. */
static size_t check_cause_line(const char *line)
{
	char number[64], name[128], first[128], second[128];
	char *comma, *store;

	cell(line, 0, number, sizeof(number));
	cell(line, 1, name, sizeof(name));
	comma = strchr(number, ',');
	store = strstr(name, "load, store ");
	if (!comma || store != name)
		return check_cause(number, name);
	snprintf(first, sizeof(first), "load %.100s", name + 12);
	snprintf(second, sizeof(second), "store %.100s", name + 12);
	*comma = 0;
	return check_cause(number, first) + check_cause(comma + 1, second);
}

/* The mnemonic and the operands of a SIMT row, as the page writes them. */
static void simt_syntax(const struct isa_insn *insn, char *out, size_t size)
{
	static const char *const names[] = { "rd", "rs1", "rs2" };
	size_t n = (size_t)snprintf(out, size, "`%s", insn->name);

	for (int i = 0; i < 3; i++)
		if (strchr(insn->row, "dst"[i]) ||
		    strchr(insn->row, "DST"[i]))
			n += (size_t)snprintf(out + n, size - n, "%s %s",
					      strchr(out, ' ') ? "," : "",
					      names[i]);
	snprintf(out + n, size - n, "`");
}

/* "funct3 | `mnemonic operands` | ...": one SIMT row is so written, and
 * "funct7 = N" stands in the title. Behind the funct3 may stand ", rs2 = N". */
static size_t check_simt_line(const char *line, const char *title)
{
	const char *funct7 = strstr(title, "funct7 = "), *rs2;
	char number[64], syntax[64], ours[64] = "nothing";
	uint32_t match;
	unsigned op;

	cell(line, 0, number, sizeof(number));
	cell(line, 1, syntax, sizeof(syntax));
	match = (uint32_t)strtoul(number, NULL, 10) << 12 |
		(strstr(title, "custom-1") ? 0x2B : 0x0B);
	if (funct7)
		match |= (uint32_t)strtoul(funct7 + 9, NULL, 10) << 25;
	rs2 = strstr(number, "rs2 = ");
	if (rs2)
		match |= (uint32_t)strtoul(rs2 + 6, NULL, 10) << 20;
	op = isa_decode(match);
	if (op != ISA_INVALID)
		simt_syntax(isa_insn((enum isa_op)op), ours, sizeof(ours));
	is_str(ours, syntax, "doc: custom instruction of this funct3");
	return 1;
}

static size_t simt_count(void)
{
	size_t n = 0;
	unsigned op;

	for (op = 0; op < ISA_OP_COUNT; op++)
		n += isa_is_custom((enum isa_op)op);
	return n;
}

static void test_page(FILE *page)
{
	char line[512], title[160] = "";
	size_t csrs = 0, causes = 0, simt = 0;

	while (fgets(line, sizeof(line), page)) {
		if (strncmp(line, "## ", 3) == 0)
			snprintf(title, sizeof(title), "%.150s", line + 3);
		else if (strncmp(line, "| 0x", 4) == 0 &&
				strncmp(title, "CSRs", 4) == 0)
			csrs += check_csr_line(line);
		else if (line[0] == '|' && isdigit((unsigned char)line[2]) &&
				strncmp(title, "Traps", 5) == 0)
			causes += check_cause_line(line);
		else if (line[0] == '|' && isdigit((unsigned char)line[2]) &&
				(strncmp(title, "SIMT", 4) == 0 ||
				 strstr(title, "custom-1")))
			simt += check_simt_line(line, title);
	}
	is_u32(csrs + 5 * 29, csr_count(), "doc: lists every CSR");
	is_u32(causes, cause_count(), "doc: lists every cause");
	is_u32(simt, simt_count(), "doc: lists every custom instruction");
}

/* "| 3 | issued | cycle | what |": one row per event. */
static void test_counter_page(FILE *page)
{
	static const char *const kinds[] = { "cycle", "instruction", "timing" };
	char line[512], number[64], name[64], kind[64], doc[256];
	uint32_t rows = 0;

	while (fgets(line, sizeof(line), page)) {
		const struct isa_event *event = isa_event_row(rows);

		if (line[0] != '|' || !isdigit((unsigned char)line[2]) ||
				!event)
			continue;
		cell(line, 0, number, sizeof(number));
		cell(line, 1, name, sizeof(name));
		cell(line, 2, kind, sizeof(kind));
		cell(line, 3, doc, sizeof(doc));
		is_u32((uint32_t)strtoul(number, NULL, 10), event->number,
			"doc: the number of a counter");
		is_str(name, event->name, "doc: its event");
		is_str(kind, kinds[event->kind], "doc: its class");
		is_str(doc, event->doc, "doc: what it counts");
		rows++;
	}
	ok(isa_event_row(rows) == NULL, "doc: lists every event");
}

static void read_page(const char *name, void (*test)(FILE *page))
{
	const char *source = getenv("WW_SRCDIR");
	char path[4200];
	FILE *page;

	snprintf(path, sizeof(path), "%.4000s/doc/%s", source ? source : ".",
		name);
	page = fopen(path, "r");
	if (ok(page != NULL, "%s can be read (WW_SRCDIR names the source tree)",
			path)) {
		test(page);
		fclose(page);
	}
}

int main(void)
{

	test_csrs();
	test_events();
	test_csr_events();
	test_causes();
	read_page("machine.md", test_page);
	read_page("counters.md", test_counter_page);
	return tap_done();
}
