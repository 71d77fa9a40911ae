/* vt_disasm.c - the text of an instruction word of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * A format is a pattern; each letter puts an operand, anything else itself:
 *   d s t r  the register at bit 7, 15, 20, 27, of the row's file
 *   i        the immediate, signed    h  the immediate, unsigned
 *   u        the 5 bits at bit 15     U  the upper 20 bits
 *   b        pc + immediate           c  a CSR
 *   f        the sets of a fence      v  vtype
 *   o        a rounding mode          m  ",v0.t" if the word is masked
 */
#include "isa/ventus/vt_isa.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* The output; LEN counts characters beyond SIZE, too. */
struct text {
	char *buf;
	size_t size, len;
};

__attribute__((format(printf, 2, 3)))
static void put(struct text *t, const char *fmt, ...)
{
	size_t room = t->len < t->size ? t->size - t->len : 0;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(room ? t->buf + t->len : NULL, room, fmt, ap);
	va_end(ap);
	t->len += (size_t)n;
}

static const char *pattern_of(const struct vt_row *row)
{
	switch (row->format) {
	case VT_FMT_R:          return NULL;
	case VT_FMT_I:          return "d,s,i";
	case VT_FMT_SHAMT:      return "d,s,i";
	case VT_FMT_LOAD:       return "d,i(s)";
	case VT_FMT_STORE:      return "t,i(s)";
	case VT_FMT_BRANCH:     return "s,t,b";
	case VT_FMT_U:          return "d,U";
	case VT_FMT_J:          return "d,b";
	case VT_FMT_JALR:       return "d,i(s)";
	case VT_FMT_CSR:        return "d,c,s";
	case VT_FMT_CSRI:       return "d,c,u";
	case VT_FMT_FENCE:      return "f";
	case VT_FMT_ATOMIC:     return row->rs2 ? "d,t,(s)" : "d,(s)";
	case VT_FMT_VSETVLI:    return "d,s,v";
	case VT_FMT_VSETIVLI:   return "d,u,v";
	case VT_FMT_VV:         return "d,t,sm";
	case VT_FMT_VX:         return "d,t,sm";
	case VT_FMT_VI:         return "d,t,im";
	case VT_FMT_VU:         return "d,t,im";
	case VT_FMT_V1:         return "d,tm";
	case VT_FMT_V0:         return "dm";
	case VT_FMT_V_I:        return "d,i";
	case VT_FMT_ACC_VV:     return row->ext == VT_EXT_TENSOR ? "d,t,sm" :
				       "d,s,tm";
	case VT_FMT_ACC_VX:     return "d,s,tm";
	case VT_FMT_MERGE_VV:   return "d,t,s,M";
	case VT_FMT_MERGE_VX:   return "d,t,s,M";
	case VT_FMT_MERGE_VI:   return "d,t,i,M";
	case VT_FMT_VLOAD:      return "d,(s)m";
	case VT_FMT_VLOAD_S:    return "d,(s),tm";
	case VT_FMT_VLOAD_X:    return "d,(s),tm";
	case VT_FMT_VSTORE:     return "d,(s)m";
	case VT_FMT_VSTORE_S:   return "d,(s),tm";
	case VT_FMT_VSTORE_X:   return "d,(s),tm";
	case VT_FMT_LOAD12:     return "d,i(s)";
	case VT_FMT_STORE12:    return "t,i(s)";
	case VT_FMT_LOAD11:     return "d,i(s)";
	case VT_FMT_STORE11:    return "t,i(s)";
	case VT_FMT_VI12:       return "d,s,i";
	case VT_FMT_PREFIX:     return "x0,x0,h";
	case VT_FMT_BARRIER:    return "x0,x0,i";
	case VT_FMT_END:        return "x0,x0,x0";
	case VT_FMT_VBRANCH:    return "t,s,b";
	case VT_FMT_JOIN:       return "x0,x0,0";
	}
	return "";
}

static void put_reg(struct text *t, enum vt_file file, uint32_t word,
		    unsigned low, uint32_t prefix)
{
	put(t, "%c%" PRIu32, file == VT_FILE_V ? 'v' : 'x',
	    (word >> low & 31) | prefix << 5);
}

