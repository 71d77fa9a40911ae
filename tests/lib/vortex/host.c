/* host.c - a host with vortex.h: basic, vecadd, sgemm, or what goes wrong
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <vortex.h>
#include <VX_types.h>

#include "common.h"

enum { N = 16, WORDS = N * N };

#define CHECK(expression) do { \
	if (expression) { \
		printf("'%s' has failed\n", #expression); \
		exit(1); \
	} \
} while (0)

static vx_device_h device;
static vx_buffer_h buffer[3], code, arguments;
static kernel_arg_t arg;
static int32_t a[WORDS], b[WORDS], c[WORDS];

static void prepare(const char *kernel)
{
	uint64_t *const addr[] = { &arg.a_addr, &arg.b_addr, &arg.c_addr };

	CHECK(vx_dev_open(&device));
	for (int i = 0; i < 3; i++) {
		CHECK(vx_mem_alloc(device, sizeof a, VX_MEM_READ_WRITE,
				   &buffer[i]));
		CHECK(vx_mem_address(buffer[i], addr[i]));
	}
	for (int i = 0; i < WORDS; i++) {
		a[i] = i * 7 - 100;
		b[i] = 3 - i;
	}
	CHECK(vx_copy_to_dev(buffer[0], a, 0, sizeof a));
	CHECK(vx_copy_to_dev(buffer[1], b, 0, sizeof b));
	CHECK(vx_upload_kernel_file(device, kernel, &code));
}

static int run(void)
{
	int result;

	CHECK(vx_upload_bytes(device, &arg, sizeof arg, &arguments));
	CHECK(vx_start(device, code, arguments));
	if (arg.failure)
		result = vx_ready_wait(device, VX_MAX_TIMEOUT);
	else /* in small steps */
		while ((result = vx_ready_wait(device, 1)))
			;
	CHECK(vx_mem_free(arguments));
	return result;
}

static void done(void)
{
	for (int i = 0; i < 3; i++)
		CHECK(vx_mem_free(buffer[i]));
	CHECK(vx_mem_free(code));
	CHECK(vx_dev_close(device));
}

static void basic(const char *kernel)
{
	uint64_t cores, count, before, used, after;

	prepare(kernel);
	CHECK(vx_dev_caps(device, VX_CAPS_NUM_CORES, &cores));
	arg.count = 8;
	for (int i = 0; i < 2; i++) {
		memset(c, 0, sizeof c);
		CHECK(vx_copy_to_dev(buffer[2], c, 0, sizeof c));
		CHECK(run());
		CHECK(vx_copy_from_dev(c, buffer[2], 0, cores * 32));
		CHECK(memcmp(a, c, cores * 32)); /* .bss is 0 each time */
	}
	CHECK(vx_mpm_query(device, VX_CSR_MINSTRET, (uint32_t)cores - 1,
			   &count));
	CHECK(count < 20 || count > 2000);
	CHECK(vx_dump_perf(device, stdout));
	CHECK(vx_mem_info(device, &before, &used));
	CHECK(vx_mem_alloc(device, 4096, VX_MEM_READ, &arguments));
	CHECK(vx_mem_info(device, &after, NULL));
	CHECK(before - after != 4096 || used < 4096);
	CHECK(vx_mem_free(arguments));
	done();
}

static void vecadd(const char *kernel)
{
	static const uint32_t grids[][3] = {
		{ 77, 1, 1 }, { 3, 5, 1 }, { 1, 33, 1 }, { 2, 3, 7 },
		{ 6, 1, 5 }
	};

	prepare(kernel);
	for (unsigned g = 0; g < sizeof grids / sizeof *grids; g++) {
		uint32_t n = grids[g][0] * grids[g][1] * grids[g][2];

		memcpy(arg.grid, grids[g], sizeof arg.grid);
		memset(c, 0, sizeof c);
		CHECK(vx_copy_to_dev(buffer[2], c, 0, sizeof c));
		CHECK(run());
		CHECK(vx_copy_from_dev(c, buffer[2], 0, sizeof c));
		for (uint32_t i = 0; i < WORDS; i++)
			CHECK(c[i] != (i < n ? a[i] + b[i] : 0));
	}
	done();
}

