// app/io/packing.cpp -- bytes in fewer bytes, with zlib, and as text without spaces: base64url.
// SPDX-License-Identifier: MIT
#include "app/io/packing.h"

#include <tilescope/base/say.h>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <utility>

namespace tilescope::io {
namespace {

constexpr int kRaw = -MAX_WBITS;  // no header and no check sum of zlib
constexpr std::size_t kPiece = 16384;

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
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { end(this); }

    void read_from(const void* bytes, std::size_t size) {
        next_in = bytes_of(bytes);
        avail_in = static_cast<uInt>(size);
    }
};

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
    const auto refuse = [](std::string why) { return Answer<std::string>::refuse(std::move(why)); };
    Stream z(inflateEnd);
    must_be_ok(inflateInit2(&z, kRaw));
    if (!dictionary.empty())
        must_be_ok(inflateSetDictionary(&z, bytes_of(dictionary.data()), static_cast<uInt>(dictionary.size())));
    z.read_from(bytes.data(), bytes.size());
    std::string out;
    int answer = Z_OK;
    while (answer == Z_OK) {
        const std::size_t before = out.size();
        out.resize(std::min(before + kPiece, most + 1));  // one byte more shows that the text is too long
        z.next_out = bytes_of(out.data() + before);
        z.avail_out = static_cast<uInt>(out.size() - before);
        answer = ::inflate(&z, Z_NO_FLUSH);
        out.resize(out.size() - z.avail_out);
        if (out.size() > most) return refuse(say("the compressed text has more than ", most, " bytes"));
    }
    if (answer == Z_MEM_ERROR) throw std::bad_alloc();
    if (answer != Z_STREAM_END || z.avail_in != 0) return refuse("the compressed text is damaged");
    return out;
}

std::string zlib_stream(const std::function<std::string_view()>& next) {
    Stream z(deflateEnd);
    // The last of the fast levels: a large picture takes half of the time of the default level, and is a tenth larger.
    constexpr int level = 3;
    must_be_ok(deflateInit(&z, level));
    std::string out;
    std::array<char, kPiece> piece;
    int answer = Z_OK;
    while (answer != Z_STREAM_END) {
        const std::string_view bytes = next();
        z.read_from(bytes.data(), bytes.size());
        do {
            z.next_out = bytes_of(piece.data());
            z.avail_out = kPiece;
            answer = ::deflate(&z, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
            out.append(piece.data(), kPiece - z.avail_out);
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

}  // namespace tilescope::io
