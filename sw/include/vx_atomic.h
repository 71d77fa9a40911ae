/* vx_atomic.h - atomic operations on words, for cores with isa.a
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each active thread makes its own, in the order of thread numbers, and gets
 * what was there before. WORD may point to RAM or to shared memory. None of
 * them orders other accesses; ww_fence() does. The names of CUDA (atomicAdd)
 * and of OpenCL (atomic_add) are below. Their words are int, unsigned, long or
 * unsigned long, of 32 bits each; those of atomicAdd and atomicExch float too.
 * Another type is an error of the compiler, and so is a word that is const.
 */
#ifndef VX_ATOMIC_H
#define VX_ATOMIC_H

#include <stdint.h>

#include "warpwright.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* Adds to a float. No instruction does, so each thread tries again until no
 * other thread has stored between its load and its store. */
static inline __attribute__((always_inline)) float
vx_atomic_add_float(volatile float *word, float value)
{
	typedef uint32_t __attribute__((may_alias)) vx_bits;
	volatile vx_bits *vx_word_ = (volatile vx_bits *)word;
	uint32_t vx_old_, vx_seen_, vx_new_;
	float vx_number_, vx_sum_;

	ww_note_volatile(word);
	vx_old_ = *vx_word_;
#ifdef __ww_plain__
	do {
#else
	__do {
#endif
		__builtin_memcpy(&vx_number_, &vx_old_, 4);
		vx_sum_ = vx_number_ + value;
		__builtin_memcpy(&vx_new_, &vx_sum_, 4);
		vx_seen_ = vx_old_;
		vx_old_ = vx_atomic_cas(vx_word_, vx_seen_, vx_new_);
#ifdef __ww_plain__
	} while (vx_old_ != vx_seen_);
#else
	} __enddo(vx_old_ != vx_seen_)
#endif
	__builtin_memcpy(&vx_number_, &vx_old_, 4);
	return vx_number_;
}

static inline __attribute__((always_inline)) float
vx_atomic_swap_float(volatile float *word, float value)
{
	uint32_t vx_bits_;

	__builtin_memcpy(&vx_bits_, &value, 4);
	vx_bits_ = vx_atomic_swap((volatile uint32_t *)word, vx_bits_);
	__builtin_memcpy(&value, &vx_bits_, 4);
	return value;
}

static inline __attribute__((always_inline)) uint32_t
vx_atomic_sub(volatile uint32_t *word, uint32_t value)
{
	return vx_atomic_add(word, 0u - value);
}

/* P, which points to a word that is not const: C would only warn. */
#define VX_WORD_(p) __extension__ ({ \
	VX_CHECK_CONST_(p); \
	(p); })
#ifdef __cplusplus
#define VX_IS_CONST_(p) __is_const(__typeof__(*(p)))
#else
#define VX_IS_CONST_(p) __builtin_types_compatible_p( \
	__typeof__(&*(p)), const __typeof__(*(p)) *)
#endif
#define VX_CHECK_CONST_(p) \
	_Static_assert(!VX_IS_CONST_(p), \
		       "an atomic function writes the word, which is const")
#define vx_atomic_swap(word, value) vx_atomic_swap(VX_WORD_(word), value)
#define vx_atomic_min(word, value) vx_atomic_min(VX_WORD_(word), value)
#define vx_atomic_max(word, value) vx_atomic_max(VX_WORD_(word), value)
#define vx_atomic_minu(word, value) vx_atomic_minu(VX_WORD_(word), value)
#define vx_atomic_maxu(word, value) vx_atomic_maxu(VX_WORD_(word), value)
#define vx_atomic_add(word, value) vx_atomic_add(VX_WORD_(word), value)
#define vx_atomic_sub(word, value) vx_atomic_sub(VX_WORD_(word), value)
#define vx_atomic_xor(word, value) vx_atomic_xor(VX_WORD_(word), value)
#define vx_atomic_or(word, value) vx_atomic_or(VX_WORD_(word), value)
#define vx_atomic_and(word, value) vx_atomic_and(VX_WORD_(word), value)
#define vx_atomic_cas(word, expected, value) \
	vx_atomic_cas(VX_WORD_(word), expected, value)
#define vx_atomic_add_float(word, value) \
	vx_atomic_add_float(VX_WORD_(word), value)
#define vx_atomic_swap_float(word, value) \
	vx_atomic_swap_float(VX_WORD_(word), value)
#define vx_store_conditional(word, value) \
	vx_store_conditional(VX_WORD_(word), value)

