/* arch.h - what a machine lacks of the extensions that a compiler had
 * SPDX-License-Identifier: Apache-2.0
 *
 * The compiler writes an arch string into a program's attributes:
 * rv32i2p1_m2p0_zicsr2p0. Letters stand alone, longer names behind a _; each
 * may have a version.
 */
#ifndef WW_MACHINE_ARCH_H
#define WW_MACHINE_ARCH_H

#include <string.h>

#include "machine/machine.h"

enum { MACHINE_ARCH_NAME = 32, MACHINE_ARCH_LACKS = 8 };

/* An extension, "zba", and the setting that gives it, "isa.zba = true"; NULL:
 * no machine has it. */
struct machine_lack { char name[MACHINE_ARCH_NAME]; const char *setting; };

struct machine_lacks {
	struct machine_lack list[MACHINE_ARCH_LACKS];
	size_t count;
};

/* Bytes of the number at T. */
static inline size_t machine_arch_digits(const char *t)
{
	return strspn(t, "0123456789");
}

/* Bytes of a version at T: 2p1, 2 or nothing. */
static inline size_t machine_arch_version(const char *t)
{
	size_t n = machine_arch_digits(t), minor;

	if (!n || t[n] != 'p')
		return n;
	minor = machine_arch_digits(t + n + 1);
	return minor ? n + 1 + minor : n;
}

/* Bytes of the long name at T, which has N with its version. A name may have
 * digits inside, as zve32x has. */
static inline size_t machine_arch_bare(const char *t, size_t n)
{
	size_t at = n;

	while (at > 1 && t[at - 1] >= '0' && t[at - 1] <= '9')
		at--;
	if (at == n || at < 3 || t[at - 1] != 'p' ||
	    t[at - 2] < '0' || t[at - 2] > '9')
		return at;
	for (at--; at > 1 && t[at - 1] >= '0' && t[at - 1] <= '9';)
		at--;
	return at;
}

/* The next extension from *AT on, its name without version; false at the end.
 * A name that is too long is cut. */
static inline bool machine_arch_next(const char **at,
				     char name[MACHINE_ARCH_NAME])
{
	const char *t = *at + strspn(*at, "_");
	size_t n = strcspn(t, "_"), bare;

	if (!n)
		return false;
	if (*t == 's' || *t == 'x' || *t == 'z') {
		bare = machine_arch_bare(t, n);
	} else {
		n = 1 + machine_arch_version(t + 1);
		bare = 1;
	}
	if (bare >= MACHINE_ARCH_NAME)
		bare = MACHINE_ARCH_NAME - 1;
	memcpy(name, t, bare);
	name[bare] = '\0';
	*at = t + n;
	return true;
}

/* The name of -march that stands for NAME: itself for most; "": any machine
 * has it. */
static inline const char *machine_arch_alias(const char *name)
{
#define ALIAS(march, of) \
	if (strcmp(name, march) == 0) \
		return of;
#include "isa/exts.def"
	return name;
}

/* Adds NAME, once. */
static inline void machine_lacks_add(struct machine_lacks *l, const char *name,
				     const char *setting)
{
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->list[i].name, name) == 0)
			return;
	if (l->count == MACHINE_ARCH_LACKS)
		return;
	strcpy(l->list[l->count].name, name);
	l->list[l->count++].setting = setting;
}

/* The same, unless M has it. */
static inline void machine_lacks_name(const struct machine *m, const char *name,
				      struct machine_lacks *l)
{
	const char *plain;

#define MARCH(flag, parameter, value, letters) \
	plain = *letters == '_' ? letters + 1 : letters; \
	if (*plain && strcmp(name, plain) == 0) { \
		if (!(m->flag)) \
			machine_lacks_add(l, name, parameter " = " value); \
		return; \
	}
#define PART(id, title, flag, parameter, value, letters) \
	MARCH(flag, parameter, value, letters)
#define EXT(id, title, flag, key, on, letters, doc) \
	MARCH(flag, "isa." #key, "true", letters)
#include "isa/exts.def"
	machine_lacks_add(l, name, NULL);
}

/* ARCH is "rv32im", "rv32i2p1_m2p0" or the like; NULL or "": not known, and
 * nothing is lacking. */
static inline struct machine_lacks machine_arch_lacks(const struct machine *m,
						      const char *arch)
{
	struct machine_lacks l = { .count = 0 };
	char name[MACHINE_ARCH_NAME];
	const char *at, *known;

	if (!arch || strncmp(arch, "rv32", 4) != 0)
		return l;
	for (at = arch + 4; machine_arch_next(&at, name);) {
		known = machine_arch_alias(name);
		if (*known)
			machine_lacks_name(m, known, &l);
	}
	return l;
}

#endif
