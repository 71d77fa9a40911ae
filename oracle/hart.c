/* hart.c - executes one instruction of one hart, as the manual defines it
 * SPDX-License-Identifier: Apache-2.0
 *
 * A hart knows its own numbers in the warp and the active threads. A hart that
 * is not the leader also knows the target of each of its leader's branches.
 */
#include "oracle/parts.h"

#include <inttypes.h>

static enum walk trap(struct walker *k, uint32_t cause, uint32_t tval)
{
	k->cause = cause;
	k->tval = tval;
	return WALK_TRAP;
}

static enum walk illegal(struct walker *k, uint32_t word)
{
	return trap(k, 2, word);
}

static void set(struct walker *k, uint32_t reg, uint32_t value)
{
	if (reg)
		k->t->x[reg] = value;
}

static enum walk advance(struct walker *k)
{
	k->t->pc += 4;
	return WALK_ON;
}

/* --- fields ----------------------------------------------------------- */

static uint32_t field(uint32_t word, unsigned high, unsigned low)
{
	return word >> low & ((UINT32_C(1) << (high - low + 1)) - 1);
}

/* Extends the sign of the low BITS of VALUE. */
static uint32_t extend(uint32_t value, unsigned bits)
{
	uint32_t sign = UINT32_C(1) << (bits - 1);

	return (value ^ sign) - sign;
}

static uint32_t imm_i(uint32_t word)
{
	return extend(field(word, 31, 20), 12);
}

static uint32_t imm_s(uint32_t word)
{
	return extend(field(word, 31, 25) << 5 | field(word, 11, 7), 12);
}

static uint32_t imm_b(uint32_t word)
{
	return extend(field(word, 31, 31) << 12 | field(word, 7, 7) << 11 |
		      field(word, 30, 25) << 5 | field(word, 11, 8) << 1, 13);
}

static uint32_t imm_j(uint32_t word)
{
	return extend(field(word, 31, 31) << 20 | field(word, 19, 12) << 12 |
		      field(word, 20, 20) << 11 | field(word, 30, 21) << 1, 21);
}

/* --- arithmetic ------------------------------------------------------- */

static bool is_less(uint32_t a, uint32_t b)
{
	return (a ^ UINT32_C(0x80000000)) < (b ^ UINT32_C(0x80000000));
}

static uint32_t shift_right(uint32_t a, uint32_t by, bool arithmetic)
{
	uint32_t fill = arithmetic && a >> 31 ? UINT32_MAX : 0;

	return by ? a >> by | fill << (32 - by) : a;
}

/* funct3 of OP and OP-IMM; OTHER is instruction bit 30. */
static uint32_t alu(uint32_t funct3, bool other, uint32_t a, uint32_t b)
{
	switch (funct3) {
	case 0: return other ? a - b : a + b;
	case 1: return a << (b & 31);
	case 2: return is_less(a, b);
	case 3: return a < b;
	case 4: return a ^ b;
	case 5: return shift_right(a, b & 31, other);
	case 6: return a | b;
	default: return a & b;
	}
}

/* The high word of a product, computed from magnitudes. */
static uint32_t product_high(uint32_t a, bool a_signed, uint32_t b,
			     bool b_signed)
{
	bool a_minus = a_signed && a >> 31, b_minus = b_signed && b >> 31;
	uint64_t p = (uint64_t)(a_minus ? 0 - a : a) * (b_minus ? 0 - b : b);

	if (a_minus != b_minus)
		p = 0 - p;
	return (uint32_t)(p >> 32);
}

/* Divides magnitudes: the quotient is rounded toward zero, the remainder has
 * the sign of the dividend. The overflow of the manual, -2^31 / -1, follows
 * without a rule. */
static uint32_t divide(uint32_t a, uint32_t b, bool is_signed, bool remainder)
{
	bool a_minus = is_signed && a >> 31, b_minus = is_signed && b >> 31;
	uint32_t n = a_minus ? 0 - a : a, d = b_minus ? 0 - b : b, q;

	if (!b)
		return remainder ? a : UINT32_MAX;
	q = n / d;
	if (remainder)
		return a_minus ? 0 - (n - q * d) : n - q * d;
	return a_minus != b_minus ? 0 - q : q;
}

