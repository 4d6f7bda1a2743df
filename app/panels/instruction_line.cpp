// app/panels/instruction_line.cpp -- which form an instruction line asks for, and what in it does not fit.
// SPDX-License-Identifier: MIT
#include "app/panels/instruction_line.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/paste.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

using Edits = Answer<std::vector<Edit>>;

constexpr std::string_view kMma = "tcgen05.mma", kWgmma = "wgmma.mma_async";
constexpr std::array<std::string_view, 6> kWords = {"ws", "sp", "block_scale", "block16", "block32", "ashift"};
constexpr std::array<std::string_view, 4> kPrefixes = {"cta_group::", "kind::", "scale_vec::", "collector::"};

bool is_qualifier(std::string_view q) {
    if (std::ranges::find(kWords, q) != kWords.end()) return true;
    return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return q.starts_with(prefix); });
}

// The opcode's qualifiers: from the name to the first blank.
std::string_view qualifiers_of(std::string_view line) {
    const std::string_view rest = line.substr(line.find(kMma) + kMma.size());
    return rest.substr(0, rest.find_first_of(" \t\n;"));
}

// Empty, or what is wrong with the first qualifier that does not fit.
std::string first_misfit(std::string_view qualifiers) {
    while (!qualifiers.empty()) {
        if (qualifiers.front() != '.') return say("'", qualifiers, "' cannot follow ", kMma, "; want a '.'.");
        const std::size_t end = std::min(qualifiers.find('.', 1), qualifiers.size());
        const std::string_view q = qualifiers.substr(1, end - 1);
        if (!is_qualifier(q)) return say("'.", q, "' is no qualifier of ", kMma, ".");
        if (q.starts_with("cta_group::") && q != "cta_group::1" && q != "cta_group::2")
            return say("'.", q, "': a group has 1 or 2 CTAs.");
        qualifiers.remove_prefix(end);
    }
    return {};
}

std::string why_not(const Variant& v, Edition edition) {
    const auto kinds = kinds_of(edition);
    std::string all;
    for (const std::string_view kind : kinds) all += say(all.empty() ? "" : ", ", kind);
    if (v.kind.empty()) return say("The line has no .kind::; want one of ", all, ".");
    const KindRow* kind = find_kind(v.kind);
    if (kind == nullptr || std::ranges::find(kinds, v.kind) == kinds.end())
        return say("'.kind::", v.kind, "' is not in PTX ", name_of(edition), "; its kinds are ", all, ".");
    if (v.ws && !kind->ws) return say("'.ws': kind ", v.kind, " has no .ws form.");
    if (v.ws && v.cta_group == 2) return "'.cta_group::2': .ws exists for cta_group 1 only.";
    return {};
}

// What stands between the dots of an opcode.
std::vector<std::string_view> parts_of(std::string_view opcode) {
    std::vector<std::string_view> out;
    while (!opcode.empty()) {
        const std::size_t end = std::min(opcode.find('.'), opcode.size());
        out.push_back(opcode.substr(0, end));
        opcode.remove_prefix(std::min(end + 1, opcode.size()));
    }
    return out;
}

std::string_view kind_of_type(std::string_view type) {
    if (type == "f16" || type == "bf16") return "f16";
    if (type == "tf32") return "tf32";
    if (type == "e4m3" || type == "e5m2") return "f8f6f4";
    return type == "s8" || type == "u8" ? "i8" : "";
}

// "m64n96k16": N, or nothing.
std::optional<std::uint64_t> n_of_shape(std::string_view shape) {
    const std::size_t n = shape.find('n'), k = shape.find('k');
    if (!shape.starts_with("m64n") || k == shape.npos || k < n) return std::nullopt;
    const auto number = parse_number(shape.substr(n + 1, k - n - 1));
    return number ? std::optional(*number) : std::nullopt;
}

// wgmma has shape and types in its name; here the instruction descriptor's fields hold them.
Edits edits_of_wgmma(std::string_view line, const Session& session) {
    const std::string_view rest = line.substr(line.find(kWgmma) + kWgmma.size());
    const std::vector<std::string_view> parts = parts_of(rest.substr(0, rest.find_first_of(" \t\n;")));
    Variant v{.kind = {}, .cta_group = 1, .ws = false, .sparse = std::ranges::find(parts, "sp") != parts.end()};
    v.a_in_tmem = rest.find("{a}") != rest.npos;
    std::vector<std::string_view> types;
    std::optional<std::uint64_t> n;
    for (const std::string_view part : parts) {
        if (const auto wanted = n_of_shape(part)) n = wanted;
        if (part == "f32" || part == "s32" || find_type(part)) types.push_back(part);
    }
    if (!n) return Edits::refuse(say("The line has no shape; want one like .m64n96k16 behind ", kWgmma, "."));
    if (types.size() != 3)
        return Edits::refuse("The line has no three types; want those of D, A and B, as .f32.f16.f16.");
    v.kind = kind_of_type(types[1]);
    const Format* format = v.kind.empty() ? nullptr : idesc_format(v.kind, session.edition);
    if (!format) return Edits::refuse(say("'.", types[1], "' is no type of A in ", kWgmma, "."));
    std::uint64_t word = blank_word(*format);
    const std::pair<std::string_view, std::string> fields[] = {{"m", "64"},
                                                               {"n", say(*n)},
                                                               {"d_type", std::string(types[0])},
                                                               {"a_type", std::string(types[1])},
                                                               {"b_type", std::string(types[2])},
                                                               {"sparse", v.sparse ? "yes" : "no"}};
    for (const auto& [id, text] : fields) {
        const auto with = with_field(*format, word, id, text);
        if (!with) return Edits::refuse(with.why);
        word = *with;
    }
    return std::vector<Edit>{SetArch{std::string(kHopper)}, SetVariant{v}, SetWord{WordId::idesc, word}};
}

}  // namespace

Answer<std::vector<Edit>> edits_of_line(std::string_view line, const Session& session) {
    std::vector<Edit> edits;
    if (line.find(kWgmma) != line.npos) return edits_of_wgmma(line, session);
    if (line.find(kMma) == line.npos) return Edits::refuse(say("No ", kMma, " or ", kWgmma, " in this line."));
    if (const std::string misfit = first_misfit(qualifiers_of(line)); !misfit.empty()) return Edits::refuse(misfit);
    const std::string_view statement = line.substr(line.find(kMma));
    const PasteContext read = paste(statement.substr(0, statement.find(';')), {.edition = session.edition}).context;
    const Variant v{.kind = read.kind,
                    .cta_group = std::max(read.cta_group, 1u),
                    .ws = read.ws,
                    .sparse = read.sparse,
                    .a_in_tmem = read.a_in_tmem};
    if (const std::string misfit = why_not(v, session.edition); !misfit.empty()) return Edits::refuse(misfit);
    if (is_hopper(session)) edits.emplace_back(SetArch{std::string(kBlackwell)});
    edits.emplace_back(SetVariant{v});
    return edits;
}

}  // namespace tilescope::ui
