// app/window/frame/palette.h -- the command palette, and what it offers for a typed text.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/command.h"
#include "app/window/frame/context.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// One line that the palette offers for a typed text. First: rules and contradictions by id, commands whose title begins
// with the text, fields of the active word ("sbo 1024" sets sbo), element coordinates ("A 3 24"), addresses ("0x580"),
// words. Then: other commands, panels and presets by their names and by the words people use for them. Last: other
// topics.
struct Offer {
    std::string title, keys;
    std::optional<WindowCommand> command = {};  // to run, or
    std::vector<Edit> edits = {};               // to make, or
    std::optional<Focus> focus = {};            // to select, or
    const PathVerb* verb = nullptr;             // to do with `path`
    std::string path = {};
};
// Returns the offers for a text, best first, at most `most`.
std::vector<Offer> offers_for(Context c, std::string_view text, std::size_t most = 5);

// Does what the offer contains: makes its edits, selects its focus, runs its command, passes its path to its verb.
void take_offer(Context c, const Offer& offer);

}  // namespace tilescope::ui
