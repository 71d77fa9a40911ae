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

/* --- nodes ---------------------------------------------------------------- */

#define NODE(...) (&(const struct CUgraphNode_st){ __VA_ARGS__ })

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

/* N launches as P says, with a copy of its arguments. */
static cudaError_t set_kernel(struct CUgraphNode_st *n,
			      const struct cudaKernelNodeParams *p)
{
	const struct cl_kernel *k = register_kernel(p->func);
	void **args;

	if (!k)
		return device_fail(cudaErrorInvalidDeviceFunction);
	if (p->extra)
		return device_fail(cudaErrorNotSupported);
	args = copy_args(k, p->kernelParams);
	if (!args)
		return device_fail(cudaErrorMemoryAllocation);
	free(n->own);
	n->kernel = *p;
	n->own = n->kernel.kernelParams = args;
	return cudaSuccess;
}

static cudaError_t copy(cudaGraph_t *to, const struct CUgraph_st *g);

/* A copy of N, with a copy of what it has, ends G. */
static cudaError_t add(cudaGraph_t g, cudaGraphNode_t *node,
		       const struct CUgraphNode_st *n)
{
	cudaGraphNode_t own;
	cudaError_t bad = cudaSuccess;

	if (!g)
		return device_fail(cudaErrorInvalidValue);
	own = malloc(sizeof *own);
	if (!own)
		return device_fail(cudaErrorMemoryAllocation);
	*own = *n;
	own->own = NULL;
	own->next = NULL;
	if (n->what == KERNEL)
		bad = set_kernel(own, &n->kernel);
	else if (n->what == CHILD)
		bad = copy(&own->child, n->child);
	if (bad) {
		free(own);
		return bad;
	}
	*g->last = own;
	g->last = &own->next;
	g->count++;
	if (node)
		*node = own;
	return cudaSuccess;
}

static cudaError_t copy(cudaGraph_t *to, const struct CUgraph_st *g)
{
	cudaError_t bad = cudaSuccess;
	cudaGraphNode_t made;

	if (!g)
		return device_fail(cudaErrorInvalidValue);
	*to = make();
	if (!*to)
		return device_fail(cudaErrorMemoryAllocation);
	for (const struct CUgraphNode_st *n = g->first; n && !bad;
	     n = n->next) {
		bad = add(*to, &made, n);
		if (!bad)
			made->origin = n;
	}
	if (bad)
		release(*to);
	return bad;
}

/* --- what a capture takes ------------------------------------------------- */

cudaError_t graph_kernel(const void *f, dim3 grid, dim3 block, void **args,
			 size_t shared)
{
	struct cudaKernelNodeParams p = {
		.func = (void *)(uintptr_t)f, .gridDim = grid,
		.blockDim = block, .sharedMemBytes = (unsigned)shared,
		.kernelParams = args
	};

	return add(captured, NULL, NODE(.what = KERNEL, .kernel = p));
}

cudaError_t graph_copy(void *to, const void *from, size_t bytes,
		       enum cudaMemcpyKind kind)
{
	return add(captured, NULL, NODE(.what = COPY, .to = to, .from = from,
					.n = bytes, .kind = kind));
}

cudaError_t graph_fill(void *to, int value, size_t bytes)
{
	return add(captured, NULL, NODE(.what = FILL, .to = to, .value = value,
					.n = bytes));
}

cudaError_t graph_host(cudaHostFn_t f, void *data)
{
	return add(captured, NULL, NODE(.what = HOST, .host = { f, data }));
}

cudaError_t graph_event(cudaEvent_t e)
{
	return add(captured, NULL, NODE(.what = EVENT, .event = e));
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

/* The same for the host. N nodes come before it, as all that G has does. */
static cudaError_t add_node(cudaGraphNode_t *node, cudaGraph_t g,
			    const cudaGraphNode_t *after, size_t n,
			    const struct CUgraphNode_st *own)
{
	OPEN;
	UNUSED(after, n);
	return add(g, node, own);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaKernelNodeParams *p)
{
	return add_node(node, g, after, n, NODE(.what = KERNEL, .kernel = *p));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t g,
				     const cudaGraphNode_t *after, size_t n,
				     void *to, const void *from, size_t bytes,
				     enum cudaMemcpyKind kind)
{
	return add_node(node, g, after, n,
			NODE(.what = COPY, .to = to, .from = from, .n = bytes,
			     .kind = kind));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemcpy3DParms *p)
{
	return add_node(node, g, after, n, NODE(.what = COPY3D, .copy = *p));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemsetParams *p)
{
	if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
		return device_fail(cudaErrorInvalidValue);
	return add_node(node, g, after, n, NODE(.what = FILL2D, .fill = *p));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t g,
				 const cudaGraphNode_t *after, size_t n,
				 const struct cudaHostNodeParams *p)
{
	return add_node(node, g, after, n, NODE(.what = HOST, .host = *p));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t g,
				       const cudaGraphNode_t *after, size_t n,
				       cudaGraph_t child)
{
	return add_node(node, g, after, n, NODE(.what = CHILD, .child = child));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t g,
				  const cudaGraphNode_t *after, size_t n)
{
	return add_node(node, g, after, n, NODE(.what = EMPTY));
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

cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t g)
{
	OPEN;
	return copy(to, g);
}

/* --- launches ------------------------------------------------------------- */

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g,
					  unsigned long long flags)
{
	cudaError_t bad;

	OPEN;
	UNUSED(flags);
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

	OPEN;
	n = e ? e->graph->first : NULL;
	while (n && n->origin != node)
		n = n->next;
	if (!n || n->what != KERNEL || n->kernel.func != p->func)
		return device_fail(cudaErrorInvalidValue);
	return set_kernel(n, p);
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
		bad = copy_pattern((char *)p->dst + y * p->pitch, &p->value,
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
