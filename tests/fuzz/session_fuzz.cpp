// tests/fuzz/session_fuzz.cpp -- session files: a written session reads back as the same session.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/session_file.h"

#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string check_session(std::string_view bytes) {
    const auto file = io::session_from_text(bytes);
    if (!file) return wrong_sentence(file.why);
    const std::string text = io::session_to_text(*file);
    const auto again = io::session_from_text(text);
    if (!again) return say(text, " was written, but it is refused: ", again.why);
    if (!(*again == *file)) return say(text, " reads back as a different session");
    if (io::session_to_text(*again) != text) return say(text, " is written differently the second time");
    return {};
}

}  // namespace tilescope::fuzz