static uint32_t muldiv(uint32_t funct3, uint32_t a, uint32_t b)
{
	switch (funct3) {
	case 0: return a * b;
	case 1: return product_high(a, true, b, true);
	case 2: return product_high(a, true, b, false);
	case 3: return product_high(a, false, b, false);
	default: return divide(a, b, funct3 % 2 == 0, funct3 >= 6);
	}
}

/* Counts the zeros of A before its first one, from bit AT on in steps of STEP;
 * at most 32. */
static uint32_t count_zeros(uint32_t a, unsigned at, unsigned step)
{
	uint32_t n = 0;

	for (; n < 32 && !(a >> at & 1); n++)
		at = (at + step) % 32;
	return n;
}

/* Reverses the bytes of A; with ORC, makes each byte 0 or 255 in its place. */
static uint32_t map_bytes(uint32_t a, bool orc)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < 4; i++) {
		uint32_t byte = field(a, 8 * i + 7, 8 * i);

		if (orc)
			value |= (byte ? UINT32_C(255) : 0) << 8 * i;
		else
			value = value << 8 | byte;
	}
	return value;
}

static uint32_t rotate_left(uint32_t a, uint32_t by)
{
	for (by %= 32; by; by--)
		a = a << 1 | a >> 31;
	return a;
}

/* Zbb with two registers. Returns false if WORD is none. */
static bool bits_of_two(uint32_t word, uint32_t a, uint32_t b, uint32_t *value)
{
	uint32_t funct3 = field(word, 14, 12);

	switch (field(word, 31, 25) << 4 | funct3) {
	case 0x207: *value = a & (b ^ UINT32_MAX); return true;
	case 0x206: *value = a | (b ^ UINT32_MAX); return true;
	case 0x204: *value = a ^ b ^ UINT32_MAX; return true;
	case 0x054: *value = is_less(a, b) ? a : b; return true;
	case 0x055: *value = a < b ? a : b; return true;
	case 0x056: *value = is_less(a, b) ? b : a; return true;
	case 0x057: *value = a < b ? b : a; return true;
	case 0x301: *value = rotate_left(a, b); return true;
	case 0x305: *value = rotate_left(a, 32 - b % 32); return true;
	case 0x044: *value = field(a, 15, 0); return !field(word, 24, 20);
	default: return false;
	}
}

/* Zbb with one register. Returns false if WORD is none. */
static bool bits_of_one(uint32_t word, uint32_t a, uint32_t *value)
{
	uint32_t funct3 = field(word, 14, 12), imm = field(word, 31, 20);

	*value = 0;
	if (funct3 == 5 && imm >> 5 == 0x30) {
		*value = rotate_left(a, 32 - imm % 32);
		return true;
	}
	switch (imm << 4 | funct3) {
	case 0x6001: *value = count_zeros(a, 31, 31); return true;
	case 0x6011: *value = count_zeros(a, 0, 1); return true;
	case 0x6021:
		for (; a; a >>= 1)
			*value += a & 1;
		return true;
	case 0x6041: *value = extend(a & 255, 8); return true;
	case 0x6051: *value = extend(a & 65535, 16); return true;
	case 0x2875: *value = map_bytes(a, true); return true;
	case 0x6985: *value = map_bytes(a, false); return true;
	default: return false;
	}
}

static enum walk op(struct walker *k, uint32_t word)
{
	uint32_t funct3 = field(word, 14, 12), funct7 = field(word, 31, 25);
	uint32_t a = k->t->x[field(word, 19, 15)],
		 b = k->t->x[field(word, 24, 20)];
	uint32_t value;

	if (funct7 == 1 && k->o->cfg.has_m)
		set(k, field(word, 11, 7), muldiv(funct3, a, b));
	else if (funct7 == 16 && k->o->cfg.has_zba && funct3 && funct3 % 2 == 0)
		set(k, field(word, 11, 7), a * (UINT32_C(1) << funct3 / 2) + b);
	else if (funct7 == 7 && k->o->cfg.has_zicond && (funct3 & 5) == 5)
		set(k, field(word, 11, 7), (b == 0) == funct3 / 2 % 2 ? a : 0);
	else if (k->o->cfg.has_zbb && bits_of_two(word, a, b, &value))
		set(k, field(word, 11, 7), value);
	else if (funct7 == 0 || (funct7 == 32 && (funct3 == 0 || funct3 == 5)))
		set(k, field(word, 11, 7), alu(funct3, funct7 == 32, a, b));
	else
		return illegal(k, word);
	return advance(k);
}

