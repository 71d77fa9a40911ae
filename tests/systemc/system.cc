/* system.cc - a core among targets that are not as kind as RAM
 * SPDX-License-Identifier: Apache-2.0
 *
 * system MODE PROGRAM: what MODE says, then the counts of what was seen, one
 * per line, for systemc.bats. The console goes to stdout.
 *   plain     nothing special
 *   waits     the target waits in b_transport, now and then
 *   random    every access has another latency
 *   resets    rst by a signal; again in the middle of the run, and when it is
 *             done
 *   errors    the last writes to RAM fail
 *   holes     RAM that knows no byte enables
 */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

#include <systemc>

#include "systemc/core.h"
#include "systemc/platform/loader.h"
#include "systemc/targets.h"
#include "warpwright_config.h"

using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

enum { CONSOLE = 0xFFFFF000, CONSOLE_BYTES = 4096 };

struct counts {
	unsigned fetches, reads, writes, holes, strangers, bad;
};

/* Sits before the router, sees everything and makes trouble. */
class trouble : public sc_core::sc_module {
public:
	tlm_utils::simple_target_socket<trouble> in;
	tlm_utils::simple_initiator_socket<trouble> out;
	counts seen;

	trouble(const sc_core::sc_module_name &name, const std::string &what)
		: sc_core::sc_module(name), in("in"), out("out"),
		  seen(counts()), mode(what)
	{
		in.register_b_transport(this, &trouble::b_transport);
	}

private:
	typedef tlm::tlm_generic_payload payload;

	void count(const payload &gp)
	{
		const warpwright::origin *from = nullptr;

		gp.get_extension(from);
		if (!from)
			seen.strangers++;
		else if (from->fetch)
			seen.fetches++;
		else if (gp.is_write())
			seen.writes++;
		else
			seen.reads++;
		seen.holes += gp.get_byte_enable_ptr() != nullptr;
		seen.bad += !gp.get_data_length() || !gp.get_data_ptr() ||
			    gp.get_streaming_width() < gp.get_data_length() ||
			    gp.get_response_status() !=
				    tlm::TLM_INCOMPLETE_RESPONSE;
	}

	bool refused(const payload &gp) const
	{
		if (mode == "errors")
			return gp.is_write() && gp.get_address() != CONSOLE;
		return mode == "holes" && gp.get_byte_enable_ptr();
	}

	void b_transport(payload &gp, sc_time &delay)
	{
		count(gp);
		if (refused(gp)) {
			gp.set_response_status(
				tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
			return;
		}
		random = random * 1103515245 + 12345;
		if (mode == "waits" && random >> 28 == 0) {
			wait(delay + sc_time(123, SC_NS));
			delay = sc_core::SC_ZERO_TIME;
		}
		if (mode == "random")
			delay += sc_time(random >> 23, SC_NS);
		out->b_transport(gp, delay);
	}

	std::string mode;
	uint32_t random = 1;
};

/* Drives rst: at the beginning, during the run, and when it is done. */
class resetter : public sc_core::sc_module {
public:
	sc_core::sc_out<bool> rst;
	sc_core::sc_in<bool> done;

	SC_HAS_PROCESS(resetter);

	resetter(const sc_core::sc_module_name &name, bool often)
		: sc_core::sc_module(name), rst("rst"), done("done"),
		  again(often)
	{
		SC_THREAD(run);
	}

private:
	void pulse()
	{
		rst = true;
		wait(55, SC_NS);
		rst = false;
	}

	void run()
	{
		pulse();
		if (again) {
			wait(3003, SC_NS);
			std::puts(done ? "(done)" : "(reset)");
			pulse();
			wait(done.posedge_event());
			std::puts("(reset when done)");
			pulse();
			wait(1, SC_NS);
			std::puts(done ? "(done)" : "(not done)");
		}
		wait(done.posedge_event());
		sc_core::sc_stop();
	}

	bool again;
};

struct bench {
	sc_core::sc_signal<bool> rst, done, fault;
	sc_core::sc_signal<uint32_t> exit_code;
	warpwright::core core;
	trouble middle;
	warpwright::router router;
	warpwright::memory ram;
	warpwright::console console;
	loader load;
	resetter control;

	bench(const std::string &mode, const std::string &program)
		: core("core"), middle("middle", mode), router("router"),
		  ram("ram", WW_MEM_RAM_SIZE, sc_time(20, SC_NS),
		      sc_time(1, SC_NS)),
		  console("console", [](uint8_t c) { std::putchar(c); },
			  sc_time(10, SC_NS)),
		  load("load", program, WW_CORE_RESET_PC, WW_MARCH),
		  control("control", mode == "resets")
	{
		core.bus.bind(middle.in);
		middle.out.bind(router.socket);
		load.bus.bind(router.socket);
		router.map(WW_MEM_RAM_BASE, WW_MEM_RAM_SIZE, ram.socket);
		router.map(CONSOLE, CONSOLE_BYTES, console.socket);
		core.rst(rst);
		core.done(done);
		core.fault(fault);
		core.exit_code(exit_code);
		control.rst(rst);
		control.done(done);
	}
};

} // namespace

int sc_main(int argc, char *argv[])
{
	if (argc != 3)
		return 2;
	sc_core::sc_report_handler::set_actions("/OSCI/SystemC",
						sc_core::SC_INFO,
						sc_core::SC_DO_NOTHING);
	bench b(argv[1], argv[2]);
	sc_core::sc_start(100, sc_core::SC_MS);
	const counts &n = b.middle.seen;
	std::printf("done %d\nexit %u\nfault %d\ncause %u\n", b.done.read(),
		    b.exit_code.read(), b.fault.read(),
		    b.core.first_fault().cause);
	std::printf("fetches %u\nreads %u\nwrites %u\nholes %u\nstrangers %u\n"
		    "bad %u\n", n.fetches, n.reads, n.writes, n.holes,
		    n.strangers, n.bad);
	std::printf("cycles %llu\nns %.0f\n",
		    static_cast<unsigned long long>(b.core.cycles()),
		    sc_core::sc_time_stamp() / sc_time(1, SC_NS));
	return 0;
}
