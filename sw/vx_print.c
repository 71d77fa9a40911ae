/* vx_print.c - the runtime kernel: vx_printf, vx_assert, and how it ends a run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vx_runtime.h"

#pragma weak vx_put_float

static void put_field(const struct vx_field *f, const char *sign,
		      const char *text, uint32_t length)
{
	uint32_t all = length + (*sign != 0),
		 fill = f->width > all ? f->width - all : 0;

	if (!f->left && f->pad == ' ')
		for (; fill > 0; fill--)
			ww_putc(' ');
	if (*sign)
		ww_putc(*sign);
	if (!f->left)
		for (; fill > 0; fill--)
			ww_putc('0');
	while (length--)
		ww_putc(*text++);
	for (; fill > 0; fill--)
		ww_putc(' ');
}

/* Divides *VALUE, 16 bits at a time, and returns the rest. For one thread. */
static uint32_t divide(uint64_t *value, uint32_t base)
{
	uint32_t high = (uint32_t)(*value >> 32), low = (uint32_t)*value;
	uint32_t a = high / base;
	uint32_t b = high % base << 16 | low >> 16;
	uint32_t c = b % base << 16 | (low & 0xFFFF);

	*value = (uint64_t)a << 32 | b / base << 16 | c / base;
	return c % base;
}

static void put_number(const struct vx_field *f, const char *sign,
		       uint64_t value, uint32_t base)
{
	char digits[20];
	uint32_t at = sizeof digits;

	do
		digits[--at] = "0123456789abcdef"[divide(&value, base)];
	while (value != 0);
	put_field(f, sign, digits + at, (uint32_t)sizeof digits - at);
}

static void put_string(const struct vx_field *f, const char *s)
{
	uint32_t length = 0;

	/* else GCC wants a strlen */
	for (const volatile char *end = s; *end; end++)
		length++;
	put_field(f, "", s, length);
}

static const char *read_flags(struct vx_field *f, const char *s)
{
	for (;; s++)
		switch (*s) {
		case '-': f->left = 1; break;
		case '0': f->pad = '0'; break;
		case '+': f->sign = '+'; break;
		case ' ': f->sign = f->sign ? f->sign : ' '; break;
		case '#': f->exact = 1; break;
		default: return s;
		}
}

static const char *read_count(uint32_t *count, const char *s)
{
	for (; *s >= '0' && *s <= '9'; s++)
		*count = 10 * *count + (uint32_t)(*s - '0');
	return s;
}

static const char *read_field(struct vx_field *f, const char *s)
{
	*f = (struct vx_field){ .pad = ' ' };
	s = read_count(&f->width, read_flags(f, s));
	f->precise = *s == '.';
	s = f->precise ? read_count(&f->precision, s + 1) : s;
	f->sized = *s == 'l' || *s == 'z';
	f->far = s[0] == 'l' && s[1] == 'l';
	return s + f->sized + f->far;
}

static _Bool is_among(const char *list, char c)
{
	for (; *list; list++)
		if (*list == c)
			return 1;
	return 0;
}

/* Whether CONVERSION is there, with what is in front of it. */
static _Bool is_right(const struct vx_field *f, char conversion)
{
	if (is_among("fegFEG", conversion))
		return vx_put_float && !f->far;
	if (f->precise || f->sign || f->exact)
		return 0;
	return is_among(f->sized ? "diux" : "diuxpcs%", conversion);
}

/* What the compiler has not found: the format was no constant, or it did not
 * optimize. */
static void refuse(const char *format, const char *from, const char *to,
		   uint32_t caller)
{
	while (*to && *to < 'A')
		to++;
	ww_puts("\nvx: vx_printf: there is no ");
	while (from <= to && *from)
		ww_putc(*from++);
	ww_puts(" (format \"");
	ww_puts(format);
	ww_puts("\", called before 0x");
	ww_print_hex(caller);
	ww_puts(")\n");
	vx_exit(VX_BAD_CALL);
}

static uint64_t number(const struct vx_field *f, va_list *args)
{
	return f->far ? va_arg(*args, uint64_t) : va_arg(*args, uint32_t);
}