static enum walk op_imm(struct walker *k, uint32_t word)
{
	uint32_t funct3 = field(word, 14, 12), funct7 = field(word, 31, 25);
	bool shift = funct3 == 1 || funct3 == 5;
	uint32_t a = k->t->x[field(word, 19, 15)], value;

	if (shift && k->o->cfg.has_zbb && bits_of_one(word, a, &value)) {
		set(k, field(word, 11, 7), value);
		return advance(k);
	}
	if (shift && funct7 != 0 && !(funct7 == 32 && funct3 == 5))
		return illegal(k, word);
	set(k, field(word, 11, 7),
	    alu(funct3, shift && funct7 == 32, a, imm_i(word)));
	return advance(k);
}

/* Has the machine a register file f? */
static bool has_f(const struct walker *k)
{
	return k->o->cfg.fp == 2;
}

/* Executes a move between the register files. Returns false if WORD is none. */
static bool execute_move(struct walker *k, uint32_t word)
{
	uint32_t rd = field(word, 11, 7), rs1 = field(word, 19, 15);

	if (!has_f(k) || field(word, 24, 20) || field(word, 14, 12) ||
	    field(word, 6, 0) != 0x53)
		return false;
	switch (field(word, 31, 25)) {
	case 0x70: set(k, rd, k->t->f[rs1]); return true;
	case 0x78: k->t->f[rd] = k->t->x[rs1]; return true;
	default: return false;
	}
}

static enum walk op_float(struct walker *k, uint32_t word)
{
	uint32_t *f = has_f(k) ? k->t->f : k->t->x, value, flags;

	if (execute_move(k, word))
		return advance(k);
	if (!k->o->cfg.fp || !float_insn(word, k->o->warp[k->warp].frm, k->t->x,
					 f, &value, &flags))
		return illegal(k, word);
	k->t->raised |= flags;
	if (has_f(k) && !float_gives_integer(word))
		f[field(word, 11, 7)] = value;
	else
		set(k, field(word, 11, 7), value);
	return advance(k);
}

/* --- branches and jumps ------------------------------------------------ */

/* This thread would go to *TARGET. All threads go where the leader goes, so
 * *TARGET becomes that. Returns false if memory runs out. */
static bool follow_leader(struct walker *k, uint32_t *target)
{
	struct oracle *o = k->o;

	if (k->leads)
		return LIST_ADD(o, decisions,
				(struct decision){ k->step, *target, false });
	o->decisions.at[k->next].differs |= o->decisions.at[k->next].target !=
					  *target;
	*target = o->decisions.at[k->next++].target;
	return true;
}

static enum walk jump(struct walker *k, uint32_t target, uint32_t link)
{
	if (!follow_leader(k, &target))
		return WALK_STOP;
	if (target % 4)
		return trap(k, 0, target);
	set(k, link, k->t->pc + 4);
	k->t->pc = target;
	return WALK_ON;
}

static enum walk branch(struct walker *k, uint32_t word)
{
	uint32_t a = k->t->x[field(word, 19, 15)],
		 b = k->t->x[field(word, 24, 20)];
	bool taken;

	switch (field(word, 14, 12) >> 1) {
	case 0: taken = a == b; break;
	case 2: taken = is_less(a, b); break;
	case 3: taken = a < b; break;
	default: return illegal(k, word);
	}
	taken ^= field(word, 12, 12);
	return jump(k, k->t->pc + (taken ? imm_b(word) : 4), 0);
}

static enum walk jalr(struct walker *k, uint32_t word)
{
	uint32_t target = k->t->x[field(word, 19, 15)] + imm_i(word);

	if (field(word, 14, 12))
		return illegal(k, word);
	return jump(k, target & ~UINT32_C(1), field(word, 11, 7));
}

/* --- memory ----------------------------------------------------------- */

static struct memory *memory_at(const struct walker *k, uint32_t addr)
{
	struct core *core = core_of(k->o, k->warp);

	if (memory_has(&k->o->ram, addr))
		return &k->o->ram;
	return memory_has(&core->smem, addr) ? &core->smem : NULL;
}

/* The address in memory of ADDR, as a thread addresses it. The top of RAM has a
 * piece for each thread. It holds the first words of all pieces, then the
 * second words of all pieces, and so on. */
