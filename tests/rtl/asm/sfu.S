/* sfu.S - special functions: results, order among floating point, what is cancelled
 * SPDX-License-Identifier: Apache-2.0
 *
 * F(n) is the register n of those that hold floating point.
 */
#include "float.inc"

#ifdef OWN_F
#define F(n)	f##n

	.macro	lit n:req, value:req
	li	x31, \value
	fmv.w.x	f\n, x31
	.endm

	.macro	to_x n:req
	fmv.x.w	x\n, f\n
	.endm

	.macro	load n:req, at:req
	flw	f\n, 0(\at)
	.endm
#else
#define F(n)	x##n

	.macro	lit n:req, value:req
	li	x\n, \value
	.endm

	.macro	to_x n:req
	.endm

	.macro	load n:req, at:req
	lw	x\n, 0(\at)
	.endm
#endif

	.macro	fcheck n:req, value:req
	to_x	\n
	check	x\n, \value
	.endm

	.macro	fs op:req, a:req, want:req
	lit	5, \a
	\op	F(7), F(5)
	to_x	7
	result	\want, 0
	.endm

	start
	fs	sfu.rcp, 0x7fc00000, 0x7fc00000
	fs	sfu.rcp, 0x7f800001, 0x7fc00000
	fs	sfu.rcp, 0xffc12345, 0x7fc00000
	fs	sfu.rcp, 0xff800000, 0x80000000
	fs	sfu.rcp, 0x80000000, 0xff800000
	fs	sfu.rcp, 0x00000000, 0x7f800000
	fs	sfu.rcp, 0x7f800000, 0x00000000
	fs	sfu.rsqrt, 0x7fc00000, 0x7fc00000
	fs	sfu.rsqrt, 0x7f800001, 0x7fc00000
	fs	sfu.rsqrt, 0xffc12345, 0x7fc00000
	fs	sfu.rsqrt, 0xff800000, 0x7fc00000
	fs	sfu.rsqrt, 0x80000000, 0xff800000
	fs	sfu.rsqrt, 0x00000000, 0x7f800000
	fs	sfu.rsqrt, 0x7f800000, 0x00000000
	fs	sfu.exp2, 0x7fc00000, 0x7fc00000
	fs	sfu.exp2, 0x7f800001, 0x7fc00000
	fs	sfu.exp2, 0xffc12345, 0x7fc00000
	fs	sfu.exp2, 0xff800000, 0x00000000
	fs	sfu.exp2, 0x80000000, 0x3f800000
	fs	sfu.exp2, 0x00000000, 0x3f800000
	fs	sfu.exp2, 0x7f800000, 0x7f800000
	fs	sfu.log2, 0x7fc00000, 0x7fc00000
	fs	sfu.log2, 0x7f800001, 0x7fc00000
	fs	sfu.log2, 0xffc12345, 0x7fc00000
	fs	sfu.log2, 0xff800000, 0x7fc00000
	fs	sfu.log2, 0x80000000, 0xff800000
	fs	sfu.log2, 0x00000000, 0xff800000
	fs	sfu.log2, 0x7f800000, 0x7f800000
	fs	sfu.sin, 0x7fc00000, 0x7fc00000
	fs	sfu.sin, 0x7f800001, 0x7fc00000
	fs	sfu.sin, 0xffc12345, 0x7fc00000
	fs	sfu.sin, 0xff800000, 0x7fc00000
	fs	sfu.sin, 0x80000000, 0x80000000
	fs	sfu.sin, 0x00000000, 0x00000000
	fs	sfu.sin, 0x7f800000, 0x7fc00000
	fs	sfu.cos, 0x7fc00000, 0x7fc00000
	fs	sfu.cos, 0x7f800001, 0x7fc00000
	fs	sfu.cos, 0xffc12345, 0x7fc00000
	fs	sfu.cos, 0xff800000, 0x7fc00000
	fs	sfu.cos, 0x80000000, 0x3f800000
	fs	sfu.cos, 0x00000000, 0x3f800000
	fs	sfu.cos, 0x7f800000, 0x7fc00000
	fs	sfu.exp, 0x7fc00000, 0x7fc00000
	fs	sfu.exp, 0x7f800001, 0x7fc00000
	fs	sfu.exp, 0xffc12345, 0x7fc00000
	fs	sfu.exp, 0xff800000, 0x00000000
	fs	sfu.exp, 0x80000000, 0x3f800000
	fs	sfu.exp, 0x00000000, 0x3f800000
	fs	sfu.exp, 0x7f800000, 0x7f800000
	fs	sfu.rsqrt, 0xbf800000, 0x7fc00000
	fs	sfu.rsqrt, 0x80000001, 0x7fc00000
	fs	sfu.log2, 0xbf800000, 0x7fc00000
	fs	sfu.log2, 0x80000001, 0x7fc00000
	fs	sfu.log2, 0x3f800000, 0x00000000
	fs	sfu.rcp, 0x00200000, 0x7f800000
	fs	sfu.rcp, 0x00200001, 0x7f7ffff8
	fs	sfu.rcp, 0x80000001, 0xff800000
	fs	sfu.rcp, 0x7f000000, 0x00400000
	fs	sfu.rcp, 0x7f7fffff, 0x00200000
	fs	sfu.exp2, 0x43000000, 0x7f800000
	fs	sfu.exp2, 0x42ffffff, 0x7f7fffa7
	fs	sfu.exp2, 0xc3150000, 0x00000001
	fs	sfu.exp2, 0xc3160000, 0x00000001
	fs	sfu.exp2, 0xc3160001, 0x00000000
	fs	sfu.exp2, 0xc3800000, 0x00000000
	fs	sfu.exp2, 0x7f7fffff, 0x7f800000
	fs	sfu.exp2, 0xff7fffff, 0x00000000
	fs	sfu.exp2, 0x00000001, 0x3f800000
	fs	sfu.exp, 0x42b17218, 0x7f800000
	fs	sfu.exp, 0x42b17217, 0x7f7fff84
	fs	sfu.exp, 0xc2d00000, 0x00000000
	fs	sfu.exp, 0xff7fffff, 0x00000000
	fs	sfu.sin, 0x00000001, 0x00000001
	fs	sfu.sin, 0x80000001, 0x80000001
	fs	sfu.sin, 0x397fffff, 0x397fffff
	fs	sfu.sin, 0x3f800000, 0x3f576aa4
	fs	sfu.sin, 0x40490fdb, 0xb3bbbd2e
	fs	sfu.cos, 0x40490fdb, 0xbf800000
	fs	sfu.cos, 0x3fc90fdb, 0xb33bbd2e
	fs	sfu.cos, 0x00000001, 0x3f800000
	fs	sfu.rcp, 0x40490fdb, 0x3ea2f983
	fs	sfu.rcp, 0x3eaaaaab, 0x40400000
	fs	sfu.rcp, 0x42c80000, 0x3c23d70a
	fs	sfu.rcp, 0x4b000001, 0x33fffffe
	fs	sfu.rcp, 0xc0a00000, 0xbe4ccccd
	fs	sfu.rcp, 0x3f7fffff, 0x3f800001
	fs	sfu.rcp, 0x3f800001, 0x3f7ffffe
	fs	sfu.rcp, 0x7f7fffff, 0x00200000
	fs	sfu.rcp, 0x00012345, 0x7f800000
	fs	sfu.rsqrt, 0x40490fdb, 0x3f106eba
	fs	sfu.rsqrt, 0x3eaaaaab, 0x3fddb3d7
	fs	sfu.rsqrt, 0x42c80000, 0x3dcccccd
	fs	sfu.rsqrt, 0x4b000001, 0x39b504f2
	fs	sfu.rsqrt, 0xc0a00000, 0x7fc00000
	fs	sfu.rsqrt, 0x3f7fffff, 0x3f800000
	fs	sfu.rsqrt, 0x3f800001, 0x3f7fffff
	fs	sfu.rsqrt, 0x7f7fffff, 0x1f800000
	fs	sfu.rsqrt, 0x00012345, 0x60a9b4c2
	fs	sfu.exp2, 0x40490fdb, 0x410d331d
	fs	sfu.exp2, 0x3eaaaaab, 0x3fa14518
	fs	sfu.exp2, 0x42c80000, 0x71800000
	fs	sfu.exp2, 0x4b000001, 0x7f800000
	fs	sfu.exp2, 0xc0a00000, 0x3d000000
	fs	sfu.exp2, 0x3f7fffff, 0x3fffffff
	fs	sfu.exp2, 0x3f800001, 0x40000001
	fs	sfu.exp2, 0x7f7fffff, 0x7f800000
	fs	sfu.exp2, 0x00012345, 0x3f800000
	fs	sfu.log2, 0x40490fdb, 0x3fd3643a
	fs	sfu.log2, 0x3eaaaaab, 0xbfcae00d
	fs	sfu.log2, 0x42c80000, 0x40d49a78
	fs	sfu.log2, 0x4b000001, 0x41b80000
	fs	sfu.log2, 0xc0a00000, 0x7fc00000
	fs	sfu.log2, 0x3f7fffff, 0xb3b8aa3c
	fs	sfu.log2, 0x3f800001, 0x3438aa3a
	fs	sfu.log2, 0x7f7fffff, 0x43000000
	fs	sfu.log2, 0x00012345, 0xc304d054
	fs	sfu.sin, 0x40490fdb, 0xb3bbbd2e
	fs	sfu.sin, 0x3eaaaaab, 0x3ea78610
	fs	sfu.sin, 0x42c80000, 0xbf01a12e
	fs	sfu.sin, 0x4b000001, 0xbf067728
	fs	sfu.sin, 0xc0a00000, 0x3f757c10
	fs	sfu.sin, 0x3f7fffff, 0x3f576aa4
	fs	sfu.sin, 0x3f800001, 0x3f576aa5
	fs	sfu.sin, 0x7f7fffff, 0xbf0599b3
	fs	sfu.sin, 0x00012345, 0x00012345
	fs	sfu.cos, 0x40490fdb, 0xbf800000
	fs	sfu.cos, 0x3eaaaaab, 0x3f71e8b3
	fs	sfu.cos, 0x42c80000, 0x3f5cc0ee
	fs	sfu.cos, 0x4b000001, 0xbf59d77f
	fs	sfu.cos, 0xc0a00000, 0x3e913c2b
	fs	sfu.cos, 0x3f7fffff, 0x3f0a5141
	fs	sfu.cos, 0x3f800001, 0x3f0a513f
	fs	sfu.cos, 0x7f7fffff, 0x3f5a5f96
	fs	sfu.cos, 0x00012345, 0x3f800000
	fs	sfu.exp, 0x40490fdb, 0x41b92024
	fs	sfu.exp, 0x3eaaaaab, 0x3fb2a36e
	fs	sfu.exp, 0x42c80000, 0x7f800000
	fs	sfu.exp, 0x4b000001, 0x7f800000
	fs	sfu.exp, 0xc0a00000, 0x3bdcc9ff
	fs	sfu.exp, 0x3f7fffff, 0x402df854
	fs	sfu.exp, 0x3f800001, 0x402df856
	fs	sfu.exp, 0x7f7fffff, 0x7f800000
	fs	sfu.exp, 0x00012345, 0x3f800000

	/* Rounding modes do not matter, nor does it whether there is one. */
	lit	5, 0x40400000
	csrwi	frm, 3
	sfu.rcp	F(7), F(5)
	csrwi	frm, 7
	sfu.rcp	F(8), F(5)
	csrwi	frm, 0
	fcheck	7, 0x3eaaaaab
	fcheck	8, 0x3eaaaaab

	/* Each thread its own, some of them not active. */
	all_lanes
	csrr	x5, WW_CSR_THREAD_ID
	fcvt.s.w F(6), x5
	sfu.exp2 F(7), F(6)
	sfu.log2 F(8), F(7)
	fsub.s	F(9), F(8), F(6)
	csrr	x10, WW_CSR_NUM_THREADS
	addi	x10, x10, -1
	sltu	x11, x5, x10
	split	x11
	beqz	x11, 1f
	sfu.sin	F(7), F(6)
