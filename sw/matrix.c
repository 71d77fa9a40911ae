/* matrix.c - the matrix library
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function spawns as many software warps as there are warps, of all cores.
 * These share the work out among them in units, unit u to warp u mod W, so that
 * a spawn serves any size. A tile in shared memory belongs to one hardware warp
 * of the core: its threads need no barrier, as the accesses of a warp to an
 * address take effect in program order.
 *
 * The threads of a warp form a grid of rows and columns, powers of two, such
 * that neighbours work on neighbouring columns: their accesses to memory meet
 * in a line, and in shared memory they go to different banks. Where they would
 * not, rows are padded.
 *
 * Stacks are what a warp reaches worst, a line for each thread. So the inner
 * loops keep to registers: arguments are read where they lie, one word for all
 * threads, and what moves tiles are functions that have enough with the
 * registers a call may change.
 */
#include "warpwright.h"

#define INLINE static inline __attribute__((always_inline))

/* The smallest s with 1 << s >= N; N at most 2^31. */
static uint32_t log2_up(uint32_t n)
{
	uint32_t s = 0;

	while ((1u << s) < n)
		s++;
	return s;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Shared memory for all warps of each core, WORDS each; NULL: there is none. */
static int32_t *share(uint32_t words)
{
	return vx_sm_try(ww_num_warps() * words * 4);
}

/* WARPS is vx_num_warps(), or less. */
static void spawn(uint32_t warps, vx_kernel kernel, void *args)
{
	vx_spawnWarps(warps, ww_num_threads(), kernel, args, VX_SPREAD);
}

/* TO = FROM for ROWS x COLS elements; columns go across the threads, 1 << SHIFT
 * at a time. *_ROW and *_COL lead to the next row and column. Four loads are on
 * their way before the first of their values is needed. */
INLINE void move(int32_t *to, uint32_t to_row, uint32_t to_col,
		 const int32_t *from, uint32_t from_row, uint32_t from_col,
		 uint32_t rows, uint32_t cols, uint32_t shift)
{
	uint32_t tid = ww_thread_id(), row = tid >> shift,
		 height = ww_num_threads() >> shift;

	tid &= (1u << shift) - 1;
	from += row * from_row + tid * from_col;
	to += row * to_row + tid * to_col;
	from_row *= height;
	to_row *= height;
	for (uint32_t base = 0; base < cols; base += 1u << shift) {
		__if(base + tid < cols) {
			const int32_t *f = from;
			int32_t *t = to;
			uint32_t left = rows;

			for (; left >= 4 * height; left -= 4 * height) {
				int32_t v0 = f[0], v1 = f[from_row], v2, v3;

				f += 2 * from_row;
				v2 = f[0];
				v3 = f[from_row];
				f += 2 * from_row;
				t[0] = v0;
				t[to_row] = v1;
				t += 2 * to_row;
				t[0] = v2;
				t[to_row] = v3;
				t += 2 * to_row;
			}
			for (; left >= height; left -= height) {
				*t = *f;
				f += from_row;
				t += to_row;
			}
			__if(row < left) {
				*t = *f;
			} __endif
		} __endif
		from += from_col << shift;
		to += to_col << shift;
	}
}

/* The two that are needed: from rows without gaps to anything, and the other
 * way. */
static __attribute__((noinline)) void bring(int32_t *to, uint32_t to_row,
					    uint32_t to_col,
					    const int32_t *from, uint32_t ld,
					    uint32_t rows, uint32_t cols,
					    uint32_t shift)
{
	move(to, to_row, to_col, from, ld, 1, rows, cols, shift);
}

static __attribute__((noinline)) void take(int32_t *to, uint32_t ld,
					   const int32_t *from,
					   uint32_t from_row, uint32_t from_col,
					   uint32_t rows, uint32_t cols,
					   uint32_t shift)
{
	move(to, ld, 1, from, from_row, from_col, rows, cols, shift);
}

/* Element by element, and over all elements. */

enum op { COPY, ADD, SUM, MIN, MAX };

struct each {
	int32_t *c;
	const int32_t *a, *b;
	uint32_t ldc, lda, ldb;
	uint32_t rows, cols, last; /* columns, and those of the last row */
	uint32_t shift;            /* log2 of the columns of the grid */
	uint32_t warps;
};

INLINE int32_t choose(_Bool first, int32_t a, int32_t b)
{
	return b ^ ((a ^ b) & -(int32_t)first);
}

INLINE int32_t fold(enum op op, int32_t x, int32_t y)
{
	switch (op) {
	case MIN: return choose(x < y, x, y);
	case MAX: return choose(x > y, x, y);
	case COPY: case ADD: case SUM: break;
	}
	return (int32_t)((uint32_t)x + (uint32_t)y);
}

INLINE int32_t neutral(enum op op)
{
	return op == MIN ? INT32_MAX : op == MAX ? INT32_MIN : 0;
}

/* N elements, STEP apart: C from A, or from A and B, or all of them into
 * SO_FAR. N is a constant. */
INLINE int32_t run(enum op op, uint32_t n, uint32_t step, int32_t *c,
		   const int32_t *a, const int32_t *b, int32_t so_far)
{
	int32_t x[4], y[4];

#pragma GCC unroll 4
	for (uint32_t i = 0; i < n; i++, a += step, b += step) {
		x[i] = *a;
		y[i] = op == ADD ? *b : 0;
	}
#pragma GCC unroll 4
	for (uint32_t i = 0; i < n; i++, c += step) {
		if (op == COPY)
			*c = x[i];
		else if (op == ADD)
			*c = fold(ADD, x[i], y[i]);
		else
			so_far = fold(op, so_far, x[i]);
	}
	return so_far;
}

/* The share of this thread; what OP has made of it. */
INLINE int32_t walk(enum op op, const struct each *e, uint32_t tid,
		    uint32_t wid)
{
	uint32_t width = 1u << e->shift, height = ww_num_threads() >> e->shift;
	uint32_t col = tid & (width - 1), row = tid >> e->shift;
	uint32_t step = e->warps * height;
	int32_t so_far = neutral(op);

	for (uint32_t base = wid * height; base < e->rows; base += step) {
		__if(base + row < e->rows) {
			int32_t *c = e->c + (base + row) * e->ldc + col;
			const int32_t *a = e->a + (base + row) * e->lda + col;
			const int32_t *b = e->b + (base + row) * e->ldb + col;
			uint32_t left = base + height >= e->rows ? e->last :
								   e->cols;

			for (; left >= 4 * width; left -= 4 * width) {
				so_far = run(op, 4, width, c, a, b, so_far);
				c += 4 * width;
				a += 4 * width;
				b += 4 * width;
			}
			for (; left >= width; left -= width) {
				so_far = run(op, 1, width, c, a, b, so_far);
				c += width;
				a += width;
				b += width;
			}
			__if(col < left) {
				so_far = run(op, 1, width, c, a, b, so_far);
			} __endif
		} __endif
	}
	return so_far;
}

/* Rows without gaps are taken for one row, which is cut into longer ones. */
static void plan(struct each *e)
{
	uint32_t threads = ww_num_threads(), count = e->rows * e->cols,
		 cut = 8 * threads;

	e->last = e->cols;
	if ((e->lda == e->cols) & (e->ldb == e->cols) & (e->ldc == e->cols)) {
		e->ldc = e->lda = e->ldb = e->cols = cut;
		e->rows = (count + cut - 1) / cut;
		e->last = count - (e->rows - 1) * cut;
	}
	e->shift = log2_up(least(threads, e->cols));
}

static void copy_kernel(uint32_t tid, uint32_t wid)
{
	walk(COPY, vx_get_arg(), tid, wid);
}

static void add_kernel(uint32_t tid, uint32_t wid)
{
	walk(ADD, vx_get_arg(), tid, wid);
}

void vx_mat_cpy(int32_t *to, uint32_t ldt, const int32_t *from, uint32_t ldf,
		uint32_t rows, uint32_t cols)
{
	struct each e = { .c = to,
			  .a = from,
			  .b = from,
			  .ldc = ldt,
			  .lda = ldf,
			  .ldb = ldf,
			  .rows = rows,
			  .cols = cols,
			  .warps = vx_num_warps() };

	if (rows == 0 || cols == 0)
		return;
	plan(&e);
	spawn(e.warps, copy_kernel, &e);
}

void vx_mat_add(int32_t *c, uint32_t ldc, const int32_t *a, uint32_t lda,
		const int32_t *b, uint32_t ldb, uint32_t rows, uint32_t cols)
{
	struct each e = { .c = c,
			  .a = a,
			  .b = b,
			  .ldc = ldc,
			  .lda = lda,
			  .ldb = ldb,
			  .rows = rows,
			  .cols = cols,
			  .warps = vx_num_warps() };

	if (rows == 0 || cols == 0)
		return;
	plan(&e);
	spawn(e.warps, add_kernel, &e);
}

/* Of each thread, then in the first word of each warp what its threads have
 * together. */
enum { PARTS = 1024 };
static int32_t partial[PARTS];

INLINE void reduce(enum op op, uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads();
	int32_t *mine = partial + wid * threads + tid;

	*mine = walk(op, vx_get_arg(), tid, wid);
	for (uint32_t half = threads / 2; half > 0; half /= 2) {
		__if(tid < half) {
			*mine = fold(op, mine[0], mine[half]);
		} __endif
	}
}

static void sum_kernel(uint32_t tid, uint32_t wid) { reduce(SUM, tid, wid); }
static void min_kernel(uint32_t tid, uint32_t wid) { reduce(MIN, tid, wid); }
static void max_kernel(uint32_t tid, uint32_t wid) { reduce(MAX, tid, wid); }

static int32_t reduce_all(enum op op, vx_kernel kernel, const int32_t *a,
			  uint32_t lda, uint32_t rows, uint32_t cols)
{
	struct each e = { .a = a, .b = a, .ldc = lda, .lda = lda, .ldb = lda,
			  .rows = rows, .cols = cols };
	uint32_t warps = vx_num_warps(), threads = ww_num_threads();
	int32_t result = neutral(op);

	if (rows == 0 || cols == 0)
		return result;
	if (warps * threads > PARTS)
		warps = PARTS / threads;
	e.warps = warps;
	plan(&e);
	spawn(warps, kernel, &e);
	for (uint32_t w = 0; w < warps; w++)
		result = fold(op, result, partial[w * threads]);
	return result;
}

int32_t vx_mat_sum(const int32_t *a, uint32_t lda, uint32_t rows, uint32_t cols)
{
	return reduce_all(SUM, sum_kernel, a, lda, rows, cols);
}

int32_t vx_mat_min(const int32_t *a, uint32_t lda, uint32_t rows, uint32_t cols)
{
	return reduce_all(MIN, min_kernel, a, lda, rows, cols);
}

int32_t vx_mat_max(const int32_t *a, uint32_t lda, uint32_t rows, uint32_t cols)
{
	return reduce_all(MAX, max_kernel, a, lda, rows, cols);
}

/* Transposition: a tile of SIDE x SIDE elements comes in by rows and leaves by
 * columns. */

struct transpose {
	int32_t *to;
	const int32_t *from;
	uint32_t ldt, ldf, rows, cols;
	int32_t *tiles; /* NULL: none */
	uint32_t shift; /* log2 of the side */
	uint32_t warps;
};

static void transpose_kernel(uint32_t tid, uint32_t wid)
{
	const struct transpose *p = vx_get_arg();
	uint32_t side = 1u << p->shift, pitch = side + 1,
		 across = (p->cols + side - 1) >> p->shift;
	uint32_t units = across * ((p->rows + side - 1) >> p->shift),
		 warps = p->warps;
	uint32_t shift = least(p->shift, log2_up(ww_num_threads()));
	int32_t *tile = p->tiles + ww_warp_id() * side * pitch;

	(void)tid;
	for (uint32_t u = wid; u < units; u += warps) {
		uint32_t row = u / across * side, col = u % across * side;
		uint32_t rows = least(side, p->rows - row),
			 cols = least(side, p->cols - col);
		const int32_t *from = p->from + row * p->ldf + col;
		int32_t *to = p->to + col * p->ldt + row;

		if (p->tiles == NULL) {
			take(to, p->ldt, from, 1, p->ldf, cols, rows, shift);
		} else {
			bring(tile, pitch, 1, from, p->ldf, rows, cols, shift);
			take(to, p->ldt, tile, 1, pitch, cols, rows, shift);
		}
	}
}

void vx_mat_transpose(int32_t *to, uint32_t ldt, const int32_t *from,
		      uint32_t ldf, uint32_t rows, uint32_t cols)
{
	struct transpose p = { to, from, ldt, ldf, rows, cols, NULL, 6,
			       vx_num_warps() };

	if (rows == 0 || cols == 0)
		return;
	while (ww_num_threads() > 1 && p.tiles == NULL && p.shift > 2) {
		p.shift--;
		p.tiles = share((1u << p.shift) * ((1u << p.shift) + 1));
	}
	if (p.tiles == NULL)
		p.shift = 4;
	spawn(p.warps, transpose_kernel, &p);
	vx_sm_free(p.tiles);
}

/* Matrix times vector. Columns go across the threads, whose sums for BATCH rows
 * meet in a tile; then a thread adds up those of a row. Without a tile each
 * thread has rows of its own. */

struct mat_vec {
	int32_t *y;
	const int32_t *a, *x;
	uint32_t lda, rows, cols;
	int32_t *tiles;
	uint32_t batch; /* rows, a multiple of 4 */
	uint32_t warps;
};

/* What this thread has of four rows from ROW on goes to SUMS, PITCH apart. A
 * row that is missing is taken for the last one. */
INLINE void four_rows(const struct mat_vec *p, uint32_t row, uint32_t tid,
		      int32_t *sums, uint32_t pitch)
{
	uint32_t threads = pitch - 1, last = p->rows - 1, s0 = 0, s1 = 0,
		 s2 = 0, s3 = 0;
	const int32_t *x = p->x + tid, *a = p->a + tid;
	const int32_t *a0 = a + row * p->lda,
		      *a1 = a + least(row + 1, last) * p->lda;
	const int32_t *a2 = a + least(row + 2, last) * p->lda;
	const int32_t *a3 = a + least(row + 3, last) * p->lda;

	for (uint32_t base = 0; base < p->cols; base += threads) {
		__if(base + tid < p->cols) {
			uint32_t v0 = (uint32_t)*a0, v1 = (uint32_t)*a1,
				 v2 = (uint32_t)*a2;
			uint32_t v3 = (uint32_t)*a3, f = (uint32_t)*x;

			s0 += v0 * f;
			s1 += v1 * f;
			s2 += v2 * f;
			s3 += v3 * f;
		} __endif
		a0 += threads;
		a1 += threads;
		a2 += threads;
		a3 += threads;
		x += threads;
	}
	sums[0] = (int32_t)s0;
	sums[pitch] = (int32_t)s1;
	sums[2 * pitch] = (int32_t)s2;
	sums[3 * pitch] = (int32_t)s3;
}

static void mat_vec_kernel(uint32_t tid, uint32_t wid)
{
	const struct mat_vec *p = vx_get_arg();
	uint32_t threads = ww_num_threads(), pitch = threads + 1,
		 step = p->warps * p->batch;
	int32_t *tile = p->tiles + ww_warp_id() * p->batch * pitch;

	for (uint32_t base = wid * p->batch; base < p->rows; base += step) {
		uint32_t rows = least(p->batch, p->rows - base);

		for (uint32_t r = 0; r < rows; r += 4)
			four_rows(p, base + r, tid, tile + r * pitch + tid,
				  pitch);
		for (uint32_t r = 0; r < rows; r += threads) {
			__if(r + tid < rows) {
				const int32_t *sums = tile + (r + tid) * pitch;
				uint32_t sum = 0;

				for (uint32_t t = 0; t < threads; t++)
					sum += (uint32_t)sums[t];
				p->y[base + r + tid] = (int32_t)sum;
			} __endif
		}
	}
}

static void mat_vec_untiled(uint32_t tid, uint32_t wid)
{
	const struct mat_vec *p = vx_get_arg();
	uint32_t threads = ww_num_threads(), step = p->warps * threads;

	for (uint32_t base = wid * threads; base < p->rows; base += step) {
		__if(base + tid < p->rows) {
			const int32_t *a = p->a + (base + tid) * p->lda;
			uint32_t sum = 0;

			for (uint32_t c = 0; c < p->cols; c++)
				sum += (uint32_t)a[c] * (uint32_t)p->x[c];
			p->y[base + tid] = (int32_t)sum;
		} __endif
	}
}

void vx_mat_vec(int32_t *y, const int32_t *a, uint32_t lda, const int32_t *x,
		uint32_t rows, uint32_t cols)
{
	uint32_t threads = ww_num_threads(), warps = vx_num_warps();
	struct mat_vec p = { y, a, x, lda, rows, cols, NULL, threads, warps };

	if (rows == 0)
		return;
	while (p.batch > 4 && p.batch * (warps - 1) >= rows)
		p.batch /= 2; /* work for every warp */
	if (p.batch < 4)
		p.batch = 4;
	if (threads > 1 && 2 * cols > threads) {
		p.tiles = share(p.batch * (threads + 1));
		while (p.tiles == NULL && p.batch > 4) {
			p.batch /= 2;
			p.tiles = share(p.batch * (threads + 1));
		}
	}
	spawn(warps, p.tiles != NULL ? mat_vec_kernel : mat_vec_untiled, &p);
	vx_sm_free(p.tiles);
}

/* The product. A thread computes blocks of C, of some rows and one or two
 * columns, whose sums it keeps in registers: with four rows and two columns a
 * step of the inner dimension takes six loads and eight products, where a
 * thread for each element takes sixteen loads. What the threads of a warp need
 * of a row of B are neighbours; a word of A is one for all of them, unless C
 * is so narrow that they work on several rows of blocks.
 *
 * A block that would reach beyond C lies against its end instead: threads
 * that then compute the same elements store the same sums.
 */
struct mult {
	int32_t *c;
	const int32_t *a, *b;
	uint32_t ldc, lda, ldb, rows, inner, cols;
	uint32_t shift, mask;   /* blocks of a warp in a row: log2, less 1 */
	uint32_t high;          /* rows that a warp works on at a time */
	uint32_t across, units; /* works of a warp in a row of them, and all */
	uint32_t warps;
	uint32_t down, right;   /* a warp's next work: rows and works */
};

enum { WIDE_WARP = 16 };

/* X, or LIMIT if that is less, in every thread. */
INLINE uint32_t within(uint32_t x, uint32_t limit)
{
	return limit ^ ((x ^ limit) & -(uint32_t)(x < limit));
}

enum { BESIDE = 4 };

/* A step of the inner dimension takes two words of B, at B and BESIDE words
 * from there, and goes on to the next row of B, LDB bytes away; then a word
 * from each row of A; then it adds the products of two rows at a time to their
 * sums. In assembly, for the registers: GCC would keep products for later, on
 * the stack, which is a line of the cache for each thread. */
#ifdef __riscv_mul
#define TAKE_B(x0, x1, b, ldb) \
	__asm__ volatile("lw %0, (%2)\n\tlw %1, %c4(%2)\n\tadd %2, %2, %3" \
			 : "=&r"(x0), "=&r"(x1), "+&r"(b) \
			 : "r"(ldb), "i"(BESIDE * 4) : "memory")
#define TAKE_A(k, v0, v1, a0, a1) \
	__asm__ volatile("lw %0, %c4(%2)\n\tlw %1, %c4(%3)" \
			 : "=&r"(v0), "=&r"(v1) \
			 : "r"(a0), "r"(a1), "i"((k) * 4) : "memory")
#define ADD_ROW(v, x0, x1, s0, s1) do { \
	uint32_t z_; \
	__asm__ volatile("mul %1, %0, %4\n\tmul %0, %0, %5\n\t" \
			 "add %2, %2, %1\n\tadd %3, %3, %0" \
			 : "+&r"(v), "=&r"(z_), "+&r"(s0), "+&r"(s1) \
			 : "r"(x0), "r"(x1)); \
	} while (0)
