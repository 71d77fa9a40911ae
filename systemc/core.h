/* core.h - a warpwright core as a SystemC module with a TLM-2.0 socket
 * SPDX-License-Identifier: Apache-2.0
 *
 * `core` wraps a Verilated model (cosim/device/vlt_shim.cc, compiled with it).
 * Every access of its buses, whatever their form, becomes a generic payload on
 * one initiator socket. It is a loosely timed initiator: it runs a quantum of
 * cycles ahead of simulated time and passes this lead as the delay of
 * b_transport. The delay that targets add is their latency. Many accesses are
 * in flight at a time. See systemc/README.md.
 */
#ifndef WW_SYSTEMC_CORE_H
#define WW_SYSTEMC_CORE_H

#include <cmath>
#include <cstdint>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "cosim/device/driver.h"
#include "systemc/bridge.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "written for little-endian hosts: payloads have the bytes of the core"
#endif

/* The model that is linked into the platform. */
extern "C" const struct cosim_model_api cosim_model_api;

namespace warpwright {

typedef struct ::cosim_model_api model_api;

/* An extension of every transaction of a core: its origin. */
struct origin : tlm::tlm_extension<origin> {
	bool fetch = false;     /* by instruction fetch */

	tlm::tlm_extension_base *clone() const override
	{
		return new origin(*this);
	}

	void copy_from(const tlm::tlm_extension_base &from) override
	{
		*this = static_cast<const origin &>(from);
	}
};

/* The generic payload of an access, reused for each access. */
class payload {
public:
	payload()
	{
		gp.set_extension(&from);
	}

	~payload()
	{
		gp.clear_extension(&from);
	}

	payload(const payload &) = delete;
	payload &operator=(const payload &) = delete;

	/* The payload of A, from the first to the last strobed byte; with byte
	 * enables only if bytes between them are not strobed. */
	tlm::tlm_generic_payload &of(access &a)
	{
		uint32_t first = 0, last = a.bytes - 1;
		unsigned char *data = reinterpret_cast<unsigned char *>(a.data);

		while (first < last && !strobed(a, first))
			first++;
		while (last > first && !strobed(a, last))
			last--;
		gp.set_command(a.write ? tlm::TLM_WRITE_COMMAND :
			       tlm::TLM_READ_COMMAND);
		gp.set_address(a.addr + first);
		gp.set_data_ptr(data + first);
		gp.set_data_length(last - first + 1);
		gp.set_streaming_width(last - first + 1);
		gp.set_dmi_allowed(false);
		gp.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
		enables(a, first, last);
		from.fetch = a.fetch;
		return gp;
	}

private:
	static bool strobed(const access &a, uint32_t byte)
	{
		return a.strb[byte / 32] >> (byte % 32) & 1;
	}

	void enables(const access &a, uint32_t first, uint32_t last)
	{
		bool holes = false;

		for (uint32_t i = first; i <= last; i++) {
			bool on = strobed(a, i);

			enable[i - first] = on ? TLM_BYTE_ENABLED :
					    TLM_BYTE_DISABLED;
			holes |= !on;
		}
		gp.set_byte_enable_ptr(holes ? enable : nullptr);
		gp.set_byte_enable_length(holes ? last - first + 1 : 0);
	}

	tlm::tlm_generic_payload gp;
	origin from;
	unsigned char enable[MAX_WORDS * 4];
};

/* A model, its clock and its socket. A derived class drives and samples the
 * pins. The model is borrowed. */
class core_base : public sc_core::sc_module, protected access_target {
public:
	/* A port that may be unbound. */
	template <class T> using optional_in = sc_core::sc_port<
		sc_core::sc_signal_in_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
	template <class T> using optional_out = sc_core::sc_port<
		sc_core::sc_signal_inout_if<T>, 1,
		sc_core::SC_ZERO_OR_MORE_BOUND>;

	tlm_utils::simple_initiator_socket<core_base> bus;
	/* Bound: a cycle at each rising edge. Unbound: the core has its own
	 * clock and runs a quantum of cycles at a time. */
	optional_in<bool> clk;
	/* Unbound: no reset. A core that is ahead when rst rises starts anew;
	 * its accesses of that time remain performed. */
	optional_in<bool> rst;

	SC_HAS_PROCESS(core_base);

	/* clock_period: the period of the clock; cycles: the quantum. */
	core_base(const sc_core::sc_module_name &name,
		  const model_api &of, void *instance,
		  const sc_core::sc_time &clock_period, uint32_t cycles)
		: sc_core::sc_module(name), bus("bus"), clk("clk"), rst("rst"),
		  api(of), dut(instance), period(clock_period),
		  quantum(cycles ? cycles : 1), count(0)
	{
		SC_THREAD(run);
		/* Targets use this stack, too. A large stack has pages of its
		 * own: beside other data the model ran up to a quarter slower
		 * (measured). */
		set_stack_size(0x40000);
	}

	/* Number of clock cycles since the start. */
	uint64_t cycles() const
	{
		return count;
	}

protected:
	/* The next action after a cycle: the next cycle; the next cycle after
	 * simulated time has caught up; or a rest. */
	enum next { GO_ON, CATCH_UP, REST };

