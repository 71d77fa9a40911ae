/* ww_cuda_errors.h - the errors of CUDA: name behind cuda, number, text
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CUDA_ERRORS_H
#define WW_CUDA_ERRORS_H

#define WW_CUDA_ERRORS(X) \
	X(Success, 0, "no error") \
	X(ErrorInvalidValue, 1, "invalid argument") \
	X(ErrorMemoryAllocation, 2, "out of memory") \
	X(ErrorInitializationError, 3, "initialization error") \
	X(ErrorCudartUnloading, 4, "driver shutting down") \
	X(ErrorProfilerDisabled, 5, "no profiler in this run") \
	X(ErrorProfilerNotInitialized, 6, "the profiler has not begun") \
	X(ErrorProfilerAlreadyStarted, 7, "the profiler runs already") \
	X(ErrorProfilerAlreadyStopped, 8, "the profiler does not run") \
	X(ErrorInvalidConfiguration, 9, "invalid configuration argument") \
	X(ErrorInvalidPitchValue, 12, "invalid pitch argument") \
	X(ErrorInvalidSymbol, 13, "invalid device symbol") \
	X(ErrorInvalidHostPointer, 16, "invalid host pointer") \
	X(ErrorInvalidDevicePointer, 17, "invalid device pointer") \
	X(ErrorInvalidTexture, 18, "invalid texture reference") \
	X(ErrorInvalidTextureBinding, 19, "a texture that is not bound") \
	X(ErrorInvalidChannelDescriptor, 20, "invalid channel descriptor") \
	X(ErrorInvalidMemcpyDirection, 21, \
	  "invalid copy direction for memcpy") \
	X(ErrorAddressOfConstant, 22, "address of a constant variable") \
	X(ErrorTextureFetchFailed, 23, "a texture was not read") \
	X(ErrorTextureNotBound, 24, "no texture is bound") \
	X(ErrorSynchronizationError, 25, "a wait has failed") \
	X(ErrorInvalidFilterSetting, 26, \
	  "a filter for numbers that are no floats") \
	X(ErrorInvalidNormSetting, 27, "no normalized floats of this format") \
	X(ErrorMixedDeviceExecution, 28, "code of host and device mixed") \
	X(ErrorNotYetImplemented, 31, "feature not yet implemented") \
	X(ErrorMemoryValueTooLarge, 32, "a pointer of more than 32 bits") \
	X(ErrorStubLibrary, 34, "a library without functions") \
	X(ErrorInsufficientDriver, 35, "no warpwright of this version") \
	X(ErrorCallRequiresNewerDriver, 36, "a newer driver is needed") \
	X(ErrorInvalidSurface, 37, "invalid surface reference") \
	X(ErrorDuplicateVariableName, 43, "two variables of one name") \
	X(ErrorDuplicateTextureName, 44, "two textures of one name") \
	X(ErrorDuplicateSurfaceName, 45, "two surfaces of one name") \
	X(ErrorDevicesUnavailable, 46, "all devices are busy") \
	X(ErrorIncompatibleDriverContext, 49, "a context of another kind") \
	X(ErrorMissingConfiguration, 52, \
	  "__global__ function call is not configured") \
	X(ErrorPriorLaunchFailure, 53, "a launch before has failed") \
	X(ErrorLaunchMaxDepthExceeded, 65, "launches in kernels are too deep") \
	X(ErrorLaunchFileScopedTex, 66, \
	  "a texture of the file in a launch of a kernel") \
	X(ErrorLaunchFileScopedSurf, 67, \
	  "a surface of the file in a launch of a kernel") \
	X(ErrorSyncDepthExceeded, 68, "a kernel waits too deep") \
	X(ErrorLaunchPendingCountExceeded, 69, "too many launches of kernels") \
	X(ErrorInvalidDeviceFunction, 98, "invalid device function") \
	X(ErrorNoDevice, 100, "no device is there") \
	X(ErrorInvalidDevice, 101, "invalid device ordinal") \
	X(ErrorDeviceNotLicensed, 102, "a device without a licence") \
	X(ErrorSoftwareValidityNotEstablished, 103, \
	  "software that is not known") \
	X(ErrorStartupFailure, 127, "startup failure") \
	X(ErrorInvalidKernelImage, 200, "device kernel image is invalid") \
	X(ErrorDeviceUninitialized, 201, "invalid device context") \
	X(ErrorMapBufferObjectFailed, 205, "a buffer was not mapped") \
	X(ErrorUnmapBufferObjectFailed, 206, "a buffer was not unmapped") \
	X(ErrorArrayIsMapped, 207, "the array is mapped") \
	X(ErrorAlreadyMapped, 208, "it is mapped already") \
	X(ErrorNoKernelImageForDevice, 209, "no kernel image for this device") \
	X(ErrorAlreadyAcquired, 210, "it is acquired already") \
	X(ErrorNotMapped, 211, "it is not mapped") \
	X(ErrorNotMappedAsArray, 212, "it is not mapped as an array") \
	X(ErrorNotMappedAsPointer, 213, "it is not mapped as a pointer") \
	X(ErrorECCUncorrectable, 214, "memory has a wrong bit") \
	X(ErrorUnsupportedLimit, 215, "no such limit here") \
	X(ErrorDeviceAlreadyInUse, 216, "another thread has the device") \
	X(ErrorPeerAccessUnsupported, 217, "no access between these devices") \
	X(ErrorInvalidPtx, 218, "a PTX JIT compilation failed") \
	X(ErrorInvalidGraphicsContext, 219, "invalid graphics context") \
	X(ErrorNvlinkUncorrectable, 220, "a link has failed") \
	X(ErrorJitCompilerNotFound, 221, "no compiler is there") \
	X(ErrorUnsupportedPtxVersion, 222, "PTX of another version") \
	X(ErrorJitCompilationDisabled, 223, "compilation is turned off") \
	X(ErrorInvalidSource, 300, "invalid source of a kernel") \
	X(ErrorFileNotFound, 301, "file not found") \
	X(ErrorSharedObjectSymbolNotFound, 302, \
	  "a symbol of a library is missing") \
	X(ErrorSharedObjectInitFailed, 303, "a library did not begin") \
	X(ErrorOperatingSystem, 304, "a call of the operating system failed") \
	X(ErrorInvalidResourceHandle, 400, "invalid resource handle") \
	X(ErrorIllegalState, 401, \
	  "the operation cannot be performed in the present state") \
	X(ErrorSymbolNotFound, 500, "named symbol not found") \
	X(ErrorNotReady, 600, "device not ready") \
	X(ErrorIllegalAddress, 700, \
	  "an illegal memory access was encountered") \
	X(ErrorLaunchOutOfResources, 701, \
	  "too many resources requested for launch") \
	X(ErrorLaunchTimeout, 702, "the launch timed out and was terminated") \
	X(ErrorLaunchIncompatibleTexturing, 703, "textures of another kind") \
	X(ErrorPeerAccessAlreadyEnabled, 704, \
	  "peer access is already enabled") \
	X(ErrorPeerAccessNotEnabled, 705, "peer access is not enabled") \
	X(ErrorSetOnActiveProcess, 708, "too late: the device is open") \
	X(ErrorContextIsDestroyed, 709, "the context is gone") \
	X(ErrorAssert, 710, "device-side assert triggered") \
	X(ErrorTooManyPeers, 711, "too many devices") \
	X(ErrorHostMemoryAlreadyRegistered, 712, \
	  "memory is already registered") \
	X(ErrorHostMemoryNotRegistered, 713, "memory is not registered") \
	X(ErrorHardwareStackError, 714, "a stack is wrong") \
	X(ErrorIllegalInstruction, 715, \
	  "an illegal instruction was encountered") \
	X(ErrorMisalignedAddress, 716, "misaligned address") \
	X(ErrorInvalidAddressSpace, 717, "an access to another address space") \
	X(ErrorInvalidPc, 718, "invalid program counter") \
	X(ErrorLaunchFailure, 719, "unspecified launch failure") \
	X(ErrorCooperativeLaunchTooLarge, 720, \
	  "too many blocks in cooperative launch") \
	X(ErrorNotPermitted, 800, "operation not permitted") \
	X(ErrorNotSupported, 801, "operation not supported") \
	X(ErrorSystemNotReady, 802, "the system is not ready") \
	X(ErrorSystemDriverMismatch, 803, "driver and library do not fit") \
	X(ErrorCompatNotSupportedOnDevice, 804, \
	  "the device has no compatible mode") \
	X(ErrorStreamCaptureUnsupported, 900, \
	  "operation not permitted when stream is capturing") \
	X(ErrorStreamCaptureInvalidated, 901, \
	  "an error has ended the capture") \
	X(ErrorStreamCaptureMerge, 902, "two captures cannot become one") \
	X(ErrorStreamCaptureUnmatched, 903, \
	  "the capture began in another stream") \
	X(ErrorStreamCaptureUnjoined, 904, \
	  "a stream of the capture is left open") \
	X(ErrorStreamCaptureIsolation, 905, \
	  "the capture depends on what is outside") \
	X(ErrorStreamCaptureImplicit, 906, \
	  "the capture would wait for the usual stream") \
	X(ErrorCapturedEvent, 907, "the event is of a capture") \
	X(ErrorStreamCaptureWrongThread, 908, \
	  "the capture began in another thread") \
	X(ErrorTimeout, 909, "it took too long") \
	X(ErrorGraphExecUpdateFailure, 910, \
	  "the graph update was not performed because of violated " \
	  "constraints") \
	X(ErrorUnknown, 999, "unknown error") \
	X(ErrorApiFailureBase, 10000, "api failure base")

#endif
