// tests/fuzz/vary_fuzz.cpp -- vary: a grid has a session or a reason for each number, and a refusal is one sentence.
// SPDX-License-Identifier: MIT
//
// Input: the texts of --vary, one a line.
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/study/variation.h>

#include <set>

namespace tilescope::fuzz {

std::string check_vary(std::string_view bytes) {
    std::vector<std::string> vary;
    while (!bytes.empty() && vary.size() < 4) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        vary.emplace_back(bytes.substr(0, end));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    // A list of a million values is legal, but slow here.
    for (const std::string& text : vary)
        if (text.find("..") != text.npos && text.size() - text.find("..") > 5) return {};
    const auto grid = Grid::of({}, vary);
    if (!grid) return wrong_sentence(grid.why);
    if (grid->size() == 0 || grid->size() > kMostVaried) return say("a grid has ", grid->size(), " sessions");
    std::set<std::string> names;
    for (const std::size_t i : {std::size_t{0}, grid->size() / 2, grid->size() - 1}) {
        names.insert(grid->name(i));
        const auto session = grid->session(i);
        if (session) continue;
        if (std::string wrong = wrong_sentence(session.why); !wrong.empty()) return wrong;
    }
    return names.size() == std::min<std::size_t>(grid->size(), 3) ? "" : "two jobs have one name";
}

}  // namespace tilescope::fuzz
