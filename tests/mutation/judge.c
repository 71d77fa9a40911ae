/* judge.c - run a list of programs against each of many mutants
 * SPDX-License-Identifier: Apache-2.0
 *
 *     judge [-l] [-s] TREE PROGRAMS OUT [MUTANT...]
 *
 * TREE is an emitted core with mutants behind the environment variable
 * WW_MUTANT. PROGRAMS has a line for each run:
 *
 *     elf FILE [SEED]         a program; random memory timing if there is a
 *                             seed
 *     fuzz FIRST LAST         random programs of these seeds
 *     error FROM BYTES FILE   memory refuses accesses of BYTES from FROM on
 *     refuse FROM BYTES FILE  the same for writes alone
 *     latency N               from here on memory is steady and answers after N
 *                             cycles; 0: as it was
 *
 * All runs must pass without a mutant (number 0), which is tried first;
 * programs that do not load in this configuration are left out. Then each
 * MUTANT (from standard input if none is given) has a process of its own, in
 * which it meets the runs in order until one fails, twice: in lockstep, and
 * with nothing compared but what can be seen when a run has ended: exit code,
 * trap, console, memory, and that it ends; with -l in lockstep alone. With -s
 * the core tells in which runs a mutant has an effect (mutate_source.c), and it
 * meets these alone. A line for each is appended to OUT:
 *
 *     MUTANT lockstep VERDICT RUN CHECK RUNS CYCLES SECONDS
 *     MUTANT end      VERDICT RUN HOW   RUNS CYCLES SECONDS
 *
 * With the word golden in place of the mutants the judge itself is linked with
 * a mutant of the golden model, and the core is as it should be: one line.
 *
 * VERDICT is killed, timing (all runs pass, but some take other cycles or count
 * other events than without the mutant) or survived; RUNS and CYCLES are those
 * that it took; HOW is unmet if -s found no run for it. A process that dies or
 * takes too long is a kill, too.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "fuzz/fuzz.h"
#include "session/cosim/cosim_job.h"
#include "session/machine.h"

enum {
	MAX_RUNS = 1024, LENGTH = 150, SLACK = 20000, PATIENCE = 120,
	LINE = 1024, WHY = 512, MAX_MUTANTS = 8192,
	MOST_CYCLES = 4000000
};

/* What can be seen of a run when it has ended. */
struct signature {
	uint32_t exit_code;             /* if there was no trap */
	struct golden_trap trap;
	uint64_t ram, console;          /* digests */
};

struct run {
	char name[128];
	struct elf_image image;
	bool random;
	uint64_t seed, latency;
	struct mem_range error;
	bool has_error;

	/* Without a mutant. */
	uint64_t cycles, counters;      /* digest of what the counters say */
	struct signature wanted;        /* of the golden model alone */
	bool comparable;                /* the core's is the same */
	uint8_t *seen;                  /* by mutant: has an effect; or NULL */
};

struct judge {
	struct job job;
	struct diag dg;
	char model[PATH_MAX];
	struct run runs[MAX_RUNS];
	int count;
	/* of the runs to come; 0: the usual one */
	uint64_t latency;
	uint64_t console;               /* digest of what has been written */
	bool ends;                      /* the second time, too */
	bool sees;                      /* runs in which it has an effect */
};

__attribute__((noreturn))
static void die(const char *what, const char *name)
{
	fprintf(stderr, "judge: %s: %s\n", what, name);
	exit(99);
}

/* --- digests ---------------------------------------------------------- */

static uint64_t mix(uint64_t digest, uint64_t word)
{
	digest = (digest ^ word) * UINT64_C(0x9E3779B97F4A7C15);
	return digest ^ digest >> 29;
}

static uint64_t digest(const void *data, size_t size)
{
	const unsigned char *at = data;
	uint64_t all = 1, word;

	for (size_t i = 0; i + 8 <= size; i += 8) {
		memcpy(&word, at + i, 8);
		if (word)
			all = mix(all, word ^ i);
	}
	return all;
}

static void console(void *ctx, uint8_t byte)
{
	struct judge *j = ctx;

	j->console = mix(j->console, byte);
}

/* --- what is run ------------------------------------------------------ */

