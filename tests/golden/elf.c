/* elf.c - ELF files load, and malformed ones are refused with the reason
 * SPDX-License-Identifier: Apache-2.0
 *
 * One small file is made here; each case changes a word of it. `elf.t SEED`
 * starts the random mutations elsewhere.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <unistd.h>

#include "golden/elf.h"
#include "tests/golden/rig.h"

enum {
	HEADER = 0,
	PROGRAM_0 = 52,
	PROGRAM_1 = 84,
	CODE = 116,
	SYMBOLS = CODE + 16,
	STRINGS = SYMBOLS + 6 * 16,
	SECTIONS = STRINGS + 32,
	FILE_SIZE = SECTIONS + 4 * 40,
	MUTATIONS = 20000
};

static const char strings[32] = "\0_start\0main\0loop\0$x\0gone";
static uint8_t good[FILE_SIZE];
static char path[] = "elf-test-XXXXXX";

static void put(uint8_t *file, size_t at, unsigned size, uint32_t value)
{
	for (unsigned i = 0; i < size; i++)
		file[at + i] = (uint8_t)(value >> 8 * i);
}

static void put_words(size_t at, const uint32_t *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		put(good, at + 4 * i, 4, words[i]);
}

static void put_symbol(unsigned i, uint32_t name, uint32_t addr, uint32_t size,
		       uint32_t type, uint32_t section)
{
	size_t at = SYMBOLS + 16 * i;

	put_words(at, (const uint32_t[]){ name, addr, size, 0 }, 4);
	put(good, at + 12, 1, type);
	put(good, at + 14, 2, section);
}

/* type, offset, vaddr, paddr, filesz, memsz, flags, align */
static void make_good(void)
{
	static const uint32_t code[] = { 0x00100093, 0x00200113, 0x00300193,
					 0x00100073 };
	static const uint32_t text[] = { 1,  CODE, RIG_BASE, RIG_BASE,
					 16, 16,   5,        4 };
	static const uint32_t bss[] = {
		1, CODE, RIG_BASE + 0x1000, RIG_BASE + 0x1000, 4, 64, 6, 4
	};
	static const uint32_t code_section[] = { 0,  1, 6, RIG_BASE, CODE,
						 16, 0, 0, 4,        0 };
	static const uint32_t symtab[] = { 0,      2, 0, 0, SYMBOLS,
					   6 * 16, 3, 1, 4, 16 };
	static const uint32_t strtab[] = {
		0, 3, 0, 0, STRINGS, 32, 0, 0, 1, 0
	};

	memcpy(good, "\177ELF\1\1\1", 7);
	put(good, 16, 2, 2);
	put(good, 18, 2, 243);
	put_words(20, (const uint32_t[]){ 1, RIG_BASE, PROGRAM_0, SECTIONS, 0 },
		  5);
	put(good, 40, 2, 52);
	put(good, 42, 2, 32);
	put(good, 44, 2, 2);
	put(good, 46, 2, 40);
	put(good, 48, 2, 4);
	put_words(PROGRAM_0, text, 8);
	put_words(PROGRAM_1, bss, 8);
	put_words(CODE, code, 4);
	put_symbol(1, 1, RIG_BASE, 8, 2, 1);            /* _start, a function */
	put_symbol(2, 13, RIG_BASE + 12, 0, 0, 1);      /* loop, a label */
	put_symbol(3, 8, RIG_BASE + 8, 4, 18, 1);       /* main, global */
	put_symbol(4, 18, RIG_BASE + 4, 0, 0, 1);       /* $x: not for people */
	put_symbol(5, 21, 0, 0, 2, 0);                  /* undefined */
	memcpy(good + STRINGS, strings, sizeof strings);
	put_words(SECTIONS + 40, code_section, 10);
	put_words(SECTIONS + 80, symtab, 10);
	put_words(SECTIONS + 120, strtab, 10);
}

static void write_file(const uint8_t *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) {
		printf("Bail out! cannot write %s\n", path);
		exit(1);
	}
	close(fd);
}

