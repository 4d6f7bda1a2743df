// core/src/notation/find_context.cpp -- what the text around a value says about it.
// SPDX-License-Identifier: MIT
#include "find_context.h"

#include <tilescope/formats/formats.h>
#include <tilescope/notation/log.h>
#include <tilescope/word/codec.h>

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

}  // namespace

FindContext context_for(const Work& work, const Find& find) {
    if (find.instruction != kNoInstruction) return {work.instructions[find.instruction], false};
    FindContext out{work.context, false};
    PasteContext& c = out.context;
    if (!find.name.empty() && !c.kind.empty()) c.kinds = {std::exchange(c.kind, {})};
    if (!find.hints.empty()) c.kind.clear(), c.kinds = find.hints;
    const bool idesc = find.role == PasteRole::idesc;  // an unnamed number can be anything
    if (idesc && c.kind.empty() && c.kinds.empty()) c.kinds = work.hints.kinds;
    c.hopper |= find.hopper;
    out.hinted = !c.hopper && work.hints.wgmma && fits_wgmma(work, find.bits);
    c.hopper |= out.hinted;
    c.tcgen05 |= work.tcgen05;
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