#else
#define TAKE_B(x0, x1, b, ldb) \
	((x0) = (b)[0], (x1) = (b)[BESIDE], (b) += (ldb) / 4)
#define TAKE_A(k, v0, v1, a0, a1) ((v0) = (a0)[k], (v1) = (a1)[k])
#define ADD_ROW(v, x0, x1, s0, s1) \
	((s0) += (v) * (x0), (s1) += (v) * (x1))
#endif
#define STEP_2(k) do { \
	uint32_t x0, x1, v0, v1; \
	TAKE_B(x0, x1, b, ldb); \
	TAKE_A(k, v0, v1, a0, a1); \
	ADD_ROW(v0, x0, x1, s0, s1); \
	ADD_ROW(v1, x0, x1, s2, s3); \
	} while (0)
#define STEP_4(k) do { \
	uint32_t x0, x1, v0, v1, v2, v3; \
	TAKE_B(x0, x1, b, ldb); \
	TAKE_A(k, v0, v1, a0, a1); \
	TAKE_A(k, v2, v3, a2, a3); \
	ADD_ROW(v0, x0, x1, s0, s1); \
	ADD_ROW(v1, x0, x1, s2, s3); \
	ADD_ROW(v2, x0, x1, s4, s5); \
	ADD_ROW(v3, x0, x1, s6, s7); \
	} while (0)

