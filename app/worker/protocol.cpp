// app/worker/protocol.cpp -- frames as bytes.
// SPDX-License-Identifier: MIT
#include "app/worker/protocol.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>

namespace tilescope::live {
namespace {

constexpr std::size_t kMostTypeBytes = 32;

bool is_type(std::string_view text) {
    return !text.empty() && text.size() <= kMostTypeBytes &&
           std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

// The first line without its checksum.
std::string line_of(std::string_view type, std::size_t json, std::size_t blob) {
    return say(kSentinel, " ", kProtocolVersion, " ", type, " ", json, " ", blob, " ");
}

std::string digits(std::uint64_t checksum) { return hex(checksum, 16).substr(2); }

// Like FNV-1a, but eight bytes at a time: a launch has half a mebibyte each way. Both machines are little-endian, as
// all hosts of GPUs are.
std::uint64_t add_blob(std::uint64_t checksum, std::string_view bytes) {
    constexpr std::uint64_t kPrime = 0x100000001b3;  // of FNV-1a
    while (bytes.size() >= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        checksum = (checksum ^ word) * kPrime;
        checksum ^= checksum >> 32;  // the product keeps the high bits of a word in its own high bits
        bytes.remove_prefix(sizeof word);
    }
    return fnv1a(bytes, checksum);
}

std::uint64_t checksum_of(std::string_view line, std::string_view json, std::string_view blob) {
    return add_blob(fnv1a(json, fnv1a(line)), blob);
}

// Takes the characters up to the next blank off the line.
std::string_view next_word(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return word;
}

template <class Number>
bool read_whole(std::string_view text, Number& number, int base = 10) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return read.ec == std::errc{} && read.ptr == text.data() + text.size();
}

// The version of a line that begins with the sentinel, or nothing.
std::optional<unsigned> version_of(std::string_view line) {
    unsigned version = 0;
    if (next_word(line) != kSentinel || !read_whole(next_word(line), version)) return {};
    return version;
}

std::string wrong_version(std::string_view sender, unsigned theirs) {
    const std::string_view older = theirs < kProtocolVersion ? "its tilescope is older" : "its tilescope is newer";
    return say(sender, " speaks version ", theirs, " of the protocol and this program speaks version ",
               kProtocolVersion, ": ", older);
}

}  // namespace

std::string encode(const Frame& frame) {
    assert(is_type(frame.type) && frame.json.size() + frame.blob.size() <= kMostFrameBytes);
    const std::string line = line_of(frame.type, frame.json.size(), frame.blob.size());
    return say(line, digits(checksum_of(line, frame.json, frame.blob)), "\n", frame.json, frame.blob);
}

void FrameReader::feed(std::string_view bytes) { buffer_ += bytes; }

void FrameReader::drop(std::size_t bytes) {
    at_ += bytes;
    consumed_ += bytes;
    if (at_ == buffer_.size()) {
        buffer_ = {};
        at_ = 0;
    } else if (at_ > buffer_.size() / 2) {
        buffer_.erase(0, at_);
        at_ = 0;
    }
    searched_ = at_;
}

template <class... Parts>
Refusal FrameReader::refuse(Outcome outcome, const Parts&... parts) {
    refused_as_ = outcome;
    why_ = say(parts...);
    return Refusal(why_);
}

// Only the one spelling that encode() writes is a first line.
std::optional<FrameReader::Head> FrameReader::head_of(std::string_view line) {
    Head head;
    std::string_view words = line;
    next_word(words);  // the sentinel
    next_word(words);  // the version
    head.type = next_word(words);
    const bool read = is_type(head.type) && read_whole(next_word(words), head.json) &&
                      read_whole(next_word(words), head.blob) && read_whole(words, head.checksum, 16);
    if (!read || say(line_of(head.type, head.json, head.blob), digits(head.checksum)) != line) return {};
    return head;
}

Answer<void> FrameReader::read_line(std::string_view line) {
    const auto version = version_of(line);
    if (!version && started_)
        return refuse(Outcome::bad_protocol, sender_, " sent '", excerpt(line), "' between two messages");
    if (!version) {
        noise_ += line.size() + 1;
        if (noise_ > kMostNoiseBytes) return refuse_noise();
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) last_noise_ = excerpt(line, 200);
        return {};
    }
    if (*version != kProtocolVersion) return refuse(Outcome::wrong_version, wrong_version(sender_, *version));
    const std::optional<Head> head = head_of(line);
    if (!head && line.ends_with('\r') && head_of(line.substr(0, line.size() - 1)))
        return refuse(Outcome::bad_protocol, sender_,
                      " sent a message through a terminal, which changed its line ends");
    if (!head) return refuse(Outcome::bad_protocol, sender_, " sent a damaged first line: '", excerpt(line), "'");
    if (head->json > kMostFrameBytes || head->blob > kMostFrameBytes - head->json)
        return refuse(Outcome::bad_protocol, sender_, " announced a message of ", head->json, " + ", head->blob,
                      " bytes; the limit is ", kMostFrameBytes);
    head_ = head;
    started_ = true;
    return {};
}

// A line without an end must not fill the memory.
Answer<void> FrameReader::check_unfinished_line() {
    const std::size_t line = buffer_.size() - at_;
    if (started_ && line > kMostLineBytes)
        return refuse(Outcome::bad_protocol, sender_, " sent '", excerpt(rest()), "' between two messages");
    return !started_ && noise_ + line > kMostNoiseBytes ? refuse_noise() : Answer<void>();
}

Answer<void> FrameReader::refuse_noise() {
    return refuse(Outcome::bad_protocol, sender_, " printed more than ", kMostNoiseBytes,
                  " bytes before its first message");
}

Answer<std::optional<Frame>> FrameReader::take() {
    if (!why_.empty()) return Refusal(why_);
    while (!head_) {
        const std::size_t end = buffer_.find('\n', std::max(searched_, at_));
        if (end == std::string::npos) {
            searched_ = buffer_.size();
            if (const auto can = check_unfinished_line(); !can) return Refusal(can.why);
            return std::optional<Frame>();
        }
        const std::size_t line = end - at_;
        if (const auto read = read_line(rest().substr(0, line)); !read) return Refusal(read.why);
        drop(line + 1);
    }
    if (rest().size() < expected()) return std::optional<Frame>();
    Frame frame{.type = head_->type,
                .json = std::string(rest().substr(0, head_->json)),
                .blob = std::string(rest().substr(head_->json, head_->blob))};
    const std::string line = line_of(frame.type, frame.json.size(), frame.blob.size());
    if (checksum_of(line, frame.json, frame.blob) != head_->checksum) {
        return refuse(Outcome::bad_protocol, sender_, " sent a damaged message (", frame.type,
                      "): its checksum is wrong");
    }
    drop(expected());
    head_.reset();
    return std::optional<Frame>(std::move(frame));
}

bool FrameReader::is_inside() const {
    return head_.has_value() || rest().substr(0, kSentinel.size()) == kSentinel || (started_ && !rest().empty());
}

}  // namespace tilescope::live
