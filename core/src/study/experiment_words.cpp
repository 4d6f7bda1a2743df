// core/src/study/experiment_words.cpp -- experiments about descriptors, masks and the form of the instruction.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/layout/descriptor.h>

namespace tilescope::experiment {

// ---- the shared-memory descriptor ----

namespace {

constexpr WordId kA = WordId::a_desc;

std::uint64_t raw_of(const Session& s, WordId word, std::string_view field) {
    return raw_or_0(format_of(s, word), s.word(word), field);
}

// The field shifts the phase of the pattern: 7 is -1 modulo 8 lines.
Answer<ExperimentJob> with_base_offset(const Session& memory, unsigned offset) {
    constexpr std::uint64_t kLines = 8, kChunksOfLine = 8;
    const Session launched = with(memory, {{kA, "base_offset", offset}});
    const std::uint64_t start = raw_of(memory, kA, "start");
    return Trial(say("base_offset ", offset), memory)
        .launch(launched)
        .model("ignored", memory)
        .model("subtracted", launched)
        .model("added", with(memory, {{kA, "base_offset", kLines - offset}}))
        .model("moves", with(memory, {{kA, "start", start + offset * kChunksOfLine}}))
        .stops()
        .take();
}

// If lbo is the distance from the first 16-byte column of A to the second, the second one is column `chunks` of the
// tile. The model cannot read K-major 128B so, but the D is that of a tile with these columns.
Answer<ExperimentJob> with_lbo(const Session& memory, unsigned chunks) {
    constexpr unsigned kColumns = 8;  // f16 elements of a chunk
    const Fill moved = [chunks](ReferenceOperands& all) {
        for (unsigned row = 0; row < all.m; ++row)
            for (unsigned c = 0; c < kColumns; ++c) {
                std::uint32_t* const line = all.a.data() + std::size_t{row} * all.k;
                line[kColumns + c] = line[chunks * kColumns + c];
            }
    };
    return Trial(say("lbo ", 16 * chunks, " bytes"), memory)
        .launch(with(memory, {{kA, "lbo", chunks}}))
        .model("ignored", memory)
        .model_with("walked", memory, moved)
        .stops()
        .take();
}

}  // namespace

Jobs base_offset(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    return all_of({with_base_offset(memory, 1), with_base_offset(memory, 2)});
}

Jobs lbo_ignored(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    return all_of({with_lbo(memory, 0), with_lbo(memory, 2)});
}

// B of one instruction has 64 bytes of K, two atoms of 32 bytes. The word says that the second one is that of the next
// K step; the other answers are the distances that it can have without lbo.
Jobs lbo_along_k(const ArchRow& arch, unsigned) {
    const bool idesc = family_of(arch).idesc;
    const Session memory = started(arch, idesc ? kWideB : kWideBHopper);
    constexpr std::uint64_t kRow = 2, kAtom = 16, kColumn = 128;  // of 16 bytes
    const auto at = [&](std::uint64_t chunks) { return with(memory, {{WordId::b_desc, "lbo", chunks}}); };
    return Trial("lbo of two columns of atoms", memory)
        .control(started(arch, idesc ? kSparseF16 : kSparseF16Hopper))
        .launch(at(2 * kColumn))
        .model("lbo", at(2 * kColumn))
        .model("after_rows", at(kColumn))
        .model("next_atom", at(kAtom))
        .model("next_row", at(kRow))
        .model("assumed_one", at(1))
        .stops()
        .alone();
}

// Bit 61 alone is the 32-byte atom, and bits 62 and 63 alone are the codes of Hopper.
Jobs swizzle_code(const ArchRow& arch, unsigned code) {
    constexpr unsigned kAtomBit = 1;
    const Session memory = plain_f16(arch);
    return Trial(say("swizzle ", code), memory)
        .launch(with(memory, {{kA, "swizzle", code}}))
        .model("lowest_bit_ignored", with(memory, {{kA, "swizzle", code & ~kAtomBit}}))
        .model("pairs", with(memory, {{kA, "swizzle", kAtomBit}}))
        .model("none", with(memory, {{kA, "swizzle", 0}}))
        .stops()
        .alone();
}

Jobs k_major_pairs(const ArchRow& arch, unsigned) {
    const Session memory = plain_f16(arch);
    const Session launched = with(memory, {{kA, "swizzle", 1}});
    return Trial("swizzle 1", memory)
        .launch(launched)
        .model("pairs", launched)
        .model("as_128b", memory)
        .model("none", with(memory, {{kA, "swizzle", 0}}))
        .stops()
        .alone();
}

Jobs no_swizzle(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, *find_preset("k_major_none_f16"));
    const std::uint64_t lbo = raw_of(memory, kA, "lbo"), sbo = raw_of(memory, kA, "sbo");
    return Trial("K-major", memory)
        .control(plain_f16(arch))
        .model("canonical", memory)
        .model("swapped", with(memory, {{kA, "lbo", sbo}, {kA, "sbo", lbo}}))
        .stops()
        .alone();
}

