/* vx_float.c - the runtime kernel: how vx_printf prints a floating-point number
 * SPDX-License-Identifier: Apache-2.0
 *
 * The number's binary fraction is turned into decimal digits exactly, as many
 * as it has or as are wanted, and these are rounded: to the nearest, and to the
 * even digit halfway. Integers only, for one thread at a time.
 */
#include "vx_runtime.h"

enum {
	WHOLE = 64,   /* 16-bit pieces before the point: 2^1024 */
	PARTS = 68,   /* behind it: 2^-1074, and the bits shifted in */
	MOST = 1100   /* digits before and behind it */
};

/* Of the one number that is being printed. */
static struct {
	uint16_t whole[WHOLE]; /* the lowest first */
	uint16_t part[PARTS];  /* the highest first */
	uint32_t wholes, parts; /* in use */
	/* One in front for what rounding carries. */
	char digit[1 + MOST];
	uint32_t count;        /* from digit[1] on */
	int32_t before;        /* how many of them are before the point; if it
				* is negative, as many zeros are behind it */
} n;

/* MANTISSA times 2^EXPONENT, which is -1074 or more. */
static void set(uint64_t mantissa, int32_t exponent)
{
	uint32_t at = (uint32_t)(exponent + 1088); /* multiples of 16 are */
	uint32_t piece = at / 16, by = at % 16;    /* -1088: below part[67] */
	uint32_t low = (uint32_t)mantissa, high = (uint32_t)(mantissa >> 32);
	uint32_t words[3] = { low << by, high << by | low >> 1 >> (31 - by),
			      high >> 1 >> (31 - by) };

	n.wholes = n.parts = 0;
	for (uint32_t i = 0; i < WHOLE; i++)
		n.whole[i] = 0;
	for (uint32_t i = 0; i < PARTS; i++)
		n.part[i] = 0;
	for (uint32_t i = 0; i < 6; i++, piece++) {
		uint16_t bits = (uint16_t)(words[i / 2] >> i % 2 * 16);

		if (!bits)
			continue;
		if (piece < PARTS) {
			n.part[PARTS - 1 - piece] = bits;
			if (n.parts < PARTS - piece)
				n.parts = PARTS - piece;
		} else {
			n.whole[piece - PARTS] = bits;
			n.wholes = piece - PARTS + 1;
		}
	}
}

static void add_digit(uint32_t digit)
{
	n.digit[++n.count] = (char)('0' + digit);
}

/* The digits before the point, four by four from the last. */
static void make_whole(void)
{
	char *end = n.digit + 1 + MOST, *first = end;

	while (n.wholes > 0) {
		uint32_t rest = 0;

		for (uint32_t i = n.wholes; i-- > 0;) {
			rest = rest << 16 | n.whole[i];
			n.whole[i] = (uint16_t)(rest / 10000);
			rest %= 10000;
		}
		for (uint32_t i = 0; i < 4; i++, rest /= 10)
			*--first = (char)('0' + rest % 10);
		while (n.wholes > 0 && !n.whole[n.wholes - 1])
			n.wholes--;
	}
	while (first < end && *first == '0')
		first++;
	while (first < end)
		n.digit[++n.count] = *first++;
	n.before = (int32_t)n.count;
}

/* The next digit behind the point. */
static uint32_t next_digit(void)
{
	uint32_t carry = 0;

	for (uint32_t i = n.parts; i-- > 0;) {
		uint32_t bits = n.part[i];

		carry += (bits << 3) + (bits << 1);
		n.part[i] = (uint16_t)carry;
		carry >>= 16;
	}
	while (n.parts > 0 && !n.part[n.parts - 1])
		n.parts--;
	return carry;
}

/* Digits behind the point: until there are WANT digits, from the first that is
 * not 0 on if SIGNIFICANT, else behind the point; or until they end. */
static void make_part(uint32_t want, _Bool significant)
{
	uint32_t places = 0;

	while (n.parts > 0 && (significant ? n.count : places) < want) {
		uint32_t digit = next_digit();

		places++;
		if (n.count || digit || !significant)
			add_digit(digit);
		else
			n.before--;
	}
}

static _Bool rest_is_zero(uint32_t from)
{
	for (; from <= n.count; from++)
		if (n.digit[from] != '0')
			return 0;
	return n.parts == 0;
}

/* Keeps KEEP digits at most. One more is there, unless they have ended. */
static void round_to(uint32_t keep)
{
	uint32_t i = keep;
	char next;

	if (n.count <= keep)
		return;
	next = n.digit[keep + 1];
	if (next > '5' || (next == '5' && (!rest_is_zero(keep + 2) ||
					   (keep && n.digit[keep] % 2)))) {
		for (; i > 0 && n.digit[i] == '9'; i--)
			n.digit[i] = '0';
		if (i > 0) {
			n.digit[i]++;
		} else { /* 9.9 is 10: one digit more in front */
			for (i = keep + 1; i > 1; i--)
				n.digit[i] = n.digit[i - 1];
			n.digit[1] = '1';
			n.before++;
			keep++;
		}
	}
	n.count = keep;
}

