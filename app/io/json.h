// app/io/json.h -- JSON: the only reader of documents from outside the program, and documents as text.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_value.h"

#include <tilescope/base/answer.h>
#include <tilescope/base/say.h>
#include <tilescope/word/certainty.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tilescope::io {

// The limits of a document. The files of this program are far below these limits. Beyond the limits, code that walks
// the tree would run out of stack, memory or time.
inline constexpr std::size_t kDeepestJson = 64, kMostJsonValues = 1'000'000, kMostJsonKeys = 1000;

// Returns the document. `first_line` is the number of the first line if the text is a part of a longer text.
// Errors: the text is not JSON, a key occurs twice in one object, the nesting is too deep, or there are too many
// values. The reason has the line and the column (in bytes, from 1). A stop ends the reading with a refusal.
Answer<Json> read_json(std::string_view text, std::size_t first_line = 1, const std::stop_token& stop = {});

// Returns a member. Null: `json` is not an object, or has no such member.
const Json* member(const Json& json, std::string_view key);

// Returns the text of a member. Empty: `json` is not an object, or has no such text.
std::string text_in(const Json& json, std::string_view key);

// Returns a value as a short text for a sentence.
std::string shown(const Json& json);

// Returns a key or a name of a document as a short text for a sentence.
std::string clipped(std::string_view text);

// Why a document is refused. `new_name`: it has a name that this version does not know; a later one can have written
// it.
struct JsonFault {
    std::string why = {};  // empty: nothing is wrong
    bool new_name = false;

    explicit operator bool() const { return !why.empty(); }  // something is wrong
    JsonFault inside(std::string_view what) && { return {std::string(what) + why, new_name}; }
};
inline JsonFault unknown_name(std::string why) { return {std::move(why), true}; }

// Takes a member out of an object. Null: there is none.
Json taken_from(Json& object, std::string_view key);

// An object whose members are read one by one. The first fault counts. A member that nobody has read is one.
struct JsonMembers {
    Json left;  // not read yet
    JsonFault fault = {};

    void note(JsonFault next) {
        if (!fault) fault = std::move(next);
    }
    template <class... Parts>
    void refuse(const Parts&... parts) {
        note({say(parts...)});
    }
    // Takes a member out of `left`, null if there is none. A key with a text in `needed_as` is required: without it,
    // that is the fault.
    Json take(std::string_view key, std::string_view needed_as = {});
    // Returns a value of the member `key` as a number. It may also be a text such as "0x00100020", because addresses
    // are easier to read as text. Another value is a fault, and 0.
    std::uint64_t number_in(const Json& value, std::string_view key, std::uint64_t most);
    // The name of a member that is left, for a sentence.
    std::string unread() const { return left.empty() ? std::string() : clipped(left.begin().key()); }
};

// A function that calls io(key, member) for each member of a type lists them once: MemberWriter writes them, and
// MemberReader reads those that are there and have the right type. The others keep their values, so the document can be
// one of another version.
struct MemberWriter {
    Json out = Json::object();
    void operator()(const char* key, const auto& value) { out[key] = value; }
};
struct MemberReader {
    const Json& in;
    void operator()(const char* key, std::string& v) const { take(key, &Json::is_string, v); }
    void operator()(const char* key, double& v) const { take(key, &Json::is_number, v); }
    void operator()(const char* key, bool& v) const { take(key, &Json::is_boolean, v); }
    void operator()(const char* key, std::uint64_t& v) const { take(key, &Json::is_number_unsigned, v); }
    void operator()(const char* key, std::int64_t& v) const { take(key, &Json::is_number_unsigned, v); }
    void operator()(const char* key, std::vector<std::string>& texts) const {
        const Json* found = member(in, key);
        for (const Json& text : found && found->is_array() ? *found : Json::array())
            if (text.is_string()) texts.push_back(text.get<std::string>());
    }

private:
    template <class T>
    void take(const char* key, bool (Json::*is_right)() const noexcept, T& value) const {
        if (const Json* found = member(in, key); found && (found->*is_right)()) value = found->get<T>();
    }
};

// The list of what `one` makes of each item.
//   list_json(forms, &Format::id) is ["smem", "wgmma"]
Json list_json(const auto& items, auto one) {
    Json out = Json::array();
    for (const auto& item : items) out.push_back(std::invoke(one, item));
    return out;
}

// Adds the key "certainty" and, for a measured fact, the key "measured": the GPU, its driver, the date and the vectors.
void put_certainty(Json& out, Certainty certainty);

// Two spaces for each level, a line end at the end. Pasted text can contain bytes that are not UTF-8: they are
// replaced.
inline std::string text_of_json(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The same in one line, without a line end.
inline std::string line_of_json(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace tilescope::io
