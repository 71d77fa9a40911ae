/* ptx.cu - assembly of NVPTX: special registers, bits, names, loads and stores
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread writes its results in the order of expected(), which the host computes.
 */
#include <cmath>
#include <cstdint>

#include "check.h"

enum { N = 32, MOST = 56 };

#define ASM(text, ...) ({ uint32_t r_; asm volatile(text : "=r"(r_) : __VA_ARGS__); r_; })
#define BITS(text, ...) put(ASM(text, __VA_ARGS__))
#define REAL(text, ...) ({ float f_; asm(text : "=f"(f_) : __VA_ARGS__); put(__float_as_uint(f_)); })

struct results { uint32_t n, v[MOST]; };

__global__ void compute(results *all, const uint32_t *in)
{
	const uint32_t i = threadIdx.x, a = in[i], b = in[(i + 7) % N], c = in[(i + 13) % N];
	const float f = i * 0.75f + 0.25f;
	results *r = &all[i];
	uint32_t t, u, n = 0;
	uint64_t q;
	auto put = [&](uint32_t v) { r->v[n++] = v; };

	BITS("bfe.u32 %0, %1, %2, %3;", "r"(a), "r"(b & 63), "r"(c & 63));
	BITS("bfe.s32 %0, %1, %2, %3;", "r"(a), "r"(b & 63), "r"(c & 63));
	BITS("bfi.b32 %0, %1, %2, %3, %4;", "r"(a), "r"(b), "r"(c & 63), "r"(a >> 5 & 63));
	BITS("prmt.b32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c));
	BITS("lop3.b32 %0, %1, %2, %3, %4;", "r"(a), "r"(b), "r"(c), "n"(0x96));
	BITS("lop3.b32 %0, %1, %2, %3, 0xE8;", "r"(a), "r"(b), "r"(c));
	BITS("shf.l.wrap.b32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c));
	BITS("shf.r.clamp.b32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c & 63));
	BITS("mul.hi.u32 %0, %1, %2;", "r"(a), "r"(b));
	BITS("mul.hi.s32 %0, %1, %2;", "r"(a), "r"(b));
	BITS("mad.lo.u32 %0, %1, %2, %3;", "r"(a), "r"(b), "r"(c));
	BITS("clz.b32 %0, %1;", "r"(a));
	BITS("brev.b32 %0, %1;", "r"(a));
	BITS("bfind.s32 %0, %1;", "r"(a));
	BITS("shl.b32 %0, %1, %2;", "r"(a), "r"(b & 63));
	BITS("shr.s32 %0, %1, %2;", "r"(a), "r"(b & 63));
	t = ASM("{ .reg .pred p;\n .reg .u32 x, y; // names\n setp.lt.u32 p, %1, %2;\n selp.b32 x, %1, %2, p;\n"
		"add.u32 y, x, 5; @p add.u32 y, y, 100;\n @!p sub.u32 y, y, 0x10; mov.b32 %0, y; }", "r"(a), "r"(b));
	put(t);
	asm("add.u32 %0, %0, %1;" : "+r"(t) : "r"(a));
	put(t);
	asm("mov.u32 %0, %%laneid; mov.u32 %1, %%lanemask_lt;" : "=r"(t), "=r"(u));
	put(t), put(u);
	asm("mov.u32 %0, %%lanemask_ge; mov.u32 %1, %%ntid.x;" : "=r"(t), "=r"(u));
	put(t), put(u);
	BITS("cvt.rni.s32.f32 %0, %1;", "f"(f));
	BITS("ld.global.s8 %0, [%1];", "l"(in + i));
	asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2+8];" : "=r"(t), "=r"(u) : "l"(in + (i & 16)));
	put(t), put(u);
	asm volatile("st.global.cs.u32 [%0], %1;" :: "l"(&r->v[n]), "r"(a ^ 1) : "memory");
	n++;
	asm("mov.b64 %0, {%1, %2};" : "=l"(q) : "r"(a), "r"(b));
	asm("mov.b64 {%0, %1}, %2;" : "=r"(t), "=r"(u) : "l"(q));
	put((uint32_t)(q >> 32)), put(t - u);
	asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(q) : "r"(a), "r"(b), "l"(q));
	put((uint32_t)q), put((uint32_t)(q >> 32));
	REAL("fma.rn.f32 %0, %1, %2, 0fBF800000;", "f"(f), "f"(2.5f));
	REAL("max.f32 %0, %1, 0f40400000;", "f"(f));
	REAL("rcp.rn.f32 %0, %1;", "f"(f));
	/* clang's headers have these as assembly. */
	put(__vaddss4(a, b)), put(__vavgs2(a, b)), put(__vabsdiffu4(a, b)), put(__vsads4(a, b));
	put(__vsetgtu2(a, b)), put(__vsubus4(a, b)), put(__vmins2(a, b));
	asm volatile("membar.gl; bar.sync 0; prefetch.global.L2 [%0];" :: "l"(in) : "memory");
	/* Threads 3 below, 9 above in halves, 5 across, and the third of each eight. */
	asm volatile("{ .reg .pred q; shfl.sync.up.b32 %0|q, %2, 3, 0, -1; selp.u32 %1, 1, 0, q; }"
		     : "=r"(t), "=r"(u) : "r"(a));
	put(t), put(u);
	asm volatile("{ .reg .pred q; shfl.sync.down.b32 %0|q, %2, 9, 0x101f, -1; selp.u32 %1, 1, 0, q; }"
		     : "=r"(t), "=r"(u) : "r"(a));
	put(t), put(u);
	BITS("shfl.sync.bfly.b32 %0, %1, 5, 31, -1;", "r"(a));
	BITS("shfl.sync.idx.b32 %0, %1, 2, 0x181f, -1;", "r"(a));
	asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %2, 4; vote.sync.ballot.b32 %0, p, -1;"
		     " vote.sync.any.pred q, !p, -1; selp.u32 %1, 1, 0, q; }" : "=r"(t), "=r"(u) : "r"(i));
	put(t), put(u);
	BITS("activemask.b32 %0;", "r"(a));
	/* The cycles are 64 bits, and go on. */
	const long long now = clock64();
	uint32_t high = ASM("mov.u32 %0, %%clock_hi;", "r"(a));
	put(now > 0 && now < 1000000000 && clock64() > now && high == 0);
	r->n = n;
}