/* Row and column of the block of this thread, in the work whose first row is
 * ROW and whose first place in the row of works is TILE. */
INLINE uint32_t row_of(const struct mult *p, uint32_t row, uint32_t n)
{
	return within(row + (ww_thread_id() >> p->shift) * n, p->rows - n);
}

INLINE uint32_t col_of(const struct mult *p, uint32_t tile)
{
	uint32_t x = ww_thread_id() & p->mask;

	tile = (tile << p->shift) + x - x % BESIDE;
	return within(2 * tile, p->cols - 2 * BESIDE) + x % BESIDE;
}

/* The compiler does not know what X is, and moves nothing past here. */
#define FORGET(x) __asm__ volatile("" : "+r"(x) : : "memory")

static void multiply_4x2(uint32_t tid, uint32_t wid)
{
	const struct mult *p = vx_get_arg();
	uint32_t tile = wid % p->across, first = wid / p->across * p->high;

	(void)tid;
	while (first < p->rows) {
		uint32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0, ldb = p->ldb * 4;
		uint32_t s4 = 0, s5 = 0, s6 = 0, s7 = 0, lda = p->lda;
		uint32_t row = row_of(p, first, 4), col = col_of(p, tile);
		const uint32_t *b = (const uint32_t *)p->b + col;
		const uint32_t *a0 = (const uint32_t *)p->a + row * lda;
		const uint32_t *a1 = a0 + lda, *a2 = a1 + lda, *a3 = a2 + lda;
		const uint32_t *end = a0 + (p->inner & ~7u);
		int32_t *c = p->c + row * p->ldc + col;

		while (a0 != end) {
			STEP_4(0);
			STEP_4(1);
			STEP_4(2);
			STEP_4(3);
			STEP_4(4);
			STEP_4(5);
			STEP_4(6);
			STEP_4(7);
			a0 += 8;
			a1 += 8;
			a2 += 8;
			a3 += 8;
		}
		end += p->inner & 7;
		for (; a0 != end; a0++, a1++, a2++, a3++)
			STEP_4(0);
		c[0] = (int32_t)s0;
		c[BESIDE] = (int32_t)s1;
		c += p->ldc;
		c[0] = (int32_t)s2;
		c[BESIDE] = (int32_t)s3;
		c += p->ldc;
		c[0] = (int32_t)s4;
		c[BESIDE] = (int32_t)s5;
		c += p->ldc;
		c[0] = (int32_t)s6;
		c[BESIDE] = (int32_t)s7;
		first += p->down;
		tile += p->right;
		if (tile >= p->across) {
			tile -= p->across;
			first += p->high;
		}
	}
}

