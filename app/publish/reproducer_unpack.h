// app/publish/reproducer_unpack.h -- the part of a reproducer that unpacks its data: text of the program.
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace tilescope::io {

inline constexpr std::string_view kReproducerUnpack =
    R"cuda(// Unpacks base64 and DEFLATE (RFC 1951): blocks with the fixed codes, and blocks that are not compressed.
struct Bits {
    std::vector<unsigned char> bytes;
    size_t at = 0;
    unsigned bit() { unsigned b = at / 8 < bytes.size() ? bytes[at / 8] >> (at % 8) & 1 : 0; ++at; return b; }
    unsigned number(unsigned n) { unsigned v = 0; for (unsigned i = 0; i < n; ++i) v |= bit() << i; return v; }
    unsigned code(unsigned n, unsigned v = 0) { while (n-- > 0) v = v << 1 | bit(); return v; }
    unsigned symbol() {
        unsigned v = code(7);
        if (v <= 0x17) return 256 + v;
        v = code(1, v);
        if (v <= 0xbf) return v - 0x30;
        if (v <= 0xc7) return 280 + v - 0xc0;
        return 144 + code(1, v) - 0x190;
    }
};
static void inflate_codes(Bits& in, std::vector<unsigned char>& out, size_t size) {
    for (unsigned s; out.size() < size && (s = in.symbol()) != 256;) {
        if (s < 256) { out.push_back((unsigned char)s); continue; }
        const unsigned l = s - 257, lbits = l < 8 || l == 28 ? 0 : l / 4 - 1;
        const size_t length = l == 28 ? 258 : l < 8 ? l + 3 : ((4 + l % 4) << lbits) + 3 + in.number(lbits);
        const unsigned d = in.code(5), dbits = d < 4 ? 0 : d / 2 - 1;
        const size_t back = d < 4 ? d + 1 : ((2 + d % 2) << dbits) + 1 + in.number(dbits);
        if (back > out.size()) break;
        for (size_t i = 0; i < length; ++i) out.push_back(out[out.size() - back]);
    }
}
static std::vector<unsigned char> unpacked(const char* text, size_t size, unsigned long long sum) {
    Bits in;
    unsigned word = 0, have = 0;
    for (; *text; ++text) {
        const char c = *text;
        const int digit = c == '-' ? 62 : c == '_' ? 63 : c >= 'a' ? c - 'a' + 26 : c >= 'A' ? c - 'A' : c - '0' + 52;
        word = word << 6 | unsigned(digit);
        if ((have += 6) >= 8) in.bytes.push_back((unsigned char)(word >> (have -= 8)));
    }
    std::vector<unsigned char> out;
    for (bool last = false; !last && out.size() < size && in.at / 8 < in.bytes.size();) {
        last = in.bit();
        if (in.number(2) != 0) {
            inflate_codes(in, out, size);
            continue;
        }
        in.at = (in.at + 7) / 8 * 8;  // at a byte: the length, its complement, the bytes
        unsigned stored = in.number(16);
        for (in.number(16); stored > 0 && out.size() < size; --stored) out.push_back((unsigned char)in.number(8));
    }
    unsigned long long have_sum = 0xcbf29ce484222325ull;  // FNV-1a
    for (unsigned char byte : out) have_sum = (have_sum ^ byte) * 0x100000001b3ull;
    if (out.size() != size || have_sum != sum) {
        std::fprintf(stderr, "The data in this file are damaged. Export the reproducer again.\n");
        std::exit(2);
    }
    return out;
}

)cuda";

}  // namespace tilescope::io
