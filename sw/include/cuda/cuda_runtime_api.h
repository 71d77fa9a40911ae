/* cuda_runtime_api.h - what a host can ask of libwwcudart
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CUDA_RUNTIME_API_H
#define WW_CUDA_RUNTIME_API_H

#include "ww_cuda_types.h"

#define CUDART_VERSION 12000
#ifndef CUDA_VERSION
#define CUDA_VERSION 12000
#endif

#include "ww_cuda_errors.h"

enum cudaError {
#define X(name, number, text) cuda##name = number,
	WW_CUDA_ERRORS(X)
#undef X
	cudaErrorInvalidDeviceFunctionOld = 8
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
	cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
	cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
enum cudaFuncCache {
	cudaFuncCachePreferNone, cudaFuncCachePreferShared,
	cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte,
	cudaSharedMemBankSizeEightByte
};
enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
	cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaLimit {
	cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize
};
enum cudaComputeMode {
	cudaComputeModeDefault, cudaComputeModeExclusive,
	cudaComputeModeProhibited, cudaComputeModeExclusiveProcess
};
enum cudaDeviceAttr {
	cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2,
	cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4,
	cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6,
	cudaDevAttrMaxGridDimZ = 7, cudaDevAttrMaxSharedMemoryPerBlock = 8,
	cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
	cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12,
	cudaDevAttrClockRate = 13, cudaDevAttrTextureAlignment = 14,
	cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16,
	cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18,
	cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20,
	cudaDevAttrConcurrentKernels = 31, cudaDevAttrEccEnabled = 32,
	cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37,
	cudaDevAttrL2CacheSize = 38,
	cudaDevAttrMaxThreadsPerMultiProcessor = 39,
	cudaDevAttrAsyncEngineCount = 40, cudaDevAttrUnifiedAddressing = 41,
	cudaDevAttrComputeCapabilityMajor = 75,
	cudaDevAttrComputeCapabilityMinor = 76,
	cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
	cudaDevAttrManagedMemory = 83,
	cudaDevAttrConcurrentManagedAccess = 89,
	cudaDevAttrCooperativeLaunch = 95,
	cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
	cudaDevAttrMemoryPoolsSupported = 115
};

#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaCpuDeviceId (-1)
#define cudaOccupancyDefault 0

struct cudaDeviceProp {
	char name[256];
	size_t totalGlobalMem, sharedMemPerBlock;
	int regsPerBlock, warpSize;
	size_t memPitch;
	int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
	size_t totalConstMem;
	int major, minor;
	size_t textureAlignment, texturePitchAlignment;
	int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled;
	int integrated, canMapHostMemory, computeMode;
	int maxTexture1D, maxTexture2D[2], maxTexture3D[3];
	int maxTexture1DLayered[2], maxTexture2DLayered[3];
	size_t surfaceAlignment;
	int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID;
	int tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate;
	int memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
	int streamPrioritiesSupported, globalL1CacheSupported;
	int localL1CacheSupported;
	size_t sharedMemPerMultiprocessor;
	int regsPerMultiprocessor, managedMemory, isMultiGpuBoard;
	int multiGpuBoardGroupID, singleToDoublePrecisionPerfRatio;
	int pageableMemoryAccess, concurrentManagedAccess;
	int computePreemptionSupported, canUseHostPointerForRegisteredMem;
	int cooperativeLaunch, cooperativeMultiDeviceLaunch;
	size_t sharedMemPerBlockOptin;
	int maxBlocksPerMultiProcessor;
	size_t reservedSharedMemPerBlock;
};
struct cudaFuncAttributes {
	size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
	int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
	int cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
enum cudaMemoryType {
	cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice,
	cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
	enum cudaMemoryType type;
	int device;
	void *devicePointer, *hostPointer;
};
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaArray;
typedef struct cudaArray *cudaArray_t;
struct cudaMemcpy3DParms {
	cudaArray_t srcArray;
	struct cudaPos srcPos;
	struct cudaPitchedPtr srcPtr;
	cudaArray_t dstArray;
	struct cudaPos dstPos;
	struct cudaPitchedPtr dstPtr;
	struct cudaExtent extent;
	enum cudaMemcpyKind kind;
};
/* Textures and surfaces: ww_cuda_texture.h, cuda/texture.c. */
enum cudaChannelFormatKind {
	cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned,
	cudaChannelFormatKindFloat, cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
	int x, y, z, w;         /* bits */
	enum cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
	cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
	cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode {
	cudaReadModeElementType, cudaReadModeNormalizedFloat
};
enum cudaResourceType {
	cudaResourceTypeArray, cudaResourceTypeMipmappedArray,
	cudaResourceTypeLinear, cudaResourceTypePitch2D
};
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
struct cudaResourceDesc {
	enum cudaResourceType resType;
	union {
		struct { cudaArray_t array; } array;
		struct { cudaMipmappedArray_t mipmap; } mipmap;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t sizeInBytes;
		} linear;
		struct {
			void *devPtr;
			struct cudaChannelFormatDesc desc;
			size_t width, height, pitchInBytes;
		} pitch2D;
	} res;
};
struct cudaTextureDesc {
	enum cudaTextureAddressMode addressMode[3];
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned maxAnisotropy;
	enum cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc;
/* Of a variable of type texture<>, which the device has as the object that is
 * bound. */
struct textureReference {
	int normalized;
	enum cudaTextureFilterMode filterMode;
	enum cudaTextureAddressMode addressMode[3];
	struct cudaChannelFormatDesc channelDesc;
	int sRGB;
	enum cudaTextureReadMode ww_mode;
	unsigned long long ww_object;   /* 0: none is bound */
};
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum {
	cudaArrayDefault = 0, cudaArrayLayered = 1,
	cudaArraySurfaceLoadStore = 2, cudaArrayCubemap = 4,
	cudaArrayTextureGather = 8
};

typedef struct CUstream_st *cudaStream_t;
/* The usual stream, by name. */
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
typedef struct CUevent_st *cudaEvent_t;
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
struct cudaKernelNodeParams {
	void *func;
	dim3 gridDim, blockDim;
	unsigned sharedMemBytes;
	void **kernelParams, **extra;
};
struct cudaHostNodeParams {
	cudaHostFn_t fn;
	void *userData;
};
struct cudaMemsetParams {
	void *dst;
	size_t pitch;
	unsigned value, elementSize;    /* 1, 2 or 4 bytes */
	size_t width, height;           /* elements, lines */
};
enum cudaGraphNodeType {
	cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy,
	cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeGraph,
	cudaGraphNodeTypeEmpty, cudaGraphNodeTypeWaitEvent,
	cudaGraphNodeTypeEventRecord
};
enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError,
	cudaGraphExecUpdateErrorTopologyChanged,
	cudaGraphExecUpdateErrorNodeTypeChanged
};
typedef struct {
	enum cudaGraphExecUpdateResult result;
	cudaGraphNode_t errorNode, errorFromNode;
} cudaGraphExecUpdateResultInfo;
/* A pool of memory: there is one, the device's. */
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1,
	cudaMemPoolReuseAllowOpportunistic,
	cudaMemPoolReuseAllowInternalDependencies,
	cudaMemPoolAttrReleaseThreshold
};
/* Attributes of launches make no difference, but that blocks meet. */
typedef enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow,
	cudaLaunchAttributeCooperative,
	cudaLaunchAttributeSynchronizationPolicy,
	cudaLaunchAttributeClusterDimension,
	cudaLaunchAttributePriority = 8
} cudaLaunchAttributeID;
typedef union {
	char pad[64];
	int cooperative, priority;
	struct { unsigned x, y, z; } clusterDim;
} cudaLaunchAttributeValue;
typedef struct {
	cudaLaunchAttributeID id;
	char pad[8 - sizeof(cudaLaunchAttributeID)];
	cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct {
	dim3 gridDim, blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs;
	unsigned numAttrs;
} cudaLaunchConfig_t;
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
	cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
	cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive,
	cudaStreamCaptureStatusInvalidated
};
enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
	cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
	cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy
};

