// core/src/emulator/mma.cpp -- reads the operands of an instruction, multiplies them, and writes D.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/layout/descriptor.h>
#include <tilescope/layout/tile.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr unsigned kLanesOfWord = 32;

// Appends the rows of the next piece or CTA below those of the previous ones.
void append(ReadOperand& all, ReadOperand part) {
    const int rows = static_cast<int>(all.rows);
    all.columns = part.columns;
    all.rows += part.rows;
    all.words.insert(all.words.end(), part.words.begin(), part.words.end());
    all.first_bit.insert(all.first_bit.end(), part.first_bit.begin(), part.first_bit.end());
    for (ReadProblem p : part.problems) {
        p.element.row += rows;
        all.problems.push_back(p);
    }
    all.outside += part.outside;
    all.unwritten += part.unwritten;
    all.differ |= part.differ;
}

// Refuses a descriptor whose addresses are unknown.
Answer<void> can_be_read(const MmaInstruction& i) {
    const Format& format = smem_format_of(i);
    const auto a = i.variant.a_in_tmem ? Answer<void>() : places_elements(format, i.a_desc);
    if (!a) return Refusal("A cannot be read: ", a.why, ".");
    const auto b = places_elements(format, i.b_desc);
    return b ? Answer<void>() : Refusal("B cannot be read: ", b.why, ".");
}

// Requires: can_be_read(), and pieces only of one CTA.
ReadOperand read_smem(const Machine& machine, const MmaInstruction& i, const MmaShape& s, bool is_a) {
    ReadOperand out;
    const Operand o = is_a ? Operand::a : Operand::b;
    const unsigned pieces = i.pieces.count[o], rows = (is_a ? s.m : s.n) / machine.ctas / pieces;
    const auto columns = static_cast<int>(stored_k(s.k, is_a, s.sparse));
    SmemLayout layout = *layout_of(smem_format_of(i), is_a ? i.a_desc : i.b_desc, is_a ? s.a_major : s.b_major,
                                   is_a ? *s.a : *s.b, static_cast<int>(rows), columns, columns);
    for (unsigned cta = 0; cta < machine.ctas; ++cta)
        for (unsigned piece = 0; piece < pieces; ++piece, layout.start += i.pieces.distance[o])
            append(out, read_operand(machine.smem[cta], layout, zeros_below(i)));
    return out;
}

std::span<const TmemImage> images_of(const Machine& machine) { return {machine.tmem.data(), machine.ctas}; }

Answer<TmemLayout> placed(const MmaInstruction& i, const MmaShape& s, TmemLayout layout, TmemPlace place) {
    const std::uint32_t address = i.tmem[static_cast<std::size_t>(place)];
    layout.path = s.path;
    layout.base_column = tmem_column(address);
    layout.lane_half = tmem_lane(address);
    const auto can = can_be_placed(layout, tmem_columns(i.arch));
    return can ? Answer<TmemLayout>(layout) : Refusal(can.why + ".");
}

Answer<TmemLayout> place_of_d(const MmaInstruction& i, const MmaShape& s) {
    return placed(i, s, {.operand = TmemOperand::d, .columns = s.n, .bits = bits_of_d(s.d_type)}, TmemPlace::d);
}

// Registers have no address, so the place of an unwritten element is 0.
ReadOperand read_registers(const Machine& machine, unsigned rows, unsigned columns) {
    ReadOperand out{.rows = rows, .columns = columns, .words = machine.register_a};
    for (unsigned row = 0; row < rows; ++row)
        for (unsigned column = machine.register_columns; column < columns; ++column)
            if (++out.unwritten <= kMostReadProblems)
                out.problems.push_back({{static_cast<int>(row), static_cast<int>(column)}, 0, BadRead::unwritten});
    return out;
}

Answer<ReadOperand> read_a(const Machine& machine, const MmaInstruction& i, const MmaShape& s) {
    if (!i.variant.a_in_tmem) return read_smem(machine, i, s, true);
    const unsigned columns = stored_k(s.k, true, s.sparse);
    if (s.family->a == Storage::registers) {
        if (machine.register_a.size() != std::size_t{s.m} * columns)
            return Refusal("The registers of A hold ", machine.register_a.size(),
                           " elements, but the instruction reads ", s.m, " x ", columns, ".");
        return read_registers(machine, s.m, columns);
    }
    const auto layout = placed(i, s, {.operand = TmemOperand::a, .columns = columns, .type = s.a}, TmemPlace::a);
    if (!layout) return Refusal("A cannot be read: ", layout.why);
    return read_operand(images_of(machine), *layout, i.variant.ashift);
}

