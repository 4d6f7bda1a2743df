// core/src/notation/name_meaning.cpp -- what names of variables, functions and keys say about their values.
// SPDX-License-Identifier: MIT
#include "name_meaning.h"

#include "text_parts.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <span>

namespace tilescope::notation {
namespace {

// Splits a name into its words in lower case: "qk_idesc", "aDescHi" and "desc.bitfield" are two words each.
std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> out;
    bool inside = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool part = is_small_letter(c) || is_capital(c) || is_digit(c);
        const bool hump = part && i > 0 && is_capital(c) && is_small_letter(name[i - 1]);
        if (part && (!inside || hump)) out.emplace_back();
        if (part) out.back() += lower(std::string_view(&c, 1));
        inside = part;
    }
    return out;
}

bool has_any(std::span<const std::string> words, std::span<const std::string_view> wanted) {
    return std::ranges::any_of(
        words, [&](const std::string& word) { return std::ranges::find(wanted, word) != wanted.end(); });
}

// A word that is a part of another name: "instrdesc" ends with "desc".
constexpr std::array<std::string_view, 9> kDescriptors = {"desc",     "descs", "descriptor", "descriptors", "matdesc",
                                                          "smemdesc", "sdesc", "gdesc",      "mdesc"};
constexpr std::array<std::string_view, 5> kInstruction = {"idesc", "instrdesc", "instr", "instruction", "insn"};
// Names with these words have a part of a descriptor, or a number of descriptors.
constexpr std::array<std::string_view, 30> kAbout = {
    "stride", "offset", "offsets", "ptr",  "addr",  "address", "count", "size",  "idx",    "index",
    "num",    "step",   "base",    "bits", "mode",  "type",    "mask",  "tma",   "tensor", "fmt",
    "format", "shift",  "layout",  "iter", "delta", "version", "off",   "bytes", "slots",  "total"};
constexpr std::array<std::string_view, 4> kScales = {"sf", "sfa", "sfb", "scale"};

struct Ending {
    std::string_view word;
    char half;
};
constexpr Ending kEndings[] = {{"lo", 'l'},   {"hi", 'h'},   {"low", 'l'}, {"high", 'h'},
                               {"lo32", 'l'}, {"hi32", 'h'}, {"x", 'l'},   {"y", 'h'}};
// Short names of halves without a separator.
constexpr Ending kShort[] = {{"alo", 'l'},  {"blo", 'l'},  {"ahi", 'h'},    {"bhi", 'h'},
                             {"adlo", 'l'}, {"bdlo", 'l'}, {"dlo", 'l'},    {"dhi", 'h'},
                             {"adhi", 'h'}, {"bdhi", 'h'}, {"desclo", 'l'}, {"deschi", 'h'}};

// Removes "lo" or "hi" from the words. x and y are halves of a descriptor only: threadIdx.x is a number.
char take_half(std::vector<std::string>& words) {
    const bool descriptor = has_any(words, kDescriptors);
    for (std::size_t i = words.size(); i-- > 0;) {
        for (const Ending& e : kEndings) {
            const bool place = (i > 0 || words.size() == 1) && words[i] == e.word &&
                               (e.word.size() > 1 || (descriptor && i + 1 == words.size()));
            if (!place) continue;
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            return e.half;
        }
        for (const Ending& e : kShort)
            if (words[i] == e.word) {
                words[i].resize(words[i].size() - 2);
                return e.half;
            }
    }
    return 0;
}

