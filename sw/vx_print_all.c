/* vx_print_all.c - the runtime kernel: vx_printf with all that C has for whole
 * numbers and texts
 * SPDX-License-Identifier: Apache-2.0
 *
 * For what a compiler makes of printf: flags + blank # and a precision, %o and
 * %X, and * for a width or a precision. All else goes to vx_print, one
 * conversion at a time.
 */
#include "vx_runtime.h"

enum { SPEC = 40, DIGITS = 22 };

struct spec {
	char text[SPEC];        /* the conversion, for vx_print */
	uint32_t length;
	_Bool left, zero, plus, blank, exact, precise, far;
	uint32_t width, precision;
	char letter;
};

static void add(struct spec *f, char c)
{
	if (f->length < SPEC - 1)
		f->text[f->length++] = c;
	f->text[f->length] = 0;
}

static uint32_t divide(uint64_t *value, uint32_t base)
{
	uint32_t high = (uint32_t)(*value >> 32), low = (uint32_t)*value;
	uint32_t a = high / base;
	uint32_t b = high % base << 16 | low >> 16;
	uint32_t c = b % base << 16 | (low & 0xFFFF);

	*value = (uint64_t)a << 32 | b / base << 16 | c / base;
	return c % base;
}

static void add_number(struct spec *f, uint32_t n)
{
	char digits[DIGITS];
	uint32_t at = DIGITS;
	uint64_t value = n;

	do
		digits[--at] = (char)('0' + divide(&value, 10));
	while (value);
	while (at < DIGITS)
		add(f, digits[at++]);
}

static const char *read_flags(struct spec *f, const char *s)
{
	for (;; add(f, *s++))
		switch (*s) {
		case '-': f->left = 1; break;
		case '0': f->zero = 1; break;
		case '+': f->plus = 1; break;
		case ' ': f->blank = 1; break;
		case '#': f->exact = 1; break;
		default: return s;
		}
}

/* A width or precision, of digits or the next argument. */
static const char *read_count(int32_t *count, const char *s, va_list *args)
{
	*count = 0;
	if (*s == '*') {
		*count = va_arg(*args, int32_t);
		return s + 1;
	}
	for (; *s >= '0' && *s <= '9'; s++)
		*count = 10 * *count + (*s - '0');
	return s;
}

/* Reads what stands behind %, up to its letter. */
static const char *read_spec(struct spec *f, const char *s, va_list *args)
{
	int32_t count;

	*f = (struct spec){ .length = 0 };
	add(f, '%');
	s = read_count(&count, read_flags(f, s), args);
	if (count < 0) {
		f->left = 1;
		add(f, '-');
		count = -count;
	}
	f->width = (uint32_t)count;
	if (count)
		add_number(f, f->width);
	if (*s == '.') {
		s = read_count(&count, s + 1, args);
		f->precise = count >= 0;
		f->precision = (uint32_t)count;
		if (f->precise) {
			add(f, '.');
			add_number(f, f->precision);
		}
	}
	f->far = s[0] == 'l' && s[1] == 'l';
	for (; *s == 'l' || *s == 'z'; s++)
		add(f, *s);
	f->letter = *s;
	add(f, *s);
	return s;
}

static void fill(char c, uint32_t n)
{
	while (n--)
		ww_putc(c);
}

/* HEAD, ZEROS zeros and LENGTH bytes of TEXT in the field of F. */
static void put_field(const struct spec *f, const char *head, uint32_t zeros,
		      const char *text, uint32_t length)
{
	uint32_t all = zeros + length, blanks;

	for (const volatile char *c = head; *c; c++)
		all++;
	blanks = f->width > all ? f->width - all : 0;
	if (f->zero && !f->left && !f->precise && f->letter != 's') {
		zeros += blanks;
		blanks = 0;
	}
	if (!f->left)
		fill(' ', blanks);
	for (; *head; head++)
		ww_putc(*head);
	fill('0', zeros);
	while (length--)
		ww_putc(*text++);
	if (f->left)
		fill(' ', blanks);
}

static void put_digits(const struct spec *f, const char *head, uint64_t value)
{
	const char *all = f->letter == 'X' ? "0123456789ABCDEF" :
			  "0123456789abcdef";
	uint32_t base = f->letter == 'o' ? 8 : f->letter == 'x' ||
			f->letter == 'X' ? 16 : 10;
	char digits[DIGITS];
	uint32_t at = DIGITS, n, least = f->precise ? f->precision : 1;

	if (f->exact && value)
		head = f->letter == 'x' ? "0x" : f->letter == 'X' ? "0X" :
		       head;
	while (value)
		digits[--at] = all[divide(&value, base)];
	n = DIGITS - at;
	if (f->letter == 'o' && f->exact && least <= n)
		least = n + 1;
	put_field(f, head, least > n ? least - n : 0, digits + at, n);
}

static void put_whole(const struct spec *f, va_list *args)
{
	_Bool sign = f->letter == 'd' || f->letter == 'i';
	uint64_t value;

	if (f->far)
		value = va_arg(*args, uint64_t);
	else if (sign)
		value = (uint64_t)(int64_t)va_arg(*args, int32_t);
	else
		value = va_arg(*args, uint32_t);
	if (sign && value >> 63)
		put_digits(f, "-", 0 - value);
	else
		put_digits(f, !sign ? "" : f->plus ? "+" : f->blank ? " " : "",
			   value);
}

static void put_text(const struct spec *f, const char *s)
{
	uint32_t n = 0;

	for (const volatile char *c = s; (!f->precise || n < f->precision) &&
	     *c; c++)
		n++;
	put_field(f, "", 0, s, n);
}

static void print_all(const char *s, va_list *args, uint32_t caller)
{
	struct spec f;

	for (; *s; s++) {
		if (*s != '%') {
			ww_putc(*s);
			continue;
		}
		s = read_spec(&f, s + 1, args);
		switch (f.letter) {
		case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
			put_whole(&f, args);
			break;
		case 's':
			put_text(&f, va_arg(*args, const char *));
			break;
		default:
			vx_print(f.text, args, caller);
		}
	}
}

void vx_printf_all(const char *format, ...)
{
	uint32_t left = ww_tmask(), me = 1u << ww_thread_id();
	uint32_t caller = (uint32_t)__builtin_return_address(0);
	va_list args;

	__if(vx_leads()) {
		vx_lock(VX_LOCK_PRINT);
	} __endif
	va_start(args, format);
	for (; left; left &= left - 1) {
		__if((left & -left) == me) {
			va_list own;

			va_copy(own, args);
			print_all(format, &own, caller);
			va_end(own);
		} __endif
	}
	va_end(args);
	__if(vx_leads()) {
		vx_unlock(VX_LOCK_PRINT);
	} __endif
}
