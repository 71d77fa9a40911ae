/* target.c - the core that LLVM makes code for
 * SPDX-License-Identifier: Apache-2.0
 */
#include "clc/clc.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#define TRIPLE "riscv32-unknown-unknown-elf"

/* What stands behind rv32i: letters, and words behind underscores. */
static const struct {
	const char *name;
	size_t flag;
} words[] = {
	{ "m",      offsetof(struct target, m) },
	{ "a",      offsetof(struct target, a) },
	{ "f",      offsetof(struct target, f) },
	{ "zba",    offsetof(struct target, zba) },
	{ "zbb",    offsetof(struct target, zbb) },
	{ "zicond", offsetof(struct target, zicond) },
	{ "zfinx",  offsetof(struct target, zfinx) },
};

enum { WORDS = sizeof words / sizeof words[0], FEATURES = 100 };

static void read_word(struct target *t, const char *march, const char *word,
		      size_t n)
{
	for (int k = 0; k < WORDS; k++)
		if (strlen(words[k].name) == n &&
		    !strncmp(words[k].name, word, n)) {
			*((bool *)t + words[k].flag) = true;
			return;
		}
	report_fatal(CLC_USAGE, "-march=%s: no core has '%.*s'", march, (int)n,
		     word);
}

static void read_march(struct target *t, const char *march)
{
	const char *s = march;

	if (!module_starts(s, "rv32i"))
		report_fatal(CLC_USAGE, "-march=%s: rv32i, and behind it what "
			     "else the core has, as in rv32im_zicond", march);
	for (s += 5; *s && *s != '_'; s++)
		read_word(t, march, s, 1);
	while (*s == '_') {
		size_t n = strcspn(++s, "_");

		read_word(t, march, s, n);
		s += n;
	}
}

static void name_features(const struct target *t, char *features)
{
	size_t n = 0;

	features[0] = '\0';
	for (int k = 0; k < WORDS; k++)
		if (*((const bool *)t + words[k].flag))
			n += (size_t)snprintf(features + n, FEATURES - n,
					      "+%s,", words[k].name);
}

void target_open(struct target *t, const char *march)
{
	/* A load that LLVM repeats on one side of a branch meets the earlier
	 * one in a phi that depends on the thread, though the word does not. Of
	 * a loop LLVM would make a call of memset, though its turns differ. */
	static const char *const settings[] = {
		"ww-clc", "-enable-load-pre=false",
		"-disable-loop-idiom-memset", "-disable-loop-idiom-memcpy"
	};
	LLVMTargetMachineOptionsRef o = LLVMCreateTargetMachineOptions();
	LLVMTargetRef target;
	char features[FEATURES], *error;

	LLVMParseCommandLineOptions(sizeof settings / sizeof *settings,
				    settings, "");
	read_march(t, march);
	name_features(t, features);
	LLVMInitializeRISCVTargetInfo();
	LLVMInitializeRISCVTarget();
	LLVMInitializeRISCVTargetMC();
	LLVMInitializeRISCVAsmParser();
	LLVMInitializeRISCVAsmPrinter();
	if (LLVMGetTargetFromTriple(TRIPLE, &target, &error))
		report_fatal(CLC_TOOL, "LLVM: %s", error);
	LLVMTargetMachineOptionsSetCPU(o, "generic-rv32");
	LLVMTargetMachineOptionsSetFeatures(o, features);
	LLVMTargetMachineOptionsSetABI(o, t->f ? "ilp32f" : "ilp32");
	LLVMTargetMachineOptionsSetCodeGenOptLevel(o, LLVMCodeGenLevelDefault);
	LLVMTargetMachineOptionsSetRelocMode(o, LLVMRelocStatic);
	LLVMTargetMachineOptionsSetCodeModel(o, LLVMCodeModelSmall);
	t->machine = LLVMCreateTargetMachineWithOptions(target, TRIPLE, o);
	LLVMDisposeTargetMachineOptions(o);
	if (!t->machine)
		report_fatal(CLC_TOOL, "LLVM has no machine for %s", march);
}

void target_close(struct target *t)
{
	LLVMDisposeTargetMachine(t->machine);
}
