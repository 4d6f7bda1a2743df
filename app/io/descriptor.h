// app/io/descriptor.h -- what the system gives: an open file that its owner closes, calls, functions of a library.
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope::io {

class Descriptor {
public:
    // -1 means no file.
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }

private:
    int number_;
};

// Returns the reason why the last system call failed.
inline std::string reason() { return std::strerror(errno); }

// Makes a system call, again and again while a signal interrupts it. Returns its result.
template <typename Call>
auto uninterrupted(const Call& call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

// Writes the whole text. Returns false if it fails; then reason() is valid. Continues after a signal.
inline bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = uninterrupted([&] { return ::write(file, text.data(), text.size()); });
        if (wrote <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
}

// ---- functions of a shared library that is loaded at run time
//
//     void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
//     if (!io::find_function(library, "cuInit", init)) ...

// Sets `function` to the function of the library with this name. Returns false if the library has none.
// POSIX lets a pointer to an object hold a function; C++ has no cast for it.
template <class Function>
bool find_function(void* library, const char* symbol, Function& function) {
    void* const found = dlsym(library, symbol);
    static_assert(sizeof found == sizeof function);
    std::memcpy(&function, &found, sizeof found);
    return found != nullptr;
}

}  // namespace tilescope::io
