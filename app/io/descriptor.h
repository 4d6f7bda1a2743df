// app/io/descriptor.h -- an open file of the operating system that its owner closes.
// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace tilescope::io
