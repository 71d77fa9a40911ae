/* cosim_ventus.c - launches of Ventus on the core (NAME.metadata)
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cosim/cosim_ventus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen/derive.h"
#include "golden/bytes.h"
#include "golden/ventus_words.h"
#include "isa/ventus/vt_isa.h"
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"

/* --- files -------------------------------------------------------------- */

/* Bytes of B that a program may access. */
static uint32_t extent(const struct vt_buffer *b)
{
	return b->bytes > b->allocated ? b->bytes : b->allocated;
}

static bool is_in_ram(const struct config *c, const struct vt_buffer *b)
{
	uint32_t at = b->addr - c->ram_base, bytes = extent(b);

	return !bytes || (at < c->ram_size && bytes <= c->ram_size - at);
}

/* Has the core of CFG the memory of L? */
static int check_memory(const char *path, const struct config *c,
			const struct vt_launch *l)
{
	if (l->lds_bytes > c->smem_size)
		return ventus_refuse(path, "%" PRIu64 " bytes of local memory, "
				     "but smem.size = %" PRIu32, l->lds_bytes,
				     c->smem_size);
	if (l->pds % 4)
		return ventus_refuse(path, "private memory at 0x%08" PRIx64
				     ", which is no multiple of 4", l->pds);
	for (size_t i = 0; i < l->buffer_count; i++)
		if (!is_in_ram(c, &l->buffers[i]))
			return ventus_refuse(path, "the buffer at 0x%08" PRIx32
					     " of %" PRIu32 " bytes is not in "
					     "RAM (0x%08" PRIx32 " .. 0x%08"
					     PRIx32 ")", l->buffers[i].addr,
					     extent(&l->buffers[i]),
					     c->ram_base, c->ram_base +
					     (c->ram_size - 1));
	return CMD_PASS;
}

/* The words of the launch L. Behind a second-level cache the host reads and
 * writes memory that the launch has flushed. */
static void set_words(const struct config *c, const struct vt_launch *l,
		      uint32_t *word)
{
	ventus_words(l, word);
	word[ISA_LAUNCH_FLAGS] = c->l2_size ? ISA_LAUNCH_FLUSH : 0;
}

int cosim_ventus_fit(struct job *job, size_t i)
{
	struct cosim_ventus *v = &job->ventus;
	int status = check_memory(v->path[i], &job->cfg, &v->launch[i]);

	if (status == CMD_PASS)
		set_words(&job->cfg, &v->launch[i], job->launches.list[i].word);
	return status;
}

static int load(struct job *job, size_t i)
{
	struct cosim_ventus *v = &job->ventus;
	const char *path = v->path[i];
	int status;

	v->data[i] = vt_new();
	job->launches.from[i].kernel = strdup(path);
	if (!v->data[i] || !job->launches.from[i].kernel) {
		fprintf(stderr, "warpwright: error: %s\n",
			golden_strerror(GOLDEN_E_NOMEM));
		return CMD_TOOL;
	}
	status = ventus_load(path, &job->cfg, v->data[i], &v->launch[i],
			     &v->buffers);
	return status == CMD_PASS ? cosim_ventus_fit(job, i) : status;
}

int cosim_ventus_load(struct job *job)
{
	struct cosim_ventus *v = &job->ventus;
	int status = CMD_PASS;

	if (job->cfg.dialect != CONFIG_dialect_ventus)
		return ventus_refuse(v->path[0], "a launch of Ventus, but the "
				     "core has isa.dialect = vortex");
	job->launches.cfg = &job->cfg;
	for (size_t i = 0; i < v->count && status == CMD_PASS; i++) {
		job->launches.count++;
		status = load(job, i);
	}
	return status;
}

void cosim_ventus_free(struct job *job)
{
	struct cosim_ventus *v = &job->ventus;

	for (size_t i = 0; i < v->count; i++) {
		vt_launch_free(&v->launch[i]);
		vt_free(v->data[i]);
	}
	free(v->buffers.list);
	*v = (struct cosim_ventus){ .count = 0 };
}

/* --- the run ------------------------------------------------------------ */

/* Gives WRITE the data of buffer B of launch I, in parts. */
static int write_buffer(const struct job *job, size_t i,
			const struct vt_buffer *b, ventus_write *write,
			void *to)
{
	uint8_t part[4096];
	int bad = 0;

	for (uint32_t at = 0; at < b->bytes && !bad; at += sizeof part) {
		uint32_t n = b->bytes - at;

		n = n < sizeof part ? n : (uint32_t)sizeof part;
		for (uint32_t k = 0; k < n; k++)
			part[k] = (uint8_t)vt_load(job->ventus.data[i],
						   b->addr + at + k, 1);
		bad = write(to, b->addr + at, part, n);
	}
	return bad;
}

int cosim_ventus_data(const struct job *job, size_t i, ventus_write *write,
		      void *to)
{
	const struct vt_launch *l = &job->ventus.launch[i];
	int bad = 0;

	for (size_t k = 0; k < l->buffer_count && !bad; k++)
		bad = write_buffer(job, i, &l->buffers[k], write, to);
	return bad;
}

static int write_harness(void *to, uint32_t addr, const void *src, size_t n)
{
	return harness_write(to, addr, src, n);
}

/* Writes the data of launch I, and rings it. */
static int ring(const struct job *job, size_t i)
{
	uint32_t number;
	int bad = cosim_ventus_data(job, i, write_harness, job->harness);

	return bad ? bad : harness_launch(job->harness,
					  job->launches.list[i].word, &number);
}

/* A launch is done. The next one comes if it is complete; if memory for it is
 * short, it is reported as not done. */
static void on_done(void *ctx, uint32_t number, const struct harness_launch *l)
{
	struct job *job = ctx;

	job->launches.list[number] = *l;
	if (number + 1 == job->ventus.count ||
	    l->result.end != ISA_LAUNCH_COMPLETE || ring(job, number + 1))
		harness_shut(job->harness);
}

/* Cycles after reset in which the core clears its registers and, at the same
 * time, its local memory. */
static uint64_t clearing(const struct config *cfg)
{
	uint64_t registers, rows;
	struct derived d;

	derive(cfg, &d);
	registers = (uint64_t)cfg->warps << d.reg_bits;
	rows = d.smem ? UINT64_C(1) << d.smem_row_bits : 0;
	return (rows < registers ? registers : rows) + 8;
}

void cosim_ventus_plan(struct job *job, struct harness_config *plan)
{
	plan->first_launch = clearing(&job->cfg);
	plan->open = true;
	plan->launches = NULL;
	plan->launch_count = 0;
	plan->done = on_done;
	plan->done_ctx = job;
}

int cosim_ventus_begin(struct job *job)
{
	return ring(job, 0);
}

/* --- memory ------------------------------------------------------------- */

static uint32_t word_at(const void *ctx, uint32_t addr)
{
	const struct job *job = ctx;

	return bytes_u32(harness_ram(job->harness) +
			 (addr - job->cfg.ram_base));
}

int cosim_ventus_dump(struct job *job)
{
	struct cosim_ventus *v = &job->ventus;

	if (!v->memory || job->status != HARNESS_DONE ||
	    !launches_good(&job->launches))
		return CMD_PASS;
	return ventus_dump(v->memory, &v->buffers, word_at, job) ? CMD_TOOL :
								   CMD_PASS;
}
