/* elf.c - loads a statically linked RV32 ELF executable into a memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * elf_file.h has what reads the file.
 */
#define _POSIX_C_SOURCE 200809L
#include "golden/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "golden/elf_file.h"
#include "golden/regions.h"

#define MARK "__march_"
#define COMPILE "compile with -march=rv32im -mabi=ilp32"

enum {
	HEADER_BYTES = 52,
	PROGRAM_BYTES = 32,
	CLASS_32 = 1,
	DATA_LITTLE = 1,
	TYPE_EXEC = 2,
	MACHINE_RISCV = 243,
	FLAG_RVC = 1,
	FLAG_FLOAT = 6,
	FLOAT_SINGLE = 2,
	FLAG_RVE = 8,
	SEGMENT_LOAD = 1,
	SEGMENT_DYNAMIC = 2,
	SEGMENT_INTERP = 3,
	HOME_ABSOLUTE = 0xfff1
};

struct segment {
	uint32_t offset, addr, file_size, mem_size;
};

__attribute__((format(printf, 2, 3)))
static bool refuse(struct file *f, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(f->why, f->why_size, format, ap);
	va_end(ap);
	return false;
}

static bool read_stream(struct file *f, FILE *stream)
{
	struct stat st;

	if (fstat(fileno(stream), &st) != 0)
		return refuse(f, "cannot read: %s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return refuse(f,
			      "not a regular file; expected an ELF executable");
	if (st.st_size > INT32_MAX)
		return refuse(f,
			      "larger than 2 GiB; expected an ELF executable");
	f->size = (size_t)st.st_size;
	f->bytes = malloc(f->size + 1);
	if (!f->bytes)
		return refuse(f, "out of memory");
	if (fread(f->bytes, 1, f->size, stream) != f->size)
		return refuse(f, "cannot read: %s",
			      ferror(stream) ? strerror(errno)
					     : "unexpected end of file");
	return true;
}

