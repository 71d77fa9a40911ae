/* bridge.h - the core's buses as accesses, and their responses
 * SPDX-License-Identifier: Apache-2.0
 *
 * A bridge is the memory's side of any bus of doc/bus.md: simple buses with
 * words or lines, or the AXI4 master. Each word, line or burst of writes that
 * the core requests becomes one access, made at once and in order. The response
 * goes to the core when its latency is over. Several responses are in flight at
 * a time. They overtake each other if their latencies differ, except those of
 * one id. This file does not use SystemC.
 */
#ifndef WW_SYSTEMC_BRIDGE_H
#define WW_SYSTEMC_BRIDGE_H

#include <cstdint>
#include <deque>
#include <vector>

#include "cosim/device/driver.h"

namespace warpwright {

enum {
	MAX_WORDS = 64,         /* words of a line: 256 bytes */
	/* most responses in flight; then the core waits */
	MAX_ANSWERS = 256
};

/* An access. Bit I of strb: byte I is read or written. */
struct access {
	bool write, fetch;
	uint32_t addr, bytes;
	uint32_t data[MAX_WORDS];
	uint32_t strb[MAX_WORDS / 8];
};

/* The performer of accesses. */
class access_target {
public:
	virtual ~access_target() {}
	/* Performs A; a read fills its data. False: it fails. The core gets the
	 * response LATENCY cycles later; LATENCY is 1 unless changed. */
	virtual bool perform(access &a, uint64_t &latency) = 0;
};

/* Responses in flight to one channel of the core. */
class reply_queue {
public:
	struct reply {
		uint64_t due;
		uint32_t id, beat, beats;
		bool write, failed;
		uint32_t data[MAX_WORDS];
	};

	bool full() const
	{
		return all.size() >= MAX_ANSWERS;
	}

	bool empty() const
	{
		return all.empty();
	}

	void add(const access &a, uint32_t id, uint32_t beats, bool ok,
		 uint64_t due)
	{
		reply n;

		n.due = due;
		n.id = id;
		n.beat = 0;
		n.beats = beats;
		n.write = a.write;
		n.failed = !ok;
		for (uint32_t i = 0; !a.write && i < a.bytes / 4; i++)
			n.data[i] = a.data[i];
		all.push_back(n);
	}

	/* The response to drive in CYCLE, or NULL: the oldest that is due and
	 * has no older one of its id before it. It stays until the core has
	 * taken it. */
	const reply *drive(uint64_t cycle)
	{
		for (; !driving && at < all.size(); at++)
			if (all[at].due <= cycle && !behind_its_own()) {
				driving = true;
				break;
			}
		if (!driving)
			at = 0;
		return driving ? &all[at] : nullptr;
	}

	/* The core took a beat of the driven response. */
	void taken()
	{
		if (++all[at].beat < all[at].beats)
			return;
		all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
		driving = false;
		at = 0;
	}

	bool is_driving() const
	{
		return driving;
	}

	void clear()
	{
		all.clear();
		driving = false;
		at = 0;
	}

private:
	bool behind_its_own() const
	{
		for (std::size_t i = 0; i < at; i++)
			if (all[i].id == all[at].id)
				return true;
		return false;
	}

	std::deque<reply> all;
	std::size_t at = 0;     /* index of the driven response */
	bool driving = false;
};

/* Collects the beats of a write into one access. */
class burst {
public:
	explicit burst(uint32_t beat_bytes) : bytes(beat_bytes), beats(0)
	{
		clear();
	}

	/* Appends a beat of BYTES, with its strobes. */
	void add(const uint32_t *data, const uint32_t *strb)
	{
		for (uint32_t i = 0; i < bytes / 4; i++)
			a.data[beats * (bytes / 4) + i] = data[i];
		for (uint32_t i = 0; i < bytes; i++)
			if (strb[i / 32] >> (i % 32) & 1)
				strobe(beats * bytes + i);
		beats++;
	}

