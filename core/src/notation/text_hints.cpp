// core/src/notation/text_hints.cpp -- what a whole text names: instructions, kinds, its subject, a reason for no word.
// SPDX-License-Identifier: MIT
#include "work.h"

#include "name_meaning.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/leads.h>
#include <tilescope/notation/paste.h>

namespace tilescope::notation {
namespace {

constexpr std::size_t kMostHinting = 256 * 1024;
constexpr std::string_view kWordsOfWgmma[] = {"gmma", "hopper", "sm90", "sm_90", "cuda:90"};
constexpr std::string_view kWordsOfTcgen05[] = {"tcgen05", "umma", "blackwell", "sm100", "sm_100",
                                                "utcmma",  "tmem", "b200",      "idesc", "scale_vec"};

// The kinds of the MMAs that the text calls, if all their names say the same: "tc_mma_f8(".
std::vector<std::string> kinds_of_calls(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = text.find("mma"); at != text.npos;) {
        const std::size_t begin = begin_of_word(text, at), end = end_of_word(text, at);
        const std::vector<std::string> kinds = kinds_named_in(text.substr(begin, end - begin));
        if (!kinds.empty() && !out.empty() && kinds != out) return {};
        if (!kinds.empty()) out = kinds;
        at = text.find("mma", end);
    }
    return out;
}

// The kinds with scale factors that names in the text state. Other names can be the type of D: an MMA of nvfp4 stores
// bf16.
std::vector<std::string> scaled_kinds_named(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t\n(),:;", begin), text.size());
        const std::vector<std::string> kinds = kinds_named_in(text.substr(begin, end - begin));
        begin = end + 1;
        if (kinds.size() != 1 || !kind_or_none(kinds.front()).block_scaled()) continue;
        if (!is_in(out, kinds.front())) out.push_back(kinds.front());
    }
    return out;
}

// "ttg.target = "cuda:107"" of a module of Triton. Its kernels are for the chip alone.
std::string target_of_module(std::string_view text) {
    constexpr std::string_view kMark = "ttg.target = \"cuda:";
    const std::size_t at = text.find(kMark);
    if (at == text.npos) return {};
    const std::string_view rest = text.substr(at + kMark.size());
    const std::string name = say("sm_", rest.substr(0, rest.find_first_not_of("0123456789")), 'a');
    return find_arch(name, kNewestEdition) ? name : std::string();
}

}  // namespace

std::vector<std::string> kinds_of_qualifiers(const std::string& text) {
    constexpr std::string_view kQualifier = "kind::";
    std::vector<std::string> out;
    for (std::size_t at = text.find(kQualifier); at != text.npos; at = text.find(kQualifier, at)) {
        at += kQualifier.size();
        const std::string kind = text.substr(at, end_of_word(text, at) - at);
        if (!kind_or_none(kind).id.empty() && !is_in(out, kind)) out.push_back(kind);
    }
    return out;
}

TextHints hints_of(std::string_view text) {
    if (text.size() > kMostHinting) return {};
    const std::string folded = lower(text);
    TextHints out;
    const bool wgmma = contains_any(folded, kWordsOfWgmma), tcgen05 = contains_any(folded, kWordsOfTcgen05);
    out.wgmma = wgmma && !tcgen05;
    out.tcgen05 = tcgen05 && !wgmma;
    out.by_name = out.tcgen05 && contains_any(folded, {"tcgen05.mma"});
    out.target = target_of_module(folded);
    out.shared = contains_any(folded, {"smem", "shared"});
    out.kinds = kinds_of_qualifiers(folded);
    if (out.kinds.empty()) out.kinds = scaled_kinds_named(folded);
    if (out.kinds.size() > 1) out.kinds.clear();
    out.called = kinds_of_calls(folded);
    return out;
}

}  // namespace tilescope::notation

namespace tilescope {
namespace {

constexpr std::uint64_t kTable = 4;  // fewer numbers are no table

// Whether the letters at `at` begin a word or a part of a word: "a_smem", "kSmem", not "sysmem".
bool begins_part(std::string_view text, std::size_t at) {
    return at == 0 || !notation::is_letter(text[at - 1]) ||
           (notation::is_small_letter(text[at - 1]) && notation::is_capital(text[at]));
}

// Whether a part of a word begins with `name`, and no letter of `not_after` follows.
bool has_part(std::string_view text, std::string_view folded, std::string_view name, std::string_view not_after) {
    return notation::has_where(folded, name, [&](std::size_t begin, std::size_t end) {
        const bool goes_on = end < folded.size() && not_after.find(folded[end]) != not_after.npos;
        return begins_part(text, begin) && !goes_on;
    });
}

// "a_desc", "gdesc[UR4]", "descriptor", but not "description", "describe" or "descending".
bool has_descriptor(std::string_view folded) {
    constexpr std::string_view kOther[] = {"description", "describ", "descen"};
    return notation::has_where(folded, "desc", [&](std::size_t begin, std::size_t) {
        return !notation::starts_with_any(folded.substr(begin), kOther);
    });
}

}  // namespace

bool names_the_subject(std::string_view text) {
    const std::string folded = lower(text);
    constexpr std::string_view kAnywhere[] = {"tcgen05", "swizzle", "wgmma",   "utchmma",
                                              "utcqmma", "utcomma", "utcimma", "gmma"};
    if (notation::contains_any(folded, kAnywhere)) return true;
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
    return has_part(text, folded, "smem", "") || has_part(text, folded, "tmem", "") ||
           has_part(text, folded, "sbo", kLetters) || has_part(text, folded, "mma", "p") ||
           has_part(text, folded, "umma", "") || has_descriptor(folded);
}

NumberTables::Counts& NumberTables::counts_of(std::string_view name) {
    const auto at = counts_.find(name);
    return at == counts_.end() ? counts_[std::string(name)] : at->second;
}

void NumberTables::add_number(std::string_view name) { ++counts_of(name).numbers; }

void NumberTables::add_word(std::string_view name, std::string_view format) {
    Counts& counts = counts_of(name);
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
