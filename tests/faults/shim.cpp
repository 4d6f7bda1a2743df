// tests/faults/shim.cpp -- counts a program's calls about files and its allocations, and lets one of them fail.
// SPDX-License-Identifier: MIT
//
// The functions below replace those of the C library in the program. They reach the system with syscall(), and the
// allocator of glibc under its own names, so nothing has to be looked up.
#include "tests/faults/shim.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace tilescope::faults {
namespace {

constexpr int kMostFiles = 1024, kLogFile = 900;
constexpr int kDeadline = 20'000;  // milliseconds that a copy may take
constexpr std::size_t kPlaces = 1 << 16, kDepth = 16;
constexpr std::uint64_t kHashBegin = 1469598103934665603u, kHashTimes = 1099511628211u;  // FNV-1a

struct Plan {
    std::array<char, 512> folder{};
    long call = 0, allocation = 0;
    int error = 0;
    bool stays = false, each = false, from_first_call = false, armed = false;
};
Plan g_plan;
std::atomic<long> g_calls{0}, g_allocations{0};
std::array<bool, kMostFiles> g_ours{};          // files of the folder
std::array<std::uint64_t, kPlaces> g_places{};  // places that have allocated, as a hash table
bool g_logs = false, g_is_copy = false;
std::uint64_t g_written = kHashBegin;  // of what the program has written into files of the folder
thread_local bool g_inside = false;    // the shim's own allocations are not events

long on_disk(long number, long a = 0, long b = 0, long c = 0, long d = 0) { return syscall(number, a, b, c, d); }
template <typename T>
long arg(T* pointer) {
    return reinterpret_cast<long>(pointer);
}

void log_bytes(const void* bytes, std::size_t count) {
    if (g_logs && !g_is_copy) on_disk(SYS_write, kLogFile, arg(bytes), static_cast<long>(count));
}

[[gnu::format(printf, 1, 2)]] void log_line(const char* form, ...) {
    if (!g_logs || g_is_copy) return;
    std::array<char, 1200> line{};
    va_list list;
    va_start(list, form);
    const int size = vsnprintf(line.data(), line.size(), form, list);
    va_end(list);
    log_bytes(line.data(), std::min(static_cast<std::size_t>(size), line.size() - 1));
}

bool is_ours(const char* path) {
    const std::size_t size = strlen(g_plan.folder.data());
    return g_plan.armed && size != 0 && strncmp(path, g_plan.folder.data(), size) == 0;
}
bool is_ours(int file) {
    return g_plan.armed && file >= 0 && file < kMostFiles && g_ours[static_cast<std::size_t>(file)];
}

long inode_of(int file) {
    struct stat about {};
    return fstat(file, &about) == 0 ? static_cast<long>(about.st_ino) : -1;
}

void note_written(const void* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        g_written = (g_written ^ static_cast<const unsigned char*>(bytes)[i]) * kHashTimes;
}

// A copy does not rename. It says that it would have, and what it had written by then.
int pretend_to_rename() {
    std::array<char, 32> text{};
    const int size = snprintf(text.data(), text.size(), "\1%016lx\n", static_cast<unsigned long>(g_written));
    on_disk(SYS_write, STDERR_FILENO, arg(text.data()), size);
    return 0;
}

// Whether this call is the one that fails. Sets errno. A short write is not a failure here: short_of() asks for it.
bool fails(const char* name, bool takes_room) {
    const long number = ++g_calls;
    if (g_plan.call == 0 || g_is_copy) return false;
    if (number != g_plan.call && !(g_plan.stays && takes_room && number > g_plan.call)) return false;
    if (g_plan.error == kShort) return false;
    log_line("failed\t%s\n", name);
    if (g_plan.error == kKill) kill(getpid(), SIGKILL);
    errno = g_plan.error;
    return true;
}

// The number of bytes that a write writes: half of them if the plan says so.
std::size_t short_of(std::size_t bytes) {
    if (g_plan.error != kShort || g_calls != g_plan.call || bytes < 2 || g_is_copy) return bytes;
    log_line("failed\twrite\n");
    return bytes / 2;
}

struct Walk {
    std::uint64_t hash = kHashBegin;
    std::size_t depth = 0;
};
_Unwind_Reason_Code visit(_Unwind_Context* context, void* walk) {
    auto& to = *static_cast<Walk*>(walk);
    to.hash = (to.hash ^ static_cast<std::uint64_t>(_Unwind_GetIP(context))) * kHashTimes;
    return ++to.depth < kDepth ? _URC_NO_REASON : _URC_END_OF_STACK;
}

// Whether no allocation came from this place before: the return addresses of the innermost callers.
bool is_new_place() {
    Walk walk;
    _Unwind_Backtrace(visit, &walk);
    for (std::size_t i = 0, at = walk.hash % kPlaces; i < kPlaces; ++i, at = (at + 1) % kPlaces) {
        if (g_places[at] == walk.hash) return false;
        if (g_places[at] != 0) continue;
        g_places[at] = walk.hash;
        return true;
    }
    return false;
}

// Waits for the copy and writes down how it ended. `from` is its standard error.
void judge(pid_t copy, int from, long number) {
    std::array<char, 4096> text{};
    std::size_t size = 0;
    for (;;) {
        pollfd waits{.fd = from, .events = POLLIN, .revents = 0};
        if (poll(&waits, 1, kDeadline) <= 0) {
            kill(copy, SIGXCPU);  // a signal that nothing else sends
            break;
        }
        const long got = on_disk(SYS_read, from, arg(text.data() + size), static_cast<long>(text.size() - size));
        if (got <= 0) break;
        size += static_cast<std::size_t>(got);
        if (size == text.size()) size = 0;
    }
    int status = 0;
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
    }
    const int ended = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    log_line("copy\t%ld\t%d\t%zu\n", number, ended, size);
    log_bytes(text.data(), size);
}