static int load(const uint8_t *bytes, size_t n, struct elf_image *image,
		char why[300])
{
	memset(image, 0, sizeof *image);
	why[0] = '\0';
	write_file(bytes, n);
	return elf_load(path, RIG_BASE, RIG_SIZE, image, why, 300);
}

static const char *name_at(const struct elf_image *image, uint32_t addr)
{
	const struct elf_symbol *s = elf_symbol_at(image, addr);
	return s ? s->name : "none";
}

static void loads(void)
{
	struct elf_image image;
	char why[300];

	if (!ok(load(good, FILE_SIZE, &image, why) == 0, "the good file loads"))
		diag("%s", why);
	is_u32(image.entry, RIG_BASE, "entry");
	is_u32(image.lowest, RIG_BASE, "lowest");
	is_u32(image.highest, RIG_BASE + 0x1000 + 64, "highest");
	is_u32(image.ram[4] | (unsigned)image.ram[6] << 16, 0x200013,
	       "code is in place");
	is_u32(image.ram[0x1000], 0x93, "so is the second segment");
	is_u32(image.ram[0x1004], 0, "and zero after its file part");
	is_u32(image.symbol_count, 3, "three symbols for people");
	is_str(name_at(&image, RIG_BASE), "_start", "a function at its start");
	is_str(name_at(&image, RIG_BASE + 7), "_start", "and at its end");
	is_str(name_at(&image, RIG_BASE + 8), "main", "the next one");
	is_str(name_at(&image, RIG_BASE + 12), "loop", "a label");
	is_str(name_at(&image, RIG_BASE + 0x103F), "loop", "which has no end");
	is_str(name_at(&image, RIG_BASE + 0x1040), "none",
	       "but that of the program");
	is_str(name_at(&image, RIG_BASE - 4), "none",
	       "nothing before the first");
	elf_free(&image);
	ok(image.ram == NULL && image.symbols == NULL, "elf_free empties it");
}

struct bad {
	size_t at;
	unsigned size;
	uint32_t value;
	const char *why;        /* part of the reason */
};

static const struct bad bads[] = {
	{ 0, 1, 0x7E, "not an ELF file" },
	{ 4, 1, 2, "not a 32-bit" },
	{ 5, 1, 2, "not little-endian" },
	{ 6, 1, 0, "version" },
	{ 20, 4, 2, "version" },
	{ 16, 2, 1, "object file" },
	{ 16, 2, 3, "-static -no-pie" },
	{ 16, 2, 4, "not an executable" },
	{ 18, 2, 62, "not RISC-V" },
	{ 36, 4, 1, "-march=rv32im -mabi=ilp32" },
	{ 36, 4, 1, "RVC" },
	{ 36, 4, 4, "ABI of double precision" },
	{ 36, 4, 6, "ABI of double precision" },
	{ 36, 4, 8, "RV32E" },
	{ 24, 4, RIG_BASE + 2, "not a multiple of 4" },
	{ 24, 4, RIG_BASE + 1, "not a multiple of 4" },
	{ 24, 4, 0, "not in a loaded segment" },
	{ 24, 4, RIG_BASE + 16, "not in a loaded segment" },
	{ 24, 4, 0xFFFFFFFC, "not in a loaded segment" },
	{ 28, 4, FILE_SIZE - 63, "truncated" },
	{ 28, 4, 0xFFFFFFFF, "truncated" },
	{ 42, 2, 56, "program headers of 56 bytes" },
	{ 44, 2, 0, "no program headers" },
	{ 44, 2, 0xFFFF, "truncated" },
	{ PROGRAM_0, 4, 2, "dynamically linked" },
	{ PROGRAM_0, 4, 3, "dynamically linked" },
	{ PROGRAM_0 + 4, 4, FILE_SIZE - 15, "truncated: segment 0" },
	{ PROGRAM_0 + 4, 4, 0xFFFFFFF8, "truncated: segment 0" },
	{ PROGRAM_0 + 16, 4, 17, "exceeds memory size" },
	{ PROGRAM_0 + 12, 4, 0, "outside RAM" },
	{ PROGRAM_0 + 12, 4, RIG_BASE - 4, "outside RAM" },
	{ PROGRAM_0 + 12, 4, RIG_BASE + RIG_SIZE - 12, "outside RAM" },
	{ PROGRAM_1 + 12, 4, 0xFFFFFFF0, "outside RAM" },
	{ PROGRAM_1 + 20, 4, RIG_SIZE - 0x1000 + 1, "outside RAM" },
	{ PROGRAM_1 + 20, 4, 0xFFFFFFFF, "outside RAM" },
	{ PROGRAM_1 + 12, 4, RIG_BASE + 15, "overlap" },
	{ PROGRAM_1 + 12, 4, RIG_BASE, "overlap" },
	{ PROGRAM_0 + 20, 4, 0x1001, "overlap" },
};