	/* Sets the model's inputs for the cycle, before its logic settles. */
	virtual void drive(uint64_t cycle) = 0;
	/* Reads the model's outputs, before the clock edge. */
	virtual next sample(uint64_t cycle) = 0;
	/* Called when simulated time has caught up with a resting core. May
	 * wait; false: the core never wakes up again. */
	virtual bool rest() = 0;

	/* Performs the access now. A target that calls wait() stops the core's
	 * clock; the delay that it adds is the latency. */
	bool perform(access &a, uint64_t &latency) override
	{
		using sc_core::sc_time_stamp;
		tlm::tlm_generic_payload &gp = carrier.of(a);
		sc_core::sc_time delay = here - sc_time_stamp();

		bus->b_transport(gp, delay);
		if (sc_time_stamp() > here)
			here = sc_time_stamp();
		delay += sc_time_stamp();
		latency = 1;
		if (delay > here + period)
			latency = static_cast<uint64_t>(
				std::ceil((delay - here) / period));
		return gp.is_response_ok();
	}

private:
	next one_cycle()
	{
		next n;

		drive(count);
		api.settle(dut);
		n = sample(count++);
		api.tick(dut);
		here += period;
		return n;
	}

	/* Waits until simulated time has reached the time of the core, or until
	 * a reset. */
	void catch_up()
	{
		if (here <= sc_core::sc_time_stamp())
			return;
		if (rst.size())
			wait(here - sc_core::sc_time_stamp(),
			     rst->posedge_event());
		else
			wait(here - sc_core::sc_time_stamp());
	}

	/* Runs one cycle at the next edge of the bound clock, or a quantum. */
	next some_cycles()
	{
		next n = GO_ON;

		if (clk.size()) {
			wait(clk->posedge_event());
			here = sc_core::sc_time_stamp();
			return one_cycle();
		}
		for (uint32_t i = 0; i < quantum && n == GO_ON; i++)
			n = one_cycle();
		catch_up();
		return n;
	}

	void run()
	{
		while (some_cycles() != REST || rest())
			here = sc_core::sc_time_stamp();
	}

	const model_api &api;
	void *dut;
	sc_core::sc_time period;
	uint32_t quantum;
	uint64_t count;
	sc_core::sc_time here;          /* time of the core's current cycle */
	payload carrier;
};

/* Owned by a core: a model, and the words of its pins. */
struct core_model {
	explicit core_model(const model_api &of)
		: api(of), pins(), model(nullptr)
	{
		if (api.abi != COSIM_MODEL_ABI || api.pins_size != sizeof pins)
			SC_REPORT_FATAL("warpwright", "the model was made for "
					"another version of warpwright");
		model = api.create(&pins);
	}

	~core_model()
	{
		api.destroy(model);
	}

	core_model(const core_model &) = delete;
	core_model &operator=(const core_model &) = delete;

	const model_api &api;
	cosim_pins pins;
	void *model;
};

/* The first trap since reset. */
struct fault_state {
	uint32_t warp, pc, cause, tval;
};

/* The core of a platform. */
class core : private core_model, public core_base {
public:
	/* The core resets itself at the start. */
	enum { RESET_CYCLES = COSIM_RESET_CYCLES };

	/* Outputs; when `done` rises, all accesses to memory are complete. */
	optional_out<bool> done, fault;
	optional_out<uint32_t> exit_code;

	explicit core(const sc_core::sc_module_name &name,
		      const sc_core::sc_time &clock_period =
			      sc_core::sc_time(10, sc_core::SC_NS),
		      uint32_t cycles = 100,
		      const model_api &of = ::cosim_model_api)
		: core_model(of),
		  core_base(name, of, model, clock_period, cycles),
		  done("done"), fault("fault"),
		  exit_code("exit_code"), side(*this, of.shape)
	{
	}

	/* The results, valid when `done` is high. */
	uint32_t exit_status() const
	{
		return pins.exit_code;
	}

	bool faulted() const
	{
		return pins.fault_valid;
	}

	fault_state first_fault() const
	{
		return { pins.fault_warp, pins.fault_pc, pins.fault_cause,
			 pins.fault_tval };
	}

protected:
	void drive(uint64_t cycle) override
	{
		pins.rst = in_reset(cycle);
		if (pins.rst)
			clear();
		else
			side.drive(cycle, pins);
	}

	next sample(uint64_t cycle) override
	{
		if (pins.rst)
			return rst.size() ? CATCH_UP : GO_ON;
		side.sample(cycle, pins);
		return pins.done && side.idle() ? REST : GO_ON;
	}

	/* Rests until the next reset; false if rst is unbound. */
	bool rest() override
	{
		report(true);
		if (!rst.size())
			return false;
		if (!rst->read())
			wait(rst->posedge_event());
		return true;
	}

private:
	bool in_reset(uint64_t cycle) const
	{
		return cycle < RESET_CYCLES || (rst.size() && rst->read());
	}

	/* Drops everything in flight to the core. */
	void clear()
	{
		side.reset();
		pins.ibus.rsp_valid = pins.dbus.rsp_valid = 0;
		for (auto &a : pins.axi)
			a.rvalid = a.bvalid = 0;
		report(false);
	}

	/* Writes the outputs. */
	void report(bool is_done)
	{
		if (done.size())
			done->write(is_done);
		if (fault.size())
			fault->write(is_done && pins.fault_valid);
		if (exit_code.size() && is_done)
			exit_code->write(pins.exit_code);
	}

	bridge side;
};

} // namespace warpwright

#endif
