// core/include/tilescope/notation/opcodes.h -- the names of the instructions that the program reads and checks.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// An opcode is the fixed first part of an instruction name. tcgen05.ld.red is an opcode. tcgen05.mma.ws is not: .ws is
// a qualifier of tcgen05.mma.
enum class Opcode : std::uint8_t {
    mma,
    cp,
    wgmma,
    shift,
    ld_red,
    ld,
    ld_compress,
    ld_red_compress,
    st,
    wait_ld,
    wait_st,
    fence_before,
    fence_after,
    alloc,
    dealloc,
    relinquish,
    commit,
    bar_init,  // mbarrier
    bar_inval,
    bar_expect_tx,
    bar_complete_tx,
    bar_arrive,
    bar_arrive_tx,
    bar_drop,
    bar_drop_tx,
    bar_test,
    bar_test_parity,
    bar_try,
    bar_try_parity,
    bar_pending
};
inline constexpr NamedValue kOpcodeNames[] = {
    {0, "tcgen05.mma"},
    {1, "tcgen05.cp"},
    {2, "wgmma.mma_async"},
    {3, "tcgen05.shift"},
    {4, "tcgen05.ld.red"},
    {5, "tcgen05.ld"},
    {6, "tcgen05.ld.spcompress"},
    {7, "tcgen05.ld.red.spcompress"},
    {8, "tcgen05.st"},
    {9, "tcgen05.wait::ld"},
    {10, "tcgen05.wait::st"},
    {11, "tcgen05.fence::before_thread_sync"},
    {12, "tcgen05.fence::after_thread_sync"},
    {13, "tcgen05.alloc"},
    {14, "tcgen05.dealloc"},
    {15, "tcgen05.relinquish_alloc_permit"},
    {16, "tcgen05.commit"},
    {17, "mbarrier.init"},
    {18, "mbarrier.inval"},
    {19, "mbarrier.expect_tx"},
    {20, "mbarrier.complete_tx"},
    {21, "mbarrier.arrive"},
    {22, "mbarrier.arrive.expect_tx"},
    {23, "mbarrier.arrive_drop"},
    {24, "mbarrier.arrive_drop.expect_tx"},
    {25, "mbarrier.test_wait"},
    {26, "mbarrier.test_wait.parity"},
    {27, "mbarrier.try_wait"},
    {28, "mbarrier.try_wait.parity"},
    {29, "mbarrier.pending_count"},
};
constexpr std::string_view name_of(Opcode o) { return name_in(kOpcodeNames, static_cast<std::uint64_t>(o)); }

}  // namespace tilescope
