// app/io/json_reader.h -- the one reader of JSON that comes from outside: bounded, and its refusals name the place.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope::io {

using Json = nlohmann::ordered_json;

// What a document may have at most. Nothing of ours comes near; beyond it, what walks the tree would run out of stack,
// memory or time.
inline constexpr std::size_t kDeepestJson = 64, kMostJsonValues = 1'000'000, kMostJsonKeys = 1000;

// The document. Refused with line and column (in bytes, from 1) before anything is built: what is no JSON, a key that
// is there twice in one object, lists and objects that lie too deep, and too many values. `first_line` is the number of
// the text's first line where it is a part of a longer one.
Answer<Json> read_json(std::string_view text, std::size_t first_line = 1);

// A value inside a sentence: short, whatever it is.
std::string shown(const Json& json);

// Text of a document inside a sentence, for keys and names.
std::string clipped(std::string_view text);

}  // namespace tilescope::io
