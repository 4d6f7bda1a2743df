// core/src/notation/tensor_map_print.cpp -- tensor maps as programs print them, and as tilescope does.
// SPDX-License-Identifier: MIT
#include "tensor_map_print.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/notation/tma_text.h>

#include <algorithm>

namespace tilescope {
namespace notation {
namespace {

// The lines that CUTLASS prints. A member that tilescope has too is read as the text of that member.
struct PrintedLine {
    std::string_view key;
    TmaMember member;
    bool is_code = false;  // the number of an enumeration of cuda.h
};
constexpr std::string_view kDim = "dim";
constexpr PrintedLine kLines[] = {{"format", TmaMember::type, true},
                                  {"globalDim", TmaMember::dims},
                                  {"globalStrides", TmaMember::strides},
                                  {"gmem_address", TmaMember::address},
                                  {"boxDim", TmaMember::box},
                                  {"elementStrides", TmaMember::element_strides},
                                  {"interleave", TmaMember::interleave, true},
                                  {"swizzle", TmaMember::swizzle, true},
                                  {"l2Promotion", TmaMember::l2_promotion, true},
                                  {"oobFill", TmaMember::oob_fill, true}};

// Returns the text after a key at the beginning of a line, and adds the line to the span.
std::optional<std::string_view> value_after(std::string_view text, std::string_view key, TextSpan& span) {
    for (std::size_t at = text.find(key); at != text.npos; at = text.find(key, at + 1)) {
        const std::size_t begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
        const std::size_t end = std::min(text.find('\n', at), text.size()), after = at + key.size();
        if (!trimmed(text.substr(begin, at - begin)).empty() || after >= end ||
            text.find_first_of(" \t:=", after) != after)
            continue;
        span = {std::min(span.begin, begin), std::max(span.end, end)};
        return trimmed(text.substr(after, end - after));
    }
    return {};
}

// The name of a number of cuda.h.
std::string_view name_of_code(TmaMember member, std::uint64_t code) {
    switch (member) {
    case TmaMember::type:
        for (const TmaType& t : kTmaTypes)
            if (t.code == code) return t.name;
        return {};
    case TmaMember::swizzle:
        for (const TmaSwizzle& s : kTmaSwizzles)
            if (s.code != kNoCode && static_cast<std::uint64_t>(s.code) == code) return s.name;
        return {};
    case TmaMember::interleave: return name_in(kTmaInterleaveNames, code);
    case TmaMember::oob_fill: return name_in(kTmaFillNames, code);
    default: return name_in(kTmaL2Names, code);
    }
}

// "(64,128,1,1,1)" without the numbers before `first` and from `end` on.
std::string part_of_list(std::string_view list, std::size_t first, std::size_t end) {
    std::string out;
    std::size_t i = 0;
    for (std::size_t at = list.find_first_of("0123456789"); at != list.npos; ++i) {
        const std::size_t stop = std::min(list.find_first_of(",) ", at), list.size());
        if (i >= first && i < end) out += say(out.empty() ? "" : ",", list.substr(at, stop - at));
        at = list.find_first_of("0123456789", stop);
    }
    return out;
}

}  // namespace

std::optional<FoundTensorMap> printed_tensor_map(std::string_view text) {
    if (text.find("globalDim") == text.npos) return {};
    FoundTensorMap out{.span = {text.size(), 0}, .map = {}, .words = {}};
    const auto dim = value_after(text, kDim, out.span);
    const auto rank = dim ? parse_number(*dim) : Answer<std::uint64_t>::refuse("no dim");
    if (!rank || *rank < 1 || *rank > kTmaMostRank) return {};
    TmaCopy copy;
    for (const PrintedLine& line : kLines) {
        const auto value = value_after(text, line.key, out.span);
        if (!value) return {};
        std::string member(*value);
        const bool is_list = value->starts_with('(');
        // CUTLASS prints the size of an element before the strides.
        if (is_list) member = part_of_list(*value, line.member == TmaMember::strides ? 1 : 0, *rank);
        if (line.is_code) {
            const auto code = parse_number(*value);
            member = code ? name_of_code(line.member, *code) : std::string_view();
        }
        const auto next = with_text(copy, line.member, member);
        if (!next) return {};
        copy = *next;
    }
    out.map = copy.map;
    return out;
}

}  // namespace notation

std::vector<Problem> problems_of(const FoundTensorMap& found, std::string_view arch) {
    std::vector<Problem> out = found.words ? bits_problems(*found.words) : std::vector<Problem>();
    for (Problem& p : check(found.map, arch)) out.push_back(std::move(p));
    for (const auto& note : {null_address(found.map), rounding_note(found.map)})
        if (note) out.push_back(*note);
    std::ranges::stable_sort(out, {}, &Problem::severity);
    return out;
}

std::string brief_text(const TensorMap& map) {
    const TmaCopy copy{.map = map};
    const auto member = [&](TmaMember m) { return text_of(copy, m); };
    std::string out = say(member(TmaMember::type), " [", member(TmaMember::dims), "], address ",
                          member(TmaMember::address), ", strides [", member(TmaMember::strides), "], box [",
                          member(TmaMember::box), "], swizzle ", member(TmaMember::swizzle));
    const TmaCopy plain{.map = {.rank = map.rank}};
    for (const TmaMember m :
         {TmaMember::element_strides, TmaMember::interleave, TmaMember::oob_fill, TmaMember::l2_promotion})
        if (member(m) != text_of(plain, m)) out += say(", ", row_of(m).id, " ", member(m));
    return out;
}

}  // namespace tilescope
