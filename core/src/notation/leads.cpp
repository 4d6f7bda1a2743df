// core/src/notation/leads.cpp -- what to do with a text that has no descriptor but tells of a problem.
// SPDX-License-Identifier: MIT
#include <tilescope/base/text.h>
#include <tilescope/notation/leads.h>

#include <algorithm>
#include <string>

namespace tilescope {

const Lead* lead_in(std::string_view text) {
    constexpr std::size_t kMost = 256 * 1024;
    const std::string folded = lower(text.substr(0, kMost));
    const auto has = [&](std::string_view sign) { return !sign.empty() && folded.find(sign) != folded.npos; };
    const bool has_descriptors = has("wgmma") || has("tcgen05");
    const auto* found = std::ranges::find_if(kLeads, [&](const Lead& lead) {
        return std::ranges::any_of(lead.signs, has) && !(lead.no_descriptor && has_descriptors);
    });
    return found == std::end(kLeads) ? nullptr : found;
}

}  // namespace tilescope
