/* sort.c - three sorts of bytes, halves and words, with recursion
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

enum { COUNT = 300 };

static int8_t bytes[COUNT];
static int16_t halves[COUNT];
static int32_t words[COUNT];

static void quick(int32_t *a, int low, int high, int (*less)(int32_t, int32_t))
{
	int i = low, j = high;
	int32_t pivot = a[(low + high) / 2];

	while (i <= j) {
		while (less(a[i], pivot))
			i++;
		while (less(pivot, a[j]))
			j--;
		if (i <= j) {
			int32_t t = a[i];
			a[i++] = a[j];
			a[j--] = t;
		}
	}
	if (low < j)
		quick(a, low, j, less);
	if (i < high)
		quick(a, i, high, less);
}

static int by_value(int32_t a, int32_t b)
{
	return a < b;
}

static int by_unsigned(int32_t a, int32_t b)
{
	return (uint32_t)a < (uint32_t)b;
}

static int by_low_byte(int32_t a, int32_t b)
{
	return (a & 255) != (b & 255) ? (a & 255) < (b & 255) : a < b;
}

static void insertion(int8_t *a, int n)
{
	for (int i = 1; i < n; i++) {
		int8_t v = a[i];
		int j = i;
		for (; j > 0 && a[j - 1] > v; j--)
			a[j] = a[j - 1];
		a[j] = v;
	}
}

static void shell(int16_t *a, int n)
{
	for (int gap = n / 2; gap > 0; gap /= 2)
		for (int i = gap; i < n; i++)
			for (int j = i; j >= gap && a[j - gap] > a[j];
			     j -= gap) {
				int16_t t = a[j];
				a[j] = a[j - gap];
				a[j - gap] = t;
			}
}

static void show(const char *name, int32_t (*get)(int))
{
	uint32_t sum = 0;

	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (uint32_t)get(i);
	put_line(name, sum);
}

static int32_t get_byte(int i)
{
	return bytes[i];
}

static int32_t get_half(int i)
{
	return halves[i];
}

static int32_t get_word(int i)
{
	return words[i];
}

int main(void)
{
	static int (*const orders[])(
		int32_t, int32_t) = { by_value, by_unsigned, by_low_byte };

	for (int i = 0; i < COUNT; i++) {
		words[i] = (int32_t)next_random();
		halves[i] = (int16_t)words[i];
		bytes[i] = (int8_t)words[i];
	}
	insertion(bytes, COUNT);
	show("bytes", get_byte);
	shell(halves, COUNT);
	show("halves", get_half);
	for (int i = 0; i < 3; i++) {
		quick(words, 0, COUNT - 1, orders[i]);
		show("words", get_word);
	}
	return 3;
}
