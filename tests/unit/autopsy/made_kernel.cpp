// tests/unit/autopsy/made_kernel.cpp -- recordings made by the model: tiles and their words.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/smem.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace tilescope::autopsy::test {
namespace {

constexpr std::uint32_t kBegin = 0x400, kPattern = 1024, kLine = 128;
constexpr std::uint8_t kPoison = 0xcc;

struct TypeText {
    std::string_view id, opcode, types;  // of wgmma
};
constexpr TypeText kTexts[] = {{"f16", "HGMMA", ".F32"},
                               {"bf16", "HGMMA", ".F32.BF16"},
                               {"tf32", "HGMMA", ".F32.TF32"},
                               {"e4m3", "QGMMA", ".F32.E4M3.E4M3"},
                               {"e5m2", "QGMMA", ".F32.E5M2.E5M2"},
                               {"s8", "IGMMA", ".S8.S8"},
                               {"u8", "IGMMA", ".U8.U8"}};

// The mnemonic of a tcgen05.mma, and what follows idesc.
struct KindText {
    std::string_view kind, opcode, last;
};
constexpr KindText kKindTexts[] = {{"f16", "UTCHMMA", "UP0"},
                                   {"tf32", "UTCHMMA", "UP0"},
                                   {"f8f6f4", "UTCQMMA", "UP0"},
                                   {"i8", "UTCIMMA", "UP0"},
                                   {"mxf8f6f4", "UTCQMMA", "tmem[UR20],UP0"},
                                   {"mxf4", "UTCOMMA", "tmem[UR20],UP0"},
                                   {"mxf4nvf4", "UTCOMMA.4X", "tmem[UR20],UP0"}};

std::string tcgen05_text(const Plan& plan) {
    for (const KindText& t : kKindTexts)
        if (t.kind == plan.kind)
            return say(t.opcode, plan.ctas > 1 ? ".2CTA " : " ", plan.a_in_tmem ? "tmem[UR4]" : "gdesc[UR4]",
                       ",gdesc[UR6],tmem[UR8],tmem[UR10],idesc[UR11],", t.last);
    return {};
}

std::string mma_text(const Plan& plan) {
    if (!plan.kind.empty()) return tcgen05_text(plan);
    const ElementType& type = *find_type(plan.type);
    for (const TypeText& t : kTexts)
        if (t.id == plan.type)
            return say(t.opcode, ".64x", plan.n, "x", dense_k(type), t.types, " R24,gdesc[UR4]",
                       plan.major.a == Major::mn ? ".tnspA" : "", plan.major.b == Major::mn ? ".tnspB" : "", ",R24");
    return {};
}

}  // namespace

std::uint32_t number_word(const std::string& type, Numbers numbers, std::mt19937& random, std::size_t row,
                          std::size_t column) {
    const ElementType& element = *find_type(type);
    const FloatFormat* format = find_float(type);
    if (numbers == Numbers::any_bits || (!format && numbers != Numbers::one_hot && numbers != Numbers::small_integers))
        return static_cast<std::uint32_t>(random() & bit_mask(element.bits));
    double value = 0;
    switch (numbers) {
    case Numbers::normal: value = std::normal_distribution<double>(0, 1)(random); break;
    case Numbers::uniform: value = std::uniform_real_distribution<double>(0, 1)(random); break;
    case Numbers::octaves:
        value =
            std::ldexp(1 + std::uniform_real_distribution<double>(0, 1)(random), static_cast<int>(random() % 3) - 2);
        if (random() % 2) value = -value;
        break;
    case Numbers::small_integers: value = static_cast<double>(random() % 7) - 3; break;
    case Numbers::one_hot: value = row % 64 == column % 64 ? 1 : 0; break;
    case Numbers::powers_of_two: value = std::ldexp(1, static_cast<int>(random() % 8) - 4); break;
    case Numbers::any_bits: break;
    }
    if (!format) return static_cast<std::uint32_t>(static_cast<std::int32_t>(value)) & 0xff;
    return word_in_memory(*format, value);
}

