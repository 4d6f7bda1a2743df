// core/src/kernel/wgmma_kernel.cpp -- the body of a kernel that runs one wgmma.mma_async.
// SPDX-License-Identifier: MIT
//
// Source of the order of the steps: PTX ISA 9.1, 9.7.15.1 (warpgroup), 9.7.15.4 (async proxy), 9.7.15.7.1
// (wgmma.fence before the registers of D and A are used), 9.7.15.7.2 and 9.7.15.7.3 (commit_group, wait_group).
#include "kernel_parts.h"

#include <tilescope/ptx/mma_text.h>

namespace tilescope::kernel {
namespace {

constexpr unsigned kMostN = 256;  // lists of registers of a larger N are never needed

// Copies words 0 to count - 1 of a list of registers from or to the words of this thread.
void move_words(KernelText& text, bool in, std::string_view name, unsigned count, unsigned first) {
    for (unsigned i = 0; i < count; ++i) {
        const std::string place = say("[%words+", (first + i) * kParamWordBytes, ']'), reg = say(name, i);
        if (in)
            text.op("ld.global.b32 ", reg, ", ", place);
        else
            text.op("st.global.b32 ", place, ", ", reg);
    }
}

void find_words(KernelText& text, Param buffer, unsigned count) {
    text.load_pointer("%words", buffer);
    text.op("mul.wide.u32 %words_of_thread, %thread, ", count * kParamWordBytes);
    text.op("add.u64 %words, %words, %words_of_thread");
}

void load_registers(KernelText& text, const ThreadWords& words) {
    text.section("The registers of this thread: D", words.a ? ", then A" : "", words.meta ? ", then the metadata" : "",
                 '.');
    text.registers("b32", say("%d<", words.d, '>'));
    if (words.a) text.registers("b32", say("%a<", words.a, '>'));
    if (words.meta) text.registers("b32", "%meta<1>");
    text.registers("b64", "%words, %words_of_thread");
    find_words(text, Param::cells_in, words.all());
    move_words(text, true, "%d", words.d, 0);
    move_words(text, true, "%a", words.a, words.d);
    move_words(text, true, "%meta", words.meta, words.d + words.a);
}

void issue_wgmma(KernelText& text, std::string_view instruction) {
    text.section("Write the status before the MMA, because a wrong MMA can end the kernel.");
    text.store_phase(3);
    text.op("fence.acq_rel.sys");

    text.section("All four warps run the MMA. The fence orders it after the loads of its registers.");
    text.registers("b64", "%started, %cycles");
    text.op("mov.u64 %started, %clock64");
    text.op("wgmma.fence.sync.aligned");
    text.op(instruction);
    text.op("wgmma.commit_group.sync.aligned");
    text.store_phase(4);

    text.section("This wait has no time limit: wgmma has none. Only the host can end a kernel that waits here.");
    text.op("wgmma.wait_group.sync.aligned 0");
    text.op("mov.u64 %cycles, %clock64");
    text.op("sub.u64 %cycles, %cycles, %started");
    text.store_status(Status::clocks, "%cycles", 64);
    text.store_status(Status::waited, say(kWaitComplete));
    text.store_phase(5);
}

void store_registers(KernelText& text, const ThreadWords& words) {
    text.section("Copy the registers of D to the buffer cells_out.");
    find_words(text, Param::cells_out, words.d);
    move_words(text, false, "%d", words.d, 0);
    text.store_phase(6);
    text.store_phase(7);
    text.op("ret");
}

}  // namespace

std::string wgmma_instruction(const KernelForm& form) {
    MmaNames names = kKernelNames;
    names.d = "%d", names.meta = "%meta0";
    if (form.variant.a_in_tmem) names.a = "%a";
    return wgmma_text(form.variant, form.shape, form.shape.n <= kMostN, names);
}

std::string wgmma_body(const KernelForm& form, std::string_view instruction) {
    const ThreadWords words = thread_words(form);
    KernelText text;
    begin_kernel(text);
    fill_shared_memory(text);
    text.section("The MMA reads shared memory through another path (the async proxy): make the writes visible to it.");
    text.op("fence.proxy.async.shared::cta");
    text.op("bar.sync 0");
    load_registers(text, words);
    text.store_phase(2);
    text.section("The MMA adds to the old D only if this predicate is true.");
    load_enable_d(text);
    find_distance(text, form);
    if (!form.variant.a_in_tmem) load_descriptor(text, form, Operand::a);
    load_descriptor(text, form, Operand::b);
    issue_wgmma(text, instruction);
    store_registers(text, words);
    return text.text();
}

}  // namespace tilescope::kernel
