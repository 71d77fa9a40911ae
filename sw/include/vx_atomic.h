/* vx_atomic.h - atomic operations on words, for cores with isa.a
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each active thread makes its own, in the order of thread numbers, and gets
 * what was there before. WORD may point to RAM or to shared memory. None of
 * them orders other accesses; ww_fence() does. The names of CUDA (atomicAdd)
 * and of OpenCL (atomic_add) are below.
 */
#ifndef VX_ATOMIC_H
#define VX_ATOMIC_H

#include <stdint.h>

#ifndef __riscv_atomic
#error "vx_atomic.h is for cores with isa.a = true, as in run -s isa.a=true"
#endif

#define VX_AMO_(name, type, funct7) \
	static inline __attribute__((always_inline)) type \
	vx_atomic_##name(volatile type *word, type value) \
	{ \
		type vx_old_; \
		__asm__ volatile(".insn r 0x2F, 2, " funct7 ", %0, %1, %2" \
				 : "=r"(vx_old_) \
				 : "r"(word), "r"(value) : "memory"); \
		return vx_old_; \
	}
VX_AMO_(swap, uint32_t, "0x04")
VX_AMO_(min, int32_t, "0x40")
VX_AMO_(max, int32_t, "0x50")
VX_AMO_(minu, uint32_t, "0x60")
VX_AMO_(maxu, uint32_t, "0x70")
#undef VX_AMO_

/* Those that the compiler knows: where nobody looks at the result, rd is x0 and
 * the warp waits for nothing. */
#define VX_FETCH_(name) \
	static inline __attribute__((always_inline)) uint32_t \
	vx_atomic_##name(volatile uint32_t *word, uint32_t value) \
	{ \
		uint32_t vx_old_; \
		__asm__ volatile("" : : : "memory"); \
		vx_old_ = __atomic_fetch_##name(word, value, \
						__ATOMIC_RELAXED); \
		__asm__ volatile("" : : : "memory"); \
		return vx_old_; \
	}
VX_FETCH_(add)
VX_FETCH_(xor)
VX_FETCH_(or)
VX_FETCH_(and)
#undef VX_FETCH_

/* Stores VALUE if the word is EXPECTED. */
static inline __attribute__((always_inline)) uint32_t
vx_atomic_cas(volatile uint32_t *word, uint32_t expected, uint32_t value)
{
	__asm__ volatile(".insn r 0x2F, 2, 0x14, %0, %1, %2"
			 : "+&r"(expected) : "r"(word), "r"(value) : "memory");
	return expected;
}

/* Reserves the word for this thread; what it is. */
static inline __attribute__((always_inline)) uint32_t
vx_load_reserved(volatile uint32_t *word)
{
	uint32_t vx_old_;

	__asm__ volatile(".insn r 0x2F, 2, 0x08, %0, %1, x0"
			 : "=r"(vx_old_) : "r"(word) : "memory");
	return vx_old_;
}

/* Stores VALUE if nobody has stored there since this thread reserved the word.
 * 0: it has; 1: it has not. */
static inline __attribute__((always_inline)) uint32_t
vx_store_conditional(volatile uint32_t *word, uint32_t value)
{
	uint32_t vx_failed_;

	__asm__ volatile(".insn r 0x2F, 2, 0x0C, %0, %1, %2"
			 : "=&r"(vx_failed_) : "r"(word), "r"(value)
			 : "memory");
	return vx_failed_;
}

#define VX_WORD_(p) ((volatile uint32_t *)(p))
#define VX_SIGNED_(p) _Generic(*(p), int: 1, long: 1, default: 0)
#define VX_OF_(p, value) ((__typeof__(*(p) + 0))(value))

/* CUDA. */
#define atomicAdd(p, v)   VX_OF_(p, vx_atomic_add(VX_WORD_(p), (uint32_t)(v)))
#define atomicSub(p, v) \
	VX_OF_(p, vx_atomic_add(VX_WORD_(p), 0u - (uint32_t)(v)))
#define atomicExch(p, v)  VX_OF_(p, vx_atomic_swap(VX_WORD_(p), (uint32_t)(v)))
#define atomicAnd(p, v)   VX_OF_(p, vx_atomic_and(VX_WORD_(p), (uint32_t)(v)))
#define atomicOr(p, v)    VX_OF_(p, vx_atomic_or(VX_WORD_(p), (uint32_t)(v)))
#define atomicXor(p, v)   VX_OF_(p, vx_atomic_xor(VX_WORD_(p), (uint32_t)(v)))
#define atomicMin(p, v) VX_OF_(p, VX_SIGNED_(p) ? \
	(uint32_t)vx_atomic_min((volatile int32_t *)(p), (int32_t)(v)) : \
	vx_atomic_minu(VX_WORD_(p), (uint32_t)(v)))
#define atomicMax(p, v) VX_OF_(p, VX_SIGNED_(p) ? \
	(uint32_t)vx_atomic_max((volatile int32_t *)(p), (int32_t)(v)) : \
	vx_atomic_maxu(VX_WORD_(p), (uint32_t)(v)))
#define atomicCAS(p, compare, v) VX_OF_(p, \
	vx_atomic_cas(VX_WORD_(p), (uint32_t)(compare), (uint32_t)(v)))

/* OpenCL 1.2. */
#define atomic_add(p, v)  atomicAdd(p, v)
#define atomic_sub(p, v)  atomicSub(p, v)
#define atomic_xchg(p, v) atomicExch(p, v)
#define atomic_inc(p)     atomicAdd(p, 1)
#define atomic_dec(p)     atomicSub(p, 1)
#define atomic_and(p, v)  atomicAnd(p, v)
#define atomic_or(p, v)   atomicOr(p, v)
#define atomic_xor(p, v)  atomicXor(p, v)
#define atomic_min(p, v)  atomicMin(p, v)
#define atomic_max(p, v)  atomicMax(p, v)
#define atomic_cmpxchg(p, compare, v) atomicCAS(p, compare, v)

#endif
