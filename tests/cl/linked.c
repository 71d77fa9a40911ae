/* linked.c - a host of OpenCL: objects, libraries, headers that are programs,
 * what is known of arguments
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static const char twice_header[] = "int twice(int x);\n"
				   "#include \"deep/more.h\"\n";
static const char more_header[] = "#define MORE 100\n";
static const char twice_source[] = "int twice(int x) { return 2 * x; }\n";
static const char kernel_source[] =
	"#include <lib/twice.h>\n"
	"__kernel void k(__global int *out, __global const int *restrict in,\n"
	"                __constant float *c, const volatile int v,\n"
	"                __global volatile uint4 *w)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	out[i] = twice(in[i]) + MORE + BIAS;\n"
	"}\n"
	"__attribute__((reqd_work_group_size(4, 2, 1), vec_type_hint(uint4)))\n"
	"__kernel void sized(__local int *l) { }\n";

static char text[10000];

static const char *build_log(cl_program p)
{
	GOOD(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG,
				   sizeof text, text, NULL));
	return text;
}

static void check_type(cl_program p, cl_program_binary_type type)
{
	cl_program_binary_type found;
	cl_build_status status;

	GOOD(clGetProgramBuildInfo(p, device, CL_PROGRAM_BINARY_TYPE,
				   sizeof found, &found, NULL));
	TRUE(found == type);
	GOOD(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS,
				   sizeof status, &status, NULL));
	TRUE(status == CL_BUILD_SUCCESS);
}

static cl_program compiled(const char *source)
{
	cl_program p = host_source(source);

	GOOD(clCompileProgram(p, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	check_type(p, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	return p;
}

/* The kernels, with headers; wrong headers before. */
static cl_program compile_kernels(void)
{
	cl_program p = host_source(kernel_source);
	cl_program headers[] = { host_source(twice_header),
				 host_source(more_header) };
	const char *names[] = { "lib/twice.h", "deep/more.h" };
	const char *outside[] = { "../twice.h", "/deep/more.h" };

	GIVES(CL_COMPILE_PROGRAM_FAILURE,
	      clCompileProgram(p, 0, NULL, "-DBIAS=1", 0, NULL, NULL, NULL,
			       NULL));
	TRUE(strstr(build_log(p), "lib/twice.h"));
	GIVES(CL_COMPILE_PROGRAM_FAILURE,
	      clCompileProgram(p, 1, &device, "-DMORE=5", 2, headers, names,
			       NULL, NULL));
	TRUE(strstr(build_log(p), "more.h:1:9: "));
	TRUE(strstr(build_log(p), "program.cl:7:33: error: "));
	GIVES(CL_INVALID_VALUE,
	      clCompileProgram(p, 0, NULL, "", 2, headers, outside, NULL,
			       NULL));
	GIVES(CL_INVALID_VALUE,
	      clCompileProgram(p, 0, NULL, "", 2, headers, NULL, NULL, NULL));
	GIVES(CL_INVALID_COMPILER_OPTIONS,
	      clCompileProgram(p, 0, NULL, "-create-library", 0, NULL, NULL,
			       NULL, NULL));
	GOOD(clCompileProgram(p, 0, NULL, "-DBIAS=3", 2, headers, names, NULL,
			      NULL));
	check_type(p, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	clCreateKernel(p, "k", &bad);
	GIVES(CL_INVALID_PROGRAM_EXECUTABLE, bad);
	for (int i = 0; i < 2; i++)
		GOOD(clReleaseProgram(headers[i]));
	return p;
}

/* P, made of its binary. */
static cl_program by_binary(cl_program p, cl_program_binary_type type)
{
	const unsigned char *bytes;
	cl_program other;
	size_t size;

	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
			      NULL));
	bytes = malloc(size);
	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof bytes, &bytes,
			      NULL));
	other = clCreateProgramWithBinary(context, 1, &device, &size, &bytes,
					  NULL, &bad);
	GOOD(bad);
	check_type(other, type);
	free((void *)(size_t)bytes);
	GOOD(clReleaseProgram(p));
	return other;
}

static void run(cl_program p)
{
	cl_kernel k = clCreateKernel(p, "k", &bad);
	int in[4] = { 1, 2, 3, 4 }, out[4];
	size_t global = 4;
	cl_mem m[2];
	float one = 1;

	GOOD(bad);
	m[0] = clCreateBuffer(context, 0, sizeof out, NULL, &bad);
	GOOD(bad);
	m[1] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in,
			      &bad);
	GOOD(bad);
	for (cl_uint i = 0; i < 5; i++)
		GOOD(i == 3 ? clSetKernelArg(k, i, sizeof one, &one) :
		     clSetKernelArg(k, i, sizeof *m, &m[i == 1]));
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL,
				    NULL));
	GOOD(clEnqueueReadBuffer(queue, m[0], CL_TRUE, 0, sizeof out, out, 0,
				 NULL, NULL));
	for (int i = 0; i < 4; i++)
		TRUE(out[i] == 2 * in[i] + 103);
	GOOD(clReleaseMemObject(m[0]));
	GOOD(clReleaseMemObject(m[1]));
	GOOD(clReleaseKernel(k));
}

