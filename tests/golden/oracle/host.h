/* host.h - the world of an oracle program: qemu's Linux, or the golden machine
 * SPDX-License-Identifier: Apache-2.0
 *
 * With ON_QEMU defined output and exit are Linux system calls, else the console
 * and ebreak. Everything else is the same code at the same addresses.
 */
#ifndef ORACLE_HOST_H
#define ORACLE_HOST_H

#include <stdint.h>

int main(void);

void put_char(char c);
void put_text(const char *text);
void put_hex(uint32_t value);
void put_line(const char *name, uint32_t value);

/* The next of a fixed sequence of random words. */
uint32_t next_random(void);

#endif
