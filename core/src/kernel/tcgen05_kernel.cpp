// core/src/kernel/tcgen05_kernel.cpp -- the body of a kernel that runs one tcgen05.mma.
// SPDX-License-Identifier: MIT
//
// Source of the order of the steps: PTX ISA 9.1, 9.7.16.6 (memory model: fences and pipelines), 9.7.16.7 (allocation),
// 9.7.16.5 (the two CTAs of a pair must meet before one of them deallocates) and 9.7.13.15 (mbarrier).
#include "kernel_parts.h"

#include <tilescope/formats/tmem.h>
#include <tilescope/ptx/mma_text.h>

namespace tilescope::kernel {
namespace {

// Places in the control block.
constexpr std::string_view kBarrier = "[%control]", kTmemBase = "[%control+8]", kWaitResult = "[%control+12]";

constexpr unsigned kCellBytes = kTmem.cell_bits / 8;
constexpr unsigned kTurnColumns = 8;  // of one tcgen05.ld or tcgen05.st; every allocation is a multiple of it
static_assert(kTmem.granule % kTurnColumns == 0);
constexpr unsigned kHintNs = 1000;  // mbarrier.try_wait may sleep this long before it looks at the deadline

bool is_pair(const KernelForm& form) { return form.variant.cta_group == 2; }
std::string group_of(const KernelForm& form) { return say(".cta_group::", form.variant.cta_group); }

// All threads of the CTA wait for each other; those of a pair wait for both CTAs. The fences order tcgen05
// instructions, which the barrier alone does not do.
void meet(KernelText& text, const KernelForm& form) {
    text.op("tcgen05.fence::before_thread_sync");
    if (is_pair(form)) {
        text.op("barrier.cluster.arrive.release.aligned");
        text.op("barrier.cluster.wait.acquire.aligned");
    } else {
        text.op("bar.sync 0");
    }
    text.op("tcgen05.fence::after_thread_sync");
}

void allocate(KernelText& text, const KernelForm& form) {
    text.section("The MMA signals an mbarrier when it is complete. One thread prepares it.");
    text.op("@%is_first mbarrier.init.shared::cta.b64 ", kBarrier, ", 1");
    text.op("@%is_first fence.mbarrier_init.release.cluster");

    text.section(
        "One warp of each CTA allocates Tensor Memory. It waits while another kernel has the columns; only the host "
        "can end this wait.");
    text.registers("pred", "%other_warp");
    text.registers("b32", "%columns, %tmem");
    text.load("%columns", Param::columns);
    text.op("setp.ne.u32 %other_warp, %warp, 0");
    text.op("@%other_warp bra.uni ALLOCATED");
    text.op("tcgen05.alloc", group_of(form), ".sync.aligned.shared::cta.b32 ", kTmemBase, ", %columns");
    text.op("tcgen05.relinquish_alloc_permit", group_of(form), ".sync.aligned");
    text.label("ALLOCATED");

    text.section("The MMA reads shared memory through another path (the async proxy): make the writes visible to it.");
    text.op("fence.proxy.async.shared::cta");
    meet(text, form);
    text.op("ld.shared.b32 %tmem, ", kTmemBase);
    text.store_status(Status::tmem_base, "%tmem");
}

std::string cell_registers() { return register_list("%cell", kTurnColumns); }

// Sets %cells to the first cell of this thread's lane in a buffer, and %lane_address to the lane in Tensor Memory.
void find_lane(KernelText& text, Param buffer) {
    const unsigned lane_bit = field(kTmem91, "lane").lsb;
    text.load_pointer("%cells", buffer);
    text.op("mad.lo.u32 %row, %cta, ", kTmem.lanes, ", %thread");
    text.op("mul.lo.u32 %row, %row, %columns");
    text.op("mul.wide.u32 %row_bytes, %row, ", kCellBytes);
    text.op("add.u64 %cells, %cells, %row_bytes");
    text.op("mul.lo.u32 %lane_address, %warp, ", kTmem.warp_lanes);
    text.op("shl.b32 %lane_address, %lane_address, ", lane_bit);
    text.op("add.u32 %lane_address, %lane_address, %tmem");
    text.op("mov.b32 %column, 0");
}

// Goes to the next columns, until the last ones are done.
void end_turn(KernelText& text, std::string_view label) {
    text.op("add.u64 %cells, %cells, ", kTurnColumns * kCellBytes);
    text.op("add.u32 %lane_address, %lane_address, ", kTurnColumns);
    text.op("add.u32 %column, %column, ", kTurnColumns);
    text.op("setp.lt.u32 %more, %column, %columns");
    text.op("@%more bra.uni ", label);
}

void fill_tensor_memory(KernelText& text, const KernelForm& form) {
    text.section("Each warp fills its 32 lanes of Tensor Memory; each thread has the cells of one lane.");
    text.registers("pred", "%more");
    text.registers("b32", say("%row, %lane_address, %column, %cell<", kTurnColumns, ">"));
    text.registers("b64", "%cells, %row_bytes");
    find_lane(text, Param::cells_in);
    text.label("FILL_CELLS");
    text.op("ld.global.v4.b32 {%cell0, %cell1, %cell2, %cell3}, [%cells]");
    text.op("ld.global.v4.b32 {%cell4, %cell5, %cell6, %cell7}, [%cells+16]");
    text.op("tcgen05.st.sync.aligned.32x32b.x", kTurnColumns, ".b32 [%lane_address], ", cell_registers());
    end_turn(text, "FILL_CELLS");
    text.op("tcgen05.wait::st.sync.aligned");
    meet(text, form);
    text.store_phase(2);
}

void load_address(KernelText& text, std::string_view name, Param param) {
    text.registers("b32", name);
    text.load(name, param);
    text.op("add.u32 ", name, ", ", name, ", %tmem");
}

void load_operands(KernelText& text, const KernelForm& form) {
    const Variant& v = form.variant;
    text.section("Addresses of operands in Tensor Memory count from the start of the allocation.");
    load_address(text, "%d_address", Param::tmem_d);
    if (v.a_in_tmem) load_address(text, "%a_address", Param::tmem_a);
    if (v.sparse) load_address(text, "%meta_address", Param::tmem_meta);
    if (kind_or_none(v.kind).block_scaled()) {
        load_address(text, "%sfa_address", Param::tmem_sfa);
        load_address(text, "%sfb_address", Param::tmem_sfb);
    }

    text.section("The other operands.");
    text.registers("b32", "%idesc");
    text.load("%idesc", Param::idesc);
    load_enable_d(text);
    if (v.lane_mask) {
        const unsigned words = v.cta_group * kTmem.lanes / 32;
        text.registers("b32", say("%lane_mask<", words, ">"));
        for (unsigned word = 0; word < words; ++word) text.load(say("%lane_mask", word), Param::lane_mask, word);
    }
    if (form.zero_mask) {
        text.registers("b64", "%zcm");
        text.load("%zcm", Param::zcm);
    }
    find_distance(text, form);
    if (!v.a_in_tmem) load_descriptor(text, form, Operand::a);
    load_descriptor(text, form, Operand::b);
}

void issue(KernelText& text, const KernelForm& form, std::string_view instruction) {
    const bool pair = is_pair(form);
    text.section("Write the status before the MMA, because a wrong MMA can end the kernel.");
    text.registers("b64", "%started");
    text.store_phase(3);
    text.op("fence.acq_rel.sys");
    text.op("mov.u64 %started, %clock64");

    text.section(pair ? "One thread of the first CTA issues the MMA of the pair. The commit signals both CTAs."
                      : "One thread issues the MMA. The commit signals the mbarrier when the MMA is complete.");
    text.registers("pred", "%issues");
    if (pair) text.registers("b16", "%both_ctas");
    text.op(pair ? "setp.eq.and.u32 %issues, %cta, 0, %is_first" : "mov.pred %issues, %is_first");
    if (pair) text.op("mov.b16 %both_ctas, 3");
    text.op("@!%issues bra ISSUED");
    text.op(instruction);
    text.op("tcgen05.commit", group_of(form), ".mbarrier::arrive::one.shared::cluster",
            pair ? ".multicast::cluster" : "", ".b64 ", kBarrier, pair ? ", %both_ctas" : "");
    text.store_phase(4, false);
    text.label("ISSUED");
}

void wait_for_mma(KernelText& text, const KernelForm& form) {
    text.section("One thread waits, but not longer than timeout_ns.");
    text.registers("pred", "%complete, %early");
    text.registers("b32", "%timeout, %waited");
    text.registers("b64", "%limit, %wait_began, %elapsed, %cycles");
    text.op("@!%is_first bra WAITED");
    text.load("%timeout", Param::timeout_ns);
    text.op("cvt.u64.u32 %limit, %timeout");
    text.op("mov.u64 %wait_began, %globaltimer");
    text.op("mov.b32 %waited, ", kWaitComplete);
    text.label("WAIT");
    text.op("mbarrier.try_wait.parity.acquire.", is_pair(form) ? "cluster" : "cta", ".shared::cta.b64 %complete, ",
            kBarrier, ", 0, ", kHintNs);
    text.op("@%complete bra WAIT_ENDED");
    text.op("mov.u64 %elapsed, %globaltimer");
    text.op("sub.u64 %elapsed, %elapsed, %wait_began");
    text.op("setp.lt.u64 %early, %elapsed, %limit");
    text.op("@%early bra WAIT");
    text.op("mov.b32 %waited, ", kWaitTimedOut);
    text.label("WAIT_ENDED");
    text.op("mov.u64 %cycles, %clock64");
    text.op("sub.u64 %cycles, %cycles, %started");
    text.store_status(Status::clocks, "%cycles", 64, false);
    text.store_status(Status::waited, "%waited", 32, false);
    text.store_phase(5, false);
    text.op("fence.acq_rel.sys");
    text.op("st.shared.b32 ", kWaitResult, ", %waited");
    text.label("WAITED");
    text.op("bar.sync 0");
}

void stop_if_late(KernelText& text) {
    text.section(
        "After a time-out, the MMA can still write Tensor Memory. So the memory cannot be freed: end the kernel by a "
        "trap.");
    text.op("ld.shared.b32 %waited, ", kWaitResult);
    text.op("setp.eq.u32 %complete, %waited, ", kWaitComplete);
    text.op("@%complete bra.uni COMPLETE");
    text.op("trap");
    text.label("COMPLETE");
    text.op("tcgen05.fence::after_thread_sync");
}

void dump_tensor_memory(KernelText& text) {
    text.section("Each warp copies its lanes of Tensor Memory to the buffer cells_out.");
    find_lane(text, Param::cells_out);
    text.label("DUMP_CELLS");
    text.op("tcgen05.ld.sync.aligned.32x32b.x", kTurnColumns, ".b32 ", cell_registers(), ", [%lane_address]");
    text.op("tcgen05.wait::ld.sync.aligned");
    text.op("st.global.v4.b32 [%cells], {%cell0, %cell1, %cell2, %cell3}");
    text.op("st.global.v4.b32 [%cells+16], {%cell4, %cell5, %cell6, %cell7}");
    end_turn(text, "DUMP_CELLS");
    text.store_phase(6);
}

void deallocate(KernelText& text, const KernelForm& form) {
    text.section(is_pair(form) ? "Both CTAs are done with Tensor Memory. It must be free when the kernel ends."
                               : "All warps are done with Tensor Memory. It must be free when the kernel ends.");
    meet(text, form);
    text.op("@%other_warp bra.uni FREED");
    text.op("tcgen05.dealloc", group_of(form), ".sync.aligned.b32 %tmem, %columns");
    text.label("FREED");
    text.store_phase(7);
    text.op("ret");
}

}  // namespace

std::string tcgen05_instruction(const KernelForm& form) {
    MmaNames names = kKernelNames;
    if (form.variant.a_in_tmem) names.a = "%a_address";
    return mma_text(form.variant, form.zero_mask, names);
}

std::string tcgen05_body(const KernelForm& form, std::string_view instruction) {
    KernelText text;
    begin_kernel(text);
    fill_shared_memory(text);
    allocate(text, form);
    fill_tensor_memory(text, form);
    load_operands(text, form);
    issue(text, form, instruction);
    wait_for_mma(text, form);
    stop_if_late(text);
    dump_tensor_memory(text);
    deallocate(text, form);
    return text.text();
}

}  // namespace tilescope::kernel
