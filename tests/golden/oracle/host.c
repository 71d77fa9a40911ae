/* host.c - the world of an oracle program: start, output, end
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

uint32_t host_stack[4096] __attribute__((aligned(16)));

__attribute__((naked, noreturn, section(".text.start")))
void _start(void)
{
	__asm__ volatile(
		"la sp, host_stack + 16384\n"
		"call main\n"
		".globl host_exit\n"
		"host_exit:\n"
#ifdef ON_QEMU
		"li a7, 93\n"
		"ecall\n"
#else
		"ebreak\n"
#endif
		);
}

void put_char(char c)
{
#ifdef ON_QEMU
	register long a0 __asm__("a0") = 1;
	register const char *a1 __asm__("a1") = &c;
	register long a2 __asm__("a2") = 1;
	register long a7 __asm__("a7") = 64;
	__asm__ volatile("ecall"
			 : "+r"(a0)
			 : "r"(a1), "r"(a2), "r"(a7)
			 : "memory");
#else
	*(volatile uint32_t *)0xFFFFF000 = (unsigned char)c;
#endif
}

void put_text(const char *text)
{
	while (*text)
		put_char(*text++);
}

void put_hex(uint32_t value)
{
	for (int shift = 28; shift >= 0; shift -= 4)
		put_char("0123456789abcdef"[value >> shift & 15]);
}

void put_line(const char *name, uint32_t value)
{
	put_text(name);
	put_char(' ');
	put_hex(value);
	put_char('\n');
}

uint32_t next_random(void)
{
	static uint32_t state = 2463534242;
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* What the compiler may call. */
void *memcpy(void *to, const void *from, __SIZE_TYPE__ n)
{
	char *t = to;
	const char *f = from;
	while (n--)
		*t++ = *f++;
	return to;
}

void *memset(void *to, int value, __SIZE_TYPE__ n)
{
	char *t = to;
	while (n--)
		*t++ = (char)value;
	return to;
}
