/* ww_profile.h - names parts of a program for warpwright's option --profile
 * SPDX-License-Identifier: Apache-2.0
 *
 *	ww_profile_begin("inner loop");
 *	...
 *	ww_profile_end();
 *
 * The profile says what each region cost (doc/profile.md). Each of the two is
 * one instruction, a nop; its place and NAME are in a section of the program's
 * file that is not loaded. NAME is a string literal, of one line. Loads and
 * stores stay on their side of both.
 */
#ifndef WW_PROFILE_H
#define WW_PROFILE_H

#define ww_profile_mark_(name) \
	__asm__ volatile("1:\tnop\n" \
			 "\t.pushsection .debug_ww_regions, \"\", @progbits\n" \
			 "\t.4byte 1b\n" \
			 "\t.asciz " #name "\n" \
			 "\t.popsection" ::: "memory")

#define ww_profile_begin(name) ww_profile_mark_(name)
#define ww_profile_end() ww_profile_mark_("")

#endif
