/* report.c - findings: kept once for each place, and written as text
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sanitize/state.h"

enum { TEXT = 256, MOST = 100 /* that are written */ };

const char *const san_kind_name[SAN_KIND_COUNT] = {
	"memory", "init", "race", "same value"
};

/* --- one for each place ----------------------------------------------- */

/* Two pcs of one line are the same place. */
static uint32_t key_of(const struct san *k, uint32_t pc)
{
	const struct lines_row *row = lines_at(&k->p->image->lines, pc);
	uint32_t hash = 5381;

	if (!row)
		return pc;
	for (const char *s = row->file; *s; s++)
		hash = hash * 33 + (uint8_t)*s;
	return hash ^ row->line * UINT32_C(2654435761);
}

static bool grow(struct san *k)
{
	size_t room = k->finding_room ? 2 * k->finding_room : 64;
	struct san_finding *more = realloc(k->findings, room * sizeof *more);
	struct san_key *keys;

	if (!more)
		return false;
	k->findings = more;
	keys = realloc(k->keys, room * sizeof *keys);
	if (!keys)
		return false;
	k->keys = keys;
	k->finding_room = room;
	return true;
}

static struct san_finding *find(struct san *k, enum san_kind kind,
				struct san_key key)
{
	for (size_t i = 0; i < k->finding_count; i++)
		if (k->keys[i].a == key.a && k->keys[i].b == key.b &&
		    k->findings[i].kind == kind)
			return &k->findings[i];
	return NULL;
}

struct san_finding *san_finding(struct san *k, enum san_kind kind, uint32_t a,
				uint32_t b)
{
	struct san_key key = { key_of(k, a), key_of(k, b) };
	struct san_finding *f;

	if (kind >= SAN_OF_RACE && key.a > key.b)
		key = (struct san_key){ key.b, key.a };
	f = find(k, kind, key);
	/* Of a race the other kind need not be told. */
	if (!f && kind == SAN_OF_SAME)
		f = find(k, SAN_OF_RACE, key);
	if (f) {
		f->times++;
		return NULL;
	}
	if (k->finding_count == k->finding_room && !grow(k)) {
		k->failed = true;
		return NULL;
	}
	f = &k->findings[k->finding_count];
	*f = (struct san_finding){ .kind = kind, .times = 1 };
	k->keys[k->finding_count++] = key;
	k->counts[kind]++;
	return f;
}

/* --- what is known ---------------------------------------------------- */

void san_text(struct san *k, struct san_finding *f, const char *format, ...)
{
	char text[TEXT];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	f->text = strdup(text);
	k->failed |= !f->text;
}

void san_side(const struct san *k, struct san_finding *f, const char *verb,
	      const struct golden_effect *fx, uint32_t lane)
{
	const struct san_warp *w = san_warp(k, fx->core, fx->warp);

	f->side[f->sides++] = (struct san_side){
		.verb = verb, .pc = fx->pc, .core = fx->core, .warp = fx->warp,
		.lane = lane,
		.caller = san_in_runtime(k, fx->pc) ? w->user_pc : 0,
		.who = san_who(k, fx->core, fx->warp, lane)
	};
}

void san_at(const struct san *k, struct san_finding *f, int core, uint32_t addr,
	    uint32_t size, uint32_t object)
{
	const struct san_object *o;

	f->addr = addr;
	f->size = size;
	if (object & SAN_FRAME) {
		san_frame_at(k, f, object);
		return;
	}
	if (!object)
		object = san_object_at(k, core, addr);
	if (!object)
		return;
	o = &k->objects[object];
	f->object = strdup(o->name ? o->name : "block");
	f->low = o->low;
	f->bytes = o->high - o->low;
	f->taken = o->taken;
	f->given = o->freed ? o->given : 0;
}

const char *san_place(const struct san *k, uint32_t pc, char *buf, size_t size)
{
	const struct lines_row *row = lines_at(&k->p->image->lines, pc);
	const struct elf_symbol *f = elf_symbol_at(k->p->image, pc);

	if (row)
		snprintf(buf, size, "%s:%" PRIu32 " (%s)", row->file, row->line,
			 f ? f->name : "?");
	else if (f)
		snprintf(buf, size, "0x%08" PRIx32 " (%s+0x%" PRIx32 ")", pc,
			 f->name, pc - f->addr);
	else
		snprintf(buf, size, "0x%08" PRIx32, pc);
	return buf;
}

