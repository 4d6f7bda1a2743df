// tests/consumer/program.cpp -- a program that uses the library as its users do.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/smem.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <cstdio>

// Many programs have names like these. The library must not collide with them, not even where a file uses its
// namespace.
int get, put, mask, place, rows, explain, check, write, execute;
using namespace tilescope;

int main() {
    constexpr std::uint64_t kWord = 0x4000404000010040;  // 128B swizzle, sbo 1024
    const Field& sbo = field(kSmem91, "sbo");
    const bool read = text_of(sbo, get_field(sbo, kWord)) == "1024" && encode(decode(kSmem91, kWord)) == kWord;
    const bool plain = get + put + mask + place + rows + explain + check + write + execute == 0;
    std::puts(read && plain ? "the library works" : "the library does not work");
    return read && plain ? 0 : 1;
}
