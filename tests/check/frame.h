/* frame.h - arrays of stack frames, in plain C, OpenCL C and CUDA
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs, 1 to 4 of thread 5 alone: 1 one above, in a function that is inlined; 2
 * one below, by a pointer, in one that is not; 3 one above, in a frame of a
 * caller; 4 from an array of a structure into what follows it; 5 one above, in
 * a loop that the compiler takes apart.
 * BUG N plants one.
 */
#define ONE(bug, t) (BUG == (bug) && (t) == 5)

struct pair { int a[3], b; };

DEVICE int above(int t)
{
	int buf[8];

	for (int i = 0; i < 8 + ONE(1, t); i++)
		buf[i] = t ^ i;
	return buf[t % 8] + buf[(t + 3) % 8];
}

__attribute__((noinline)) DEVICE int sum(const int *p, int from)
{
	int s = 0;

	for (int i = from; i < 4; i++)
		s += p[i];
	return s;
}

DEVICE int below(int t)
{
	int low[4], buf[4];

	for (int i = 0; i < 4; i++)
		low[i] = buf[i] = t + i;
	return sum(low, 0) + sum(buf, -ONE(2, t));
}

__attribute__((noinline)) DEVICE int deep(int *up, int n, int t)
{
	int mine[4] = { n, t, n, t };

	up[n == 1 && ONE(3, t) ? 4 : n] = t;
#ifdef RECURSION
	if (n)
		return deep(mine, n - 1, t) + mine[t % 4];
#endif
	return mine[t % 4];
}

DEVICE int calls(int t)
{
	int outer[4] = { t, t, t, t };

	return deep(outer, 1 + (t < 0), t) + outer[t % 4];
}

DEVICE int part(int t)
{
	struct pair p = { { t, 2, 3 }, 4 };

	return p.a[t % 3 + ONE(4, t)];
}

DEVICE int apart(int t)
{
	int buf[4];

	for (int i = 0; i < 4 + (BUG == 5); i++)
		buf[i] = t + i;
	return buf[t % 4];
}

DEVICE int all(int t)
{
	return above(t) + below(t) + calls(t) + part(t) + apart(t);
}