MadeKernel::MadeKernel(const Plan& p) : plan(p), text(mma_text(p)) {
    if (!plan.kind.empty()) set_idesc();
    fill_matrices();
    place_tiles();
}

const Format& MadeKernel::format() const { return plan.kind.empty() ? kWgmma91 : kSmem91; }

void MadeKernel::set_idesc() {
    const bool integers = plan.kind == "i8", scaled = kind_or_none(plan.kind).block_scaled();
    const auto flag = [](Major major) { return major == Major::mn ? "yes" : "no"; };
    for (const std::string_view field : {"a_type", "b_type"})
        set_in_idesc(field, std::string(find_type(plan.type)->number));
    if (scaled) set_in_idesc("scale_type", "ue8m0");
    if (!scaled) set_in_idesc("d_type", integers ? "s32" : "f32");
    if (!is_packed(plan.kind)) set_in_idesc("transpose_a", flag(plan.major.a));
    if (!is_packed(plan.kind)) set_in_idesc("transpose_b", flag(plan.major.b));
    set_in_idesc("n", std::to_string(plan.n));
    set_in_idesc("m", std::to_string(plan.m * plan.ctas));
}
void MadeKernel::set_in_idesc(std::string_view field, const std::string& value) {
    idesc = static_cast<std::uint32_t>(*with_field(*idesc_format(plan.kind, Edition::v9_1), idesc, field, value));
}

unsigned MadeKernel::k() const { return dense_k(*find_type(plan.type)); }
unsigned MadeKernel::width() const { return std::max(find_type(plan.type)->bits / 8, 1u); }

void MadeKernel::fill_matrices() {
    std::mt19937 random(plan.seed);
    const std::size_t k_all = plan.column + std::size_t{k()} * all_steps() + plan.more;
    const auto fill = [&](ExpectedArray& array, std::size_t rows, std::size_t columns) {
        array.row_bytes = columns * width();
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column) {
                const std::uint32_t word = number_word(plan.type, plan.numbers, random, row, column);
                for (unsigned i = 0; i < width(); ++i) array.bytes.push_back(static_cast<std::uint8_t>(word >> 8 * i));
            }
    };
    const std::size_t m = plan.row_a + std::size_t{plan.m} * plan.warpgroups + plan.more,
                      n = plan.row_b + plan.n + plan.more;
    fill(expected.a, m, k_all);
    if (plan.b_is_k_by_n)
        fill(expected.b, k_all, n);
    else
        fill(expected.b, n, k_all);
}

std::uint32_t MadeKernel::element(Operand o, std::size_t row, std::size_t column) const {
    const ExpectedArray& array = pick(o, expected.a, expected.b);
    row += pick(o, plan.row_a, plan.row_b);
    column += plan.column;
    if (pick(o, false, bool{plan.b_is_k_by_n})) std::swap(row, column);
    const std::uint8_t* at = array.bytes.data() + row * array.row_bytes + column * width();
    std::uint32_t out = 0;
    for (unsigned i = 0; i < width(); ++i) out |= std::uint32_t{at[i]} << 8 * i;
    return out;
}

