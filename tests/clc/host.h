/* host.h - what a plain kernel needs, on the core and on this machine
 * SPDX-License-Identifier: Apache-2.0
 *
 * With PLAIN_HOST defined, this machine calls the kernel once for each thread
 * of each warp, in order: the C compiler of this machine says what is right.
 */
#ifndef HOST_H
#define HOST_H

#ifdef PLAIN_HOST

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void *host_arg;

#define vx_get_arg() host_arg
#define ww_same(value) (value)
#define ww_num_threads() 4u
#define vx_syncthreads() ((void)0)
#define vx_spawnWarps(warps, threads, kernel, arg) do { \
	host_arg = (arg); \
	for (uint32_t w_ = 0; w_ < (warps); w_++) \
		for (uint32_t t_ = 0; t_ < (threads); t_++) \
			(kernel)(t_, w_); \
	} while (0)
#define ww_spawn(warps, threads, kernel, arg) do { \
	for (uint32_t w_ = 0; w_ < (warps); w_++) \
		for (uint32_t t_ = 0; t_ < (threads); t_++) \
			(kernel)(t_, w_, arg); \
	} while (0)
#define ww_print_hex(x) printf("%08x", (unsigned)(x))
#define ww_puts(s) fputs(s, stdout)

#else

#include "warpwright.h"

void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);

#endif

enum { WARPS = 8, THREADS = 8, ALL = WARPS * THREADS };

static uint32_t out[ALL];

static void print_out(void)
{
	for (int i = 0; i < ALL; i++) {
		ww_print_hex(out[i]);
		ww_puts(i % 8 == 7 ? "\n" : " ");
	}
}

#endif