static bool read_file(struct file *f, const char *path)
{
	/* The opening of a FIFO would wait for a writer. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "rb");
	bool done;

	if (!stream)
		return refuse(f, "cannot open: %s", strerror(errno));
	done = read_stream(f, stream);
	fclose(stream);
	return done;
}

static bool check_ident(struct file *f)
{
	if (f->size < 4 || memcmp(f->bytes, "\177ELF", 4) != 0)
		return refuse(
			f,
			"not an ELF file; expected a RISC-V ELF32 executable");
	if (f->size < HEADER_BYTES)
		return refuse(f,
			      "truncated: the file has %zu bytes, its ELF "
			      "header needs %d",
			      f->size, HEADER_BYTES);
	if (f->bytes[4] != CLASS_32)
		return refuse(f, "not a 32-bit ELF file (class %u); " COMPILE,
			      f->bytes[4]);
	if (f->bytes[5] != DATA_LITTLE)
		return refuse(f,
			      "not little-endian (data encoding %u); " COMPILE,
			      f->bytes[5]);
	if (f->bytes[6] != 1 || word(f, 20) != 1)
		return refuse(f, "ELF version is not 1");
	return true;
}

static bool check_type(struct file *f)
{
	uint16_t type = half(f, 16), machine = half(f, 18);

	if (machine != MACHINE_RISCV)
		return refuse(f, "for machine %u, not RISC-V (%d); " COMPILE,
			      machine, MACHINE_RISCV);
	if (type == 1)
		return refuse(f, "an object file; link it into an executable");
	if (type == 3)
		return refuse(
			f,
			"a shared object or position-independent executable; "
			"link with -static -no-pie");
	if (type != TYPE_EXEC)
		return refuse(f, "not an executable (ELF type %u, expected %d)",
			      type, TYPE_EXEC);
	return true;
}

static bool check_flags(struct file *f)
{
	uint32_t flags = word(f, 36);

	if (flags & FLAG_RVC)
		return refuse(f,
			      "uses compressed instructions (RVC); " COMPILE);
	if ((flags & FLAG_FLOAT) > FLOAT_SINGLE)
		return refuse(f, "uses an ABI of double precision; " COMPILE);
	if (flags & FLAG_RVE)
		return refuse(f, "uses the RV32E ABI; " COMPILE);
	return true;
}

static bool check_program_table(struct file *f)
{
	uint32_t offset = word(f, 28), count = half(f, 44), size = half(f, 42);

	if (count == 0)
		return refuse(f,
			      "no program headers; link it into an executable");
	if (size != PROGRAM_BYTES)
		return refuse(
			f, "program headers of %" PRIu32 " bytes, expected %d",
			size, PROGRAM_BYTES);
	if (!is_inside(f, offset, (uint64_t)count * PROGRAM_BYTES))
		return refuse(f,
			      "truncated: program headers end at byte %" PRIu64
			      " of %zu",
			      offset + (uint64_t)count * PROGRAM_BYTES,
			      f->size);
	return true;
}

/* Checks program header I. *SEG gets size 0 unless it must be loaded. */
static bool read_segment(struct file *f, uint32_t i,
			 const struct elf_image *image, struct segment *seg)
{
	uint64_t at = word(f, 28) + (uint64_t)i * PROGRAM_BYTES;
	uint32_t type = word(f, at),
		 ram_last = image->ram_base + (image->ram_size - 1);

	*seg = (struct segment){ word(f, at + 4), word(f, at + 12),
				 word(f, at + 16), word(f, at + 20) };
	if (type == SEGMENT_INTERP || type == SEGMENT_DYNAMIC)
		return refuse(f,
			      "dynamically linked; link with -static -no-pie");
	if (type != SEGMENT_LOAD) {
		seg->mem_size = 0;
		return true;
	}
	if (seg->file_size > seg->mem_size)
		return refuse(f,
			      "segment %" PRIu32 ": file size 0x%" PRIx32
			      " exceeds memory size 0x%" PRIx32,
			      i, seg->file_size, seg->mem_size);
	if (!is_inside(f, seg->offset, seg->file_size))
		return refuse(f,
			      "truncated: segment %" PRIu32
			      " ends at byte %" PRIu64 " of %zu",
			      i, (uint64_t)seg->offset + seg->file_size,
			      f->size);
	if (seg->mem_size == 0)
		return true;
	if (seg->addr < image->ram_base || seg->addr > ram_last ||
	    seg->mem_size - 1 > ram_last - seg->addr)
		return refuse(f,
			      "segment %" PRIu32 " (0x%" PRIx32
			      " bytes at 0x%08" PRIx32
			      ") is outside RAM (0x%08" PRIx32 "..0x%08" PRIx32
			      "); link it there"
			      " or change mem.ram_base or mem.ram_size",
			      i, seg->mem_size, seg->addr, image->ram_base,
			      ram_last);
	return true;
}

static int by_address(const void *a, const void *b)
{
	const struct segment *x = a, *y = b;
	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* Checks N > 0 segments, which are sorted, not empty and in RAM. */
static bool check_layout(struct file *f, const struct segment *seg, size_t n)
{
	uint32_t entry = word(f, 24);
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		if (i > 0 &&
		    seg[i].addr - seg[i - 1].addr < seg[i - 1].mem_size)
			return refuse(f,
				      "segments at 0x%08" PRIx32
				      " and 0x%08" PRIx32 " overlap",
				      seg[i - 1].addr, seg[i].addr);
		found |= entry >= seg[i].addr &&
			 entry - seg[i].addr < seg[i].mem_size;
	}
	if (entry % 4 != 0)
		return refuse(
			f, "entry point 0x%08" PRIx32 " is not a multiple of 4",
			entry);
	if (!found)
		return refuse(f,
			      "entry point 0x%08" PRIx32
			      " is not in a loaded segment; "
			      "set it with -e or ENTRY",
			      entry);
	return true;
}

/* Reads and checks all segments into SEG, which has room for one per header; *N
 * is their number. */
static bool read_segments(struct file *f, const struct elf_image *image,
			  struct segment *seg, size_t *n)
{
	uint32_t count = half(f, 44);

	*n = 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!read_segment(f, i, image, &seg[*n]))
			return false;
		*n += seg[*n].mem_size != 0;
	}
	if (*n == 0)
		return refuse(f, "nothing to load; link it into an executable");
	qsort(seg, *n, sizeof *seg, by_address);
	return check_layout(f, seg, *n);
}

