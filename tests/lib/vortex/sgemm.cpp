/* sgemm.cpp - tiles in local memory; main adds up what a second grid leaves
 * SPDX-License-Identifier: Apache-2.0
 */
#include <vx_spawn.h>
#include "common.h"

template <typename T> static inline T *at(uint64_t address)
{
  return reinterpret_cast<T *>(address);
}

static void multiply(kernel_arg_t *arg)
{
  auto a = at<int32_t>(arg->a_addr), b = at<int32_t>(arg->b_addr), c = at<int32_t>(arg->c_addr);
  auto tile = blockDim.x, n = arg->count;
  auto part_a = static_cast<int32_t *>(__local_mem(2 * tile * tile * sizeof(int32_t)));
  auto part_b = part_a + tile * tile;
  auto x = threadIdx.x, y = threadIdx.y;
  auto row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  int32_t sum(0);

  for (uint32_t k = 0; k < n; k += tile) {
    part_a[y * tile + x] = a[row * n + k + x];
    part_b[y * tile + x] = b[(k + y) * n + column];
    __syncthreads();
    for (uint32_t i = 0; i < tile; i++)
      sum += part_a[y * tile + i] * part_b[i * tile + x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

struct rows {
  kernel_arg_t *arg;
  uint32_t *sums;
};

/* A block adds up a row, in as many steps as its size has bits. */
static void add_up(rows *r)
{
  auto n = r->arg->count;
  auto part = static_cast<uint32_t *>(__local_mem(n * sizeof(uint32_t)));
  auto i = threadIdx.x;

  part[i] = at<uint32_t>(r->arg->c_addr)[blockIdx.x * n + i];
  for (uint32_t half = n / 2; half > 0; half /= 2) {
    __syncthreads();
    if (i < half)
      part[i] += part[i + half];
  }
  if (i == 0)
    r->sums[blockIdx.x] = part[0];
}

int main()
{
  auto arg = reinterpret_cast<kernel_arg_t *>(csr_read(VX_CSR_MSCRATCH));
  rows r = { arg, at<uint32_t>(arg->b_addr) };
  uint32_t all = 0, n = arg->count;

  if (vx_spawn_threads(2, arg->grid, arg->block, (vx_kernel_func_cb)multiply, arg))
    return 1;
  if (vx_spawn_threads(1, &n, &n, (vx_kernel_func_cb)add_up, &r))
    return 1;
  for (uint32_t i = 0; i < n; i++)
    all += r.sums[i];
  if (vx_core_id() == 0)
    at<uint32_t>(arg->a_addr)[0] = all;
  return 0;
}
