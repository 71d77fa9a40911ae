/* icarus_run.c - runs a core in Icarus Verilog: vvp in a process of its own
 * SPDX-License-Identifier: Apache-2.0
 *
 * The protocol of the two processes is in icarus_link.h. If vvp dies or hangs,
 * the run fails, and its WHY has the reason. The child blocks the terminal's
 * signals, since the parent ends it; on Linux it dies with its parent.
 */
#define _XOPEN_SOURCE 700
#include "cosim/device/icarus.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* A cycle that takes longer never ends: the core has a combinational loop. */
enum { HANG_SECONDS = 60 };
enum { MAX_ARGS = 16, TAIL = 300, AWAY = 10 };

struct icarus {
	const struct sim_run *run;
	FILE *memory, *log;     /* temporary files */
	struct icarus_link *link;
	int socket;             /* our end; -1: none */
	pid_t pid;              /* of vvp; 0: none */
	uint64_t cycle;         /* since the model was made */
	struct cosim_pins pins, unknown;
};

__attribute__((format(printf, 2, 3)))
static int refuse(const struct icarus *v, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(v->run->why, v->run->why_size, fmt, ap);
	va_end(ap);
	return -1;
}

/* --- the other process --------------------------------------------------- */

/* The command of vvp: ARGV points into the other members. */
struct command {
	const char *argv[MAX_ARGS];
	char vvp[PATH_MAX], dir[PATH_MAX];
	char waves[PATH_MAX + 16], from[40];
};

static int make_command(const struct icarus *v, struct command *c)
{
	const struct sim_waves *w = v->run->waves;
	const char **arg = c->argv;
	char *slash;

	if (!icarus_tool("vvp", c->vvp))
		return refuse(v, "'vvp' was not found; install the package "
			      "'iverilog'");
	snprintf(c->dir, sizeof c->dir, "-M%s", v->run->model);
	slash = strrchr(c->dir, '/');
	if (slash)
		*slash = '\0';
	*arg++ = c->vvp;
	*arg++ = "-n";
	*arg++ = c->dir;
	*arg++ = "-mmodel";
	*arg++ = v->run->model;
	if (w) {
		snprintf(c->waves, sizeof c->waves, "+waves=%s", w->path);
		snprintf(c->from, sizeof c->from, "+from=%llu",
			 (unsigned long long)w->from);
		*arg++ = w->kind == BUILD_FST ? "-fst" : "-vcd";
		*arg++ = c->waves;
		*arg++ = c->from;
	}
	*arg = NULL;
	return 0;
}

/* Duplicates FD as number TO, by way of a number that no other descriptor
 * needs. */
static int move_fd(int fd, int to)
{
	int away = fcntl(fd, F_DUPFD, AWAY);

	return away < 0 ? -1 : dup2(away, to);
}

/* In the child: blocks the signals of an interrupt, since the parent ends vvp
 * then. The child is killed when its parent dies. */
static void block_signals(pid_t parent)
{
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigaddset(&ours, SIGHUP);
	sigaddset(&ours, SIGQUIT);
	sigprocmask(SIG_BLOCK, &ours, NULL);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	if (getppid() != parent)
		_exit(127);
}

static void exec_vvp(const struct icarus *v, const struct command *c, int other,
		     pid_t parent)
{
	int null = open("/dev/null", O_RDONLY);
	int log = fcntl(fileno(v->log), F_DUPFD, AWAY);
	int memory = fcntl(fileno(v->memory), F_DUPFD, AWAY);

	block_signals(parent);
	if (null < 0 || dup2(null, 0) < 0 || dup2(log, 1) < 0 ||
	    dup2(log, 2) < 0 || move_fd(other, ICARUS_SOCKET) < 0 ||
	    dup2(memory, ICARUS_MEMORY) < 0)
		_exit(127);
	execv(c->vvp, (char *const *)(size_t)c->argv);
	_exit(127);
}

static int fork_vvp(struct icarus *v, const struct command *c)
{
	struct timeval second = { .tv_sec = 1 };
	pid_t parent = getpid();
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return refuse(v, "cannot make a socket: %s", strerror(errno));
	v->socket = ends[0];
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second);
	v->pid = fork();
	if (v->pid == 0)
		exec_vvp(v, c, ends[1], parent);
	close(ends[1]);
	if (v->pid > 0)
		return 0;
	v->pid = 0;
	return refuse(v, "cannot start vvp: %s", strerror(errno));
}

static int share_memory(struct icarus *v)
{
	v->memory = tmpfile();
	v->log = tmpfile();
	if (!v->memory || !v->log ||
	    ftruncate(fileno(v->memory), sizeof *v->link))
		return refuse(v, "cannot make a temporary file: %s",
			      strerror(errno));
	v->link = mmap(NULL, sizeof *v->link, PROT_READ | PROT_WRITE,
		       MAP_SHARED, fileno(v->memory), 0);
	if (v->link == MAP_FAILED) {
		v->link = NULL;
		return refuse(v, "cannot share memory with vvp: %s",
			      strerror(errno));
	}
	v->link->abi = ICARUS_ABI;
	return 0;
}

/* --- messages ------------------------------------------------------------ */

