/* vx_matrix.h - the matrix library
 * SPDX-License-Identifier: Apache-2.0
 *
 * warpwright.h includes this; doc/matrix.md tells more. All functions are
 * called by thread 0 of warp 0, as vx_spawnWarps is, and return when the result
 * is in memory. They use all warps and threads of all cores, and shared memory
 * while they run if vx_sm_malloc has some for them.
 *
 * A matrix is its first element and its leading dimension: element (r, c) of A
 * is a[r * lda + c]. Sizes are any, also 0; lda is not below the number of
 * columns. Results are modulo 2^32. The result may not overlap an operand, but
 * where it says so.
 */
#ifndef VX_MATRIX_H
#define VX_MATRIX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* TO = FROM. */
void vx_mat_cpy(int32_t *to, uint32_t ldt, const int32_t *from, uint32_t ldf,
		uint32_t rows, uint32_t cols);

/* C = A + B; C may be A or B. */
void vx_mat_add(int32_t *c, uint32_t ldc, const int32_t *a, uint32_t lda,
		const int32_t *b, uint32_t ldb, uint32_t rows, uint32_t cols);

/* C = A B, where A has ROWS x INNER elements and B has INNER x COLS. */
void vx_mat_mult(int32_t *c, uint32_t ldc, const int32_t *a, uint32_t lda,
		 const int32_t *b, uint32_t ldb, uint32_t rows, uint32_t inner,
		 uint32_t cols);

/* TO, of COLS x ROWS elements, is FROM transposed, which has ROWS x COLS. */
void vx_mat_transpose(int32_t *to, uint32_t ldt, const int32_t *from,
		      uint32_t ldf, uint32_t rows, uint32_t cols);

/* Y = A X, of vectors without gaps. */
void vx_mat_vec(int32_t *y, const int32_t *a, uint32_t lda, const int32_t *x,
		uint32_t rows, uint32_t cols);

/* Over all elements; of none: 0, INT32_MAX and INT32_MIN. */
int32_t vx_mat_sum(const int32_t *a, uint32_t lda, uint32_t rows,
		   uint32_t cols);
int32_t vx_mat_min(const int32_t *a, uint32_t lda, uint32_t rows,
		   uint32_t cols);
int32_t vx_mat_max(const int32_t *a, uint32_t lda, uint32_t rows,
		   uint32_t cols);

#ifdef __cplusplus
}
#endif

#endif