void MadeKernel::place_tiles() {
    const ElementType& type = *find_type(plan.type);
    std::uint32_t at = kBegin;
    std::vector<std::pair<Operand, std::vector<TileSlice>>> all;
    for (const Operand o : kBothOperands) {
        at = (at + kPattern - 1) / kPattern * kPattern + plan.lines[o] * kLine;
        begin[o] = at;
        const int rows = static_cast<int>(pick(o, plan.m * plan.warpgroups, plan.n / plan.ctas));
        const auto tile = build_tile(padded({.mode = plan.mode[o],
                                             .major = plan.major[o],
                                             .type = &type,
                                             .rows = rows,
                                             .columns = static_cast<int>(k() * plan.steps),
                                             .start = at,
                                             .stages = plan.stages,
                                             .mma_columns = static_cast<int>(k())}));
        if (!tile) return;
        const auto slices = slices_of(*tile, {pick(o, static_cast<int>(plan.m), int{rows}), static_cast<int>(k())});
        if (!slices) return;
        right[o].resize(std::size_t{pick(o, unsigned{plan.warpgroups}, 1u)} * all_steps());
        for (const TileSlice& slice : *slices) {
            const std::size_t index =
                std::size_t{slice.row_block} * all_steps() + slice.stage * plan.steps + slice.k_step;
            if (slice.k_step >= plan.steps || index >= right[o].size()) continue;  // of padding
            right[o][index] = slice.layout;
            right[o][index].base_offset = plan.mode[o] == SwizzleMode::none ? 0 : plan.lines[o];
        }
        at += tile->bytes * plan.stages;
        end[o] = at;
    }
    memory.assign((at + kPattern - 1) / kPattern * kPattern, kPoison);
    std::fill_n(memory.begin(), kBegin, std::uint8_t{0});
    for (unsigned w = 0; w < plan.warpgroups; ++w) {
        a.emplace_back();
        b.emplace_back();
        for (unsigned s = 0; s < all_steps(); ++s) {
            for (const Operand o : kBothOperands) write(o, w, s, layout(o, w, s));
            a.back().push_back(*descriptor_of(format(), layout(Operand::a, w, s)));
            b.back().push_back(*descriptor_of(format(), layout(Operand::b, w, s)));
        }
    }
}

const SmemLayout& MadeKernel::layout(Operand o, unsigned warpgroup, unsigned step) const {
    return right[o][pick(o, std::size_t{warpgroup} * all_steps(), std::size_t{0}) + step];
}

void MadeKernel::change(Operand o, const std::function<void(SmemLayout&)>& how,
                        const std::function<bool(unsigned)>& which) {
    for (unsigned w = 0; w < plan.warpgroups; ++w)
        for (unsigned s = 0; s < all_steps(); ++s) {
            if (which && !which(s)) continue;
            SmemLayout changed = layout(o, w, s);
            how(changed);
            if (const auto word = descriptor_of(format(), changed)) pick(o, a, b)[w][s] = *word;
        }
}

void MadeKernel::write(Operand o, unsigned warpgroup, unsigned step, const SmemLayout& layout, bool swizzled) {
    const unsigned bits = layout.type->bits, bytes = (bits + 7) / 8;
    for (int row = 0; row < layout.rows; ++row)
        for (int column = 0; column < layout.columns; ++column) {
            const std::uint32_t word =
                element(o, static_cast<std::size_t>(row) + pick(o, std::size_t{plan.m} * warpgroup, std::size_t{0}),
                        static_cast<std::size_t>(column) + std::size_t{step} * k());
            const std::uint32_t at =
                swizzled ? place_in_memory(layout, {row, column}).byte : placing::linear_address(layout, {row, column});
            for (unsigned i = 0; bits >= 8 && i < bytes && at + i < memory.size(); ++i)
                memory[at + i] = static_cast<std::uint8_t>(word >> 8 * i);
            for (unsigned i = 0, bit = first_bit(layout, {row, column}); bits < 8 && i < bits; ++i, ++bit)
                if (std::uint8_t& byte = memory[std::min<std::size_t>(at + bit / 8, memory.size() - 1)]; true)
                    byte = static_cast<std::uint8_t>((byte & ~(1u << bit % 8)) | (word >> i & 1) << bit % 8);
        }
}

