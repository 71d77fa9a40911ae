/* serial.h - a serial port in raw mode, restored when it is closed
 * SPDX-License-Identifier: Apache-2.0
 *
 * The port is locked while it is open. Functions return 0 (or a count), or -1
 * with the reason in WHY; nothing is printed.
 */
#ifndef WW_SESSION_SERIAL_H
#define WW_SESSION_SERIAL_H

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

/* Is BAUD a rate that serial ports support? serial_rates lists them for
 * messages. */
int serial_has_rate(uint32_t baud);
extern const char serial_rates[];

/* Opens PATH: 8 bits, no parity, no flow control. Drops bytes received
 * before. */
int serial_open(struct serial *s, const char *path, uint32_t baud);
/* Restores the settings of the port and closes it. */
void serial_close(struct serial *s);

int serial_write(struct serial *s, const uint8_t *bytes, size_t n);
/* Reads up to N bytes as soon as bytes are available. Returns their number; 0
 * after MS milliseconds without any, or after a signal. */
long serial_read(struct serial *s, uint8_t *bytes, size_t n, int ms);

#endif
