/* targets.h - TLM-2.0 targets for small platforms: RAM, console, router
 * SPDX-License-Identifier: Apache-2.0
 *
 * The targets are loosely timed: they add the time of an access to its delay,
 * and never wait.
 */
#ifndef WW_SYSTEMC_TARGETS_H
#define WW_SYSTEMC_TARGETS_H

#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_target_socket.h>

namespace warpwright {

/* RAM from address 0 of its socket on: its own, initially zero, or in the
 * caller's bytes at `storage`. An access takes `first`, and `further` for each
 * word after the first. */
class memory : public sc_core::sc_module {
public:
	tlm_utils::simple_target_socket<memory> socket;

	memory(const sc_core::sc_module_name &name, uint32_t bytes,
	       const sc_core::sc_time &first, const sc_core::sc_time &further,
	       uint8_t *storage = nullptr)
		: sc_core::sc_module(name), socket("socket"),
		  own(storage ? 0 : bytes), ram(storage ? storage : own.data()),
		  size(bytes), latency(first), per_word(further)
	{
		socket.register_b_transport(this, &memory::b_transport);
		socket.register_transport_dbg(this, &memory::debug);
	}

private:
	typedef tlm::tlm_generic_payload payload;

	bool inside(const payload &gp) const
	{
		return gp.get_address() < size &&
		       gp.get_data_length() <= size - gp.get_address();
	}

	static void copy(unsigned char *to, const unsigned char *from,
			 const payload &gp)
	{
		const unsigned char *on = gp.get_byte_enable_ptr();
		unsigned n = gp.get_data_length();

		if (!on) {
			std::memcpy(to, from, n);
			return;
		}
		for (unsigned i = 0; i < n; i++)
			if (on[i % gp.get_byte_enable_length()])
				to[i] = from[i];
	}

	void access(payload &gp)
	{
		unsigned char *at = ram + gp.get_address();

		if (gp.is_write())
			copy(at, gp.get_data_ptr(), gp);
		else if (gp.is_read())
			copy(gp.get_data_ptr(), at, gp);
	}

	void b_transport(payload &gp, sc_core::sc_time &delay)
	{
		if (!inside(gp)) {
			gp.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
			return;
		}
		if (gp.get_streaming_width() < gp.get_data_length()) {
			gp.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
			return;
		}
		access(gp);
		delay += latency + per_word * ((gp.get_data_length() - 1) / 4);
		gp.set_response_status(tlm::TLM_OK_RESPONSE);
	}

	unsigned debug(payload &gp)
	{
		if (!inside(gp))
			return 0;
		access(gp);
		return gp.get_data_length();
	}

	std::vector<uint8_t> own;
	uint8_t *ram;
	uint32_t size;
	sc_core::sc_time latency, per_word;
};

/* The first byte of a write is a character; reads fail. */
class console : public sc_core::sc_module {
public:
	typedef std::function<void(uint8_t)> sink;

	tlm_utils::simple_target_socket<console> socket;

	console(const sc_core::sc_module_name &name, const sink &where,
		const sc_core::sc_time &per_character)
		: sc_core::sc_module(name), socket("socket"), put(where),
		  latency(per_character)
	{
		socket.register_b_transport(this, &console::b_transport);
	}

private:
	void b_transport(tlm::tlm_generic_payload &gp, sc_core::sc_time &delay)
	{
		if (!gp.is_write() || gp.get_address()) {
			gp.set_response_status(
				gp.is_write() ? tlm::TLM_ADDRESS_ERROR_RESPONSE
				: tlm::TLM_COMMAND_ERROR_RESPONSE);
			return;
		}
		put(*gp.get_data_ptr());
		delay += latency;
		gp.set_response_status(tlm::TLM_OK_RESPONSE);
	}

	sink put;
	sc_core::sc_time latency;
};

/* Forwards transactions of any number of initiators to the target of their
 * address, at the offset within it. Takes no time. */
class router : public sc_core::sc_module {
public:
	tlm_utils::multi_passthrough_target_socket<router> socket;
	tlm_utils::multi_passthrough_initiator_socket<router> out;

	explicit router(const sc_core::sc_module_name &name)
		: sc_core::sc_module(name), socket("socket"), out("out")
	{
		socket.register_b_transport(this, &router::b_transport);
		socket.register_transport_dbg(this, &router::debug);
	}

	/* Maps BYTES from BASE on to TARGET. */
	template <class S> void map(uint32_t base, uint32_t bytes, S &target)
	{
		out.bind(target);
		places.push_back({ base, bytes });
	}

private:
	struct place {
		uint32_t base, bytes;
	};

	/* The index of the range that contains all of GP, or -1. */
	int find(const tlm::tlm_generic_payload &gp) const
	{
		uint64_t address = gp.get_address();

		for (std::size_t i = 0; i < places.size(); i++) {
			uint64_t offset = address - places[i].base;

			if (address >= places[i].base &&
			    offset < places[i].bytes &&
			    gp.get_data_length() <= places[i].bytes - offset)
				return static_cast<int>(i);
		}
		return -1;
	}

	void b_transport(int, tlm::tlm_generic_payload &gp,
			 sc_core::sc_time &delay)
	{
		uint64_t address = gp.get_address();
		int to = find(gp);

		if (to < 0) {
			gp.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
			return;
		}
		gp.set_address(address -
			       places[static_cast<unsigned>(to)].base);
		out[to]->b_transport(gp, delay);
		gp.set_address(address);
	}

	unsigned debug(int, tlm::tlm_generic_payload &gp)
	{
		uint64_t address = gp.get_address();
		int to = find(gp);
		unsigned n;

		if (to < 0)
			return 0;
		gp.set_address(address -
			       places[static_cast<unsigned>(to)].base);
		n = out[to]->transport_dbg(gp);
		gp.set_address(address);
		return n;
	}

	std::vector<place> places;
};

} // namespace warpwright

#endif