// A is in registers and B in shared memory, because two operands with the same order of bits give the same sums.
Jobs b1_order(const ArchRow& arch, unsigned) {
    Preset preset = *find_preset("wgmma_128b_b1");
    preset.a_in_tmem = true;
    const Session memory = started(arch, preset);
    const auto moved = [](unsigned mask) {
        return [mask](ReferenceOperands& all) {
            const std::vector<std::uint32_t> before = all.a;
            for (std::size_t e = 0; e < before.size(); ++e) all.a[e] = before[e ^ mask];
        };
    };
    return Trial("A in registers", memory)
        .model("same", memory)
        .model_with("in_bytes", memory, moved(7))
        .model_with("in_words", memory, moved(31))
        .model_with("byte_order", memory, moved(24))
        .alone();
}

// ---- the zero-column mask and the column shift ----

namespace {

// Returns the session with this mask. A mask that the word cannot store leaves the word, and a test finds that.
Session masked(Session session, const ZeroMask& mask) {
    if (const auto word = mask_word(format_of(session, WordId::zcm), mask)) session.word(WordId::zcm) = *word;
    return session;
}

// One sub-mask of N columns that begins in its run of zeroed columns.
ZeroMask counted(unsigned start_count, bool zeroed_first = true) {
    ZeroMask mask{.nonzero = true, .skip = 5, .use = 3};
    mask.sc[0] = start_count;
    mask.fs[0] = zeroed_first;
    return mask;
}

Answer<ExperimentJob> with_count(const Session& memory, unsigned count) {
    const ZeroMask mask = counted(count);
    const unsigned round = count % (mask.skip + mask.use);
    const ZeroMask wrapped = round < mask.skip ? counted(round) : counted(round - mask.skip, false);
    return Trial(say("start count ", count), memory)
        .launch(masked(memory, mask))
        .model("last_column", masked(memory, counted(mask.skip - 1)))
        .model("both_spans", masked(memory, wrapped))
        .model("first_span", masked(memory, counted(count % mask.skip)))
        .stops()
        .take();
}

}  // namespace

// Example 2 of the manual. The text of the table swaps the lengths of the two runs.
Jobs zero_columns(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kMasked);
    const ZeroMask mask{.nonzero = true, .skip = 3, .use = 4};
    return Trial("Example 2", memory)
        .launch(masked(memory, mask))
        .model("skip_is_used", masked(memory, {.nonzero = true, .skip = mask.use, .use = mask.skip}))
        .model("skip_is_zeroed", masked(memory, mask))
        .model("no_column", memory)
        .stops()
        .alone();
}

Jobs mask_nonzero(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kMasked);
    const Session on = masked(memory, {.nonzero = true, .skip = 3, .use = 4}),
                  off = masked(memory, {.nonzero = false, .skip = 3, .use = 4});
    return all_of(
        {Trial("nonzero 0", memory).launch(off).model("zero_is_on", on).model("one_is_on", memory).stops().take(),
         Trial("nonzero 1", memory).launch(on).model("zero_is_on", memory).model("one_is_on", on).stops().take()});
}

Jobs start_counts(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kMasked);
    return all_of({with_count(memory, 6), with_count(memory, 9)});
}

// Columns of B past N are not written, so the last columns of D are not compared.
Jobs small_shift(const ArchRow& arch, unsigned) {
    constexpr unsigned kShift = 8, kColumns = 64;
    const Session memory = started(arch, kMaskedSmallM);
    const Session allowed = with(memory, {{WordId::idesc, "max_shift", 1}});
    const Session shifted = with(allowed, {{WordId::zcm, "column_shift", kShift}});
    return Trial("column_shift 8", memory)
        .launch(shifted)
        .care(~0u, kColumns - kShift)
        .model("shifted", shifted)
        .model("ignored", allowed)
        .stops()
        .alone();
}

// ---- the instruction descriptor and the form ----

