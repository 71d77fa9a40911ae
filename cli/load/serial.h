/* serial.h - a serial port, raw, and as it was when it is closed
 * SPDX-License-Identifier: Apache-2.0
 *
 * The port is ours alone while it is open. Functions return 0 (or a count) and
 * -1 with the reason in WHY; nothing is printed.
 */
#ifndef WW_CLI_SERIAL_H
#define WW_CLI_SERIAL_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

enum { SERIAL_WHY = 256 };

struct serial {
	int fd;                 /* -1: closed */
	uint32_t baud;
	struct termios before;
	char why[SERIAL_WHY];
};

/* True if this is a rate that ports have; the list, for messages, is
 * serial_rates. */
int serial_has_rate(uint32_t baud);
extern const char serial_rates[];

/* Opens PATH: 8 bits, no parity, no flow control. What has been received
 * before is forgotten. */
int serial_open(struct serial *s, const char *path, uint32_t baud);
/* Gives the port its former settings and closes it. */
void serial_close(struct serial *s);

int serial_write(struct serial *s, const uint8_t *bytes, size_t n);
/* Up to N bytes, as soon as there are some: their number, 0 after MS
 * milliseconds without any or when a signal came. */
long serial_read(struct serial *s, uint8_t *bytes, size_t n, int ms);

#endif
