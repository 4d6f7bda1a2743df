// tests/support/kernel_forms.h -- every form that a live kernel can have on a target, and forms that it cannot have.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/kernel/live_kernel.h>

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::test {

// Returns the forms of tcgen05 or of wgmma for a target, each once. Some of them are refused. Of the sixteen values of
// scale-input-d it has four. wgmma has all N with all types, and all signs and transpositions with N = 16.
std::vector<KernelForm> kernel_forms(std::string_view arch);

// Returns "sm_100a tcgen05.mma.cta_group::1.kind::f16 [...], ...", for messages.
std::string name_of_form(const KernelForm& form);

}  // namespace tilescope::test