static void refuses(void)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	char why[300];

	for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
		const struct bad *b = &bads[i];
		memcpy(file, good, FILE_SIZE);
		put(file, b->at, b->size, b->value);
		if (!ok(load(file, FILE_SIZE, &image, why) == -1 &&
				strstr(why, b->why) && image.ram == NULL,
			"byte %zu = 0x%x: %s", b->at, b->value, b->why))
			diag("it says '%s'", why);
	}
}

static void edges(void)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	char why[300];

	memcpy(file, good, FILE_SIZE);
	ok(load(file, FILE_SIZE, &image, why) == 0 && !image.has_f,
	   "compiled without registers f");
	elf_free(&image);
	put(file, 36, 4, 2);
	ok(load(file, FILE_SIZE, &image, why) == 0 && image.has_f,
	   "compiled for them");
	elf_free(&image);

	memcpy(file, good, FILE_SIZE);
	put(file, PROGRAM_1 + 20, 4, RIG_SIZE - 0x1000);
	ok(load(file, FILE_SIZE, &image, why) == 0,
	   "a segment may reach the end of RAM");
	elf_free(&image);
	put(file, PROGRAM_0, 4, 7);
	put(file, PROGRAM_1, 4, 7);
	ok(load(file, FILE_SIZE, &image, why) == -1 &&
		   strstr(why, "nothing to load"),
	   "nothing to load is refused");
	ok(elf_load("/nonexistent/file", RIG_BASE, RIG_SIZE, &image, why,
		    300) == -1 &&
		   strstr(why, "cannot open"),
	   "a file that is not there");
	ok(elf_load("/", RIG_BASE, RIG_SIZE, &image, why, 300) == -1 && why[0],
	   "a directory: %s", why);
	ok(elf_load("/dev/null", RIG_BASE, RIG_SIZE, &image, why, 300) == -1 &&
	   strstr(why, "regular"), "a device");
	ok(load(good, 0, &image, why) == -1 && strstr(why, "not an ELF"),
	   "an empty file");
	ok(elf_load(path, RIG_BASE, RIG_SIZE, &image, why, 8) == -1 &&
		   strlen(why) == 7,
	   "a reason is cut to its buffer");
}

static void variables(void)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	char why[300];
	const struct elf_symbol *s;
	uint32_t value;

	memcpy(file, good, FILE_SIZE);
	put(file, SYMBOLS + 3 * 16 + 12, 1, 17);        /* main is an object */
	put(file, SYMBOLS + 5 * 16 + 12, 1, 1);         /* and gone too */
	ok(load(file, FILE_SIZE, &image, why) == 0, "a file with a variable");
	s = elf_variable(&image, "main");
	ok(s && s->addr == RIG_BASE + 8 && s->size == 4, "it is found");
	ok(!elf_variable(&image, "_start"), "a function is none");
	ok(!elf_variable(&image, "loop"), "nor is a label in code");
	ok(!elf_variable(&image, "gone"), "nor what is not defined");
	is_u32(image.symbol_count, 2, "and it is no function");
	elf_free(&image);
	put(file, SECTIONS + 40 + 8, 4, 2);             /* not for code */
	ok(load(file, FILE_SIZE, &image, why) == 0, "a section of data");
	ok(image.notes.constant_count == 1 &&
		   image.notes.constants[0].addr == RIG_BASE &&
		   image.notes.constants[0].bytes == 16,
	   "which is constant");
	ok(elf_value(&image, "$x", &value) && value == RIG_BASE + 4,
	   "elf_value knows any symbol");
	ok(!elf_value(&image, "gone", &value), "but none that is undefined");
	s = elf_variable(&image, "loop");
	ok(s && s->addr == RIG_BASE + 12 && s->size == 0, "a label in it");
	ok(!elf_variable(&image, "$x"), "a mark of the assembler is none");
	elf_free(&image);
	put(file, SYMBOLS + 16, 4, 8);                  /* a static main, too */
	ok(load(file, FILE_SIZE, &image, why) == 0, "a name of two symbols");
	s = elf_named(&image, "main");
	ok(s && s->addr == RIG_BASE + 8, "is that of the global one");
	elf_free(&image);
	ok(image.variables == NULL, "elf_free forgets them");
}

