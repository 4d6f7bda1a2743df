// core/src/notation/word_readings.h -- the readings of a value: from its bits, its name and its instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <string>
#include <vector>

namespace tilescope::notation {

// Returns the value with all its readings, best first.
FoundWord word_of(const Work& work, const Find& find);

// "f16 or tf32"
std::string kinds_in_words(const std::vector<std::string>& kinds);

}  // namespace tilescope::notation
