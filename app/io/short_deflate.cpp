// app/io/short_deflate.cpp -- compresses a short text with a dictionary, and back with a limit: DEFLATE.
// SPDX-License-Identifier: MIT
//
// The texts have a few hundred bytes, so the fixed codes of DEFLATE are the shortest ones: the tables of better codes
// would be longer than what they save.
#include "app/io/short_deflate.h"

#include <tilescope/base/say.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <memory>

namespace tilescope::io {
namespace {

constexpr std::size_t kShortestMatch = 3, kLongestMatch = 258;
constexpr unsigned kEndOfBlock = 256, kFirstLength = 257;
constexpr std::size_t kMostTried = 256;  // earlier places of the same three bytes
constexpr std::size_t kLongEnough = 64;  // no longer match is searched one byte later

// The first value of each length code and of each distance code. The number of extra bits follows from the distance to
// the next one.
constexpr std::uint16_t kLengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                      31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::uint16_t kDistances[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                        33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                        1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

constexpr unsigned distance_bits(std::size_t code) { return code < 4 ? 0 : static_cast<unsigned>(code / 2 - 1); }

class BitsOut {
public:
    // A number: its lowest bit first.
    void number(std::uint32_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) bit(value >> i & 1);
    }
    // A code: its highest bit first.
    void code(std::uint32_t value, unsigned count) {
        for (unsigned i = count; i-- > 0;) bit(value >> i & 1);
    }
    // A literal byte, the end of the block, or a length: the fixed codes of RFC 1951, 3.2.6.
    void symbol(unsigned value) {
        if (value < 144) return code(0x30 + value, 8);
        if (value < 256) return code(0x190 + value - 144, 9);
        if (value < 280) return code(value - 256, 7);
        code(0xc0 + value - 280, 8);
    }
    void match(std::size_t length, std::size_t distance) {
        const auto at_length = static_cast<std::size_t>(std::ranges::upper_bound(kLengths, length) - kLengths) - 1;
        symbol(kFirstLength + static_cast<unsigned>(at_length));
        number(static_cast<std::uint32_t>(length - kLengths[at_length]), kLengthBits[at_length]);
        const auto at = static_cast<std::size_t>(std::ranges::upper_bound(kDistances, distance) - kDistances) - 1;
        code(static_cast<std::uint32_t>(at), 5);
        number(static_cast<std::uint32_t>(distance - kDistances[at]), distance_bits(at));
    }
    std::vector<std::uint8_t> bytes;

private:
    unsigned used_ = 8;  // bits of the last byte
    void bit(unsigned value) {
        if (used_ == 8) bytes.push_back(0), used_ = 0;
        bytes.back() = static_cast<std::uint8_t>(bytes.back() | value << used_++);
    }
};

// The earlier places of the three bytes that begin at each place of a text.
class Places {
public:
    explicit Places(std::string_view text) : text_(text), before_(text.size(), kNone) { first_.fill(kNone); }

    void add(std::size_t at) {
        if (at + kShortestMatch > text_.size()) return;
        std::size_t& first = first_[slot(at)];
        before_[at] = std::exchange(first, at);
    }
    // The longest match that ends before `at`, or one of length 0. Of equal ones, the nearest.
    struct Match {
        std::size_t length = 0, distance = 0;
    };
    Match longest(std::size_t at) const {
        Match best;
        if (at + kShortestMatch > text_.size()) return best;
        const std::size_t most = std::min(kLongestMatch, text_.size() - at);
        std::size_t tried = 0;
        for (std::size_t from = first_[slot(at)];
             from != kNone && at - from <= kMostDictionary && best.length < most && tried < kMostTried;
             from = before_[from], ++tried) {
            std::size_t length = 0;
            while (length < most && text_[from + length] == text_[at + length]) ++length;
            if (length >= kShortestMatch && length > best.length) best = {length, at - from};
        }
        return best;
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::string_view text_;
    std::vector<std::size_t> before_;
    std::array<std::size_t, 4096> first_;

    std::size_t slot(std::size_t at) const {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text_[at + i]); };
        return (byte(0) * 2654435u + byte(1) * 40503u + byte(2) * 97u) % first_.size();
    }
};

}  // namespace

std::vector<std::uint8_t> deflate(std::string_view text, std::string_view dictionary) {
    assert(dictionary.size() <= kMostDictionary);
    const std::string whole = say(dictionary, text);
    Places places(whole);
    for (std::size_t at = 0; at < dictionary.size(); ++at) places.add(at);
    BitsOut out;
    out.number(1, 1);  // the last block
    out.number(1, 2);  // with fixed codes
    for (std::size_t at = dictionary.size(); at < whole.size();) {
        Places::Match match = places.longest(at);
        places.add(at);
        // A longer match one byte later is worth a literal.
        if (match.length != 0 && match.length < kLongEnough && places.longest(at + 1).length > match.length) match = {};
        if (match.length == 0) {
            out.symbol(static_cast<unsigned char>(whole[at++]));
            continue;
        }
        out.match(match.length, match.distance);
        for (std::size_t i = 1; i < match.length; ++i) places.add(at + i);
        at += match.length;
    }
    out.symbol(kEndOfBlock);
    return out.bytes;
}

Answer<std::string> inflate(std::span<const std::uint8_t> bytes, std::string_view dictionary, std::size_t most) {
    assert(dictionary.size() <= kMostDictionary);
    constexpr auto kMostInt = static_cast<std::size_t>(std::numeric_limits<int>::max());
    const std::size_t room = dictionary.size() + most;
    if (room > kMostInt || bytes.size() + dictionary.size() + 9 > kMostInt)
        return Answer<std::string>::refuse("the compressed text is too long");
    // The dictionary goes in front as a block that is not compressed, so that matches can reach it.
    const auto size = static_cast<unsigned>(dictionary.size());
    std::string in;
    in.reserve(9 + dictionary.size() + bytes.size());
    for (const unsigned byte : {0u, size & 0xff, size >> 8, ~size & 0xff, ~size >> 8 & 0xff})
        in += static_cast<char>(byte);
    in += dictionary;
    for (const std::uint8_t byte : bytes) in += static_cast<char>(byte);
    in.append(4, '\0');  // stb reads ahead: in a PNG a check sum follows
    const auto out = std::make_unique_for_overwrite<char[]>(room);
    const int got =
        stbi_zlib_decode_noheader_buffer(out.get(), static_cast<int>(room), in.data(), static_cast<int>(in.size()));
    if (got < static_cast<int>(dictionary.size()))
        return Answer<std::string>::refuse(say("the compressed text is damaged, or it has more than ", most, " bytes"));
    return std::string(out.get() + dictionary.size(), static_cast<std::size_t>(got) - dictionary.size());
}

}  // namespace tilescope::io