__global__ void leave(uint32_t *p)
{
	p[threadIdx.x] = 1;
	if (threadIdx.x & 1)
		asm volatile("exit;");
	p[threadIdx.x] = 2;
}

static uint32_t ones(uint32_t n)
{
	return n > 31 ? ~0u : (1u << n) - 1;
}

static uint32_t bits_of(float f)
{
	union { float f; uint32_t n; } u = { f };

	return u.n;
}

/* A field bit by bit: its sign above its last one. */
static uint32_t field(uint32_t a, uint32_t at, uint32_t length, bool sign)
{
	uint32_t last = at + length - 1 > 31 ? 31 : at + length - 1, v = 0;

	for (uint32_t k = 0; k < 32 && length; k++)
		v |= (k < length && at + k < 32 ? a >> (at + k) & 1 : sign & a >> last) << k;
	return v;
}

static uint32_t permuted(uint64_t t, uint32_t c)
{
	uint32_t v = 0;

	for (int k = 0; k < 4; k++) {
		uint32_t by = t >> 8 * (c >> 4 * k & 7) & 255;

		v |= (c >> 4 * k & 8 ? by >> 7 ? 255 : 0 : by) << 8 * k;
	}
	return v;
}

/* What OP makes of the lanes of A and B, of WIDTH bits; least to most is what a lane may be. */
template <class T> static uint32_t lanes(uint32_t a, uint32_t b, int width, bool sign, int least, int most, T op)
{
	uint32_t v = 0;

	for (int at = 0; at < 32; at += width) {
		const int x = sign ? (int)(a << (32 - at - width)) >> (32 - width) : a >> at & ones(width);
		const int y = sign ? (int)(b << (32 - at - width)) >> (32 - width) : b >> at & ones(width);
		const int r = op(x, y);

		v |= ((r < least ? least : r > most ? most : r) & ones(width)) << at;
	}
	return v;
}

