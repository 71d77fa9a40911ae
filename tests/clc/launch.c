/* launch.c - a launch of an OpenCL kernel fits the machine; wrong descriptions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/tap.h"

#include <stddef.h>

#include "cl/launch.h"
#include "golden/bytes.h"
#include "golden/golden.h"

enum {
	BASE = 0x10000000, RAM = 1 << 20,
	PROGRAM = BASE + 0x100, KERNEL = BASE + 0x200, ARGS = BASE + 0x300,
	NAME = BASE + 0x400, LAUNCH = BASE + 0x500, HEAP = BASE + 0x1004
};

static uint8_t ram[RAM];
static char program_name[] = "ww_cl_program", launch_name[] = "ww_cl_launch";
static struct elf_symbol variables[] = {
	{ PROGRAM, sizeof(struct ww_cl_program), program_name },
	{ LAUNCH, sizeof(struct ww_cl_launch), launch_name }
};

static void put(uint32_t addr, size_t offset, uint32_t word)
{
	bytes_put_u32(ram + (addr - BASE) + offset, word);
}

#define SET(addr, type, member, word) \
	put(addr, offsetof(struct type, member), word)

/* A program with the kernel k(__global int *x). */
static struct elf_image make_image(void)
{
	memset(ram, 0, sizeof ram);
	SET(PROGRAM, ww_cl_program, version, WW_CL_VERSION);
	SET(PROGRAM, ww_cl_program, count, 1);
	SET(PROGRAM, ww_cl_program, kernels, KERNEL);
	SET(KERNEL, ww_cl_kernel, name, NAME);
	SET(KERNEL, ww_cl_kernel, attributes, NAME + 1);
	SET(KERNEL, ww_cl_kernel, entry, BASE + 0x40);
	SET(KERNEL, ww_cl_kernel, count, 1);
	SET(KERNEL, ww_cl_kernel, args, ARGS);
	SET(KERNEL, ww_cl_kernel, arg_bytes, 4);
	SET(ARGS, ww_cl_arg, kind, WW_CL_GLOBAL);
	SET(ARGS, ww_cl_arg, bytes, 4);
	SET(ARGS, ww_cl_arg, class_, WW_CL_SIGNED);
	SET(ARGS, ww_cl_arg, element, 4);
	SET(ARGS, ww_cl_arg, lanes, 1);
	SET(ARGS, ww_cl_arg, type, NAME + 2);
	SET(ARGS, ww_cl_arg, name, NAME);
	memcpy(ram + (NAME - BASE), "k\0int*", 7);
	SET(LAUNCH, ww_cl_launch, heap, HEAP);
	SET(LAUNCH, ww_cl_launch, heap_end, BASE + RAM);
	return (struct elf_image){
		.ram = ram, .ram_base = BASE, .ram_size = RAM,
		.variables = variables, .variable_count = 2,
		.stack_stride = 4160
	};
}

static int read_with(uint32_t addr, size_t offset, uint32_t word)
{
	struct elf_image image = make_image();
	struct cl_program p;
	int bad;

	put(addr, offset, word);
	bad = cl_program_read(&image, &p);
	cl_program_free(&p);
	return bad;
}

#define READ_WITH(addr, type, member, word) \
	read_with(addr, offsetof(struct type, member), word)

