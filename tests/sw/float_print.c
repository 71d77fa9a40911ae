/* float_print.c - what printf prints of floating-point numbers, on the core and
 * on the machine that compiles (-DHOST)
 * SPDX-License-Identifier: Apache-2.0
 */
#ifdef HOST
#include <stdint.h>
#include <stdio.h>
#define PRINT printf
#else
#include "warpwright.h"
#define PRINT (vx_printf) /* the formats are no constants here */
#endif

static const uint64_t doubles[] = {
	0, 0x8000000000000000, 1, 0x000fffffffffffff, 0x0010000000000000,
	0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
	0x7ff8000000000000, 0x3ff0000000000000, 0x3fb999999999999a,
	0x3fe0000000000000, 0x3ff8000000000000, 0x4004000000000000,
	0x400921fb54442d18, 0xc0236e2eb1c432ca, 0x40f86a0000000000,
	0x412e848000000000, 0x412e847f00000000, 0x412e847fffffffff,
	0x3f1a36e2eb1c432d, 0x3f1a36e2eb1c432c, 0x3f0a36e2eb1c432d,
	0x4023fffffffffffe, 0x40239999999999a0, 0x4058ffffffffffff,
	0x434fffffffffffff, 0x44b52d02c7e14af6, 0x3bc79ca10c924223,
	0x3fefffffffffffff, 0x3fc0000000000000, 0x4029000000000000,
	0x40c3880000000000, 0x40c3878000000000, 0x402e000000000000,
	0x0000000012345678, 0x7e37e43c8800759c, 0x01a56e1fc2f8f359
};

static const uint32_t floats[] = {
	0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
	0xff800000, 0x7fc00000, 0x3f800000, 0x3dcccccd, 0x3f000000, 0xc0490fdb,
	0x4b7fffff, 0x4b800001, 0x3a83126f, 0x42c80000, 0x358637bd, 0x7149f2ca,
	0x00012345
};

static const char *const formats[] = {
	"%f", "%e", "%g", "%.0f", "%.0e", "%.0g", "%.1f", "%.2e", "%.3g",
	"%+f", "% f", "%012.3f", "%-14.2f|", "%14.2f", "%#.0f", "%#.0e",
	"%#.8g", "%.17g", "%.16e", "%.20f", "%+012.4e", "%-+20g|", "% 020g",
	"%G", "%E",
	"%F", "%.1g", "%.9g", "%3.1f", "%030.10f", "%.55f", "%.1100f",
	"%.800e", "%#.12g", "%20.12g", "%lf", "%-3g|", "%.400g"
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void print_all(double x)
{
	for (uint32_t i = 0; i < COUNT(formats); i++) {
		PRINT(formats[i], x);
		PRINT("\n");
	}
}

int main(void)
{
	for (uint32_t i = 0; i < COUNT(doubles); i++) {
		double x;

		__builtin_memcpy(&x, &doubles[i], sizeof x);
		print_all(x);
	}
	for (uint32_t i = 0; i < COUNT(floats); i++) {
		float x;

		__builtin_memcpy(&x, &floats[i], sizeof x);
		print_all((double)x);
	}
	/* Words that look random, as doubles and as floats. */
	for (uint32_t i = 0, seed = 1; i < 100; i++) {
		uint64_t bits;
		double x;
		float y;

		seed = seed * 1664525 + 1013904223;
		bits = (uint64_t)seed << 32;
		__builtin_memcpy(&y, &seed, sizeof y);
		seed = seed * 1664525 + 1013904223;
		bits |= seed;
		__builtin_memcpy(&x, &bits, sizeof x);
		PRINT("%.17g %e %.3f\n", x, x, (double)y);
		PRINT("%g %.9g %.12e\n", (double)y, (double)y, (double)y);
	}
	return 0;
}
