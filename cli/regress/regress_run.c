/* regress_run.c - runs the list in parallel
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each run is a process of this program, in a process group of its own. The
 * first run that needs a model builds it; other runs that need the same model
 * start when the first one has ended. At most half of the jobs build models,
 * unless no other run is ready.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE         /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "cli/cmd.h"
#include "cli/regress/regress.h"

enum { EXTRA_WORDS = 8, PAUSE_MS = 20 };

/* How long a run may take to end when it is asked to. After a signal to
 * ourselves less than a second, but more than a command needs to end the
 * compilers that it runs. */
#define TERMINATE_SECONDS 5
#define STOP_SECONDS (PROC_GRACE + 0.4)

struct slot {
	struct regress_run *run;        /* NULL: free */
	pid_t pid;
	double begun;
	/* time of the first signal to end it; 0: none */
	double asked;
	const char *word;       /* reason of that signal */
	bool first;             /* it builds its model */
};

enum model_state { UNBUILT, BUILDING, BUILT };

struct model {
	uint64_t number;
	enum model_state state;
};

struct runner {
	struct regress *r;
	struct slot *slots;
	size_t busy, builders;
	struct model *models;
	size_t model_count;
	size_t next;            /* all runs before this index have started */
	bool *begun;
	size_t ok, failed, done, all;
	int error;
};

/* --- models ----------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
	const struct model *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static struct model *model_of(const struct runner *u,
			      const struct regress_run *run)
{
	const struct model key = { .number = run->model };

	return bsearch(&key, u->models, u->model_count, sizeof key, by_number);
}

static void list_models(struct runner *u)
{
	size_t kept = 0;

	for (size_t i = 0; i < u->r->count; i++)
		u->models[i] = (struct model){ u->r->runs[i].model,
					       u->r->runs[i].model ? UNBUILT :
					       	BUILT };
	qsort(u->models, u->r->count, sizeof *u->models, by_number);
	for (size_t i = 0; i < u->r->count; i++)
		if (!kept || u->models[kept - 1].number != u->models[i].number)
			u->models[kept++] = u->models[i];
	u->model_count = kept;
}

/* --- one run ---------------------------------------------------------- */

/* WORD with the run's directory in place of its mark. */
static char *put_dir(const struct runner *u, const struct regress_run *run,
		     char *word)
{
	char *mark = strchr(word, REGRESS_RUN_DIR), dir[PATH_MAX];

	if (!mark)
		return word;
	regress_path(u->r, run, NULL, dir);
	word = arena_format(&u->r->dg->arena, "%.*s%s%s", (int)(mark - word),
			    word, dir, mark + 1);
	return put_dir(u, run, word);
}

static void add_option(char **argv, size_t *n, const struct regress *r,
		       const char *option, const char *value)
{
	argv[(*n)++] = arena_copy(&r->dg->arena, option, strlen(option));
	argv[(*n)++] = arena_copy(&r->dg->arena, value, strlen(value));
}

static char **arguments(const struct runner *u, const struct regress_run *run)
{
	struct regress *r = u->r;
	char **argv = arena_alloc(&r->dg->arena, (run->count + EXTRA_WORDS +
						  2) * sizeof *argv);
	char path[PATH_MAX];
	size_t n = 0;

	argv[n++] = r->program;
	argv[n++] = run->words[0];
	regress_path(r, run, "result.json", path);
	add_option(argv, &n, r, "--json", path);
	if (strcmp(run->words[0], "fuzz") == 0) {
		regress_path(r, run, "program.S", path);
		add_option(argv, &n, r, "--output", path);
	}
	if (r->coverage && run->model)
		add_option(argv, &n, r, "--coverage", r->coverage);
	for (size_t i = 1; i < run->count; i++)
		argv[n++] = put_dir(u, run, run->words[i]);
	return argv;
}

/* In the child: executes the command; does not return. */
static void execute_command(const struct regress *r, char **argv, int out)
{
	int null = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(out, 2) < 0 || chdir(r->base))
		_exit(126);
	execv(argv[0], argv);
	_exit(127);
}

static int cannot(struct runner *u, const char *what, const char *path)
{
	fprintf(stderr, "warpwright %s: error: cannot %s '%s': %s\n",
		u->r->command, what, path, strerror(errno));
	u->error = CMD_TOOL;
	return -1;
}

/* Makes an empty directory and a file for the output of RUN; returns its
 * descriptor. */
static int prepare(struct runner *u, const struct regress_run *run)
{
	char path[PATH_MAX];
	int out;

	regress_path(u->r, run, NULL, path);
	if (proc_remove_tree(path) || proc_make_dirs(path))
		return cannot(u, "make", path);
	regress_path(u->r, run, "output", path);
	out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return out < 0 ? cannot(u, "write", path) : out;
}

static void begin(struct runner *u, struct slot *s, struct regress_run *run)
{
	char **argv = arguments(u, run);
	struct model *m = model_of(u, run);
	int out = prepare(u, run);

	if (out < 0)
		return;
	s->pid = fork();
	if (s->pid == 0)
		execute_command(u->r, argv, out);
	close(out);
	if (s->pid < 0) {
		cannot(u, "run", u->r->program);
		return;
	}
	setpgid(s->pid, s->pid);
	s->run = run;
	s->begun = clock_now();
	s->asked = 0;
	s->word = NULL;
	s->first = m->state == UNBUILT;
	if (s->first)
		m->state = BUILDING;
	u->builders += s->first;
	u->busy++;
}

/* --- which one -------------------------------------------------------- */

static struct regress_run *choose(struct runner *u)
{
	struct regress *r = u->r;
	struct regress_run *builder = NULL;

