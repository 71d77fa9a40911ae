/* graph.c - libwwcudart: graphs, by the capture of streams or node by node
 * SPDX-License-Identifier: Apache-2.0
 *
 * A graph is a list in the order in which its nodes were added, which all that
 * a node depends on comes before. One capture goes on at a time; each stream
 * that is not the usual one takes part in it.
 */
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"

struct CUgraphNode_st {
	enum { KERNEL, COPY, COPY3D, FILL, FILL2D, HOST, EVENT, CHILD, EMPTY }
		what;
	struct cudaKernelNodeParams kernel;     /* its arguments are in own */
	struct cudaMemcpy3DParms copy;
	struct cudaMemsetParams fill;
	cudaGraph_t child;
	void *to;                               /* COPY, FILL */
	const void *from;
	size_t n;
	enum cudaMemcpyKind kind;
	int value;
	struct cudaHostNodeParams host;
	cudaEvent_t event;
	void *own;
	/* The node that this one is a copy of, in a graph's copy. */
	const struct CUgraphNode_st *origin;
	struct CUgraphNode_st *next;
};

struct CUgraph_st {
	cudaGraphNode_t first, *last;
	size_t count;
};
/* Has a graph of its own, as it was when it was made. */
struct CUgraphExec_st { cudaGraph_t graph; };

static cudaGraph_t captured;
static cudaStream_t origin;     /* the stream that began the capture */

bool graph_takes(cudaStream_t s)
{
	return captured && stream_is_own(s);
}

static cudaGraph_t make(void)
{
	cudaGraph_t g = calloc(1, sizeof *g);

	if (g)
		g->last = &g->first;
	return g;
}

static cudaError_t release(cudaGraph_t g)
{
	if (!g)
		return device_fail(cudaErrorInvalidValue);
	while (g->first) {
		cudaGraphNode_t n = g->first;

		g->first = n->next;
		if (n->child)
			release(n->child);
		free(n->own);
		free(n);
	}
	free(g);
	return cudaSuccess;
}

/* N, of which *NODE is made, ends G. */
static cudaError_t add(cudaGraph_t g, cudaGraphNode_t *node,
		       const struct CUgraphNode_st *n)
{
	cudaGraphNode_t own;

	if (!g)
		return device_fail(cudaErrorInvalidValue);
	own = malloc(sizeof *own);
	if (!own)
		return device_fail(cudaErrorMemoryAllocation);
	*own = *n;
	own->next = NULL;
	*g->last = own;
	g->last = &own->next;
	g->count++;
	if (node)
		*node = own;
	return cudaSuccess;
}

/* --- what a capture takes ------------------------------------------------- */

/* The arguments of K, copied: pointers to them, then they. */
static void **copy_args(const struct cl_kernel *k, void **args)
{
	enum { MOST = 8 };              /* of a pointer */
	size_t bytes = 0, room = k->count * sizeof(void *);
	void **own;
	char *at;

	for (uint32_t i = 0; i < k->count; i++)
		bytes += k->args[i].bytes + 2 * MOST;
	own = calloc(1, room + bytes);
	at = own ? (char *)own + room : NULL;
	for (uint32_t i = 0; own && i < k->count; i++) {
		const struct cl_arg *a = &k->args[i];
		size_t n = a->kind == WW_CL_VALUE ? a->bytes : sizeof(void *);

		if (a->kind == WW_CL_LOCAL)
			continue;
		own[i] = memcpy(at, args[i], n);
		at += (n + MOST - 1) / MOST * MOST;
	}
	return own;
}

static cudaError_t add_kernel(cudaGraph_t g, cudaGraphNode_t *node,
			      const struct cudaKernelNodeParams *p)
{
	const struct cl_kernel *k = register_kernel(p->func);
	struct CUgraphNode_st n = { .what = KERNEL, .kernel = *p };
	cudaError_t bad;

	if (!k)
		return device_fail(cudaErrorInvalidDeviceFunction);
	if (p->extra)
		return device_fail(cudaErrorNotSupported);
	n.own = n.kernel.kernelParams = copy_args(k, p->kernelParams);
	if (!n.own)
		return device_fail(cudaErrorMemoryAllocation);
	bad = add(g, node, &n);
	if (bad)
		free(n.own);
	return bad;
}

cudaError_t graph_kernel(const void *f, dim3 grid, dim3 block, void **args,
			 size_t shared)
{
	struct cudaKernelNodeParams p = {
		.func = (void *)(uintptr_t)f, .gridDim = grid,
		.blockDim = block, .sharedMemBytes = (unsigned)shared,
		.kernelParams = args
	};

	return add_kernel(captured, NULL, &p);
}

cudaError_t graph_copy(void *to, const void *from, size_t bytes,
		       enum cudaMemcpyKind kind)
{
	struct CUgraphNode_st n = {
		.what = COPY, .to = to, .from = from, .n = bytes, .kind = kind
	};

	return add(captured, NULL, &n);
}

