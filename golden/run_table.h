/* run_table.h - a dispatch table: the handlers of MODE, by instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * No include guard; included inside the initializer of run_lanes.h. Undefines
 * MODE.
 */
#define ALU(id, value)      [ISA_##id] = &&LABEL(MODE, id),
#define ALU_IMM(id, value)  ALU(id, value)
#define UPPER(id, value)    ALU(id, value)
#define BRANCH(id, taken)   ALU(id, taken)
#define LOAD(id, type)      ALU(id, type)
#define STORE(id, type)     ALU(id, type)
#define JUMP(id)            ALU(id, )
#define WARP(id, function, kind)  [ISA_##id] = &&warp_##id,
{
#include "golden/ops.def"
	[GOLDEN_UNDECODED] = &&undecoded,
	[GOLDEN_PAGE_END] = &&page_end,
	[GOLDEN_MOVE_SP] = &&move_sp,
},
#undef MODE
