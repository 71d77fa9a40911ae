// fourier.cu - transforms of cufft.h against sums by their definition
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <cufft.h>
#include <vector>

#include "check.h"

typedef std::complex<double> number;
typedef std::vector<number> numbers;

// By the definition, of one dimension of N[0] x N[1] x N[2] after the other.
static numbers transform(numbers v, const int *n, int sign)
{
	const size_t size = v.size();

	for (int d = 0, stride = n[0] * n[1] * n[2]; d < 3; d++) {
		numbers r(size);

		stride /= n[d];
		for (size_t at = 0; at < size; at++) {
			const int k = (int)(at / stride % n[d]);

			for (int j = 0; j < n[d]; j++)
				r[at] += v[at + (size_t)(j - k) * stride] *
					 std::polar(1.0, sign * 2 * M_PI * ((long long)j * k % n[d]) / n[d]);
		}
		v = r;
	}
	return v;
}

static double next(void)
{
	static unsigned seed = 1;

	seed = seed * 1664525 + 1013904223;
	return (int)(seed >> 8) % 2000 / 1000.0 - 1;
}

// Whether A and B, of N numbers, differ by little against their size.
template<class T> static bool is_near(const T *a, const number *b, size_t n, double bound)
{
	double most = 0, size = 0;

	for (size_t i = 0; i < n; i++) {
		most = fmax(most, std::abs(number(a[i].x, a[i].y) - b[i]));
		size = fmax(size, std::abs(b[i]));
	}
	return most <= bound * size;
}

template<class C> static void complex_case(int x, int y, int z, int batch, cufftType type,
					   cufftResult (*run)(cufftHandle, C *, C *, int), double bound)
{
	int n[] = { x, y, z };
	const int rank = x > 1 ? 3 : y > 1 ? 2 : 1;
	const size_t size = (size_t)x * y * z;
	numbers v(size * batch);
	cufftHandle h;
	C *data;

	cudaMallocManaged(&data, v.size() * sizeof *data);
	for (size_t i = 0; i < v.size(); i++) {
		v[i] = number(next(), next());
		data[i].x = v[i].real();
		data[i].y = v[i].imag();
	}
	CHECK(cufftPlanMany(&h, rank, n + 3 - rank, NULL, 1, 0, NULL, 1, 0, type, batch) == CUFFT_SUCCESS);
	CHECK(run(h, data, data, CUFFT_FORWARD) == CUFFT_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	for (int b = 0; b < batch; b++) {
		const numbers r = transform(numbers(v.begin() + b * size, v.begin() + (b + 1) * size), n, -1);

		CHECK(is_near(data + b * size, r.data(), size, bound));
	}
	CHECK(run(h, data, data, CUFFT_INVERSE) == CUFFT_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	for (auto &one : v)
		one *= size;
	CHECK(is_near(data, v.data(), v.size(), bound));
	CHECK(cufftDestroy(h) == CUFFT_SUCCESS);
	cudaFree(data);
}

// Real numbers to half a spectrum and back; IN_PLACE rows have two numbers or one more.
template<class R, class C> static void real_case(int y, int z, bool in_place, cufftType there, cufftType back,
						 cufftResult (*to_complex)(cufftHandle, R *, C *),
						 cufftResult (*to_real)(cufftHandle, C *, R *), double bound)
{
	const int n[] = { 1, y, z }, half = z / 2 + 1, row = in_place ? 2 * half : z;
	numbers v((size_t)y * z), r, cut;
	cufftHandle h[2];
	double most = 0;
	C *spectrum;
	R *data;

	cudaMallocManaged(&spectrum, (size_t)y * half * sizeof *spectrum);
	data = (R *)spectrum;
	if (!in_place)
		cudaMallocManaged(&data, (size_t)y * z * sizeof *data);
	for (size_t i = 0; i < v.size(); i++)
		data[i / z * row + i % z] = (v[i] = next()).real();
	CHECK(cufftPlan2d(&h[0], y, z, there) == CUFFT_SUCCESS);
	CHECK(cufftPlan2d(&h[1], y, z, back) == CUFFT_SUCCESS);
	CHECK(to_complex(h[0], data, spectrum) == CUFFT_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	r = transform(v, n, -1);
	for (int i = 0; i < y; i++)
		cut.insert(cut.end(), r.begin() + i * z, r.begin() + i * z + half);
	CHECK(is_near(spectrum, cut.data(), cut.size(), bound));
	CHECK(to_real(h[1], spectrum, data) == CUFFT_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	for (size_t i = 0; i < v.size(); i++)
		most = fmax(most, fabs(data[i / z * row + i % z] - v[i].real() * y * z));
	CHECK(most <= bound * y * z);
	CHECK(to_real(h[0], spectrum, data) == CUFFT_INVALID_TYPE);
	cufftDestroy(h[0]);
	cufftDestroy(h[1]);
}

// The columns of a matrix, with a stride, into the rows of another one.
static void strided(void)
{
	enum { N = 12, M = 5 };
	int n = N, from[] = { N }, to[] = { N + 3 }, lengths[] = { 1, 1, N };
	cufftComplex *a, *b;
	cufftHandle h;

	cudaMallocManaged(&a, N * M * sizeof *a);
	cudaMallocManaged(&b, (N + 3) * M * sizeof *b);
	for (int i = 0; i < N * M; i++)
		a[i] = make_cuComplex((float)next(), (float)next());
	CHECK(cufftPlanMany(&h, 1, &n, from, M, 1, to, 1, N + 3, CUFFT_C2C, M) == CUFFT_SUCCESS);
	CHECK(cufftExecC2C(h, a, b, CUFFT_FORWARD) == CUFFT_SUCCESS);
	GOOD(cudaDeviceSynchronize());
	for (int c = 0; c < M; c++) {
		numbers v(N);

		for (int i = 0; i < N; i++)
			v[i] = number(a[i * M + c].x, a[i * M + c].y);
		v = transform(v, lengths, -1);
		CHECK(is_near(b + c * (N + 3), v.data(), N, 1e-6));
	}
	cufftDestroy(h);
}

int main(void)
{
	cufftHandle h;

	complex_case(1, 1, 64, 3, CUFFT_C2C, cufftExecC2C, 1e-6);
	complex_case(1, 1, 90, 1, CUFFT_C2C, cufftExecC2C, 1e-6);
	complex_case(1, 1, 37, 2, CUFFT_C2C, cufftExecC2C, 1e-6);
	complex_case(1, 1, 1, 2, CUFFT_C2C, cufftExecC2C, 1e-6);
	complex_case(1, 6, 16, 2, CUFFT_C2C, cufftExecC2C, 1e-6);
	complex_case(4, 3, 10, 1, CUFFT_Z2Z, cufftExecZ2Z, 1e-14);
	real_case(1, 32, false, CUFFT_R2C, CUFFT_C2R, cufftExecR2C, cufftExecC2R, 1e-6);
	real_case(6, 9, true, CUFFT_R2C, CUFFT_C2R, cufftExecR2C, cufftExecC2R, 1e-6);
	real_case(5, 8, true, CUFFT_D2Z, CUFFT_Z2D, cufftExecD2Z, cufftExecZ2D, 1e-14);
	strided();
	CHECK(cufftPlan1d(&h, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE);
	CHECK(cufftExecC2C(77, NULL, NULL, CUFFT_FORWARD) == CUFFT_INVALID_PLAN);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
