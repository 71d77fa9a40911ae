/* module.c - bitcode is read, linked, and made fit for our passes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "clc/clc.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN "ww_plain_"

bool module_starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

const char *module_name(LLVMValueRef f)
{
	size_t n;

	return LLVMGetValueName2(f, &n);
}

const char *module_callee(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return LLVMIsAFunction(f) ? module_name(f) : "";
}

const char *module_asm(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);
	size_t n;

	return LLVMIsAInlineAsm(f) ? LLVMGetInlineAsmAsmString(f, &n) : "";
}

void module_add_attribute(LLVMValueRef f, unsigned index, const char *name)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	unsigned n = (unsigned)strlen(name);
	unsigned kind = LLVMGetEnumAttributeKindForName(name, n);

	LLVMAddAttributeAtIndex(
		f, index, kind ? LLVMCreateEnumAttribute(c, kind, 0) :
		LLVMCreateStringAttribute(c, name, n, "", 0));
}

void module_mark_pure(LLVMValueRef f)
{
	static const char *const names[] = { "memory", "nounwind", "willreturn",
					     "speculatable", "nosync",
					     "nofree" };

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		module_add_attribute(f, ON_FUNCTION, names[k]);
}

void module_remove_attribute(LLVMValueRef f, const char *name)
{
	unsigned n = (unsigned)strlen(name);
	unsigned kind = LLVMGetEnumAttributeKindForName(name, n);

	if (kind)
		LLVMRemoveEnumAttributeAtIndex(f, ON_FUNCTION, kind);
	else
		LLVMRemoveStringAttributeAtIndex(f, ON_FUNCTION, name, n);
}

bool module_has_attribute(LLVMValueRef f, unsigned index, const char *name)
{
	unsigned n = (unsigned)strlen(name);
	unsigned kind = LLVMGetEnumAttributeKindForName(name, n);

	return kind ? LLVMGetEnumAttributeAtIndex(f, index, kind) != NULL :
	       LLVMGetStringAttributeAtIndex(f, index, name, n) != NULL;
}

LLVMValueRef module_defined(LLVMValueRef f)
{
	while (f && !LLVMGetFirstBasicBlock(f))
		f = LLVMGetNextFunction(f);
	return f;
}

LLVMModuleRef module_read_file(const char *path)
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef m;
	char *error;

	if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error))
		report_fatal(CLC_REFUSED, "cannot read '%s': %s", path, error);
	if (LLVMParseIRInContext(LLVMGetGlobalContext(), buffer, &m, &error))
		report_fatal(CLC_REFUSED, "'%s' is no LLVM bitcode: %s", path,
			     error);
	return m;
}

void module_take_target(LLVMModuleRef m, const struct target *t)
{
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(t->machine);
	char *text = LLVMCopyStringRepOfTargetData(layout);
	char *triple = LLVMGetTargetMachineTriple(t->machine);

	LLVMSetTarget(m, triple);
	LLVMSetDataLayout(m, text);
	LLVMDisposeMessage(triple);
	LLVMDisposeMessage(text);
	LLVMDisposeTargetData(layout);
}

LLVMModuleRef module_link(LLVMModuleRef all, LLVMModuleRef m, const char *path)
{
	if (!all)
		return m;
	if (LLVMLinkModules2(all, m))
		report_fatal(CLC_REFUSED, "'%s' does not link with the files "
			     "before it", path);
	return all;
}

LLVMModuleRef module_read(const char *const *paths, int count,
			  const struct target *t)
{
	LLVMModuleRef all = NULL;

	for (int k = 0; k < count; k++) {
		LLVMModuleRef m = module_read_file(paths[k]);

		module_take_target(m, t);
		all = module_link(all, m, paths[k]);
	}
	return all;
}

void module_move_lines(LLVMValueRef from, LLVMValueRef to)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(from));
	LLVMMetadataRef program = LLVMGetSubprogram(from);

	if (!program)
		return;
	LLVMSetSubprogram(to, program);
	LLVMGlobalEraseMetadata(from, LLVMGetMDKindIDInContext(c, "dbg", 3));
}

/* Whether F has a meeting, or calls a function of MEETING. */
static bool has_meeting(LLVMValueRef f, const struct map *meeting)
{
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i) &&
			    (check_is_meeting(i) ||
			     map_get(meeting, LLVMGetCalledValue(i), 0)))
				return true;
	return false;
}