/* Has enough with the registers that a call may change: for wide warps, whose
 * threads' stacks are more lines than the matrices. So what is not for the
 * steps is not kept but computed again. */
static void multiply_2x2(uint32_t tid, uint32_t wid)
{
	(void)tid;
	for (;;) {
		const struct mult *p = vx_get_arg();
		uint32_t s0 = 0, s1 = 0, s2 = 0, s3 = 0, ldb = p->ldb * 4;
		const uint32_t *a0, *a1, *b, *end;
		uint32_t row, col;
		int32_t *c;

		if (wid >= p->units)
			return;
		b = (const uint32_t *)p->b + col_of(p, wid % p->across);
		FORGET(b);
		a0 = (const uint32_t *)p->a +
		     row_of(p, wid / p->across * p->high, 2) * p->lda;
		FORGET(a0);
		a1 = a0 + p->lda;
		end = a0 + (p->inner & ~3u);
		while (a0 != end) {
			STEP_2(0);
			STEP_2(1);
			STEP_2(2);
			STEP_2(3);
			a0 += 4;
			a1 += 4;
		}
		p = vx_get_arg();
		end += p->inner & 3;
		for (; a0 != end; a0++, a1++)
			STEP_2(0);
		FORGET(wid);
		p = vx_get_arg();
		row = row_of(p, wid / p->across * p->high, 2);
		col = col_of(p, wid % p->across);
		c = p->c + row * p->ldc + col;
		c[0] = (int32_t)s0;
		c[BESIDE] = (int32_t)s1;
		c += p->ldc;
		c[0] = (int32_t)s2;
		c[BESIDE] = (int32_t)s3;
		wid += p->warps;
	}
}

