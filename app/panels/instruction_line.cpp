// app/panels/instruction_line.cpp -- which form an instruction line asks for, and what in it does not fit.
// SPDX-License-Identifier: MIT
#include "app/panels/instruction_line.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/paste.h>

#include <algorithm>
#include <array>

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

}  // namespace

Answer<std::vector<Edit>> edits_of_line(std::string_view line, const Session& session) {
    std::vector<Edit> edits;
    if (line.find(kWgmma) != line.npos) {
        Variant v = session.variant;
        v.sparse = line.find(".sp") != line.npos;
        v.ws = false;
        v.cta_group = 1;
        edits.emplace_back(SetArch{"sm_90a"});
        edits.emplace_back(SetVariant{v});
        return edits;
    }
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
    if (session.arch == "sm_90a") edits.emplace_back(SetArch{"sm_100a"});
    edits.emplace_back(SetVariant{v});
    return edits;
}

}  // namespace tilescope::ui