static uint32_t place_of(const struct oracle *o, uint32_t addr)
{
	const struct machine *cfg = &o->cfg;
	uint32_t pieces = 1, first, in;

	if (!cfg->local_size)
		return addr;
	while (pieces < cfg->cores * cfg->warps * cfg->threads)
		pieces *= 2;
	first = cfg->ram_base + (cfg->ram_size - pieces * cfg->local_size);
	if (addr < first || addr - cfg->ram_base >= cfg->ram_size)
		return addr;
	in = (addr - first) % cfg->local_size;
	return first + in / 4 * pieces * 4 +
	       (addr - first) / cfg->local_size * 4 + in % 4;
}

/* Must a thread not store at ADDR, which is in RAM? */
static bool is_read_only(const struct oracle *o, uint32_t addr)
{
	return o->cfg.const_size && addr >= o->cfg.const_base &&
	       addr - o->cfg.const_base <= o->cfg.const_size - 1;
}

static enum walk load(struct walker *k, uint32_t word)
{
	uint32_t addr = k->t->x[field(word, 19, 15)] + imm_i(word),
		 funct3 = field(word, 14, 12);
	uint32_t size = UINT32_C(1) << funct3 % 4, value;
	struct memory *m = memory_at(k, addr);
	bool to_f = field(word, 6, 0) == 0x07;

	if (to_f ? !has_f(k) || funct3 != 2 : funct3 == 3 || funct3 > 5)
		return illegal(k, word);
	if (addr % size)
		return trap(k, 4, addr);
	if (!m)
		return trap(k, 5, addr);
	value = memory_load(k, m, place_of(k->o, addr), size);
	if (funct3 < 2)
		value = extend(value, 8 * size);
	if (to_f)
		k->t->f[field(word, 11, 7)] = value;
	else
		set(k, field(word, 11, 7), value);
	return advance(k);
}

static enum walk store(struct walker *k, uint32_t word)
{
	uint32_t addr = k->t->x[field(word, 19, 15)] + imm_s(word),
		 funct3 = field(word, 14, 12);
	bool of_f = field(word, 6, 0) == 0x27;
	uint32_t size = UINT32_C(1) << funct3 % 4,
		 value = (of_f ? k->t->f : k->t->x)[field(word, 24, 20)];
	struct memory *m = memory_at(k, addr);

	if (of_f ? !has_f(k) || funct3 != 2 : funct3 > 2)
		return illegal(k, word);
	if (addr == CONSOLE) {
		LIST_ADD(k->o, printed,
			 (struct printed){ k->step, (uint8_t)value });
		return advance(k);
	}
	if (addr % size)
		return trap(k, 6, addr);
	if (!m || is_read_only(k->o, addr))
		return trap(k, 7, addr);
	memory_store(k, m, place_of(k->o, addr), size, value);
	return advance(k);
}

/* Returns the lesser of A and B, or the greater if bit 2 of OPERATION is set.
 * Bit 3: compares without sign. */
static uint32_t choose(uint32_t operation, uint32_t a, uint32_t b)
{
	bool below = operation & 8 ? a < b : is_less(a, b);

	return below != (operation >> 2 & 1) ? a : b;
}

/* Is the reservation of this thread for ADDR valid? It ends here. */
static bool use_reservation(struct walker *k, const struct memory *m,
			    uint32_t addr)
{
	bool valid = k->t->reserved == addr && addr &&
		     k->t->seen == memory_stores(m, addr);

	if (m != &k->o->ram)
		oracle_stop(k->o, ORACLE_BEYOND,
			    "any store to shared memory ends a reservation");
	k->t->reserved = 0;
	return valid;
}

/* Computes the value that an atomic instruction stores in place of OLD. Returns
 * false if it stores nothing. */
static bool update(struct walker *k, uint32_t word, uint32_t old,
		   uint32_t *value)
{
	uint32_t b = k->t->x[field(word, 24, 20)];

	*value = b;
	switch (word >> 27) {
	case 0: *value = old + b; return true;
	case 1: return true;
	case 4: *value = old ^ b; return true;
	case 5: return old == k->t->x[field(word, 11, 7)];
	case 8: *value = old | b; return true;
	case 12: *value = old & b; return true;
	default: *value = choose(word >> 27, old, b); return true;
	}
}

