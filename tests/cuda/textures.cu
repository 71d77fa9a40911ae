/* textures.cu - arrays, textures and surfaces against a host's computation
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"
#include <cmath>
#include <cstring>

enum { W = 20, H = 6, THREADS = 16, N = 10 };

static float in[H][W];
static float *out;              /* of kernels */

/* --- two dimensions of float --------------------------------------------- */

__global__ void read2(cudaTextureObject_t t, float *to, float dx, float dy)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x < W)
		to[y * W + x] = tex2D<float>(t, x + dx, y + dy);
}

static int within(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

static float texel(int x, int y) { return in[within(y, H)][within(x, W)]; }

/* What is read X and Y texels from the middle of each, with a filter or not. */
static void try_plane(cudaResourceDesc *r, bool filter, float x, float y)
{
	int i0 = (int)floorf(x), j0 = (int)floorf(y), bad = 0;
	float u = filter ? x - i0 : 0, v = filter ? y - j0 : 0;
	cudaTextureDesc t = {};
	cudaTextureObject_t o;

	t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
	t.filterMode = filter ? cudaFilterModeLinear : cudaFilterModePoint;
	GOOD(cudaCreateTextureObject(&o, r, &t, NULL));
	read2<<<dim3(2, H), THREADS>>>(o, out, x + 0.5f, y + 0.5f);
	GOOD(cudaDeviceSynchronize());
	for (int j = 0; j < H; j++)
		for (int i = 0; i < W; i++) {
			float low = (1 - u) * texel(i + i0, j + j0) +
				    u * texel(i + i0 + 1, j + j0);
			float high = (1 - u) * texel(i + i0, j + j0 + 1) +
				     u * texel(i + i0 + 1, j + j0 + 1);

			bad += fabsf((1 - v) * low + v * high -
				     out[j * W + i]) > 1e-5f;
		}
	CHECK(!bad);
	GOOD(cudaDestroyTextureObject(o));
}

__global__ void twice(cudaSurfaceObject_t s)
{
	int x = threadIdx.x * sizeof(float);

	surf2Dwrite(2 * surf2Dread<float>(s, x, 1), s, x, 1);
}

static void plane(void)
{
	cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
	cudaResourceDesc r = {};
	cudaMemcpy3DParms p = {};
	cudaSurfaceObject_t s;

	GOOD(cudaMallocArray(&r.res.array.array, &d, W, H));
	GOOD(cudaMemcpy2DToArray(r.res.array.array, 0, 0, in, W * 4, W * 4, H,
				 cudaMemcpyHostToDevice));
	try_plane(&r, false, 0, 0);
	try_plane(&r, false, -4, 2);
	try_plane(&r, true, 0.25f, 0.5f);
	try_plane(&r, true, -2.75f, 3.125f);
	GOOD(cudaCreateSurfaceObject(&s, &r));
	twice<<<1, W>>>(s);
	p.srcArray = r.res.array.array;
	p.dstPtr = make_cudaPitchedPtr(out, W * 4, W, H);
	p.extent = make_cudaExtent(W, H, 1);
	p.kind = cudaMemcpyDefault;
	GOOD(cudaMemcpy3D(&p));
	for (int i = 0; i < W; i++)
		CHECK(out[W + i] == 2 * in[1][i] && out[i] == in[0][i]);
	CHECK(cudaMemcpyToArray(r.res.array.array, 4, H - 1, in, W * 4,
				cudaMemcpyHostToDevice) ==
	      cudaErrorInvalidValue);
	cudaGetLastError();
	GOOD(cudaDestroySurfaceObject(s));
	GOOD(cudaFreeArray(r.res.array.array));
}

/* --- colors, read as parts of 255; places outside ------------------------- */

__global__ void line(cudaTextureObject_t t, float4 *to)
{
	int x = threadIdx.x;

	to[x] = tex2D<float4>(t, (x - 8) / 8.0f, 0.3f);
}

static int place(int i, int mode)
{
	if (mode == cudaAddressModeWrap)
		return (i + 8) % 8;
	if (mode == cudaAddressModeMirror)
		return i < 0 ? -1 - i : i > 7 ? 15 - i : i;
	return mode == cudaAddressModeClamp ? within(i, 8) : i;
}

static void colors(void)
{
	cudaChannelFormatDesc d = cudaCreateChannelDesc<uchar4>();
	unsigned char color[2][8][4];
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};

	for (int i = 0; i < 64; i++)
		color[i / 32][i / 4 % 8][i % 4] = (unsigned char)(i * 3);
	GOOD(cudaMallocArray(&r.res.array.array, &d, 8, 2));
	GOOD(cudaMemcpyToArray(r.res.array.array, 0, 0, color, sizeof color,
			       cudaMemcpyHostToDevice));
	t.readMode = cudaReadModeNormalizedFloat;
	t.normalizedCoords = 1;
	for (int mode = 0; mode < 4; mode++) {
		cudaTextureObject_t o;

		t.addressMode[0] = (cudaTextureAddressMode)mode;
		GOOD(cudaCreateTextureObject(&o, &r, &t, NULL));
		line<<<1, 24>>>(o, (float4 *)out);
		GOOD(cudaDeviceSynchronize());
		for (int i = 0; i < 24; i++) {
			int at = place(i - 8, mode);

			CHECK(out[4 * i + 2] == (at < 0 || at > 7 ? 0 :
				color[0][at][2] / 255.0f));
		}
		GOOD(cudaDestroyTextureObject(o));
	}
	GOOD(cudaFreeArray(r.res.array.array));
}

