// app/worker/wire.cpp -- the members of a message as JSON and raw bytes.
// SPDX-License-Identifier: MIT
#include "app/worker/wire.h"

#include <algorithm>
#include <limits>

namespace tilescope::live {

std::string too_many(std::string_view key, std::size_t count, std::size_t most) {
    return say(key, ": ", count, " is more than the limit of ", most);
}

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// Returns the text as JSON can hold it: bytes that are not UTF-8 are replaced, and the end is cut off at a character.
std::string clean(const std::string& text, std::size_t most) {
    const auto json = io::read_json(io::line_of_json(text.substr(0, most)));
    std::string out = json ? json->get<std::string>() : std::string();
    if (out.size() <= most) return out;
    std::size_t end = most;
    while (end > 0 && continues_character(out[end])) --end;
    return out.substr(0, end);
}

}  // namespace

void WireWriter::number(const char* key, std::uint64_t value, std::uint64_t most) {
    if (value > most) refuse(too_many(key, value, most));
    json_[key] = value;
}

void WireWriter::text(const char* key, const std::string& value, std::size_t most) { json_[key] = clean(value, most); }

void WireWriter::bytes(const char* key, std::string_view value, std::size_t most) {
    number(key, value.size(), most);
    *blob_ += value;
}

void WireWriter::bytes(const char* key, const std::vector<std::uint8_t>& value, std::size_t most) {
    bytes(key, std::string_view(reinterpret_cast<const char*>(value.data()), value.size()), most);
}

void WireWriter::words(const char* key, const std::vector<std::uint32_t>& value, std::size_t most) {
    if (value.size() > most) refuse(too_many(key, value.size(), most));
    json_[key] = value;
}

WireReader::WireReader(const Json& json, std::string_view& blob) : json_(&json), blob_(&blob) {
    if (!json.is_object()) refuse("the message is not an object");
}

const Json* WireReader::member(const char* key, bool (Json::*is)() const noexcept, const char* form) {
    if (!why_.empty()) return nullptr;
    const auto found = json_->find(key);
    if (found == json_->end()) return refuse(key, " is missing"), nullptr;
    ++asked_;
    if (!((*found).*is)()) return refuse(key, ": ", io::shown(*found), " is not ", form), nullptr;
    return &*found;
}

void WireReader::finish() {
    if (why_.empty() && asked_ != json_->size()) refuse("the message has a member that this version does not know");
}

std::uint64_t WireReader::number_of(const char* key, std::uint64_t most) {
    const Json* found = member(key, &Json::is_number_unsigned, "a number");
    const std::uint64_t value = found ? found->get<std::uint64_t>() : 0;
    if (value <= most) return value;
    refuse(too_many(key, value, most));
    return 0;
}

void WireReader::code(const char* key, int& value) {
    const Json* found = member(key, &Json::is_number_integer, "a whole number");
    if (!found) return;
    const std::int64_t wide = found->get<std::int64_t>();
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
        return refuse(key, ": ", io::shown(*found), " has more than 32 bits");
    value = static_cast<int>(wide);
}

void WireReader::flag(const char* key, bool& value) {
    if (const Json* found = member(key, &Json::is_boolean, "true or false")) value = found->get<bool>();
}

void WireReader::text(const char* key, std::string& value, std::size_t most) {
    const Json* found = member(key, &Json::is_string, "a text");
    if (!found) return;
    value = found->get<std::string>();
    if (value.size() > most) refuse(too_many(key, value.size(), most));
}

std::size_t WireReader::place_of(const char* key, std::span<const std::string_view> names) {
    const Json* found = member(key, &Json::is_string, "a name");
    if (!found) return 0;
    const auto name = std::ranges::find(names, found->get_ref<const std::string&>());
    if (name != names.end()) return static_cast<std::size_t>(name - names.begin());
    refuse(key, ": ", io::shown(*found), " is unknown");
    return 0;
}

std::string_view WireReader::blob_of(const char* key, std::size_t most) {
    const std::uint64_t size = number_of(key, most);
    if (!why_.empty()) return {};
    if (size > blob_->size()) return refuse(key, ": the message has too few raw bytes"), std::string_view();
    const std::string_view out = blob_->substr(0, size);
    blob_->remove_prefix(size);
    return out;
}

void WireReader::bytes(const char* key, std::string& value, std::size_t most) { value = blob_of(key, most); }

void WireReader::bytes(const char* key, std::vector<std::uint8_t>& value, std::size_t most) {
    const std::string_view bytes = blob_of(key, most);
    value.assign(bytes.begin(), bytes.end());
}

void WireReader::words(const char* key, std::vector<std::uint32_t>& value, std::size_t most) {
    const Json* found = member(key, &Json::is_array, "a list");
    if (!found) return;
    if (found->size() > most) return refuse(too_many(key, found->size(), most));
    value.clear();
    for (const Json& word : *found) {
        if (!word.is_number_unsigned() || word.get<std::uint64_t>() > 0xffffffff)
            return refuse(key, ": ", io::shown(word), " is not a 32-bit number");
        value.push_back(word.get<std::uint32_t>());
    }
}

}  // namespace tilescope::live
