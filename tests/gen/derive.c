/* derive - every derived value, for three shapes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/derive.h"

#include "tests/tap.h"

/* A shape of one thread and the smallest of everything; a folded one of eight
 * warps on two cores, with a small instruction cache of wide rows behind a
 * narrow bus; three cores with caches, AXI4 and many extensions; and a data
 * cache whose lines are read in narrow rows. Nearly all flags differ. */
enum { ONE, FOLDED, CACHED, ROWS, SHAPES };

static const char *const names[] = { "one", "folded", "cached",
					"rows" };

static void make_one(struct config *c)
{
	c->warps = c->threads = c->barriers = 1;
	c->stack = c->requests = c->fetch_buffer = 2;
	c->lsu_queue = 1;
	c->bus_width = 32;
	c->bus = CONFIG_bus_axi4;
	c->has_m = false;
	c->has_a = true;
	c->ram_size = 4096;
	c->l2_size = 1024;
	c->l2_ways = 2;
	c->l2_banks_wanted = 2;
	c->shared_axi = true;
}

static void make_folded(struct config *c)
{
	c->warps = c->barriers = 8;
	c->threads = 16;
	c->lanes_wanted = 8;
	c->lsu_queue = 1;
	c->cores = 2;
	c->stack = 17;
	c->multiplier = CONFIG_multiplier_iterative;
	c->icache_size = 4096;
	c->icache_line = 16;
	c->icache_ways = 2;
	c->icache_banks = 4;
	c->icache_mshrs = 1;
	c->icache_replacement = CONFIG_icache_replacement_random;
	c->bus_width = 32;
	c->ram_size = 1 << 16;
	c->const_size = 1 << 12;
	c->smem_size = 1 << 18;
	c->has_a = c->has_zba = c->has_vote = c->has_shfl = true;
	c->fp = CONFIG_fp_zfinx;
	c->coalesce = false;
	c->trace_retire = true;
}

static void make_cached(struct config *c)
{
	c->cores = 3;
	c->threads = 8;
	c->icache_size = c->dcache_size = 16384;
	c->icache_replacement = CONFIG_icache_replacement_fifo;
	c->dcache_ways = 8;
	c->dcache_mshrs = 16;
	c->dcache_line = 256;
	c->smem_size = 4096;
	c->smem_base = 0x30000000;
	c->local_size = 1024;
	c->bus = CONFIG_bus_axi4;
	c->selected = 8;
	c->timer = true;
	c->has_a = c->has_zbb = c->has_sfu = c->has_vote = true;
	c->dcache_index = CONFIG_dcache_index_low;
	c->fp = CONFIG_fp_f;
	c->fpu_lanes_wanted = 2;
	c->fdiv = CONFIG_fdiv_shared;
	c->fdivs = 2;
	c->returns = 4;
	c->trace_retire = true;
	c->deep = c->judge = c->congest = true;
}

static void make_rows(struct config *c)
{
	c->dcache_size = c->icache_size = 4096;
	c->dcache_banks_wanted = c->dcache_mshrs = 1;
	c->icache_ways = 1;
	c->icache_replacement = CONFIG_icache_replacement_fifo;
	c->policy = CONFIG_policy_ring;
	c->selected = 4;
}