/* --- linear memory ------------------------------------------------------- */

__global__ void fetch(cudaTextureObject_t t, int *to)
{
	to[threadIdx.x] = tex1Dfetch<int>(t, (int)threadIdx.x - 1);
}

static void linear(void)
{
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};
	cudaTextureObject_t o;
	int *p, *to = (int *)out;

	GOOD(cudaMallocManaged(&p, N * sizeof *p));
	for (int i = 0; i < N; i++)
		p[i] = i * i - 5;
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = p;
	r.res.linear.sizeInBytes = N * sizeof *p;
	r.res.linear.desc = cudaCreateChannelDesc<int>();
	GOOD(cudaCreateTextureObject(&o, &r, &t, NULL));
	fetch<<<1, N + 2>>>(o, to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N + 2; i++)
		CHECK(to[i] == (i == 0 || i > N ? 0 : p[i - 1]));
	GOOD(cudaDestroyTextureObject(o));
	t.filterMode = cudaFilterModeLinear; /* of whole numbers */
	CHECK(cudaCreateTextureObject(&o, &r, &t, NULL) ==
	      cudaErrorInvalidValue);
	r.res.linear.desc.x = 24;
	CHECK(cudaCreateTextureObject(&o, &r, &t, NULL) ==
	      cudaErrorInvalidChannelDescriptor);
	cudaGetLastError();
	GOOD(cudaFree(p));
}

/* --- references ---------------------------------------------------------- */

static texture<float, 2, cudaReadModeElementType> reference;
texture<uchar4, 1, cudaReadModeNormalizedFloat> parts;

__global__ void refer(float *to)
{
	int x = threadIdx.x, y = blockIdx.x;

	to[y * W + x] = tex2D(reference, x + 0.75f, y + 0.5f) +
			tex1Dfetch(parts, x % N).y;
}

static void references(void)
{
	cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
	cudaArray_t a;
	uchar4 *p;

	GOOD(cudaMallocManaged(&p, N * sizeof *p));
	for (int i = 0; i < N; i++)
		p[i].y = (unsigned char)(i * 20);
	GOOD(cudaMallocArray(&a, &d, W, H));
	GOOD(cudaMemcpy2DToArray(a, 0, 0, in, W * 4, W * 4, H,
				 cudaMemcpyHostToDevice));
	reference.filterMode = cudaFilterModeLinear;
	GOOD(cudaBindTextureToArray(reference, a));
	GOOD(cudaBindTexture(NULL, parts, p, N * sizeof *p));
	refer<<<H, W>>>(out);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < W * H; i++) {
		int x = i % W, y = i / W;

		CHECK(fabsf(out[i] - 0.75f * texel(x, y) -
			    0.25f * texel(x + 1, y) - p[x % N].y / 255.0f) <
		      1e-5f);
	}
	GOOD(cudaUnbindTexture(reference));
	GOOD(cudaUnbindTexture(parts));
	GOOD(cudaFreeArray(a));
	GOOD(cudaFree(p));
}

int main(void)
{
	for (int i = 0; i < W * H; i++)
		in[i / W][i % W] = (float)(i * 7 % 17);
	GOOD(cudaMallocManaged(&out, 4096));
	plane();
	colors();
	linear();
	references();
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
