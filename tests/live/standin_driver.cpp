// tests/live/standin_driver.cpp -- a libcuda.so.1 for tests: device memory is host memory.
// SPDX-License-Identifier: MIT
//
// The emulator runs the kernels. The environment chooses what goes wrong. TILESCOPE_STANDIN is a list of words:
//
//     cuInit:999       the function returns this code
//     hang:cuInit      the function never returns
//     abort:cuInit     the function ends the process
//                      cuLaunchKernel@3 in these three: only its third call
//     noise            each function prints to standard output and standard error
//     never            the kernel never ends: cuStreamQuery returns 600, and the status block has phase 4
//     flip             the first bit of all that is copied from the device is wrong
//     idle             the kernel ends at once and changes no memory: what remains is our own cost
//     timeout          the kernel ends with 719, and the status block says that it stopped itself
//     reads, refuses   see standin_model.cpp
//
// TILESCOPE_STANDIN_CHIP is the compute capability ("10.0"). TILESCOPE_STANDIN_LOG is a file that gets a line for each
// call.
#include "tests/live/standin_memory.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace {

using tilescope::standin::Job;
using tilescope::standin::kMemoryBytes;

constexpr int kNoError = 0, kInvalid = 1, kOutOfMemory = 2, kDevice = 7;
constexpr int kNotReadyYet = 600, kFailed = 719;

struct State {
    int file = -1;
    char* memory = nullptr;
    std::size_t used = sizeof(Job);
    std::map<std::uint64_t, std::size_t> blocks;  // that are allocated
    std::set<std::string*> modules;               // a module is its text, and so is its function
    std::uint64_t status = 0;                     // the last block that is visible to the host
    pid_t model = 0;
    bool kernel_failed = false;
    char* scratch = nullptr;  // the kernel and the block of a launch
    std::map<std::string, int> calls;
};
State g_state;
std::mutex g_mutex;  // several threads of the worker load modules: guards calls and modules

std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

// The text after "word:" in TILESCOPE_STANDIN, or nothing.
bool asked(std::string_view word, std::string* rest = nullptr) {
    const std::string all = " " + setting("TILESCOPE_STANDIN") + " ";
    const std::string wanted = " " + std::string(word) + (rest ? ":" : " ");
    const std::size_t at = all.find(wanted);
    if (at == std::string::npos) return false;
    const std::size_t begin = at + wanted.size();
    if (rest) *rest = all.substr(begin, all.find(' ', begin) - begin);
    return true;
}

// What every function does first. Returns the code that the function must return, or 0.
int enter(const char* call) {
    if (const std::string log = setting("TILESCOPE_STANDIN_LOG"); !log.empty())  // one write, so whole lines
        if (std::FILE* file = std::fopen(log.c_str(), "a")) std::fprintf(file, "%s\n", call), std::fclose(file);
    if (asked("noise")) {
        std::printf("stand-in: %s\ntilescope-live 2 bye 2 0 0000000000000000\n{}", call);
        std::fflush(stdout);
        std::fprintf(stderr, "stand-in: %s\n", call);
    }
    std::unique_lock lock(g_mutex);
    const std::string nth = std::string(call) + "@" + std::to_string(++g_state.calls[call]);
    lock.unlock();
    for (const std::string& name : {std::string(call), nth}) {
        while (asked("hang:" + name)) pause();
        if (asked("abort:" + name)) std::abort();
        if (std::string code; asked(name, &code)) return std::atoi(code.c_str());
    }
    return kNoError;
}

bool map_memory() {
    if (g_state.memory) return true;
    g_state.file = memfd_create("standin", 0);  // the model inherits it
    if (g_state.file < 0 || ftruncate(g_state.file, static_cast<off_t>(kMemoryBytes)) != 0) return false;
    void* const memory = mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, g_state.file, 0);
    if (memory == MAP_FAILED) return false;
    g_state.memory = static_cast<char*>(memory);
    return true;
}

// Memory is handed out from the start; all of it is free again when nothing is allocated. It begins with a pattern, as
// the memory of a GPU has old data.
char* take(std::size_t bytes) {
    constexpr std::size_t kAlign = 256;
    if (!map_memory()) return nullptr;
    if (g_state.blocks.empty()) g_state.used = sizeof(Job);
    const std::size_t at = (g_state.used + kAlign - 1) / kAlign * kAlign;
    if (at + bytes > kMemoryBytes) return nullptr;
    g_state.used = at + bytes;
    char* const out = g_state.memory + at;
    std::memset(out, 0xa5, bytes);
    g_state.blocks[reinterpret_cast<std::uint64_t>(out)] = bytes;
    return out;
}

// Ends the process if the worker frees or copies what it does not have.
void must(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "stand-in: the worker broke a rule: %s\n", what);
    std::_Exit(99);
}

bool is_inside(std::uint64_t pointer, std::size_t bytes) {
    const auto block = g_state.blocks.find(pointer);
    return block != g_state.blocks.end() && bytes <= block->second;
}