// Reads the columns of B with the column shift of the mask: column j of D uses column j + shift of B.
ReadOperand read_b(const Machine& machine, const MmaInstruction& i, const MmaShape& s, unsigned shift) {
    if (shift == 0) return read_smem(machine, i, s, false);
    MmaShape wider = s, skipped = s;
    wider.n += shift;
    skipped.n = shift;
    ReadOperand all = read_smem(machine, i, wider, false);
    const ReadOperand above = read_smem(machine, i, skipped, false);
    all.outside -= above.outside;
    all.unwritten -= above.unwritten;
    const auto cut = static_cast<std::ptrdiff_t>(std::size_t{shift} * all.columns);
    all.words.erase(all.words.begin(), all.words.begin() + cut);
    all.first_bit.erase(all.first_bit.begin(), all.first_bit.begin() + cut);
    all.rows -= shift;
    std::erase_if(all.problems, [&](const ReadProblem& p) { return p.element.row < static_cast<int>(shift); });
    for (ReadProblem& p : all.problems) p.element.row -= static_cast<int>(shift);
    return all;
}

Answer<void> read_scales(const Machine& machine, const MmaInstruction& i, GatheredMma& g) {
    const MmaShape& s = g.shape;
    if (!s.scales) return {};
    const auto column = [&](TmemPlace place) { return tmem_column(i.tmem[static_cast<std::size_t>(place)]); };
    const ScaleLayout sfa = s.factors_from(Operand::a, column(TmemPlace::sfa), s.sfa_id);
    const ScaleLayout sfb = s.factors_from(Operand::b, column(TmemPlace::sfb), s.sfb_id);
    for (const ScaleLayout& layout : {sfa, sfb})
        if (const auto can = can_be_placed(layout, tmem_columns(i.arch)); !can) return Refusal(can.why + ".");
    for (unsigned cta = 0; cta < machine.ctas; ++cta) append(g.a_factors, read_factors(machine.tmem[cta], sfa));
    // Each CTA has all factors of B. If the factors in the second CTA differ, a note reports that those of the first
    // CTA are used.
    g.b_factors = read_factors(machine.tmem[0], sfb);
    g.copies_differ |= g.a_factors.differ || g.b_factors.differ;
    for (unsigned cta = 1; cta < machine.ctas; ++cta)
        g.copies_differ |= read_factors(machine.tmem[cta], sfb).words != g.b_factors.words;
    g.scale_a = as_bytes(g.a_factors.words);
    g.scale_b = as_bytes(g.b_factors.words);
    return {};
}

Answer<void> read_meta(const Machine& machine, const MmaInstruction& i, GatheredMma& g) {
    const MmaShape& s = g.shape;
    if (!s.sparse) return {};
    const MetaRow* kind = meta_of_kind(i.variant.kind);
    if (!kind || !s.rule.grain) return Refusal(i.variant.kind, " has no sparse form.");
    if (s.family->metadata == Storage::registers) {
        g.codes = machine.register_codes;
        const unsigned groups = s.k / s.rule.grain->group;
        const std::size_t want = std::size_t{s.m} * groups;
        const auto illegal = std::ranges::find_if(g.codes, [&](unsigned c) { return !kept_by(*s.rule.grain, c); });
        if (illegal != g.codes.end() && groups != 0) {
            const auto at = static_cast<unsigned>(illegal - g.codes.begin());
            g.illegal_code = IllegalCode{at / groups, at % groups, *illegal};
        }
        if (g.codes.size() == want) return {};
        return Refusal("The registers hold ", g.codes.size(), " metadata codes, but the instruction reads ", want, ".");
    }
    const MetaLayout layout{.kind = kind,
                            .path = s.path,
                            .ws = i.variant.ws,
                            .base_column = tmem_column(i.tmem[static_cast<std::size_t>(TmemPlace::meta)]),
                            .selector = s.selector};
    if (const auto can = can_be_placed(layout, tmem_columns(i.arch)); !can) return Refusal(can.why + ".");
    auto codes = read_codes(images_of(machine), layout);
    if (!codes) return Refusal(codes.why);
    g.meta = std::move(*codes);
    g.copies_differ |= g.meta.differ;
    g.codes = as_bytes(g.meta.words);
    // The hardware behavior for an illegal code is unknown. The first legal code replaces it, and a note reports that.
    for (std::size_t c = 0; c < g.codes.size(); ++c)
        if (!kept_by(*s.rule.grain, g.codes[c])) {
            if (!g.illegal_code)
                g.illegal_code = IllegalCode{unsigned(c / g.meta.columns), unsigned(c % g.meta.columns), g.codes[c]};
            g.codes[c] = static_cast<std::uint8_t>(s.rule.grain->codes.front().code);
        }
    return {};
}

Answer<void> read_c(const Machine& machine, const MmaInstruction& i, GatheredMma& g) {
    const MmaShape& s = g.shape;
    if (s.family->d == Storage::registers) {
        if (i.enable_d) g.c = {.rows = s.m, .columns = s.n, .words = machine.register_d};
        if (!i.enable_d || machine.register_d.size() == std::size_t{s.m} * s.n) return {};
        return Refusal("The registers of D hold ", machine.register_d.size(),
                       " elements, but the instruction requires ", s.m, " x ", s.n, ".");
    }
    const auto layout = place_of_d(i, s);
    if (!layout) return Refusal("D cannot be placed: ", layout.why);
    if (i.enable_d) g.c = read_operand(images_of(machine), *layout);
    return {};
}