static void put_csr(struct text *t, uint32_t address)
{
	const struct vt_csr *csr = vt_csr_find(address);

	if (csr)
		put(t, "%s", csr->name);
	else
		put(t, "0x%" PRIx32, address);
}

static void put_set(struct text *t, uint32_t set)
{
	put(t, "%s%s%s%s%s", set & 8 ? "i" : "", set & 4 ? "o" : "",
	    set & 2 ? "r" : "", set & 1 ? "w" : "", set ? "" : "0");
}

static void put_vtype(struct text *t, uint32_t v)
{
	static const char *const lmul[8] = { "m1", "m2", "m4", "m8",
					     "m?", "mf8", "mf4", "mf2" };

	put(t, "e%u,%s,%s,%s", 8U << (v >> 3 & 7), lmul[v & 7],
	    v & 64 ? "ta" : "tu", v & 128 ? "ma" : "mu");
}

static void put_round(struct text *t, uint32_t mode)
{
	static const char *const names[8] = { "rne", "rtz", "rdn", "rup",
					      "rmm", "?", "?", "dyn" };

	if (mode != 7)
		put(t, ",%s", names[mode]);
}

struct source {
	const struct vt_row *row;
	uint32_t pc, word, imm;
	struct vt_prefix prefix;
};

static void put_letter(struct text *t, const struct source *s, char letter)
{
	uint32_t w = s->word;

	switch (letter) {
	case 'd': put_reg(t, s->row->rd, w, 7, s->prefix.rd); break;
	case 's': put_reg(t, s->row->rs1, w, 15, s->prefix.rs1); break;
	case 't': put_reg(t, s->row->rs2, w, 20, s->prefix.rs2); break;
	case 'r': put_reg(t, s->row->rs3, w, 27, 0); break;
	case 'i': put(t, "%" PRId32, (int32_t)s->imm); break;
	case 'h': put(t, "%" PRIu32, s->imm); break;
	case 'u': put(t, "%" PRIu32, w >> 15 & 31); break;
	case 'b': put(t, "0x%" PRIx32, s->pc + s->imm); break;
	case 'U': put(t, "%" PRIu32, w >> 12); break;
	case 'c': put_csr(t, s->imm); break;
	case 'v': put_vtype(t, s->imm); break;
	case 'f':
		put_set(t, w >> 24 & 15);
		put(t, ",");
		put_set(t, w >> 20 & 15);
		break;
	case 'm':
		put(t, "%s", w >> 25 & 1 || !s->row->maskable ? "" : ",v0.t");
		break;
	case 'M': put(t, "v0"); break;
	case 'o': put_round(t, w >> 12 & 7); break;
	default: put(t, "%c", letter);
	}
}

/* The registers that a row of format R has, in the order of assembly. */
static const char *registers_of(const struct vt_row *row, char buf[12])
{
	char *p = buf;

	*p++ = 'd';
	/* v operands of one-operand instructions of V are at bit 20 or 15 */
	if (row->rs1) {
		*p++ = ',';
		*p++ = 's';
	}
	if (row->rs2) {
		*p++ = ',';
		*p++ = 't';
	}
	if (row->rs3) {
		*p++ = ',';
		*p++ = 'r';
	}
	if (row->rounds)
		*p++ = 'o';
	*p = 0;
	return buf;
}

size_t vt_disasm(uint32_t pc, uint32_t word, struct vt_prefix prefix,
		 char *buf, size_t size)
{
	struct text t = { buf, size, 0 };
	enum vt_op op = vt_decode(word);
	struct source s = { .pc = pc, .word = word, .prefix = prefix };
	char registers[12];
	const char *p;

	if (op == VT_INVALID) {
		put(&t, ".word 0x%08" PRIx32, word);
		return t.len;
	}
	s.row = vt_row(op);
	s.imm = vt_imm(op, word, prefix);
	p = pattern_of(s.row);
	put(&t, "%s", s.row->name);
	if (s.row->format == VT_FMT_ATOMIC)
		put(&t, "%s%s", word >> 26 & 1 ? ".aq" : "",
		    word >> 25 & 1 ? word >> 26 & 1 ? "rl" : ".rl" : "");
	put(&t, " ");
	for (p = p ? p : registers_of(s.row, registers); *p; p++)
		put_letter(&t, &s, *p);
	return t.len;
}