static void put_signed(const struct vx_field *f, va_list *args)
{
	uint64_t value = number(f, args);
	int32_t high = (int32_t)(f->far ? value >> 32 : value);

	if (high >= 0)
		put_number(f, "", value, 10);
	else
		put_number(f, "-", f->far ? 0 - value : 0 - (uint32_t)value,
			   10);
}

static void put_pointer(uint32_t p)
{
	const struct vx_field f = { .width = 8, .pad = '0' };

	if (!p) {
		ww_puts("(nil)");
		return;
	}
	ww_puts("0x");
	put_number(&f, "", p, 16);
}

void vx_print(const char *format, va_list *args, uint32_t caller)
{
	const char *s, *from;
	struct vx_field f;
	char c;

	for (s = format; *s; s++) {
		if (*s != '%') {
			ww_putc(*s);
			continue;
		}
		from = s;
		s = read_field(&f, s + 1);
		if (!is_right(&f, *s))
			refuse(format, from, s, caller);
		switch (*s) {
		case 'd': case 'i': put_signed(&f, args); break;
		case 'u': put_number(&f, "", number(&f, args), 10); break;
		case 'x': put_number(&f, "", number(&f, args), 16); break;
		case 'p': put_pointer(va_arg(*args, uint32_t)); break;
		case 'c':
			c = (char)va_arg(*args, int);
			f.pad = ' ';
			put_field(&f, "", &c, 1);
			break;
		case 's':
			f.pad = ' ';
			put_string(&f, va_arg(*args, const char *));
			break;
		case '%': ww_putc('%'); break;
		default:
			vx_put_float(&f, *s, va_arg(*args, uint64_t));
		}
	}
}

static void print_one(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vx_print(format, &args, (uint32_t)__builtin_return_address(0));
	va_end(args);
}

void vx_print_each(const char *format, va_list args, uint32_t caller)
{
	uint32_t left = ww_tmask(), me = 1u << ww_thread_id();

	for (; left; left &= left - 1) {
		__if((left & -left) == me) {
			va_list own;

			va_copy(own, args);
			vx_print(format, &own, caller);
			va_end(own);
		} __endif
	}
}

void (vx_printf)(const char *format, ...)
{
	va_list args;

	__if(vx_leads()) {
		vx_lock(VX_LOCK_PRINT);
	} __endif
	va_start(args, format);
	vx_print_each(format, args, (uint32_t)__builtin_return_address(0));
	va_end(args);
	__if(vx_leads()) {
		vx_unlock(VX_LOCK_PRINT);
	} __endif
}

void vx_exit(int code)
{
	ww_fence();
	for (;;)
		__asm__ volatile("csrw %0, %1"
				 :
				 : "i"(WW_CSR_MEXIT), "r"(code)
				 : "memory");
}

/* Of the active threads the first speaks; others have nothing to say any
 * more. */
void vx_fail_in(int code, const char *function, const char *text, uint32_t a,
		uint32_t b)
{
	__if(vx_leads()) {
		vx_lock(VX_LOCK_PRINT);
		print_one("vx: %s%s", function, *function ? ": " : "");
		print_one(text, a, b);
		print_one("\n");
		vx_exit(code);
	} __endif
	vx_exit(code);
}

void vx_fail(int code, const char *text, uint32_t a, uint32_t b)
{
	vx_fail_in(code, "", text, a, b);
}

static void print_place(void)
{
	const struct vx_warp *w = vx_here()->current;
	uint32_t tid, wid;

	if (!w) {
		print_one(" (hardware warp %u, thread %u)\n", ww_warp_id(),
			  ww_thread_id());
		return;
	}
	tid = w->tid + ww_thread_id();
	wid = w->wid;
	vx_make_ids(w->share->request, &tid, &wid);
	print_one(" (warp %u, thread %u)\n", wid, tid);
}

void vx_assert_failed(const char *condition, const char *file, uint32_t line)
{
	__if(vx_leads()) {
		vx_lock(VX_LOCK_PRINT);
		print_one("%s:%u: vx_assert(%s) does not hold", file, line,
			  condition);
		print_place();
		vx_exit(VX_ASSERTED);
	} __endif
}
