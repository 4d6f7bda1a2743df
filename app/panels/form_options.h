// app/panels/form_options.h -- the qualifiers and operands of an instruction that most leave away.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <string>
#include <string_view>

namespace tilescope::ui {

inline constexpr std::string_view kNotOnHopper = "Hopper's wgmma has no such form.";

// The words before a choice, on its line.
void name_of_choice(const char* name);

struct Flag {
    const char* label;
    std::string_view id, topic;
    std::string why_not;  // not empty: cannot be ticked now, and why
};

// On the line of what was drawn last, where it fits. What is ticked can always be unticked: a form from elsewhere may
// be one that does not exist.
void choose_flag(const View& view, const Flag& flag, bool& value, Asks& asks);

// Scale size, collector, lane mask, scale-d, ashift: tcgen05 only, and each only where the form has it.
void choose_options(const View& view, Variant& variant, Asks& asks);

}  // namespace tilescope::ui
