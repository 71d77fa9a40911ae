/* decode.c - the golden model's own decoder
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/decode.h"

static uint32_t field(uint32_t word, unsigned low, unsigned bits)
{
	return word >> low & ((UINT32_C(1) << bits) - 1);
}

static uint32_t extend(uint32_t value, unsigned bits)
{
	uint32_t sign = UINT32_C(1) << (bits - 1);
	return (value ^ sign) - sign;
}

static uint32_t imm_i(uint32_t w)
{
	return extend(field(w, 20, 12), 12);
}

static uint32_t imm_s(uint32_t w)
{
	return extend(field(w, 25, 7) << 5 | field(w, 7, 5), 12);
}

static uint32_t imm_b(uint32_t w)
{
	return extend(field(w, 31, 1) << 12 | field(w, 7, 1) << 11 |
		      field(w, 25, 6) << 5 | field(w, 8, 4) << 1, 13);
}

static uint32_t imm_u(uint32_t w)
{
	return w & UINT32_C(0xFFFFF000);
}

static uint32_t imm_j(uint32_t w)
{
	return extend(field(w, 31, 1) << 20 | field(w, 12, 8) << 12 |
		      field(w, 20, 1) << 11 | field(w, 21, 10) << 1, 21);
}

static enum isa_op branch_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_BEQ;
	case 1: return ISA_BNE;
	case 4: return ISA_BLT;
	case 5: return ISA_BGE;
	case 6: return ISA_BLTU;
	case 7: return ISA_BGEU;
	default: return ISA_INVALID;
	}
}

static enum isa_op load_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_LB;
	case 1: return ISA_LH;
	case 2: return ISA_LW;
	case 4: return ISA_LBU;
	case 5: return ISA_LHU;
	default: return ISA_INVALID;
	}
}

static enum isa_op store_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_SB;
	case 1: return ISA_SH;
	case 2: return ISA_SW;
	default: return ISA_INVALID;
	}
}

/* LOAD-FP and STORE-FP. */
static enum isa_op load_float_op(uint32_t funct3)
{
	return funct3 == 2 ? ISA_FLW : ISA_INVALID;
}

static enum isa_op store_float_op(uint32_t funct3)
{
	return funct3 == 2 ? ISA_FSW : ISA_INVALID;
}

/* Zbb with one operand: counts and sign extensions. */
static enum isa_op count_op(uint32_t rs2)
{
	switch (rs2) {
	case 0: return ISA_CLZ;
	case 1: return ISA_CTZ;
	case 2: return ISA_CPOP;
	case 4: return ISA_SEXT_B;
	case 5: return ISA_SEXT_H;
	default: return ISA_INVALID;
	}
}

static enum isa_op shift_right_op(uint32_t imm)
{
	switch (imm >> 5) {
	case 0x00: return ISA_SRLI;
	case 0x20: return ISA_SRAI;
	case 0x30: return ISA_RORI;
	case 0x14: return imm == 0x287 ? ISA_ORC_B : ISA_INVALID;
	case 0x34: return imm == 0x698 ? ISA_REV8 : ISA_INVALID;
	default: return ISA_INVALID;
	}
}

static enum isa_op imm_op(uint32_t funct3, uint32_t imm)
{
	switch (funct3) {
	case 0: return ISA_ADDI;
	case 1:
		return imm >> 5 == 0 ? ISA_SLLI
		       : imm >> 5 == 0x30 ? count_op(imm & 31)
					  : ISA_INVALID;
	case 2: return ISA_SLTI;
	case 3: return ISA_SLTIU;
	case 4: return ISA_XORI;
	case 5: return shift_right_op(imm);
	case 6: return ISA_ORI;
	default: return ISA_ANDI;
	}
}

static enum isa_op base_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_ADD;
	case 1: return ISA_SLL;
	case 2: return ISA_SLT;
	case 3: return ISA_SLTU;
	case 4: return ISA_XOR;
	case 5: return ISA_SRL;
	case 6: return ISA_OR;
	default: return ISA_AND;
	}
}