static struct run *add_run(struct judge *j)
{
	if (j->count == MAX_RUNS)
		die("too many runs", j->runs[0].name);
	j->runs[j->count].latency = j->latency;
	return &j->runs[j->count++];
}

static void add_elf(struct judge *j, const char *path, const char *seed)
{
	struct run *r = add_run(j);
	const char *name = strrchr(path, '/');
	char why[WHY];

	snprintf(r->name, sizeof r->name, "%s%s%s", name ? name + 1 : path,
		 seed ? "," : "", seed ? seed : "");
	r->random = seed && !r->latency;
	r->seed = seed ? strtoull(seed, NULL, 10) : 0;
	if (elf_load(path, j->job.cfg.ram_base, j->job.cfg.ram_size, &r->image,
		     why, sizeof why) ||
	    r->image.entry != j->job.cfg.reset_pc) {
		elf_free(&r->image);
		memset(r, 0, sizeof *r);
		j->count--;
	}
}

static void add_error(struct judge *j, bool writes, const char *from,
		      const char *bytes, const char *path)
{
	int before = j->count;
	struct run *r = &j->runs[before];

	add_elf(j, path, NULL);
	if (j->count == before)
		return;
	r->has_error = true;
	r->error = (struct mem_range){
		.addr = (uint32_t)strtoul(from, NULL, 0),
		.bytes = (uint32_t)strtoul(bytes, NULL, 0),
		.spare_reads = writes
	};
	strncat(r->name, writes ? ",refuse" : ",error",
		sizeof r->name - strlen(r->name) - 1);
}

static void add_fuzz(struct judge *j, uint64_t seed)
{
	struct machine m = machine_from_config(&j->job.cfg);
	struct fuzz_options o = { .seed = seed, .length = LENGTH };
	struct fuzz_program *p = NULL;
	struct run *r = add_run(j);
	struct fuzz_part part[FUZZ_SECTIONS];
	uint32_t needed;
	int n;

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		o.weight[k] = fuzz_kind_weight(k);
	if (fuzz_generate(&o, &m, &p, &needed))
		die("cannot make a random program", "fuzz");
	snprintf(r->name, sizeof r->name, "fuzz-%" PRIu64, seed);
	r->random = !r->latency;
	r->seed = seed;
	r->image = (struct elf_image){
		.entry = m.reset_pc, .ram_base = m.ram_base,
		.ram_size = m.ram_size,
		.ram = calloc(m.ram_size, 1)
	};
	n = r->image.ram ? fuzz_place(p, r->image.ram, part) : -1;
	r->image.parts = n < 0 ? NULL :
				 malloc((size_t)n * sizeof *r->image.parts);
	if (!r->image.parts)
		die("out of memory", r->name);
	for (; n > 0; n--)
		r->image.parts[r->image.part_count++] = (struct elf_part){
			part[n - 1].addr, part[n - 1].bytes
		};
	r->has_error = p->fails;
	r->error = (struct mem_range){ .addr = p->failing,
				       .bytes = FUZZ_FAILING };
	fuzz_free(p);
}

static void add_line(struct judge *j, char *line)
{
	char *word[4] = { 0 };
	int n = 0;

	for (char *w = strtok(line, " \t\n"); w && n < 4;
	     w = strtok(NULL, " \t\n"))
		word[n++] = w;
	if (!n || *word[0] == '#')
		return;
	if (!strcmp(word[0], "elf") && n > 1)
		add_elf(j, word[1], word[2]);
	else if ((!strcmp(word[0], "error") || !strcmp(word[0], "refuse")) &&
		 n == 4)
		add_error(j, *word[0] == 'r', word[1], word[2], word[3]);
	else if (!strcmp(word[0], "latency") && n == 2)
		j->latency = strtoull(word[1], NULL, 10);
	else if (!strcmp(word[0], "fuzz") && n == 3)
		for (uint64_t s = strtoull(word[1], NULL, 10);
		     s <= strtoull(word[2], NULL, 10); s++)
			add_fuzz(j, s);
	else
		die("a line of the programs is none", word[0]);
}