static const struct expectation {
	const char *name;
	uint32_t value[SHAPES];
} table[] = {
	{ "many_cores", { 0, 1, 1, 0 } },
	{ "core_bits", { 1, 1, 2, 1 } },
	{ "lanes", { 1, 8, 8, 4 } },
	{ "beats", { 1, 2, 1, 1 } },
	{ "folded", { 0, 1, 0, 0 } },
	{ "many_lanes", { 0, 1, 1, 1 } },
	{ "lrr_watch", { 0, 1, 1, 0 } },
	{ "greedy", { 0, 0, 0, 1 } },
	{ "watches_eligible", { 0, 1, 1, 1 } },
	{ "knows_eligible", { 0, 1, 1, 1 } },
	{ "many_threads", { 0, 1, 1, 1 } },
	{ "warp_bits", { 1, 3, 2, 2 } },
	{ "thread_bits", { 1, 4, 3, 2 } },
	{ "warp_count_bits", { 1, 4, 3, 3 } },
	{ "thread_count_bits", { 1, 5, 4, 3 } },
	{ "lane_bits", { 1, 3, 3, 2 } },
	{ "beat_bits", { 1, 1, 1, 1 } },
	{ "ventus", { 0, 0, 0, 0 } },
	{ "ventus_records", { 0, 0, 0, 0 } },
	{ "a_bits", { 1, 1, 1, 1 } },
	{ "a_top", { 0, 0, 0, 0 } },
	{ "imm_bits", { 3, 3, 3, 3 } },
	{ "third_judged", { 0, 1, 1, 0 } },
	{ "third_sent", { 1, 1, 1, 0 } },
	{ "fregs", { 0, 0, 1, 0 } },
	{ "reg_bits", { 5, 5, 6, 5 } },
	{ "reg_top", { 4, 4, 5, 4 } },
	{ "vreg_bits", { 6, 6, 6, 6 } },
	{ "vregs_beyond", { 6, 6, 6, 6 } },
	{ "many_vregs", { 0, 0, 0, 0 } },
	{ "regs", { 32, 32, 64, 32 } },
	{ "regs_top", { 31, 31, 63, 31 } },
	{ "regs_bits", { 6, 9, 8, 7 } },
	{ "bus_bytes", { 4, 4, 16, 16 } },
	{ "bus_words", { 1, 1, 4, 4 } },
	{ "bus_offset_bits", { 2, 2, 4, 4 } },
	{ "bus_many_words", { 0, 0, 1, 1 } },
	{ "icache", { 0, 1, 1, 1 } },
	{ "dcache", { 0, 0, 1, 1 } },
	{ "caches", { 0, 1, 1, 1 } },
	{ "acquires", { 0, 0, 1, 0 } },
	{ "locks", { 0, 1, 1, 0 } },
	{ "atomic_lanes", { 0, 0, 0, 0 } },
	{ "locks_cache", { 0, 0, 1, 0 } },
	{ "locks_axi", { 0, 0, 1, 0 } },
	{ "l2", { 1, 0, 0, 0 } },
	{ "bank_atomics", { 1, 0, 0, 0 } },
	{ "dcache_waits", { 0, 0, 1, 0 } },
	{ "l2_op_bits", { 7, 2, 2, 2 } },
	{ "l2_banks", { 2, 1, 1, 1 } },
	{ "l2_many_banks", { 1, 0, 0, 0 } },
	{ "l2_bank_bits", { 1, 0, 0, 0 } },
	{ "shares_bus", { 0, 1, 1, 0 } },
	{ "bus_shares", { 1, 1, 1, 0 } },
	{ "locks_banks", { 0, 0, 0, 0 } },
	{ "smem", { 0, 1, 1, 0 } },
	{ "near_memory", { 0, 1, 1, 1 } },
	{ "other_responses", { 0, 1, 1, 0 } },
	{ "smem_update", { 0, 1, 1, 0 } },
	{ "axi", { 1, 0, 1, 0 } },
	{ "core_axi", { 1, 0, 0, 0 } },
	{ "cores_axi", { 0, 0, 1, 0 } },
	{ "core_l2", { 1, 0, 0, 0 } },
	{ "cores_l2", { 0, 0, 0, 0 } },
	{ "writeback_cache", { 0, 0, 1, 1 } },
	{ "fetch_words", { 1, 4, 2, 2 } },
	{ "fetch_many_words", { 0, 1, 1, 1 } },
	{ "fetch_word_bits", { 1, 2, 1, 1 } },
	{ "fetch_block_bits", { 2, 4, 3, 3 } },
	{ "dcache_banks", { 16, 16, 32, 1 } },
	{ "access_bits", { 32, 32, 1024, 32 } },
	{ "access_bytes", { 4, 4, 128, 4 } },
	{ "access_words", { 1, 1, 32, 1 } },
	{ "access_offset_bits", { 2, 2, 7, 2 } },
	{ "access_many_words", { 0, 0, 1, 0 } },
	{ "merge_lanes", { 1, 0, 1, 1 } },
	{ "lanes_compared", { 0, 0, 1, 1 } },
	{ "gather", { 0, 1, 0, 0 } },
	{ "loads_ahead", { 1, 0, 1, 1 } },
	{ "parts_ahead", { 0, 1, 1, 0 } },
	{ "smem_banks", { 1, 8, 8, 4 } },
	{ "smem_many_banks", { 0, 1, 1, 1 } },
	{ "smem_bits", { 0, 18, 12, 0 } },
	{ "smem_bank_bits", { 1, 3, 3, 2 } },
	{ "smem_row_bits", { 0, 13, 7, 0 } },
	{ "smem_offset_bits", { 2, 5, 5, 4 } },
	{ "smem_flight", { 0, 5, 5, 0 } },
	{ "response_words", { 1, 8, 32, 1 } },
	{ "response_bits", { 32, 256, 1024, 32 } },
	{ "response_offset_bits", { 2, 5, 7, 2 } },
	{ "wide_response", { 0, 1, 1, 0 } },
	{ "request_bits", { 1, 3, 3, 3 } },
	{ "axi_i_bits", { 2, 2, 4, 2 } },
	{ "axi_d_bits", { 5, 4, 7, 1 } },
	{ "axi_id_bits", { 4, 5, 8, 3 } },
	{ "lsu_direct", { 1, 0, 0, 0 } },
	{ "lsu_short", { 1, 0, 0, 0 } },
	{ "lsu_entries", { 1, 1, 8, 8 } },
	{ "lsu_queue_bits", { 0, 1, 3, 3 } },
	{ "owner_bits", { 1, 3, 3, 3 } },
	{ "owners", { 2, 8, 8, 8 } },
	{ "smem_info_bits", { 5, 8, 7, 7 } },
	{ "waiting_bits", { 2, 4, 4, 4 } },
	{ "depth_bits", { 2, 5, 5, 5 } },
	{ "bars_unary", { 0, 0, 1, 0 } },
	{ "barrier_bits", { 1, 3, 2, 2 } },
	{ "follows_returns", { 0, 0, 1, 0 } },
	{ "returns_bits", { 1, 1, 2, 1 } },
	{ "fetch_bits", { 1, 2, 2, 2 } },
	{ "ram_bits", { 12, 16, 24, 24 } },
	{ "local_hart_bits", { 0, 8, 7, 4 } },
	{ "local", { 0, 0, 1, 0 } },
	{ "local_bits", { 0, 0, 10, 0 } },
	{ "smem_usual", { 0, 1, 0, 0 } },
	{ "smem_moved", { 0, 0, 1, 0 } },
	{ "constant", { 0, 1, 0, 0 } },
	{ "mapped", { 0, 1, 1, 0 } },
	{ "const_bits", { 0, 12, 0, 0 } },
	{ "place_bits", { 12, 18, 24, 24 } },
	{ "icache_many_ways", { 0, 1, 1, 0 } },
	{ "icache_way_bits", { 2, 1, 2, 1 } },
	{ "icache_random", { 0, 1, 0, 0 } },
	{ "icache_prefetches", { 0, 0, 1, 1 } },
	{ "icache_id_bits", { 2, 1, 2, 2 } },
	{ "icache_line_bits", { 6, 4, 6, 6 } },
	{ "icache_set_bits", { 0, 7, 6, 6 } },
	{ "icache_tag_bits", { 6, 5, 12, 12 } },
	{ "fetch_top_bits", { 12, 16, 24, 24 } },
	{ "icache_many_blocks", { 0, 0, 1, 1 } },
	{ "icache_beats", { 16, 4, 4, 4 } },
	{ "icache_many_beats", { 1, 1, 1, 1 } },
	{ "icache_beat_bits", { 4, 2, 2, 2 } },
	{ "icache_at_bits", { 4, 9, 8, 8 } },
	{ "icache_beat_rows", { 0, 0, 1, 1 } },
	{ "icache_row_beats", { 0, 1, 0, 0 } },
	{ "icache_sub_bits", { 0, 2, 1, 1 } },
	{ "dcache_line_bits", { 6, 6, 8, 6 } },
	{ "lock_bits", { 2, 2, 8, 6 } },
	{ "lock_top", { 8, 8, 14, 12 } },
	{ "dcache_sets", { 0, 0, 8, 16 } },
	{ "dcache_set_bits", { 1, 1, 3, 4 } },
	{ "dcache_tag_bits", { 5, 9, 13, 14 } },
	{ "dcache_hashed", { 0, 0, 0, 1 } },
	{ "dcache_digits", { 5, 9, 5, 4 } },
	{ "dcache_top_bits", { 12, 16, 24, 24 } },
	{ "dcache_many_ways", { 0, 0, 1, 1 } },
	{ "dcache_way_bits", { 2, 2, 3, 2 } },
	{ "dcache_rows", { 16, 16, 2, 16 } },
	{ "dcache_many_rows", { 1, 1, 1, 1 } },
	{ "dcache_row_bits", { 4, 4, 1, 4 } },
	{ "dcache_mshr_bits", { 2, 2, 4, 1 } },
	{ "dcache_many_mshrs", { 0, 0, 1, 0 } },
	{ "dcache_id_bits", { 5, 3, 5, 1 } },
	{ "ibus_tag_bits", { 1, 1, 2, 2 } },
	{ "dbus_tag_bits", { 1, 3, 5, 1 } },
	{ "dcache_beats", { 16, 16, 16, 4 } },
	{ "dcache_beat_bits", { 4, 4, 4, 2 } },
	{ "dcache_row_beats", { 1, 1, 8, 0 } },
	{ "dcache_last_row", { 15, 15, 1, 15 } },
	{ "dcache_last_beat", { 15, 15, 15, 3 } },
	{ "dcache_row_end", { 0, 0, 7, 4294967295 } },
	{ "dcache_many_row_beats", { 0, 0, 1, 0 } },
	{ "dcache_queue", { 8, 8, 8, 32 } },
	{ "dcache_queue_bits", { 3, 3, 3, 5 } },
	{ "dcache_write_bit", { 4, 2, 4, 0 } },
	{ "l2_id_bits", { 6, 5, 8, 3 } },
	{ "l2_mshr_bits", { 3, 3, 3, 3 } },
	{ "l2_pending_bits", { 4, 4, 4, 4 } },
	{ "l2_write_bits", { 3, 3, 3, 3 } },
	{ "l2_cut_bits", { 7, 6, 8, 6 } },
	{ "l2_num_bits", { 5, 10, 16, 18 } },
	{ "l2_way_bits", { 1, 2, 2, 2 } },
	{ "l2_set_bits", { 2, 0, 0, 0 } },
	{ "l2_addr_bits", { 3, 2, 2, 2 } },
	{ "l2_short_line", { 0, 0, 0, 0 } },
	{ "trace_l2_mask_words", { 2, 2, 8, 2 } },
	{ "trace_l2", { 0, 0, 0, 0 } },
	{ "trace_l2_bits", { 704, 704, 2432, 704 } },
	{ "victims_lru", { 0, 0, 1, 1 } },
	{ "victims_fifo", { 0, 0, 1, 0 } },
	{ "victims_random", { 0, 1, 0, 0 } },
	{ "core_dispatch", { 0, 0, 0, 0 } },
	{ "cores_dispatch", { 0, 0, 0, 0 } },
	{ "blocks_tick", { 0, 0, 0, 0 } },
	{ "slot_bits", { 2, 2, 2, 2 } },
	{ "launch_bits", { 2, 2, 2, 2 } },
	{ "where_bits", { 6, 6, 6, 6 } },
	{ "resident_bits", { 3, 4, 4, 3 } },
	{ "page_shift", { 0, 14, 8, 0 } },
	{ "pages", { 1, 16, 16, 1 } },
	{ "clears_smem", { 0, 0, 0, 0 } },
	{ "clears_many", { 0, 0, 0, 0 } },
	{ "clears_update", { 0, 0, 0, 0 } },
	{ "clear_skip", { 0, 511, 7, 0 } },
	{ "page_bits", { 1, 5, 5, 1 } },
	{ "bars_bits", { 1, 4, 3, 3 } },
	{ "end_bits", { 166, 168, 167, 167 } },
	{ "hosted", { 0, 0, 0, 0 } },
	{ "hosted_one", { 0, 0, 0, 0 } },
	{ "hosted_many", { 0, 0, 0, 0 } },
	{ "insn_idle", { 0, 0, 0, 0 } },
	{ "launch_words", { 10, 10, 10, 10 } },
	{ "ends_core", { 1, 0, 0, 0 } },
	{ "trace_block_bits", { 352, 352, 352, 352 } },
	{ "trace_launch_bits", { 160, 160, 160, 160 } },
	{ "trace_issue_bits", { 160, 160, 160, 160 } },
	{ "trace_control_bits", { 288, 288, 288, 288 } },
	{ "trace_retire_bits", { 192, 416, 416, 288 } },
	{ "trace_smem_bits", { 224, 672, 672, 416 } },
	{ "trace_smem", { 0, 1, 1, 0 } },
	{ "trace_lsu", { 0, 1, 1, 0 } },
	{ "trace_mask_words", { 1, 1, 4, 1 } },
	{ "trace_perform_bits", { 224, 224, 1344, 256 } },
	{ "trace_mask_pad", { 28, 28, 0, 28 } },
	{ "trace_fill_bits", { 160, 160, 1152, 160 } },
	{ "trace_evict_bits", { 160, 160, 1152, 160 } },
	{ "l2_audit_bits", { 64, 64, 160, 160 } },
	{ "audit_words", { 4, 8, 32, 4 } },
	{ "audit_bits", { 128, 256, 1024, 128 } },
	{ "ends_alone", { 1, 0, 0, 1 } },
	{ "trace_bus", { 0, 1, 0, 0 } },
	{ "trace_dcache", { 0, 0, 1, 0 } },
	{ "fast_multiply", { 0, 0, 1, 1 } },
	{ "floats", { 0, 1, 1, 0 } },
	{ "three_operands", { 1, 1, 1, 0 } },
	{ "fcsr_late", { 0, 0, 1, 0 } },
	{ "fcsr_alone", { 0, 1, 0, 0 } },
	{ "fpu_lanes", { 1, 8, 2, 4 } },
	{ "fpu_groups", { 1, 1, 4, 1 } },
	{ "sfu_stages", { 15, 15, 15, 15 } },
	{ "fpu_latency", { 4, 4, 16, 4 } },
	{ "fpu_entries", { 12, 6, 6, 12 } },
	{ "fdiv_units", { 1, 8, 1, 4 } },
	{ "many_fdivs", { 0, 0, 1, 0 } },
	{ "fdiv_bits", { 1, 1, 2, 1 } },
	{ "fpu_entry_bits", { 4, 3, 3, 4 } },
	{ "across", { 0, 1, 1, 0 } },
	{ "across_values", { 0, 1, 0, 0 } },
	{ "both_across", { 0, 1, 0, 0 } },
	{ "across_twice", { 0, 1, 0, 0 } },
	{ "alu_top", { 3, 3, 4, 3 } },
	{ "wide_ops", { 0, 0, 1, 0 } },
	{ "more_ops", { 0, 1, 1, 0 } },
	{ "kinds", { 0, 1, 1, 0 } },
	{ "kind_within", { 0, 1, 0, 0 } },
	{ "slow_multiply", { 0, 1, 0, 0 } },
	{ "forward_beats", { 0, 1, 0, 0 } },
	{ "tells_waiting", { 1, 1, 1, 1 } },
	{ "tells_warp", { 1, 1, 1, 1 } },
	{ "selects", { 0, 0, 1, 1 } },
	{ "event_bits", { 6, 6, 6, 6 } },
	{ "first_event", { 3, 3, 3, 3 } },
	{ "last_event", { 32, 32, 32, 32 } },
	{ "csr_old", { 0, 1, 1, 1 } },
	{ "selects_late", { 0, 0, 1, 0 } },
	{ "event_threads", { 15, 15, 15, 15 } },
	{ "count_dcache", { 0, 0, 1, 1 } },
	{ "count_writebacks", { 0, 0, 1, 1 } },
	{ "extensions", { 2, 423, 715, 1 } },
	{ "op_bits", { 4, 4, 4, 4 } },
	{ "csr_bits", { 4, 4, 6, 6 } },
	{ "head_bits", { 25, 31, 35, 25 } },
	{ "entry_bits", { 107, 158, 166, 106 } },
	{ "count_loads_early", { 0, 0, 1, 0 } },
	{ "meta_writes_at", { 0, 0, 0, 0 } },
	{ "meta_rd_at", { 1, 1, 1, 1 } },
	{ "meta_warp_at", { 6, 6, 7, 6 } },
	{ "seq_bits", { 24, 24, 24, 24 } },
	{ "meta_seq_at", { 7, 9, 9, 8 } },
	{ "meta_bits", { 7, 33, 33, 8 } },
	{ "access_trace_bits", { 11, 44, 44, 15 } },
	{ "congested_bits", { 96, 96, 96, 96 } },
	{ "stalls", { 51, 51, 51, 51 } },
};