	while (u->next < r->count && u->begun[u->next])
		u->next++;
	for (size_t i = u->next; i < r->count; i++) {
		enum model_state state;

		if (u->begun[i])
			continue;
		state = model_of(u, &r->runs[i])->state;
		if (state == BUILT)
			return &r->runs[i];
		if (state == UNBUILT && !builder)
			builder = &r->runs[i];
	}
	/* Build more models than half of the jobs only if nothing else can
	 * run. */
	return u->builders < (r->jobs + 1) / 2 || u->busy == u->builders ?
		       builder :
		       NULL;
}

static void start_runs(struct runner *u)
{
	for (size_t i = 0; i < u->r->jobs && !u->error && !*u->r->interrupt;
	     i++) {
		struct regress_run *run;

		if (u->slots[i].run)
			continue;
		run = choose(u);
		if (!run)
			return;
		u->begun[run - u->r->runs] = true;
		begin(u, &u->slots[i], run);
	}
}

/* --- the end of one --------------------------------------------------- */

static void clear_line(const struct regress *r)
{
	if (r->terminal)
		fprintf(stderr, "\r\033[K");
}

static void say_failure(const struct regress *r, struct regress_run *run)
{
	char signature[128], path[PATH_MAX];

	if (r->quiet)
		return;
	regress_signature(run, signature, sizeof signature);
	snprintf(path, sizeof path, "%s/runs/%s/output", r->dir, run->id);
	clear_line(r);
	printf("%s  %s  (%s)\n  %s\n",
	       run->result.outcome == REGRESS_FAILED ? "FAIL " : "BROKEN",
	       signature, path, regress_command(r, run));
	fflush(stdout);
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void finish(struct runner *u, struct slot *s, int status,
		   const struct rusage *use)
{
	struct regress_run *run = s->run;
	struct regress_result *res = &run->result;

	if (s->first) {
		model_of(u, run)->state = BUILT;
		u->builders--;
	}
	s->run = NULL;
	u->busy--;
	if (*u->r->interrupt && !(s->word && strcmp(s->word, "time") == 0))
		return;
	res->status = WIFEXITED(status) ? WEXITSTATUS(status) :
					  128 + WTERMSIG(status);
	res->wall = clock_now() - s->begun;
	res->cpu = seconds(use->ru_utime) + seconds(use->ru_stime);
	regress_judge(u->r, run, s->word);
	if (regress_save(u->r, run))
		u->error = CMD_TOOL;
	u->done++;
	if (res->outcome == REGRESS_OK)
		u->ok++;
	else
		say_failure(u->r, run);
	u->failed += res->outcome != REGRESS_OK;
}

/* Ends a run that takes too long, and every run after an interrupt: by SIGTERM
 * or SIGINT, later by SIGKILL. */
static void check_time(struct runner *u, struct slot *s, double now)
{
	bool stop = *u->r->interrupt;

	if (s->asked <= 0 && (stop || now - s->begun > s->run->want.seconds)) {
		s->word = stop ? "interrupted" : "time";
		s->asked = now;
		kill(-s->pid, stop ? SIGINT : SIGTERM);
	} else if (s->asked > 0 &&
		   now - s->asked > (stop ? STOP_SECONDS : TERMINATE_SECONDS)) {
		kill(-s->pid, SIGKILL);
	}
}

static bool look(struct runner *u)
{
	double now = clock_now();
	bool any = false;

	for (size_t i = 0; i < u->r->jobs; i++) {
		struct slot *s = &u->slots[i];
		struct rusage use;
		int status;
		pid_t pid;

		if (!s->run)
			continue;
		pid = wait4(s->pid, &status, WNOHANG, &use);
		if (pid == s->pid) {
			/* kill processes that it left behind */
			kill(-s->pid, SIGKILL);
			finish(u, s, status, &use);
			any = true;
		} else {
			check_time(u, s, now);
		}
	}
	return any;
}

/* --- all -------------------------------------------------------------- */

static void progress(const struct runner *u)
{
	double spent = clock_now() - u->r->begun;

	if (!u->r->terminal)
		return;
	fprintf(stderr,
		"\r\033[K%s: %zu of %zu, %zu failed, %zu running, %.0f s",
		u->r->command, u->done, u->all, u->failed, u->busy, spent);
	if (u->done)
		fprintf(stderr, ", about %.0f s left", spent / (double)u->done *
			(double)(u->all - u->done));
}

static void wait_a_little(void)
{
	const struct timespec t = { 0, PAUSE_MS * 1000000L };

	nanosleep(&t, NULL);
}

static void loop(struct runner *u)
{
	double shown = 0;

	while (u->busy ||
	       (u->done < u->all && !u->error && !*u->r->interrupt)) {
		start_runs(u);
		if (clock_now() - shown > 0.2) {
			progress(u);
			shown = clock_now();
		}
		if (!look(u))
			wait_a_little();
		if (u->error && !u->busy)
			break;
	}
	clear_line(u->r);
}

int regress_run_all(struct regress *r)
{
	struct arena *a = &r->dg->arena;
	struct runner u = { .r = r };

	u.slots = arena_alloc(a, r->jobs * sizeof *u.slots);
	u.models = arena_alloc(a, r->count * sizeof *u.models);
	u.begun = arena_alloc(a, r->count * sizeof *u.begun);
	list_models(&u);
	for (size_t i = 0; i < r->count; i++) {
		u.begun[i] = r->runs[i].result.outcome != REGRESS_WAITING ||
			     (r->tasks && i % r->tasks != r->task);
		u.all += !u.begun[i];
	}
	r->begun = clock_now();
	loop(&u);
	return u.error;
}