// Returns true in the copy: there the allocation fails.
bool visit_place(long number) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    const pid_t copy = fork();
    if (copy == 0) {
        g_is_copy = true;
        dup2(ends[1], STDERR_FILENO);
        const int null = static_cast<int>(on_disk(SYS_openat, AT_FDCWD, arg("/dev/null"), O_WRONLY));
        dup2(null, STDOUT_FILENO);
        return true;
    }
    on_disk(SYS_close, ends[1]);
    if (copy > 0) judge(copy, ends[0], number);
    on_disk(SYS_close, ends[0]);
    return false;
}

bool allocation_fails() {
    if (g_inside || !g_plan.armed) return false;
    g_inside = true;
    const long number = ++g_allocations;
    bool failed = number == g_plan.allocation;
    const bool begun = !g_plan.from_first_call || g_calls != 0;
    if (g_plan.each && begun && !g_is_copy && is_new_place()) failed = visit_place(number);
    g_inside = false;
    if (failed) errno = ENOMEM;
    return failed;
}

long number_after(const char* plan, const char* word) {
    const char* const at = strstr(plan, word);
    return at == nullptr ? 0 : strtol(at + strlen(word), nullptr, 10);
}

void read_plan(const char* plan) {
    g_plan = {};
    g_calls = g_allocations = 0;
    g_places = {};
    g_logs = false;
    const char* const folder = strstr(plan, "folder=");
    if (folder == nullptr) return;
    strncpy(g_plan.folder.data(), folder + strlen("folder="), g_plan.folder.size() - 1);
    g_plan.call = number_after(plan, "call=");
    g_plan.error = static_cast<int>(number_after(plan, "error="));
    g_plan.stays = number_after(plan, "on=") != 0;
    g_plan.each = number_after(plan, "each=") != 0;
    g_plan.from_first_call = number_after(plan, "each=") == 2;
    g_plan.allocation = number_after(plan, "allocation=");
    if (const char* const log = strstr(plan, "log=")) {
        std::array<char, 512> path{};
        sscanf(log, "log=%511s", path.data());
        const auto file = static_cast<int>(
            on_disk(SYS_openat, AT_FDCWD, arg(path.data()), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
        g_logs = file >= 0 && dup3(file, kLogFile, O_CLOEXEC) == kLogFile;
        on_disk(SYS_close, file);
    }
    g_plan.armed = true;
}

// Programs that this one starts are not watched.
[[gnu::constructor]] void start() {
    const char* const plan = getenv("TILESCOPE_FAULTS");
    if (plan == nullptr) return;
    read_plan(plan);
    unsetenv("TILESCOPE_FAULTS");
    unsetenv("LD_PRELOAD");
}

}  // namespace

void begin(const char* plan) { read_plan(plan); }
void end() { g_plan.armed = false; }
bool has_failed() { return g_plan.call != 0 && g_calls >= g_plan.call; }
bool is_copy() { return g_is_copy; }

}  // namespace tilescope::faults

using namespace tilescope::faults;