enum { EXPECTED = sizeof table / sizeof table[0] };

static const struct derive_row *find(const char *name)
{
	const struct derive_row *row;

	for (size_t i = 0; (row = derive_row(i)); i++)
		if (strcmp(row->name, name) == 0)
			return row;
	return NULL;
}

static void compare(const struct derived *d, int shape)
{
	for (size_t i = 0; i < EXPECTED; i++) {
		const struct derive_row *row = find(table[i].name);
		char name[80];

		snprintf(name, sizeof name, "%s: %s", names[shape],
			 table[i].name);
		if (!row)
			ok(false, "%s has no row in derive.def", name);
		else
			is_u32(derive_get(d, row), table[i].value[shape],
			       name);
	}
}

/* The points of stalls.def are numbered as they stand there, from 0. */
static void test_stalls(const struct derived *d)
{
	static const char *const points[] = {
#define STALL(name, module, doc) "stall_" #name,
#include "isa/stalls.def"
#undef STALL
	};

	for (uint32_t i = 0; i < sizeof points / sizeof points[0]; i++) {
		const struct derive_row *row = find(points[i]);

		is_u32(row ? derive_get(d, row) : UINT32_MAX, i, points[i]);
	}
}

/* A row that the table does not name is a row that nobody tests. */
static void test_coverage(void)
{
	const struct derive_row *row;

	for (size_t i = 0; (row = derive_row(i)); i++) {
		bool found = strncmp(row->name, "stall_", 6) == 0;

		for (size_t k = 0; k < EXPECTED; k++)
			found |= strcmp(row->name, table[k].name) == 0;
		if (!found)
			ok(false, "%s has an expectation", row->name);
	}
	ok(true, "all rows were looked at");
}

int main(void)
{
	static void (*const make[])(struct config *) = {
		make_one, make_folded, make_cached, make_rows
	};
	struct config cfg;
	struct derived d;

	for (int shape = 0; shape < SHAPES; shape++) {
		config_init(&cfg);
		make[shape](&cfg);
		derive(&cfg, &d);
		compare(&d, shape);
	}
	test_stalls(&d);
	test_coverage();
	return tap_done();
}