void put_status(unsigned word, std::uint32_t value) {
    if (g_state.status) std::memcpy(reinterpret_cast<void*>(g_state.status + 4 * word), &value, sizeof value);
}

std::uint64_t offset_of(const char* pointer) { return static_cast<std::uint64_t>(pointer - g_state.memory); }

// Starts the model with the kernel. Returns false if it cannot be started.
bool start_model(const std::string& text, const void* parameters, unsigned ctas, unsigned threads,
                 unsigned shared_bytes) {
    constexpr std::size_t kBlockBytes = 4096, kMostText = 1 << 20;
    if (!g_state.scratch) g_state.scratch = take(kBlockBytes + kMostText);
    if (!g_state.scratch || text.size() > kMostText) return false;
    char *const block = g_state.scratch, *const ptx = block + kBlockBytes;
    std::memcpy(ptx, text.data(), text.size());
    std::memcpy(block, parameters, kBlockBytes);
    const Job job{.base = reinterpret_cast<std::uint64_t>(g_state.memory),
                  .ptx = offset_of(ptx),
                  .ptx_bytes = text.size(),
                  .block = offset_of(block),
                  .block_bytes = kBlockBytes,
                  .ctas = ctas,
                  .threads = threads,
                  .shared_bytes = shared_bytes};
    std::memcpy(g_state.memory, &job, sizeof job);
    std::string program = TILESCOPE_STANDIN_MODEL, file = std::to_string(g_state.file);
    char* const arguments[] = {program.data(), file.data(), nullptr};
    return posix_spawn(&g_state.model, program.c_str(), nullptr, nullptr, arguments, environ) == 0;
}

int query() {
    if (g_state.kernel_failed) return kFailed;
    if (asked("never")) return put_status(0, 4), kNotReadyYet;
    if (asked("timeout")) {
        put_status(0, 5), put_status(1, 2);
        return g_state.kernel_failed = true, kFailed;
    }
    if (g_state.model == 0) return kNoError;
    int status = 0;
    if (waitpid(g_state.model, &status, WNOHANG) == 0) return kNotReadyYet;
    g_state.model = 0;
    g_state.kernel_failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    return g_state.kernel_failed ? kFailed : kNoError;
}

}  // namespace

#define TILESCOPE_STANDIN_ENTER(call) \
    if (const int code = enter(call)) return code

extern "C" {

int cuInit(unsigned) {
    TILESCOPE_STANDIN_ENTER("cuInit");
    return kNoError;
}

int cuDriverGetVersion(int* version) {
    TILESCOPE_STANDIN_ENTER("cuDriverGetVersion");
    return *version = 13000, kNoError;
}

int cuDeviceGetCount(int* count) {
    TILESCOPE_STANDIN_ENTER("cuDeviceGetCount");
    return *count = asked("empty") ? 0 : 1, kNoError;
}

int cuDeviceGet(int* device, int index) {
    TILESCOPE_STANDIN_ENTER("cuDeviceGet");
    if (index != 0) return 101;
    return *device = kDevice, kNoError;
}

int cuDeviceGetName(char* name, int bytes, int) {
    TILESCOPE_STANDIN_ENTER("cuDeviceGetName");
    std::snprintf(name, static_cast<std::size_t>(bytes), "Stand-in");
    return kNoError;
}

int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    TILESCOPE_STANDIN_ENTER("cuDeviceTotalMem");
    return *bytes = kMemoryBytes, kNoError;
}

int cuDeviceGetAttribute(int* value, int attribute, int device) {
    TILESCOPE_STANDIN_ENTER("cuDeviceGetAttribute");
    must(device == kDevice, "a device number is not the one of cuDeviceGet");
    const std::string chip = setting("TILESCOPE_STANDIN_CHIP").empty() ? "10.0" : setting("TILESCOPE_STANDIN_CHIP");
    if (attribute == 75) return *value = std::atoi(chip.c_str()), kNoError;
    if (attribute == 76) return *value = std::atoi(chip.c_str() + chip.find('.') + 1), kNoError;
    if (attribute == 97) return *value = 232448, kNoError;
    return kInvalid;
}

int cuDevicePrimaryCtxRetain(void** context, int device) {
    TILESCOPE_STANDIN_ENTER("cuDevicePrimaryCtxRetain");
    must(device == kDevice, "a device number is not the one of cuDeviceGet");
    return *context = &g_state, kNoError;
}

int cuDevicePrimaryCtxRelease_v2(int) {
    TILESCOPE_STANDIN_ENTER("cuDevicePrimaryCtxRelease");
    return kNoError;
}

int cuCtxSetCurrent(void* context) {
    TILESCOPE_STANDIN_ENTER("cuCtxSetCurrent");
    return context == &g_state ? kNoError : kInvalid;
}

