// core/src/rules/mma_facts.cpp -- derives the context of each word from the line and from the other words.
// SPDX-License-Identifier: MIT
#include "smem_facts.h"
#include "word_forms.h"

#include <tilescope/formats/formats.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/tile.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/mma_check.h>

#include <algorithm>

namespace tilescope {
namespace {

std::optional<std::uint64_t> number_in(const MmaLine& line, OperandRole role) {
    const MmaOperand* o = line.operand(role);
    if (!o || o->form != OperandForm::number || !o->value) return {};
    return static_cast<std::uint64_t>(*o->value);
}

// kind::f16 and kind::tf32 give the same machine code (ptxas 13.0.88), so the types of the descriptor decide the kind.
// L71 warns if the text has the other kind.
const Format* idesc_table(std::string_view kind, Edition edition, std::optional<std::uint64_t> word) {
    const Format* format = idesc_format(kind, edition);
    if (!format || !word || types_have_meaning(*format, *word)) return format;
    const Format* other = idesc_format(kind_or_none(kind).same_code, edition);
    return other && types_have_meaning(*other, *word) ? other : format;
}

bool is_set(const MmaLine& line, OperandRole role) {
    const auto value = number_in(line, role);
    return value && *value != 0;
}

// A target that does not have the instruction says nothing about its words: only that (L65).
std::string_view target_with(Opcode opcode, std::string_view arch) {
    return has_feature(arch, family_of(opcode).feature) ? arch : std::string_view();
}

}  // namespace

MmaFacts::MmaFacts(const MmaLine& line, const MmaWords& words, std::string_view arch, Edition edition)
    : line_(line), arch_(target_with(line.opcode, arch)), edition_(edition) {
    WordContext form{.arch = arch_};
    if (line.opcode == Opcode::mma) {
        form.cta_group = line.cta_group;
        form.ws = line.ws;
        form.sparse = line.sparse;
        form.a_in_tmem = line.a_in_tmem;
        form.scale_block = scale_block();
        const auto idesc = words.idesc ? words.idesc : number_in(line, OperandRole::idesc);
        set_word(MmaPart::idesc, idesc_table(line.kind, edition, idesc), idesc, form);
    }
    set_operand_words(words);
    const auto zcm = words.zcm ? words.zcm : number_in(line, OperandRole::zero_mask);
    if (line.opcode != Opcode::mma || !zcm) return;
    if (has(MmaPart::idesc)) {
        form.mask_m = static_cast<unsigned>(idesc().value("m"));
        form.idesc = idesc().word();
    }
    if (form.mask_m != 32 && form.mask_m != 64 && form.mask_m != 128) form.mask_m = 0;
    set_word(MmaPart::zcm, *find_format("zcm", {}, edition), zcm, form);
}

void MmaFacts::set_word(MmaPart part, const Format* format, std::optional<std::uint64_t> word,
                        const WordContext& context) {
    if (format && word) words_[index(part)].emplace(*format, *word & bit_mask(format->bits), context);
}

// Leaves out a descriptor that the form does not read, so no rule checks it.
void MmaFacts::set_operand_words(const MmaWords& words) {
    const bool wgmma = line_.opcode == Opcode::wgmma;
    const Format* format = *find_format(family_of(line_.opcode).smem, {}, edition_);
    if (line_.opcode == Opcode::cp) {
        const auto from = words.a_desc ? words.a_desc : number_in(line_, OperandRole::cp_from);
        if (from) set_word(MmaPart::a_desc, format, from, copy_context(*from));
        return;
    }
    if (line_.opcode != Opcode::mma && !wgmma) return;
    const auto a = words.a_desc ? words.a_desc : number_in(line_, OperandRole::a);
    const auto b = words.b_desc ? words.b_desc : number_in(line_, OperandRole::b);
    if (!line_.a_in_tmem) set_word(MmaPart::a_desc, format, a, wgmma ? wgmma_context(true) : operand_context(true));
    set_word(MmaPart::b_desc, format, b, wgmma ? wgmma_context(false) : operand_context(false));
}

// A CTA pair splits the rows of A and of B between the shared memories of its two CTAs.
WordContext MmaFacts::operand_context(bool is_a) const {
    WordContext c{.arch = arch_, .cta_group = line_.cta_group};
    c.ws = line_.ws;
    c.sparse = line_.sparse;
    if (!has(MmaPart::idesc)) return c;
    const WordFacts& w = idesc();
    c.major = w.raw(is_a ? "transpose_a" : "transpose_b") != 0 ? Major::mn : Major::k;
    c.type = smem_type_of(w.text(is_a ? "a_type" : "b_type"), w.kind());
    const auto rows = static_cast<int>(w.value(is_a ? "m" : "n"));
    c.rows = line_.cta_group == 2 ? rows / 2 : rows;
    c.columns = static_cast<int>(stored_k(mma_k(w.format(), w.word()), is_a, sparse(w)));
    return c;
}

WordContext MmaFacts::wgmma_context(bool is_a) const {
    WordContext c{.arch = arch_};
    c.sparse = line_.sparse;
    c.major = is_set(line_, is_a ? OperandRole::transpose_a : OperandRole::transpose_b) ? Major::mn : Major::k;
    c.type = find_type(is_a ? line_.a_type : line_.b_type);
    c.rows = static_cast<int>(is_a ? line_.m : line_.n);
    c.columns = static_cast<int>(stored_k(line_.k, is_a, line_.sparse));
    return c;
}

// The source of a copy is K-major with rows of 16 or 32 bytes: PTX ISA 9.1, tcgen05.cp. The major stays unknown for
// swizzled rows of 16 bytes, because the rules about 32-byte slices would give wrong results for them.
WordContext MmaFacts::copy_context(std::uint64_t word) const {
    WordContext c{.arch = arch_};
    const Format& format = **find_format("smem", {}, edition_);
    const bool narrow = line_.shape.ends_with("x128b");
    if (!narrow || get_field(field_in(format, "swizzle"), word) == 0) c.major = Major::k;
    for (const char digit : line_.shape.substr(0, line_.shape.find('x')))
        c.rows = digit >= '0' && digit <= '9' ? std::min(c.rows * 10 + (digit - '0'), 128) : c.rows;
    return c;
}

std::optional<SmemLayout> MmaFacts::slice(MmaPart operand) const {
    return has(operand) ? tilescope::slice(word(operand)) : std::nullopt;
}

// PTX ISA 9.1, Tables 56 and 57: 1X and 2X are block32, and 4X is block16. Without a size, the mxf kinds mean block32.
unsigned MmaFacts::scale_block() const {
    const KindRow* row = kind();
    if (!row || !row->block_scaled()) return 0;
    if (line_.scale_size == "block16" || line_.scale_size == "scale_vec::4X") return 16;
    return line_.scale_size.empty() && row->block_named ? 0 : 32;
}

bool MmaFacts::stated(MmaPart part, Effect effect) const {
    return std::ranges::any_of(found,
                               [&](const MmaProblem& p) { return p.part == part && p.problem.effect == effect; });
}

}  // namespace tilescope
