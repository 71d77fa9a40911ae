/* derive - every derived value, for shapes worked out by hand
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/derive.h"

#include "tests/tap.h"

struct expectation {
	const char *name;
	uint32_t value;
};

/* As many as derive.def has. */
enum {
#define DERIVED(name, type, value, doc) ROW_##name,
#include "gen/derive.def"
#undef DERIVED
	ROWS
};

static bool covered[ROWS];

static const struct derive_row *find(const char *name)
{
	const struct derive_row *row;

	for (size_t i = 0; (row = derive_row(i)); i++) {
		if (strcmp(row->name, name) == 0) {
			covered[i] = true;
			return row;
		}
	}
	return NULL;
}

static void compare(const char *shape, const struct config *cfg,
		    const struct expectation *want, size_t n)
{
	struct derived d;

	derive(cfg, &d);
	for (size_t i = 0; i < n; i++) {
		const struct derive_row *row = find(want[i].name);
		char name[80];
		snprintf(name, sizeof name, "%s: %s", shape, want[i].name);
		if (!row)
			ok(false, "%s has no row in derive.def", name);
		else
			is_u32(derive_get(&d, row), want[i].value, name);
	}
}

/* The points of stalls.def are numbered as they stand there, from 0. */
static void test_stalls(void)
{
	static const char *const points[] = {
#define STALL(name, module, doc) "stall_" #name,
#include "isa/stalls.def"
#undef STALL
	};
	struct expectation want[sizeof points / sizeof points[0]];
	struct config cfg;

	config_init(&cfg);
	for (uint32_t i = 0; i < sizeof points / sizeof points[0]; i++)
		want[i] = (struct expectation){ points[i], i };
	compare("points", &cfg, want, sizeof points / sizeof points[0]);
}

/* A row that no shape above names is a row that nobody tests. */
static void test_coverage(void)
{
	const struct derive_row *row;

	for (size_t i = 0; (row = derive_row(i)); i++)
		if (!covered[i])
			ok(false, "%s has an expectation", row->name);
	ok(true, "all rows were looked at");
}

