// app/panels/form_options.h -- rarely used qualifiers and operands of an instruction.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

inline constexpr std::string_view kNotOnHopper = "wgmma (Hopper) does not have this form.";

// Draws the name of a choice before it, on the same line.
void name_of_choice(const char* name);

struct Flag {
    const char* label;
    std::string_view id, topic;
    std::string why_not;  // not empty: the reason why the box cannot be checked now
};

// Draws a check box, on the line of the last item if it fits. The user can always uncheck it, because a loaded or
// pasted form can be illegal.
void choose_flag(const View& view, const Flag& flag, bool& value, Requests& requests);

// Draws scale size, collector, lane mask, scale-d and ashift. Only for tcgen05. A choice that the form does not have is
// disabled or hidden.
void choose_options(const View& view, Variant& variant, Requests& requests);

}  // namespace tilescope::ui
