// app/worker/outcomes.cpp -- the errors of the driver, and the sentences about the end of a run.
// SPDX-License-Identifier: MIT
#include "app/worker/outcomes.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/kernel/parameters.h>

namespace tilescope::live {
namespace {

constexpr std::string_view kApi = "CUDA Driver API 13.0, CUresult";
constexpr std::string_view kTriton = "CUDA Driver API 13.0, CUresult; triton-lang/triton#10309 and PR 8910 (causes)";
constexpr bool kSticky = true, kOfMma = true;

// clang-format off
constexpr DriverErrorRow kDriverErrors[] = {
    {1,   "CUDA_ERROR_INVALID_VALUE",             "an argument is outside the limits of the GPU", "", Outcome::limit_exceeded, false, kApi},
    {2,   "CUDA_ERROR_OUT_OF_MEMORY",             "the GPU has too little free memory", "End other programs on this GPU; nvidia-smi lists them.", Outcome::limit_exceeded, false, kApi},
    {34,  "CUDA_ERROR_STUB_LIBRARY",              "libcuda.so.1 is the stub of the CUDA Toolkit, not a driver", "Remove the Toolkit's folder stubs from LD_LIBRARY_PATH.", Outcome::no_driver, false, kApi},
    {46,  "CUDA_ERROR_DEVICE_UNAVAILABLE",        "another program has the GPU for itself, or the GPU does not answer", "End other programs on this GPU; nvidia-smi lists them.", Outcome::driver_failed, false, kApi},
    {100, "CUDA_ERROR_NO_DEVICE",                 "the driver finds no GPU", "", Outcome::no_device, false, kApi},
    {101, "CUDA_ERROR_INVALID_DEVICE",            "the GPU has no device with this number", "Choose a device that tilescope devices lists.", Outcome::bad_request, false, kApi},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",         "the code is for another target", "", Outcome::unsupported_arch, false, kApi},
    {218, "CUDA_ERROR_INVALID_PTX",               "the driver's assembler refused the text", "", Outcome::jit_error, false, kApi},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",    "libnvidia-ptxjitcompiler.so.1 is missing", "Install the driver's compute libraries; in a container, set NVIDIA_DRIVER_CAPABILITIES=compute,utility.", Outcome::no_compiler, false, kApi},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",   "the PTX version of the kernel is newer than the driver", "Install a newer driver, or choose a form that an older PTX version has.", Outcome::driver_too_old, false, kApi},
    {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED",  "a setting of the environment forbids the driver to compile", "Remove CUDA_DISABLE_PTX_JIT and CUDA_DISABLE_JIT from the environment.", Outcome::no_compiler, false, kApi},
    {226, "CUDA_ERROR_CONTAINED",                 "an access to the memory of another GPU was invalid, or the hardware failed", "Try again. If it happens again, the GPU needs a reset.", Outcome::launch_error, kSticky, kApi},
    {500, "CUDA_ERROR_NOT_FOUND",                 "the kernel's text has no entry with the name that was asked for", "", Outcome::jit_error, false, kApi},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS",           "an access went outside memory", "Check the start address, the strides and the shape: an operand reaches past the shared memory of the CTA.", Outcome::launch_error, kSticky, "CUDA Driver API 13.0, CUresult; triton-lang/triton#11366 (cause)", kOfMma},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",   "the kernel needs more shared memory or registers than a CTA can have", "", Outcome::limit_exceeded, false, kApi},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT",            "the watchdog of the display stopped the kernel", "Use a GPU without a display.", Outcome::launch_error, kSticky, kApi},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR",      "the GPU reported an error of its stack", "", Outcome::launch_error, kSticky, kApi},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION",       "the hardware refused the instruction", "Check the instruction descriptor: the shape, and types that fit the kind.", Outcome::launch_error, kSticky, kTriton, kOfMma},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS",        "an address is not aligned", "Check the start address and the strides of the descriptors, and the Tensor Memory addresses.", Outcome::launch_error, kSticky, kTriton, kOfMma},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE",     "an access went to the wrong kind of memory", "", Outcome::launch_error, kSticky, kApi, kOfMma},
    {718, "CUDA_ERROR_INVALID_PC",                "the program counter left the kernel", "", Outcome::launch_error, kSticky, kApi},
    {719, "CUDA_ERROR_LAUNCH_FAILED",             "the kernel failed", "", Outcome::launch_error, kSticky, kApi, kOfMma},
    {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK",        "the kernel ended without freeing Tensor Memory", "Report this: the kernel of tilescope frees it on every path.", Outcome::launch_error, kSticky, kApi},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY",          "a service of the driver has not started", "Start nvidia-fabricmanager, or restart the machine.", Outcome::driver_failed, false, kApi},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",    "libcuda.so.1 and the kernel module have different versions", "Restart the machine, or install the same version of both.", Outcome::driver_failed, false, kApi},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "the compatibility library does not support this GPU", "Remove the folder cuda-compat from LD_LIBRARY_PATH.", Outcome::driver_failed, false, kApi},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE",      "the GPU cannot run a cluster of this size", "", Outcome::limit_exceeded, false, kApi},
};
// clang-format on

// "CUDA_ERROR_INVALID_PTX: the driver's assembler refused the text", from the table or from the driver.
std::string name_and_meaning(const Ending& ending) {
    if (const DriverErrorRow* row = driver_error(ending.code)) return say(row->name, ": ", row->meaning);
    return ending.own.empty() ? std::string("an error that the driver does not name") : excerpt(ending.own, 160);
}

std::string without_period(std::string text) {
    while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
    return text;
}

}  // namespace

std::optional<Outcome> outcome_named(std::string_view id) {
    for (const OutcomeRow& row : kOutcomes)
        if (row.id == id) return row.outcome;
    return {};
}

std::span<const DriverErrorRow> driver_errors() { return kDriverErrors; }

const DriverErrorRow* driver_error(int code) {
    for (const DriverErrorRow& row : kDriverErrors)
        if (row.code == code) return &row;
    return nullptr;
}

std::string Ending::sentence() const {
    const OutcomeRow& row = row_of(outcome);
    const DriverErrorRow* error = driver_error(code);
    std::string out = say(row.sentence, detail.empty() ? "" : ": ", without_period(excerpt(detail, 240)), ".");
    if (code != 0)
        out += say(" ", call.empty() ? std::string("The driver") : excerpt(call, 40), " returned ", code, " (",
                   without_period(name_and_meaning(*this)), ").");
    if (phase && *phase < std::size(kPhases)) out += say(" The last phase was: ", kPhases[*phase].sentence, ".");
    const std::string_view advice = error && !error->advice.empty() ? error->advice : row.advice;
    return advice.empty() ? out : say(out, " ", advice);
}

Ending ending_of(int code, std::string_view call, std::string_view own, Outcome otherwise) {
    const DriverErrorRow* row = driver_error(code);
    Ending out{.outcome = row ? row->outcome : otherwise, .code = code};
    out.call = call;
    out.own = own;
    return out;
}

bool is_sticky(int code) {
    const DriverErrorRow* row = driver_error(code);
    return row ? row->sticky : code != 0;
}

}  // namespace tilescope::live
