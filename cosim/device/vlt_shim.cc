/* vlt_shim.cc - the C interface of a Verilated core
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compiled together with the model (verilator --prefix Vdut) into a shared
 * object that exports cosim_model_api; see cosim/device/driver.h. The widths of
 * ports depend on the configuration. So each access to a port uses overloads
 * for Verilator's types: an integer up to 32 bits, QData up to 64, else VlWide.
 *
 * The existence of ports depends on the configuration, too. Each port has an
 * accessor that the compiler selects if the model has the port, and an accessor
 * that does nothing.
 */
#include "Vdut.h"
#include "cosim/device/driver.h"
#include "verilated.h"

#include <cstdlib>
#include <new>

#if VM_TRACE_FST
#include "verilated_fst_c.h"
typedef VerilatedFstC Waves;
#elif VM_TRACE
#include "verilated_vcd_c.h"
typedef VerilatedVcdC Waves;
#endif

namespace {

/* --- ports as 32-bit words -------------------------------------------- */

template <class T> const uint32_t *words(const T &port, uint32_t *copy)
{
	copy[0] = static_cast<uint32_t>(port);
	if (sizeof(T) == 8)
		copy[1] = static_cast<uint32_t>(static_cast<uint64_t>(port) >>
						(sizeof(T) * 4));
	return copy;
}

template <std::size_t N>
const uint32_t *words(const VlWide<N> &port, uint32_t *)
{
	return &port[0];
}

template <class T> void set(T &port, const uint32_t *from)
{
	uint64_t value = from[0];

	if (sizeof(T) == 8)
		value |= static_cast<uint64_t>(from[1]) << 32;
	port = static_cast<T>(value);
}

template <std::size_t N> void set(VlWide<N> &port, const uint32_t *from)
{
	for (std::size_t i = 0; i < N; i++)
		port[i] = from[i];
}

template <class T> void set(T &port, uint32_t from)
{
	port = static_cast<T>(from);
}

/* --- ports that may be absent ------------------------------------------ */

/* put_PORT(d, value, 0): an input. VALUE is a number, or words of a vector. */
#define INPUT(port) \
template <class D, class V> \
auto put_##port(D *d, V value, int) -> decltype(void(d->port)) \
{ \
	set(d->port, value); \
} \
template <class D, class V> void put_##port(D *, V, long) \
{ \
}

/* get_PORT(d, otherwise, 0): an output of at most 32 bits. */
#define OUTPUT(port) \
template <class D> \
auto get_##port(D *d, uint32_t, int) -> decltype(uint32_t(d->port)) \
{ \
	return d->port; \
} \
template <class D> uint32_t get_##port(D *, uint32_t otherwise, long) \
{ \
	return otherwise; \
}

/* view_PORT(d, copy, 0): the words of an output; up to 64 bits go to COPY. */
#define VECTOR(port) \
template <class D> auto view_##port(D *d, uint32_t *copy, int) \
	-> decltype(words(d->port, copy)) \
{ \
	return words(d->port, copy); \
} \
template <class D> const uint32_t *view_##port(D *, uint32_t *, long) \
{ \
	return nullptr; \
}

/* words_PORT<D>(0): the number of words of a port; 0 if the port is absent. */
#define WIDTH(port) \
template <class D> constexpr auto words_##port(int) \
	-> decltype(uint32_t(sizeof(D::port))) \
{ \
	return sizeof(D::port) > 4 ? sizeof(D::port) / 4 : 1; \
} \
template <class D> constexpr uint32_t words_##port(long) \
{ \
	return 0; \
}

INPUT(ibus_req_ready) INPUT(ibus_rsp_valid) INPUT(ibus_rsp_tag)
INPUT(ibus_rsp_id) INPUT(ibus_rsp_last) INPUT(ibus_rsp_error)
INPUT(ibus_rsp_data)
OUTPUT(ibus_req_valid) OUTPUT(ibus_req_tag) OUTPUT(ibus_req_id)
OUTPUT(ibus_req_addr) OUTPUT(ibus_req_len) OUTPUT(ibus_rsp_ready)
WIDTH(ibus_rsp_data) WIDTH(ibus_req_len) WIDTH(ibus_rsp_error)

INPUT(dbus_req_ready) INPUT(dbus_rsp_valid) INPUT(dbus_rsp_tag)
INPUT(dbus_rsp_id) INPUT(dbus_rsp_last) INPUT(dbus_rsp_error)
INPUT(dbus_rsp_data)
OUTPUT(dbus_req_valid) OUTPUT(dbus_req_tag) OUTPUT(dbus_req_id)
OUTPUT(dbus_req_write) OUTPUT(dbus_req_addr) OUTPUT(dbus_req_len)
OUTPUT(dbus_req_last) OUTPUT(dbus_rsp_ready)
VECTOR(dbus_req_strb) VECTOR(dbus_req_data)
WIDTH(dbus_req_data) WIDTH(dbus_req_len) WIDTH(dbus_rsp_error)

/* An AXI4 master whose ports begin with M. */
#define AXI_PORTS(m) \
INPUT(m##_awready) INPUT(m##_wready) INPUT(m##_arready) \
INPUT(m##_bvalid) INPUT(m##_bid) INPUT(m##_bresp) \
INPUT(m##_rvalid) INPUT(m##_rid) INPUT(m##_rresp) INPUT(m##_rlast) \
INPUT(m##_rdata) \
OUTPUT(m##_awvalid) OUTPUT(m##_awid) OUTPUT(m##_awaddr) \
OUTPUT(m##_awlen) OUTPUT(m##_awsize) OUTPUT(m##_awburst) \
OUTPUT(m##_awlock) OUTPUT(m##_awcache) OUTPUT(m##_awprot) \
OUTPUT(m##_awqos) \
OUTPUT(m##_arvalid) OUTPUT(m##_arid) OUTPUT(m##_araddr) \
OUTPUT(m##_arlen) OUTPUT(m##_arsize) OUTPUT(m##_arburst) \
OUTPUT(m##_arlock) OUTPUT(m##_arcache) OUTPUT(m##_arprot) \
OUTPUT(m##_arqos) \
OUTPUT(m##_wvalid) OUTPUT(m##_wlast) OUTPUT(m##_bready) \
OUTPUT(m##_rready) \
VECTOR(m##_wstrb) VECTOR(m##_wdata) \
WIDTH(m##_wdata)

AXI_PORTS(m_axi)
AXI_PORTS(m1_axi)
AXI_PORTS(m2_axi)
AXI_PORTS(m3_axi)

OUTPUT(fault_core)
INPUT(perf_select)
VECTOR(perf_value) WIDTH(perf_value)

VECTOR(trace_valid) WIDTH(trace_valid)
#define RECORD(record, ...) VECTOR(trace_##record) WIDTH(trace_##record)
#define PART(record, ...) RECORD(record, 0) OUTPUT(trace_##record##_valid)
#include "isa/records.def"

INPUT(launch_more) INPUT(launch_ring) INPUT(launch_slot)
INPUT(launch_abort) INPUT(launch_ack) INPUT(launch_write)
INPUT(launch_where) INPUT(launch_strb) INPUT(launch_data)
INPUT(launch_read)
OUTPUT(launch_word) OUTPUT(launch_busy) OUTPUT(launch_done)

INPUT(s_axi_awvalid) INPUT(s_axi_awaddr) INPUT(s_axi_wvalid)
INPUT(s_axi_wdata) INPUT(s_axi_wstrb) INPUT(s_axi_bready)
INPUT(s_axi_arvalid) INPUT(s_axi_araddr) INPUT(s_axi_rready)
OUTPUT(s_axi_awready) OUTPUT(s_axi_wready) OUTPUT(s_axi_bvalid)
OUTPUT(s_axi_bresp) OUTPUT(s_axi_arready) OUTPUT(s_axi_rvalid)
OUTPUT(s_axi_rdata) OUTPUT(s_axi_rresp) OUTPUT(irq)
WIDTH(s_axi_rdata)

INPUT(audit_select) INPUT(congest_seed) INPUT(congest_rate)
VECTOR(audit_data) VECTOR(congested)
WIDTH(audit_data) WIDTH(congested)

OUTPUT(shadow_differs) OUTPUT(shadow_core) OUTPUT(shadow_placed)
VECTOR(shadow_name) WIDTH(shadow_name)

/* --- a model ---------------------------------------------------------- */

/* State that reset does not reach starts with random values, the same ones
 * in every run, so that no result relies on it. Another number in the
 * environment variable WW_POWER_UP gives other values. With a placed netlist
 * beside the core, all state starts with 0, as in the chip. */
int power_up()
{
	const char *seed = std::getenv("WW_POWER_UP");

	return seed && std::atoi(seed) > 0 ? std::atoi(seed) : 1;
}

VerilatedContext *randomised(VerilatedContext *context)
{
	context->threads(1);    /* no further thread: the process may fork */
	context->randReset(words_shadow_name<Vdut>(0) ? 0 : 2);
	context->randSeed(power_up());
	Verilated::threadContextp(context);
	return context;
}

struct Model {
	VerilatedContext context;
	Vdut top;
	cosim_pins *pins;
	/* of ports that are no VlWide */
	uint32_t strb[COSIM_CHANNELS][2], data[COSIM_CHANNELS][2];
	uint32_t perf[2], valid[2];
	vluint64_t time;
#if VM_TRACE
	Waves *waves;
#endif

	explicit Model(cosim_pins *p)
		: context(), top(randomised(&context), "top"), pins(p),
		  strb(), data(), perf(), valid(),
		  time(0)
#if VM_TRACE
		  , waves(nullptr)
#endif
	{
	}
};

void dump(Model *m)
{
#if VM_TRACE
	if (m->waves)
		m->waves->dump(m->time);
#endif
	m->time += 5;
}

/* The number of cores: each has a word of trace_valid, two of perf_value. */
constexpr uint32_t cores()
{
	return words_trace_valid<Vdut>(0) ? words_trace_valid<Vdut>(0) :
	       words_perf_value<Vdut>(0) ? words_perf_value<Vdut>(0) / 2 : 1;
}

/* The number of AXI4 masters. */
constexpr uint32_t channels()
{
	return !!words_m_axi_wdata<Vdut>(0) + !!words_m1_axi_wdata<Vdut>(0) +
	       !!words_m2_axi_wdata<Vdut>(0) + !!words_m3_axi_wdata<Vdut>(0);
}

/* The words of core I among COUNT words; each core has as many. */
const uint32_t *share(const uint32_t *words, uint32_t count, uint32_t i)
{
	return words ? words + i * (count / cores()) : nullptr;
}

/* These vectors are wider than 64 bits and stay where they are. */
void bind_core(Vdut *d, cosim_core_pins *p, uint32_t i)
{
#define RECORD(record, ...) \
	p->trace_##record = share(view_trace_##record(d, nullptr, 0), \
				  words_trace_##record<Vdut>(0), i);
#include "isa/records.def"
	p->audit_data = share(view_audit_data(d, nullptr, 0),
			      words_audit_data<Vdut>(0), i);
}

void bind_trace(Vdut *d, cosim_pins *p)
{
	for (uint32_t i = 0; i < cores(); i++)
		bind_core(d, &p->core[i], i);
#define PART(record, ...) \
	p->part[REC_PART_##record].words = \
		view_trace_##record(d, nullptr, 0);
#include "isa/records.def"
	p->congested = view_congested(d, nullptr, 0);
	p->shadow_name = view_shadow_name(d, nullptr, 0);
}

void *create(cosim_pins *pins)
{
	Model *m = new Model(pins);

#if VM_TRACE
	m->context.traceEverOn(true);
#endif
	m->top.clk = 0;
	m->top.rst = 1;
	bind_trace(&m->top, pins);
	return m;
}

void destroy(void *model)
{
	Model *m = static_cast<Model *>(model);

	m->top.final();
	delete m;
}

/* --- pins --------------------------------------------------------------- */

void ibus_inputs(Vdut *d, const cosim_bus_pins *b)
{
	put_ibus_req_ready(d, b->req_ready, 0);
	put_ibus_rsp_valid(d, b->rsp_valid, 0);
	if (!b->rsp_valid)
		return;
	put_ibus_rsp_tag(d, b->rsp_tag, 0);
	put_ibus_rsp_id(d, b->rsp_tag, 0);
	put_ibus_rsp_last(d, b->rsp_last, 0);
	put_ibus_rsp_error(d, b->rsp_error, 0);
	put_ibus_rsp_data(d, b->rsp_data, 0);
}

void dbus_inputs(Vdut *d, const cosim_bus_pins *b)
{
	put_dbus_req_ready(d, b->req_ready, 0);
	put_dbus_rsp_valid(d, b->rsp_valid, 0);
	if (!b->rsp_valid)
		return;
	put_dbus_rsp_tag(d, b->rsp_tag, 0);
	put_dbus_rsp_id(d, b->rsp_tag, 0);
	put_dbus_rsp_last(d, b->rsp_last, 0);
	put_dbus_rsp_error(d, b->rsp_error, 0);
	put_dbus_rsp_data(d, b->rsp_data, 0);
}

#define AXI_INPUTS(m) \
void m##_inputs(Vdut *d, const cosim_axi_pins *a) \
{ \
	if (!words_##m##_wdata<Vdut>(0)) \
		return; \
	put_##m##_awready(d, a->awready, 0); \
	put_##m##_wready(d, a->wready, 0); \
	put_##m##_arready(d, a->arready, 0); \
	put_##m##_bvalid(d, a->bvalid, 0); \
	put_##m##_bid(d, a->bid, 0); \
	put_##m##_bresp(d, a->bresp, 0); \
	put_##m##_rvalid(d, a->rvalid, 0); \
	if (!a->rvalid) \
		return; \
	put_##m##_rid(d, a->rid, 0); \
	put_##m##_rresp(d, a->rresp, 0); \
	put_##m##_rlast(d, a->rlast, 0); \
	put_##m##_rdata(d, a->rdata, 0); \
}

AXI_INPUTS(m_axi)
AXI_INPUTS(m1_axi)
AXI_INPUTS(m2_axi)
AXI_INPUTS(m3_axi)

void launch_inputs(Vdut *d, const cosim_launch_pins *l)
{
	put_launch_more(d, l->more, 0);
	put_launch_ring(d, l->ring, 0);
	put_launch_slot(d, l->slot, 0);
	put_launch_abort(d, l->abort, 0);
	put_launch_ack(d, l->ack, 0);
	put_launch_write(d, l->write, 0);
	put_launch_where(d, l->where, 0);
	put_launch_strb(d, l->strb, 0);
	put_launch_data(d, l->data, 0);
	put_launch_read(d, l->read, 0);
}

void launch_outputs(Vdut *d, cosim_launch_pins *l)
{
	l->word = get_launch_word(d, 0, 0);
	l->busy = get_launch_busy(d, 0, 0);
	l->done = get_launch_done(d, 0, 0);
}

void host_inputs(Vdut *d, const cosim_host_pins *a)
{
	put_s_axi_awvalid(d, a->awvalid, 0);
	put_s_axi_awaddr(d, a->awaddr, 0);
	put_s_axi_wvalid(d, a->wvalid, 0);
	put_s_axi_wdata(d, a->wdata, 0);
	put_s_axi_wstrb(d, a->wstrb, 0);
	put_s_axi_bready(d, a->bready, 0);
	put_s_axi_arvalid(d, a->arvalid, 0);
	put_s_axi_araddr(d, a->araddr, 0);
	put_s_axi_rready(d, a->rready, 0);
}

void host_outputs(Vdut *d, cosim_host_pins *a)
{
	a->awready = get_s_axi_awready(d, 0, 0);
	a->wready = get_s_axi_wready(d, 0, 0);
	a->bvalid = get_s_axi_bvalid(d, 0, 0);
	a->bresp = get_s_axi_bresp(d, 0, 0);
	a->arready = get_s_axi_arready(d, 0, 0);
	a->rvalid = get_s_axi_rvalid(d, 0, 0);
	a->rdata = get_s_axi_rdata(d, 0, 0);
	a->rresp = get_s_axi_rresp(d, 0, 0);
	a->irq = get_irq(d, 0, 0);
}

void inputs(Vdut *d, const cosim_pins *p)
{
	uint32_t select[COSIM_CORES + 1] = { 0 };

	d->clk = 0;
	d->rst = p->rst;
	put_perf_select(d, p->perf_select, 0);
	for (uint32_t i = 0; i < cores(); i++)
		select[i] = p->core[i].audit_select;
	put_audit_select(d, select, 0);
	put_congest_seed(d, p->congest_seed, 0);
	put_congest_rate(d, p->congest_rate, 0);
	if (words_ibus_rsp_data<Vdut>(0))
		ibus_inputs(d, &p->ibus);
	if (words_dbus_req_data<Vdut>(0))
		dbus_inputs(d, &p->dbus);
	m_axi_inputs(d, &p->axi[0]);
	m1_axi_inputs(d, &p->axi[1]);
	m2_axi_inputs(d, &p->axi[2]);
	m3_axi_inputs(d, &p->axi[3]);
	launch_inputs(d, &p->launch);
	if (words_s_axi_rdata<Vdut>(0))
		host_inputs(d, &p->host);
}

void ibus_outputs(Vdut *d, cosim_bus_pins *b)
{
	b->rsp_ready = get_ibus_rsp_ready(d, 1, 0);
	b->req_valid = get_ibus_req_valid(d, 0, 0);
	if (!b->req_valid)
		return;
	b->req_tag = get_ibus_req_tag(d, get_ibus_req_id(d, 0, 0), 0);
	b->req_addr = get_ibus_req_addr(d, 0, 0);
	b->req_len = get_ibus_req_len(d, 0, 0);
}

void dbus_outputs(Model *m, cosim_bus_pins *b)
{
	Vdut *d = &m->top;

	b->rsp_ready = get_dbus_rsp_ready(d, 1, 0);
	b->req_valid = get_dbus_req_valid(d, 0, 0);
	if (!b->req_valid)
		return;
	b->req_tag = get_dbus_req_tag(d, get_dbus_req_id(d, 0, 0), 0);
	b->req_write = get_dbus_req_write(d, 0, 0);
	b->req_addr = get_dbus_req_addr(d, 0, 0);
	b->req_len = get_dbus_req_len(d, 0, 0);
	b->req_last = get_dbus_req_last(d, 1, 0);
	b->req_strb = view_dbus_req_strb(d, m->strb[0], 0);
	b->req_data = view_dbus_req_data(d, m->data[0], 0);
}

/* Reads the fields of the address channel X: m_axi_aw and so on. */
#define ADDRESS(to, d, x) do { \
	(to)->valid = get_##x##valid(d, 0, 0); \
	if (!(to)->valid) \
		break; \
	(to)->id = get_##x##id(d, 0, 0); \
	(to)->addr = get_##x##addr(d, 0, 0); \
	(to)->len = get_##x##len(d, 0, 0); \
	(to)->size = get_##x##size(d, 0, 0); \
	(to)->burst = get_##x##burst(d, 0, 0); \
	(to)->lock = get_##x##lock(d, 0, 0); \
	(to)->cache = get_##x##cache(d, 0, 0); \
	(to)->prot = get_##x##prot(d, 0, 0); \
	(to)->qos = get_##x##qos(d, 0, 0); \
} while (0)

#define AXI_OUTPUTS(m) \
void m##_outputs(Vdut *d, cosim_axi_pins *a, uint32_t *strb, uint32_t *data) \
{ \
	if (!words_##m##_wdata<Vdut>(0)) \
		return; \
	a->bready = get_##m##_bready(d, 0, 0); \
	a->rready = get_##m##_rready(d, 0, 0); \
	ADDRESS(&a->aw, d, m##_aw); \
	ADDRESS(&a->ar, d, m##_ar); \
	a->wvalid = get_##m##_wvalid(d, 0, 0); \
	if (!a->wvalid) \
		return; \
	a->wlast = get_##m##_wlast(d, 0, 0); \
	a->wstrb = view_##m##_wstrb(d, strb, 0); \
	a->wdata = view_##m##_wdata(d, data, 0); \
}

AXI_OUTPUTS(m_axi)
AXI_OUTPUTS(m1_axi)
AXI_OUTPUTS(m2_axi)
AXI_OUTPUTS(m3_axi)

void trace_outputs(Model *m, cosim_pins *p)
{
	Vdut *d = &m->top;
	const uint32_t *valid = view_trace_valid(d, m->valid, 0);
	const uint32_t *perf = p->done ? view_perf_value(d, m->perf, 0) :
			       nullptr;

	for (uint32_t i = 0; i < cores(); i++) {
		if (p->done)
			p->core[i].perf_value = perf ? perf + 2 * i : nullptr;
		p->core[i].trace_valid = valid ? valid[i] : 0;
	}
#define PART(record, ...) \
	p->part[REC_PART_##record].valid = \
		get_trace_##record##_valid(d, 0, 0);
#include "isa/records.def"
}

void outputs(Model *m, cosim_pins *p)
{
	Vdut *d = &m->top;

	if (words_ibus_rsp_data<Vdut>(0))
		ibus_outputs(d, &p->ibus);
	if (words_dbus_req_data<Vdut>(0))
		dbus_outputs(m, &p->dbus);
	m_axi_outputs(d, &p->axi[0], m->strb[0], m->data[0]);
	m1_axi_outputs(d, &p->axi[1], m->strb[1], m->data[1]);
	m2_axi_outputs(d, &p->axi[2], m->strb[2], m->data[2]);
	m3_axi_outputs(d, &p->axi[3], m->strb[3], m->data[3]);
	launch_outputs(d, &p->launch);
	if (words_s_axi_rdata<Vdut>(0))
		host_outputs(d, &p->host);
	p->done = d->done;
	p->exit_code = d->exit_code;
	p->fault_valid = d->fault_valid;
	p->fault_core = get_fault_core(d, 0, 0);
	p->fault_warp = d->fault_warp;
	p->fault_pc = d->fault_pc;
	p->fault_cause = d->fault_cause;
	p->fault_tval = d->fault_tval;
	trace_outputs(m, p);
	p->shadow_differs = get_shadow_differs(d, 0, 0);
	if (!p->shadow_differs)
		return;
	p->shadow_core = get_shadow_core(d, 0, 0);
	p->shadow_placed = get_shadow_placed(d, 0, 0);
}

/* --- what the driver calls ----------------------------------------------- */

void settle(void *model)
{
	Model *m = static_cast<Model *>(model);

	inputs(&m->top, m->pins);
	m->top.eval();
	dump(m);
	outputs(m, m->pins);
}

void tick(void *model)
{
	Model *m = static_cast<Model *>(model);

	m->top.clk = 1;
	m->top.eval();
	dump(m);
}

#if VM_TRACE
int open_waves(void *model, const char *path)
{
	Model *m = static_cast<Model *>(model);

	m->waves = new Waves;
	m->top.trace(m->waves, 99);
	m->waves->open(path);
	if (m->waves->isOpen())
		return 0;
	delete m->waves;
	m->waves = nullptr;
	return -1;
}

void close_waves(void *model)
{
	Model *m = static_cast<Model *>(model);

	if (m->waves)
		m->waves->close();
	delete m->waves;
	m->waves = nullptr;
}
#endif

} // namespace

/* Large objects, such as the model, begin on a page. Otherwise the place in
 * memory makes the model up to 10 % slower or faster (measured). */
void *operator new(std::size_t size)
{
	std::size_t unit = size < 4096 ? 64 : 4096;
	void *p = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);

	if (!p)
		throw std::bad_alloc();
	return p;
}

void operator delete(void *p) noexcept
{
	std::free(p);
}

void operator delete(void *p, std::size_t) noexcept
{
	std::free(p);
}

double sc_time_stamp()
{
	return 0;
}

#ifdef WW_MAIN_LOOP
/* The main loop that is compiled with this model. */
extern "C" int WW_MAIN_LOOP(void *model, cosim_pins *pins,
			    const cosim_hooks *hooks, char *why,
			    size_t why_size);
#else
#define WW_MAIN_LOOP nullptr
#endif

extern "C" const struct cosim_model_api cosim_model_api = {
	COSIM_MODEL_ABI, sizeof(struct cosim_pins),
	{
		words_ibus_rsp_data<Vdut>(0), words_dbus_req_data<Vdut>(0),
		words_m_axi_wdata<Vdut>(0), channels(),
		words_ibus_req_len<Vdut>(0), words_dbus_req_len<Vdut>(0),
		words_s_axi_rdata<Vdut>(0),
		words_ibus_rsp_error<Vdut>(0), words_dbus_rsp_error<Vdut>(0),
#define RECORD(record, ...) words_trace_##record<Vdut>(0),
#define PART RECORD
#include "isa/records.def"
		words_audit_data<Vdut>(0), words_congested<Vdut>(0)
	},
	create, destroy, settle, tick,
#if VM_TRACE
	open_waves, close_waves,
#else
	nullptr, nullptr,
#endif
	WW_MAIN_LOOP
};
