/* serial.c - a serial port in raw mode, restored when it is closed
 * SPDX-License-Identifier: Apache-2.0
 */
#define _DEFAULT_SOURCE
#include "session/link/serial.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define RATES \
	RATE(9600) RATE(19200) RATE(38400) RATE(57600) RATE(115200) \
	RATE(230400) RATE(460800) RATE(500000) RATE(576000) RATE(921600) \
	RATE(1000000) RATE(1500000) RATE(2000000) RATE(3000000)

#define RATE(n) { n, B ## n },
static const struct {
	uint32_t baud;
	speed_t speed;
} rates[] = { RATES };
#undef RATE

#define RATE(n) " " #n
const char serial_rates[] = RATES;
#undef RATE

enum { STALLED_MS = 5000 };

__attribute__((format(printf, 2, 3)))
static int fail(struct serial *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->why, sizeof s->why, fmt, ap);
	va_end(ap);
	return -1;
}

static const speed_t *find_rate(uint32_t baud)
{
	for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++)
		if (rates[i].baud == baud)
			return &rates[i].speed;
	return NULL;
}

int serial_has_rate(uint32_t baud)
{
	return find_rate(baud) != NULL;
}

static int open_port(struct serial *s, const char *path)
{
	s->fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (s->fd >= 0)
		return 0;
	if (errno == ENOENT)
		return fail(s, "there is no such port; ls /dev/ttyUSB* "
			    "/dev/ttyACM* shows those that are plugged in");
	if (errno == EACCES)
		return fail(s, "permission denied; add yourself to the "
			    "port's group (Debian: adduser NAME dialout)");
	return fail(s, "cannot open the port: %s", strerror(errno));
}

static int set_up(struct serial *s)
{
	const speed_t *speed = find_rate(s->baud);
	struct termios t;

	if (!isatty(s->fd) || tcgetattr(s->fd, &s->before) != 0)
		return fail(s, "no serial port");
	if (flock(s->fd, LOCK_EX | LOCK_NB) != 0)
		return fail(s, "in use by another program");
	t = s->before;
	cfmakeraw(&t);
	t.c_cflag &= (tcflag_t)~(CSTOPB | CRTSCTS);
	t.c_cflag |= CLOCAL | CREAD;
	t.c_cc[VMIN] = 0;
	t.c_cc[VTIME] = 0;
	if (cfsetispeed(&t, *speed) != 0 || cfsetospeed(&t, *speed) != 0 ||
	    tcsetattr(s->fd, TCSANOW, &t) != 0)
		return fail(s, "cannot be set to %u baud: %s",
			    (unsigned)s->baud, strerror(errno));
	tcflush(s->fd, TCIOFLUSH);
	return 0;
}

int serial_open(struct serial *s, const char *path, uint32_t baud)
{
	*s = (struct serial){ .fd = -1, .baud = baud };
	if (open_port(s, path) != 0)
		return -1;
	if (set_up(s) == 0)
		return 0;
	close(s->fd);
	s->fd = -1;
	return -1;
}

void serial_close(struct serial *s)
{
	if (s->fd < 0)
		return;
	tcdrain(s->fd);
	tcflush(s->fd, TCIFLUSH);
	tcsetattr(s->fd, TCSANOW, &s->before);
	close(s->fd);
	s->fd = -1;
}

static int gone(struct serial *s)
{
	return fail(s, "the port is gone: unplugged?");
}

int serial_write(struct serial *s, const uint8_t *bytes, size_t n)
{
	struct pollfd p = { .fd = s->fd, .events = POLLOUT };

	while (n > 0) {
		ssize_t done = write(s->fd, bytes, n);

		if (done > 0) {
			bytes += done;
			n -= (size_t)done;
		} else if (done < 0 && errno != EAGAIN && errno != EINTR) {
			return gone(s);
		} else if (poll(&p, 1, STALLED_MS) == 0) {
			return fail(s, "the port takes no bytes");
		}
	}
	return 0;
}

long serial_read(struct serial *s, uint8_t *bytes, size_t n, int ms)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN };
	ssize_t got;

	if (poll(&p, 1, ms) <= 0)
		return 0;
	got = read(s->fd, bytes, n);
	if (got > 0)
		return (long)got;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return gone(s);
}