/* --- text ------------------------------------------------------------- */

/* "'x' (64 bytes), byte 68"; "'x' (64 bytes) of k.c:5 (sum), byte 68". */
static void tell_object(const struct san *k, const struct san_finding *f)
{
	int64_t at = (int64_t)f->addr - f->low;
	char place[TEXT];

	if (f->taken)
		fprintf(k->out, "the block of %" PRIu32 " bytes of %s",
			f->bytes, san_place(k, f->taken, place, sizeof place));
	else
		fprintf(k->out, "'%s' (%" PRIu32 " bytes)", f->object,
			f->bytes);
	if (f->declared)
		fprintf(k->out, " of %s",
			san_place(k, f->declared, place, sizeof place));
	fprintf(k->out, ", byte %" PRId64, at);
}

static void tell_address(const struct san *k, const struct san_finding *f)
{
	fprintf(k->out, "    0x%08" PRIx32 ": ", f->addr);
	if (f->object)
		tell_object(k, f);
	else if (f->addr - k->m->const_base < k->m->const_size)
		fprintf(k->out, "constant memory, byte %" PRIu32,
			f->addr - k->m->const_base);
	else if (f->addr >= k->p->stacks && f->addr < k->p->top)
		fprintf(k->out, "a stack");
	else if (f->addr - k->m->smem_base < k->m->smem_size)
		fprintf(k->out, "shared memory, byte %" PRIu32,
			f->addr - k->m->smem_base);
	else
		fprintf(k->out, "no variable, block or buffer");
	fputc('\n', k->out);
}

static void tell_side(const struct san *k, const struct san_side *s)
{
	char place[TEXT], thread[TEXT];

	fprintf(k->out, "    %s %s: core %" PRIu32 ", warp %" PRIu32 ", lane %"
		PRIu32, san_place(k, s->pc, place, sizeof place), s->verb,
		s->core, s->warp, s->lane);
	san_thread(s, thread, sizeof thread);
	fprintf(k->out, "%s%s\n", *thread ? "; " : "", thread);
	if (s->caller)
		fprintf(k->out, "        called at %s\n",
			san_place(k, s->caller, place, sizeof place));
}

void san_tell(struct san *k, const struct san_finding *f)
{
	char place[TEXT];

	if (k->finding_count > MOST)
		return;
	fprintf(k->out, "check: %s: %s\n", san_kind_name[f->kind],
		f->text ? f->text : "");
	if (f->size)
		tell_address(k, f);
	for (uint32_t i = 0; i < f->sides; i++)
		tell_side(k, &f->side[i]);
	if (f->given)
		fprintf(k->out, "    given back at %s\n",
			san_place(k, f->given, place, sizeof place));
}

const struct san_finding *san_findings(const struct san *k, size_t *count)
{
	*count = k->finding_count;
	return k->findings;
}

uint32_t san_count(const struct san *k, enum san_kind kind)
{
	return k->counts[kind];
}

uint32_t san_errors(const struct san *k)
{
	return k->counts[SAN_OF_MEMORY] + k->counts[SAN_OF_INIT] +
	       k->counts[SAN_OF_RACE];
}

void san_summary(const struct san *k)
{
	const char *comma = "";

	fprintf(k->out, "check: ");
	for (int i = 0; i < SAN_KIND_COUNT; i++) {
		bool wanted = k->what >> (i < SAN_OF_SAME ? i : SAN_OF_RACE) &
			      1;

		if (!wanted || (i == SAN_OF_SAME && !k->counts[i]))
			continue;
		fprintf(k->out, "%s%" PRIu32 " of %s", comma, k->counts[i],
			san_kind_name[i]);
		comma = ", ";
	}
	if (k->finding_count > MOST)
		fprintf(k->out, "; only the first %d are listed", MOST);
	fprintf(k->out, "%s\n", k->failed ? "; out of memory, so there may be "
		"more" : "");
}

void san_report_free(struct san *k)
{
	for (size_t i = 0; i < k->finding_count; i++) {
		free(k->findings[i].text);
		free(k->findings[i].object);
	}
	free(k->findings);
	free(k->keys);
}
