// core/src/document/kernel_form.cpp -- the form of the live kernel that runs the instruction of a session.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/document/kernel_form.h>

namespace tilescope {

Answer<KernelForm> kernel_form(const Derived& d) {
    const Session& s = d.session;
    if (!family_of(s).idesc)
        if (const std::vector<FieldPlace> asks = open_fields(d.of(WordId::idesc)); !asks.empty())
            return Answer<KernelForm>::refuse(sentence_of("The text of the instruction depends", asks));
    // A mask with unknown bits is a mask too: the kernel gets its value as a parameter.
    return kernel_form(MmaInstruction{.edition = s.edition,
                                      .arch = s.arch,
                                      .variant = s.variant,
                                      .idesc = static_cast<std::uint32_t>(s.word(WordId::idesc)),
                                      .zcm = s.word(WordId::zcm) | s.unknown_bits(WordId::zcm),
                                      .pieces = s.pieces});
}

Answer<LiveKernel> live_kernel(const Derived& derived) {
    const Answer<KernelForm> form = kernel_form(derived);
    return form ? live_kernel(*form) : Answer<LiveKernel>::refuse(form.why);
}

}  // namespace tilescope