static void sgemm(const char *kernel)
{
	const uint32_t tile = 4;
	uint32_t local, barriers, sum = 0, result;

	prepare(kernel);
	arg.count = N;
	arg.grid[0] = arg.grid[1] = N / tile;
	arg.block[0] = arg.block[1] = tile;
	CHECK(vx_check_occupancy(device, tile * tile, &local));
	CHECK(vx_check_occupancy(device, tile * tile, &barriers, &local));
	CHECK(local < 2 * tile * tile * 4);
	CHECK(run());
	CHECK(vx_copy_from_dev(c, buffer[2], 0, sizeof c));
	for (int i = 0; i < WORDS; i++) {
		uint32_t want = 0;

		for (int k = 0; k < N; k++)
			want += (uint32_t)(a[i / N * N + k] *
					   b[k * N + i % N]);
		CHECK((uint32_t)c[i] != want);
		sum += want;
	}
	CHECK(vx_copy_from_dev(&result, buffer[0], 0, sizeof result));
	CHECK(result != sum);
	done();
}

/* Kernels that end badly; the device stays. */
static void failures(const char *kernel)
{
	prepare(kernel);
	arg.grid[0] = arg.grid[1] = arg.grid[2] = 3;
	for (arg.failure = TRAP; arg.failure <= STUCK; arg.failure++)
		CHECK(!run());
	arg.failure = NONE;
	CHECK(run());
	done();
}

/* Calls that are refused. */
static void refused(const char *kernel)
{
	vx_buffer_h other, none = NULL;
	uint64_t value;
	uint32_t word;

	prepare(kernel);
	CHECK(!vx_dev_close(buffer[0]));
	CHECK(!vx_mem_free(device));
	CHECK(!vx_mem_alloc(device, 0, VX_MEM_READ, &other));
	CHECK(!vx_mem_alloc(device, 1 << 30, VX_MEM_READ, &other));
	CHECK(!vx_mem_alloc(device, 64, 8, &other));
	CHECK(vx_mem_reserve(device, 0x80200000, 100, VX_MEM_READ, &other));
	CHECK(!vx_mem_reserve(device, 0x80200040, 64, VX_MEM_READ, &none));
	CHECK(!vx_mem_reserve(device, 0x80300001, 64, VX_MEM_READ, &none));
	CHECK(!vx_copy_to_dev(buffer[0], a, sizeof a - 3, 4));
	CHECK(!vx_copy_from_dev(a, buffer[0], UINT64_MAX, 4));
	CHECK(vx_mem_access(other, 50, 50, VX_MEM_READ));
	CHECK(!vx_mem_access(other, 50, 51, VX_MEM_READ));
	CHECK(!vx_start(device, other, other));
	CHECK(!vx_start(device, code, device));
	CHECK(vx_mem_free(other));
	CHECK(!vx_mem_free(other));
	CHECK(vx_mem_free(NULL));
	CHECK(!vx_dcr_write(device, VX_DCR_BASE_MPM_CLASS, 1));
	CHECK(!vx_dcr_read(device, VX_DCR_BASE_MPM_CLASS, &word));
	CHECK(!vx_dev_caps(device, 0x99, &value));
	CHECK(!vx_mpm_query(device, VX_CSR_MCYCLE, 0, &value));
	CHECK(!vx_check_occupancy(device, 4096, &word));
	CHECK(!vx_upload_kernel_file(device, "nothing.elf", &none));
	CHECK(!vx_upload_kernel_file(device, "text", &none));
	CHECK(!vx_upload_kernel_file(device, "other.elf", &none));
	CHECK(!vx_upload_kernel_file(device, kernel, &none));
	CHECK(!vx_upload_kernel_bytes(device, a, sizeof a, &none));
	CHECK(!vx_upload_file(device, "nothing", &none));
	CHECK(none != NULL);
	done();
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*run)(const char *); }
	tests[] = {
		{ "basic", basic }, { "vecadd", vecadd }, { "sgemm", sgemm },
		{ "failures", failures }, { "refused", refused }
	};

	for (size_t i = 0; argc == 3 && i < sizeof tests / sizeof *tests; i++)
		if (!strcmp(argv[1], tests[i].name)) {
			tests[i].run(argv[2]);
			puts("PASSED");
			return 0;
		}
	return 2;
}
