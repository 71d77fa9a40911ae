/* loader.h - load a program into a platform's memory, before the simulation
 * starts
 * SPDX-License-Identifier: Apache-2.0
 *
 * Loads ELF files for 32-bit RISC-V; any other file is an image of bytes. An
 * ELF file that was compiled for an extension that the core lacks is refused.
 */
#ifndef WW_PLATFORM_LOADER_H
#define WW_PLATFORM_LOADER_H

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "isa/arch.h"

class loader : public sc_core::sc_module {
public:
	tlm_utils::simple_initiator_socket<loader> bus;

	/* Loads the file PATH, for a core that starts at START and has the
	 * extensions of MARCH, in the form of -march. */
	loader(const sc_core::sc_module_name &name, const std::string &path,
	       uint32_t start, const std::string &march)
		: sc_core::sc_module(name), bus("bus"), program(path),
		  entry(start), core_march(march)
	{
	}

private:
	/* Throws std::runtime_error. */
	void start_of_simulation() override
	{
		static const uint8_t magic[] = { 0x7F, 'E', 'L', 'F' };

		file = read(program);
		if (file.size() >= 4 &&
		    std::equal(magic, magic + 4, file.begin()))
			load_elf();
		else
			put(entry, file.data(), file.size());
	}

	enum { HEADER = 52, SEGMENT = 32, CLASS_32 = 1, LITTLE = 1,
	       EXECUTABLE = 2, RISCV = 243, LOAD = 1, SECTION = 40,
	       FLOAT_ABI = 2, ATTRIBUTES = 0x70000003 };

	static std::vector<uint8_t> read(const std::string &path)
	{
		std::ifstream in(path, std::ios::binary);
		std::vector<uint8_t> all((std::istreambuf_iterator<char>(in)),
					 std::istreambuf_iterator<char>());

		if (!in.is_open() || in.bad() || all.empty())
			throw std::runtime_error("cannot read '" + path + "'");
		return all;
	}

	[[noreturn]] void refuse(const std::string &why) const
	{
		throw std::runtime_error("'" + program + "': " + why);
	}

	uint32_t number(std::size_t at, unsigned bytes) const
	{
		uint32_t value = 0;

		if (at > file.size() || bytes > file.size() - at)
			refuse("the file is too short");
		for (unsigned i = 0; i < bytes; i++)
			value |= static_cast<uint32_t>(file[at + i]) << 8 * i;
		return value;
	}

	uint32_t half(std::size_t at) const
	{
		return number(at, 2);
	}

	uint32_t word(std::size_t at) const
	{
		return number(at, 4);
	}

	void load_elf()
	{
		if (number(4, 1) != CLASS_32 || number(5, 1) != LITTLE ||
		    half(16) != EXECUTABLE || half(18) != RISCV)
			refuse("no executable for 32-bit RISC-V");
		if (word(24) != entry)
			refuse("does not begin where the core does");
		check_arch();
		for (uint32_t i = 0; i < half(44); i++)
			load_segment(word(28) + std::size_t(half(42)) * i);
	}

	/* The arch string, NUL-terminated in the file, of the attributes at
	 * section header AT; "": none. */
	std::string arch_in(std::size_t at) const
	{
		std::size_t start = word(at + 16), bytes = word(at + 20);
		const std::string mark = "rv32";

		if (start > file.size() || bytes > file.size() - start)
			return "";
		auto end = file.begin() + std::ptrdiff_t(start + bytes);
		auto from = std::search(file.begin() + std::ptrdiff_t(start),
					end, mark.begin(), mark.end());
		auto zero = std::find(from, end, 0);

		return zero == end ? "" : std::string(from, zero);
	}

	void refuse_unless(bool has, const std::string &name) const
	{
		const char *setting = isa_arch_setting(name.c_str());
		std::string what = "compiled for " + name + ", which the core "
				   "lacks";

		if (setting)
			what += std::string(": ") + setting;
		if (!has)
			refuse(what + "; compile it with -march=" + core_march);
	}

	void check_arch() const
	{
		std::string arch;
		char name[ISA_ARCH_NAME];

		for (uint32_t i = 0; word(32) && i < half(48); i++) {
			std::size_t at = word(32) + std::size_t(SECTION) * i;

			if (word(at + 4) == ATTRIBUTES)
				arch = arch_in(at);
		}
		if (word(36) & FLOAT_ABI)
			refuse_unless(isa_arch_has(core_march.c_str(), "f"),
				      "f");
		if (arch.empty())
			return;
		for (const char *at = arch.c_str() + 4;
		     isa_arch_next(&at, name);) {
			const std::string known = isa_arch_alias(name);

			refuse_unless(known.empty() ||
				      isa_arch_has(core_march.c_str(),
						   known.c_str()), known);
		}
	}

	/* Loads the bytes of a segment that are in the file; the rest of the
	 * memory is zero. */
	void load_segment(std::size_t at)
	{
		uint32_t offset = word(at + 4), bytes = word(at + 16);

		if (word(at) != LOAD || !bytes)
			return;
		if (offset > file.size() || bytes > file.size() - offset)
			refuse("the file is too short");
		put(word(at + 12), file.data() + offset, bytes);
	}

	void put(uint32_t address, uint8_t *data, std::size_t bytes)
	{
		tlm::tlm_generic_payload gp;

		gp.set_command(tlm::TLM_WRITE_COMMAND);
		gp.set_address(address);
		gp.set_data_ptr(data);
		gp.set_data_length(static_cast<unsigned>(bytes));
		gp.set_streaming_width(static_cast<unsigned>(bytes));
		if (bus->transport_dbg(gp) != bytes)
			refuse("does not fit into the memory");
	}

	std::string program;
	uint32_t entry;
	std::string core_march;
	std::vector<uint8_t> file;
};

#endif
