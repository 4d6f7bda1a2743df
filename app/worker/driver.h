// app/worker/driver.h -- the functions of the CUDA driver that the worker calls, found at run time.
// SPDX-License-Identifier: MIT
//
// The prototypes and constants are our own, so neither the build nor the program needs the CUDA Toolkit. Only the
// worker process opens the library.
// Source: CUDA Driver API 13.0. Names with _v2 are those that cuda.h gives to the functions without it.
#pragma once

#include "app/worker/outcomes.h"

#include <cstddef>
#include <cstdint>

namespace tilescope::live {

using DevicePointer = std::uint64_t;  // CUdeviceptr
using DriverContext = void*;          // CUcontext
using DriverModule = void*;           // CUmodule
using DriverFunction = void*;         // CUfunction
using DriverStream = void*;           // CUstream; null: the default stream

// Each function returns a CUresult; 0 is success. Row: member, symbol, parameters.
// clang-format off
#define TILESCOPE_DRIVER_CALLS(ROW) \
    ROW(init,             "cuInit",                        (unsigned flags)) \
    ROW(version,          "cuDriverGetVersion",            (int* version)) \
    ROW(device_count,     "cuDeviceGetCount",              (int* count)) \
    ROW(device,           "cuDeviceGet",                   (int* device, int index)) \
    ROW(device_name,      "cuDeviceGetName",               (char* name, int bytes, int device)) \
    ROW(device_memory,    "cuDeviceTotalMem_v2",           (std::size_t* bytes, int device)) \
    ROW(device_attribute, "cuDeviceGetAttribute",          (int* value, int attribute, int device)) \
    ROW(retain_context,   "cuDevicePrimaryCtxRetain",      (DriverContext* context, int device)) \
    ROW(release_context,  "cuDevicePrimaryCtxRelease_v2",  (int device)) \
    ROW(use_context,      "cuCtxSetCurrent",               (DriverContext context)) \
    ROW(load_module,      "cuModuleLoadDataEx",            (DriverModule* module, const void* text, unsigned options, int* keys, void** values)) \
    ROW(unload_module,    "cuModuleUnload",                (DriverModule module)) \
    ROW(function,         "cuModuleGetFunction",           (DriverFunction* function, DriverModule module, const char* name)) \
    ROW(set_function,     "cuFuncSetAttribute",            (DriverFunction function, int attribute, int value)) \
    ROW(allocate,         "cuMemAlloc_v2",                 (DevicePointer* pointer, std::size_t bytes)) \
    ROW(free,             "cuMemFree_v2",                  (DevicePointer pointer)) \
    ROW(fill,             "cuMemsetD8_v2",                 (DevicePointer pointer, unsigned char value, std::size_t bytes)) \
    ROW(copy_in,          "cuMemcpyHtoD_v2",               (DevicePointer to, const void* from, std::size_t bytes)) \
    ROW(copy_out,         "cuMemcpyDtoH_v2",               (void* to, DevicePointer from, std::size_t bytes)) \
    ROW(allocate_host,    "cuMemHostAlloc",                (void** pointer, std::size_t bytes, unsigned flags)) \
    ROW(free_host,        "cuMemFreeHost",                 (void* pointer)) \
    ROW(host_pointer,     "cuMemHostGetDevicePointer_v2",  (DevicePointer* pointer, void* host, unsigned flags)) \
    ROW(launch,           "cuLaunchKernel",                (DriverFunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, \
                                                            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes, \
                                                            DriverStream stream, void** parameters, void** extra)) \
    ROW(query,            "cuStreamQuery",                 (DriverStream stream)) \
    ROW(error_name,       "cuGetErrorName",                (int code, const char** name)) \
    ROW(error_text,       "cuGetErrorString",              (int code, const char** text))
// clang-format on

// Constants of cuda.h.
inline constexpr int kAttributeMajor = 75, kAttributeMinor = 76, kAttributeSharedOptIn = 97;  // CUdevice_attribute
inline constexpr int kFunctionSharedBytes = 8;                                                // CUfunction_attribute
inline constexpr int kJitLog = 3, kJitLogBytes = 4, kJitErrors = 5, kJitErrorsBytes = 6;      // CUjit_option
inline constexpr unsigned kHostDeviceMap = 2;                                                 // CU_MEMHOSTALLOC_...
inline constexpr int kNotReady = 600;                                                         // CUresult

struct Driver {
#define TILESCOPE_DRIVER_MEMBER(member, symbol, parameters) int(*member) parameters = nullptr;
    TILESCOPE_DRIVER_CALLS(TILESCOPE_DRIVER_MEMBER)
#undef TILESCOPE_DRIVER_MEMBER

    // Opens libcuda.so.1 and finds all functions; the library stays open. Does not call any of them.
    // Endings: ok; no_driver; driver_too_old, if a function is missing.
    Ending open();

    // "CUDA_ERROR_...: ..." in the driver's words, or an empty text.
    std::string own_words(int code) const;
};

}  // namespace tilescope::live
