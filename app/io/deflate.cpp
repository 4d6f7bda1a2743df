// app/io/deflate.cpp -- compresses bytes.
// SPDX-License-Identifier: MIT
//
// RFC 1951, with its fixed codes. The pixels of our pictures are mostly repetitions, for which the simplest search is
// enough: the last place with the same four bytes. It takes a tenth of the time of a search for the best place.
#include "app/io/deflate.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace tilescope::io {
namespace {

struct Code {
    std::uint16_t bits = 0;
    std::uint8_t count = 0;
};

// A code is written with its highest bit first, all other numbers with their lowest bit first.
constexpr std::uint16_t reversed(unsigned value, unsigned count) {
    unsigned out = 0;
    for (unsigned i = 0; i < count; ++i) out |= (value >> i & 1) << (count - 1 - i);
    return static_cast<std::uint16_t>(out);
}

constexpr unsigned kSymbols = 286, kEnd = 256, kFirstLength = 257, kDistances = 30;
constexpr std::array<Code, kSymbols> kCodes = [] {
    std::array<Code, kSymbols> out{};
    for (unsigned s = 0; s < kSymbols; ++s) {
        if (s < 144)
            out[s] = {reversed(0x30 + s, 8), 8};
        else if (s < 256)
            out[s] = {reversed(0x190 + s - 144, 9), 9};
        else if (s < 280)
            out[s] = {reversed(s - 256, 7), 7};
        else
            out[s] = {reversed(0xc0 + s - 280, 8), 8};
    }
    return out;
}();

// The symbol of a length or distance, and the number in the bits after it.
struct Span {
    std::uint16_t symbol = 0, base = 0;
    std::uint8_t extra = 0;
};
constexpr std::size_t kLeastMatch = 4, kMostMatch = 258, kMostDistance = 32768;
constexpr std::array<Span, kMostMatch + 1> kLengths = [] {
    std::array<Span, kMostMatch + 1> out{};
    unsigned length = 3;
    for (unsigned symbol = 0; symbol < 28; ++symbol) {
        const unsigned extra = symbol < 8 ? 0 : (symbol - 4) / 4, base = length;
        for (unsigned i = 0; i < 1u << extra && length <= kMostMatch; ++i, ++length)
            out[length] = {static_cast<std::uint16_t>(kFirstLength + symbol), static_cast<std::uint16_t>(base),
                           static_cast<std::uint8_t>(extra)};
    }
    out[kMostMatch] = {kFirstLength + 28, kMostMatch, 0};
    return out;
}();
constexpr std::array<Span, kDistances> kDistanceSpans = [] {
    std::array<Span, kDistances> out{};
    unsigned base = 1;
    for (unsigned symbol = 0; symbol < kDistances; ++symbol) {
        const unsigned extra = symbol < 4 ? 0 : (symbol - 2) / 2;
        out[symbol] = {static_cast<std::uint16_t>(symbol), static_cast<std::uint16_t>(base),
                       static_cast<std::uint8_t>(extra)};
        base += 1u << extra;
    }
    return out;
}();

class BitWriter {
public:
    explicit BitWriter(std::string& out) : out_(out) {}
    void add(std::uint32_t bits, unsigned count) {
        bits_ |= std::uint64_t{bits} << used_;
        used_ += count;
        for (; used_ >= 8; used_ -= 8, bits_ >>= 8) out_ += static_cast<char>(bits_ & 0xff);
    }
    void add(const Code& code) { add(code.bits, code.count); }
    void end() {
        if (used_ > 0) add(0, 8 - used_);
    }

private:
    std::string& out_;
    std::uint64_t bits_ = 0;
    unsigned used_ = 0;
};

std::uint32_t four_bytes(const char* at) {
    std::uint32_t out = 0;
    std::memcpy(&out, at, sizeof out);
    return out;
}

std::size_t equal_bytes(std::string_view bytes, std::size_t a, std::size_t b) {
    const std::size_t most = std::min(kMostMatch, bytes.size() - b);
    std::size_t n = 0;
    while (n + 8 <= most && std::memcmp(&bytes[a + n], &bytes[b + n], 8) == 0) n += 8;
    while (n < most && bytes[a + n] == bytes[b + n]) ++n;
    return n;
}

void add_match(BitWriter& out, std::size_t length, std::size_t distance) {
    const Span& l = kLengths[length];
    out.add(kCodes[l.symbol]);
    out.add(static_cast<std::uint32_t>(length - l.base), l.extra);
    std::size_t symbol = kDistances - 1;
    while (kDistanceSpans[symbol].base > distance) --symbol;
    out.add(reversed(static_cast<unsigned>(symbol), 5), 5);
    out.add(static_cast<std::uint32_t>(distance - kDistanceSpans[symbol].base), kDistanceSpans[symbol].extra);
}

// The sum at the end of a zlib stream.
std::uint32_t adler_of(std::string_view bytes) {
    constexpr std::uint32_t kModulus = 65521;
    constexpr std::size_t kUntilOverflow = 5552;
    std::uint32_t a = 1, b = 0;
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, kUntilOverflow);
        for (const char c : part) a += static_cast<unsigned char>(c), b += a;
        a %= kModulus, b %= kModulus;
        bytes.remove_prefix(part.size());
    }
    return b << 16 | a;
}

}  // namespace

std::string deflated(std::string_view bytes) {
    constexpr unsigned kHashBits = 15;
    constexpr std::size_t kNone = ~std::size_t{0};
    std::string out = "\x78\x01";  // the head of a zlib stream
    BitWriter writer(out);
    writer.add(1, 1);  // the last block
    writer.add(1, 2);  // with the fixed codes
    std::vector<std::size_t> last(std::size_t{1} << kHashBits, kNone);
    for (std::size_t i = 0; i < bytes.size();) {
        std::size_t length = 0, from = kNone;
        if (i + kLeastMatch <= bytes.size()) {
            std::size_t& slot = last[four_bytes(&bytes[i]) * 2654435761u >> (32 - kHashBits)];
            from = slot;
            slot = i;
            if (from != kNone && i - from <= kMostDistance) length = equal_bytes(bytes, from, i);
        }
        if (length >= kLeastMatch) {
            add_match(writer, length, i - from);
            i += length;
        } else {
            writer.add(kCodes[static_cast<unsigned char>(bytes[i++])]);
        }
    }
    writer.add(kCodes[kEnd]);
    writer.end();
    const std::uint32_t sum = adler_of(bytes);
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(sum >> shift & 0xff);
    return out;
}

}  // namespace tilescope::io
