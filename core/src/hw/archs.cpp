// core/src/hw/archs.cpp -- the targets: their features, their memory, and the MMA forms they accept.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/word/problem.h>

#include <algorithm>

namespace tilescope {

std::string arch_list(Edition edition) {
    return list_of(kArchs, [&](const ArchRow& a) { return a.since <= edition ? a.id : std::string_view(); });
}

Answer<const ArchRow*> find_arch(std::string_view id, Edition edition) {
    const ArchRow* row = arch_named(id);
    if (row && row->since <= edition) return row;
    if (row)
        return Refusal("arch: ", id, " exists only in edition ", name_of(row->since), " and later; add --edition ",
                       name_of(row->since));
    return Refusal("arch: '", excerpt(id), "' is unknown; use one of: ", arch_list(edition));
}

bool runs_on(const ArchRow& arch, std::string_view chip) {
    const auto chips = split_at(arch.chips, ',');
    return std::ranges::find(chips, chip, trimmed) != chips.end();
}

std::string_view chip_of(const ArchRow& arch) { return split_at(arch.chips, ',').front(); }

std::string targets_for_chip(std::string_view chip) {
    return list_of(kArchs, [&](const ArchRow& a) { return runs_on(a, chip) ? a.id : std::string_view(); });
}

std::string targets_with(Features features, Edition edition) {
    const auto targets = [&](bool later) {
        return list_of(kArchs, [&](const ArchRow& a) {
            return a.features.has_all(features) && (a.since > edition) == later ? a.id : std::string_view();
        });
    };
    const std::string now = targets(false);
    return now.empty() ? targets(true) : now;
}

Answer<void> can_run_on(const ArchRow& arch, const FormQuery& form) {
    const FamilyRow* own = family_with(arch.features);
    if (own == nullptr) return Refusal(arch.id, " has neither tcgen05 nor wgmma.");
    if (own != &form.family) return Refusal(arch.id, " has no ", form.family.id, "; use ", own->instruction, ".");
    if (!own->names_kind && !has_kind(*own, form.kind))
        return Refusal("The types of kind ", form.kind, " do not exist in ", own->instruction, ".");
    if (!own->names_kind) return {};
    const KindRow* kind = find_kind(form.kind);
    if (!kind) return Refusal("Kind ", form.kind, " does not exist.");
    if (!arch.has(kind->needs))
        return Refusal("Kind ", form.kind, " does not exist on ", arch.id, ". It exists on ",
                       targets_with(kind->needs, arch.since), ".");
    if (kind->packed && form.sparse && !arch.has(Feature::sparse_packed))
        return Refusal("Sparse ", form.kind, " does not exist on ", arch.id, ". It exists on ",
                       targets_with(Feature::sparse_packed, arch.since), ".");
    if (form.ws && !kind->ws) return Refusal("Kind ", form.kind, " has no .ws form.");
    return {};
}

}  // namespace tilescope