static enum isa_op muldiv_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_MUL;
	case 1: return ISA_MULH;
	case 2: return ISA_MULHSU;
	case 3: return ISA_MULHU;
	case 4: return ISA_DIV;
	case 5: return ISA_DIVU;
	case 6: return ISA_REM;
	default: return ISA_REMU;
	}
}

static enum isa_op shift_add_op(uint32_t funct3)
{
	switch (funct3) {
	case 2: return ISA_SH1ADD;
	case 4: return ISA_SH2ADD;
	case 6: return ISA_SH3ADD;
	default: return ISA_INVALID;
	}
}

static enum isa_op min_max_op(uint32_t funct3)
{
	switch (funct3) {
	case 4: return ISA_MIN;
	case 5: return ISA_MINU;
	case 6: return ISA_MAX;
	case 7: return ISA_MAXU;
	default: return ISA_INVALID;
	}
}

static enum isa_op inverted_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_SUB;
	case 4: return ISA_XNOR;
	case 5: return ISA_SRA;
	case 6: return ISA_ORN;
	case 7: return ISA_ANDN;
	default: return ISA_INVALID;
	}
}

static enum isa_op reg_op(uint32_t funct3, uint32_t funct7, uint32_t rs2)
{
	switch (funct7) {
	case 0x00: return base_op(funct3);
	case 0x01: return muldiv_op(funct3);
	case 0x04: return funct3 == 4 && rs2 == 0 ? ISA_ZEXT_H : ISA_INVALID;
	case 0x05: return min_max_op(funct3);
	case 0x07:
		return funct3 == 5 ? ISA_CZERO_EQZ
		       : funct3 == 7 ? ISA_CZERO_NEZ
				     : ISA_INVALID;
	case 0x10: return shift_add_op(funct3);
	case 0x20: return inverted_op(funct3);
	case 0x30:
		return funct3 == 1 ? ISA_ROL
		       : funct3 == 5 ? ISA_ROR
				     : ISA_INVALID;
	default: return ISA_INVALID;
	}
}

static bool is_round(uint32_t rm)
{
	return rm != 5 && rm != 6;
}

static enum isa_op sign_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_FSGNJ_S;
	case 1: return ISA_FSGNJN_S;
	case 2: return ISA_FSGNJX_S;
	default: return ISA_INVALID;
	}
}

static enum isa_op compare_op(uint32_t funct3)
{
	switch (funct3) {
	case 0: return ISA_FLE_S;
	case 1: return ISA_FLT_S;
	case 2: return ISA_FEQ_S;
	default: return ISA_INVALID;
	}
}

/* Instructions with a rounding mode, by funct7. */
static enum isa_op rounding_op(uint32_t funct7, uint32_t rs2)
{
	switch (funct7) {
	case 0x00: return ISA_FADD_S;
	case 0x04: return ISA_FSUB_S;
	case 0x08: return ISA_FMUL_S;
	case 0x0C: return ISA_FDIV_S;
	case 0x2C: return rs2 == 0 ? ISA_FSQRT_S : ISA_INVALID;
	case 0x60:
		return rs2 == 0 ? ISA_FCVT_W_S
		       : rs2 == 1 ? ISA_FCVT_WU_S
				  : ISA_INVALID;
	case 0x68:
		return rs2 == 0 ? ISA_FCVT_S_W
		       : rs2 == 1 ? ISA_FCVT_S_WU
				  : ISA_INVALID;
	default: return ISA_INVALID;
	}
}

static enum isa_op float_op(uint32_t funct3, uint32_t funct7, uint32_t rs2)
{
	switch (funct7) {
	case 0x10: return sign_op(funct3);
	case 0x14:
		return funct3 == 0 ? ISA_FMIN_S
		       : funct3 == 1 ? ISA_FMAX_S
				     : ISA_INVALID;
	case 0x50: return compare_op(funct3);
	case 0x70:
		return rs2 != 0 ? ISA_INVALID
		       : funct3 == 0 ? ISA_FMV_X_W
		       : funct3 == 1 ? ISA_FCLASS_S
				     : ISA_INVALID;
	case 0x78:
		return funct3 == 0 && rs2 == 0 ? ISA_FMV_W_X : ISA_INVALID;
	default:
		return is_round(funct3) ? rounding_op(funct7, rs2)
					: ISA_INVALID;
	}
}

