// sim.cc - a board in Verilator, its serial line a pseudo-terminal
// SPDX-License-Identifier: Apache-2.0
//
// sim [--bit CYCLES] [--garbage N] [--lose N] [--flip N] [--mute] [--seconds S]
//
// Prints the path of the terminal and runs until it is killed or S seconds
// (900) have passed. BIT is the length of a bit. To test the protocol, N bytes
// of noise come before anything else, every Nth byte of the line is lost or has
// a bit flipped, or the board's line out is cut.
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "Vboard.h"
#include "verilated.h"

static const int CHECK = 4096;          // cycles between looks at the terminal
static const int IDLE =
	1 << 17; // cycles without a change, after which it sleeps

struct line {
	int bit, lose, flip;
	unsigned count;
	// True if the byte arrives; it may have changed.
	bool carry(unsigned char &byte)
	{
		count++;
		if (lose && count % lose == 0)
			return false;
		if (flip && count % flip == 0)
			byte ^= 1u << (count / flip % 8);
		return true;
	}
};

static line wire = { 8, 0, 0, 0 };
static int garbage;
static bool mute;
static int terminal;

// To the board: a byte as ten bits, each of BIT cycles.
struct sender {
	unsigned char queue[4096];
	int next = 0, end = 0;
	int left = 0, time = 0;
	unsigned bits = 1;
	bool busy() const { return left || next < end; }
	void refill()
	{
		if (next < end || garbage)
			return;
		ssize_t n = read(terminal, queue, sizeof queue);
		next = 0;
		end = n > 0 ? (int)n : 0;
	}
	void begin()
	{
		unsigned char byte;
		if (garbage) {
			garbage--;
			byte = (unsigned char)rand();
		} else {
			byte = queue[next++];
			if (!wire.carry(byte))
				return;
		}
		bits = 0x200u | byte << 1;
		left = 10;
		time = wire.bit;
	}
	int level()
	{
		if (!left && (garbage || next < end))
			begin();
		int now = bits & 1;
		if (left && --time == 0) {
			bits = left > 1 ? bits >> 1 : 1;
			time = wire.bit;
			left--;
		}
		return now;
	}
};

// From the board.
struct receiver {
	int left = 0, time = 0;
	unsigned bits = 0;
	void level(int now)
	{
		if (!left) {
			if (!now) {
				left = 10;
				time = wire.bit / 2;
			}
			return;
		}
		if (--time > 0)
			return;
		time = wire.bit;
		bits = bits >> 1 | (unsigned)now << 9;
		if (--left == 0 && now) {
			unsigned char byte = (unsigned char)(bits >> 1);
			if (!mute && wire.carry(byte) &&
			    write(terminal, &byte, 1) != 1)
				exit(1);
		}
	}
};

static int open_terminal()
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	if (fd < 0 || grantpt(fd) || unlockpt(fd)) {
		perror("posix_openpt");
		exit(1);
	}
	// Kept open, so that the terminal outlives each of its users; raw from
	// the beginning.
	int slave = open(ptsname(fd), O_RDWR | O_NOCTTY);
	struct termios t;
	tcgetattr(slave, &t);
	cfmakeraw(&t);
	tcsetattr(slave, TCSANOW, &t);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	puts(ptsname(fd));
	fflush(stdout);
	return fd;
}

static void options(int argc, char **argv, int *seconds)
{
	struct { const char *name; int *value; } const known[] = {
		{ "--bit", &wire.bit }, { "--garbage", &garbage },
		{ "--lose", &wire.lose },
		{ "--flip", &wire.flip }, { "--seconds", seconds },
	};
	for (int i = 1; i < argc; i++) {
		bool found = strcmp(argv[i], "--mute") == 0;
		mute |= found;
		for (auto &k : known)
			if (strcmp(argv[i], k.name) == 0 && i + 1 < argc) {
				*k.value = atoi(argv[++i]);
				found = true;
				break;
			}
		if (!found) {
			fprintf(stderr, "sim: error: unknown option '%s'\n",
				argv[i]);
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	int seconds = 900, quiet = 0;
	options(argc, argv, &seconds);
	time_t end = time(NULL) + seconds;
	terminal = open_terminal();
	Verilated::randReset(2);
	static Vboard board;
	static sender to;
	static receiver from;
	BOARD_TIES;
	for (long cycle = 0;; cycle++) {
		if (cycle % CHECK == 0) {
			to.refill();
			if (time(NULL) >= end)
				return 0;
			if (quiet > IDLE) {
				struct pollfd p = { terminal, POLLIN, 0 };
				poll(&p, 1, 1000);
				quiet = 0;
			}
		}
		board.BOARD_RX = to.level();
		board.BOARD_CLOCK = 0;
		board.eval();
		board.BOARD_CLOCK = 1;
		board.eval();
		from.level(board.BOARD_TX);
		quiet = to.busy() || !board.BOARD_TX || BOARD_RUNS ? 0 :
								     quiet + 1;
	}
}
