// app/io/packing.cpp -- bytes in fewer bytes, with zlib, and as text without spaces: base64url.
// SPDX-License-Identifier: MIT
#include "app/io/packing.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <new>

namespace tilescope::io {
namespace {

constexpr int kRaw = -MAX_WBITS;  // no header and no check sum of zlib
constexpr std::size_t kUnpackedPiece = 16384;

// zlib takes bytes that are not const, and does not change them.
Bytef* bytes_of(const void* bytes) { return static_cast<Bytef*>(const_cast<void*>(bytes)); }

void must_be_ok(int answer) {
    if (answer == Z_MEM_ERROR) throw std::bad_alloc();
    assert(answer == Z_OK);
}

// Ends the stream of zlib in every case.
struct Stream : z_stream {
    int (*const end)(z_stream*);
    explicit Stream(int (*end_of)(z_stream*)) : z_stream{}, end(end_of) {}
    Stream& operator=(Stream&&) = delete;  // nor any other copy
    ~Stream() { end(this); }

    void read_from(const void* bytes, std::size_t size) {
        next_in = bytes_of(bytes);
        avail_in = static_cast<uInt>(size);
    }
};

using Unpacked = Answer<std::string>;

constexpr std::string_view kGzip = "\x1f\x8b";

// A number of `count` bytes, low byte first. No value: the bytes end before.
std::optional<std::uint32_t> little_endian_at(std::string_view bytes, std::size_t at, unsigned count) {
    if (at > bytes.size() || bytes.size() - at < count) return std::nullopt;
    std::uint32_t out = 0;
    for (unsigned i = 0; i < count; ++i) out |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
    return out;
}

Unpacked inflated(std::string_view packed, std::uint32_t crc, std::size_t most) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(packed.data());
    auto out = inflate({first, packed.size()}, {}, most);
    if (out && crc32_of(*out) != crc) return Refusal("the check sum is wrong: the file is damaged");
    return out;
}

// The length of the header of a gzip text. No value: there is none.
std::optional<std::size_t> gzip_header(std::string_view bytes) {
    constexpr std::size_t kFixed = 10;
    constexpr unsigned kDeflate = 8, kCrc = 2, kExtra = 4, kName = 8, kComment = 16;
    const auto method = little_endian_at(bytes, 2, 1), flags = little_endian_at(bytes, 3, 1);
    if (!bytes.starts_with(kGzip) || bytes.size() < kFixed || method != kDeflate) return std::nullopt;
    std::size_t at = kFixed;
    if ((*flags & kExtra) != 0) {
        const auto length = little_endian_at(bytes, at, 2);
        if (!length) return std::nullopt;
        at += 2 + *length;
    }
    for (const unsigned text : {kName, kComment})
        if ((*flags & text) != 0) {
            const std::size_t end = bytes.find('\0', at);
            if (end == bytes.npos) return std::nullopt;
            at = end + 1;
        }
    if ((*flags & kCrc) != 0) at += 2;
    return at < bytes.size() ? std::optional(at) : std::nullopt;
}

struct ZipEntry {
    std::string_view name;
    std::uint32_t method = 0, crc = 0, packed = 0, size = 0, place = 0;
};

// Calls `see` with each file of the central directory. It ends if `see` returns false.
Answer<void> each_entry(std::string_view bytes, const std::function<bool(const ZipEntry&)>& see) {
    constexpr std::size_t kEnd = 22, kHeader = 46, kMostComment = 0xffff;
    constexpr std::uint32_t kEntry = 0x02014b50, kEncrypted = 1, kLarge = 0xffffffff;
    const std::size_t tail = bytes.size() > kEnd + kMostComment ? bytes.size() - kEnd - kMostComment : 0;
    const std::size_t end = bytes.substr(tail).rfind("PK\x05\x06");
    if (end == bytes.npos || bytes.size() - tail - end < kEnd)
        return Refusal("is not a zip archive; give a .npz file of NumPy");
    const std::uint32_t count = *little_endian_at(bytes, tail + end + 10, 2);
    std::size_t at = *little_endian_at(bytes, tail + end + 16, 4);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto sign = little_endian_at(bytes, at, 4), last = little_endian_at(bytes, at + kHeader - 1, 1);
        if (sign != kEntry || !last) return Refusal("is a damaged zip archive, or a large one (zip64)");
        const auto field = [&](std::size_t offset, unsigned size) {
            return *little_endian_at(bytes, at + offset, size);
        };
        const std::size_t name = field(28, 2), behind = std::size_t{field(30, 2)} + field(32, 2);
        if (bytes.size() - at - kHeader < name) return Refusal("is a damaged zip archive");
        if ((field(8, 2) & kEncrypted) != 0) return Refusal("is an encrypted zip archive");
        const ZipEntry entry{
            bytes.substr(at + kHeader, name), field(10, 2), field(16, 4), field(20, 4), field(24, 4), field(42, 4)};
        if (entry.packed == kLarge || entry.size == kLarge || entry.place == kLarge)
            return Refusal("is a large zip archive (zip64)");
        if (!see(entry)) return {};
        at += kHeader + name + behind;
    }
    return {};
}