/* Functions with barriers become part of the kernels that call them, so that
 * structure.c sees the branches around each barrier, with the arguments that
 * the kernel gives. */
static void inline_meetings(LLVMModuleRef m)
{
	struct map meeting = { 0 };
	bool more = true;

	while (more) {
		more = false;
		for EACH_FUNCTION(f, m) {
			if (map_get(&meeting, f, 0) ||
			    !has_meeting(f, &meeting))
				continue;
			map_set(&meeting, f, 1);
			more = true;
			if (!strcmp(module_name(f), "main"))
				continue;
			LLVMSetLinkage(f, LLVMInternalLinkage);
			module_remove_attribute(f, "noinline");
			module_remove_attribute(f, "optnone");
			module_add_attribute(f, ON_FUNCTION, "alwaysinline");
		}
	}
	map_free(&meeting);
}

/* The functions of C whose turns depend on their arguments; ww-cc hands over
 * those of the runtime under names that begin with PLAIN. */
static void take_plain_strings(LLVMModuleRef m)
{
	static const char *const names[] = { "memcpy", "memmove", "memset",
					     "memcmp" };
	char ours[40];

	for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
		LLVMValueRef theirs = LLVMGetNamedFunction(m, names[k]), f;

		snprintf(ours, sizeof ours, PLAIN "%s", names[k]);
		f = LLVMGetNamedFunction(m, ours);
		if (!f || !LLVMGetFirstBasicBlock(f))
			continue;
		LLVMSetLinkage(f, LLVMInternalLinkage);
		if (theirs && !LLVMGetFirstBasicBlock(theirs))
			LLVMReplaceAllUsesWith(theirs, f);
	}
}

void module_retarget(LLVMModuleRef m)
{
	for EACH_FUNCTION(f, m) {
		module_remove_attribute(f, "target-cpu");
		module_remove_attribute(f, "target-features");
		module_remove_attribute(f, "tune-cpu");
		module_add_attribute(f, ON_FUNCTION, "null_pointer_is_valid");
	}
}

void module_prepare(LLVMModuleRef m)
{
	take_plain_strings(m);
	module_retarget(m);
	inline_meetings(m);
}

/* FILE with its whole path as name. A unit whose folder is known writes files
 * of it without one into its table of lines. */
static LLVMMetadataRef whole_path(LLVMDIBuilderRef d, LLVMMetadataRef file)
{
	unsigned folder_length, length;
	const char *folder = LLVMDIFileGetDirectory(file, &folder_length);
	const char *name = LLVMDIFileGetFilename(file, &length);
	char *path;
	int n;

	if (length == 0 || name[0] == '/' || folder_length == 0)
		return file;
	n = (int)(folder_length + 1 + length);
	path = map_alloc(n + 1, 1);
	snprintf(path, (size_t)n + 1, "%.*s/%.*s", (int)folder_length, folder,
		 (int)length, name);
	file = LLVMDIBuilderCreateFile(d, path, (size_t)n, "", 0);
	free(path);
	return file;
}

LLVMMetadataRef module_add_lines(LLVMValueRef f, LLVMValueRef body)
{
	LLVMModuleRef m = LLVMGetGlobalParent(f);
	LLVMMetadataRef theirs = LLVMGetSubprogram(body), file, type, ours;
	const char *name = module_name(f);
	LLVMDIBuilderRef d;
	unsigned line;

	if (!theirs)
		return NULL;
	line = LLVMDISubprogramGetLine(theirs);
	d = LLVMCreateDIBuilder(m);
	file = whole_path(d, LLVMDIScopeGetFile(theirs));
	LLVMDIBuilderCreateCompileUnit(
		d, LLVMDWARFSourceLanguageC99, file, "", 0, 1, "", 0, 0, "", 0,
		LLVMDWARFEmissionLineTablesOnly, 0, 0, 0, "", 0, "", 0);
	type = LLVMDIBuilderCreateSubroutineType(d, file, NULL, 0,
						 LLVMDIFlagZero);
	ours = LLVMDIBuilderCreateFunction(d, file, name, strlen(name), "", 0,
					   file, line, type, 1, 1, line,
					   LLVMDIFlagZero, 1);
	LLVMDIBuilderFinalize(d);
	LLVMDisposeDIBuilder(d);
	LLVMSetSubprogram(f, ours);
	return LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(m), line,
						0, ours, NULL);
}
