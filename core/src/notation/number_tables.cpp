// core/src/notation/number_tables.cpp -- counts numbers and the words among them, by name.
// SPDX-License-Identifier: MIT
#include <tilescope/notation/number_tables.h>

#include "text_parts.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>

namespace tilescope {
namespace {

constexpr std::uint64_t kTable = 4;  // fewer numbers are no table

// Whether the letters at `at` begin a word or a part of a word: "a_smem", "kSmem", not "sysmem".
bool begins_part(std::string_view text, std::size_t at) {
    return at == 0 || (!notation::is_small_letter(text[at - 1]) && !notation::is_capital(text[at - 1])) ||
           (notation::is_small_letter(text[at - 1]) && notation::is_capital(text[at]));
}

// Whether a part of a word begins with `name`, and no letter of `not_after` follows.
bool has_part(std::string_view text, std::string_view folded, std::string_view name, std::string_view not_after) {
    for (std::size_t at = folded.find(name); at != folded.npos; at = folded.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool goes_on = end < folded.size() && not_after.find(folded[end]) != not_after.npos;
        if (begins_part(text, at) && !goes_on) return true;
    }
    return false;
}

// "a_desc", "gdesc[UR4]", "descriptor", but not "description", "describe" or "descending".
bool has_descriptor(std::string_view folded) {
    constexpr std::array<std::string_view, 3> kOther = {"description", "describ", "descen"};
    for (std::size_t at = folded.find("desc"); at != folded.npos; at = folded.find("desc", at + 1)) {
        const std::string_view here = folded.substr(at);
        if (std::ranges::none_of(kOther, [&](std::string_view w) { return here.starts_with(w); })) return true;
    }
    return false;
}

}  // namespace

bool names_the_subject(std::string_view text) {
    const std::string folded = lower(text);
    constexpr std::array<std::string_view, 8> kAnywhere = {"tcgen05", "swizzle", "wgmma",   "utchmma",
                                                           "utcqmma", "utcomma", "utcimma", "gmma"};
    if (std::ranges::any_of(kAnywhere, [&](std::string_view s) { return folded.find(s) != folded.npos; })) return true;
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
    return has_part(text, folded, "smem", "") || has_part(text, folded, "tmem", "") ||
           has_part(text, folded, "sbo", kLetters) || has_part(text, folded, "mma", "p") ||
           has_part(text, folded, "umma", "") || has_descriptor(folded);
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
