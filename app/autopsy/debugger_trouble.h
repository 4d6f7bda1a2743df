// app/autopsy/debugger_trouble.h -- why a debugger cannot record: what it prints then, and a sentence for it.
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope::autopsy {

struct Trouble {
    std::string sentence;     // what is wrong and what would be right; without a period at the end
    bool is_of_user = false;  // what the user named is wrong, not the debugger or the machine
};

// Looks in what the debugger said. No value: nothing that is known.
std::optional<Trouble> trouble_in(std::string_view said);

// The last line that has text, made printable and cut.
std::string last_line_of(std::string_view said);

}  // namespace tilescope::autopsy
