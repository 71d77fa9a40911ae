/* frame.cl - frame.h in OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 */
#define DEVICE
#include "frame.h"

__kernel void fill(__global int *y)
{
	y[get_global_id(0)] = all(get_global_id(0));
}