cudaError_t graph_fill(void *to, int value, size_t bytes)
{
	struct CUgraphNode_st n = {
		.what = FILL, .to = to, .value = value, .n = bytes
	};

	return add(captured, NULL, &n);
}

cudaError_t graph_host(cudaHostFn_t f, void *data)
{
	struct CUgraphNode_st n = { .what = HOST, .host = { f, data } };

	return add(captured, NULL, &n);
}

cudaError_t graph_event(cudaEvent_t e)
{
	struct CUgraphNode_st n = { .what = EVENT, .event = e };

	return add(captured, NULL, &n);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode m)
{
	OPEN;
	UNUSED(m);
	if (!stream_is_own(s))
		return device_fail(cudaErrorStreamCaptureUnsupported);
	if (captured)
		return device_fail(cudaErrorIllegalState);
	captured = make();
	origin = s;
	return captured ? cudaSuccess : device_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g)
{
	OPEN;
	if (!captured || s != origin)
		return device_fail(cudaErrorIllegalState);
	*g = captured;
	captured = NULL;
	return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t s,
				  enum cudaStreamCaptureStatus *status)
{
	HOLD;
	*status = graph_takes(s) ? cudaStreamCaptureStatusActive :
		  cudaStreamCaptureStatusNone;
	return cudaSuccess;
}

/* --- graphs --------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned flags)
{
	OPEN;
	if (flags)
		return device_fail(cudaErrorInvalidValue);
	*g = make();
	return *g ? cudaSuccess : device_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
	HOLD;
	return release(g);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaKernelNodeParams *p)
{
	OPEN;
	UNUSED(after, n);
	return add_kernel(g, node, p);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t g,
				     const cudaGraphNode_t *after, size_t n,
				     void *to, const void *from, size_t bytes,
				     enum cudaMemcpyKind kind)
{
	struct CUgraphNode_st own = {
		.what = COPY, .to = to, .from = from, .n = bytes, .kind = kind
	};

	OPEN;
	UNUSED(after, n);
	return add(g, node, &own);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemcpy3DParms *p)
{
	struct CUgraphNode_st own = { .what = COPY3D, .copy = *p };

	OPEN;
	UNUSED(after, n);
	return add(g, node, &own);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemsetParams *p)
{
	struct CUgraphNode_st own = { .what = FILL2D, .fill = *p };

	OPEN;
	UNUSED(after, n);
	if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
		return device_fail(cudaErrorInvalidValue);
	return add(g, node, &own);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t g,
				 const cudaGraphNode_t *after, size_t n,
				 const struct cudaHostNodeParams *p)
{
	struct CUgraphNode_st own = { .what = HOST, .host = *p };

	OPEN;
	UNUSED(after, n);
	return add(g, node, &own);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t g,
				  const cudaGraphNode_t *after, size_t n)
{
	struct CUgraphNode_st own = { .what = EMPTY };

	OPEN;
	UNUSED(after, n);
	return add(g, node, &own);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
				 enum cudaGraphNodeType *type)
{
	static const enum cudaGraphNodeType types[] = {
		[KERNEL] = cudaGraphNodeTypeKernel,
		[COPY] = cudaGraphNodeTypeMemcpy,
		[COPY3D] = cudaGraphNodeTypeMemcpy,
		[FILL] = cudaGraphNodeTypeMemset,
		[FILL2D] = cudaGraphNodeTypeMemset,
		[HOST] = cudaGraphNodeTypeHost,
		[EVENT] = cudaGraphNodeTypeEventRecord,
		[CHILD] = cudaGraphNodeTypeGraph,
		[EMPTY] = cudaGraphNodeTypeEmpty
	};

	if (!node)
		return device_fail(cudaErrorInvalidValue);
	*type = types[node->what];
	return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n)
{
	size_t most = *n;

	HOLD;
	if (!g)
		return device_fail(cudaErrorInvalidValue);
	*n = g->count;
	if (nodes)
		for (cudaGraphNode_t k = g->first; k && most--; k = k->next)
			*nodes++ = k;
	return cudaSuccess;
}

/* --- copies --------------------------------------------------------------- */

static cudaError_t copy(cudaGraph_t *to, const struct CUgraph_st *g);

static cudaError_t copy_node(cudaGraph_t to, const struct CUgraphNode_st *n)
{
	struct CUgraphNode_st own = *n;
	cudaGraphNode_t made;
	cudaError_t bad = cudaSuccess;

	if (n->what == CHILD)
		bad = copy(&own.child, n->child);
	if (!bad)
		bad = n->what == KERNEL ? add_kernel(to, &made, &n->kernel) :
					  add(to, &made, &own);
	if (!bad)
		made->origin = n;
	return bad;
}

static cudaError_t copy(cudaGraph_t *to, const struct CUgraph_st *g)
{
	cudaError_t bad = cudaSuccess;

	*to = make();
	if (!*to)
		return device_fail(cudaErrorMemoryAllocation);
	for (const struct CUgraphNode_st *n = g->first; n && !bad; n = n->next)
		bad = copy_node(*to, n);
	if (bad)
		release(*to);
	return bad;
}

cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t g)
{
	OPEN;
	return g ? copy(to, g) : device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t g,
				       const cudaGraphNode_t *after, size_t n,
				       cudaGraph_t child)
{
	struct CUgraphNode_st own = { .what = CHILD };
	cudaError_t bad;

	OPEN;
	UNUSED(after, n);
	if (!g || !child)
		return device_fail(cudaErrorInvalidValue);
	bad = copy(&own.child, child);
	if (bad)
		return bad;
	bad = add(g, node, &own);
	if (bad)
		release(own.child);
	return bad;
}

/* --- launches ------------------------------------------------------------- */

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g,
					  unsigned long long flags)
{
	cudaError_t bad;

	OPEN;
	UNUSED(flags);
	if (!g)
		return device_fail(cudaErrorInvalidValue);
	*e = malloc(sizeof **e);
	if (!*e)
		return device_fail(cudaErrorMemoryAllocation);
	bad = copy(&(*e)->graph, g);
	if (bad)
		free(*e);
	return bad;
}

/* What is different when node N becomes NEW. */
static enum cudaGraphExecUpdateResult difference(
	const struct CUgraphNode_st *n, const struct CUgraphNode_st *new)
{
	if (!n || !new)
		return n || new ? cudaGraphExecUpdateErrorTopologyChanged :
				  cudaGraphExecUpdateSuccess;
	return n->what == new->what ? difference(n->next, new->next) :
	       cudaGraphExecUpdateErrorNodeTypeChanged;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g,
				cudaGraphExecUpdateResultInfo *info)
{
	cudaGraph_t new;
	cudaError_t bad;

	OPEN;
	if (!e || !g)
		return device_fail(cudaErrorInvalidValue);
	*info = (cudaGraphExecUpdateResultInfo){
		.result = difference(e->graph->first, g->first)
	};
	if (info->result != cudaGraphExecUpdateSuccess)
		return device_fail(cudaErrorGraphExecUpdateFailure);
	bad = copy(&new, g);
	if (bad)
		return bad;
	release(e->graph);
	e->graph = new;
	return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(
	cudaGraphExec_t e, cudaGraphNode_t node,
	const struct cudaKernelNodeParams *p)
{
	cudaGraphNode_t n;
	void **args;

	OPEN;
	n = e ? e->graph->first : NULL;
	while (n && n->origin != node)
		n = n->next;
	if (!n || n->what != KERNEL || n->kernel.func != p->func)
		return device_fail(cudaErrorInvalidValue);
	if (p->extra)
		return device_fail(cudaErrorNotSupported);
	args = copy_args(register_kernel(p->func), p->kernelParams);
	if (!args)
		return device_fail(cudaErrorMemoryAllocation);
	free(n->own);
	n->kernel = *p;
	n->own = n->kernel.kernelParams = args;
	return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t s)
{
	UNUSED(s);
	return e ? cudaSuccess : device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g,
				 unsigned long long flags)
{
	return cudaGraphInstantiateWithFlags(e, g, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e)
{
	cudaGraph_t g;

	HOLD;
	if (!e)
		return device_fail(cudaErrorInvalidValue);
	g = e->graph;
	free(e);
	return release(g);
}

static cudaError_t run_graph(const struct CUgraph_st *g, cudaStream_t s);

static cudaError_t run_fill(const struct cudaMemsetParams *p)
{
	cudaError_t bad = cudaSuccess;

	for (size_t y = 0; y < p->height && !bad; y++)
		bad = memory_fill((char *)p->dst + y * p->pitch, &p->value,
				  p->elementSize, p->width);
	return bad;
}

static cudaError_t run(const struct CUgraphNode_st *n, cudaStream_t s)
{
	switch (n->what) {
	case KERNEL:
		return cudaLaunchKernel(n->kernel.func, n->kernel.gridDim,
					n->kernel.blockDim,
					n->kernel.kernelParams,
					n->kernel.sharedMemBytes, s);
	case COPY:
		return cudaMemcpy(n->to, n->from, n->n, n->kind);
	case COPY3D:
		return cudaMemcpy3D(&n->copy);
	case FILL:
		return cudaMemset(n->to, n->value, n->n);
	case FILL2D:
		return run_fill(&n->fill);
	case CHILD:
		return run_graph(n->child, s);
	case HOST:
		return cudaLaunchHostFunc(s, n->host.fn, n->host.userData);
	case EVENT:
		return cudaEventRecord(n->event, s);
	case EMPTY:
		break;
	}
	return cudaSuccess;
}

static cudaError_t run_graph(const struct CUgraph_st *g, cudaStream_t s)
{
	cudaError_t bad = cudaSuccess;

	for (const struct CUgraphNode_st *n = g->first; n && !bad; n = n->next)
		bad = run(n, s);
	return bad;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s)
{
	OPEN;
	if (!e)
		return device_fail(cudaErrorInvalidValue);
	if (graph_takes(s))
		return device_fail(cudaErrorStreamCaptureUnsupported);
	return run_graph(e->graph, s);
}