1:	join
	to_x	9
	snez	x9, x9
	sub	x9, x0, x9
	mv	x12, x9
	one_lane
	check	x12, 0

	/* Written again while the first result is on its way, by any unit; read before that. */
	lit	5, 0x40000000
	lit	6, 0x40400000
	sfu.rcp	F(7), F(5)
	lit	7, 7
	fcheck	7, 7
	sfu.rcp	F(7), F(5)
	fadd.s	F(7), F(5), F(6)
	fcheck	7, 0x40a00000
	fdiv.s	F(7), F(5), F(6)
	sfu.rcp	F(7), F(5)
	fcheck	7, 0x3f000000
	sfu.exp2 F(7), F(5)
	fdiv.s	F(7), F(6), F(5)
	fcheck	7, 0x3fc00000
	la	x10, five
	sfu.exp2 F(7), F(5)
	load	7, x10
	fcheck	7, 0x40a00000
	sfu.exp2 F(7), F(6)
	lit	6, 0
	fcheck	7, 0x41000000
	lit	6, 0x40400000
	sfu.exp2 F(0), F(6)
#ifdef OWN_F
	fmv.x.w	x9, f0
	check	x9, 0x41000000
#endif

	/* Many on their way at once. */
	sfu.rcp	F(10), F(5)
	sfu.rsqrt F(11), F(5)
	fadd.s	F(12), F(5), F(6)
	sfu.exp2 F(13), F(5)
	fdiv.s	F(14), F(6), F(5)
	sfu.log2 F(15), F(5)
	fmul.s	F(16), F(5), F(6)
	sfu.exp2 F(17), F(6)
	fmadd.s	F(18), F(13), F(15), F(16)
	sfu.rcp	F(19), F(13)
	fsqrt.s	F(20), F(13)
	sfu.rcp	F(21), F(19)
	fcvt.w.s x22, F(17)
	sfu.log2 F(23), F(17)
	fcheck	10, 0x3f000000
	fcheck	11, 0x3f3504f3
	fcheck	12, 0x40a00000
	fcheck	13, 0x40800000
	fcheck	14, 0x3fc00000
	fcheck	15, 0x3f800000
	fcheck	16, 0x40c00000
	fcheck	17, 0x41000000
	fcheck	18, 0x41200000
	fcheck	19, 0x3e800000
	fcheck	20, 0x40000000
	fcheck	21, 0x40800000
	check	x22, 8
	fcheck	23, 0x40400000

	/* Behind a branch that goes elsewhere: no result. */
	csrwi	fflags, 0
	lit	7, 1
	li	x7, 1
	li	x8, 8
4:	addi	x8, x8, -1
	beqz	x8, 5f
	j	4b
	sfu.rcp	F(7), F(0)
5:	bnez	x7, 6f
	sfu.rcp	F(7), F(0)
	fadd.s	F(7), F(5), F(6)
	sfu.sin	F(7), F(6)
6:	csrr	x9, fflags
	check	x9, 0
	fcheck	7, 1
	sfu.exp2 F(7), F(6)		# it is not what comes next
	fcheck	7, 0x41000000
	pass
	footer
	.data
	.balign	4
five:	.word	0x40a00000