/* P as the pointer that a function above takes. */
#ifdef __cplusplus
struct vx_pointer_ {
	volatile void *at;

	operator volatile uint32_t *() const { return (volatile uint32_t *)at; }
	operator volatile int32_t *() const { return (volatile int32_t *)at; }
	operator volatile float *() const { return (volatile float *)at; }
};
#define VX_POINTER_(p) (vx_pointer_{ (volatile void *)(p) })
#else
#define VX_POINTER_(p) ((volatile void *)(p))
#endif

/* What the names below have in common: P points to a type of 32 bits for which
 * the operation exists, and V becomes that type. The core has no atomic
 * operation on fewer or more bits. The last arguments are the associations of
 * _Generic that choose the function. */
#define VX_UPDATE_(p, v, floats, what, ...) __extension__ ({ \
	VX_CHECK_WORD_(p, floats, what); \
	__typeof__(*(p) + 0) vx_value_ = (v); \
	(__typeof__(*(p) + 0))_Generic(*(p), __VA_ARGS__)( \
		VX_POINTER_(p), vx_value_); })
#define VX_CHECK_WORD_(p, floats, what) \
	_Static_assert(_Generic(*(p), int: 1, unsigned: 1, long: 1, \
				unsigned long: 1, float: floats, default: 0), \
		       what); \
	VX_CHECK_CONST_(p)
#define VX_WORDS_ " is for int, unsigned, long and unsigned long"
#define VX_UPDATE_WORD_(name, p, v, ...) \
	VX_UPDATE_(p, v, 0, name VX_WORDS_, __VA_ARGS__)

#if defined __riscv_flen || defined __riscv_zfinx
#define VX_ADDS_FLOATS_ 1
#else
#define VX_ADDS_FLOATS_ 0
#endif

/* CUDA. */
#define atomicAdd(p, v) \
	VX_UPDATE_(p, v, VX_ADDS_FLOATS_, "atomicAdd" VX_WORDS_ \
		   "; for float too, on a core with isa.f", \
		   float: vx_atomic_add_float, default: vx_atomic_add)
#define atomicSub(p, v) \
	VX_UPDATE_WORD_("atomicSub", p, v, default: vx_atomic_sub)
#define atomicExch(p, v) \
	VX_UPDATE_(p, v, 1, "atomicExch" VX_WORDS_ " and float", \
		   float: vx_atomic_swap_float, default: vx_atomic_swap)
#define atomicAnd(p, v) \
	VX_UPDATE_WORD_("atomicAnd", p, v, default: vx_atomic_and)
#define atomicOr(p, v) VX_UPDATE_WORD_("atomicOr", p, v, default: vx_atomic_or)
#define atomicXor(p, v) \
	VX_UPDATE_WORD_("atomicXor", p, v, default: vx_atomic_xor)
#define atomicMin(p, v) \
	VX_UPDATE_WORD_("atomicMin", p, v, int: vx_atomic_min, \
			long: vx_atomic_min, default: vx_atomic_minu)
#define atomicMax(p, v) \
	VX_UPDATE_WORD_("atomicMax", p, v, int: vx_atomic_max, \
			long: vx_atomic_max, default: vx_atomic_maxu)
#define atomicCAS(p, compare, v) __extension__ ({ \
	VX_CHECK_WORD_(p, 0, "atomicCAS" VX_WORDS_); \
	__typeof__(*(p) + 0) vx_compare_ = (compare), vx_value_ = (v); \
	(__typeof__(*(p) + 0))(vx_atomic_cas)(VX_POINTER_(p), \
		(uint32_t)vx_compare_, (uint32_t)vx_value_); })

/* OpenCL 1.2. */
#define atomic_add(p, v)  atomicAdd(p, v)
#define atomic_sub(p, v)  atomicSub(p, v)
#define atomic_xchg(p, v) atomicExch(p, v)
#define atomic_inc(p) \
	VX_UPDATE_WORD_("atomic_inc", p, 1, default: vx_atomic_add)
#define atomic_dec(p)     atomicSub(p, 1)
#define atomic_and(p, v)  atomicAnd(p, v)
#define atomic_or(p, v)   atomicOr(p, v)
#define atomic_xor(p, v)  atomicXor(p, v)
#define atomic_min(p, v)  atomicMin(p, v)
#define atomic_max(p, v)  atomicMax(p, v)
#define atomic_cmpxchg(p, compare, v) atomicCAS(p, compare, v)

#ifdef __cplusplus
}
#endif

#endif