static bool copy_segments(struct file *f, const struct segment *seg, size_t n,
			  struct elf_image *image)
{
	image->ram = calloc(image->ram_size, 1);
	image->parts = malloc(n * sizeof *image->parts);
	if (!image->ram || !image->parts)
		return refuse(f, "out of memory");
	image->part_count = n;
	for (size_t i = 0; i < n; i++) {
		image->parts[i] = (struct elf_part){ seg[i].addr,
						     seg[i].mem_size };
		memcpy(image->ram + (seg[i].addr - image->ram_base),
		       f->bytes + seg[i].offset, seg[i].file_size);
	}
	image->entry = word(f, 24);
	image->lowest = seg[0].addr;
	image->highest = seg[n - 1].addr + seg[n - 1].mem_size;
	return true;
}

static bool load_segments(struct file *f, struct elf_image *image)
{
	struct segment *seg = malloc(half(f, 44) * sizeof *seg);
	size_t n;
	bool done;

	if (!seg)
		return refuse(f, "out of memory");
	done = read_segments(f, image, seg, &n) &&
	       copy_segments(f, seg, n, image);
	free(seg);
	return done;
}

/* Is NAME a label between sections of code in sw/link.ld? In a program without
 * these sections it has the address of a function. */
static bool is_border(const char *name)
{
	static const char *const borders[] = {
		"__vx_text", "__vx_text_end", "__foreign_text",
		"__foreign_text_end"
	};

	for (size_t i = 0; i < sizeof borders / sizeof *borders; i++)
		if (strcmp(name, borders[i]) == 0)
			return true;
	return false;
}

static bool is_useful_name(const char *name)
{
	return name && name[0] != '\0' && name[0] != '$' &&
	       strncmp(name, ".L", 2) != 0 && !is_border(name);
}

/* Adds the symbol at AT to IMAGE, if it is of code or data and has a useful
 * name. Returns false if memory runs out. */
static bool add_symbol(const struct file *f, uint64_t at, uint64_t strings,
		       struct elf_image *image)
{
	const char *name = name_at(f, strings, word(f, at));
	bool code = is_code_symbol(f, at);
	struct elf_symbol *s;

	if (half(f, at + 14) == 0 || !is_useful_name(name) ||
	    (!code && !is_data_symbol(f, at)))
		return true;
	s = code ? &image->symbols[image->symbol_count] :
		   &image->variables[image->variable_count];
	s->name = strdup(name);
	if (!s->name)
		return false;
	s->addr = word(f, at + 4);
	s->size = word(f, at + 8);
	s->local = is_local_symbol(f, at);
	image->symbol_count += code;
	image->variable_count += !code;
	return true;
}

/* sw/vx_runtime.h keeps KEPT bytes for a thread, if its stack has at least
 * 2^LEAST_SHIFT bytes. */
enum { KEPT = 64, LEAST_SHIFT = 8 };

struct layout {                 /* symbols of sw/link.ld */
	uint32_t shift, threads, stride, base, size, task;
};

/* Stores the symbol at AT in *L if it is one of the linker script. */
static void note_layout(const struct file *f, uint64_t at, uint64_t strings,
			struct layout *l)
{
	const char *name = name_at(f, strings, word(f, at));
	const struct {
		const char *name;
		uint32_t *value;
	} known[] = {
		{ "__stack_shift", &l->shift },
		{ "__stack_threads", &l->threads },
		{ "__stack_stride", &l->stride },
		{ "__ram_base", &l->base },
		{ "__ram_size", &l->size },
	};

