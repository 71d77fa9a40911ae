/* puzzle.c - queens, primes, a maze of switch cases and decimal numbers
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static int queens(int n, uint32_t columns, uint32_t left, uint32_t right)
{
	uint32_t all = (1u << n) - 1, open = all & ~(columns | left | right);
	int count = 0;

	if (columns == all)
		return 1;
	while (open) {
		uint32_t bit = open & (0 - open);
		open ^= bit;
		count += queens(n, columns | bit, (left | bit) << 1,
				(right | bit) >> 1);
	}
	return count;
}

static int primes(int limit)
{
	static uint8_t composite[5000];
	int count = 0;

	for (int i = 2; i < limit; i++) {
		count += !composite[i];
		for (int j = i * 2; j < limit && !composite[i]; j += i)
			composite[j] = 1;
	}
	return count;
}

/* A small stack machine; the compiler makes a jump table of it. */
static int32_t machine(const char *program)
{
	int32_t stack[16] = { 0 };
	int top = 0;

	for (; *program; program++)
		switch (*program) {
		case '+': top--; stack[top] += stack[top + 1]; break;
		case '-': top--; stack[top] -= stack[top + 1]; break;
		case '*': top--; stack[top] *= stack[top + 1]; break;
		case '/': top--; stack[top] /= stack[top + 1]; break;
		case '%': top--; stack[top] %= stack[top + 1]; break;
		case 'd': stack[top + 1] = stack[top]; top++; break;
		case 'n': stack[top] = -stack[top]; break;
		case '~': stack[top] = ~stack[top]; break;
		default: stack[++top] = *program - '0'; break;
		}
	return stack[top];
}

static void put_decimal(int64_t value)
{
	char digits[21];
	int n = 0;

	if (value < 0)
		put_char('-');
	do {
		int64_t digit = value % 10;
		digits[n++] = (char)('0' + (digit < 0 ? -digit : digit));
		value /= 10;
	} while (value);
	while (n)
		put_char(digits[--n]);
	put_char('\n');
}

int main(void)
{
	for (int n = 1; n <= 8; n++)
		put_decimal(queens(n, 0, 0, 0));
	put_decimal(primes(5000));
	put_decimal(machine("9d*7-3n*5/"));
	put_decimal(machine("8~d*4%9d**6-d*"));
	put_decimal(INT64_MIN);
	put_decimal(-1234567890123456789);
	put_decimal(INT64_MAX);
	for (int64_t v = 1; v < INT64_MAX / 7; v *= 7)
		put_decimal(v - 3);
	return 255;
}