// A warp of the warpgroup issues it. The words are in the registers that the text names.
void MadeKernel::add_registers(unsigned step, SeenMma& seen) const {
    seen.warps = 1;
    if (plan.a_in_tmem) seen.a.reset();
    const auto add = [&](unsigned number, std::uint64_t value) {
        if (value != 0) seen.uniform.push_back({say("UR", number), static_cast<std::uint32_t>(value)});
    };
    for (const auto& [number, word] : {std::pair(4u, seen.a.value_or(0x40)), std::pair(6u, seen.b.value_or(0))}) {
        add(number, word & 0xffffffff);
        add(number + 1, word >> 32);
    }
    add(8, 0x20);  // D, then the descriptor, and the scale factors of A and B
    add(11, idesc);
    add(20, 0x100);
    add(21, 0x104);
    if (step != 0) seen.predicates.push_back({"UP0", 1});
}

Recording MadeKernel::recording() const {
    Recording out;
    if (!plan.kind.empty()) out.arch = "sm_100a";
    out.kernel = "made(float*)";
    out.memories.push_back(memory);
    for (unsigned s = 0; s < all_steps(); ++s)
        for (unsigned w = 0; w < plan.warpgroups; ++w) {
            SeenMma seen;
            seen.at = {0x1000 + 0x10 * s, text, say("made.cu:", 100 + s)};
            seen.warpgroup = w;
            seen.a = a[w][s];
            seen.b = b[w][s];
            seen.memory = 0;
            if (!plan.kind.empty()) add_registers(s, seen);
            out.events.emplace_back(seen);
        }
    return out;
}

std::vector<Chain> MadeKernel::chains(const Recording& recording) const {
    if (!plan.kind.empty()) return chains_of(recording);
    std::vector<Chain> out(plan.warpgroups);
    std::optional<MmaInstruction> instruction;
    Machine machine;
    machine.smem[0] = SmemImage(static_cast<std::uint32_t>(memory.size()));
    std::size_t filled = kNoMemory;
    for (std::size_t event = 0; event < recording.events.size(); ++event) {
        const auto& seen = std::get<SeenMma>(recording.events[event]);
        if (!instruction) instruction = *instruction_of(seen, recording.arch);
        const auto& bytes = recording.memories[seen.memory];
        for (std::size_t i = 0; seen.memory != filled && i < bytes.size(); ++i) machine.smem[0].put(i, bytes[i]);
        filled = seen.memory;
        Chain& chain = out[seen.warpgroup];
        Step step{.event = event, .instruction = *instruction, .read = {}, .why = {}};
        step.instruction.a_desc = *seen.a;
        step.instruction.b_desc = *seen.b;
        step.instruction.enable_d = !chain.steps.empty();
        const auto shape = shape_of(step.instruction);
        machine.register_d =
            chain.model.empty() ? std::vector<std::uint32_t>(std::size_t{shape->m} * shape->n) : chain.model;
        auto read = execute_mma(machine, step.instruction);
        step.read.shape = *shape;
        if (read) step.read = std::move(*read);
        if (!read) step.why = read.why;
        if (step.read.a.outside + step.read.b.outside != 0) step.why = "It reads outside.", chain.why = step.why;
        chain.model = machine.register_d;
        chain.warpgroup = seen.warpgroup;
        chain.n = shape->n;
        chain.steps.push_back(std::move(step));
    }
    for (Chain& chain : out) {
        if (!chain.why.empty()) chain.model.clear();
        chain.seen = chain.model;
        chain.last = chain.steps.size();
    }
    return out;
}

std::vector<Diagnosis> MadeKernel::diagnosed(bool with_arrays) const {
    const Recording seen = recording();
    return diagnose(seen, chains(seen), with_arrays ? expected : Expected());
}

std::string names_in(const std::vector<Diagnosis>& all) {
    std::vector<std::string> out;
    for (const Diagnosis& d : all)
        for (const Fault& f : d.faults)
            if (const std::string fault = say(name_of(f.part), ".", name_of(f.field));
                std::ranges::find(out, fault) == out.end())
                out.push_back(fault);
    return list_of(out, std::identity(), " ");
}

std::string said_in(const std::vector<Diagnosis>& all) { return list_of(all, &Diagnosis::line, "\n"); }

}  // namespace tilescope::autopsy::test
