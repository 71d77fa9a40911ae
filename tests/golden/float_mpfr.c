/* float_mpfr.c - operations of binary32 by MPFR
 * SPDX-License-Identifier: Apache-2.0
 *
 * The result of infinite precision is an MPFR number that rounds as it does; it
 * is scaled so that the last place of the format is 1 and made an integer.
 */
#include "config.h"
#include "tests/golden/float_ops.h"

#ifndef HAVE_MPFR
bool mpfr_there(void)
{
	return false;
}

void mpfr_run(enum float_op op, struct float_case x,
	      struct float_result out[MODES])
{
	(void)op;
	(void)x;
	(void)out;
}
#else
#include <mpfr.h>

enum {
	EXACT = 700,            /* bits of any sum of a product */
	TRUNCATED = 64,         /* of a quotient or a root */
	LOWEST = -126
};

struct work {
	mpfr_t a, b, c, z, scaled, whole;
};

bool mpfr_there(void)
{
	return true;
}

static struct work *work(void)
{
	static struct work w;
	static bool ready;

	if (!ready) {
		mpfr_inits2(EXACT, w.a, w.b, w.c, w.z, w.scaled, w.whole,
			    (mpfr_ptr)0);
		ready = true;
	}
	return &w;
}

/* To an integer; false if it was one. */
static bool whole(mpfr_t out, const mpfr_t z, uint32_t rm)
{
	static const mpfr_rnd_t rounding[] = { MPFR_RNDN, MPFR_RNDZ,
					       MPFR_RNDD, MPFR_RNDU };

	if (rm == FLOAT_RMM)
		mpfr_round(out, z);
	else
		mpfr_rint(out, z, rounding[rm]);
	return mpfr_cmp(out, z) != 0;
}

/* Z rounded to a multiple of 2^PLACE, in w->whole; false if it was one. */
static bool round_at(struct work *w, long place, uint32_t rm)
{
	bool changed;

	mpfr_mul_2si(w->scaled, w->z, -place, MPFR_RNDN);
	changed = whole(w->whole, w->scaled, rm);
	mpfr_mul_2si(w->whole, w->whole, place, MPFR_RNDN);
	return changed;
}

/* Of an infinite or too large result with the sign of w->z. */
static struct float_result too_large(const struct work *w, uint32_t rm)
{
	bool minus = mpfr_signbit(w->z);
	bool stays = rm == FLOAT_RTZ || (rm == FLOAT_RDN && !minus) ||
		     (rm == FLOAT_RUP && minus);

	return (struct float_result){
		(minus ? FLOAT_SIGN : 0) | (FLOAT_INF - stays),
		FLOAT_OF | FLOAT_NX
	};
}

static struct float_result to_format(struct work *w, uint32_t rm)
{
	struct float_result r = { 0, 0 };
	long e, place;

	if (mpfr_nan_p(w->z))
		return (struct float_result){ FLOAT_NAN, 0 };
	if (!mpfr_regular_p(w->z)) {
		r.value = float_bits(mpfr_get_flt(w->z, MPFR_RNDN));
		return r;
	}
	e = mpfr_get_exp(w->z) - 1;
	place = (e < LOWEST ? LOWEST : e) - 23;
	if (e < LOWEST) {
		round_at(w, e - 23, rm);
		if (mpfr_get_exp(w->whole) - 1 < LOWEST)
			r.flags = FLOAT_UF;
	}
	r.flags = round_at(w, place, rm) ? r.flags | FLOAT_NX : 0;
	if (!mpfr_zero_p(w->whole) && mpfr_get_exp(w->whole) > 128)
		return too_large(w, rm);
	r.value = float_bits(mpfr_get_flt(w->whole, MPFR_RNDN));
	return r;
}

/* CHANGED: z was truncated. One more bit tells that it was. */
static void sticky(mpfr_t z, int changed)
{
	if (mpfr_regular_p(z)) {
		mpfr_prec_round(z, TRUNCATED + 2, MPFR_RNDN);
		if (changed && mpfr_sgn(z) > 0)
			mpfr_nextabove(z);
		else if (changed)
			mpfr_nextbelow(z);
	}
}

/* The result in w->z; RND decides only about the sign of an exact zero. */
static void compute(struct work *w, enum float_op op, uint32_t a,
		    mpfr_rnd_t rnd)
{
	bool cut = op == OP_div || op == OP_sqrt;

	mpfr_set_prec(w->z, cut ? TRUNCATED : EXACT);
	if (op == OP_add)
		mpfr_add(w->z, w->a, w->b, rnd);
	else if (op == OP_sub)
		mpfr_sub(w->z, w->a, w->b, rnd);
	else if (op == OP_mul)
		mpfr_mul(w->z, w->a, w->b, rnd);
	else if (op == OP_fma)
		mpfr_fma(w->z, w->a, w->b, w->c, rnd);
	else if (op == OP_div)
		sticky(w->z, mpfr_div(w->z, w->a, w->b, MPFR_RNDZ));
	else if (op == OP_sqrt)
		sticky(w->z, mpfr_sqrt(w->z, w->a, MPFR_RNDZ));
	else if (op == OP_from_i32)
		mpfr_set_si(w->z, (int32_t)a, rnd);
	else if (op == OP_from_u32)
		mpfr_set_ui(w->z, a, rnd);
	else
		mpfr_set(w->z, w->a, rnd);
}