static bool is_atomic(uint32_t word)
{
	uint32_t operation = word >> 27;
	bool known = operation < 6 || operation == 8 ||
		     (operation >= 12 && operation % 4 == 0);

	return field(word, 14, 12) == 2 && known &&
	       (operation != 2 || field(word, 24, 20) == 0);
}

/* Does WORD change the word in memory alone, so that many like it may come in
 * any order? A swap does not, since the last one counts. */
static bool is_blind(uint32_t word)
{
	uint32_t operation = word >> 27;

	return !field(word, 11, 7) && operation % 4 == 0;
}

static enum walk atomic(struct walker *k, uint32_t word)
{
	uint32_t addr = k->t->x[field(word, 19, 15)], operation = word >> 27;
	uint32_t store = operation == 2 ? 0 : 2, old, value;
	struct memory *m = memory_at(k, addr);

	if (!k->o->cfg.has_a || !is_atomic(word))
		return illegal(k, word);
	if (addr % 4)
		return trap(k, 4 + store, addr);
	if (!m || (store && is_read_only(k->o, addr)))
		return trap(k, 5 + store, addr);
	addr = place_of(k->o, addr);
	if (operation == 3) {
		old = !use_reservation(k, m, addr);
		if (!old)
			memory_store(k, m, addr, 4,
				     k->t->x[field(word, 24, 20)]);
		set(k, field(word, 11, 7), old);
		return advance(k);
	}
	if (is_blind(word)) {
		uint32_t *place = memory_update(k, m, addr, 1 + operation);

		if (place && update(k, word, *place, &value))
			*place = value;
		return advance(k);
	}
	old = memory_load(k, m, addr, 4);
	if (operation == 2) {
		k->t->reserved = addr;
		k->t->seen = memory_stores(m, addr);
	} else if (update(k, word, old, &value)) {
		memory_store(k, m, addr, 4, value);
	}
	set(k, field(word, 11, 7), old);
	return advance(k);
}

/* --- CSRs ------------------------------------------------------------- */

static bool warp_csr(const struct walker *k, uint32_t address, uint32_t *value)
{
	const struct machine *cfg = &k->o->cfg;
	const struct warp *w = &k->o->warp[k->warp];

	switch (address) {
	case 0x001: *value = w->fflags; return cfg->fp;
	case 0x002: *value = w->frm; return cfg->fp;
	case 0x003: *value = w->frm * 32 + w->fflags; return cfg->fp;
	case 0xcc0: *value = k->lane; return true;
	case 0xcc1: *value = k->warp % cfg->warps; return true;
	case 0xcc2: *value = k->warp / cfg->warps; return true;
	case 0xcc4: *value = w->party; return true;
	case 0xfc0: *value = cfg->threads; return true;
	case 0xfc1: *value = cfg->warps; return true;
	case 0xfc2: *value = cfg->cores; return true;
	case 0xfc3: *value = cfg->smem_size; return true;
	case 0xf14: *value = k->warp * cfg->threads + k->lane; return true;
	case 0x7c0: case 0x7c1: case 0x7c2: *value = 0; return true;
	case 0x300: *value = w->mstatus; return true;
	case 0x305: *value = w->mtvec; return true;
	case 0x341: *value = w->mepc; return true;
	default: return false;
	}
}

/* CSRs of blocks. A core is a block here: it has the number of its core as x,
 * and all shared memory. */
static bool block_csr(const struct walker *k, uint32_t address, uint32_t *value)
{
	const struct machine *cfg = &k->o->cfg;
	uint32_t warp = k->warp % cfg->warps;

	*value = 0;
	switch (address) {
	case 0xce0: *value = cfg->reset_pc; return true;
	case 0xce1: case 0xce9: return true;
	case 0xce2: *value = cfg->cores; return true;
	case 0xce5: *value = cfg->warps * cfg->threads; return true;
	case 0xce3: case 0xce4: case 0xce6: case 0xce7:
		*value = 1;
		return true;
	case 0xce8: *value = cfg->smem_size; return true;
	case 0xcea: *value = warp * cfg->threads + k->lane; return true;
	case 0xceb: *value = warp; return true;
	case 0xcec: *value = machine_smem(cfg); return true;
	case 0xced: case 0xcee:
		oracle_stop(k->o, ORACLE_BEYOND,
			    "CSR 0x%03" PRIx32 " depends on time", address);
		return true;
	case 0xcf0: *value = k->warp / cfg->warps; return true;
	case 0xcf1: case 0xcf2: return true;
	default: return false;
	}
}

