// core/src/notation/find_context.cpp -- what the text around a value says about it.
// SPDX-License-Identifier: MIT
#include "find_context.h"

#include "field_places.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/log.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace tilescope::notation {
namespace {

// Whether the known bits of a value can be those of a wgmma descriptor.
bool fits_wgmma(const Work& work, const Bits& bits) {
    if (bits.width != 64 || bits.value == 0) return false;
    Decoded decoded = decode(**find_format("wgmma", {}, work.options.edition), bits.value);
    drop_unknown_bits(decoded.problems, decoded, bits.unknown);
    return decoded.problems.empty();
}

// The bits at which a field of tcgen05 begins, and none of wgmma.
std::uint64_t only_of_tcgen05(Edition edition) {
    const auto begins = [&](std::string_view id) {
        std::uint64_t out = 0;
        for (const Field& f : (*find_format(id, {}, edition))->fields)
            if (!f.id.starts_with("rsvd")) out |= std::uint64_t{1} << f.lsb;
        return out;
    };
    return begins("smem") & ~begins("wgmma");
}

// A program that puts a value at such a bit builds a word of tcgen05, also if it forgets the version.
void add_unit(FindContext& out, const Work& work, const Find& find) {
    const std::uint64_t telling = only_of_tcgen05(work.options.edition);
    std::uint64_t seen = find.shifted & mode_of_tcgen05(work.options.edition);
    for (const Placed& p : find.placed) seen |= telling & std::uint64_t{1} << p.place.bit;
    const ArchRow* arch = work.options.arch.empty() ? nullptr : arch_named(work.options.arch);
    if (seen != 0) {
        out.unit = "smem";
        out.why = say("The text puts a value at bit ", std::countr_zero(seen), ", where only tcgen05 has a field.");
    } else if (arch != nullptr && arch->has(Feature::tcgen05) != arch->has(Feature::wgmma)) {
        out.unit = arch->has(Feature::wgmma) ? "wgmma" : "smem";
        out.why = say("You requested ", arch->id, ", which has ", arch->has(Feature::wgmma) ? "wgmma." : "tcgen05.");
    } else if (work.hints.by_name && !out.context.hopper) {
        out.unit = "smem";
        out.why = "The text names tcgen05.mma and not wgmma.";
    }
}

}  // namespace

FindContext context_for(const Work& work, const Find& find) {
    if (find.instruction != kNoInstruction) return {work.instructions[find.instruction], false};
    FindContext out{work.context, false};
    PasteContext& c = out.context;
    if (!find.name.empty() && !c.kind.empty()) c.kinds = {std::exchange(c.kind, {})};
    if (!find.hints.empty()) c.kind.clear(), c.kinds = find.hints;
    const bool idesc = find.role == PasteRole::idesc;  // an unnamed number can be anything
    if (idesc && c.kind.empty() && c.kinds.empty())
        c.kinds = work.hints.kinds.empty() ? work.hints.called : work.hints.kinds;
    c.hopper |= find.hopper;
    out.hinted = !c.hopper && work.hints.wgmma && fits_wgmma(work, find.bits);
    c.hopper |= out.hinted;
    c.tcgen05 |= work.tcgen05;
    if (!find.hopper) add_unit(out, work, find);
    return out;
}

}  // namespace tilescope::notation

namespace tilescope {

bool is_tcgen05_word(PasteRole role, std::uint64_t value) {
    if (role == PasteRole::idesc) return value != 0;
    const bool smem = role == PasteRole::smem || role == PasteRole::smem_a || role == PasteRole::smem_b;
    return smem && decode(**find_format("smem", {}, Edition::v9_1), value).problems.empty();
}

}  // namespace tilescope
