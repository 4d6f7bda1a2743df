// core/src/ptx/instructions.cpp -- the properties that all lines of an opcode have.
// SPDX-License-Identifier: MIT
#include "parts.h"

namespace tilescope::ptx {
namespace {

constexpr std::string_view kTcgen05 = "tcgen05", kWgmmaOpcode = "wgmma.mma_async", kBarrier = "mbarrier";

// clang-format off
// In the order of Opcode. ptxas 13.0.88 accepts mbarrier on every target that it supports, from the .version of the
// target on.
constexpr InstructionRow kInstructions[] = {
    {Opcode::mma,             kTcgen05, Feature::tcgen05, "8.6", "",             check_mma},
    {Opcode::cp,              kTcgen05, Feature::tcgen05, "8.6", "cp",           check_cp},
    {Opcode::wgmma,           kWgmmaOpcode,   Feature::wgmma,   "8.0", "",             check_wgmma},
    {Opcode::shift,           kTcgen05, Feature::tcgen05, "8.6", "shift",        nullptr},
    {Opcode::ld_red,          kTcgen05, Feature::tcgen05, "8.6", "",             check_load},
    {Opcode::ld,              kTcgen05, Feature::tcgen05, "8.6", "",             check_load},
    {Opcode::ld_compress,     kTcgen05, Feature::tcgen05, "9.4", "compressed",   check_compressing_load},
    {Opcode::ld_red_compress, kTcgen05, Feature::tcgen05, "9.4", "compressed_reds", check_compressing_load},
    {Opcode::st,              kTcgen05, Feature::tcgen05, "8.6", "",             check_store},
    {Opcode::wait_ld,         kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::wait_st,         kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::fence_before,    kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::fence_after,     kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::alloc,           kTcgen05, Feature::tcgen05, "8.6", "alloc",        check_columns_of},
    {Opcode::dealloc,         kTcgen05, Feature::tcgen05, "8.6", "dealloc",      check_columns_of},
    {Opcode::relinquish,      kTcgen05, Feature::tcgen05, "8.6", "none",         nullptr},
    {Opcode::commit,          kTcgen05, Feature::tcgen05, "8.6", "",             check_mask},
    {Opcode::bar_init,        kBarrier, {},               "8.0", "init",         nullptr},
    {Opcode::bar_inval,       kBarrier, {},               "8.0", "inval",        nullptr},
    {Opcode::bar_expect_tx,   kBarrier, {},               "8.0", "",        check_transactions},
    {Opcode::bar_complete_tx, kBarrier, {},               "8.0", "",        check_transactions},
    {Opcode::bar_arrive,      kBarrier, {},               "8.0", "",       check_arrival},
    {Opcode::bar_arrive_tx,   kBarrier, {},               "8.0", "", check_arrival},
    {Opcode::bar_drop,        kBarrier, {},               "8.0", "",       check_arrival},
    {Opcode::bar_drop_tx,     kBarrier, {},               "8.0", "", check_arrival},
    {Opcode::bar_test,        kBarrier, {},               "8.0", "test",         check_order_of_memory},
    {Opcode::bar_test_parity, kBarrier, {},               "8.0", "test_parity",  check_parity},
    {Opcode::bar_try,         kBarrier, {},               "8.0", "try",          check_order_of_memory},
    {Opcode::bar_try_parity,  kBarrier, {},               "8.0", "try_parity",   check_parity},
    {Opcode::bar_pending,     kBarrier, {},               "8.0", "pending",      nullptr},
};
// clang-format on

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kInstructions); ++i)
        if (kInstructions[i].opcode != static_cast<Opcode>(i)) return false;
    return std::size(kInstructions) == std::size(kOpcodeNames);
}
static_assert(in_order());

}  // namespace

const InstructionRow& instruction_of(Opcode opcode) { return kInstructions[static_cast<std::size_t>(opcode)]; }

}  // namespace tilescope::ptx

namespace tilescope {

const FamilyRow& family_of(Opcode opcode) {
    const auto needs = ptx::instruction_of(opcode).needs;
    const FamilyRow* family = needs ? family_with(*needs) : nullptr;
    return family != nullptr ? *family : kFamilies[0];
}

}  // namespace tilescope
