/* nvrtc.cpp - a program compiles its kernels while it runs; what is refused
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cstring>
#include <cuda.h>
#include <nvrtc.h>
#include <string>

#include "check.h"

enum { N = 8 };

#define IS(call, want) CHECK((call) == (want))
#define DONE(call) IS(call, 0)

static const char source[] =
	"#include \"half/scale.h\"\n"
	"namespace n {\n"
	"template <class T> __global__ void add(T *a, T x) {\n"
	"  a[threadIdx.x] = scale(a[threadIdx.x]) + x;\n"
	"}\n"
	"}\n"
	"extern \"C\" __global__ void plain(float *a, float x) {\n"
	"  a[threadIdx.x] += x * FACTOR;\n"
	"}\n";

static std::string log_of(nvrtcProgram p)
{
	std::string log;
	size_t size = 0;

	DONE(nvrtcGetProgramLogSize(p, &size));
	log.resize(size);
	DONE(nvrtcGetProgramLog(p, &log[0]));
	log.resize(strlen(log.c_str()));
	return log;
}

/* Whether OPTION, or the text TEXT, makes the result WANT and a log with SAYS.
 */
static void refuse(const char *text, const char *option, nvrtcResult want,
		   const char *says)
{
	nvrtcProgram p;
	const char *name;
	size_t size;

	DONE(nvrtcCreateProgram(&p, text, NULL, 0, NULL, NULL));
	DONE(nvrtcAddNameExpression(p, "k"));
	IS(nvrtcCompileProgram(p, 1, &option), want);
	CHECK(log_of(p).find(says) != std::string::npos);
	IS(nvrtcGetPTXSize(p, &size), NVRTC_ERROR_INVALID_PROGRAM);
	IS(nvrtcGetLoweredName(p, "k", &name),
	   NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
	DONE(nvrtcDestroyProgram(&p));
	IS(nvrtcDestroyProgram(&p), NVRTC_ERROR_INVALID_PROGRAM);
}

/* Compiles the source; NAMES get what its templates are called. */
static std::string compile(std::string *names)
{
	static const char *const expressions[] = { "n::add<float>",
						   "&n::add<int>" };
	const char *header = "template <class T> __device__ T scale(T x)\n"
			     "{ return x * 2; }\n";
	const char *include = "half/scale.h", *outside = "../scale.h", *name;
	const char *options[] = { "--gpu-architecture=compute_70",
				  "--define-macro=FACTOR=3" };
	std::string ptx;
	nvrtcProgram p;
	size_t size;

	IS(nvrtcCreateProgram(&p, source, "add.cu", 1, &header, &outside),
	   NVRTC_ERROR_INVALID_INPUT);
	DONE(nvrtcCreateProgram(&p, source, "add.cu", 1, &header, &include));
	for (const char *e : expressions)
		DONE(nvrtcAddNameExpression(p, e));
	DONE(nvrtcCompileProgram(p, 2, options));
	CHECK(log_of(p).empty());
	for (const char *e : expressions) {
		DONE(nvrtcGetLoweredName(p, e, &name));
		*names++ = name;
	}
	IS(nvrtcGetLoweredName(p, "plain", &name),
	   NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
	IS(nvrtcAddNameExpression(p, "plain"),
	   NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
	DONE(nvrtcGetPTXSize(p, &size));
	ptx.resize(size);
	DONE(nvrtcGetPTX(p, &ptx[0]));
	DONE(nvrtcDestroyProgram(&p));
	return ptx;
}

int main()
{
	std::string names[2], ptx = compile(names);
	float v[N] = { 1, 2, 3, 4, 5, 6, 7, 8 }, x = 0.5f;
	CUdeviceptr a;
	CUdevice device;
	CUcontext context;
	CUfunction f;
	CUmodule m;
	void *args[] = { &a, &x };

	DONE(cuInit(0));
	DONE(cuDeviceGet(&device, 0));
	DONE(cuCtxCreate(&context, 0, device));
	DONE(cuModuleLoadDataEx(&m, ptx.c_str(), 0, NULL, NULL));
	DONE(cuModuleGetFunction(&f, m, names[1].c_str()));
	DONE(cuMemAlloc(&a, sizeof v));
	DONE(cuMemcpyHtoD(a, v, sizeof v));
	for (const char *name : { names[0].c_str(), "plain" }) {
		DONE(cuModuleGetFunction(&f, m, name));
		DONE(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, 0, NULL, args, NULL));
	}
	DONE(cuMemcpyDtoH(v, a, sizeof v));
	for (int i = 0; i < N; i++)
		CHECK(v[i] == 2 * (i + 1) + 2);
	refuse("__global__ void k(int *a) { b = 1; }", "-w",
	       NVRTC_ERROR_COMPILATION,
	       "default_program:1:29: error: use of undeclared identifier 'b'");
	refuse("__global__ void l(int *a) { }", "-w", NVRTC_ERROR_COMPILATION,
	       "name expression:1:");
	refuse("__global__ void k(int *a) { }", "--no-such",
	       NVRTC_ERROR_INVALID_OPTION, "unknown option '--no-such'");
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