/* The format, bits 26 and 25, must be 0: binary32. */
static enum isa_op fused_op(uint32_t opcode, uint32_t funct3, uint32_t funct7)
{
	if ((funct7 & 3) != 0 || !is_round(funct3))
		return ISA_INVALID;
	switch (opcode) {
	case 0x43: return ISA_FMADD_S;
	case 0x47: return ISA_FMSUB_S;
	case 0x4B: return ISA_FNMSUB_S;
	default: return ISA_FNMADD_S;
	}
}

static enum isa_op system_op(uint32_t w)
{
	switch (field(w, 12, 3)) {
	case 0:
		return w == 0x73 ? ISA_ECALL
		       : w == 0x100073 ? ISA_EBREAK
		       : w == 0x30200073 ? ISA_MRET
				       : ISA_INVALID;
	case 1: return ISA_CSRRW;
	case 2: return ISA_CSRRS;
	case 3: return ISA_CSRRC;
	case 5: return ISA_CSRRWI;
	case 6: return ISA_CSRRSI;
	case 7: return ISA_CSRRCI;
	default: return ISA_INVALID;
	}
}

static enum isa_op across_op(uint32_t funct3, uint32_t rs2)
{
	if (funct3 < 4 && rs2 != 0)
		return ISA_INVALID;
	switch (funct3) {
	case 0: return ISA_VOTE_ALL;
	case 1: return ISA_VOTE_ANY;
	case 2: return ISA_VOTE_UNI;
	case 3: return ISA_VOTE_BALLOT;
	case 4: return ISA_SHFL_UP;
	case 5: return ISA_SHFL_DOWN;
	case 6: return ISA_SHFL_BFLY;
	default: return ISA_SHFL_IDX;
	}
}

/* Custom-0. Fields that an instruction does not use must be zero. */
/* Barriers of a block. */
static enum isa_op block_bar(uint32_t rd, uint32_t rs1, uint32_t rs2)
{
	switch (rs2) {
	case 0: return rd == 0 && rs1 == 0 ? ISA_BAR_SYNC : ISA_INVALID;
	case 1: return rs1 == 0 ? ISA_BAR_ARRIVE : ISA_INVALID;
	case 2: return rd == 0 ? ISA_BAR_WAIT : ISA_INVALID;
	default: return ISA_INVALID;
	}
}

static enum isa_op simt_op(uint32_t w)
{
	uint32_t rd = field(w, 7, 5), rs1 = field(w, 15, 5),
		 rs2 = field(w, 20, 5);

	if (field(w, 25, 7) == 1)
		return across_op(field(w, 12, 3), rs2);
	if (field(w, 25, 7) != 0)
		return ISA_INVALID;
	switch (field(w, 12, 3)) {
	case 0: return rd == 0 && rs2 == 0 ? ISA_TMC : ISA_INVALID;
	case 1: return ISA_WSPAWN;
	case 2: return rd == 0 && rs2 == 0 ? ISA_SPLIT : ISA_INVALID;
	case 3: return rd == 0 && rs1 == 0 && rs2 == 0 ? ISA_JOIN : ISA_INVALID;
	case 4: return rd == 0 ? ISA_BAR : ISA_INVALID;
	case 5: return block_bar(rd, rs1, rs2);
	case 6: return rd == 0 && rs2 == 0 ? ISA_CLONE : ISA_INVALID;
	default: return ISA_INVALID;
	}
}

static enum isa_op atomic_op(uint32_t funct3, uint32_t funct5, uint32_t rs2)
{
	if (funct3 != 2)
		return ISA_INVALID;
	switch (funct5) {
	case 0: return ISA_AMOADD_W;
	case 1: return ISA_AMOSWAP_W;
	case 2: return rs2 == 0 ? ISA_LR_W : ISA_INVALID;
	case 3: return ISA_SC_W;
	case 4: return ISA_AMOXOR_W;
	case 5: return ISA_AMOCAS_W;
	case 8: return ISA_AMOOR_W;
	case 12: return ISA_AMOAND_W;
	case 16: return ISA_AMOMIN_W;
	case 20: return ISA_AMOMAX_W;
	case 24: return ISA_AMOMINU_W;
	case 28: return ISA_AMOMAXU_W;
	default: return ISA_INVALID;
	}
}