/* 1 warp of 1 thread, everything minimal. */
static void test_one(void)
{
	static const struct expectation want[] = {
		{ "many_cores", 0 }, { "acquires", 0 }, { "core_bits", 1 },
		{ "locks", 0 }, { "lock_bits", 2 },
		{ "ibus_tag_bits", 1 }, { "dbus_tag_bits", 1 },
		{ "ends_alone", 1 },
		{ "lanes", 1 }, { "beats", 1 }, { "folded", 0 },
		{ "lrr_guest", 0 }, { "knows_eligible", 0 },
		{ "many_lanes", 0 },
		{ "many_threads", 0 }, { "warp_bits", 1 },
		{ "thread_bits", 1 }, { "lane_bits", 1 }, { "beat_bits", 1 },
		{ "regs_bits", 6 }, { "bus_bytes", 4 },
		{ "bus_words", 1 }, { "bus_offset_bits", 2 },
		{ "request_bits", 1 },
		{ "depth_bits", 2 },
		{ "barrier_bits", 1 }, { "fetch_bits", 1 },
		{ "ram_bits", 12 }, { "trace_issue_bits", 160 },
		{ "trace_control_bits", 288 }, { "trace_retire_bits", 192 },
		{ "trace_mask_words", 1 }, { "trace_perform_bits", 224 },
		{ "warp_count_bits", 1 }, { "thread_count_bits", 1 },
		{ "bus_many_words", 0 }, { "trace_mask_pad", 28 },
		{ "fast_multiply", 0 }, { "slow_multiply", 0 },
		{ "forward_beats", 0 }, { "meta_bits", 7 },
		{ "meta_writes_at", 0 }, { "meta_rd_at", 1 },
		{ "meta_warp_at", 6 }, { "meta_seq_at", 7 },
		{ "seq_bits", 24 },
		{ "op_bits", 4 }, { "csr_bits", 4 }, { "head_bits", 25 },
		{ "entry_bits", 97 }, { "count_loads_early", 0 },
		{ "audit_words", 4 }, { "audit_bits", 128 },
		{ "stalls", 47 }, { "congested_bits", 96 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.warps = cfg.threads = cfg.barriers = 1;
	cfg.stack = cfg.requests = cfg.fetch_buffer = 2;
	cfg.bus_width = 32;
	cfg.has_m = false;
	cfg.ram_size = 4096;
	compare("one", &cfg, want, sizeof want / sizeof want[0]);
}

/* 8 warps of 16 threads on 4 lanes. */
static void test_folded(void)
{
	static const struct expectation want[] = {
		{ "lanes", 4 }, { "beats", 4 }, { "folded", 1 },
		{ "lrr_guest", 1 }, { "knows_eligible", 1 },
		{ "many_lanes", 1 },
		{ "many_threads", 1 }, { "warp_bits", 3 },
		{ "thread_bits", 4 }, { "lane_bits", 2 }, { "beat_bits", 2 },
		{ "regs_bits", 10 },
		{ "bus_bytes", 16 }, { "bus_words", 4 },
		{ "bus_offset_bits", 4 },
		{ "request_bits", 3 },
		{ "depth_bits", 5 }, { "barrier_bits", 3 },
		{ "fetch_bits", 2 }, { "ram_bits", 24 },
		{ "trace_issue_bits", 160 }, { "trace_control_bits", 288 },
		{ "trace_retire_bits", 288 }, { "trace_mask_words", 1 },
		{ "trace_perform_bits", 320 },
		{ "warp_count_bits", 4 }, { "thread_count_bits", 5 },
		{ "bus_many_words", 1 }, { "trace_mask_pad", 16 },
		{ "fast_multiply", 0 }, { "slow_multiply", 1 },
		{ "forward_beats", 1 }, { "meta_bits", 9 },
		{ "lsu_entries", 4 }, { "lsu_queue_bits", 4 },
		{ "lsu_direct", 0 }, { "lsu_short", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.warps = cfg.barriers = 8;
	cfg.threads = 16;
	cfg.lanes_wanted = 4;
	cfg.stack = 17;
	cfg.multiplier = CONFIG_multiplier_iterative;
	compare("folded", &cfg, want, sizeof want / sizeof want[0]);
}

/* Everything maximal. */
static void test_largest(void)
{
	static const struct expectation want[] = {
		{ "many_cores", 1 }, { "acquires", 0 }, { "core_bits", 4 },
		{ "ibus_tag_bits", 5 }, { "dbus_tag_bits", 5 },
		{ "ends_alone", 0 },
		{ "audit_words", 32 }, { "audit_bits", 1024 },
		{ "lanes", 32 }, { "beats", 1 }, { "folded", 0 },
		{ "lrr_guest", 1 }, { "knows_eligible", 1 },
		{ "many_lanes", 1 },
		{ "many_threads", 1 }, { "warp_bits", 5 },
		{ "thread_bits", 5 }, { "lane_bits", 5 }, { "beat_bits", 1 },
		{ "regs_bits", 10 },
		{ "bus_bytes", 128 }, { "bus_words", 32 },
		{ "bus_offset_bits", 7 },
		{ "request_bits", 5 },
		{ "depth_bits", 9 }, { "barrier_bits", 5 },
		{ "fetch_bits", 3 }, { "ram_bits", 30 },
		{ "trace_issue_bits", 160 }, { "trace_control_bits", 288 },
		{ "trace_retire_bits", 1184 }, { "trace_mask_words", 4 },
		{ "trace_perform_bits", 1312 },
		{ "warp_count_bits", 6 }, { "thread_count_bits", 6 },
		{ "bus_many_words", 1 }, { "trace_mask_pad", 0 },
		{ "fast_multiply", 1 }, { "slow_multiply", 0 },
		{ "forward_beats", 0 }, { "meta_bits", 35 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.cores = 16;
	cfg.warps = cfg.threads = cfg.barriers = cfg.requests = 32;
	cfg.stack = 256;
	cfg.fetch_buffer = 8;
	cfg.bus_width = 1024;
	cfg.trace_retire = true;
	cfg.ram_size = 0x40000000;
	compare("largest", &cfg, want, sizeof want / sizeof want[0]);
}

/* Atomic instructions on two cores: on words of the bus, on lines. */
static void test_locks(void)
{
	static const struct expectation bare[] = {
		{ "locks", 1 }, { "locks_cache", 0 }, { "locks_axi", 0 },
		{ "lock_bits", 3 },
	};
	static const struct expectation cached[] = {
		{ "locks", 1 }, { "locks_cache", 1 }, { "locks_axi", 1 },
		{ "lock_bits", 6 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.cores = 2;
	cfg.has_a = true;
	cfg.bus_width = 64;
	compare("locked words", &cfg, bare, sizeof bare / sizeof bare[0]);
	cfg.icache_size = cfg.dcache_size = 4096;
	cfg.dcache_line = 64;
	cfg.dcache_write = CONFIG_dcache_write_through;
	cfg.bus = CONFIG_bus_axi4;
	compare("locked lines", &cfg, cached, sizeof cached / sizeof cached[0]);
}

/* Both caches, shared memory and AXI4. */
static void test_memory(void)
{
	static const struct expectation want[] = {
		{ "ibus_tag_bits", 2 }, { "dbus_tag_bits", 3 },
		{ "icache", 1 }, { "dcache", 1 }, { "smem", 1 }, { "axi", 1 },
		{ "core_axi", 1 }, { "cores_axi", 0 }, { "axi_i_bits", 2 },
		{ "axi_d_bits", 3 },
		{ "caches", 1 },
		{ "writeback_cache", 1 }, { "fetch_words", 2 },
		{ "fetch_many_words", 1 }, { "fetch_word_bits", 1 },
		{ "fetch_block_bits", 3 }, { "icache_many_ways", 1 },
		{ "icache_way_bits", 2 }, { "icache_random", 0 },
		{ "icache_prefetches", 1 }, { "icache_id_bits", 2 },
		{ "icache_line_bits", 6 }, { "icache_set_bits", 6 },
		{ "icache_many_blocks", 1 },
		{ "icache_tag_bits", 12 }, { "fetch_top_bits", 24 },
		{ "icache_beats", 4 }, { "icache_many_beats", 1 },
		{ "icache_beat_bits", 2 }, { "icache_at_bits", 8 },
		{ "icache_beat_rows", 1 }, { "icache_row_beats", 0 },
		{ "icache_sub_bits", 1 },
		{ "dcache_banks", 16 }, { "access_bits", 512 },
		{ "access_bytes", 64 }, { "access_words", 16 },
		{ "access_offset_bits", 6 }, { "access_many_words", 1 },
		{ "smem_banks", 4 }, { "merge_lanes", 1 }, { "gather", 0 },
		{ "lanes_compared", 1 }, { "bars_unary", 1 },
		{ "trace_bus", 0 }, { "trace_dcache", 1 },
		{ "trace_mask_words", 2 }, { "trace_perform_bits", 768 },
		{ "trace_mask_pad", 0 }, { "access_trace_bits", 39 },
		{ "smem_many_banks", 1 }, { "smem_bits", 12 },
		{ "smem_bank_bits", 2 }, { "smem_row_bits", 8 },
		{ "axi_id_bits", 4 },
		{ "lsu_entries", 8 }, { "lsu_queue_bits", 3 },
		{ "smem_offset_bits", 4 }, { "smem_flight", 5 },
		{ "response_words", 16 }, { "response_bits", 512 },
		{ "response_offset_bits", 6 }, { "wide_response", 1 },
		{ "owner_bits", 3 }, { "owners", 8 },
		{ "waiting_bits", 4 }, { "smem_info_bits", 7 },
		{ "trace_smem_bits", 416 }, { "trace_smem", 1 },
		{ "trace_lsu", 1 },
		{ "tells_waiting", 1 }, { "tells_warp", 1 },
		{ "count_dcache", 1 },
		{ "count_writebacks", 1 },
		{ "dcache_line_bits", 6 }, { "dcache_sets", 64 },
		{ "dcache_set_bits", 6 }, { "dcache_tag_bits", 12 },
		{ "dcache_hashed", 1 }, { "dcache_digits", 2 },
		{ "dcache_top_bits", 24 }, { "dcache_many_ways", 1 },
		{ "dcache_way_bits", 2 }, { "dcache_rows", 1 },
		{ "dcache_many_rows", 0 }, { "dcache_row_bits", 1 },
		{ "dcache_last_row", 0 }, { "dcache_mshr_bits", 2 },
		{ "dcache_many_mshrs", 1 }, { "dcache_id_bits", 3 },
		{ "dcache_beats", 4 }, { "dcache_last_beat", 3 },
		{ "dcache_beat_bits", 2 }, { "dcache_row_beats", 4 },
		{ "dcache_row_end", 3 }, { "dcache_many_row_beats", 1 },
		{ "dcache_queue", 8 }, { "dcache_queue_bits", 3 },
		{ "victims_lru", 1 }, { "victims_fifo", 0 },
		{ "trace_fill_bits", 640 }, { "trace_evict_bits", 640 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.icache_size = cfg.dcache_size = 16384;
	cfg.smem_size = 4096;
	cfg.bus = CONFIG_bus_axi4;
	cfg.coalesce = false;
	cfg.trace_retire = true;
	cfg.deep = cfg.judge = true;
	compare("memory", &cfg, want, sizeof want / sizeof want[0]);
}

/* No queue of loads and stores: also without the register in front of the
 * bus. */
static void test_no_queue(void)
{
	static const struct expectation direct[] = {
		{ "lsu_entries", 1 }, { "lsu_direct", 1 }, { "lsu_short", 1 },
	};
	static const struct expectation cached[] = {
		{ "lsu_entries", 1 }, { "lsu_direct", 1 }, { "lsu_short", 0 },
	};
	static const struct expectation folded[] = {
		{ "lsu_entries", 1 }, { "lsu_queue_bits", 1 },
		{ "lsu_direct", 0 }, { "lsu_short", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.lsu_queue = 1;
	compare("no queue", &cfg, direct, sizeof direct / sizeof direct[0]);
	cfg.dcache_size = 16384;
	compare("no queue, cache", &cfg, cached,
		sizeof cached / sizeof cached[0]);
	cfg.dcache_size = 0;
	cfg.lanes_wanted = 2;
	compare("no queue, beats", &cfg, folded,
		sizeof folded / sizeof folded[0]);
}

/* Events that programs select: 3 to 32; those of threads are 15. And votes. */
static void test_selected(void)
{
	static const struct expectation fixed[] = {
		{ "selects", 0 }, { "csr_old", 0 }, { "selects_late", 0 },
		{ "across_twice", 0 }, { "across", 0 }, { "both_across", 0 },
		{ "alu_top", 3 }, { "wide_ops", 0 },
		{ "more_ops", 0 }, { "kinds", 0 }, { "kind_within", 0 },
	};
	static const struct expectation selected[] = {
		{ "selects", 1 }, { "csr_old", 1 }, { "selects_late", 0 },
		{ "event_bits", 6 }, { "first_event", 3 },
		{ "last_event", 32 }, { "event_threads", 15 },
		{ "across_twice", 1 }, { "across", 1 }, { "both_across", 1 },
		{ "alu_top", 3 }, { "wide_ops", 0 },
		{ "more_ops", 1 }, { "kinds", 1 }, { "kind_within", 1 },
	};
	static const struct expectation late[] = {
		{ "selects", 1 }, { "selects_late", 1 }, { "across_twice", 0 },
		{ "alu_top", 4 }, { "wide_ops", 1 }, { "more_ops", 1 },
		{ "kinds", 1 }, { "kind_within", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	compare("fixed", &cfg, fixed, sizeof fixed / sizeof fixed[0]);
	cfg.selected = 4;
	cfg.has_vote = cfg.has_shfl = true;
	cfg.has_zba = true;
	cfg.lanes_wanted = 2;
	compare("selected", &cfg, selected,
		sizeof selected / sizeof selected[0]);
	cfg.lanes_wanted = 0;
	cfg.deep = true;
	cfg.has_zbb = true;
	compare("late", &cfg, late, sizeof late / sizeof late[0]);
}

/* Local memory: threads of several cores, and one alone. */
static void test_local(void)
{
	static const struct expectation many[] = {
		{ "local", 1 }, { "local_bits", 10 }, { "local_hart_bits", 6 },
	};
	static const struct expectation one[] = {
		{ "local", 0 }, { "local_hart_bits", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.local_size = 1024;
	cfg.cores = 3;
	compare("local memory", &cfg, many, sizeof many / sizeof many[0]);
	cfg.cores = cfg.warps = cfg.threads = 1;
	compare("one thread's", &cfg, one, sizeof one / sizeof one[0]);
}

/* Atomic instructions: places in RAM, or in shared memory that is larger. */
static void test_atomics(void)
{
	static const struct expectation ram[] = {
		{ "three_operands", 1 }, { "place_bits", 24 },
		{ "floats", 0 }, { "smem_update", 0 },
	};
	static const struct expectation shared[] = {
		{ "three_operands", 1 }, { "place_bits", 18 },
		{ "smem_update", 1 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.has_a = true;
	compare("atomics", &cfg, ram, sizeof ram / sizeof ram[0]);
	cfg.ram_size = 1 << 16;
	cfg.smem_size = 1 << 18;
	compare("atomics, little RAM", &cfg, shared,
		sizeof shared / sizeof shared[0]);
}

/* Floating point: none, in all lanes, in two of four with core.deep; its CSRs
 * alone, or beside those of the timer. */
static void test_floats(void)
{
	static const struct expectation none[] = {
		{ "floats", 0 }, { "fcsr_late", 0 }, { "fcsr_alone", 0 },
		{ "csr_old", 0 }, { "three_operands", 0 },
	};
	static const struct expectation all[] = {
		{ "floats", 1 }, { "fcsr_late", 0 }, { "fcsr_alone", 1 },
		{ "csr_old", 1 }, { "fpu_lanes", 4 }, { "fpu_groups", 1 },
		{ "fpu_entries", 12 }, { "fpu_entry_bits", 4 },
		{ "fdiv_units", 4 }, { "three_operands", 1 },
	};
	static const struct expectation two[] = {
		{ "floats", 1 }, { "fcsr_late", 1 }, { "fcsr_alone", 1 },
		{ "fpu_lanes", 2 }, { "fpu_groups", 2 },
		{ "fpu_entries", 6 }, { "fdiv_units", 1 },
	};
	static const struct expectation timer[] = {
		{ "floats", 1 }, { "fcsr_late", 0 }, { "fcsr_alone", 0 },
		{ "fregs", 0 }, { "reg_bits", 5 }, { "reg_top", 4 },
		{ "regs", 32 }, { "regs_top", 31 },
		{ "regs_bits", 7 }, { "meta_warp_at", 6 },
	};
	static const struct expectation own[] = {
		{ "floats", 1 }, { "fregs", 1 }, { "reg_bits", 6 },
		{ "reg_top", 5 }, { "regs", 64 },
		{ "regs_top", 63 }, { "regs_bits", 8 },
		{ "meta_warp_at", 7 },
	};
	static const struct expectation special[] = {
		{ "floats", 1 }, { "fregs", 1 }, { "sfu_stages", 15 },
		{ "fpu_latency", 16 }, { "fpu_lanes", 2 },
		{ "fpu_groups", 2 }, { "fpu_entries", 12 },
	};
	struct config cfg;

	config_init(&cfg);
	compare("no floats", &cfg, none, sizeof none / sizeof none[0]);
	cfg.fp = CONFIG_fp_zfinx;
	compare("floats", &cfg, all, sizeof all / sizeof all[0]);
	cfg.deep = true;
	cfg.fpu_lanes_wanted = 2;
	cfg.fdiv = CONFIG_fdiv_shared;
	compare("floats, two lanes", &cfg, two, sizeof two / sizeof two[0]);
	cfg.deep = false;
	cfg.timer = true;
	compare("floats, timer", &cfg, timer, sizeof timer / sizeof timer[0]);
	cfg.fp = CONFIG_fp_f;
	compare("registers f", &cfg, own, sizeof own / sizeof own[0]);
	cfg.has_sfu = true;
	compare("special functions", &cfg, special,
		sizeof special / sizeof special[0]);
}

/* A small instruction cache of wide rows behind a narrow bus. */
static void test_small_icache(void)
{
	static const struct expectation want[] = {
		{ "icache", 1 }, { "dcache", 0 }, { "fetch_words", 4 },
		{ "fetch_word_bits", 2 }, { "fetch_block_bits", 4 },
		{ "icache_many_ways", 1 }, { "icache_way_bits", 1 },
		{ "icache_random", 1 }, { "victims_random", 1 },
		{ "icache_prefetches", 0 },
		{ "icache_many_blocks", 0 },
		{ "icache_id_bits", 1 }, { "icache_line_bits", 4 },
		{ "icache_set_bits", 7 }, { "icache_tag_bits", 1 },
		{ "fetch_top_bits", 12 }, { "icache_beats", 4 },
		{ "icache_at_bits", 9 }, { "icache_beat_rows", 0 },
		{ "icache_row_beats", 1 }, { "icache_sub_bits", 2 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.icache_size = 4096;
	cfg.icache_line = 16;
	cfg.icache_ways = 2;
	cfg.icache_banks = 4;
	cfg.icache_mshrs = 1;
	cfg.icache_replacement = CONFIG_icache_replacement_random;
	cfg.bus_width = 32;
	cfg.ram_size = 4096;
	compare("small icache", &cfg, want, sizeof want / sizeof want[0]);
}

/* A data cache of one way, with long lines that are read in narrow rows. */
static void test_rows(void)
{
	static const struct expectation want[] = {
		{ "dcache_line_bits", 8 }, { "dcache_sets", 4 },
		{ "dcache_set_bits", 2 }, { "dcache_tag_bits", 2 },
		{ "dcache_hashed", 0 }, { "dcache_digits", 1 },
		{ "dcache_top_bits", 12 }, { "dcache_many_ways", 0 },
		{ "dcache_way_bits", 1 }, { "dcache_rows", 64 },
		{ "dcache_many_rows", 1 }, { "dcache_row_bits", 6 },
		{ "dcache_last_row", 63 }, { "dcache_many_mshrs", 0 },
		{ "dcache_mshr_bits", 1 }, { "dcache_id_bits", 1 },
		{ "dcache_beats", 64 }, { "dcache_row_beats", 1 },
		{ "dcache_many_row_beats", 0 }, { "dcache_queue", 128 },
		{ "victims_lru", 0 }, { "victims_fifo", 0 },
		{ "victims_random", 0 },
		{ "merge_lanes", 0 }, { "gather", 1 },
		{ "lanes_compared", 0 }, { "bars_unary", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.bus_width = 32;
	cfg.ram_size = 4096;
	cfg.dcache_size = 1024;
	cfg.dcache_line = 256;
	cfg.dcache_ways = cfg.dcache_banks_wanted = cfg.dcache_mshrs = 1;
	cfg.dcache_requests = 1;
	compare("rows", &cfg, want, sizeof want / sizeof want[0]);
}

/* No caches: the load/store unit has the width of the bus. */
static void test_direct(void)
{
	static const struct expectation want[] = {
		{ "icache", 0 }, { "dcache", 0 }, { "smem", 0 }, { "axi", 0 },
		{ "core_axi", 0 }, { "cores_axi", 0 },
		{ "caches", 0 },
		{ "writeback_cache", 0 }, { "fetch_words", 1 },
		{ "fetch_many_words", 0 }, { "fetch_word_bits", 1 },
		{ "fetch_block_bits", 2 }, { "icache_many_ways", 0 },
		{ "icache_prefetches", 0 }, { "fetch_top_bits", 24 },
		{ "icache_beat_rows", 0 }, { "icache_row_beats", 0 },
		{ "access_bits", 32 }, { "access_bytes", 4 },
		{ "access_words", 1 }, { "access_offset_bits", 2 },
		{ "access_many_words", 0 }, { "merge_lanes", 1 },
		{ "trace_bus", 1 }, { "trace_dcache", 0 },
		{ "tells_waiting", 1 }, { "tells_warp", 1 },
		{ "count_dcache", 0 },
		{ "count_writebacks", 0 },
	};
	struct config cfg;

	config_init(&cfg);
	cfg.bus_width = 32;
	cfg.trace_retire = true;
	compare("direct", &cfg, want, sizeof want / sizeof want[0]);
}

/* Three cores with caches on AXI4. */
static void test_cores(void)
{
	static const struct expectation want[] = {
		{ "many_cores", 1 }, { "core_bits", 2 }, { "acquires", 1 },
		{ "axi", 1 }, { "core_axi", 0 }, { "cores_axi", 1 },
		{ "axi_i_bits", 4 }, { "axi_d_bits", 5 },
		{ "axi_id_bits", 6 }, { "dbus_tag_bits", 3 }
	};
	struct config cfg;

	config_init(&cfg);
	cfg.cores = 3;
	cfg.icache_size = cfg.dcache_size = 4096;
	cfg.icache_mshrs = cfg.dcache_mshrs = 4;
	cfg.dcache_write = CONFIG_dcache_write_through;
	cfg.bus = CONFIG_bus_axi4;
	compare("cores", &cfg, want, sizeof want / sizeof want[0]);
}

int main(void)
{
	test_one();
	test_folded();
	test_largest();
	test_locks();
	test_memory();
	test_rows();
	test_no_queue();
	test_selected();
	test_local();
	test_atomics();
	test_floats();
	test_small_icache();
	test_direct();
	test_stalls();
	test_cores();
	test_coverage();
	return tap_done();
}
