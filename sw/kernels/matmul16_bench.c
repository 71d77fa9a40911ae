/* matmul16_bench.c - the product of two 16 x 16 matrices, made to be measured
 * SPDX-License-Identifier: Apache-2.0
 */
#define N 16
#include "matmul_bench.h"
