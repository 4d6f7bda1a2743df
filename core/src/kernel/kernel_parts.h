// core/src/kernel/kernel_parts.h -- the builder of lines, and the sections that all live kernels have.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/operand.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/kernel/parameters.h>

#include <string>
#include <string_view>

namespace tilescope::kernel {

// The lines of the body of a kernel. Each section begins with a comment that says why it is there, then declares its
// registers.
class KernelText {
public:
    template <class... Parts>
    void section(const Parts&... parts) {
        text_ += say("\n\t// ", say(parts...), "\n");
    }
    template <class... Parts>
    void op(const Parts&... parts) {
        text_ += say('\t', say(parts...), ";\n");
    }
    void registers(std::string_view type, std::string_view names) { op(".reg .", type, ' ', names); }
    void label(std::string_view name) { text_ += say(name, ":\n"); }

    void load(std::string_view name, Param param, unsigned word = 0);
    // Converts a pointer of the parameter block to an address in global memory.
    void load_pointer(std::string_view name, Param param);

    // Only the first thread of each CTA writes the status, with stores that the host sees while the kernel runs.
    void store_status(Status status, std::string_view value, unsigned bits = 32, bool guarded = true);
    void store_phase(std::uint32_t phase, bool guarded = true) { store_status(Status::phase, say(phase), 32, guarded); }

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

// Sets %thread, %warp, %cta (of the cluster), %is_first (the first thread of the CTA), %memory (the address of dynamic
// shared memory) and %status.
void begin_kernel(KernelText& text);

// Fills dynamic shared memory with 0xff, then copies the image of this CTA. Sets %control, the address of the control
// block. No barrier follows the copy.
void fill_shared_memory(KernelText& text);

// The table of the descriptors of a form.
const Format& descriptor_format(const KernelForm& form);

// Sets %distance: how many units of the field start lie between the address of the session and the real one. Sets
// %relocate.
void find_distance(KernelText& text, const KernelForm& form);

// Loads %a_desc or %b_desc, adds the distance to its addresses, and writes it to the status.
void load_descriptor(KernelText& text, const KernelForm& form, Operand operand);

// Sets the predicate %enable_d.
void load_enable_d(KernelText& text);

// The names that these sections give to the operands. `d` and `a` depend on the form.
inline constexpr MmaNames kKernelNames = {.d = "%d_address",
                                          .a = "%a_desc",
                                          .b = "%b_desc",
                                          .meta = "%meta_address",
                                          .idesc = "%idesc",
                                          .sfa = "%sfa_address",
                                          .sfb = "%sfb_address",
                                          .lane_mask = "%lane_mask",
                                          .enable_d = "%enable_d",
                                          .zcm = "%zcm"};

// The instruction of a form, and the body of its kernel.
std::string tcgen05_instruction(const KernelForm& form);
std::string tcgen05_body(const KernelForm& form, std::string_view instruction);
std::string wgmma_instruction(const KernelForm& form);
std::string wgmma_body(const KernelForm& form, std::string_view instruction);

}  // namespace tilescope::kernel
