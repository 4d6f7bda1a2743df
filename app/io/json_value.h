// app/io/json_value.h -- the name of a JSON value, for headers whose functions take or return one.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>  // the whole library takes two seconds of each compilation

namespace tilescope::io {

using Json = nlohmann::ordered_json;  // keys keep their order

}  // namespace tilescope::io
