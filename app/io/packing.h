// app/io/packing.h -- bytes in fewer bytes, with zlib, and as text without spaces: base64url.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace tilescope::io {

inline std::string_view as_text(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A match reaches back 32 KiB, so the first bytes of a longer dictionary are of no use.
inline constexpr std::size_t kMostDictionary = 32768;

// Compresses a short text to raw DEFLATE (RFC 1951). The dictionary is text that both sides know: what the text has in
// common with it takes no space. Has only the fixed codes: the tables of better ones would be longer than what they
// save, and a reproducer reads them with few lines. Requires: the dictionary has at most kMostDictionary bytes.
std::vector<std::uint8_t> deflate(std::string_view text, std::string_view dictionary);

// Never uses more memory than `most` and the dictionary need.
// Errors: the bytes are no such stream, or the text would have more than `most` bytes.
Answer<std::string> inflate(std::span<const std::uint8_t> bytes, std::string_view dictionary, std::size_t most);

// Returns the bytes in the zlib format (RFC 1950), as PDF and PNG have them.
std::string zlib_stream(std::string_view bytes);
// The same for bytes that `next` gives piece by piece; an empty piece is the end. So the whole is never in memory.
std::string zlib_stream(const std::function<std::string_view()>& next);

// The check sum of PNG, gzip and others (CRC-32).
std::uint32_t crc32_of(std::string_view bytes);

inline constexpr std::string_view kDigits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

inline std::optional<unsigned> digit64(char c) {
    const std::size_t at = kDigits64.find(c);
    return at == kDigits64.npos ? std::nullopt : std::optional(static_cast<unsigned>(at));
}

// Without padding.
inline std::string to_base64url(std::span<const std::uint8_t> bytes) {
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const std::uint8_t byte : bytes) {
        bits = bits << 8 | byte;
        for (count += 8; count >= 6; count -= 6) out += kDigits64[bits >> (count - 6) & 63];
    }
    if (count != 0) out += kDigits64[bits << (6 - count) & 63];
    return out;
}

// The whole bytes. Bits that are left over belong to none. Requires: each character is a digit.
inline std::vector<std::uint8_t> from_base64url(std::string_view text) {
    std::vector<std::uint8_t> out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        bits = bits << 6 | digit64(c).value_or(0);
        if ((count += 6) < 8) continue;
        count -= 8;
        out.push_back(static_cast<std::uint8_t>(bits >> count & 0xff));
    }
    return out;
}

// ---- texts that gzip compressed, and the files of a zip archive such as a NumPy .npz file
//
//     gunzipped(bytes, 1 << 20)                     the text of a .gz file
//     zip_names(bytes)                              {"a.npy", "b.npy"}
//     zip_file(bytes, "a.npy", 1 << 20)             the bytes of this file
//
// Sources: RFC 1952 (gzip); PKWARE, APPNOTE.TXT 6.3.10, 4.3 (zip).

bool is_gzip(std::string_view first_bytes);

// Errors: the bytes are no single gzip text, or are damaged; the text has more than `most` bytes.
Answer<std::string> gunzipped(std::string_view bytes, std::size_t most);

// Returns the names of the files in a zip archive, in their order.
// Errors: the bytes are no zip archive; it has more than 2^16 files or 4 GiB, or is encrypted.
Answer<std::vector<std::string>> zip_names(std::string_view bytes);

// Errors also: the archive has no such file; it is damaged or compressed in another way than DEFLATE; it has more than
// `most` bytes.
Answer<std::string> zip_file(std::string_view bytes, std::string_view name, std::size_t most);

}  // namespace tilescope::io
