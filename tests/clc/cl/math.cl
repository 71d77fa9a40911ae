/* math.cl - each function of math.def for each item
 * SPDX-License-Identifier: Apache-2.0
 */
#define ONE(function, ulp, wide) +1
#define TWO(function, ulp, wide) +1
enum { RESULTS = 0
#include "math.def"
};
#undef ONE
#undef TWO

__kernel void math(__global const float *xs, __global const float *ys,
		   __global float *out)
{
	uint i = get_global_id(0), at = RESULTS * i;
	float x = xs[i], y = ys[i];

#define ONE(function, ulp, wide) out[at++] = function(x);
#define TWO(function, ulp, wide) out[at++] = function(x, y);
#include "math.def"
}
