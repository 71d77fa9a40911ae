/* matmul32_bench.c - the product of two 32 x 32 matrices, made to be measured
 * SPDX-License-Identifier: Apache-2.0
 */
#define N 32
#include "matmul_bench.h"