static void load_runs(struct judge *j, const char *path)
{
	FILE *in = fopen(path, "r");
	char line[LINE];

	if (!in)
		die("cannot read", path);
	while (fgets(line, sizeof line, in))
		add_line(j, line);
	fclose(in);
	if (!j->count)
		die("no program loads", path);
}

/* --- one run ---------------------------------------------------------- */

/* A random run begins with a power-up state of its own, too. */
static void power_up(const struct run *r)
{
	char text[32];

	snprintf(text, sizeof text, "%" PRIu64, r->random ? r->seed : 1);
	setenv("WW_POWER_UP", text, 1);
}

/* Runs R on the core; 0, or the model itself fails. */
static int run_core(struct judge *j, const struct run *r, bool check)
{
	struct job *job = &j->job;

	cosim_run_clean(job);
	job->image = r->image;
	job->random = r->random;
	job->seed = r->seed;
	job->latency = r->latency ? r->latency : cosim_job_start.latency;
	job->check = check;
	job->error_count = r->has_error;
	job->errors[0] = r->error;
	power_up(r);
	job->max_cycles = r->cycles ? 4 * r->cycles + SLACK : MOST_CYCLES;
	j->console = 1;
	return cosim_run(job, j->model);
}

static uint64_t counters_of(const struct judge *j)
{
	const uint64_t *c = harness_counters(j->job.harness);

	return c ? digest(c, ISA_EVENT_COUNT * sizeof *c) : 0;
}

static bool ended(enum harness_status status)
{
	return status == HARNESS_DONE || status == HARNESS_FAULT;
}

static const char *status_word(enum harness_status status)
{
	switch (status) {
	case HARNESS_MISMATCH: return "mismatch";
	case HARNESS_LIMIT: return "limit";
	case HARNESS_HANG: return "hang";
	case HARNESS_DEADLOCK: return "deadlock";
	case HARNESS_OVERFLOW: return "overflow";
	case HARNESS_INTERRUPTED: return "interrupted";
	case HARNESS_RUNNING:
	case HARNESS_DONE:
	case HARNESS_FAULT:
		break;
	}
	return "running";
}

static struct signature core_signature(const struct judge *j)
{
	const struct harness *h = j->job.harness;
	const struct golden_trap *trap = harness_trap(h);

	return (struct signature){
		.exit_code = trap->valid ? 0 : harness_exit_code(h),
		.trap = *trap,
		.console = j->console,
		.ram = digest(harness_ram(h), j->job.cfg.ram_size)
	};
}

static struct signature golden_signature(struct judge *j, const struct run *r)
{
	struct machine machine = machine_from_config(&j->job.cfg);
	const struct elf_image *i = &r->image;
	struct signature s = { 0 };
	struct golden *g;

	j->console = 1;
	if (golden_new(&machine, &g))
		die("no golden model", r->name);
	for (size_t k = 0; k < i->part_count; k++)
		if (golden_write(g, i->parts[k].addr,
				 i->ram + (i->parts[k].addr - i->ram_base),
				 i->parts[k].bytes))
			die("no golden model", r->name);
	golden_set_console(g, console, j);
	golden_run(g, MOST_CYCLES, 0, NULL);
	s.trap = *golden_first_trap(g);
	s.exit_code = s.trap.valid ? 0 : golden_exit_code(g);
	s.console = j->console;
	s.ram = digest(golden_ram(g), j->job.cfg.ram_size);
	golden_free(g);
	return s;
}

/* NULL, or where the two differ. */
static const char *differ(const struct signature *a, const struct signature *b)
{
	if (a->trap.valid != b->trap.valid || a->trap.pc != b->trap.pc ||
	    a->trap.cause != b->trap.cause || a->trap.tval != b->trap.tval)
		return "trap";
	if (a->exit_code != b->exit_code)
		return "exit-code";
	if (a->console != b->console)
		return "console";
	return a->ram != b->ram ? "memory" : NULL;
}

/* --- without a mutant ------------------------------------------------- */

/* The model that runs next tells in R->seen which mutants have an effect. */
static void see(struct run *r)
{
	char text[32];

	r->seen = calloc(MAX_MUTANTS, 1);
	if (!r->seen)
		die("out of memory", r->name);
	snprintf(text, sizeof text, "%" PRIuPTR, (uintptr_t)r->seen);
	setenv("WW_SEEN", text, 1);
	setenv("WW_MUTANT", "-1", 1);
}

