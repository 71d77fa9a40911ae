/* random.c - a host of OpenCL: random kernels on all devices
 * SPDX-License-Identifier: Apache-2.0
 *
 * random PROGRAM.cl IN WANT OPTIONS < LIST: each line of LIST has the name of a
 * kernel (in, out, items, local words if there are any), its items, the items
 * of a group (0: as you like), and words of results for each item. WANT has
 * the results one behind the other. The program is compiled for the first
 * device; the others differ from it in shape alone, and get its binary.
 */
#include "host.h"

enum { DEVICES = 16, IN = 64, MOST = 1000 };

struct run {
	char name[64];
	unsigned items, group, words;
};

static struct run runs[MOST];
static size_t run_count;
static unsigned char *want, *program_text;

static unsigned char *read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	unsigned char *data;
	size_t size;

	TRUE(f);
	fseek(f, 0, SEEK_END);
	size = (size_t)ftell(f);
	rewind(f);
	data = calloc(size + 1, 1);
	TRUE(data && fread(data, 1, size, f) == size);
	fclose(f);
	return data;
}

static void read_list(void)
{
	struct run *r = runs;

	while (run_count < MOST &&
	       scanf("%63s %u %u %u", r->name, &r->items, &r->group,
		     &r->words) == 4)
		r = &runs[++run_count];
	TRUE(run_count && feof(stdin));
}

/* The program of P, for device D. */
static cl_program copy(cl_program p, cl_device_id d)
{
	const unsigned char *bytes;
	size_t size[DEVICES];
	unsigned char *all[DEVICES] = { NULL };
	cl_program other;

	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, size,
			      NULL));
	bytes = all[0] = malloc(size[0]);
	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof all, all, NULL));
	other = clCreateProgramWithBinary(context, 1, &d, size, &bytes, NULL,
					  &bad);
	GOOD(bad);
	GOOD(clBuildProgram(other, 0, NULL, NULL, NULL, NULL));
	free(all[0]);
	return other;
}

/* What R leaves on the device of Q, in OUT; false if the command fails. */
static int run(const struct run *r, cl_program p, cl_command_queue q,
	       cl_mem in, void *out)
{
	size_t bytes = (size_t)r->items * r->words * 4, global = r->items;
	size_t group = r->group;
	cl_mem m = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, out,
				  &bad);
	cl_kernel k;
	cl_int ran;

	GOOD(bad);
	k = clCreateKernel(p, r->name, &bad);
	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof in, &in));
	GOOD(clSetKernelArg(k, 1, sizeof m, &m));
	GOOD(clSetKernelArg(k, 2, sizeof r->items, &r->items));
	if (group)
		GOOD(clSetKernelArg(k, 3, 4 * group, NULL));
	ran = clEnqueueNDRangeKernel(q, k, 1, NULL, &global,
				     group ? &group : NULL, 0, NULL, NULL);
	if (!ran)
		ran = clFinish(q);
	GOOD(clEnqueueReadBuffer(q, m, CL_TRUE, 0, bytes, out, 0, NULL, NULL));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseMemObject(m));
	return !ran;
}

/* Returns how many kernels differ on device D. */
static int run_all(cl_program p, cl_device_id d, cl_mem in)
{
	cl_command_queue q = clCreateCommandQueue(context, d, 0, &bad);
	const unsigned char *right = want;
	char name[200];
	int wrong = 0;

	GOOD(bad);
	GOOD(clGetDeviceInfo(d, CL_DEVICE_NAME, sizeof name, name, NULL));
	for (size_t i = 0; i < run_count; i++) {
		size_t bytes = (size_t)runs[i].items * runs[i].words * 4;
		void *out = calloc(bytes, 1);

		if (!run(&runs[i], p, q, in, out) ||
		    memcmp(out, right, bytes)) {
			printf("%s: %s differs\n", runs[i].name, name);
			wrong++;
		}
		free(out);
		right += bytes;
	}
	GOOD(clReleaseCommandQueue(q));
	return wrong;
}

int main(int argc, char **argv)
{
	cl_device_id d[DEVICES];
	cl_program first;
	int wrong = 0;
	cl_uint n;
	cl_mem in;

	TRUE(argc == 5);
	host_begin();
	host_end();
	GOOD(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, d, &n));
	context = clCreateContext(NULL, n, d, NULL, NULL, &bad);
	GOOD(bad);
	read_list();
	program_text = read_file(argv[1]);
	want = read_file(argv[3]);
	in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, IN * 4,
			    read_file(argv[2]), &bad);
	GOOD(bad);
	first = host_source((const char *)program_text);
	bad = clBuildProgram(first, 1, d, argv[4], NULL, NULL);
	if (bad) {
		static char log[100000];

		clGetProgramBuildInfo(first, device, CL_PROGRAM_BUILD_LOG,
				      sizeof log, log, NULL);
		printf("%s", log);
	}
	GOOD(bad);
	for (cl_uint i = 0; i < n; i++) {
		cl_program p = copy(first, d[i]);

		wrong += run_all(p, d[i], in);
		GOOD(clReleaseProgram(p));
	}
	printf("%zu kernels on %u devices: %d differences\n", run_count, n,
	       wrong);
	return wrong != 0;
}