/* Copies the end of vvp's output to TEXT, as a line of its own; "" if there is
 * none. */
static void read_log_end(const struct icarus *v, char text[TAIL])
{
	long size;
	size_t n;

	text[0] = '\0';
	if (fseek(v->log, 0, SEEK_END) || (size = ftell(v->log)) <= 0)
		return;
	fseek(v->log, size > TAIL - 4 ? size - (TAIL - 4) : 0, SEEK_SET);
	strcpy(text, ":\n");
	n = fread(text + 2, 1, TAIL - 4, v->log);
	text[2 + n] = '\0';
	while (n && text[1 + n] == '\n')
		text[1 + n--] = '\0';
}

/* Waits for the end of vvp. Returns its status, as of waitpid. */
static int reap(struct icarus *v)
{
	int status = 0;

	while (v->pid > 0 && waitpid(v->pid, &status, 0) < 0)
		if (errno != EINTR)
			break;
	v->pid = 0;
	return status;
}

static int report_death(struct icarus *v)
{
	int status = reap(v);
	char text[TAIL];

	read_log_end(v, text);
	if (WIFSIGNALED(status))
		return refuse(v, "vvp was ended by signal %d in cycle %llu%s",
			      WTERMSIG(status), (unsigned long long)v->cycle,
			      text);
	return refuse(v, "vvp ended with status %d in cycle %llu%s",
		      WEXITSTATUS(status), (unsigned long long)v->cycle, text);
}

static int kill_vvp(struct icarus *v, int seconds)
{
	kill(v->pid, SIGKILL);
	reap(v);
	return refuse(v, "vvp has not finished cycle %llu in %d seconds; "
		      "%s", (unsigned long long)v->cycle, seconds,
		      seconds < HANG_SECONDS ? "interrupted" :
		      "the core has a combinational loop");
}

static bool is_interrupted(const struct icarus *v)
{
	return v->run->interrupt && *v->run->interrupt;
}

/* Waits for BYTE from vvp. read() returns once a second, to check for an
 * interrupt. */
static int receive(struct icarus *v, char byte)
{
	char got = 0;
	ssize_t n;

	for (int seconds = 0; (n = read(v->socket, &got, 1)) < 0; ) {
		if (errno == EINTR)
			continue;
		if (errno != EAGAIN && errno != EWOULDBLOCK)
			break;
		if (is_interrupted(v) || ++seconds == HANG_SECONDS)
			return kill_vvp(v, seconds);
	}
	return n == 1 && got == byte ? 0 : report_death(v);
}

static int send_byte(struct icarus *v, char byte)
{
	ssize_t n;

	do
		n = send(v->socket, &byte, 1, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n == 1 ? 0 : report_death(v);
}

/* --- a run --------------------------------------------------------------- */

static int open_model(struct icarus *v)
{
	struct command c;
	struct cosim_model_shape shape;
	const char *bad;

	if (share_memory(v) || make_command(v, &c) || fork_vvp(v, &c) ||
	    receive(v, ICARUS_HELLO))
		return -1;
	shape = icarus_shape(v->link);
	bad = sim_misfit(&shape, &v->run->shape);
	if (bad)
		return refuse(v, "the model '%s' does not fit: %s",
			      v->run->model, bad);
	icarus_bind(&v->pins, &v->unknown, v->link);
	return 0;
}

static int simulate(struct icarus *v)
{
	const struct cosim_hooks *hooks = &v->run->hooks;
	int stop = 0;

	for (; !stop; v->cycle++) {
		hooks->drive(hooks->ctx, &v->pins);
		icarus_drive(v->link, &v->pins);
		if (send_byte(v, ICARUS_GO) || receive(v, ICARUS_READY))
			return -1;
		icarus_sample(&v->pins, &v->unknown, v->link);
		stop = hooks->sample(hooks->ctx, &v->pins);
	}
	return 0;
}

/* Ends vvp normally, which completes the waves. */
static int end_vvp(struct icarus *v)
{
	const struct sim_waves *w = v->run->waves;
	char text[TAIL];
	struct stat s;

	if (send_byte(v, ICARUS_QUIT))
		return -1;
	if (reap(v))
		return refuse(v, "vvp did not end well");
	if (w && (stat(w->path, &s) || !s.st_size)) {
		read_log_end(v, text);
		return refuse(v, "the waves cannot be written%s", text);
	}
	return 0;
}

static void release(struct icarus *v)
{
	if (v->pid > 0) {
		kill(v->pid, SIGKILL);
		reap(v);
	}
	if (v->socket >= 0)
		close(v->socket);
	if (v->link)
		munmap(v->link, sizeof *v->link);
	if (v->memory)
		fclose(v->memory);
	if (v->log)
		fclose(v->log);
}

int icarus_run(const struct sim_run *run)
{
	struct icarus *v = calloc(1, sizeof *v);
	int bad;

	if (!v) {
		snprintf(run->why, run->why_size, "out of memory");
		return -1;
	}
	v->run = run;
	v->socket = -1;
	bad = open_model(v) || simulate(v) || end_vvp(v) ? -1 : 0;
	release(v);
	free(v);
	return bad;
}