static bool measure(struct judge *j, struct run *r)
{
	struct signature s;
	int failed;

	if (j->sees)
		see(r);
	failed = run_core(j, r, true);
	unsetenv("WW_SEEN");
	unsetenv("WW_MUTANT");
	if (failed)
		die("the model does not run", r->name);
	if (j->job.status == HARNESS_MISMATCH)
		die("fails without a mutant", r->name);
	if (!ended(j->job.status))
		return false;
	r->cycles = j->job.run_cycles;
	r->counters = counters_of(j);
	if (!j->ends)
		return true;
	r->wanted = golden_signature(j, r);
	if (run_core(j, r, false) || !ended(j->job.status))
		return true;
	s = core_signature(j);
	r->comparable = !differ(&s, &r->wanted);
	return true;
}

static void measure_all(struct judge *j)
{
	int kept = 0, comparable = 0;
	uint64_t cycles = 0;

	for (int i = 0; i < j->count; i++) {
		if (!measure(j, &j->runs[i])) {
			elf_free(&j->runs[i].image);
			free(j->runs[i].seen);
			continue;
		}
		j->runs[kept] = j->runs[i];
		cycles += j->runs[kept].cycles;
		comparable += j->runs[kept++].comparable;
	}
	j->count = kept;
	fprintf(stderr, "judge: %d runs, %" PRIu64 " cycles", kept, cycles);
	if (j->ends)
		fprintf(stderr, "; the end of %d can be compared", comparable);
	fputc('\n', stderr);
}

/* --- with a mutant ---------------------------------------------------- */

struct verdict {
	const char *what, *run, *how;
	int runs;
	uint64_t cycles;
};

/* NULL if R passes in lockstep, else what failed. */
static const char *lockstep(struct judge *j, const struct run *r,
			    struct verdict *v)
{
	const struct cosim_mismatch *m;

	if (run_core(j, r, true))
		return "model";
	if (ended(j->job.status)) {
		/* What does not end behind a trap is cut without a word. */
		if (j->job.run_cycles >= j->job.max_cycles)
			return "limit";
		if (j->job.run_cycles != r->cycles ||
		    counters_of(j) != r->counters)
			v->what = "timing";
		return NULL;
	}
	m = harness_mismatch(j->job.harness);
	return m ? m->name : status_word(j->job.status);
}

static const char *compared(struct judge *j, const struct run *r)
{
	struct signature s;

	if (run_core(j, r, false))
		return "model";
	if (!ended(j->job.status))
		return status_word(j->job.status);
	s = core_signature(j);
	return differ(&s, &r->wanted);
}

static struct verdict judge(struct judge *j, long mutant, bool check)
{
	struct verdict v = { "survived", "-", "-", 0, 0 };

	for (int i = 0; i < j->count; i++) {
		const struct run *r = &j->runs[i];
		const char *how;

		if ((!check && !r->comparable) ||
		    (r->seen && !r->seen[mutant]))
			continue;
		how = check ? lockstep(j, r, &v) : compared(j, r);
		v.runs++;
		v.cycles += j->job.cycles;
		if (how)
			return (struct verdict){ "killed", r->name, how, v.runs,
						 v.cycles };
		if (!strcmp(v.what, "timing") && !strcmp(v.run, "-"))
			v.run = r->name;
	}
	if (!v.runs && j->sees)
		v.how = "unmet";
	return v;
}

static void print(FILE *out, const char *mutant, bool check,
		  const struct verdict *v, double seconds)
{
	fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%" PRIu64 "\t%.3f\n", mutant,
		check ? "lockstep" : "end", v->what, v->run, v->how, v->runs,
		v->cycles, seconds);
	fflush(out);
}

/* Of the processor: who else uses it must not decide. */
static void limit_time(void)
{
	const struct rlimit most = { PATIENCE, PATIENCE + 1 };

	if (setrlimit(RLIMIT_CPU, &most))
		_exit(99);
}