static void check_arguments(cl_program p)
{
	static const struct {
		const char *name, *type;
		cl_kernel_arg_type_qualifier qualifiers;
		cl_kernel_arg_address_qualifier space;
	} want[] = {
		{ "out", "int*", 0, CL_KERNEL_ARG_ADDRESS_GLOBAL },
		{ "in", "int*", CL_KERNEL_ARG_TYPE_CONST |
		  CL_KERNEL_ARG_TYPE_RESTRICT, CL_KERNEL_ARG_ADDRESS_GLOBAL },
		{ "c", "float*", CL_KERNEL_ARG_TYPE_CONST,
		  CL_KERNEL_ARG_ADDRESS_CONSTANT },
		{ "v", "int", 0, CL_KERNEL_ARG_ADDRESS_PRIVATE },
		{ "w", "uint4*", CL_KERNEL_ARG_TYPE_VOLATILE,
		  CL_KERNEL_ARG_ADDRESS_GLOBAL },
	};
	cl_kernel k = clCreateKernel(p, "k", &bad);
	cl_kernel_arg_type_qualifier qualifiers;
	cl_kernel_arg_address_qualifier space;

	GOOD(bad);
	for (cl_uint i = 0; i < 5; i++) {
		GOOD(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof text,
					text, NULL));
		TRUE(!strcmp(text, want[i].name));
		GOOD(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME,
					sizeof text, text, NULL));
		TRUE(!strcmp(text, want[i].type));
		GOOD(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_QUALIFIER,
					sizeof qualifiers, &qualifiers,
					NULL));
		TRUE(qualifiers == want[i].qualifiers);
		GOOD(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
					sizeof space, &space, NULL));
		TRUE(space == want[i].space);
	}
	GOOD(clReleaseKernel(k));
	k = clCreateKernel(p, "sized", &bad);
	GOOD(bad);
	GOOD(clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof text, text,
			     NULL));
	TRUE(!strcmp(text, "reqd_work_group_size(4,2,1) vec_type_hint(uint4)"));
	GOOD(clReleaseKernel(k));
}

/* What is built without the option that asks for it tells nothing of this. */
static void check_silence(void)
{
	cl_program p = host_build("__kernel void k(int n) { }\n", "");

	for (int asked = 0; asked < 2; asked++) {
		cl_kernel k;

		GOOD(clBuildProgram(p, 0, NULL,
				    asked ? "-cl-kernel-arg-info" : "", NULL,
				    NULL));
		k = clCreateKernel(p, "k", &bad);
		GOOD(bad);
		GIVES(asked ? CL_SUCCESS : CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
		      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof text,
					 text, NULL));
		GOOD(clReleaseKernel(k));
	}
	GOOD(clReleaseProgram(p));
}

static cl_program link(const char *options, cl_uint n, const cl_program *p,
		       cl_program_binary_type type)
{
	cl_program linked = clLinkProgram(context, 0, NULL, options, n, p,
					  NULL, NULL, &bad);

	GOOD(bad);
	check_type(linked, type);
	return linked;
}

static void check_wrong(cl_program object)
{
	cl_program parts[] = { object, host_source(twice_source) };
	cl_program p;

	TRUE(!clLinkProgram(context, 0, NULL, "", 2, parts, NULL, NULL,
			    &bad));
	GIVES(CL_INVALID_OPERATION, bad);
	TRUE(!clLinkProgram(context, 0, NULL, "", 0, NULL, NULL, NULL, &bad));
	GIVES(CL_INVALID_VALUE, bad);
	TRUE(!clLinkProgram(context, 0, NULL, "-enable-link-options", 1, parts,
			    NULL, NULL, &bad));
	GIVES(CL_INVALID_LINKER_OPTIONS, bad);
	TRUE(!clLinkProgram(context, 0, NULL, "-DX", 1, parts, NULL, NULL,
			    &bad));
	GIVES(CL_INVALID_LINKER_OPTIONS, bad);
	p = clLinkProgram(context, 0, NULL, "", 1, parts, NULL, NULL, &bad);
	GIVES(CL_LINK_PROGRAM_FAILURE, bad);
	TRUE(strstr(build_log(p), "twice"));
	GOOD(clReleaseProgram(p));
	GOOD(clReleaseProgram(parts[1]));
}

int main(void)
{
	cl_program parts[2], p;

	host_begin();
	parts[0] = compile_kernels();
	check_wrong(parts[0]);
	parts[1] = compiled(twice_source);
	p = link("", 2, parts, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	run(p);
	check_arguments(p);
	GOOD(clReleaseProgram(p));
	check_silence();
	/* The same by binaries and a library; one may be built, too. */
	p = link("-create-library -enable-link-options", 1, &parts[1],
		 CL_PROGRAM_BINARY_TYPE_LIBRARY);
	GOOD(clReleaseProgram(parts[1]));
	parts[1] = by_binary(p, CL_PROGRAM_BINARY_TYPE_LIBRARY);
	parts[0] = by_binary(parts[0], CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	p = link("-create-library", 2, parts, CL_PROGRAM_BINARY_TYPE_LIBRARY);
	p = by_binary(p, CL_PROGRAM_BINARY_TYPE_LIBRARY);
	GOOD(clBuildProgram(p, 1, &device, NULL, NULL, NULL));
	check_type(p, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	run(p);
	GOOD(clReleaseProgram(p));
	GOOD(clReleaseProgram(parts[0]));
	GOOD(clReleaseProgram(parts[1]));
	host_end();
	printf("all links are right\n");
	return 0;
}