	/* The complete write, to address ADDR; begins a new one. */
	access take(uint32_t addr)
	{
		access whole = a;

		whole.addr = addr;
		whole.bytes = beats * bytes;
		clear();
		return whole;
	}

	void clear()
	{
		beats = 0;
		a = access();
		a.write = true;
	}

private:
	void strobe(uint32_t byte)
	{
		a.strb[byte / 32] |= UINT32_C(1) << (byte % 32);
	}

	uint32_t bytes, beats;
	access a;
};

/* A read of all BYTES at ADDR. */
inline access read_of(uint32_t addr, uint32_t bytes, bool fetch)
{
	access a = access();

	a.addr = addr;
	a.bytes = bytes;
	a.fetch = fetch;
	for (uint32_t i = 0; i < bytes; i++)
		a.strb[i / 32] |= UINT32_C(1) << (i % 32);
	return a;
}

/* A simple bus, in word or line form. */
class simple_bridge {
public:
	simple_bridge(access_target &t, uint32_t words, bool has_lines,
		      bool instruction)
		: target(t), bytes(words * 4), strobed(!has_lines &&
		  !instruction), fetch(instruction), writing(words * 4)
	{
	}

	void drive(uint64_t cycle, cosim_bus_pins &p)
	{
		const reply_queue::reply *a = replies.drive(cycle);

		p.req_ready = !replies.full();
		p.rsp_valid = a != nullptr;
		if (!a)
			return;
		p.rsp_tag = a->id;
		p.rsp_last = a->beat + 1 == a->beats;
		p.rsp_error = a->failed;
		p.rsp_data = a->data + (a->write ? 0 : a->beat * (bytes / 4));
	}

	void sample(uint64_t cycle, const cosim_bus_pins &p)
	{
		if (p.rsp_valid && p.rsp_ready)
			replies.taken();
		if (!p.req_valid || !p.req_ready)
			return;
		if (!fetch && p.req_write)
			write(cycle, p);
		else
			read(cycle, p);
	}

	bool idle() const
	{
		return replies.empty();
	}

	void reset()
	{
		replies.clear();
		writing.clear();
	}

private:
	void respond(uint64_t cycle, access &a, uint32_t id, uint32_t beats)
	{
		uint64_t latency = 1;
		bool ok = target.perform(a, latency);

		replies.add(a, id, beats, ok, cycle + latency);
	}

	/* Reads a word, on dbus with strobes, or a line; in the word form
	 * req_len is 0. */
	void read(uint64_t cycle, const cosim_bus_pins &p)
	{
		uint32_t beats = p.req_len + 1;
		access a = read_of(p.req_addr, beats * bytes, fetch);

		for (uint32_t i = 0; strobed && i < bytes; i += 32)
			a.strb[i / 32] = p.req_strb[i / 32];
		respond(cycle, a, p.req_tag, beats);
	}

	void write(uint64_t cycle, const cosim_bus_pins &p)
	{
		writing.add(p.req_data, p.req_strb);
		if (!p.req_last)
			return;
		access a = writing.take(p.req_addr - p.req_len * bytes);
		respond(cycle, a, p.req_tag, 1);
	}

	access_target &target;
	uint32_t bytes;
	bool strobed;           /* reads have strobes */
	bool fetch;
	reply_queue replies;
	burst writing;
};

/* The AXI4 master. A write is performed when its address and all of its data
 * have arrived. */
class axi_bridge {
public:
	axi_bridge(access_target &t, uint32_t words)
		: target(t), bytes(words * 4), writing(words * 4)
	{
	}

	void drive(uint64_t cycle, cosim_axi_pins &p)
	{
		const reply_queue::reply *read = r.drive(cycle);
		const reply_queue::reply *write = b.drive(cycle);

		p.arready = !r.full();
		p.awready = p.wready = !b.full() && addresses.size() < 64 &&
				       bursts.size() < 64;
		p.rvalid = read != nullptr;
		p.bvalid = write != nullptr;
		if (read) {
			p.rid = read->id;
			p.rlast = read->beat + 1 == read->beats;
			p.rresp = response(read);
			p.rdata = read->data + read->beat * (bytes / 4);
		}
		if (write) {
			p.bid = write->id;
			p.bresp = response(write);
		}
	}