/* An element for each thread. */
static void multiply_1x1(uint32_t tid, uint32_t wid)
{
	const struct mult *p = vx_get_arg();

	for (; wid < p->units; wid += p->warps) {
		uint32_t row = within(wid / p->across * p->high +
				      (tid >> p->shift), p->rows - 1);
		uint32_t col = within(((wid % p->across) << p->shift) +
				      (tid & p->mask), p->cols - 1);
		const uint32_t *a = (const uint32_t *)p->a + row * p->lda;
		const uint32_t *b = (const uint32_t *)p->b + col;
		uint32_t sum = 0;

		for (uint32_t left = p->inner; left > 0; left--, b += p->ldb)
			sum += *a++ * *b;
		p->c[row * p->ldc + col] = (int32_t)sum;
	}
}

/* Blocks of N rows, and two columns if there is BESIDE; false if C is smaller,
 * or a warp too narrow, or some warps would be idle. */
static _Bool plan_blocks(struct mult *p, uint32_t n, uint32_t beside)
{
	uint32_t threads = ww_num_threads(), blocks = p->cols;

	if (beside)
		blocks = (p->cols + 2 * beside - 1) / (2 * beside) *
			 beside;
	if (p->rows < n || p->cols < 2 * beside || threads < beside)
		return 0;
	p->shift = log2_up(least(threads, blocks));
	p->mask = (1u << p->shift) - 1;
	p->high = (threads >> p->shift) * n;
	p->across = (blocks + (1u << p->shift) - 1) >> p->shift;
	p->units = p->across * ((p->rows + p->high - 1) / p->high);
	p->down = p->warps / p->across * p->high;
	p->right = p->warps % p->across;
	return p->units >= p->warps;
}

void vx_mat_mult(int32_t *c, uint32_t ldc, const int32_t *a, uint32_t lda,
		 const int32_t *b, uint32_t ldb, uint32_t rows, uint32_t inner,
		 uint32_t cols)
{
	struct mult p = { .c = c,
			  .a = a,
			  .b = b,
			  .ldc = ldc,
			  .lda = lda,
			  .ldb = ldb,
			  .rows = rows,
			  .inner = inner,
			  .cols = cols,
			  .warps = vx_num_warps() };
	vx_kernel kernel = multiply_1x1;

	if (rows == 0 || cols == 0)
		return;
	if (ww_num_threads() < WIDE_WARP && plan_blocks(&p, 4, BESIDE))
		kernel = multiply_4x2;
	else if (plan_blocks(&p, 2, BESIDE))
		kernel = multiply_2x2;
	else
		plan_blocks(&p, 1, 0);
	spawn(p.warps, kernel, &p);
}
