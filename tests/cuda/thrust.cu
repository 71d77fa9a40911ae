/* thrust.cu - algorithms of Thrust on vectors of the device, against the standard library's on the host
 * SPDX-License-Identifier: Apache-2.0
 *
 * With -DALL many more, which take the compiler a while.
 */
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#ifdef ALL
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#endif

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.h"

enum { N = 3000 };

static std::vector<int> random_numbers()
{
	std::vector<int> v(N);
	unsigned r = 7;

	for (int &x : v) {
		r = r * 1664525 + 1013904223;
		x = (int)(r >> 8) % 1000 - 500;
	}
	return v;
}

static bool same(const thrust::device_vector<int> &d, const std::vector<int> &v)
{
	thrust::host_vector<int> h = d;

	return std::equal(v.begin(), v.end(), h.begin());
}

static void basics(const std::vector<int> &v)
{
	thrust::device_vector<int> d(v.begin(), v.end()), e(N);
	std::vector<int> w(N);

	thrust::inclusive_scan(d.begin(), d.end(), e.begin());
	std::partial_sum(v.begin(), v.end(), w.begin());
	CHECK(same(e, w));
	CHECK(thrust::reduce(d.begin(), d.end()) == w[N - 1]);
	thrust::sequence(e.begin(), e.end());
	thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), thrust::multiplies<int>());
	for (int i = 0; i < N; i++)
		w[i] = v[i] * i;
	CHECK(same(e, w));
	thrust::sort(d.begin(), d.end());
	w = v;
	std::sort(w.begin(), w.end());
	CHECK(same(d, w));
}

#ifdef ALL
struct square { __host__ __device__ float operator()(float x) const { return x * x; } };
struct is_odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };

static void sums(const std::vector<int> &v)
{
	thrust::device_vector<int> d(v.begin(), v.end());
	thrust::device_vector<float> f(v.begin(), v.end());
	float sum = thrust::transform_reduce(f.begin(), f.end(), square(), 0.0f, thrust::plus<float>());
	double want = 0;

	for (int x : v)
		want += (double)x * x;
	CHECK(sum > want * 0.9999 && sum < want * 1.0001);
	CHECK(thrust::inner_product(d.begin(), d.begin() + 100, d.begin(), 0) ==
	      std::inner_product(v.begin(), v.begin() + 100, v.begin(), 0));
	CHECK(thrust::count_if(d.begin(), d.end(), is_odd()) == std::count_if(v.begin(), v.end(), is_odd()));
	auto ends = thrust::minmax_element(d.begin(), d.end());
	CHECK(*ends.first == *std::min_element(v.begin(), v.end()));
	CHECK(*ends.second == *std::max_element(v.begin(), v.end()));
	CHECK(thrust::max_element(d.begin(), d.end()) - d.begin() ==
	      std::max_element(v.begin(), v.end()) - v.begin());
	thrust::sort(f.begin(), f.end(), thrust::greater<float>());
	CHECK(f[0] == *std::max_element(v.begin(), v.end()));
	CHECK(f[N - 1] == *std::min_element(v.begin(), v.end()));
}

static void keys(const std::vector<int> &v)
{
	thrust::device_vector<int> key(v.begin(), v.end()), place(N), each(N), count(N);
	std::vector<int> order(N), sorted(v), kept;
	int distinct;

	thrust::sequence(place.begin(), place.end());
	thrust::sort_by_key(key.begin(), key.end(), place.begin());
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return v[a] < v[b]; });
	std::sort(sorted.begin(), sorted.end());
	CHECK(same(place, order) && same(key, sorted));
	CHECK(thrust::lower_bound(key.begin(), key.end(), 100) - key.begin() ==
	      std::lower_bound(sorted.begin(), sorted.end(), 100) - sorted.begin());
	distinct = (int)(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
	auto end = thrust::reduce_by_key(key.begin(), key.end(), thrust::constant_iterator<int>(1), each.begin(),
					 count.begin());
	CHECK(end.first - each.begin() == distinct);
	CHECK(thrust::reduce(count.begin(), count.begin() + distinct) == N);
	CHECK(thrust::unique(key.begin(), key.end()) - key.begin() == distinct);
	thrust::device_vector<int> d(v.begin(), v.end());
	auto odd = thrust::copy_if(d.begin(), d.end(), each.begin(), is_odd());
	std::copy_if(v.begin(), v.end(), std::back_inserter(kept), [](int x) { return x & 1; });
	CHECK(odd - each.begin() == (long)kept.size() && same(each, kept));
}
#endif

int main()
{
	std::vector<int> v = random_numbers();

	basics(v);
#ifdef ALL
	sums(v);
	keys(v);
#endif
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
