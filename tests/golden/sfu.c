/* sfu.c - special functions: special operands, what is exact, errors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The errors are those that doc/sfu.md promises, at every 4099th input; the
 * inputs with the greatest ones are those that sfu-error has found.
 */
#include "config.h"
#include "tests/golden/sfu_functions.h"
#include "tests/tap.h"

#ifdef HAVE_MPFR
#include <mpfr.h>
#endif

#define INF 0x7f800000
#define MINUS_INF 0xff800000
#define NAN_ 0x7fc00000
#define SIGNALING 0x7f800001
#define MINUS_NAN 0xffc12345
#define MINUS_0 0x80000000
#define ONE 0x3f800000
#define MINUS_ONE 0xbf800000

static const struct {
	const char *name;
	uint32_t a, value;
} rows[] = {
#include "tests/golden/sfu_rows.def"
};

static void by_hand(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char name[40];

		snprintf(name, sizeof(name), "%s %08x", rows[i].name,
			 rows[i].a);
		is_u32(sfu_function(rows[i].name)->golden(rows[i].a),
		       rows[i].value, name);
	}
}

/* The number 2^E. */
static uint32_t two_to(int e)
{
	return e < -126 ? UINT32_C(1) << (e + 149) : (uint32_t)(e + 127) << 23;
}

static uint32_t number(int whole)
{
	float f = (float)whole;
	uint32_t bits;

	memcpy(&bits, &f, sizeof(bits));
	return bits;
}

static void exact(void)
{
	unsigned rcp = 0, rsqrt = 0, exp2_ = 0, log2_ = 0;

	for (int e = -149; e <= 127; e++) {
		rcp += e > -128 && sfu_rcp(two_to(e)) != two_to(-e);
		rsqrt += e % 2 == 0 && sfu_rsqrt(two_to(e)) != two_to(-e / 2);
		exp2_ += sfu_exp2(number(e)) != two_to(e);
		log2_ += sfu_log2(two_to(e)) != number(e);
	}
	is_u32(rcp, 0, "1 / 2^n is exact");
	is_u32(rsqrt, 0, "1 / sqrt(4^n) is exact");
	is_u32(exp2_, 0, "2^n is exact");
	is_u32(log2_, 0, "log2(2^n) is exact");
}

static void errors(const struct sfu_function *f)
{
	uint64_t wrong = 0, tried = 0, great = 0;
	double worst = 0;
	uint32_t wrong_at = 0;

	for (uint64_t a = 0; a <= UINT32_MAX; a += 4099, tried++) {
		uint32_t value = f->golden((uint32_t)a);
		double error = sfu_error(f, (uint32_t)a, value);

		if (error < 0 || error > f->limit) {
			wrong++;
			wrong_at = (uint32_t)a;
		}
		worst = error > worst ? error : worst;
		great += f->turns && value != NAN_ &&
			 (value & 0x7fffffff) > ONE;
	}
	ok(wrong == 0, "%s of %lu inputs: %.4f ulp, at most %g", f->name,
	   (unsigned long)tried, worst, f->limit);
	if (wrong != 0)
		diag("%lu are worse, %08x one of them", (unsigned long)wrong,
		     wrong_at);
	if (f->turns)
		is_u32(great, 0, "none is greater than 1");
}

#ifdef HAVE_MPFR
static void real_mpfr(const char *name, mpfr_t x)
{
	if (strcmp(name, "rcp") == 0)
		mpfr_ui_div(x, 1, x, MPFR_RNDN);
	else if (strcmp(name, "rsqrt") == 0)
		mpfr_rec_sqrt(x, x, MPFR_RNDN);
	else if (strcmp(name, "exp2") == 0)
		mpfr_exp2(x, x, MPFR_RNDN);
	else if (strcmp(name, "log2") == 0)
		mpfr_log2(x, x, MPFR_RNDN);
	else if (strcmp(name, "sin") == 0)
		mpfr_sin(x, x, MPFR_RNDN);
	else if (strcmp(name, "cos") == 0)
		mpfr_cos(x, x, MPFR_RNDN);
	else
		mpfr_exp(x, x, MPFR_RNDN);
}

/* The error of a normal result. */
static double error_mpfr(const struct sfu_function *f, uint32_t a)
{
	mpfr_t want, error;
	double ulps;

	mpfr_init2(want, 200);
	mpfr_init2(error, 200);
	mpfr_set_d(want, sfu_number(a), MPFR_RNDN);
	real_mpfr(f->name, want);
	mpfr_set_d(error, sfu_number(f->golden(a)), MPFR_RNDN);
	mpfr_sub(error, error, want, MPFR_RNDN);
	mpfr_mul_2si(error, error, 24 - mpfr_get_exp(want), MPFR_RNDN);
	ulps = fabs(mpfr_get_d(error, MPFR_RNDN));
	mpfr_clear(want);
	mpfr_clear(error);
	return ulps;
}

static void worst(void)
{
	static const struct {
		const char *name;
		uint32_t a;
		double error;
	} cases[] = {
#include "tests/golden/sfu_worst.def"
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double error = error_mpfr(sfu_function(cases[i].name),
					  cases[i].a);

		ok(fabs(error - cases[i].error) < 0.00006,
		   "%s of %08x: %.5f ulp by MPFR, %.4f by the host",
		   cases[i].name, cases[i].a, error, cases[i].error);
	}
}
#else
static void worst(void)
{
}
#endif

int main(void)
{
	by_hand();
	exact();
	for (size_t i = 0; i < SFU_FUNCTIONS; i++)
		errors(&sfu_functions[i]);
	worst();
	return tap_done();
}
