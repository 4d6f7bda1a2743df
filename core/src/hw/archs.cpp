// core/src/hw/archs.cpp -- targets: what they have, and which forms of the instruction they take.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/word/problem.h>

namespace tilescope {

Answer<const ArchRow*> find_arch(std::string_view id, Edition edition) {
    std::string known;
    for (const ArchRow& a : kArchs) {
        if (a.since > edition) continue;
        if (a.id == id) return &a;
        known += say(known.empty() ? "" : ", ", a.id);
    }
    const bool later = arch_named(id) != nullptr;
    return Answer<const ArchRow*>::refuse(later ? say("arch: ", id, " exists only with edition 9.4; add --edition 9.4")
                                                : say("arch: have '", excerpt(id), "', want one of: ", known));
}

// ptxas 13.0.88 over every form and target; the acceptance matrix is in the references of the project.
std::string why_not_on(const ArchRow& arch, const FormQuery& form) {
    if (!arch.wgmma && !arch.tcgen05) return say(arch.id, " has neither tcgen05 nor wgmma.");
    if (form.wgmma && !arch.wgmma) return say(arch.id, " has no wgmma; its instruction is tcgen05.mma.");
    if (form.wgmma) return is_wgmma_kind(form.kind) ? "" : say("wgmma has no types of kind ", form.kind, ".");
    if (!arch.tcgen05) return say(arch.id, " has no tcgen05; its instruction is wgmma.");
    const KindRow* kind = find_kind(form.kind);
    if (!kind) return say("There is no kind ", form.kind, ".");
    if (kind->since > arch.since) return say("kind ", form.kind, " needs PTX ", name_of(kind->since), " and sm_107a.");
    if (kind->saturates && !arch.i8) return say("kind i8 is not in ", arch.id, ".");
    const bool packed = form.kind == "mxf4" || form.kind == "mxf4nvf4";
    if (packed && form.sparse && !arch.exact)
        return say("Sparse ", form.kind, " exists on 'a' targets only, not on ", arch.id, ".");
    if (form.ws && !kind->ws) return say("kind ", form.kind, " has no .ws form.");
    return {};
}

}  // namespace tilescope