static uint32_t differences(uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	lanes(a, b, 8, true, 0, 0, [&](int x, int y) { return sum += abs(x - y), 0; });
	return sum;
}

static void expected(results *r, const uint32_t *in, uint32_t i)
{
	const uint32_t a = in[i], b = in[(i + 7) % N], c = in[(i + 13) % N], p = b & 63, at = c & 63;
	const uint32_t mask = at > 31 ? 0 : ones(a >> 5 & 63) << at, positive = (int)a < 0 ? ~a : a;
	const uint32_t named = a < b ? a + 105 : b + 5 - 16;
	const uint64_t t = (uint64_t)b << 32 | a, wide = (uint64_t)((int64_t)(int)a * (int)b) + t;
	const float f = i * 0.75f + 0.25f;
	uint32_t turned = 0;

	for (int k = 0; k < 32; k++)
		turned |= (a >> k & 1) << (31 - k);
	*r = (results){ 0, {
		field(a, p, at, false), field(a, p, at, true), (b & ~mask) | (at > 31 ? 0 : (a << at) & mask),
		permuted(t, c), a ^ b ^ c, (a & b) | (a & c) | (b & c), (uint32_t)(t << (c & 31) >> 32),
		(uint32_t)(t >> (at > 32 ? 32 : at)), (uint32_t)((uint64_t)a * b >> 32),
		(uint32_t)((int64_t)(int)a * (int)b >> 32), a * b + c, a ? (uint32_t)__builtin_clz(a) : 32, turned,
		positive ? 31u - __builtin_clz(positive) : ~0u, p > 31 ? 0 : a << p,
		(uint32_t)((int)a >> (p > 31 ? 31 : p)), named, named + a, i, ones(i), ~ones(i), N,
		(uint32_t)rintf(f), (uint32_t)(int8_t)a, in[(i & 16) + 2], in[(i & 16) + 3], a ^ 1, b, a - b,
		(uint32_t)wide, (uint32_t)(wide >> 32), bits_of(fmaf(f, 2.5f, -1)), bits_of(f > 3 ? f : 3),
		bits_of(1 / f),
		lanes(a, b, 8, true, -128, 127, [](int x, int y) { return x + y; }),
		lanes(a, b, 16, true, -32768, 32767, [](int x, int y) { return (x + y + (x + y >= 0)) >> 1; }),
		lanes(a, b, 8, false, 0, 255, [](int x, int y) { return abs(x - y); }), differences(a, b),
		lanes(a, b, 16, false, 0, 1, [](int x, int y) { return (int)(x > y); }),
		lanes(a, b, 8, false, 0, 255, [](int x, int y) { return x - y; }),
		lanes(a, b, 16, true, -32768, 32767, [](int x, int y) { return x < y ? x : y; }),
		i < 3 ? a : in[i - 3], i >= 3, (i & 15) > 6 ? a : in[i + 9], (i & 15) <= 6, in[i ^ 5],
		in[(i & 24) + 2], 0xffffffe0, 1, 0xffffffff, 1
	} };
}

int main()
{
	uint32_t *in, random = 12345;
	results *all, want;

	GOOD(cudaMallocManaged(&in, N * sizeof *in));
	GOOD(cudaMallocManaged(&all, N * sizeof *all));
	for (int i = 0; i < N; i++) {
		random = random * 1664525 + 1013904223;
		in[i] = i % 5 ? random : random & 255;
	}
	in[9] = 0;
	compute<<<1, N>>>(all, in);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++) {
		expected(&want, in, i);
		CHECK(all[i].n == 51);
		for (uint32_t k = 0; k < all[i].n; k++)
			if (all[i].v[k] != want.v[k] && wrong++ < 10)
				printf("thread %d, %u: %08x, not %08x\n", i, k, all[i].v[k], want.v[k]);
	}
	leave<<<1, N>>>(in);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++)
		CHECK(in[i] == (i & 1 ? 1 : 2));
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