static void test_descriptions(void)
{
	struct elf_image image = make_image();
	struct cl_program p;

	ok(cl_program_read(&image, &p) == CL_OK && p.count == 1, "a program");
	is_str(p.kernels[0].name, "k", "the name of its kernel");
	is_str(p.kernels[0].args[0].type, "int*", "the type of its argument");
	ok(cl_program_find(&p, "k") == p.kernels, "k is found");
	ok(!cl_program_find(&p, "kk"), "kk is not");
	cl_program_free(&p);
	image.variable_count = 0;
	ok(cl_program_read(&image, &p) == CL_E_NO_PROGRAM, "no variable");
	ok(READ_WITH(PROGRAM, ww_cl_program, version, 99) == CL_E_VERSION,
	   "another version");
	ok(READ_WITH(PROGRAM, ww_cl_program, kernels, BASE + RAM - 4) ==
	   CL_E_DAMAGED, "kernels reach out of RAM");
	ok(READ_WITH(PROGRAM, ww_cl_program, count, 0x10000000) ==
	   CL_E_DAMAGED, "too many kernels");
	ok(READ_WITH(KERNEL, ww_cl_kernel, name, 4) == CL_E_DAMAGED,
	   "a name outside of RAM");
	ok(READ_WITH(KERNEL, ww_cl_kernel, args, BASE - 4) == CL_E_DAMAGED,
	   "arguments outside of RAM");
	ok(READ_WITH(ARGS, ww_cl_arg, kind, 7) == CL_E_DAMAGED,
	   "an argument of no kind");
	ok(READ_WITH(ARGS, ww_cl_arg, offset, 4) == CL_E_DAMAGED,
	   "an argument behind the block");
	ok(READ_WITH(ARGS, ww_cl_arg, lanes, 1000) == CL_E_DAMAGED,
	   "a vector of 1000");
}

static const struct machine machine = {
	.cores = 1, .warps = 4, .threads = 4, .barriers = 4, .ram_base = BASE,
	.ram_size = RAM
};

static const struct cl_kernel together = {
	.name = "k", .entry = 1, .together = true, .local_bytes = 100
};
static const struct cl_kernel loose = { .name = "k", .entry = 1 };

/* The plan for GROUPS groups of ITEMS items. */
static struct ww_cl_launch plan(const struct machine *m, uint32_t groups,
				uint32_t items, uint32_t locals)
{
	struct cl_range range = {
		.dims = 1, .global = { groups * items, 1, 1 },
		.local = { items, 1, 1 }
	};
	struct elf_image image = make_image();
	struct cl_memory memory;
	struct ww_cl_launch nd = { 0 };

	ok(cl_memory_open(&image, m, &memory) == CL_OK, "memory");
	ok(cl_launch_plan(m, &together, &range, locals, &memory, &nd) ==
	   CL_OK, "a plan for %u groups of %u", groups, items);
	return nd;
}

static void test_plans(void)
{
	struct machine m = machine;
	struct ww_cl_launch nd = plan(&m, 8, 4, 0);

	is_u32(nd.rows, 1, "a group of a warp");
	is_u32(nd.slots, 4, "one on each warp");
	ok(nd.room >= BASE && nd.room < BASE + RAM, "its memory is in RAM");
	is_u32(nd.room_bytes, 112, "100 bytes, aligned");
	nd = plan(&m, 8, 5, 0);
	is_u32(nd.rows, 2, "five items are two warps");
	is_u32(nd.slots, 2, "two groups at a time");
	m.barriers = 1;
	is_u32(plan(&m, 8, 5, 0).slots, 1, "but one, if there is a barrier");
	is_u32(plan(&m, 8, 4, 0).slots, 4, "which a warp alone does not need");
	m.smem_size = 256;
	nd = plan(&m, 8, 4, 0);
	is_u32(nd.room, GOLDEN_SMEM, "in shared memory");
	is_u32(nd.slots, 2, "which has room for two");
	nd = plan(&m, 8, 4, 400);
	ok(nd.room != GOLDEN_SMEM, "500 bytes do not fit there");
	m.smem_size = 0;
	m.cores = 3;
	nd = plan(&m, 8, 4, 0);
	is_u32(nd.warps, 12, "warps of three cores");
	is_u32(nd.room_stride, 4 * 112, "each has its rooms in RAM");
	nd = plan(&machine, 2, 17, 0);
	is_u32(nd.deep, 2, "17 items do not fit on 16 threads");
	is_u32(nd.stack_step, 4 * 4160 + 64, "stacks of a row");
	is_u32(nd.slots, 1, "one group at a time");
	is_u32(plan(&machine, 2, 16, 0).deep, 0, "16 do");
}

