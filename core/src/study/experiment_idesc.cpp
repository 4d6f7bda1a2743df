// core/src/study/experiment_idesc.cpp -- experiments about the instruction descriptor and the form.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"
#include "experiment_presets.h"

#include <tilescope/document/emulate.h>

namespace tilescope::experiment {
namespace {

constexpr WordId kIdesc = WordId::idesc;

Session with_recipe(Session s, RecipeOf of, RecipeKind kind) {
    s.recipe[static_cast<std::size_t>(of)].kind = kind;
    return s;
}

Session at_column(Session s, TmemPlace place, unsigned more) {
    s.tmem[static_cast<std::size_t>(place)] += more;
    return s;
}

Session written_as(Session s, Operand operand, std::string_view type) {
    s.image[operand].type = type;
    return s;
}

}  // namespace

// Small integers of tf32 are bf16 numbers with zeros between them, so the values are random.
Jobs kind_text(const ArchRow& arch, unsigned) {
    Session memory = started(arch, kPlainTf32);
    for (const RecipeOf of : {RecipeOf::a, RecipeOf::b}) memory = with_recipe(memory, of, RecipeKind::random);
    Session other = memory;
    other.variant.kind = "f16";
    return all_of({Trial("kind f16", memory)
                       .launch(other)
                       .model("descriptor", memory)
                       .model("as_f16", with(other, {{kIdesc, "a_type", 0}, {kIdesc, "b_type", 0}}))
                       .model("as_bf16", with(other, {{kIdesc, "a_type", 1}, {kIdesc, "b_type", 1}}))
                       .stops()
                       .take()});
}

// A is written as f16 and B as bf16, with the same small integers in either type.
Jobs mixed_types(const ArchRow& arch, unsigned) {
    const Session same = plain_f16(arch), memory = written_as(same, Operand::b, "bf16");
    return all_of({Trial("A f16, B bf16", memory)
                       .control(same)
                       .launch(with(memory, {{kIdesc, "b_type", 1}}))
                       .model_with("own_types", same)
                       .model("type_of_a", memory)
                       .model("type_of_b", with(memory, {{kIdesc, "a_type", 1}, {kIdesc, "b_type", 1}}))
                       .stops()
                       .take()});
}

Jobs negate_scaled(const ArchRow& arch, unsigned) {
    const Session memory = with_recipe(started(arch, kScaledE4m3), RecipeOf::sfa, RecipeKind::random);
    const Session negated = with(memory, {{kIdesc, "negate_a", 1}});
    return all_of({Trial("negate_a", memory)
                       .launch(negated)
                       .model("negates", negated)
                       .model("next_column", at_column(memory, TmemPlace::sfa, 1))
                       .model("next_byte", with(memory, {{kIdesc, "sfa_id", 1}}))
                       .model("ignored", memory)
                       .stops()
                       .take()});
}

// With two CTAs, the stored M of 2 is 256.
Jobs pair_scaled(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kScaledPair);
    return all_of(
        {Trial("M 128", memory).control(with(memory, {{kIdesc, "m", 2}})).model("runs", memory).stops().take()});
}

// The bits are the sparsity selector of f8f6f4, or the reserved bits of a block-scaled kind.
Jobs metadata_bits(const ArchRow& arch, unsigned scaled) {
    Session memory = started(arch, scaled != 0 ? kScaledSparse : kSparseE4m3);
    memory.meta_recipe.kind = MetaRecipeKind::random;
    return all_of({Trial("1", memory)
                       .launch(with(memory, {{kIdesc, scaled != 0 ? "rsvd0" : "sparsity_selector", 1}}))
                       .model("ignored", memory)
                       .model("next_column", at_column(memory, TmemPlace::meta, 1))
                       .model("next_pair", at_column(memory, TmemPlace::meta, 2))
                       .stops()
                       .take()});
}

Jobs integer_n(const ArchRow& arch, unsigned) {
    constexpr unsigned kListed = 224 / 8;
    const Session memory = started(arch, kIntegerN256);
    return all_of(
        {Trial("N 256", memory).control(with(memory, {{kIdesc, "n", kListed}})).model("runs", memory).stops().take()});
}

Jobs small_n(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kSmallN);
    return all_of(
        {Trial("N 8", memory).control(with(memory, {{kIdesc, "n", 2}})).model("runs", memory).stops().take()});
}

// Reads the cells of D. With reading A they have f32 words, whose low halves differ from f16 words.
Jobs f16_result(const ArchRow& arch, unsigned) {
    const Session whole = started(arch, kPlainE4m3), half = with(whole, {{kIdesc, "d_type", 0}});
    return all_of({Trial("d_type f16", half)
                       .control(whole)
                       .read_as(whole)
                       .care(0xffff)
                       .model("f32", whole)
                       .model("f16", half)
                       .stops()
                       .take()});
}

// The cells of D are not written before, so their high halves are 0xffff.
Jobs high_half(const ArchRow& arch, unsigned) {
    const Session half = started(arch, kHalfD), whole = with(half, {{kIdesc, "d_type", 1}});
    Trial trial("d_type f16", half);
    trial.control(whole).read_as(whole).model("kept", half);
    const auto job = emulator_job(derive(half));
    const auto d = job ? emulate(*job, {.doubts = false}) : Answer<Emulation>::refuse(job.why);
    if (!d) return Jobs::refuse(d.why);
    const auto low = [&](unsigned row, unsigned column) { return d->d[std::size_t{row} * d->n + column]; };
    return all_of({trial.words("zero", low)
                       .words("copied", [&](unsigned row, unsigned column) { return low(row, column) * 0x10001; })
                       .take()});
}

Jobs long_k(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kNvfp4LongK);
    return all_of(
        {Trial("K 96", memory).control(with(memory, {{kIdesc, "k_size", 0}})).model("runs", memory).stops().take()});
}

}  // namespace tilescope::experiment