extern "C" {

void* malloc(size_t size) { return allocation_fails() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return allocation_fails() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return allocation_fails() ? nullptr : __libc_realloc(old, size); }
void* memalign(size_t to, size_t size) { return allocation_fails() ? nullptr : __libc_memalign(to, size); }
void* aligned_alloc(size_t to, size_t size) { return allocation_fails() ? nullptr : __libc_memalign(to, size); }

// A copy would wait for threads that it does not have, so the program gets none.
int get_nprocs() { return 1; }

int open(const char* path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const unsigned mode = (flags & O_CREAT) != 0 ? va_arg(list, unsigned) : 0;
    va_end(list);
    const bool ours = is_ours(path), creates = (flags & O_CREAT) != 0;
    if (ours && fails("open", creates)) return -1;
    if (ours && g_is_copy && creates) path = "/dev/null", flags = O_WRONLY | O_CLOEXEC;
    const bool existed = !creates || faccessat(AT_FDCWD, path, F_OK, 0) == 0;
    const auto file = static_cast<int>(on_disk(SYS_openat, AT_FDCWD, arg(path), flags, mode));
    if (!ours || file < 0 || file >= kMostFiles) return file;
    g_ours[static_cast<std::size_t>(file)] = true;
    if (!existed) log_line("call\tcreate\t%ld\t0\t0\t%s\n", inode_of(file), path);
    return file;
}

int close(int file) {
    const bool fail = is_ours(file) && fails("close", false);
    if (is_ours(file)) g_ours[static_cast<std::size_t>(file)] = false;
    const int error = errno;
    const auto out = static_cast<int>(on_disk(SYS_close, file));
    if (fail) errno = error;
    return fail ? -1 : out;
}

ssize_t write(int file, const void* bytes, size_t count) {
    if (!is_ours(file)) return on_disk(SYS_write, file, arg(bytes), static_cast<long>(count));
    if (fails("write", true)) return -1;
    if (g_is_copy) return note_written(bytes, count), static_cast<ssize_t>(count);
    const long wrote = on_disk(SYS_write, file, arg(bytes), static_cast<long>(short_of(count)));
    if (wrote <= 0) return wrote;
    log_line("call\twrite\t%ld\t%ld\t%ld\n", inode_of(file), static_cast<long>(lseek(file, 0, SEEK_CUR)) - wrote,
             wrote);
    log_bytes(bytes, static_cast<std::size_t>(wrote));
    log_bytes("\n", 1);
    note_written(bytes, static_cast<std::size_t>(wrote));
    return wrote;
}

int fsync(int file) {
    if (is_ours(file) && fails("fsync", true)) return -1;
    if (is_ours(file) && g_is_copy) return 0;
    struct stat about {};
    if (is_ours(file) && fstat(file, &about) == 0)
        log_line("call\t%s\t%ld\t0\t0\n", S_ISDIR(about.st_mode) ? "flush_folder" : "fsync", inode_of(file));
    return static_cast<int>(on_disk(SYS_fsync, file));
}

int ftruncate(int file, off_t size) noexcept {
    if (is_ours(file) && fails("ftruncate", false)) return -1;
    if (is_ours(file) && g_is_copy) return 0;
    if (is_ours(file)) log_line("call\tcut\t%ld\t%ld\t0\n", inode_of(file), static_cast<long>(size));
    return static_cast<int>(on_disk(SYS_ftruncate, file, size));
}

int rename(const char* from, const char* to) noexcept {
    const bool ours = is_ours(to);
    if (ours && fails("rename", true)) return -1;
    if (ours && g_is_copy) return pretend_to_rename();
    const auto out = static_cast<int>(on_disk(SYS_renameat, AT_FDCWD, arg(from), AT_FDCWD, arg(to)));
    if (ours && out == 0) log_line("call\trename\t0\t0\t0\t%s\t%s\n", from, to);
    if (ours && out == 0) log_line("hash\t%016lx\n", static_cast<unsigned long>(g_written));
    return out;
}

int unlink(const char* path) noexcept {
    if (is_ours(path) && fails("unlink", false)) return -1;
    if (is_ours(path) && g_is_copy) return 0;
    const auto out = static_cast<int>(on_disk(SYS_unlinkat, AT_FDCWD, arg(path), 0));
    if (is_ours(path) && out == 0) log_line("call\tunlink\t0\t0\t0\t%s\n", path);
    return out;
}

int mkdir(const char* path, mode_t mode) noexcept {
    if (is_ours(path) && fails("mkdir", true)) return -1;
    if (is_ours(path) && g_is_copy) return 0;
    return static_cast<int>(on_disk(SYS_mkdirat, AT_FDCWD, arg(path), mode));
}

int fchmod(int file, mode_t mode) noexcept {
    if (is_ours(file) && fails("fchmod", false)) return -1;
    if (is_ours(file) && g_is_copy) return 0;
    return static_cast<int>(on_disk(SYS_fchmod, file, mode));
}

int fchown(int file, uid_t user, gid_t group) noexcept {
    if (is_ours(file) && fails("fchown", false)) return -1;
    if (is_ours(file) && g_is_copy) return 0;
    return static_cast<int>(on_disk(SYS_fchown, file, static_cast<long>(user), static_cast<long>(group)));
}

int lock_file(int file, int how) noexcept __asm__("flock");  // the name is also that of a struct
int lock_file(int file, int how) noexcept {
    if (is_ours(file) && fails("flock", false)) return -1;
    if (is_ours(file) && g_is_copy) return 0;
    return static_cast<int>(on_disk(SYS_flock, file, how));
}

}  // extern "C"
