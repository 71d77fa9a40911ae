/* nvToolsExt.h - marks and ranges of NVIDIA's profilers, without effect
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_NVTOOLSEXT_H
#define WW_NVTOOLSEXT_H

#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE \
	((uint16_t)sizeof(nvtxEventAttributes_t))
#define WW_NVTX static __inline__ __attribute__((unused))

typedef uint64_t nvtxRangeId_t;
typedef enum nvtxColorType_t {
	NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB
} nvtxColorType_t;
typedef enum nvtxMessageType_t {
	NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII,
	NVTX_MESSAGE_TYPE_UNICODE
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
	NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
	NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE
} nvtxPayloadType_t;
typedef union nvtxMessageValue_t {
	const char *ascii;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_t {
	uint16_t version, size;
	uint32_t category;
	int32_t colorType;
	uint32_t color;
	int32_t payloadType;
	int32_t reserved0;
	union { uint64_t ullValue; int64_t llValue; double dValue; } payload;
	int32_t messageType;
	nvtxMessageValue_t message;
} nvtxEventAttributes_t;

WW_NVTX void nvtxMarkA(const char *text) { (void)text; }
WW_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *a) { (void)a; }
WW_NVTX nvtxRangeId_t nvtxRangeStartA(const char *text)
{ (void)text; return 0; }
WW_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *a)
{ (void)a; return 0; }
WW_NVTX void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
WW_NVTX int nvtxRangePushA(const char *text) { (void)text; return 0; }
WW_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *a)
{ (void)a; return 0; }
WW_NVTX int nvtxRangePop(void) { return 0; }
WW_NVTX void nvtxNameOsThreadA(uint32_t id, const char *name)
{ (void)id; (void)name; }
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameOsThread nvtxNameOsThreadA

#undef WW_NVTX
#endif