/* Section 0 becomes one of relocations. */
static void notes(void)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	char why[300];

	memcpy(file, good, FILE_SIZE);
	put(file, SYMBOLS + 3 * 16 + 12, 1, 17);        /* main is an object */
	put(file, CODE, 4, RIG_BASE + 12);             /* pc; type, symbol */
	put(file, CODE + 4, 4, 3 << 8 | 26);
	put(file, CODE + 12, 4, RIG_BASE + 4);          /* no such type */
	put(file, SECTIONS + 4, 4, 4);
	put(file, SECTIONS + 16, 4, CODE);
	put(file, SECTIONS + 20, 4, 24);
	put(file, SECTIONS + 28, 4, 1);
	ok(load(file, FILE_SIZE, &image, why) == 0, "relocations");
	is_u32(elf_ref_at(&image, RIG_BASE + 12), RIG_BASE + 8,
	       "an instruction forms the address of a variable");
	is_u32(elf_ref_at(&image, RIG_BASE + 4), 0, "another one does not");
	ok(!elf_is_volatile(&image, RIG_BASE), "no access is volatile");
	elf_free(&image);
}

/* The symbol table may be anything: the program loads without it. */
static void bad_symbols(void)
{
	static const struct {
		size_t at;
		uint32_t value;
	} cases[] = {
		{ 32, 0 },
		{ 32, 0xFFFFFFF0 },
		{ 32, FILE_SIZE - 39 },
		{ SECTIONS + 96, 0xFFFFFFFF },
		{ SECTIONS + 100, 0xFFFFFFFF },
		{ SECTIONS + 104, 77 },
		{ SECTIONS + 104, 0 },
		{ SECTIONS + 136, 0xFFFFFFF0 },
		{ SECTIONS + 140, 0xFFFFFFFF },
		{ SECTIONS + 140, 0 },
		{ SYMBOLS + 16, 0xFFFFFFFF },
		{ SYMBOLS + 16, 31 },
		{ SYMBOLS + 28, 0xFFFFFFFF },
	};
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	char why[300];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		memcpy(file, good, FILE_SIZE);
		put(file, cases[i].at, 4, cases[i].value);
		ok(load(file, FILE_SIZE, &image, why) == 0 &&
			   image.symbol_count <= 3,
		   "symbols with byte %zu = 0x%x: %zu are left", cases[i].at,
		   cases[i].value, image.symbol_count);
		elf_free(&image);
	}
}

/* TEXT as the attributes of a file that has LESS bytes of them. */
static int load_attributes(const char *text, size_t less,
			   struct elf_image *image, char why[300])
{
	static const char names[] = "\0.riscv.attributes";
	enum { MORE = FILE_SIZE + 2 * 40, TEXT = MORE + sizeof names };
	uint8_t file[TEXT + 200];
	size_t n = strlen(text) + 1;