int cuModuleLoadDataEx(void** module, const void* text, unsigned options, int* keys, void** values) {
    const int code = enter("cuModuleLoadDataEx");
    for (unsigned i = 0; i < options; ++i)  // 5: the buffer for errors, 6: its size
        if (keys[i] == 5 && code != kNoError)
            std::snprintf(static_cast<char*>(values[i]), 4096, "ptxas application ptx input, line 7; error   : no");
    if (code != kNoError) return code;
    const std::lock_guard lock(g_mutex);
    *module = *g_state.modules.insert(new std::string(static_cast<const char*>(text))).first;
    return kNoError;
}

int cuModuleUnload(void* module) {
    TILESCOPE_STANDIN_ENTER("cuModuleUnload");
    const std::lock_guard lock(g_mutex);
    auto* const text = static_cast<std::string*>(module);
    must(g_state.modules.erase(text) == 1, "a module is unloaded that was not loaded");
    delete text;
    return kNoError;
}

int cuModuleGetFunction(void** function, void* module, const char* name) {
    TILESCOPE_STANDIN_ENTER("cuModuleGetFunction");
    const std::lock_guard lock(g_mutex);
    auto* const text = static_cast<std::string*>(module);
    must(g_state.modules.contains(text), "the module is none that was loaded");
    if (text->find(std::string(".entry ") + name) == std::string::npos) return 500;
    return *function = text, kNoError;
}

int cuFuncSetAttribute(void*, int attribute, int value) {
    TILESCOPE_STANDIN_ENTER("cuFuncSetAttribute");
    return attribute == 8 && value <= 232448 ? kNoError : kInvalid;
}

int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t bytes) {
    TILESCOPE_STANDIN_ENTER("cuMemAlloc");
    char* const memory = take(bytes);
    return *pointer = reinterpret_cast<std::uint64_t>(memory), memory ? kNoError : kOutOfMemory;
}

int cuMemFree_v2(std::uint64_t pointer) {
    TILESCOPE_STANDIN_ENTER("cuMemFree");
    must(g_state.blocks.erase(pointer) == 1, "memory is freed that was not allocated");
    return kNoError;
}

int cuMemsetD8_v2(std::uint64_t pointer, unsigned char value, std::size_t bytes) {
    TILESCOPE_STANDIN_ENTER("cuMemsetD8");
    must(is_inside(pointer, bytes), "a fill is outside the memory");
    std::memset(reinterpret_cast<void*>(pointer), value, bytes);
    return kNoError;
}

int cuMemcpyHtoD_v2(std::uint64_t to, const void* from, std::size_t bytes) {
    TILESCOPE_STANDIN_ENTER("cuMemcpyHtoD");
    must(is_inside(to, bytes), "a copy to the device is outside the memory");
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return kNoError;
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
    TILESCOPE_STANDIN_ENTER("cuMemcpyDtoH");
    must(is_inside(from, bytes), "a copy from the device is outside the memory");
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    if (asked("flip") && bytes != 0) *static_cast<unsigned char*>(to) ^= 1;
    return kNoError;
}

int cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    TILESCOPE_STANDIN_ENTER("cuMemHostAlloc");
    must(flags == 2, "host memory is allocated without CU_MEMHOSTALLOC_DEVICEMAP");
    *pointer = take(bytes);
    g_state.status = reinterpret_cast<std::uint64_t>(*pointer);
    return *pointer ? kNoError : kOutOfMemory;
}

int cuMemFreeHost(void* pointer) {
    TILESCOPE_STANDIN_ENTER("cuMemFreeHost");
    must(g_state.blocks.erase(reinterpret_cast<std::uint64_t>(pointer)) == 1, "memory is freed twice");
    g_state.status = 0;
    return kNoError;
}

int cuMemHostGetDevicePointer_v2(std::uint64_t* pointer, void* host, unsigned) {
    TILESCOPE_STANDIN_ENTER("cuMemHostGetDevicePointer");
    return *pointer = reinterpret_cast<std::uint64_t>(host), kNoError;
}

int cuLaunchKernel(void* function, unsigned grid, unsigned, unsigned, unsigned threads, unsigned, unsigned,
                   unsigned shared, void*, void** parameters, void**) {
    TILESCOPE_STANDIN_ENTER("cuLaunchKernel");
    if (asked("never") || asked("timeout")) return kNoError;
    if (asked("idle")) return kNoError;
    const std::string& text = *static_cast<std::string*>(function);
    return start_model(text, parameters[0], grid, threads, shared) ? kNoError : kInvalid;
}

int cuStreamQuery(void*) {
    TILESCOPE_STANDIN_ENTER("cuStreamQuery");
    return query();
}

int cuGetErrorName(int code, const char** name) {
    return *name = "CUDA_ERROR_STANDIN", code == 100'000 ? kInvalid : kNoError;
}

int cuGetErrorString(int, const char** text) { return *text = "an error of the stand-in", kNoError; }

}  // extern "C"