/* Custom-1: special functions. */
static enum isa_op special_op(uint32_t funct3, uint32_t high)
{
	static const enum isa_op ops[8] = {
		ISA_SFU_RCP, ISA_SFU_RSQRT, ISA_SFU_EXP2, ISA_SFU_LOG2,
		ISA_SFU_SIN, ISA_SFU_COS, ISA_SFU_EXP, ISA_INVALID
	};

	return high == 0 ? ops[funct3] : ISA_INVALID;
}

static enum isa_op fence_op(uint32_t funct3)
{
	return funct3 == 0 ? ISA_FENCE
	       : funct3 == 1 ? ISA_FENCE_I
			     : ISA_INVALID;
}

static struct golden_insn make(enum isa_op op, uint32_t rd, uint32_t rs1,
			       uint32_t rs2, uint32_t imm)
{
	return (struct golden_insn){ .op = (uint8_t)op, .rd = (uint8_t)rd,
		.rs1 = (uint8_t)rs1, .rs2 = (uint8_t)rs2, .imm = imm };
}

static struct golden_insn decode_fields(uint32_t w)
{
	uint32_t rd = field(w, 7, 5), rs1 = field(w, 15, 5),
		 rs2 = field(w, 20, 5);
	uint32_t funct3 = field(w, 12, 3), funct7 = field(w, 25, 7);
	bool shift = funct3 == 1 || funct3 == 5;

	switch (field(w, 0, 7)) {
	case 0x03: return make(load_op(funct3), rd, rs1, 0, imm_i(w));
	case 0x07: return make(load_float_op(funct3), rd, rs1, 0, imm_i(w));
	case 0x0B: return make(simt_op(w), rd, rs1, rs2, 0);
	case 0x0F: return make(fence_op(funct3), 0, 0, 0, 0);
	case 0x13:
		return make(imm_op(funct3, field(w, 20, 12)), rd, rs1, 0,
			    shift ? rs2 : imm_i(w));
	case 0x17: return make(ISA_AUIPC, rd, 0, 0, imm_u(w));
	case 0x23: return make(store_op(funct3), 0, rs1, rs2, imm_s(w));
	case 0x27:
		return make(store_float_op(funct3), 0, rs1, rs2, imm_s(w));
	case 0x2B:
		return make(special_op(funct3, field(w, 20, 12)), rd, rs1, 0,
			    0);
	case 0x2F:
		return make(atomic_op(funct3, funct7 >> 2, rs2), rd, rs1, rs2,
			    0);
	case 0x33: return make(reg_op(funct3, funct7, rs2), rd, rs1, rs2, 0);
	case 0x37: return make(ISA_LUI, rd, 0, 0, imm_u(w));
	case 0x43:
	case 0x47:
	case 0x4B:
	case 0x4F:
		return make(fused_op(field(w, 0, 7), funct3, funct7), rd, rs1,
			    rs2, funct3 << 6 | funct7 >> 2);
	case 0x53:
		return make(float_op(funct3, funct7, rs2), rd, rs1, rs2,
			    funct3 << 6);
	case 0x63: return make(branch_op(funct3), 0, rs1, rs2, imm_b(w));
	case 0x67:
		return make(funct3 == 0 ? ISA_JALR : ISA_INVALID, rd, rs1, 0,
			    imm_i(w));
	case 0x6F: return make(ISA_JAL, rd, 0, 0, imm_j(w));
	case 0x73: return make(system_op(w), rd, rs1, 0, field(w, 20, 12));
	default: return make(ISA_INVALID, 0, 0, 0, w);
	}
}

struct golden_insn golden_decode(uint32_t word)
{
	struct golden_insn d = decode_fields(word);
	return d.op == ISA_INVALID ? make(ISA_INVALID, 0, 0, 0, word) : d;
}
