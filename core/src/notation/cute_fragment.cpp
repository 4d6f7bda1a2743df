// core/src/notation/cute_fragment.cpp -- operand fragments of CuTe: descriptor iterators, and their K step.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/notation/cute.h>

#include <cstdlib>
#include <utility>

namespace tilescope {
namespace {

constexpr std::string_view kIteratorWord = "DescriptorIterator";
constexpr std::size_t kKMode = 2;  // after the instruction and M or N

struct IteratorSpace {
    std::string_view name, instruction;
};
constexpr IteratorSpace kIteratorSpaces[] = {{"GMMA::", "wgmma"}, {"UMMA::", "tcgen05"}};

// Returns the smallest step of a mode. Modes of one coordinate and modes that do not move have no step.
CuteMode smallest_step(const CuteModes& modes) {
    CuteMode out{1, 0};
    for (const CuteMode& m : modes) {
        if (m.extent < 2 || m.stride == 0) continue;
        if (out.stride == 0 || std::abs(m.stride) < std::abs(out.stride)) out = m;
    }
    return out;
}

// Returns the name before the colon, if the text before the iterator is a name: "tCrA : " is tCrA.
std::string name_before(std::string_view text) {
    text = trimmed(text);
    if (!text.ends_with(':') || text.ends_with("::")) return {};
    text = trimmed(text.substr(0, text.size() - 1));
    const std::size_t blank = text.find_last_of(" \t=,;(");
    return std::string(blank == text.npos ? text : text.substr(blank + 1));
}

}  // namespace

Answer<CuteFragment> parse_fragment(std::string_view text) {
    using Fragment = Answer<CuteFragment>;
    while (text.ends_with('\n')) text.remove_suffix(1);
    const std::size_t found = text.find(kIteratorWord);
    if (found == text.npos) return Fragment::refuse(say("'", excerpt(text), "' has no DescriptorIterator"));
    std::size_t begin = found;
    CuteFragment out;
    for (const IteratorSpace& space : kIteratorSpaces)
        if (text.substr(0, found).ends_with(space.name)) {
            begin = found - space.name.size();
            out.instruction = space.instruction;
        }
    out.name = name_before(text.substr(0, begin));
    std::string_view rest = trimmed(text.substr(begin));
    if (rest.ends_with(':')) rest.remove_suffix(1);
    auto layout = parse_cute(rest);
    if (!layout) return Fragment::refuse(layout.why);
    auto modes = modes_of(*layout);
    if (!modes) return Fragment::refuse(modes.why);
    out.layout = std::move(*layout);
    out.modes = std::move(*modes);
    if (out.modes.size() == kKMode + 1 || out.modes.size() == kKMode + 2) {
        out.k_mode = kKMode;
        out.k_is_certain = out.modes.size() == kKMode + 2;
        out.k_step = smallest_step(out.modes[kKMode]);
    }
    return out;
}

std::vector<CuteFragment> fragments_in(std::string_view text) {
    std::vector<CuteFragment> out;
    for (const std::string_view line : notation::Lines(text))
        if (auto one = parse_fragment(line)) out.push_back(std::move(*one));
    return out;
}

std::string sentence_of(const CuteFragment& fragment) {
    std::string out = say(fragment.name.empty() ? "This" : fragment.name, " is a layout of ", fragment.instruction,
                          fragment.instruction.empty() ? "" : " ", "descriptors: it has strides, but no words. ");
    if (!fragment.k_mode) return out + say("It has ", fragment.modes.size(), " modes, so its K mode is not known.");
    const std::int64_t units = fragment.k_step.stride;
    if (units == 0) return out + "It has only one K step.";
    out += say("A K step adds ", units, " units of 16 bytes = ", units * kFragmentUnitBytes, " bytes");
    return out + (fragment.k_is_certain ? "." : ", if the third mode is K.");
}

}  // namespace tilescope