static bool is_counter(uint32_t address)
{
	uint32_t n = address & 0x1f, kind = address & ~UINT32_C(0x1f);

	return n >= 3 && (kind == 0xb00 || kind == 0xb80 || kind == 0xc00 ||
			  kind == 0xc80);
}

uint32_t hart_selects(const struct oracle *o, uint32_t address)
{
	bool selects = o->cfg.selected && address > 0x322 && address < 0x340;

	return selects ? address & 0x1f : 0;
}

bool hart_csr(struct walker *k, uint32_t address, uint32_t *value)
{
	const struct machine *cfg = &k->o->cfg;

	if (warp_csr(k, address, value) ||
	    (cfg->dispatch && block_csr(k, address, value)))
		return true;
	*value = 0;
	if (hart_selects(k->o, address)) {
		*value = core_of(k->o, k->warp)->
				 event[hart_selects(k->o, address)];
		return true;
	}
	switch (address) {
	case 0xcc3: case 0xb00: case 0xb02: case 0xc00: case 0xc02:
	case 0xb80: case 0xb82: case 0xc80: case 0xc82:
		oracle_stop(k->o, ORACLE_BEYOND,
			    "CSR 0x%03" PRIx32 " depends on time", address);
		return true;
	default:
		break;
	}
	if (is_counter(address) && cfg->counters &&
	    (!cfg->selected || (address & 0x1f) < 3 + cfg->selected))
		oracle_stop(k->o, ORACLE_BEYOND,
			    "CSR 0x%03" PRIx32 " depends on time", address);
	return is_counter(address);
}

bool hart_writes(uint32_t word)
{
	return field(word, 13, 12) == 1 || field(word, 19, 15) != 0;
}

bool hart_floats(const struct oracle *o, uint32_t address)
{
	return o->cfg.fp && address >= 0x001 && address <= 0x003;
}

/* A thread reads a CSR by itself. A write is an instruction of the whole warp,
 * and so is a read of flags that all threads raise. */
static enum walk system_insn(struct walker *k, uint32_t word)
{
	uint32_t value;

	if (field(word, 13, 12) == 0 || hart_writes(word) ||
	    hart_floats(k->o, word >> 20))
		return WALK_MEET;
	if (!hart_csr(k, word >> 20, &value))
		return illegal(k, word);
	set(k, field(word, 11, 7), value);
	return advance(k);
}

/* --- decode -------------------------------------------------------------- */

static enum walk execute(struct walker *k, uint32_t word)
{
	switch (word & 0x7f) {
	case 0x37:
		set(k, field(word, 11, 7), word & 0xfffff000);
		return advance(k);
	case 0x17:
		set(k, field(word, 11, 7), k->t->pc + (word & 0xfffff000));
		return advance(k);
	case 0x6f: return jump(k, k->t->pc + imm_j(word), field(word, 11, 7));
	case 0x67: return jalr(k, word);
	case 0x63: return branch(k, word);
	case 0x03: case 0x07: return load(k, word);
	case 0x23: case 0x27: return store(k, word);
	case 0x2f: return atomic(k, word);
	case 0x13: return op_imm(k, word);
	case 0x33: return op(k, word);
	case 0x43: case 0x47: case 0x4b: case 0x4f: case 0x53:
		return op_float(k, word);
	case 0x2b:
		return k->o->cfg.has_sfu ? op_float(k, word) : illegal(k, word);
	case 0x0f:
		return field(word, 14, 12) < 2 ? advance(k) : illegal(k, word);
	case 0x73: return system_insn(k, word);
	case 0x0b: return WALK_MEET;
	default: return illegal(k, word);
	}
}

enum walk hart_step(struct walker *k)
{
	struct oracle *o = k->o;
	enum walk how;

	if (!memory_has(&o->ram, k->t->pc))
		return trap(k, 1, k->t->pc);
	how = execute(k, memory_peek(&o->ram, k->t->pc));
	if (o->no_memory || o->status != ORACLE_END)
		return WALK_STOP;
	k->step += how == WALK_ON;
	return how;
}