#ifdef __cplusplus
extern "C" {
#define WW_IS(value) = value
#else
#define WW_IS(value)
#endif
cudaError_t cudaMalloc(void **p, size_t bytes);
cudaError_t cudaFree(void *p);
cudaError_t cudaMallocHost(void **p, size_t bytes);
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaHostGetFlags(unsigned *flags, void *p);
cudaError_t cudaHostGetDevicePointer(void **d, void *h, unsigned flags);
cudaError_t cudaMallocManaged(void **p, size_t bytes,
			      unsigned flags WW_IS(cudaMemAttachGlobal));
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t s);
cudaError_t cudaFreeAsync(void *p, cudaStream_t s);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr a,
				    void *value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
				    cudaStream_t s);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e);
cudaError_t cudaMemcpy(void *to, const void *from, size_t n,
		       enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n,
			    enum cudaMemcpyKind kind,
			    cudaStream_t s WW_IS(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
			 size_t from_pitch, size_t w, size_t h,
			 enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
			      size_t from_pitch, size_t w, size_t h,
			      enum cudaMemcpyKind kind,
			      cudaStream_t s WW_IS(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p,
			      cudaStream_t s WW_IS(0));
struct cudaChannelFormatDesc cudaCreateChannelDesc(
	int x, int y, int z, int w, enum cudaChannelFormatKind f);
cudaError_t cudaMallocArray(cudaArray_t *a,
			    const struct cudaChannelFormatDesc *d, size_t w,
			    size_t h WW_IS(0), unsigned flags WW_IS(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *a,
			      const struct cudaChannelFormatDesc *d,
			      struct cudaExtent e, unsigned flags WW_IS(0));
cudaError_t cudaFreeArray(cudaArray_t a);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *d,
			     struct cudaExtent *e, unsigned *flags,
			     cudaArray_t a);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *d,
			       cudaArray_const_t a);
cudaError_t cudaMemcpyToArray(cudaArray_t a, size_t x, size_t y,
			      const void *from, size_t n,
			      enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t a, size_t x,
				size_t y, size_t n, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t a, size_t x, size_t y,
				const void *from, size_t pitch, size_t w,
				size_t h, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t a,
				  size_t x, size_t y, size_t w, size_t h,
				  enum cudaMemcpyKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *o,
				    const struct cudaResourceDesc *r,
				    const struct cudaTextureDesc *t,
				    const struct cudaResourceViewDesc *v);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t o);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *o,
				    const struct cudaResourceDesc *r);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t o);
cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *t,
			    const void *p,
			    const struct cudaChannelFormatDesc *d,
			    size_t bytes WW_IS(0xffffffff));
cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *t,
			      const void *p,
			      const struct cudaChannelFormatDesc *d, size_t w,
			      size_t h, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference *t,
				   cudaArray_const_t a,
				   const struct cudaChannelFormatDesc *d);
cudaError_t cudaUnbindTexture(const struct textureReference *t);
cudaError_t cudaMemcpyPeer(void *to, int td, const void *from, int fd,
			   size_t n);
cudaError_t cudaMemcpyPeerAsync(void *to, int td, const void *from, int fd,
				size_t n, cudaStream_t s WW_IS(0));
cudaError_t cudaMemset(void *to, int value, size_t n);
cudaError_t cudaMemsetAsync(void *to, int value, size_t n,
			    cudaStream_t s WW_IS(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t w,
			 size_t h);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t w,
			      size_t h, cudaStream_t s WW_IS(0));
cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
			 struct cudaExtent e);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
			      struct cudaExtent e, cudaStream_t s WW_IS(0));
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n,
			       size_t offset WW_IS(0), enum cudaMemcpyKind kind
			       WW_IS(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n,
				 size_t offset WW_IS(0),
				 enum cudaMemcpyKind kind
				 WW_IS(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
				    size_t n, size_t offset,
				    enum cudaMemcpyKind kind,
				    cudaStream_t s WW_IS(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n,
				      size_t offset, enum cudaMemcpyKind kind,
				      cudaStream_t s WW_IS(0));
cudaError_t cudaGetSymbolAddress(void **p, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *n, const void *symbol);
cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device,
				 cudaStream_t s WW_IS(0));
cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise a,
			  int device);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a,
				     const void *p);
cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags,
					 int priority);
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags);
cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamQuery(cudaStream_t s);
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e,
				unsigned flags WW_IS(0));
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f,
				  void *data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void *data);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void *p,
				     size_t n WW_IS(0),
				     unsigned flags WW_IS(4));
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaStreamBeginCapture(cudaStream_t s,
				   enum cudaStreamCaptureMode m);
cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g);
cudaError_t cudaStreamIsCapturing(cudaStream_t s,
				  enum cudaStreamCaptureStatus *status);
cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t g);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaKernelNodeParams *p);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t g,
				     const cudaGraphNode_t *after, size_t n,
				     void *to, const void *from, size_t bytes,
				     enum cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemcpy3DParms *p);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t g,
				   const cudaGraphNode_t *after, size_t n,
				   const struct cudaMemsetParams *p);
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t g,
				       const cudaGraphNode_t *after, size_t n,
				       cudaGraph_t child);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t g,
				 const cudaGraphNode_t *after, size_t n,
				 const struct cudaHostNodeParams *p);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t g,
				  const cudaGraphNode_t *after, size_t n);
cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes,
			      size_t *n);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
				 enum cudaGraphNodeType *type);
cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t g);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g,
				 unsigned long long flags WW_IS(0));
cudaError_t cudaGraphExecKernelNodeSetParams(
	cudaGraphExec_t e, cudaGraphNode_t node,
	const struct cudaKernelNodeParams *p);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g,
				cudaGraphExecUpdateResultInfo *info);
cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t s);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g,
					  unsigned long long flags);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t e);
cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s);
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s WW_IS(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s WW_IS(0),
				     unsigned flags WW_IS(0));
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaGetDeviceCount(int *n);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr a,
				   int device);
cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *p);
cudaError_t cudaDeviceGetPCIBusId(char *name, int bytes, int device);
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *name);
cudaError_t cudaInitDevice(int device, unsigned flags, unsigned more);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *c);
cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache c);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig c);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *c);
cudaError_t cudaDeviceSetLimit(enum cudaLimit l, size_t n);
cudaError_t cudaDeviceGetLimit(size_t *n, enum cudaLimit l);
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *v);
cudaError_t cudaRuntimeGetVersion(int *v);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t e);
const char *cudaGetErrorName(cudaError_t e);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a,
				  const void *f);
cudaError_t cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute a,
				 int value);
cudaError_t cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache c);
cudaError_t cudaFuncSetSharedMemConfig(const void *f,
				       enum cudaSharedMemConfig c);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *n, const void *f, int block, size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *f, int block, size_t shared, unsigned flags);
cudaError_t wwOccupancy(int *grid, int *block, const void *f, size_t shared,
			int limit);
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args,
			     size_t shared, cudaStream_t s);
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block,
					void **args, size_t shared,
					cudaStream_t s);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f,
				void **args);
#ifdef __cplusplus
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
				     cudaStream_t s = 0);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
			      cudaStream_t s = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
				       void *s);
}
#endif

static __inline__ struct cudaExtent make_cudaExtent(size_t w, size_t h,
						    size_t d)
{
	struct cudaExtent e; e.width = w; e.height = h; e.depth = d; return e;
}
static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
	struct cudaPos p; p.x = x; p.y = y; p.z = z; return p;
}
static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(
	void *ptr, size_t pitch, size_t x, size_t y)
{
	struct cudaPitchedPtr p;
	p.ptr = ptr; p.pitch = pitch; p.xsize = x; p.ysize = y; return p;
}

#ifdef __cplusplus
/* Symbols, kernels and pointers of any type. */
/* The format of T. */
template<class T> struct ww_format;
#define WW_FORMAT(type, bits, n, kind) \
	template<> struct ww_format<type> { static cudaChannelFormatDesc get() \
	{ return cudaCreateChannelDesc(bits, (n) > 1 ? bits : 0, \
		(n) > 2 ? bits : 0, (n) > 3 ? bits : 0, kind); } };