static int check(uint32_t global, uint32_t local, uint32_t offset)
{
	struct cl_range range = {
		.dims = 1, .global = { global, 1, 1 },
		.local = { local, 1, 1 }, .offset = { offset, 0, 0 }
	};
	char why[200] = "";

	return cl_launch_check(&together, &range, why, sizeof why);
}

static void test_ranges(void)
{
	struct cl_range range = { .dims = 2, .global = { 6, 10, 1 } };
	struct cl_range line = { .dims = 1, .global = { 10, 1, 1 } };

	ok(check(16, 4, 0) == CL_OK, "16 by 4");
	ok(check(16, 5, 0) == CL_E_RANGE, "16 by 5");
	ok(check(0, 1, 0) == CL_E_RANGE, "nothing");
	ok(check(2048, 2048, 0) == CL_E_GROUP, "a group of 2048");
	ok(check(1024, 1024, 0) == CL_OK, "a group of 1024");
	ok(check(16, 4, UINT32_MAX - 15) == CL_E_RANGE, "ids beyond 32 bits");
	cl_launch_choose_local(&machine, &together, &range);
	is_u32(range.local[0], 3, "three of six");
	is_u32(range.local[1], 1, "one of ten: four threads are all");
	cl_launch_choose_local(&machine, &loose, &line);
	is_u32(line.local[0], 10, "ten together leave fewer threads than five");
}

static void test_rows(void)
{
	struct cl_range range = {
		.dims = 1, .global = { 4096, 1, 1 }, .local = { 64, 1, 1 }
	};
	struct elf_image image = make_image();
	struct machine m = machine;
	struct ww_cl_launch nd;
	struct cl_memory memory;

	cl_memory_open(&image, &m, &memory);
	cl_launch_plan(&m, &loose, &range, 0, &memory, &nd);
	ok(nd.near == 4 && nd.turn == 15 && nd.by_rows == 1 << 28,
	   "a warp has four of sixteen rows at a time");
	m.cores = 3;
	cl_launch_plan(&m, &loose, &range, 0, &memory, &nd);
	ok(nd.near == 4 && !nd.turn && nd.far == 44,
	   "of three cores four of 48, always the same");
	range.global[0] = 64;
	cl_launch_plan(&m, &loose, &range, 0, &memory, &nd);
	ok(nd.near == 1, "of few rows one");
	free(image.parts);
}

static void test_writing(void)
{
	struct elf_image image = make_image();
	struct cl_kernel k = { .name = "k", .entry = 7, .arg_bytes = 4 };
	struct ww_cl_launch nd = { .entry = 7 };
	const uint8_t args[] = { 1, 2, 3, 4 };
	struct cl_memory memory;
	uint32_t a, b;

	cl_memory_open(&image, &machine, &memory);
	a = cl_memory_take(&memory, 5);
	b = cl_memory_take(&memory, 300);
	is_u32(a, BASE + 0x1080, "the first buffer is behind the heap's head");
	is_u32(b, BASE + 0x1100, "the second is aligned");
	ok(!cl_memory_take(&memory, RAM), "none is as large as RAM");
	ok(cl_launch_write(&memory, &k, args, &nd) == CL_OK, "written");
	is_u32(bytes_u32(ram + (LAUNCH - BASE) +
			 offsetof(struct ww_cl_launch, entry)), 7, "entry");
	is_u32(bytes_u32(cl_memory_at(&memory, nd.args)), 0x04030201,
	       "the arguments");
	is_u32(image.part_count, 1, "a part of the image");
	is_u32(image.parts[0].addr, BASE + 0x1020, "from the first block on");
	is_u32(image.parts[0].addr + nd.taken, memory.next, "to the last one");
	free(image.parts);
}

int main(void)
{
	test_descriptions();
	test_plans();
	test_ranges();
	test_rows();
	test_writing();
	return tap_done();
}
