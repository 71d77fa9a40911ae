/* nvrtc.h - CUDA programs compile kernels while they run
 * SPDX-License-Identifier: Apache-2.0
 *
 * The names and types of NVRTC. A program is compiled by ww-nvcc. What
 * nvrtcGetPTX and nvrtcGetCUBIN give is the same: a module for
 * cuModuleLoadData, which is bitcode, not text.
 */
#ifndef WW_NVRTC_H
#define WW_NVRTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVRTC_SUCCESS = 0,
	NVRTC_ERROR_OUT_OF_MEMORY = 1,
	NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
	NVRTC_ERROR_INVALID_INPUT = 3,
	NVRTC_ERROR_INVALID_PROGRAM = 4,
	NVRTC_ERROR_INVALID_OPTION = 5,
	NVRTC_ERROR_COMPILATION = 6,
	NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
	NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
	NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
	NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
	NVRTC_ERROR_INTERNAL_ERROR = 11
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
/* Architectures as numbers, such as 70. */
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *archs);

/* A program of the text SOURCE, which messages call NAME (NULL: as CUDA has
 * it). Its includes find the texts HEADERS under INCLUDES, COUNT each; all are
 * copied. The caller destroys it. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source,
			       const char *name, int count,
			       const char *const *headers,
			       const char *const *includes);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
/* OPTIONS are those of ww-nvcc, COUNT. */
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count,
				const char *const *options);

/* The sizes count the bytes that the functions below them write; that of a log
 * has its NUL. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);

/* Before the program is compiled: EXPRESSION names a kernel, as in &scale<int>,
 * which is compiled, too. Afterwards: its name for cuModuleGetFunction, which
 * belongs to the program. */
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program,
				   const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression,
				const char **lowered);

#ifdef __cplusplus
}
#endif

#endif