	if (name && strcmp(name, "ww_task") == 0)
		l->task = word(f, at + 4);
	if (half(f, at + 14) != HOME_ABSOLUTE || !name)
		return;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(name, known[i].name) == 0)
			*known[i].value = word(f, at + 4);
}

static void find_layout(const struct file *f, uint64_t start, uint32_t count,
			uint64_t strings, struct elf_image *image)
{
	struct layout l = { 0 };

	for (uint32_t i = 0; i < count; i++)
		note_layout(f, start + (uint64_t)i * SYMBOL_BYTES, strings,
			    &l);
	image->linked_base = l.base;
	image->linked_size = l.size;
	if (!l.threads || !l.stride || !l.shift || l.shift >= 32)
		return;
	image->stack_bytes = UINT32_C(1) << l.shift;
	image->stack_stride = l.stride;
	image->spawn_task = l.task;
	/* If stacks have no gap, the bytes of the runtime are part of the
	 * stack. */
	if (l.shift >= LEAST_SHIFT && l.stride == image->stack_bytes)
		image->stack_bytes -= KEPT;
}

/* Orders symbols by address; a symbol with a size precedes a label. */
static int symbol_order(const void *a, const void *b)
{
	const struct elf_symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr > y->addr ? 1 : -1;
	if (x->size != y->size)
		return x->size < y->size ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Further names of an address can be asked for by name only. */
static void keep_one_per_address(struct elf_image *image)
{
	size_t kept = 0;

	for (size_t i = 0; i < image->symbol_count; i++) {
		if (kept &&
		    image->symbols[kept - 1].addr == image->symbols[i].addr)
			image->variables[image->variable_count++] =
				image->symbols[i];
		else
			image->symbols[kept++] = image->symbols[i];
	}
	image->symbol_count = kept;
}

/* ARCH, an ISA string or NULL, with MORE behind it; NULL: out of memory. */
static char *extend(char *arch, const char *more)
{
	size_t n = arch ? strlen(arch) : 0;
	char *longer = realloc(arch, n + strlen(more) + 1);

	if (longer)
		strcpy(longer + n, more);
	else
		free(arch);
	return longer;
}

/* If the symbol at AT is MARK with the name of an extension behind it, which
 * ww-cc defines for an extension that the compiler does not know, the name goes
 * to the ISA string. */
static bool add_mark(const struct file *f, uint64_t at, uint64_t strings,
		     struct elf_image *image)
{
	const char *name = name_at(f, strings, word(f, at));
	size_t n = strlen(MARK);

	if (half(f, at + 14) != HOME_ABSOLUTE || !name ||
	    strncmp(name, MARK, n) != 0)
		return true;
	image->arch = extend(image->arch, "_");
	if (image->arch)
		image->arch = extend(image->arch, name + n);
	return image->arch;
}

/* Reads the symbol table of section header AT. Malformed symbols are left
 * out. */
static bool read_symbols(struct file *f, uint64_t at, struct elf_image *image)
{
	uint64_t strings = section(f, word(f, at + 24));
	uint32_t start = word(f, at + 16),
		 count = word(f, at + 20) / SYMBOL_BYTES;

	if (!section_inside(f, at) || !strings || !section_inside(f, strings))
		return true;
	image->symbols = malloc(count * sizeof *image->symbols + 1);
	image->variables = malloc(count * sizeof *image->variables + 1);
	if (!image->symbols || !image->variables)
		return refuse(f, "out of memory");
	for (uint32_t i = 0; i < count; i++)
		if (!add_symbol(f, start + (uint64_t)i * SYMBOL_BYTES, strings,
				image) ||
		    !add_mark(f, start + (uint64_t)i * SYMBOL_BYTES, strings,
			      image))
			return refuse(f, "out of memory");
	if (image->symbol_count)
		qsort(image->symbols, image->symbol_count,
		      sizeof *image->symbols, symbol_order);
	keep_one_per_address(image);
	find_layout(f, start, count, strings, image);
	return true;
}

/* The offset of the header of the symbol table, or 0. */
static uint64_t symbol_table(const struct file *f)
{
	for (uint32_t i = 0; i < half(f, 48); i++) {
		uint64_t at = section(f, i);
		if (at && word(f, at + 4) == SECTION_SYMTAB)
			return at;
	}
	return 0;
}

static bool load_symbols(struct file *f, struct elf_image *image)
{
	uint64_t at = symbol_table(f);

	return !at || read_symbols(f, at, image);
}

static bool load_notes(struct file *f, struct elf_image *image)
{
	return elf_read_notes(f, symbol_table(f), image) ||
	       refuse(f, "out of memory");
}

/* The section NAME; without data if there is none. */
static struct lines_section debug(const struct file *f, const char *name)
{
	uint64_t at = find_section(f, name);

	return (struct lines_section){
		at ? f->bytes + word(f, at + 16) : NULL,
		at ? word(f, at + 20) : 0
	};
}

static bool load_lines(struct file *f, struct elf_image *image)
{
	uint64_t line = find_section(f, ".debug_line");
	uint64_t names = find_section(f, ".debug_line_str");
	struct lines_info info;

	if (!line)
		return true;
	if (lines_read(f->bytes + word(f, line + 16), word(f, line + 20),
		       names ? f->bytes + word(f, names + 16) : NULL,
		       names ? word(f, names + 20) : 0,
		       image->lowest, image->highest, &image->lines))
		return refuse(f, "out of memory");
	info = (struct lines_info){
		debug(f, ".debug_info"), debug(f, ".debug_abbrev"),
		debug(f, ".debug_ranges"), debug(f, ".debug_rnglists")
	};
	if (lines_read_inlines(&info, &image->lines))
		return refuse(f, "out of memory");
	return true;
}

static bool load_regions(struct file *f, struct elf_image *image)
{
	struct lines_section s = debug(f, ".debug_ww_regions");

	return !regions_read(s.data, s.size, image) ||
	       refuse(f, "out of memory");
}

/* The ISA string of the attributes, which begins with rv32 and ends with a zero
 * byte; NULL: there is none. */
static const char *arch_of(const struct file *f)
{
	uint64_t at = find_section(f, ".riscv.attributes");
	const char *text = at ? (const char *)f->bytes + word(f, at + 16) : "";
	size_t n = at ? word(f, at + 20) : 0;

	for (size_t i = 0; i + 4 < n; i++)
		if (memcmp(text + i, "rv32", 4) == 0 &&
		    memchr(text + i, 0, n - i))
			return text + i;
	return NULL;
}

/* Copies the ISA string, and puts it in front of the marks. */
static bool find_arch(struct file *f, struct elf_image *image)
{
	const char *arch = arch_of(f);
	char *marks = image->arch;

	if (!arch && !marks)
		return true;
	image->arch = extend(NULL, arch ? arch : "rv32i");
	if (image->arch && marks)
		image->arch = extend(image->arch, marks);
	free(marks);
	return image->arch || refuse(f, "out of memory");
}

/* Collects the sections of instructions in the loaded range. */
static bool find_code(struct file *f, struct elf_image *image)
{
	const uint32_t flags = SECTION_ALLOC | SECTION_EXEC;
	uint32_t count = half(f, 48);

	image->code = malloc(count * sizeof *image->code + 1);
	if (!image->code)
		return refuse(f, "out of memory");
	for (uint32_t i = 0; i < count; i++) {
		uint64_t at = section(f, i);
		uint32_t addr = at ? word(f, at + 12) : 0;
		uint32_t bytes = at ? word(f, at + 20) : 0;

		if (!at || word(f, at + 4) != SECTION_PROGBITS ||
		    (word(f, at + 8) & flags) != flags ||
		    addr < image->lowest || addr > image->highest ||
		    bytes > image->highest - addr)
			continue;
		image->code[image->code_count++] = (struct elf_part){
			.addr = addr, .bytes = bytes
		};
	}
	return true;
}

/* Checks that the RAM for which the program is linked lies in the machine's
 * RAM: the runtime's stacks are at its upper end. */
static bool check_linked(struct file *f, const struct elf_image *image)
{
	uint32_t below = image->linked_base - image->ram_base;

	if (!image->stack_bytes || !image->linked_size ||
	    (image->linked_base >= image->ram_base &&
	     below <= image->ram_size &&
	     image->linked_size <= image->ram_size - below))
		return true;
	return refuse(f, "linked for 0x%" PRIx32 " bytes of RAM at 0x%08" PRIx32
		      ", there are 0x%" PRIx32 " at 0x%08" PRIx32
		      "; compile it with --ram-base=0x%08" PRIx32
		      " --ram-size=0x%" PRIx32
		      " ('warpwright run' does, for its configuration)",
		      image->linked_size, image->linked_base, image->ram_size,
		      image->ram_base, image->ram_base, image->ram_size);
}

int elf_load(const char *path, uint32_t ram_base, uint32_t ram_size,
	     struct elf_image *out, char *why, size_t why_size)
{
	struct file f = { .why = why, .why_size = why_size };
	struct elf_image image = { .ram_base = ram_base, .ram_size = ram_size };
	bool done;

	done = read_file(&f, path) && check_ident(&f) && check_type(&f) &&
	       check_flags(&f) && check_program_table(&f) &&
	       load_segments(&f, &image) && load_symbols(&f, &image) &&
	       check_linked(&f, &image) && find_code(&f, &image) &&
	       load_lines(&f, &image) && load_regions(&f, &image) &&
	       load_notes(&f, &image) &&
	       find_arch(&f, &image);
	if (done)
		image.has_f = (word(&f, 36) & FLAG_FLOAT) == FLOAT_SINGLE;
	free(f.bytes);
	if (done)
		*out = image;
	else
		elf_free(&image);
	return done ? 0 : -1;
}

void elf_free(struct elf_image *image)
{
	for (size_t i = 0; i < image->symbol_count; i++)
		free(image->symbols[i].name);
	for (size_t i = 0; i < image->variable_count; i++)
		free(image->variables[i].name);
	free(image->symbols);
	free(image->variables);
	free(image->ram);
	free(image->parts);
	free(image->code);
	free(image->arch);
	regions_free(image);
	lines_free(&image->lines);
	elf_free_notes(&image->notes);
	*image = (struct elf_image){ 0 };
}

const struct elf_symbol *elf_symbol_at(const struct elf_image *image,
				       uint32_t addr)
{
	size_t low = 0, high = image->symbol_count;
	const struct elf_symbol *s;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (image->symbols[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	s = &image->symbols[low - 1];
	if (s->size ? addr - s->addr >= s->size : addr >= image->highest)
		return NULL;
	return s;
}

/* The one of COUNT symbols that has NAME; a local one only if no other has. */
static const struct elf_symbol *named(const struct elf_symbol *symbol,
				      size_t count, const char *name)
{
	const struct elf_symbol *local = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct elf_symbol *s = &symbol[i];

		if (strcmp(s->name, name) != 0)
			continue;
		if (!s->local)
			return s;
		if (!local)
			local = s;
	}
	return local;
}

const struct elf_symbol *elf_variable(const struct elf_image *image,
				      const char *name)
{
	return named(image->variables, image->variable_count, name);
}

const struct elf_symbol *elf_named(const struct elf_image *image,
				   const char *name)
{
	const struct elf_symbol *code = named(image->symbols,
					      image->symbol_count, name);
	const struct elf_symbol *other;

	if (code && !code->local)
		return code;
	other = elf_variable(image, name);
	return code && (!other || other->local) ? code : other;
}
