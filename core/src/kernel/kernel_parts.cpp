// core/src/kernel/kernel_parts.cpp -- the sections that all live kernels have.
// SPDX-License-Identifier: MIT
#include "kernel_parts.h"

#include <tilescope/formats/formats.h>

#include <algorithm>

namespace tilescope::kernel {
namespace {

// Each thread moves one chunk of 16 bytes in each turn of a loop.
constexpr unsigned kTurnBytes = kLiveThreads * kChunkBytes;
constexpr std::string_view kPoison = "0xffffffff";

// The labels and registers of a loop over the chunks of some bytes. Each thread begins at its own chunk.
struct ChunkLoop {
    std::string_view label, end, done, at, bytes;
};
template <class Body>
void for_each_chunk(KernelText& text, const ChunkLoop& loop, const Body& body) {
    text.op("mul.lo.u32 ", loop.at, ", %thread, ", kChunkBytes);
    text.label(loop.label);
    text.op("setp.ge.u32 ", loop.done, ", ", loop.at, ", ", loop.bytes);
    text.op('@', loop.done, " bra ", loop.end);
    body();
    text.op("add.u32 ", loop.at, ", ", loop.at, ", ", kTurnBytes);
    text.op("bra ", loop.label);
    text.label(loop.end);
}

// Returns the bits of a field with an address that the target uses. PTX 9.4 has one table for all targets, but only the
// newest ones use the top bit of an address.
unsigned width_on(const KernelForm& form, const Field& field) {
    return std::min(field.width, arch_named(form.arch)->address_bits - field.scale);
}

// Adds %distance to one field of a descriptor, if the bit of `relocate` is set. A carry out of the field is dropped.
void move_field(KernelText& text, const KernelForm& form, std::string_view word, const Field& field,
                std::uint32_t relocate) {
    const std::string place = say(field.lsb, ", ", width_on(form, field));
    text.op("and.b32 %chosen, %relocate, ", relocate);
    text.op("setp.ne.u32 %moves, %chosen, 0");
    text.op("selp.b64 %step, %distance, 0, %moves");
    text.op("bfe.u64 %address, ", word, ", ", place);
    text.op("add.u64 %address, %address, %step");
    text.op("bfi.b64 ", word, ", %address, ", word, ", ", place);
}

}  // namespace

const Format& descriptor_format(const KernelForm& form) {
    return **find_format(family_of(form.arch).smem, {}, edition_of(form.arch, form.edition));
}

void KernelText::load(std::string_view name, Param param, unsigned word) {
    const ParamRow& row = row_of(param);
    const unsigned bytes = row.bytes == 8 ? 8 : 4;
    op("ld.param.b", bytes * 8, ' ', name, ", [job+", row.offset + word * bytes, ']');
}

void KernelText::load_pointer(std::string_view name, Param param) {
    load(name, param);
    op("cvta.to.global.u64 ", name, ", ", name);
}

void KernelText::store_status(Status status, std::string_view value, unsigned bits, bool guarded) {
    op(guarded ? "@%is_first " : "", "st.relaxed.sys.global.b", bits, " [%status+", static_cast<unsigned>(status) * 4,
       "], ", value);
}

void begin_kernel(KernelText& text) {
    text.section("Each thread of the warpgroup has a number. The first one writes the status.");
    text.registers("pred", "%is_first");
    text.registers("b32", "%thread, %warp, %cta");
    text.op("mov.u32 %thread, %tid.x");
    text.op("shr.u32 %warp, %thread, 5");
    text.op("mov.u32 %cta, %cluster_ctarank");
    text.op("setp.eq.u32 %is_first, %thread, 0");

    text.section("The host reads the status while the kernel runs. If the kernel never ends, the last phase is known.");
    text.registers("b32", "%memory");
    text.registers("b64", "%status, %status_of_cta");
    text.load_pointer("%status", Param::status);
    text.op("mul.wide.u32 %status_of_cta, %cta, ", kStatusBytes);
    text.op("add.u64 %status, %status, %status_of_cta");
    text.op("mov.u32 %memory, shared_memory");
    text.store_status(Status::smem_base, "%memory");
    text.store_phase(1);
}

void fill_shared_memory(KernelText& text) {
    text.section("A read of bytes that the image does not have must show in D: all bytes become 0xff first.");
    text.registers("pred", "%filled");
    text.registers("b32", "%smem_bytes, %control, %poison, %fill_at, %fill_to");
    text.load("%smem_bytes", Param::smem_bytes);
    text.op("add.u32 %control, %memory, %smem_bytes");
    text.op("mov.b32 %poison, ", kPoison);
    for_each_chunk(text, {"FILL", "FILLED", "%filled", "%fill_at", "%smem_bytes"}, [&] {
        text.op("add.u32 %fill_to, %memory, %fill_at");
        text.op("st.shared.v4.b32 [%fill_to], {%poison, %poison, %poison, %poison}");
    });
    text.op("bar.sync 0");

    text.section("Copy the image of this CTA to its place in shared memory.");
    text.registers("pred", "%copied");
    text.registers("b32", "%image_bytes, %image_to, %copy_at, %copy_to, %chunk<4>");
    text.registers("b64", "%image, %image_of_cta, %copy_from");
    text.load_pointer("%image", Param::image);
    text.load("%image_bytes", Param::image_bytes);
    text.op("mul.wide.u32 %image_of_cta, %cta, %image_bytes");
    text.op("add.u64 %image, %image, %image_of_cta");
    text.load("%image_to", Param::image_offset);
    text.op("add.u32 %image_to, %memory, %image_to");
    for_each_chunk(text, {"COPY", "COPIED", "%copied", "%copy_at", "%image_bytes"}, [&] {
        text.op("cvt.u64.u32 %copy_from, %copy_at");
        text.op("add.u64 %copy_from, %image, %copy_from");
        text.op("ld.global.v4.b32 {%chunk0, %chunk1, %chunk2, %chunk3}, [%copy_from]");
        text.op("add.u32 %copy_to, %image_to, %copy_at");
        text.op("st.shared.v4.b32 [%copy_to], {%chunk0, %chunk1, %chunk2, %chunk3}");
    });
}

void find_distance(KernelText& text, const KernelForm& form) {
    const Field& start = field_in(descriptor_format(form), "start");
    text.section("The addresses in descriptors count from origin. Find how far the real shared memory is from there.");
    text.registers("pred", "%moves");
    text.registers("b32", "%origin, %away, %relocate, %chosen");
    text.registers("b64", "%distance, %step, %address");
    text.load("%origin", Param::origin);
    text.load("%relocate", Param::relocate);
    text.op("sub.u32 %away, %memory, %origin");
    text.op("shr.u32 %away, %away, ", start.scale);
    text.op("cvt.u64.u32 %distance, %away");
}

void load_descriptor(KernelText& text, const KernelForm& form, Operand operand) {
    const std::string_view word = pick(operand, "%a_desc", "%b_desc");
    const Format& format = descriptor_format(form);
    text.section("The descriptor of ", name_of(operand),
                 ". The distance is added only to the fields that relocate names.");
    text.registers("b64", word);
    text.load(word, pick(operand, Param::a_desc, Param::b_desc));
    move_field(text, form, word, field_in(format, "start"), pick(operand, kRelocateA, kRelocateB));
    if (find_field(format, "lbo_mode"))  // then lbo can be an address
        move_field(text, form, word, field_in(format, "lbo"), pick(operand, kRelocateLboOfA, kRelocateLboOfB));
    text.store_status(pick(operand, Status::a_desc, Status::b_desc), word, 64);
}

void load_enable_d(KernelText& text) {
    text.registers("pred", "%enable_d");
    text.registers("b32", "%enable");
    text.load("%enable", Param::enable_d);
    text.op("setp.ne.u32 %enable_d, %enable, 0");
}

}  // namespace tilescope::kernel
