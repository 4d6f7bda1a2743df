// app/io/json_text.h -- a JSON document as text.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace tilescope::io {

using Json = nlohmann::ordered_json;

// Two spaces for each level, a line end at the end. Pasted text can contain bytes that are not UTF-8: they are
// replaced.
inline std::string text_of_json(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tilescope::io