namespace {

constexpr WordId kIdesc = WordId::idesc;

Session with_recipe(Session s, RecipeOf of, RecipeKind kind) {
    s.recipe_of(of).kind = kind;
    return s;
}

Session at_column(Session s, TmemPlace place, unsigned more) {
    s.address(place) += more;
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
    return Trial("kind f16", memory)
        .launch(other)
        .model("descriptor", memory)
        .model("as_f16", with(other, {{kIdesc, "a_type", 0}, {kIdesc, "b_type", 0}}))
        .model("as_bf16", with(other, {{kIdesc, "a_type", 1}, {kIdesc, "b_type", 1}}))
        .stops()
        .alone();
}

// A is written as f16 and B as bf16, with the same small integers in either type.
Jobs mixed_types(const ArchRow& arch, unsigned) {
    const Session same = plain_f16(arch), memory = written_as(same, Operand::b, "bf16");
    return Trial("A f16, B bf16", memory)
        .control(same)
        .launch(with(memory, {{kIdesc, "b_type", 1}}))
        .model_with("own_types", same)
        .model("type_of_a", memory)
        .model("type_of_b", with(memory, {{kIdesc, "a_type", 1}, {kIdesc, "b_type", 1}}))
        .stops()
        .alone();
}

Jobs negate_scaled(const ArchRow& arch, unsigned) {
    const Session memory = with_recipe(started(arch, kScaledE4m3), RecipeOf::sfa, RecipeKind::random);
    const Session negated = with(memory, {{kIdesc, "negate_a", 1}});
    return Trial("negate_a", memory)
        .launch(negated)
        .model("negates", negated)
        .model("next_column", at_column(memory, TmemPlace::sfa, 1))
        .model("next_byte", with(memory, {{kIdesc, "sfa_id", 1}}))
        .model("ignored", memory)
        .stops()
        .alone();
}

// With two CTAs, the stored M of 2 is 256.
Jobs pair_scaled(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kScaledPair);
    return Trial("M 128", memory).control(with(memory, {{kIdesc, "m", 2}})).model("runs", memory).stops().alone();
}

// The bits are the sparsity selector of f8f6f4, or the reserved bits of a block-scaled kind.
Jobs metadata_bits(const ArchRow& arch, unsigned scaled) {
    Session memory = started(arch, scaled != 0 ? kScaledSparse : kSparseE4m3);
    memory.meta_recipe.kind = MetaRecipeKind::random;
    return Trial("1", memory)
        .launch(with(memory, {{kIdesc, scaled != 0 ? "rsvd0" : "sparsity_selector", 1}}))
        .model("ignored", memory)
        .model("next_column", at_column(memory, TmemPlace::meta, 1))
        .model("next_pair", at_column(memory, TmemPlace::meta, 2))
        .stops()
        .alone();
}

Jobs integer_n(const ArchRow& arch, unsigned) {
    constexpr unsigned kListed = 224 / 8;
    const Session memory = started(arch, kIntegerN256);
    return Trial("N 256", memory).control(with(memory, {{kIdesc, "n", kListed}})).model("runs", memory).stops().alone();
}

Jobs small_n(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kSmallN);
    return Trial("N 8", memory).control(with(memory, {{kIdesc, "n", 2}})).model("runs", memory).stops().alone();
}

// Reads the cells of D. With reading A they have f32 words, whose low halves differ from f16 words.
Jobs f16_result(const ArchRow& arch, unsigned) {
    const Session whole = started(arch, kPlainE4m3), half = with(whole, {{kIdesc, "d_type", 0}});
    return Trial("d_type f16", half)
        .control(whole)
        .read_as(whole)
        .care(0xffff)
        .model("f32", whole)
        .model("f16", half)
        .stops()
        .alone();
}

// The cells of D are not written before, so their high halves are 0xffff.
Jobs high_half(const ArchRow& arch, unsigned) {
    const Session half = started(arch, kHalfD), whole = with(half, {{kIdesc, "d_type", 1}});
    Trial trial("d_type f16", half);
    trial.control(whole).read_as(whole).model("kept", half);
    const auto job = emulator_job(derive(half));
    const auto d = job ? emulate(*job, {.doubts = false}) : Refusal(job.why);
    if (!d) return Refusal(d.why);
    const auto low = [&](unsigned row, unsigned column) { return d->d[std::size_t{row} * d->n + column]; };
    return trial.words("zero", low)
        .words("copied", [&](unsigned row, unsigned column) { return low(row, column) * 0x10001; })
        .alone();
}

Jobs long_k(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kNvfp4LongK);
    return Trial("K 96", memory).control(with(memory, {{kIdesc, "k_size", 0}})).model("runs", memory).stops().alone();
}

}  // namespace tilescope::experiment
