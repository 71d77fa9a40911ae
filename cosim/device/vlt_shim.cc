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
#include "cosim/device/ports.h"
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

/* get_PORT(d, to, 0): an output of at most 32 bits goes to TO. */
#define OUTPUT(port) \
template <class D> \
auto get_##port(D *d, uint32_t &to, int) -> decltype(void(d->port)) \
{ \
	to = static_cast<uint32_t>(d->port); \
} \
template <class D> void get_##port(D *, uint32_t &, long) \
{ \
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

#define IN(port, ...) INPUT(port) WIDTH(port)
#define OUT(port, ...) OUTPUT(port) WIDTH(port)
#define OUT_WORDS(port, ...) VECTOR(port) WIDTH(port)
#define APART_IN(port) INPUT(port)
#define APART_OUT(port, ...) VECTOR(port) WIDTH(port)
#include "cosim/device/ports.def"

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
#define IN(port, ...)
#define OUT(port, ...)
#define OUT_WORDS(port, ...) uint32_t copy_##port[2];
#include "cosim/device/ports.def"
	uint32_t perf[2], valid[2];
	vluint64_t time;
#if VM_TRACE
	Waves *waves;
#endif

	explicit Model(cosim_pins *p)
		: context(), top(randomised(&context), "top"), pins(p),
		  perf(), valid(), time(0)
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
	ports_begin(pins);
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

void inputs(Vdut *d, const cosim_pins *p)
{
	uint32_t select[COSIM_CORES + 1] = { 0 };

	d->clk = 0;
	for (uint32_t i = 0; i < cores(); i++)
		select[i] = p->core[i].audit_select;
	put_audit_select(d, select, 0);
#define IN(port, field, valid, ...) \
	if (pin_##valid(p)) \
		put_##port(d, p->field, 0);
#define OUT(port, ...)
#define OUT_WORDS(port, ...)
#include "cosim/device/ports.def"
}

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
}

void outputs(Model *m, cosim_pins *p)
{
	Vdut *d = &m->top;

#define IN(port, ...)
#define OUT(port, field, check, valid, ...) \
	if (pin_##valid(p)) \
		get_##port(d, p->field, 0);
#define OUT_WORDS(port, field, check, valid, ...) \
	if (pin_##valid(p)) \
		p->field = view_##port(d, m->copy_##port, 0);
#include "cosim/device/ports.def"
	trace_outputs(m, p);
	get_shadow_differs(d, p->shadow_differs, 0);
	if (!p->shadow_differs)
		return;
	get_shadow_core(d, p->shadow_core, 0);
	get_shadow_placed(d, p->shadow_placed, 0);
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
