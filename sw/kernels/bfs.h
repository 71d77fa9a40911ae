/* bfs.h - the graph of bfs.c and bfs_queue.c, and how far its vertices are
 * SPDX-License-Identifier: Apache-2.0
 *
 * A directed graph of VERTICES (230) in compressed rows: the edges of vertex v
 * lead to targets[first[v]] up to targets[first[v + 1]]; most vertices have
 * few, some have up to DEGREE (12), and some cannot be reached.
 */
#ifndef BFS_H
#define BFS_H

#include "suite.h"

#ifndef VERTICES
#define VERTICES 230
#endif
#ifndef DEGREE
#define DEGREE 12
#endif

#define FAR 0xFFFFFFFFu

#ifdef SUITE_HOST

static uint32_t first[VERTICES + 1], targets[VERTICES * DEGREE + 1],
	want[VERTICES];

static uint32_t degree(uint32_t v)
{
	uint32_t r = suite_random(v);

	return r % 8 == 0 ? r / 8 % (DEGREE + 1) : r % 3;
}

static void search(void)
{
	static uint32_t queue[VERTICES];
	uint32_t head = 0, tail = 0;

	for (uint32_t v = 0; v < VERTICES; v++)
		want[v] = FAR;
	want[0] = 0;
	queue[tail++] = 0;
	while (head < tail) {
		uint32_t v = queue[head++];

		for (uint32_t e = first[v]; e < first[v + 1]; e++)
			if (want[targets[e]] == FAR) {
				want[targets[e]] = want[v] + 1;
				queue[tail++] = targets[e];
			}
	}
}

int main(void)
{
	uint32_t edges = 0;

	for (uint32_t v = 0; v < VERTICES; v++) {
		uint32_t count = v == 0 ? DEGREE : degree(v);

		first[v] = edges;
		for (uint32_t i = 0; i < count; i++, edges++)
			targets[edges] =
				suite_random(v * DEGREE + i + VERTICES) %
				VERTICES;
	}
	first[VERTICES] = edges;
	search();
	emit("first", first, VERTICES + 1);
	emit("targets", targets, edges + 1);
	emit("want", want, VERTICES);
	return 0;
}

#endif

#endif
