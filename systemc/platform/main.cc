/* main.cc - a small platform: a core, RAM, a console, a loader, and a
 * supervisor that stops it
 * SPDX-License-Identifier: Apache-2.0
 *
 *   loader --.
 *             router -- RAM
 *   core   --'     `--- console
 *
 * Everything between the core and the rest is TLM-2.0. See systemc/README.md.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <systemc>
#include <unistd.h>

#include "loader.h"
#include "systemc/core.h"
#include "systemc/targets.h"
#include "warpwright_config.h"

using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

enum { CONSOLE = 0xFFFFF000, CONSOLE_BYTES = 4096, EXIT_USAGE = 2,
       EXIT_REFUSED = 3 };

const char usage[] =
	"usage: platform [-c] [-l CYCLES] [-q CYCLES] [-t CYCLES] PROGRAM\n"
	"  -c  clock the core by an sc_clock, cycle by cycle\n"
	"  -l  latency of the memory (4); each further word takes one more\n"
	"  -q  how far the core may run ahead of simulated time (100)\n"
	"  -t  stop after so many cycles (100000000)\n";

struct options {
	bool clocked = false;
	unsigned long latency = 4, quantum = 100, limit = 100000000;
	std::string program;
};

/* Stops the simulation when the core is done. */
class supervisor : public sc_core::sc_module {
public:
	sc_core::sc_in<bool> done;

	SC_HAS_PROCESS(supervisor);

	explicit supervisor(const sc_core::sc_module_name &name)
		: sc_core::sc_module(name), done("done")
	{
		SC_METHOD(stop);
		sensitive << done.pos();
		dont_initialize();
	}

private:
	void stop()
	{
		sc_core::sc_stop();
	}
};

struct platform {
	const sc_time period;
	sc_core::sc_clock clock;
	sc_core::sc_signal<bool> done;
	warpwright::core core;
	warpwright::router router;
	warpwright::memory ram;
	warpwright::console console;
	loader load;
	supervisor watch;

	explicit platform(const options &o)
		: period(10, SC_NS), clock("clock", period), done("done"),
		  core("core", period, static_cast<uint32_t>(o.quantum)),
		  router("router"),
		  ram("ram", WW_MEM_RAM_SIZE, period * double(o.latency),
		      period),
		  console("console", [](uint8_t c) { std::putchar(c); },
			  period),
		  load("load", o.program, WW_CORE_RESET_PC, WW_MARCH),
		  watch("watch")
	{
		core.bus.bind(router.socket);
		load.bus.bind(router.socket);
		router.map(WW_MEM_RAM_BASE, WW_MEM_RAM_SIZE, ram.socket);
		router.map(CONSOLE, CONSOLE_BYTES, console.socket);
		core.done(done);
		watch.done(done);
		if (o.clocked)
			core.clk(clock);
	}
};

/* --- running ------------------------------------------------------------- */

/* The exit status: success if the program ended with exit code 0. */
int report(const platform &p)
{
	const warpwright::fault_state f = p.core.first_fault();
	const std::string time = sc_core::sc_time_stamp().to_string();

	std::fflush(stdout);
	if (!p.done.read()) {
		std::fprintf(stderr, "platform: not done after %s\n",
			     time.c_str());
		return EXIT_FAILURE;
	}
	if (p.core.faulted()) {
		std::fprintf(stderr, "platform: warp %u trapped at 0x%08x: "
			     "cause %u, tval 0x%08x\n", f.warp, f.pc, f.cause,
			     f.tval);
		return EXIT_FAILURE;
	}
	std::fprintf(stderr, "platform: exit code %u, %s\n",
		     p.core.exit_status(), time.c_str());
	return p.core.exit_status() ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* --- options ------------------------------------------------------------ */

[[noreturn]] void bad_usage()
{
	std::fputs(usage, stderr);
	std::exit(EXIT_USAGE);
}

unsigned long number(const char *text, unsigned long most)
{
	char *end;
	unsigned long n = std::strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || n > most)
		bad_usage();
	return n;
}

options read_options(int argc, char *argv[])
{
	options o;
	int c;

	while ((c = getopt(argc, argv, "cl:q:t:")) != -1)
		switch (c) {
		case 'c': o.clocked = true; break;
		case 'l': o.latency = number(optarg, 1000000); break;
		case 'q': o.quantum = number(optarg, 1000000000); break;
		case 't': o.limit = number(optarg, 1000000000000000); break;
		default: bad_usage();
		}
	if (optind + 1 != argc)
		bad_usage();
	o.program = argv[optind];
	return o;
}

} // namespace

int sc_main(int argc, char *argv[])
{
	const options o = read_options(argc, argv);

	/* Suppress the message "Simulation stopped by user". */
	sc_core::sc_report_handler::set_actions("/OSCI/SystemC",
						sc_core::SC_INFO,
						sc_core::SC_DO_NOTHING);
	platform p(o);
	try {
		sc_core::sc_start(p.period * double(o.limit));
	} catch (const std::runtime_error &e) {
		std::fprintf(stderr, "platform: error: %s\n", e.what());
		return EXIT_REFUSED;
	}
	return report(p);
}