	memset(file, 0, sizeof file);
	memcpy(file, good, FILE_SIZE);
	put(file, 48, 2, 6);
	put(file, 50, 2, 5);
	put(file, FILE_SIZE, 4, 1);
	put(file, FILE_SIZE + 4, 4, 0x70000003);
	put(file, FILE_SIZE + 16, 4, TEXT);
	put(file, FILE_SIZE + 20, 4, (uint32_t)(6 + n - less));
	put(file, FILE_SIZE + 44, 4, 3);
	put(file, FILE_SIZE + 56, 4, MORE);
	put(file, FILE_SIZE + 60, 4, sizeof names);
	memcpy(file + MORE, names, sizeof names);
	memcpy(file + TEXT, "A\6\0\0\0\5", 6);
	memcpy(file + TEXT + 6, text, n);
	return load(file, TEXT + 6 + n - less, image, why);
}

static void attributes(void)
{
	struct elf_image image;
	char why[300];

	ok(load(good, FILE_SIZE, &image, why) == 0 && !image.arch,
	   "a file without attributes does not say for what it was compiled");
	elf_free(&image);
	ok(load_attributes("rv32i2p1_zfinx1p0", 0, &image, why) == 0 &&
	   image.arch, "a file with an arch string");
	is_str(image.arch ? image.arch : "", "rv32i2p1_zfinx1p0", "this one");
	elf_free(&image);
	ok(!image.arch, "elf_free forgets it");
	ok(load_attributes("rv32i2p1_zfinx1p0", 1, &image, why) == 0 &&
	   !image.arch, "a string without end is none");
	elf_free(&image);
	ok(load_attributes("rv64i2p1", 0, &image, why) == 0 && !image.arch,
	   "nor is that of another machine");
	elf_free(&image);
}

/* Up to the last byte that anything needs the file is refused; after it symbols
 * go. */
static void truncations(void)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	unsigned wrong = 0;
	char why[300];

	memcpy(file, good, FILE_SIZE);
	for (size_t n = 0; n < FILE_SIZE; n++) {
		int result = load(file, n, &image, why);
		wrong += result != (n < CODE + 16 ? -1 : 0);
		wrong += result == -1 && why[0] == '\0';
		elf_free(&image);
	}
	ok(wrong == 0, "truncated at every byte");
}

/* What a load may do with any file: a reason, or an image within its bounds. */
static bool sane(int result, const struct elf_image *image, const char *why)
{
	if (result != 0)
		return result == -1 && why[0] != '\0' && image->ram == NULL;
	return image->entry % 4 == 0 && image->entry >= image->lowest &&
	       image->entry < image->highest && image->lowest >= RIG_BASE &&
	       image->highest <= RIG_BASE + RIG_SIZE &&
	       image->symbol_count + image->variable_count <= 5;
}

static void mutations(uint64_t seed)
{
	uint8_t file[FILE_SIZE];
	struct elf_image image;
	unsigned wrong = 0, loaded = 0;
	char why[300];

	diag("seed %llu", (unsigned long long)seed);
	for (unsigned i = 0; i < MUTATIONS; i++) {
		int result;
		memcpy(file, good, FILE_SIZE);
		for (uint32_t k = 1 + rig_random(&seed) % 4; k > 0; k--)
			file[rig_random(&seed) % FILE_SIZE] =
				rig_random(&seed) % 2
					? (uint8_t)rig_random(&seed)
					: (uint8_t)(rig_random(&seed) % 2 *
						    255);
		result = load(file, FILE_SIZE - rig_random(&seed) % 2, &image,
			      why);
		wrong += !sane(result, &image, why);
		for (uint32_t at = 0; result == 0 && at < 64; at++)
			wrong += strlen(name_at(&image, RIG_BASE + at)) > 31;
		loaded += result == 0;
		elf_free(&image);
	}
	ok(wrong == 0, "%u mutated files: a reason or a sane image", MUTATIONS);
	ok(loaded > MUTATIONS / 20 && loaded < MUTATIONS - MUTATIONS / 20,
	   "some of them load (%u)", loaded);
}

int main(int argc, char **argv)
{
	int fd = mkstemp(path);

	if (fd < 0)
		skip_all("no temporary file can be made here");
	close(fd);
	make_good();
	loads();
	refuses();
	edges();
	variables();
	notes();
	bad_symbols();
	attributes();
	truncations();
	mutations(argc > 1 ? strtoull(argv[1], NULL, 0) : 1);
	unlink(path);
	return tap_done();
}
