/* sc_shim.cc - a Verilated core in a SystemC system, under the lockstep harness
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compiled with the model and cosim/device/vlt_shim.cc. The core is a SystemC
 * module as in systemc/core.h. RAM and console are TLM-2.0 targets behind a
 * router. A module before the router refuses the accesses of --mem-error.
 *
 * The harness drives the pins, and decides when an access takes effect. The
 * access is then a generic payload. SystemC owns the main loop. Each run has a
 * kernel context of its own.
 */
#include "cosim/device/driver.h"
#include "systemc/core.h"
#include "systemc/targets.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace {

using sc_core::sc_time;
using sc_core::SC_NS;
using sc_core::SC_ZERO_TIME;

enum { PERIOD_NS = 10, QUANTUM = 1024, CONSOLE_BYTES = 4096 };

/* The core; its pins are those of the harness. */
class Checked : public warpwright::core_base {
public:
	Checked(const sc_core::sc_module_name &name, void *model,
		cosim_pins &at, const cosim_hooks &to)
		: core_base(name, ::cosim_model_api, model,
			    sc_time(PERIOD_NS, SC_NS), QUANTUM),
		  pins(at), hooks(to)
	{
	}

	/* Reads a bus word. Returns nonzero after an error. */
	int read(uint32_t addr, uint32_t bytes, uint32_t *data)
	{
		warpwright::access a =
			warpwright::read_of(addr, bytes, false);
		bool ok = perform(a, latency);

		for (uint32_t i = 0; ok && i < bytes / 4; i++)
			data[i] = a.data[i];
		return !ok;
	}

	int write(uint32_t addr, uint32_t bytes, const uint32_t *strb,
		  const uint32_t *data)
	{
		warpwright::access a = warpwright::access();

		a.write = true;
		a.addr = addr;
		a.bytes = bytes;
		for (uint32_t i = 0; i < bytes / 4; i++)
			a.data[i] = data[i];
		for (uint32_t i = 0; i < bytes; i += 32)
			a.strb[i / 32] = strb[i / 32];
		return !perform(a, latency);
	}

protected:
	void drive(uint64_t) override
	{
		hooks.drive(hooks.ctx, &pins);
	}

	next sample(uint64_t) override
	{
		return hooks.sample(hooks.ctx, &pins) ? REST : GO_ON;
	}

	bool rest() override
	{
		sc_core::sc_stop();
		return false;
	}

private:
	cosim_pins &pins;
	const cosim_hooks &hooks;
	uint64_t latency;       /* ignored: the harness models latency */
};

/* Responds with an error to the accesses that the harness refuses. */
class Errors : public sc_core::sc_module {
public:
	tlm_utils::simple_target_socket<Errors> in;
	tlm_utils::simple_initiator_socket<Errors> out;

	Errors(const sc_core::sc_module_name &name, const cosim_storage &s)
		: sc_core::sc_module(name), in("in"), out("out"), storage(s)
	{
		in.register_b_transport(this, &Errors::b_transport);
	}

private:
	void b_transport(tlm::tlm_generic_payload &gp, sc_time &delay)
	{
		if (storage.refuses(storage.ctx, gp.is_write(),
				    static_cast<uint32_t>(gp.get_address()),
				    gp.get_data_length()))
			gp.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
		else
			out->b_transport(gp, delay);
	}

	const cosim_storage &storage;
};

/* The whole system. */
struct System {
	Checked core;
	Errors errors;
	warpwright::router router;
	warpwright::memory ram;
	warpwright::console console;

	System(void *model, cosim_pins &pins, const cosim_hooks &hooks,
	       const cosim_storage &s)
		: core("core", model, pins, hooks),
		  errors("errors", s), router("router"),
		  ram("ram", s.ram_size, SC_ZERO_TIME, SC_ZERO_TIME, s.ram),
		  console("console",
			  [s](uint8_t byte) { s.put(s.ctx, byte); },
			  SC_ZERO_TIME)
	{
		core.bus.bind(errors.in);
		errors.out.bind(router.socket);
		router.map(s.ram_base, s.ram_size, ram.socket);
		router.map(s.console, CONSOLE_BYTES, console.socket);
	}
};

int read(void *ctx, uint32_t addr, uint32_t bytes, uint32_t *data)
{
	return static_cast<Checked *>(ctx)->read(addr, bytes, data);
}

int write(void *ctx, uint32_t addr, uint32_t bytes, const uint32_t *strb,
	  const uint32_t *data)
{
	return static_cast<Checked *>(ctx)->write(addr, bytes, strb, data);
}

/* Replaces the kernel context for the lifetime of this object. With a single
 * context, SystemC would run only once per process. */
class Kernel {
public:
	Kernel() : mine(new sc_core::sc_simcontext)
	{
		before = sc_core::sc_curr_simcontext;
		sc_core::sc_curr_simcontext = mine;
	}

	~Kernel()
	{
		sc_core::sc_curr_simcontext = before;
		delete mine;
	}

	Kernel(const Kernel &) = delete;
	Kernel &operator=(const Kernel &) = delete;

private:
	sc_core::sc_simcontext *mine, *before;
};

void simulate(void *model, cosim_pins &pins, const cosim_hooks &hooks)
{
	Kernel kernel;
	cosim_storage storage;

	hooks.storage(hooks.ctx, &storage);
	System system(model, pins, hooks, storage);
	const cosim_store store = { &system.core, read, write };
	hooks.set_store(hooks.ctx, &store);
	sc_core::sc_start();
}

/* Keeps SystemC's own messages from the terminal. */
void silence_messages()
{
	setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
	sc_core::sc_report_handler::set_actions(sc_core::SC_INFO,
						sc_core::SC_DO_NOTHING);
	sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING,
						sc_core::SC_THROW);
	sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL,
						sc_core::SC_THROW);
}

} // namespace

/* The library needs an sc_main; here the harness is the program. */
int sc_main(int, char *[])
{
	return 0;
}

extern "C" int cosim_systemc_run(void *model, cosim_pins *pins,
				 const cosim_hooks *hooks, char *why,
				 size_t why_size)
{
	int bad = 0;

	silence_messages();
	try {
		simulate(model, *pins, *hooks);
	} catch (const std::exception &e) {
		snprintf(why, why_size, "SystemC: %s", e.what());
		bad = -1;
	}
	hooks->set_store(hooks->ctx, nullptr);
	return bad;
}