Unpacked zip_file_of(std::string_view bytes, const ZipEntry& entry, std::size_t most) {
    constexpr std::size_t kHeader = 30;
    constexpr std::uint32_t kStored = 0, kDeflate = 8;
    const auto name = little_endian_at(bytes, entry.place + std::size_t{26}, 2),
               extra = little_endian_at(bytes, entry.place + std::size_t{28}, 2);
    if (!name || !extra) return Refusal("is a damaged zip archive");
    const std::size_t first = entry.place + kHeader + *name + *extra;
    if (first > bytes.size() || bytes.size() - first < entry.packed) return Refusal("is a damaged zip archive");
    if (entry.size > most) return Refusal("has ", entry.size, " bytes; the limit is ", most);
    const std::string_view packed = bytes.substr(first, entry.packed);
    if (entry.method == kDeflate) return inflated(packed, entry.crc, most);
    if (entry.method != kStored) return Refusal("is compressed in another way than DEFLATE");
    if (crc32_of(packed) != entry.crc) return Refusal("the check sum is wrong: the file is damaged");
    return std::string(packed);
}

}  // namespace

std::vector<std::uint8_t> deflate(std::string_view text, std::string_view dictionary) {
    assert(dictionary.size() <= kMostDictionary);
    Stream z(deflateEnd);
    must_be_ok(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, kRaw, MAX_MEM_LEVEL, Z_FIXED));
    if (!dictionary.empty())
        must_be_ok(deflateSetDictionary(&z, bytes_of(dictionary.data()), static_cast<uInt>(dictionary.size())));
    std::vector<std::uint8_t> out(deflateBound(&z, static_cast<uLong>(text.size())));
    z.read_from(text.data(), text.size());
    z.next_out = out.data();
    z.avail_out = static_cast<uInt>(out.size());
    [[maybe_unused]] const int ended = ::deflate(&z, Z_FINISH);
    assert(ended == Z_STREAM_END);
    out.resize(z.total_out);
    return out;
}

Answer<std::string> inflate(std::span<const std::uint8_t> bytes, std::string_view dictionary, std::size_t most) {
    assert(dictionary.size() <= kMostDictionary);
    Stream z(inflateEnd);
    must_be_ok(inflateInit2(&z, kRaw));
    if (!dictionary.empty())
        must_be_ok(inflateSetDictionary(&z, bytes_of(dictionary.data()), static_cast<uInt>(dictionary.size())));
    z.read_from(bytes.data(), bytes.size());
    std::string out;
    std::array<char, kUnpackedPiece> piece;
    int answer = Z_OK;
    while (answer == Z_OK) {
        const std::size_t room = std::min(piece.size(), most + 1 - out.size());  // one byte more shows a text too long
        z.next_out = bytes_of(piece.data());
        z.avail_out = static_cast<uInt>(room);
        answer = ::inflate(&z, Z_NO_FLUSH);
        out.append(piece.data(), room - z.avail_out);
        if (out.size() > most) return Refusal("the compressed text has more than ", most, " bytes");
    }
    if (answer == Z_MEM_ERROR) throw std::bad_alloc();
    if (answer != Z_STREAM_END || z.avail_in != 0) return Refusal("the compressed text is damaged");
    return out;
}

std::string zlib_stream(const std::function<std::string_view()>& next) {
    Stream z(deflateEnd);
    // The last of the fast levels: a large picture takes half of the time of the default level, and is a tenth larger.
    constexpr int level = 3;
    must_be_ok(deflateInit(&z, level));
    std::string out;
    std::array<char, kUnpackedPiece> piece;
    int answer = Z_OK;
    while (answer != Z_STREAM_END) {
        const std::string_view bytes = next();
        z.read_from(bytes.data(), bytes.size());
        do {
            z.next_out = bytes_of(piece.data());
            z.avail_out = kUnpackedPiece;
            answer = ::deflate(&z, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
            out.append(piece.data(), kUnpackedPiece - z.avail_out);
        } while (z.avail_out == 0);
    }
    return out;
}

std::string zlib_stream(std::string_view bytes) {
    return zlib_stream([&] { return std::exchange(bytes, {}); });
}

std::uint32_t crc32_of(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, bytes_of(bytes.data()), bytes.size()));
}

// ---- gzip and zip

bool is_gzip(std::string_view first_bytes) { return first_bytes.starts_with(kGzip); }

Unpacked gunzipped(std::string_view bytes, std::size_t most) {
    constexpr std::size_t kTrailer = 8;
    const auto header = gzip_header(bytes);
    if (!header || bytes.size() - *header < kTrailer) return Refusal("is not a complete gzip file");
    const std::size_t end = bytes.size() - kTrailer;
    return inflated(bytes.substr(*header, end - *header), *little_endian_at(bytes, end, 4), most);
}

Answer<std::vector<std::string>> zip_names(std::string_view bytes) {
    std::vector<std::string> out;
    const auto read = each_entry(bytes, [&](const ZipEntry& entry) {
        out.emplace_back(entry.name);
        return true;
    });
    return read ? Answer(std::move(out)) : Refusal(read.why);
}

Unpacked zip_file(std::string_view bytes, std::string_view name, std::size_t most) {
    std::optional<ZipEntry> found;
    const auto read = each_entry(bytes, [&](const ZipEntry& entry) {
        if (entry.name == name) found = entry;
        return !found;
    });
    if (!read) return Refusal(read.why);
    if (!found) return Refusal("has no file '", printable(name), "'");
    return zip_file_of(bytes, *found, most);
}

}  // namespace tilescope::io
