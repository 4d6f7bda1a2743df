// app/worker/wire.h -- writes the members of a message as JSON and raw bytes, and reads them back.
// SPDX-License-Identifier: MIT
//
// A message lists its members once, in a function that takes a WireWriter or a WireReader:
//
//     void members(auto& wire, Of<Device> auto& d) {
//         wire.number("index", d.index, kMostDevices);
//         wire.text("name", d.name, 256);
//     }
#pragma once

#include "app/io/json.h"
#include "app/worker/protocol.h"

#include <tilescope/base/say.h>

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tilescope::live {

using io::Json;

std::string too_many(std::string_view key, std::size_t count, std::size_t most);

// A message that a wire reads is changed, one that it writes is not.
template <class Given, class Message>
concept Of = std::same_as<std::remove_const_t<Given>, Message>;

// What a wire does with the elements of a list, unless they are no messages.
inline constexpr auto kMembers = [](auto& wire, auto& value) { members(wire, value); };

class WireWriter {
public:
    static constexpr bool kReads = false;
    explicit WireWriter(std::string& blob) : blob_(&blob) {}

    void number(const char* key, std::uint64_t value, std::uint64_t most);
    void code(const char* key, int value) { json_[key] = value; }
    void flag(const char* key, bool value) { json_[key] = value; }
    // Longer texts are cut off. Bytes that are not UTF-8 are replaced.
    void text(const char* key, const std::string& value, std::size_t most);
    template <class Enum>
    void one_of(const char* key, Enum value, std::span<const std::string_view> names) {
        json_[key] = names[static_cast<std::size_t>(value)];
    }
    // The bytes go to the end of the frame; the JSON has their number.
    void bytes(const char* key, std::string_view value, std::size_t most);
    void bytes(const char* key, const std::vector<std::uint8_t>& value, std::size_t most);
    void words(const char* key, const std::vector<std::uint32_t>& value, std::size_t most);
    // Each element is an object with the members that `element` names.
    template <class Part, class Element = decltype(kMembers)>
    void list(const char* key, const std::vector<Part>& parts, std::size_t most, const Element& element = {});
    template <class Part>
    void part(const char* key, const Part& value) {
        json_[key] = object_of(value, kMembers);
    }
    template <class... Parts>
    void refuse(const Parts&... parts) {
        if (why_.empty()) why_ = say(parts...);
    }

    const Json& json() const { return json_; }
    const std::string& why() const { return why_; }

private:
    template <class Part, class Element>
    Json object_of(const Part& value, const Element& element);

    Json json_ = Json::object();
    std::string* blob_;
    std::string why_;  // the first value outside its limits
};

class WireReader {
public:
    static constexpr bool kReads = true;
    // Requires: `json` and `blob` live longer than this object.
    WireReader(const Json& json, std::string_view& blob);

    void number(const char* key, std::unsigned_integral auto& value, std::uint64_t most) {
        value = static_cast<std::remove_reference_t<decltype(value)>>(number_of(key, most));
    }
    void code(const char* key, int& value);
    void flag(const char* key, bool& value);
    void text(const char* key, std::string& value, std::size_t most);
    template <class Enum>
    void one_of(const char* key, Enum& value, std::span<const std::string_view> names) {
        value = static_cast<Enum>(place_of(key, names));
    }
    void bytes(const char* key, std::string& value, std::size_t most);
    void bytes(const char* key, std::vector<std::uint8_t>& value, std::size_t most);
    void words(const char* key, std::vector<std::uint32_t>& value, std::size_t most);
    template <class Part, class Element = decltype(kMembers)>
    void list(const char* key, std::vector<Part>& parts, std::size_t most, const Element& element = {});
    template <class Part>
    void part(const char* key, Part& value) {
        if (const Json* found = member(key, &Json::is_object, "an object")) read_part(*found, value, kMembers);
    }
    template <class... Parts>
    void refuse(const Parts&... parts) {
        if (why_.empty()) why_ = say(parts...);
    }

    // Refuses a member that nobody asked for.
    void finish();
    const std::string& why() const { return why_; }

private:
    template <class Part, class Element>
    void read_part(const Json& json, Part& value, const Element& element);
    const Json* member(const char* key, bool (Json::*is)() const noexcept, const char* form);
    std::uint64_t number_of(const char* key, std::uint64_t most);
    std::size_t place_of(const char* key, std::span<const std::string_view> names);
    std::string_view blob_of(const char* key, std::size_t most);

    const Json* json_;
    std::string_view* blob_;
    std::string why_;
    std::size_t asked_ = 0;
};

template <class Part, class Element>
Json WireWriter::object_of(const Part& value, const Element& element) {
    WireWriter inner(*blob_);
    element(inner, value);
    if (!inner.why_.empty()) refuse(inner.why_);
    return std::move(inner.json_);
}

template <class Part, class Element>
void WireWriter::list(const char* key, const std::vector<Part>& parts, std::size_t most, const Element& element) {
    if (parts.size() > most) refuse(too_many(key, parts.size(), most));
    Json list = Json::array();
    for (const Part& value : parts) list.push_back(object_of(value, element));
    json_[key] = std::move(list);
}

template <class Part, class Element>
void WireReader::list(const char* key, std::vector<Part>& parts, std::size_t most, const Element& element) {
    const Json* found = member(key, &Json::is_array, "a list");
    if (!found) return;
    if (found->size() > most) return refuse(too_many(key, found->size(), most));
    parts.resize(found->size());
    for (std::size_t i = 0; i < parts.size() && why_.empty(); ++i) {
        if (!(*found)[i].is_object()) return refuse(key, ": an element of the list is not an object");
        read_part((*found)[i], parts[i], element);
    }
}

template <class Part, class Element>
void WireReader::read_part(const Json& json, Part& value, const Element& element) {
    WireReader inner(json, *blob_);
    element(inner, value);
    inner.finish();
    if (!inner.why_.empty()) refuse(inner.why_);
}

}  // namespace tilescope::live
