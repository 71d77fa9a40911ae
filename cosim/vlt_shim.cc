/* vlt_shim.cc - the C interface of a Verilated core
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compiled together with the model (verilator --prefix Vdut) into a shared
 * object that exports cosim_model_api; see cosim/driver.h. Port widths change
 * with the configuration, so every port goes through overloads for the types
 * Verilator gives them: up to 32 bits an integer, 64 a QData, wider a VlWide.
 * Trace ports may be absent; then their accessors give nothing.
 */
#include "Vdut.h"
#include "cosim/driver.h"
#include "verilated.h"

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

template <class T> constexpr uint32_t count(const T &port)
{
	return (sizeof port + 3) / 4;
}

/* --- trace ports, if there are any ------------------------------------- */

template <class D>
auto trace_valid(D *d, int) -> decltype(uint32_t(d->trace_valid))
{
	return d->trace_valid;
}

template <class D> uint32_t trace_valid(D *, long)
{
	return 0;
}

template <class D> auto bind(D *d, cosim_pins *p, int)
	-> decltype(d->trace_valid, void())
{
	p->trace_perform = &d->trace_perform[0];
	p->trace_retire = &d->trace_retire[0];
	p->trace_control = &d->trace_control[0];
	p->trace_issue = &d->trace_issue[0];
}

template <class D> void bind(D *, cosim_pins *p, long)
{
	p->trace_perform = p->trace_retire = nullptr;
	p->trace_control = p->trace_issue = nullptr;
}

template <class D> auto perform_words(int)
	-> decltype(uint32_t(sizeof(D::trace_perform)))
{
	return sizeof(D::trace_perform) / 4;
}

template <class D> uint32_t perform_words(long)
{
	return 0;
}

template <class D> auto retire_words(int)
	-> decltype(uint32_t(sizeof(D::trace_retire)))
{
	return sizeof(D::trace_retire) / 4;
}

template <class D> uint32_t retire_words(long)
{
	return 0;
}

/* --- a model ---------------------------------------------------------- */

/* State that reset does not reach starts with random values, the same ones
 * in every run, so that nothing can rely on it. */
VerilatedContext *randomised(VerilatedContext *context)
{
	context->randReset(2);
	context->randSeed(1);
	Verilated::threadContextp(context);
	return context;
}

struct Model {
	VerilatedContext context;
	Vdut top;
	cosim_pins *pins;
	uint32_t strb[4], data[2];
	vluint64_t time;
#if VM_TRACE
	Waves *waves;
#endif

	explicit Model(cosim_pins *p)
		: context(), top(randomised(&context), "top"), pins(p),
		  strb(), data(),
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

void *create(cosim_pins *pins)
{
	Model *m = new Model(pins);

#if VM_TRACE
	m->context.traceEverOn(true);
#endif
	m->top.clk = 0;
	m->top.rst = 1;
	bind(&m->top, pins, 0);
	return m;
}

void destroy(void *model)
{
	Model *m = static_cast<Model *>(model);

	m->top.final();
	delete m;
}

void inputs(Vdut *d, const cosim_pins *p)
{
	d->clk = 0;
	d->rst = p->rst;
	d->ibus_req_ready = p->ibus_req_ready;
	d->ibus_rsp_valid = p->ibus_rsp_valid;
	if (p->ibus_rsp_valid) {
		d->ibus_rsp_tag = p->ibus_rsp_tag;
		d->ibus_rsp_data = p->ibus_rsp_data;
	}
	d->dbus_req_ready = p->dbus_req_ready;
	d->dbus_rsp_valid = p->dbus_rsp_valid;
	if (p->dbus_rsp_valid) {
		d->dbus_rsp_tag = p->dbus_rsp_tag;
		set(d->dbus_rsp_data, p->dbus_rsp_data);
	}
}

void outputs(Model *m, cosim_pins *p)
{
	Vdut *d = &m->top;

	p->ibus_req_valid = d->ibus_req_valid;
	p->ibus_req_tag = d->ibus_req_tag;
	p->ibus_req_addr = d->ibus_req_addr;
	p->dbus_rsp_ready = d->dbus_rsp_ready;
	p->dbus_req_valid = d->dbus_req_valid;
	if (d->dbus_req_valid) {
		p->dbus_req_tag = d->dbus_req_tag;
		p->dbus_req_write = d->dbus_req_write;
		p->dbus_req_addr = d->dbus_req_addr;
		p->dbus_req_strb = words(d->dbus_req_strb, m->strb);
		p->dbus_req_data = words(d->dbus_req_data, m->data);
	}
	p->done = d->done;
	p->exit_code = d->exit_code;
	p->fault_valid = d->fault_valid;
	p->fault_warp = d->fault_warp;
	p->fault_pc = d->fault_pc;
	p->fault_cause = d->fault_cause;
	p->fault_tval = d->fault_tval;
	p->trace_valid = trace_valid(d, 0);
}

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

double sc_time_stamp()
{
	return 0;
}

extern "C" const cosim_model_api cosim_model_api = {
	COSIM_MODEL_ABI, sizeof(struct cosim_pins),
	sizeof(Vdut::dbus_req_data) > 4 ? sizeof(Vdut::dbus_req_data) / 4 : 1,
	perform_words<Vdut>(0), retire_words<Vdut>(0), create, destroy, settle,
	tick,
#if VM_TRACE
	open_waves, close_waves
#else
	nullptr, nullptr
#endif
};