#define WW_FORMATS(name, type, bits, kind) \
	WW_FORMAT(type, bits, 1, kind) WW_FORMAT(name##1, bits, 1, kind) \
	WW_FORMAT(name##2, bits, 2, kind) WW_FORMAT(name##4, bits, 4, kind)
WW_FORMATS(char, signed char, 8, cudaChannelFormatKindSigned)
WW_FORMATS(uchar, unsigned char, 8, cudaChannelFormatKindUnsigned)
WW_FORMATS(short, short, 16, cudaChannelFormatKindSigned)
WW_FORMATS(ushort, unsigned short, 16, cudaChannelFormatKindUnsigned)
WW_FORMATS(int, int, 32, cudaChannelFormatKindSigned)
WW_FORMATS(uint, unsigned, 32, cudaChannelFormatKindUnsigned)
WW_FORMATS(float, float, 32, cudaChannelFormatKindFloat)
WW_FORMAT(char, 8, 1, cudaChannelFormatKindSigned)
#undef WW_FORMATS
#undef WW_FORMAT
template<class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc()
{ return ww_format<T>::get(); }
/* Texture references. */
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3 };
template<class T, int dims = cudaTextureType1D,
	 cudaTextureReadMode mode = cudaReadModeElementType>
struct
#ifdef __CUDA__
	__attribute__((device_builtin_texture_type))
#endif
	texture : public textureReference {
	texture(int n = 0, cudaTextureFilterMode f = cudaFilterModePoint,
		cudaTextureAddressMode a = cudaAddressModeClamp)
	{
		normalized = n;
		filterMode = f;
		addressMode[0] = addressMode[1] = addressMode[2] = a;
		channelDesc = cudaCreateChannelDesc<T>();
		sRGB = 0;
		ww_mode = mode;
		ww_object = 0;
	}
};
#define WW_REF template<class T, int n, cudaTextureReadMode m> \
	static inline cudaError_t
WW_REF cudaBindTexture(size_t *o, const texture<T, n, m> &t, const void *p,
		       const cudaChannelFormatDesc &d, size_t s = 0xffffffff)
{ return cudaBindTexture(o, (const textureReference *)&t, p, &d, s); }
WW_REF cudaBindTexture(size_t *o, const texture<T, n, m> &t, const void *p,
		       size_t s = 0xffffffff)
{ return cudaBindTexture(o, t, p, t.channelDesc, s); }
WW_REF cudaBindTexture2D(size_t *o, const texture<T, n, m> &t, const void *p,
			 const cudaChannelFormatDesc &d, size_t w, size_t h,
			 size_t pitch)
{ return cudaBindTexture2D(o, (const textureReference *)&t, p, &d, w, h,
			   pitch); }
WW_REF cudaBindTexture2D(size_t *o, const texture<T, n, m> &t, const void *p,
			 size_t w, size_t h, size_t pitch)
{ return cudaBindTexture2D(o, t, p, t.channelDesc, w, h, pitch); }
WW_REF cudaBindTextureToArray(const texture<T, n, m> &t, cudaArray_const_t a,
			      const cudaChannelFormatDesc &d)
{ return cudaBindTextureToArray((const textureReference *)&t, a, &d); }
WW_REF cudaBindTextureToArray(const texture<T, n, m> &t, cudaArray_const_t a)
{ return cudaBindTextureToArray(t, a, t.channelDesc); }
WW_REF cudaUnbindTexture(const texture<T, n, m> &t)
{ return cudaUnbindTexture((const textureReference *)&t); }
#undef WW_REF
template<class T> static inline cudaError_t cudaMalloc(T **p, size_t n)
{ return cudaMalloc((void **)(void *)p, n); }
template<class T> static inline cudaError_t cudaMallocHost(T **p, size_t n,
							   unsigned f = 0)
{ return cudaHostAlloc((void **)(void *)p, n, f); }
template<class T> static inline cudaError_t cudaHostAlloc(T **p, size_t n,
							  unsigned f)
{ return cudaHostAlloc((void **)(void *)p, n, f); }
template<class T> static inline cudaError_t cudaHostGetDevicePointer(
	T **d, void *h, unsigned f)
{ return cudaHostGetDevicePointer((void **)(void *)d, h, f); }
template<class T> static inline cudaError_t cudaMallocManaged(
	T **p, size_t n, unsigned f = cudaMemAttachGlobal)
{ return cudaMallocManaged((void **)(void *)p, n, f); }
template<class T> static inline cudaError_t cudaMallocAsync(
	T **p, size_t n, cudaStream_t s)
{ return cudaMallocAsync((void **)(void *)p, n, s); }
template<class T> static inline cudaError_t cudaMallocPitch(
	T **p, size_t *pitch, size_t w, size_t h)
{ return cudaMallocPitch((void **)(void *)p, pitch, w, h); }
template<class T> static inline cudaError_t cudaMemcpyToSymbol(
	const T &s, const void *from, size_t n, size_t o = 0,
	enum cudaMemcpyKind k = cudaMemcpyHostToDevice)
{ return cudaMemcpyToSymbol((const void *)&s, from, n, o, k); }
template<class T> static inline cudaError_t cudaMemcpyFromSymbol(
	void *to, const T &s, size_t n, size_t o = 0,
	enum cudaMemcpyKind k = cudaMemcpyDeviceToHost)
{ return cudaMemcpyFromSymbol(to, (const void *)&s, n, o, k); }
template<class T> static inline cudaError_t cudaMemcpyToSymbolAsync(
	const T &s, const void *from, size_t n, size_t o,
	enum cudaMemcpyKind k, cudaStream_t q = 0)
{ return cudaMemcpyToSymbolAsync((const void *)&s, from, n, o, k, q); }
template<class T> static inline cudaError_t cudaMemcpyFromSymbolAsync(
	void *to, const T &s, size_t n, size_t o, enum cudaMemcpyKind k,
	cudaStream_t q = 0)
{ return cudaMemcpyFromSymbolAsync(to, (const void *)&s, n, o, k, q); }
template<class T> static inline cudaError_t cudaGetSymbolAddress(void **p,
								 const T &s)
{ return cudaGetSymbolAddress(p, (const void *)&s); }
template<class T> static inline cudaError_t cudaGetSymbolSize(size_t *n,
							      const T &s)
{ return cudaGetSymbolSize(n, (const void *)&s); }
template<class T> static inline cudaError_t cudaFuncGetAttributes(
	struct cudaFuncAttributes *a, T *f)
{ return cudaFuncGetAttributes(a, (const void *)f); }
template<class T> static inline cudaError_t cudaFuncSetAttribute(
	T *f, enum cudaFuncAttribute a, int v)
{ return cudaFuncSetAttribute((const void *)f, a, v); }
template<class T> static inline cudaError_t cudaFuncSetCacheConfig(
	T *f, enum cudaFuncCache c)
{ return cudaFuncSetCacheConfig((const void *)f, c); }
template<class T> static inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, T f, int b, size_t s)
{ return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, b,
						       s); }
