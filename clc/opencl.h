/* opencl.h - the parts of the compiler that are for OpenCL C alone
 * SPDX-License-Identifier: Apache-2.0
 *
 * A kernel K of OpenCL C becomes an entry K(nd, here, item), which loads K's
 * arguments from the launch nd. All functions of the program become part of it.
 * Then functions that ask for the place of a work-item get these three
 * parameters, and the device library (sw/cl/items.c) answers. nd and here are
 * the same in all threads of a warp and item is not, so uniform.c finds by
 * itself what is uniform.
 */
#ifndef WW_CLC_OPENCL_H
#define WW_CLC_OPENCL_H

#include "clc/clc.h"

/* The address spaces of clang for SPIR. */
enum { SPACE_PRIVATE, SPACE_GLOBAL, SPACE_CONSTANT, SPACE_LOCAL };
/* That of constants in libclc's bitcode. */
enum { SPACE_LIBRARY_CONSTANT = 4 };

struct opencl_arg {
	uint32_t kind, offset, bytes;   /* as sw/cl/cl.h has them */
	uint32_t class, element, lanes, qualifiers;
	char *type, *name;
};

struct opencl_kernel {
	char *name, *attributes;
	LLVMValueRef entry, folded;     /* of groups that are folded */
	struct opencl_arg *args;
	uint32_t count, arg_bytes, local_bytes, required[3], most;
	bool together, meets;           /* has barriers */
};

struct opencl {
	LLVMModuleRef module, device;   /* device: until it is linked */
	const struct target *target;
	LLVMTargetDataRef layout;
	struct opencl_kernel *kernels;
	uint32_t count;
};

/* The metadata of a kernel of CUDA that has __launch_bounds__: the threads. */
#define CUDA_BOUND "ww_bound"

/* --- kernel_args.c: what a kernel takes --------------------------------- */

/* The type that argument I of kernel F has in the block of arguments. */
LLVMTypeRef kernel_arg_type(LLVMValueRef f, unsigned i);
/* The attribute byval of argument I, a structure; or NULL. */
LLVMAttributeRef kernel_arg_byval(LLVMValueRef f, unsigned i);
/* Describes kernel F in *K, all but its entry; refuses images and the like. */
void kernel_read(const struct opencl *o, LLVMValueRef f,
		 struct opencl_kernel *k);

/* --- entries.c ---------------------------------------------------------- */

/* Gives each kernel of the module its entry. */
void entries_make(struct opencl *o);
/* Parameters of entries: the launch, the group's place, the item. */
enum { ENTRY_ND, ENTRY_HERE, ENTRY_ITEM, ENTRY_PARAMETERS };
/* Loads what lies OFFSET bytes behind P and does not change meanwhile. */
LLVMValueRef entries_load(LLVMBuilderRef b, LLVMValueRef p, uint32_t offset,
			  LLVMTypeRef type);
/* Makes of the entry of K, whose items need not be together, the body of a loop
 * over rows; the loop becomes the entry. */
void entries_make_rows(const struct opencl *o, struct opencl_kernel *k);
/* Gives K, which has barriers, an entry for groups whose rows take turns. */
void entries_make_folded(const struct opencl *o, struct opencl_kernel *k);

/* --- variables.c -------------------------------------------------------- */

/* Debuggers find the variables of M. */
void variables_make_plain(LLVMModuleRef m);

/* --- library.c: functions from bitcode libraries ------------------------ */

/* Refuses functions that call themselves. */
void library_check_recursion(LLVMModuleRef m);
/* All functions of the program become part of the entries. */
void library_inline_program(const struct opencl *o);
/* Links what the module calls of the library at PATH, "" if there is none. */
void library_link(struct opencl *o, const char *path);
/* Links the device library. */
void library_link_device(struct opencl *o);
/* The device library's function for NAME, as get_global_id; or NULL. */
LLVMValueRef library_placed(const struct opencl *o, const char *name);

/* The barrier of CUDA, as OpenCL C would name it (sw/cl/items.c). */
#define BLOCK_BARRIER "_Z18__ww_block_barrierj"

/* --- items.c: entries get their place ----------------------------------- */

void items_bind(struct opencl *o);

/* --- print.c: printf of OpenCL C ---------------------------------------- */

/* Replaces CALL of printf by one of vx_printf. */
void print_replace(LLVMModuleRef m, LLVMValueRef call);

/* --- locals.c: variables in local memory -------------------------------- */

/* Replaces in F, the entry of K, the local variables by places behind the
 * local memory of the group; counts their bytes into K. */
void locals_place(const struct opencl *o, struct opencl_kernel *k,
		  LLVMValueRef f);

/* --- describe.c --------------------------------------------------------- */

/* Adds the variable ww_cl_program, which describes the kernels. */
void describe_program(const struct opencl *o);

/* The whole of it: module M of clang for SPIR becomes one of the core, with the
 * libraries at the paths DEVICE and LIBRARY, not optimized yet. */
void opencl_lower(LLVMModuleRef m, const struct target *t, const char *device,
		  const char *library);

#endif
