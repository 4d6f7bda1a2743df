// core/include/tilescope/document/kernel_form.h -- the form of the live kernel that runs the instruction of a session.
// SPDX-License-Identifier: MIT
//
//     const Answer<KernelForm> form = kernel_form(derive(session));
//     const Answer<LiveKernel> kernel = live_kernel(*form);        // the text of the kernel
//
// Each instruction of emulator_job() has this form. The form is known even if no job can be built: it does not depend
// on descriptors, addresses and memory.
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/kernel/live_kernel.h>

namespace tilescope {

// Errors (only for wgmma, whose text has the shape and the types): a field of the instruction descriptor has unknown
// bits, or the shape or the types do not exist.
Answer<KernelForm> kernel_form(const Derived& derived);

// Returns the kernel of this form. Errors: those of kernel_form() and of live_kernel(form).
Answer<LiveKernel> live_kernel(const Derived& derived);

}  // namespace tilescope