	void sample(uint64_t cycle, const cosim_axi_pins &p)
	{
		if (p.rvalid && p.rready)
			r.taken();
		if (p.bvalid && p.bready)
			b.taken();
		if (p.aw.valid && p.awready)
			addresses.push_back(p.aw);
		if (p.wvalid && p.wready) {
			writing.add(p.wdata, p.wstrb);
			if (p.wlast)
				bursts.push_back(writing.take(0));
		}
		while (!addresses.empty() && !bursts.empty())
			write(cycle);
		if (p.ar.valid && p.arready)
			read(cycle, p.ar);
	}

	bool idle() const
	{
		return r.empty() && b.empty() && addresses.empty() &&
		       bursts.empty();
	}

	void reset()
	{
		r.clear();
		b.clear();
		addresses.clear();
		bursts.clear();
		writing.clear();
	}

private:
	enum { OKAY = 0, SLVERR = 2, PROT_INSTRUCTION = 4 };

	static uint32_t response(const reply_queue::reply *a)
	{
		return a->failed ? SLVERR : OKAY;
	}

	void read(uint64_t cycle, const cosim_axi_address &ar)
	{
		uint64_t latency = 1;
		access a = read_of(ar.addr, (ar.len + 1) * bytes,
				   ar.prot & PROT_INSTRUCTION);
		bool ok = target.perform(a, latency);

		r.add(a, ar.id, ar.len + 1, ok, cycle + latency);
	}

	void write(uint64_t cycle)
	{
		uint64_t latency = 1;
		access &a = bursts.front();

		a.addr = addresses.front().addr;
		bool ok = target.perform(a, latency);
		b.add(a, addresses.front().id, 1, ok, cycle + latency);
		addresses.pop_front();
		bursts.pop_front();
	}

	access_target &target;
	uint32_t bytes;
	reply_queue r, b;
	std::deque<cosim_axi_address> addresses;
	std::deque<access> bursts;
	burst writing;
};

/* All buses of a core of the given shape. */
class bridge {
public:
	bridge(access_target &target, const cosim_model_shape &shape)
		: ibus(target, shape.ibus, shape.ibus_line, true),
		  dbus(target, shape.dbus, shape.dbus_line, false),
		  masters(shape.channels, axi_bridge(target, shape.axi))
	{
	}

	/* Sets the core's inputs for CYCLE, before its logic settles. */
	void drive(uint64_t cycle, cosim_pins &p)
	{
		for (std::size_t i = 0; i < masters.size(); i++)
			masters[i].drive(cycle, p.axi[i]);
		if (!masters.empty())
			return;
		ibus.drive(cycle, p.ibus);
		dbus.drive(cycle, p.dbus);
	}

	/* Takes the transfers of CYCLE, in which valid and ready were set. */
	void sample(uint64_t cycle, const cosim_pins &p)
	{
		for (std::size_t i = 0; i < masters.size(); i++)
			masters[i].sample(cycle, p.axi[i]);
		if (!masters.empty())
			return;
		ibus.sample(cycle, p.ibus);
		dbus.sample(cycle, p.dbus);
	}

	/* Is nothing in flight? */
	bool idle() const
	{
		for (const axi_bridge &m : masters)
			if (!m.idle())
				return false;
		return !masters.empty() || (ibus.idle() && dbus.idle());
	}

	/* Drops everything in flight. */
	void reset()
	{
		ibus.reset();
		dbus.reset();
		for (axi_bridge &m : masters)
			m.reset();
	}

private:
	simple_bridge ibus, dbus;
	std::vector<axi_bridge> masters;        /* none: simple buses */
};

} // namespace warpwright

#endif
