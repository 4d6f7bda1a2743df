// core/src/notation/number_tables.cpp -- counts numbers and the words among them, by name.
// SPDX-License-Identifier: MIT
#include <tilescope/base/text.h>
#include <tilescope/notation/number_tables.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

constexpr std::uint64_t kTable = 4;  // fewer numbers are no table

}  // namespace

bool names_the_subject(std::string_view text) {
    constexpr std::array<std::string_view, 7> kSubject = {"tcgen05", "mma", "desc", "smem", "swizzle", "sbo", "tmem"};
    const std::string folded = lower(text);
    return std::ranges::any_of(kSubject, [&](std::string_view s) { return folded.find(s) != folded.npos; });
}

void NumberTables::add_number(std::string_view name) {
    const auto at = counts_.find(name);
    ++(at == counts_.end() ? counts_[std::string(name)] : at->second).numbers;
}

void NumberTables::add_word(std::string_view name, std::string_view format) {
    const auto at = counts_.find(name);
    Counts& counts = at == counts_.end() ? counts_[std::string(name)] : at->second;
    counts.tcgen05 += format == "smem";
    counts.wgmma += format == "wgmma";
}

bool NumberTables::is_other(std::string_view name) const {
    const auto is_accident = [](const Counts& c) {
        return c.numbers >= kTable && std::max(c.tcgen05, c.wgmma) * 4 < c.numbers * 3;
    };
    const auto at = counts_.find(name);
    if (at != counts_.end() && at->second.numbers >= kTable) return is_accident(at->second);
    Counts few;
    for (const auto& [unused, c] : counts_) {
        if (c.numbers >= kTable) continue;
        few.numbers += c.numbers, few.tcgen05 += c.tcgen05, few.wgmma += c.wgmma;
    }
    return is_accident(few);
}

}  // namespace tilescope