static void put_many(char c, uint32_t count)
{
	while (count-- > 0)
		ww_putc(c);
}

/* COUNT digits from the FROMth on, the first being 1; zeros where none are. */
static void put_digits(int32_t from, uint32_t count)
{
	for (; count-- > 0; from++)
		ww_putc(from >= 1 && from <= (int32_t)n.count ? n.digit[from] :
								'0');
}

static uint32_t at_least(int32_t least, int32_t x)
{
	return (uint32_t)(x < least ? least : x);
}

/* Blanks or zeros and the sign before what is LENGTH long; returns the blanks
 * to come behind it. */
static uint32_t put_front(const struct vx_field *f, char sign, uint32_t length,
			  _Bool zeros)
{
	uint32_t all = length + (sign != 0);
	uint32_t fill = f->width > all ? f->width - all : 0;

	if (!f->left && !zeros)
		put_many(' ', fill);
	if (sign)
		ww_putc(sign);
	if (!f->left && zeros)
		put_many('0', fill);
	return f->left ? fill : 0;
}

/* ddd.ddd with PLACES behind the point */
static void put_fixed(const struct vx_field *f, char sign, uint32_t places)
{
	uint32_t whole = at_least(1, n.before);
	_Bool point = places > 0 || f->exact;
	uint32_t behind = put_front(f, sign, whole + point + places,
				    f->pad == '0');

	put_digits(n.before - (int32_t)whole + 1, whole);
	if (point)
		ww_putc('.');
	put_digits(n.before + 1, places);
	put_many(' ', behind);
}

/* d.ddde+dd with PLACES behind the point */
static void put_scaled(const struct vx_field *f, char sign, uint32_t places,
		       char letter)
{
	int32_t power = n.count ? n.before - 1 : 0;
	uint32_t size = (uint32_t)(power < 0 ? -power : power);
	_Bool point = places > 0 || f->exact;
	uint32_t behind = put_front(f, sign,
				    5 + point + places + (size > 99),
				    f->pad == '0');

	put_digits(1, 1);
	if (point)
		ww_putc('.');
	put_digits(2, places);
	ww_putc(letter);
	ww_putc(power < 0 ? '-' : '+');
	if (size > 99)
		ww_putc((char)('0' + size / 100));
	ww_putc((char)('0' + size / 10 % 10));
	ww_putc((char)('0' + size % 10));
	put_many(' ', behind);
}

static void put_name(const struct vx_field *f, char sign, const char *name)
{
	uint32_t behind = put_front(f, sign, 3, 0);

	put_many(name[0], 1);
	put_many(name[1], 1);
	put_many(name[2], 1);
	put_many(' ', behind);
}

/* As %e or as %f, whichever is shorter: WANT digits, or without zeros at the
 * end. */
static void put_shorter(const struct vx_field *f, char sign, uint32_t want,
			char letter)
{
	int32_t power, digits = (int32_t)want;

	make_part(want + 1, 1);
	round_to(want);
	power = n.count ? n.before - 1 : 0;
	if (!f->exact) {
		while (n.count > 0 && n.digit[n.count] == '0')
			n.count--;
		digits = (int32_t)at_least(1, (int32_t)n.count);
	}
	if (power < -4 || power >= (int32_t)want)
		put_scaled(f, sign, (uint32_t)digits - 1, letter);
	else
		put_fixed(f, sign, at_least(0, digits - 1 - power));
}

void vx_put_float(const struct vx_field *f, char conversion, uint64_t bits)
{
	uint32_t high = (uint32_t)(bits >> 32), exponent = high >> 20 & 2047;
	uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
	char sign = high >> 31 ? '-' : f->sign, kind = conversion | 32;
	char case_ = conversion & 32;
	uint32_t want = f->precise ? f->precision : 6;

	if (exponent == 2047) {
		put_name(f, sign, fraction ? (case_ ? "nan" : "NAN") :
					     (case_ ? "inf" : "INF"));
		return;
	}
	n.count = 0;
	if (exponent)
		set(fraction | (uint64_t)1 << 52, (int32_t)exponent - 1075);
	else
		set(fraction, -1074);
	make_whole();
	if (kind == 'f') {
		make_part(want + 1, 0);
		round_to(at_least(0, n.before) + want);
		put_fixed(f, sign, want);
	} else if (kind == 'e') {
		make_part(want + 2, 1);
		round_to(want + 1);
		put_scaled(f, sign, want, 'E' | case_);
	} else {
		put_shorter(f, sign, want ? want : 1, 'E' | case_);
	}
}
