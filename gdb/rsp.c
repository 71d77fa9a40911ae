/* rsp.c - packets of GDB's remote serial protocol, over a socket or a pipe
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "gdb/rsp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	INTERRUPT = 3,          /* the byte that GDB sends for Ctrl-C */
	LOOK = 200              /* ms between two looks at signals */
};

static int fail(const char *what)
{
	fprintf(stderr, "warpwright: error: --gdb: cannot %s: %s\n", what,
		strerror(errno));
	return -1;
}

/* A socket on PORT of this machine that waits for a caller, or -1. */
static int listen_on(uint16_t port)
{
	struct sockaddr_in a = { .sin_family = AF_INET,
				 .sin_port = htons(port) };
	socklen_t size = sizeof a;
	int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (s < 0)
		return fail("make a socket");
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (bind(s, (struct sockaddr *)&a, sizeof a) || listen(s, 1) ||
	    getsockname(s, (struct sockaddr *)&a, &size)) {
		fail("listen on that port");
		close(s);
		return -1;
	}
	fprintf(stderr, "gdb: target remote :%d\n", ntohs(a.sin_port));
	return s;
}

static bool is_called_off(const struct rsp *r)
{
	return r->stop && *r->stop;
}

/* Waits until FD can be read; false after a signal that ends the command. */
static bool wait_for(const struct rsp *r, int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (!is_called_off(r))
		if (poll(&p, 1, LOOK) > 0)
			return true;
	return false;
}