PasteRole role_of(std::span<const std::string> words) {
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    const bool descriptor = has_any(words, kDescriptors);
    if (has("idesce") || (has("runtime") && has("instr") && descriptor)) return PasteRole::idesc_e;
    if (has("idesc") || has("instrdesc") || (descriptor && (has_any(words, kInstruction) || has("i"))))
        return PasteRole::idesc;
    if (has("zcm") || (has("zero") && (has("mask") || has("column")))) return PasteRole::zcm;
    if (has("mask") && descriptor) return PasteRole::zcm;
    if (descriptor && has_any(words, kAbout)) return PasteRole::unknown;
    if (descriptor && has_any(words, kScales)) return PasteRole::smem_sf;
    if (has("adesc") || (descriptor && has("a"))) return PasteRole::smem_a;
    if (has("bdesc") || (descriptor && has("b"))) return PasteRole::smem_b;
    if (descriptor) return PasteRole::smem;
    if (!words.empty() && (words[0].starts_with("tmem") || (words.size() == 2 && words[1] == "tmem")))
        return PasteRole::tmem;
    if (words.size() == 1 && words[0] == "a") return PasteRole::smem_a;
    if (words.size() == 1 && words[0] == "b") return PasteRole::smem_b;
    return PasteRole::unknown;
}

// What kernels call the kinds. Longer names come first, because a name can contain a shorter one. Several kinds: the
// name does not tell which.
struct KindName {
    std::string_view text, kinds;
};
constexpr KindName kKindNames[] = {{"mxf8f6f4", "mxf8f6f4"},
                                   {"mxf4nvf4", "mxf4nvf4"},
                                   {"f8f6f4", "f8f6f4"},
                                   {"nvfp4", "mxf4nvf4"},
                                   {"mxfp4", "mxf4 mxf4nvf4"},
                                   {"mxfp8", "mxf8f6f4"},
                                   {"nvf4", "mxf4nvf4"},
                                   {"mxf4", "mxf4"},
                                   {"mxf8", "mxf8f6f4"},
                                   {"bf16", "f16"},
                                   {"fp16", "f16"},
                                   {"f16", "f16"},
                                   {"tf32", "tf32"},
                                   {"int8", "i8"},
                                   {"i8", "i8"},
                                   {"fp8", "f8f6f4 mxf8f6f4"},
                                   {"e4m3", "f8f6f4 mxf8f6f4"},
                                   {"e5m2", "f8f6f4 mxf8f6f4"},
                                   {"f8", "f8f6f4 mxf8f6f4"},
                                   {"fp4", "mxf4 mxf4nvf4 f8f6f4"},
                                   {"f4", "mxf4 mxf4nvf4 f8f6f4"}};

bool is_letter_or_digit(char c) { return is_small_letter(c) || is_digit(c); }

}  // namespace

KeyMeaning meaning_of_key(std::string_view key) {
    KeyMeaning out;
    std::vector<std::string> words = words_of_name(key);
    out.half = take_half(words);
    constexpr std::array<std::string_view, 3> kHopper = {"gmma", "wgmma", "hgmma"};
    out.role = role_of(words);
    out.hopper = has_any(words, kHopper);
    if (out.hopper && out.role == PasteRole::unknown && !has_any(words, kAbout)) out.role = PasteRole::smem;
    for (const std::string& word : words) out.base += (out.base.empty() ? "" : "_") + word;
    return out;
}

bool names_an_address(std::string_view name) {
    constexpr std::array<std::string_view, 21> kAddresses = {
        "addr", "address", "ptr", "base", "start", "col",  "column", "a",   "b",  "c",  "d",
        "e",    "acc",     "out", "sfa",  "sfb",   "meta", "sfd",    "sfc", "at", "dst"};
    const std::vector<std::string> words = words_of_name(name);
    return words.size() <= 1 || has_any(words, kAddresses);
}

std::vector<std::string> kinds_named_in(std::string_view text) {
    const std::string folded = lower(text);
    for (const KindName& row : kKindNames)
        for (std::size_t at = folded.find(row.text); at != folded.npos; at = folded.find(row.text, at + 1)) {
            const std::size_t end = at + row.text.size();
            const bool starts = at == 0 || !is_letter_or_digit(folded[at - 1]);
            if (!starts || (end < folded.size() && is_letter_or_digit(folded[end]))) continue;
            return strings_in(row.kinds);
        }
    return {};
}

}  // namespace tilescope::notation
