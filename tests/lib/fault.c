/* fault.c - a host of libwarpwright whose core is wrong: fault DEVICE PROGRAM
 * SPDX-License-Identifier: Apache-2.0
 */
#include <warpwright/device.h>

#include "tests/tap.h"

int main(int argc, char **argv)
{
	struct wwd_launch l = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 } };
	struct wwd_program *p;
	struct wwd *d;
	uint32_t ticket, arg[2] = { 1, 0 };

	if (argc != 3 || wwd_open(argv[1], &d) || wwd_load(d, argv[2], &p)) {
		diag("%s", wwd_error());
		return 1;
	}
	wwd_entry(p, "add", &l.pc);
	wwd_alloc(d, 4, 0, &arg[1]);
	wwd_alloc(d, sizeof arg, 0, &l.arg);
	wwd_write(d, l.arg, arg, sizeof arg);
	wwd_start(d, &l, &ticket);
	ok(wwd_wait(d, ticket, 60, NULL) == WWD_E_MISMATCH, "a mismatch");
	ok(strstr(wwd_error(), "ww_block_begin") && strchr(wwd_error(), '\n'),
	   "has a report");
	diag("%.200s", wwd_error());
	ok(wwd_start(d, &l, &ticket) == WWD_E_MISMATCH, "a failed device");
	ok(strstr(wwd_error(), "wwd_reset"), "until a reset");
	ok(!wwd_reset(d), "a reset");
	wwd_start(d, &l, &ticket);
	ok(wwd_wait(d, ticket, 60, NULL) == WWD_E_MISMATCH, "wrong again");
	ok(!wwd_close(d), "is closed");
	return tap_done();
}
