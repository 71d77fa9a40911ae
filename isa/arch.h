/* arch.h - the extensions in an arch string
 * SPDX-License-Identifier: Apache-2.0
 *
 * The compiler writes an arch string into the attributes of a program:
 * rv32i2p1_m2p0_zicsr2p0. An extension is a letter, or a longer name behind
 * `_`; each may have a version. For C and, in systemc/platform, C++.
 */
#ifndef WW_ISA_ARCH_H
#define WW_ISA_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { ISA_ARCH_NAME = 32 };

/* The length of the decimal number at T. */
static inline size_t isa_arch_digits(const char *t)
{
	return strspn(t, "0123456789");
}

/* The length of the version at T: 2p1, 2 or nothing. */
static inline size_t isa_arch_version(const char *t)
{
	size_t n = isa_arch_digits(t), minor;

	if (!n || t[n] != 'p')
		return n;
	minor = isa_arch_digits(t + n + 1);
	return minor ? n + 1 + minor : n;
}

/* The length of the long name at T without its version; N: with its version. A
 * name may contain digits, as zve32x does. */
static inline size_t isa_arch_bare(const char *t, size_t n)
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

/* NAME = the next extension from *AT on, without its version, cut at the size
 * of NAME; false at the end. */
static inline bool isa_arch_next(const char **at, char name[ISA_ARCH_NAME])
{
	const char *t = *at + strspn(*at, "_");
	size_t n = strcspn(t, "_"), bare;

	if (!n)
		return false;
	if (*t == 's' || *t == 'x' || *t == 'z') {
		bare = isa_arch_bare(t, n);
	} else {
		n = 1 + isa_arch_version(t + 1);
		bare = 1;
	}
	if (bare >= ISA_ARCH_NAME)
		bare = ISA_ARCH_NAME - 1;
	memcpy(name, t, bare);
	name[bare] = '\0';
	*at = t + n;
	return true;
}

/* The -march name that implies NAME; for most, NAME itself; "": every machine
 * has it. */
static inline const char *isa_arch_alias(const char *name)
{
#define ALIAS(march, of) \
	if (strcmp(name, march) == 0) \
		return of;
#include "isa/exts.def"
	return name;
}

/* The setting that adds NAME, "isa.zba = true"; NULL: no machine has it. */
static inline const char *isa_arch_setting(const char *name)
{
	const char *plain;

#define MARCH(flag, parameter, value, letters) \
	plain = *letters == '_' ? letters + 1 : letters; \
	if (*plain && strcmp(name, plain) == 0) \
		return parameter " = " value;
#define PART(id, title, flag, parameter, value, letters) \
	MARCH(flag, parameter, value, letters)
#define EXT(id, title, flag, key, on, letters, doc) \
	MARCH(flag, "isa." #key, "true", letters)
#include "isa/exts.def"
	return NULL;
}

/* Does the arch string ARCH contain NAME, a result of isa_arch_alias? */
static inline bool isa_arch_has(const char *arch, const char *name)
{
	char other[ISA_ARCH_NAME];
	const char *at = arch + (strncmp(arch, "rv32", 4) ? 0 : 4);

	while (isa_arch_next(&at, other))
		if (strcmp(isa_arch_alias(other), name) == 0)
			return true;
	return false;
}

#endif