__attribute__((noreturn))
static void child(struct judge *j, const char *mutant, bool check, FILE *out)
{
	struct verdict v;
	double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);

	if (!freopen("/dev/null", "w", stderr))
		_exit(99);
	setenv("WW_MUTANT", mutant, 1);
	limit_time();
	v = judge(j, strtol(mutant, NULL, 10), check);
	print(out, mutant, check, &v,
	      clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
	_exit(0);
}

static void judge_mutant(struct judge *j, const char *mutant, bool check,
			 FILE *out)
{
	struct verdict died = { "killed", "-", "crash", 1, 0 };
	int status;
	pid_t pid;

	fflush(out);
	pid = fork();
	if (pid < 0)
		die("cannot fork", mutant);
	if (!pid)
		child(j, mutant, check, out);
	if (waitpid(pid, &status, 0) != pid)
		die("lost a process", mutant);
	if (WIFSIGNALED(status) &&
	    (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
		die("interrupted at mutant", mutant);
	if (WIFSIGNALED(status)) {
		if (WTERMSIG(status) == SIGXCPU)
			died.how = "endless";
		print(out, mutant, check, &died, 0);
	} else if (WEXITSTATUS(status)) {
		die("a process failed at mutant", mutant);
	}
}

static void both(struct judge *j, const char *mutant, FILE *out)
{
	long number = strtol(mutant, NULL, 10);

	if (number < 1 || number >= MAX_MUTANTS)
		die("no number of a mutant", mutant);
	judge_mutant(j, mutant, true, out);
	if (j->ends)
		judge_mutant(j, mutant, false, out);
}

static void from_stdin(struct judge *j, FILE *out)
{
	char line[LINE];

	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, " \t\n")] = '\0';
		both(j, line, out);
	}
}

/* --- a mutant of the golden model ------------------------------------- */

/* We are linked with it: the first run that disagrees with the core. */
static void judge_golden(struct judge *j, FILE *out)
{
	struct verdict v = { "survived", "-", "-", 0, 0 };
	double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);

	for (int i = 0; i < j->count && strcmp(v.what, "killed") != 0; i++) {
		const struct cosim_mismatch *m;

		bool refused = run_core(j, &j->runs[i], true) != 0;

		v.runs++;
		v.cycles += j->job.cycles;
		m = refused ? NULL : harness_mismatch(j->job.harness);
		if (m || refused)
			v = (struct verdict){ "killed", j->runs[i].name,
					      m ? m->name : "model", v.runs,
					      v.cycles };
	}
	print(out, "golden", true, &v,
	      clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
}

int main(int argc, char **argv)
{
	static struct judge j;
	char path[PATH_MAX];
	bool usage = false;
	int opt;
	FILE *out;

	j.ends = true;
	while ((opt = getopt(argc, argv, "+ls")) != -1) {
		j.ends = j.ends && opt != 'l';
		j.sees = j.sees || opt == 's';
		usage = usage || opt == '?';
	}
	argc -= optind - 1;
	argv += optind - 1;
	if (argc < 4 || usage) {
		fprintf(stderr, "usage: judge [-l] [-s] TREE PROGRAMS OUT "
				"[MUTANT...]\n");
		return 2;
	}
	j.job = cosim_job_start;
	j.job.rtl = argv[1];
	j.job.quiet = true;
	j.job.console = console;
	j.job.console_ctx = &j;
	diag_init(&j.dg, stderr);
	j.job.dg = &j.dg;
	snprintf(path, sizeof path, "%s/config.toml", argv[1]);
	if (config_load(&j.job.cfg, path, NULL, 0, &j.dg) ||
	    cosim_model(&j.job, BUILD_NO_WAVES, j.model))
		die("no model of", argv[1]);
	load_runs(&j, argv[2]);
	out = fopen(argv[3], "a");
	if (!out)
		die("cannot write", argv[3]);
	if (argc == 5 && !strcmp(argv[4], "golden")) {
		judge_golden(&j, out);
		return 0;
	}
	unsetenv("WW_MUTANT");
	measure_all(&j);
	for (int i = 4; i < argc; i++)
		both(&j, argv[i], out);
	if (argc == 4)
		from_stdin(&j, out);
	return fclose(out) ? 99 : 0;
}