template<class T> static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
	int *g, int *b, T f, size_t s = 0, int limit = 0)
{ return wwOccupancy(g, b, (const void *)f, s, limit); }
template<class S, class T> static inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *g, int *b, T f, S shared,
					       int limit = 0)
{
	cudaError_t bad = wwOccupancy(g, b, (const void *)f, 0, limit);
	return bad ? bad : wwOccupancy(g, b, (const void *)f, shared(*b),
				       limit);
}
template<class T> static inline cudaError_t cudaLaunchKernel(
	T *f, dim3 g, dim3 b, void **a, size_t s = 0, cudaStream_t q = 0)
{ return cudaLaunchKernel((const void *)f, g, b, a, s, q); }
template<class T> static inline cudaError_t cudaLaunchCooperativeKernel(
	T *f, dim3 g, dim3 b, void **a, size_t s = 0, cudaStream_t q = 0)
{ return cudaLaunchCooperativeKernel((const void *)f, g, b, a, s, q); }
template<class... P, class... A> static inline cudaError_t cudaLaunchKernelEx(
	const cudaLaunchConfig_t *c, void (*f)(P...), A &&... a)
{
	return [&](P... p) {
		void *args[] = { (void *)&p..., 0 };
		return cudaLaunchKernelExC(c, (const void *)f, args);
	}(static_cast<A &&>(a)...);
}
/* Kernels do not launch kernels. Libraries name these where they would. */
#ifdef __CUDA__
extern "C" __device__ void *cudaGetParameterBuffer(size_t align, size_t bytes);
extern "C" __device__ cudaError_t cudaLaunchDevice(
	void *f, void *args, dim3 grid, dim3 block, unsigned shared,
	cudaStream_t s);
static inline __host__ __device__ cudaError_t
__cudaDeviceSynchronizeDeprecationAvoidance()
{ return cudaErrorNotSupported; }
#endif
/* As CUDA 11 has it. */
static inline cudaError_t cudaGraphInstantiate(
	cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *, char *, size_t)
{ return cudaGraphInstantiate(e, g); }
static inline cudaError_t cudaGraphExecUpdate(
	cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *node,
	enum cudaGraphExecUpdateResult *r)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t bad = cudaGraphExecUpdate(e, g, &info);
	*node = info.errorNode;
	*r = info.result;
	return bad;
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned flags)
{ return cudaEventCreateWithFlags(e, flags); }
#endif

#endif