// Marks the elements of D in lanes that the lane mask of the instruction disables.
std::vector<std::uint8_t> kept_elements(const MmaInstruction& i, const MmaShape& s) {
    const bool any = std::any_of(i.lane_mask.begin(), i.lane_mask.end(), [](std::uint32_t w) { return w != 0; });
    if (!any || !s.family->lane_mask || !i.variant.lane_mask) return {};
    const auto layout = place_of_d(i, s);
    std::vector<std::uint8_t> out(std::size_t{s.m} * s.n);
    for (unsigned row = 0; layout && row < s.m; ++row)
        for (unsigned column = 0; column < s.n; ++column) {
            const TmemCell cell = places(*layout, {static_cast<int>(row), static_cast<int>(column)})[0];
            const unsigned lane = cell.cta * kTmem.lanes + cell.lane;
            out[std::size_t{row} * s.n + column] = i.lane_mask[lane / kLanesOfWord] >> lane % kLanesOfWord & 1;
        }
    return out;
}

// Reads the zero-column mask from its word. Returns the column shift of B.
unsigned read_mask(const MmaInstruction& i, GatheredMma& g) {
    if (!i.variant.ws || !g.shape.family->zero_mask) return 0;
    const ZeroMask mask = mask_of(**find_format("zcm", {}, i.edition), i.zcm);
    const MaskPicture picture = expand_mask(mask, g.shape.m, g.shape.n);
    if (picture.zeroed != 0) {
        g.zeroed.resize(g.shape.n);
        for (unsigned j = 0; j < g.shape.n; ++j) g.zeroed[j] = picture.columns[j].zeroed;
    }
    return mask.column_shift;
}

// Packs 32 single bits into each word, the first one in the lowest bit, as the product needs them.
std::vector<std::uint32_t> packed(const std::vector<std::uint32_t>& bits) {
    std::vector<std::uint32_t> out(bits.size() / 32);
    for (std::size_t i = 0; i < out.size() * 32; ++i) out[i / 32] |= bits[i] << i % 32;
    return out;
}

}  // namespace

MatrixInput GatheredMma::input(const MmaInstruction& i) const {
    return {.m = shape.m,
            .n = shape.n,
            .k = shape.k,
            .a = shape.rule.bits ? a_bits : a.words,
            .b = shape.rule.bits ? b_bits : b.words,
            .c = c.words,
            .scale_a = scale_a,
            .scale_b = scale_b,
            .codes = codes,
            .negate_a = shape.negate_a,
            .negate_b = shape.negate_b,
            .c_shift = i.variant.scale_d.value_or(0)};
}

Answer<GatheredMma> gather_mma(const Machine& machine, const MmaInstruction& i) {
    const auto shape = shape_of(i);
    if (!shape) return Refusal(shape.why);
    if (i.variant.cta_group != machine.ctas)
        return Refusal("The instruction is for cta_group::", i.variant.cta_group,
                       ", but memory is given for this number of CTAs: ", machine.ctas, ".");
    if (const auto can = can_be_read(i); !can) return Refusal(can.why);
    GatheredMma g;
    g.shape = *shape;
    auto a = read_a(machine, i, g.shape);
    if (!a) return Refusal(a.why);
    g.a = std::move(*a);
    g.copies_differ = g.a.differ;
    g.column_shift = read_mask(i, g);
    g.b = read_b(machine, i, g.shape, g.column_shift);
    if (g.shape.rule.bits) {
        g.a_bits = packed(g.a.words);
        g.b_bits = packed(g.b.words);
    }
    for (const auto read : {read_scales, read_meta, read_c})
        if (const auto done = read(machine, i, g); !done) return Refusal(done.why);
    if (const auto can = can_multiply(g.shape.rule, g.input(i)); !can) return Refusal(can.why);
    g.kept = kept_elements(i, g.shape);
    return g;
}

void finish_mma(Machine& machine, const MmaInstruction& i, const GatheredMma& g, std::vector<std::uint32_t>& d) {
    // PTX says "treated as zero". The result is then C, or +0 without C. It is not NaN, even if A is infinite.
    for (std::size_t e = 0; !g.zeroed.empty() && e < d.size(); ++e)
        if (g.zeroed[e % g.shape.n]) d[e] = g.c.words.empty() ? 0 : g.c.words[e];
    if (g.shape.family->d == Storage::registers) {
        machine.register_d = d;
        return;
    }
    const auto layout = place_of_d(i, g.shape);
    if (!layout) return;
    write_accumulator({machine.tmem.data(), machine.ctas}, *layout, d, g.kept);
    if (!g.kept.empty()) d = read_operand(images_of(machine), *layout).words;
}

Answer<GatheredMma> execute_mma(Machine& machine, const MmaInstruction& i) {
    auto g = gather_mma(machine, i);
    if (!g) return g;
    std::vector<std::uint32_t> d(std::size_t{g->shape.m} * g->shape.n);
    MatrixProduct(g->shape.rule, g->input(i)).rows(0, g->shape.m, d);
    finish_mma(machine, i, *g, d);
    return g;
}

}  // namespace tilescope