static struct float_result to_integer(struct work *w, bool is_signed,
				      uint32_t rm)
{
	double least = is_signed ? INT32_MIN : 0;
	double most = is_signed ? INT32_MAX : UINT32_MAX;
	struct float_result r = { 0, FLOAT_NV };

	if (mpfr_nan_p(w->z)) {
		r.value = (uint32_t)(int64_t)most;
		return r;
	}
	if (mpfr_inf_p(w->z)) {
		r.value = (uint32_t)(int64_t)(mpfr_sgn(w->z) < 0 ? least :
								   most);
		return r;
	}
	r.flags = whole(w->whole, w->z, rm) ? FLOAT_NX : 0;
	if (mpfr_cmp_d(w->whole, least) < 0 || mpfr_cmp_d(w->whole, most) > 0) {
		r.flags = FLOAT_NV;
		mpfr_set_d(w->whole, mpfr_sgn(w->z) < 0 ? least : most,
			   MPFR_RNDN);
	}
	r.value = (uint32_t)(int64_t)mpfr_get_d(w->whole, MPFR_RNDN);
	return r;
}

/* What the operands alone raise. */
static uint32_t raised(enum float_op op, struct float_case x)
{
	bool takes_b = op != OP_sqrt && op != OP_to_i32 && op != OP_to_u32;
	bool bad = float_is_signaling(x.a) ||
		   (takes_b && float_is_signaling(x.b)) ||
		   (op == OP_fma && float_is_signaling(x.c));
	bool nan = float_is_nan(x.a) || float_is_nan(x.b);

	if (op == OP_from_i32 || op == OP_from_u32)
		return 0;
	if (op == OP_fma)
		bad |= (float_is_inf(x.a) && float_is_zero(x.b)) ||
		       (float_is_zero(x.a) && float_is_inf(x.b));
	if (op == OP_lt || op == OP_le)
		bad |= nan;
	return bad ? FLOAT_NV : 0;
}

static struct float_result compared(struct work *w, enum float_op op)
{
	bool yes = op == OP_eq ? mpfr_equal_p(w->a, w->b) :
		   op == OP_lt ? mpfr_less_p(w->a, w->b) :
				 mpfr_lessequal_p(w->a, w->b);

	return (struct float_result){ yes, 0 };
}

static bool is_nan_only_now(const struct work *w, enum float_op op)
{
	return mpfr_nan_p(w->z) && !mpfr_nan_p(w->a) &&
	       (op == OP_sqrt || !mpfr_nan_p(w->b)) &&
	       (op != OP_fma || !mpfr_nan_p(w->c));
}

/* MPFR takes -0 and +0 for equal here, the format does not. */
static struct float_result extreme(struct work *w, enum float_op op)
{
	bool greater = op == OP_max;

	if (greater)
		mpfr_max(w->z, w->a, w->b, MPFR_RNDN);
	else
		mpfr_min(w->z, w->a, w->b, MPFR_RNDN);
	if (mpfr_zero_p(w->z) && mpfr_zero_p(w->a) && mpfr_zero_p(w->b))
		mpfr_setsign(w->z, w->z,
			     greater ? mpfr_signbit(w->a) &&
					       mpfr_signbit(w->b) :
				       mpfr_signbit(w->a) ||
					       mpfr_signbit(w->b),
			     MPFR_RNDN);
	return to_format(w, FLOAT_RNE);
}

static struct float_result one_mode(struct work *w, enum float_op op,
				    struct float_case x, uint32_t rm)
{
	struct float_result r;

	if (op == OP_to_i32 || op == OP_to_u32)
		return to_integer(w, op == OP_to_i32, rm);
	if (op == OP_eq || op == OP_lt || op == OP_le)
		return compared(w, op);
	if (op == OP_min || op == OP_max)
		return extreme(w, op);
	if (mpfr_zero_p(w->z))
		compute(w, op, x.a,
			rm == FLOAT_RDN ? MPFR_RNDD : MPFR_RNDN);
	r = to_format(w, rm);
	if (is_nan_only_now(w, op))
		r.flags |= FLOAT_NV;
	if (op == OP_div && mpfr_inf_p(w->z) && !mpfr_inf_p(w->a))
		r.flags |= FLOAT_DZ;
	return r;
}

void mpfr_run(enum float_op op, struct float_case x,
	      struct float_result out[MODES])
{
	struct work *w = work();

	mpfr_set_flt(w->a, float_host(x.a), MPFR_RNDN);
	mpfr_set_flt(w->b, float_host(x.b), MPFR_RNDN);
	mpfr_set_flt(w->c, float_host(x.c), MPFR_RNDN);
	compute(w, op, x.a, MPFR_RNDN);
	for (uint32_t rm = 0; rm < MODES; rm++) {
		out[rm] = one_mode(w, op, x, rm);
		out[rm].flags |= raised(op, x);
	}
}
#endif
