// tests/fuzz/session_fuzz.cpp -- session files: text, session, text is the same.
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
    if (!again) return say(text, " is written and not read: ", again.why);
    if (!(*again == *file)) return say(text, " is another session when read");
    if (io::session_to_text(*again) != text) return say(text, " is written in another way the second time");
    return {};
}

}  // namespace tilescope::fuzz