static int open_socket(struct rsp *r, uint16_t port)
{
	int s = listen_on(port), one = 1;

	if (s < 0)
		return -1;
	r->in = r->out = wait_for(r, s) ? accept(s, NULL, NULL) : -1;
	close(s);
	if (r->in < 0)
		return is_called_off(r) ? 0 : fail("accept a call");
	setsockopt(r->in, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return 0;
}

/* Takes stdin and stdout; what is printed from now on goes to stderr. Ctrl-C in
 * the terminal is for GDB. */
static int open_pipe(struct rsp *r)
{
	fflush(stdout);
	r->in = dup(0);
	r->out = dup(1);
	signal(SIGINT, SIG_IGN);
	return r->in < 0 || r->out < 0 || dup2(2, 1) < 0 ?
	       fail("take stdin and stdout") : 0;
}

int rsp_open(struct rsp *r, const char *where,
	     const volatile sig_atomic_t *stop)
{
	*r = (struct rsp){ .in = -1, .out = -1, .stop = stop };
	r->packet = malloc(RSP_SIZE + 1);
	r->reply = malloc(2 * RSP_SIZE + RSP_MORE);
	if (!r->packet || !r->reply)
		return fail("start");
	signal(SIGPIPE, SIG_IGN);
	return strcmp(where, "-") ?
	       open_socket(r, (uint16_t)strtoul(where, NULL, 10)) :
	       open_pipe(r);
}

void rsp_close(struct rsp *r)
{
	if (r->in >= 0)
		close(r->in);
	if (r->out >= 0 && r->out != r->in)
		close(r->out);
	free(r->packet);
	free(r->reply);
}

/* --- bytes ------------------------------------------------------------ */

static bool fill(struct rsp *r)
{
	ssize_t n;

	if (r->unread_from < r->unread_to)
		return true;
	if (r->in < 0 || !wait_for(r, r->in))
		return false;
	do
		n = read(r->in, r->unread, sizeof r->unread);
	while (n < 0 && errno == EINTR);
	r->unread_from = 0;
	r->unread_to = n > 0 ? (size_t)n : 0;
	return n > 0;
}

static int get(struct rsp *r)
{
	return fill(r) ? (unsigned char)r->unread[r->unread_from++] : -1;
}

static void put(struct rsp *r, const char *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(r->out, bytes, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return;
		bytes += done;
		n -= (size_t)done;
	}
}

bool rsp_interrupted(struct rsp *r)
{
	struct pollfd p = { .fd = r->in, .events = POLLIN };

	if (is_called_off(r))
		return true;
	if (r->unread_from == r->unread_to &&
	    (poll(&p, 1, 0) <= 0 || !fill(r)))
		return false;
	if (r->unread[r->unread_from] != INTERRUPT)
		return false;
	r->unread_from++;
	return true;
}

/* --- packets ---------------------------------------------------------- */

static int value_of(int c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	       c >= 'a' && c <= 'f' ? c - 'a' + 10 :
	       c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Reads to the end of a packet whose $ has been read. Returns 1; 0: its sum is
 * wrong; -1: the line has ended. */
static int read_packet(struct rsp *r)
{
	unsigned sum = 0;
	int c, high, low;

	r->packet_bytes = 0;
	while ((c = get(r)) != '#') {
		if (c < 0)
			return -1;
		sum += (unsigned)c;
		if (c == '}') {
			c = get(r);
			if (c < 0)
				return -1;
			sum += (unsigned)c;
			c ^= 0x20;
		}
		if (r->packet_bytes < RSP_SIZE)
			r->packet[r->packet_bytes++] = (char)c;
	}
	r->packet[r->packet_bytes] = '\0';
	high = value_of(get(r));
	low = value_of(get(r));
	return high >= 0 && low >= 0 &&
	       (unsigned)(high << 4 | low) == (sum & 255);
}

/* Before an acknowledgement GDB sends nothing but the same packet again: a
 * kernel may be compiled meanwhile. */
static bool is_repeated(const struct rsp *r)
{
	return !r->no_acks && r->unread_from < r->unread_to &&
	       r->unread[r->unread_from] == '$';
}

bool rsp_receive(struct rsp *r)
{
	int c, right;

	for (;;) {
		while ((c = get(r)) != '$')
			if (c < 0)
				return false;
		right = read_packet(r);
		if (right < 0)
			return false;
		if (right && is_repeated(r))
			continue;
		if (!r->no_acks)
			put(r, right ? "+" : "-", 1);
		if (right)
			return true;
	}
}

void rsp_begin(struct rsp *r)
{
	r->reply[0] = '$';
	r->reply_bytes = 1;
}

void rsp_add(struct rsp *r, const char *format, ...)
{
	size_t room = 2 * RSP_SIZE + RSP_MORE - 8 - r->reply_bytes;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(r->reply + r->reply_bytes, room, format, ap);
	va_end(ap);
	if (n > 0)
		r->reply_bytes += (size_t)n < room ? (size_t)n : room - 1;
}

void rsp_add_hex(struct rsp *r, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		rsp_add(r, "%02x", bytes[i]);
}

void rsp_add_text(struct rsp *r, const char *text)
{
	rsp_add_hex(r, (const uint8_t *)text, strlen(text));
}

void rsp_send(struct rsp *r)
{
	unsigned sum = 0;
	char end[4];

	for (size_t i = 1; i < r->reply_bytes; i++)
		sum += (unsigned char)r->reply[i];
	snprintf(end, sizeof end, "#%02x", sum & 255);
	memcpy(r->reply + r->reply_bytes, end, 3);
	put(r, r->reply, r->reply_bytes + 3);
}

void rsp_say(struct rsp *r, const char *text)
{
	rsp_begin(r);
	rsp_add(r, "%s", text);
	rsp_send(r);
}

void rsp_part(struct rsp *r, const char *text, size_t offset, size_t n)
{
	size_t bytes = strlen(text);

	if (offset > bytes)
		offset = bytes;
	if (n > RSP_SIZE - 4)
		n = RSP_SIZE - 4;
	rsp_begin(r);
	rsp_add(r, "%c", offset + n < bytes ? 'm' : 'l');
	for (size_t i = offset; i < bytes && i < offset + n; i++)
		if (strchr("#$}*", text[i]))
			rsp_add(r, "}%c", text[i] ^ 0x20);
		else
			rsp_add(r, "%c", text[i]);
	rsp_send(r);
}
