// core/src/notation/text_hints.cpp -- what the words of a whole text say about its descriptors.
// SPDX-License-Identifier: MIT
#include "text_hints.h"

#include "name_meaning.h"
#include "text_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr std::size_t kMostHinting = 256 * 1024;
constexpr std::array<std::string_view, 5> kWordsOfWgmma = {"gmma", "hopper", "sm90", "sm_90", "cuda:90"};
constexpr std::array<std::string_view, 10> kWordsOfTcgen05 = {"tcgen05", "umma", "blackwell", "sm100", "sm_100",
                                                              "utcmma",  "tmem", "b200",      "idesc", "scale_vec"};

bool has_part(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

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
        if (std::ranges::find(out, kinds.front()) == out.end()) out.push_back(kinds.front());
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
        if (!kind_or_none(kind).id.empty() && std::ranges::find(out, kind) == out.end()) out.push_back(kind);
    }
    return out;
}

TextHints hints_of(std::string_view text) {
    if (text.size() > kMostHinting) return {};
    const std::string folded = lower(text);
    const auto is_named = [&](std::string_view word) { return has_part(folded, word); };
    TextHints out;
    const bool wgmma = std::ranges::any_of(kWordsOfWgmma, is_named);
    const bool tcgen05 = std::ranges::any_of(kWordsOfTcgen05, is_named);
    out.wgmma = wgmma && !tcgen05;
    out.tcgen05 = tcgen05 && !wgmma;
    out.by_name = out.tcgen05 && is_named("tcgen05.mma");
    out.target = target_of_module(folded);
    out.shared = is_named("smem") || is_named("shared");
    out.kinds = kinds_of_qualifiers(folded);
    if (out.kinds.empty()) out.kinds = scaled_kinds_named(folded);
    if (out.kinds.size() > 1) out.kinds.clear();
    out.called = kinds_of_calls(folded);
    return out;
}

}  // namespace tilescope::notation
