// core/src/study/experiment_words.cpp -- experiments about descriptors, masks and the form of the instruction.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/layout/descriptor.h>

namespace tilescope::experiment {
namespace {

// ---- the shared-memory descriptor ----

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
    const auto d = job ? emulate(*job, {.doubts = false}) : Answer<Emulation>::refuse(job.why);
    if (!d) return Jobs::refuse(d.why);
    const auto low = [&](unsigned row, unsigned column) { return d->d[std::size_t{row} * d->n + column]; };
    return trial.words("zero", low)
        .words("copied", [&](unsigned row, unsigned column) { return low(row, column) * 0x10001; })
        .alone();
}

Jobs long_k(const ArchRow& arch, unsigned) {
    const Session memory = started(arch, kNvfp4LongK);
    return Trial("K 96", memory).control(with(memory, {{kIdesc, "k_size", 0}})).model("runs", memory).stops().alone();
}

// ---- the questions, and what each answer means ----

// clang-format off
// ---- the shared-memory descriptor ----

constexpr Row kBaseOffset[] = {
    {"ignored",    "The field has no effect.", ""},
    {"subtracted", "The field is subtracted from the number of the 128-byte line before the XOR.", "A"},
    {"added",      "The field is added to the number of the 128-byte line before the XOR.", ""},
    {"moves",      "The field moves the start address by whole lines of 128 bytes.", ""},
    kStops,
};
constexpr Row kLbo[] = {
    {"ignored", "A K-major swizzled layout gives the same D with every value of the field, if no instruction is wider than the swizzle atom.", "both"},
    {"walked",  "The field is the distance between the two 16-byte columns, as in the layouts without a swizzle.", ""},
    kStops,
};
constexpr Row kLboAlongK[] = {
    {"lbo",         "The next atom along K lies lbo bytes after the first one.", "A"},
    {"after_rows",  "lbo is not used: the next atom follows the last group of 8 rows.", "B"},
    {"next_atom",   "lbo is not used: the next atom follows the first one.", "B"},
    {"next_row",    "lbo is not used: the bytes after the first 32 of a row are those of the next row.", "B"},
    {"assumed_one", "lbo is not used: it counts as 16 bytes.", "B"},
    {"stops",       kStopSentence, "B"},
};
constexpr Row kSwizzleCode[] = {
    {"lowest_bit_ignored", "The code acts as the even code below it.", ""},
    {"pairs",              "The code acts as code 1: the atoms have 32 bytes.", ""},
    {"none",               "The code acts as code 0: memory is not swizzled.", ""},
    kStops,
};
constexpr Row kPairs[] = {
    {"pairs",   "The instruction reads 32-byte atoms: address bits 5 and 6 are XORed with bits 7 and 8.", "A"},
    {"as_128b", "The code acts as 128B: the atoms have 16 bytes.", "B"},
    {"none",    "The code acts as code 0: memory is not swizzled.", "B"},
    {"stops",   kStopSentence, "B"},
};
constexpr Row kNoSwizzle[] = {
    {"canonical", "The canonical layout works: lbo is the step along K, and sbo is the step along the rows.", "B"},
    {"swapped",   "lbo and sbo have each other's role, so the canonical layout gives a wrong D.", "A"},
    {"stops",     kStopSentence, "A"},
};
constexpr Row kBits[] = {
    {"same",       "A in registers and B in shared memory have their bits in the same order.", ""},
    {"in_bytes",   "The bits of each byte of a register are in the reverse order.", ""},
    {"in_words",   "The bits of each register are in the reverse order.", ""},
    {"byte_order", "The bytes of each register are in the reverse order.", ""},
};

// ---- the zero-column mask ----

constexpr Row kZeroColumns[] = {
    {"skip_is_used",   "The skip span is a run of columns that use B, as the text of the table says.", "A"},
    {"skip_is_zeroed", "The skip span is a run of zeroed columns, as the examples show.", "B"},
    {"no_column",      "The mask zeroes no column.", ""},
    kStops,
};
constexpr Row kNonzero[] = {
    {"zero_is_on", "The value 0 turns the mask on, and the value 1 turns it off.", "A"},
    {"one_is_on",  "The value 1 turns the mask on, and the value 0 turns it off.", "B"},
    kStops,
};
constexpr Row kStartCounts[] = {
    {"last_column", "The sub-mask begins at the last column of its first span.", "A"},
    {"both_spans",  "The count continues through both spans, modulo the sum of their lengths.", "B"},
    {"first_span",  "The count is taken modulo the length of the first span.", ""},
    kStops,
};
constexpr Row kSmallShift[] = {
    {"shifted", "The instruction runs, and column j of D uses column j + 8 of B.", "A"},
    {"ignored", "The instruction runs, and the shift has no effect.", ""},
    {"stops",   kStopSentence, "B"},
};

// ---- the instruction descriptor and the form ----

constexpr Row kKindText[] = {
    {"descriptor", "The types of the instruction descriptor decide: the operands are read as tf32.", ""},
    {"as_f16",     "The kind of the text decides: the operands are read as f16.", ""},
    {"as_bf16",    "The kind of the text decides: the operands are read as bf16.", ""},
    kStops,
};
constexpr Row kMixed[] = {
    {"own_types", "Each operand is read with its own type.", "A"},
    {"type_of_a", "Both operands are read with the type of A.", "B"},
    {"type_of_b", "Both operands are read with the type of B.", "B"},
    {"stops",     kStopSentence, "B"},
};
constexpr Row kNegate[] = {
    {"negates",     "The bit negates A.", "A"},
    {"next_column", "The bit selects the scale factors of A one column further.", "B"},
    {"next_byte",   "The bit selects the scale factors of A in the next byte of each cell.", "B"},
    {"ignored",     "The bit has no effect.", ""},
    kStops,
};
// Whether a form runs, and which reading of its contradiction each answer supports.
constexpr Row kRunsA[] = {
    {"runs",  "The instruction runs, and D is the product.", "A"},
    {"stops", kStopSentence, "B"},
};
constexpr Row kRunsB[] = {
    {"runs",  "The instruction runs, and D is the product.", "B"},
    {"stops", kStopSentence, "A"},
};
constexpr Row kSelector[] = {
    {"ignored",     "The selector has no effect.", "B"},
    {"next_column", "The selector selects the metadata one column further.", "A"},
    {"next_pair",   "The selector selects the metadata two columns further.", "A"},
    {"stops",       kStopSentence, "B"},
};
constexpr Row kReserved[] = {
    {"ignored",     "The bits have no effect.", "A"},
    {"next_column", "The bits select the metadata one column further.", "B"},
    {"next_pair",   "The bits select the metadata two columns further.", "B"},
    {"stops",       kStopSentence, "A"},
};
constexpr Row kHalfResult[] = {
    {"f32", "D is written as f32.", "A"},
    {"f16", "D is written as f16.", "B"},
    kStops,
};
constexpr Row kHighHalf[] = {
    {"kept",   "The high half of each cell keeps its bits.", ""},
    {"zero",   "The high half of each cell becomes 0.", ""},
    {"copied", "Both halves of each cell have the word.", ""},
};

constexpr Experiment kWordExperiments[] = {
    {"base-offset", "How does the MMA use the field base_offset?", "X14", kBaseOffset,
     "PTX ISA 9.1, Tables 40 and 41 (subtracted); CUTLASS @7107b055 always writes 0. The other answers are our own guesses.", kEither, base_offset,
     0, "subtracted", measured("layout")},
    {"lbo-ignored", "Does a K-major swizzled layout use the field lbo?", "X16", kLbo,
     "PTX ISA 9.1, 9.7.16.3 (\"assumed 1\"); DeepGEMM and Triton write 0. That lbo is walked is our own guess.", kEither, lbo_ignored,
     0, "ignored", measured("layout")},
    {"lbo-along-k", "Does lbo say where B of a sparse MMA goes on, if it is wider than the swizzle atom?", "X34", kLboAlongK,
     "triton-lang/triton MMAHelpers.h @04d9389f (lbo); PTX ISA 9.1, 9.7.16.3 (\"assumed 1\"). The other answers are our own guesses.", kEither, lbo_along_k,
     0, "lbo", measured("layout")},
    {"swizzle-code-3", "What does the undefined swizzle code 3 do?", "", kSwizzleCode,
     "PTX ISA 9.1, Table 40 calls it invalid. All answers are guesses from the bits: 61 is the 32-byte atom, 62 and 63 are the codes of Hopper.", kBlackwell05, swizzle_code, 3},
    {"swizzle-code-5", "What does the undefined swizzle code 5 do?", "", kSwizzleCode,
     "PTX ISA 9.1, Table 40 calls it invalid. All answers are guesses from the bits: 61 is the 32-byte atom, 62 and 63 are the codes of Hopper.", kBlackwell05, swizzle_code, 5},
    {"swizzle-code-7", "What does the undefined swizzle code 7 do?", "", kSwizzleCode,
     "PTX ISA 9.1, Table 40 calls it invalid. All answers are guesses from the bits: 61 is the 32-byte atom, 62 and 63 are the codes of Hopper.", kBlackwell05, swizzle_code, 7},
    {"k-major-pairs", "Can a K-major operand have 32-byte atoms (128B_32B)?", "X10", kPairs,
     "PTX ISA 9.1, Tables 54 and 55. The places of the 32-byte atoms are inferred from the MN-major layout: Sw<2,5,2>, rows of 128 bytes.", kBlackwell05, k_major_pairs},
    {"no-swizzle", "Do operands without a swizzle work as the manual shows?", "X21", kNoSwizzle,
     "PTX ISA 9.1, 9.7.16.3; a note about the CuTe DSL. That the note means swapped roles is an inference.", kBlackwell05, no_swizzle},
    {"b1-order", "Is the order of single bits in registers the order in shared memory?", "", kBits,
     "PTX ISA 9.1, 9.7.15.5 shows registers of b1 only in a figure. The answers other than 'same' are our own guesses.", kHopperOnly, b1_order,
     0, "same", measured("experiments")},
    {"zero-columns", "Which of the two spans of a zero-column mask is zeroed?", "X1", kZeroColumns,
     "PTX ISA 9.1, Table 45 and the second example of its section", kBlackwell05, zero_columns},
    {"mask-nonzero", "Which value of the field nonzero turns the mask on?", "X2", kNonzero,
     "PTX ISA 9.1, Table 45; a comment in CUTLASS MaskAndShiftB @7107b055. Reading B of X1 is assumed.", kBlackwell05, mask_nonzero},
    {"start-counts", "Where does a sub-mask begin if its start count is past its first span?", "X3", kStartCounts,
     "A third-party simulator (last column); the formula of the examples in PTX ISA 9.1 (both spans). The answer first_span is our own guess. Reading B of X1 is assumed.", kBlackwell05, start_counts},
    {"small-shift", "Does .ws with M = 32 run with a column shift?", "X20", kSmallShift,
     "PTX ISA 9.1, Table 45; sf-tensor/tcgen05, a remark about a B200", kBlackwell05, small_shift},
    {"kind-text", "Do the types of the instruction descriptor decide, or the kind of the text?", "", kKindText,
     "ptxas 13.0.88 gives the same machine code for .kind::f16 and .kind::tf32. So the text can decide only if that changes.", kBlackwell05, kind_text},
    {"mixed-types", "Can A be f16 while B is bf16?", "X25", kMixed,
     "PTX ISA 9.1, Table 39; MMA-Sim accepts the pair; sf-tensor/tcgen05 reports an illegal instruction on a B200", kBlackwell05, mixed_types},
    {"negate-scaled", "Does negate_a negate A in a block-scaled kind?", "X22", kNegate,
     "PTX ISA 9.1, Table 43; a public note about machine code, which does not say which column. Next column and next byte are our own guesses.", kBlackwell05, negate_scaled},
    {"pair-scaled", "Does mxf8f6f4 run on a pair of CTAs with M = 128?", "X23", kRunsA,
     "PTX ISA 9.1, Table 39; an assertion of CUTLASS @7107b055", kBlackwell05, pair_scaled},
    {"sparse-selector", "Does f8f6f4 use the sparsity selector?", "X19", kSelector,
     "PTX ISA 9.1, Table 42 and 9.7.16.10.8.4. No document says what the selector would select; the columns are our own guesses.", kBlackwell05, metadata_bits, 0},
    {"sparse-reserved", "Do sparse block-scaled kinds use the two lowest bits?", "X24", kReserved,
     "PTX ISA 9.1, Table 43; CUTLASS sparse_id2_ @7107b055. No document says what the bits would select; the columns are our own guesses.", kBlackwell05, metadata_bits, 1},
    {"integer-n", "Does wgmma with integers run with N = 256?", "X28", kRunsB,
     "PTX ISA 9.1, 9.7.15.2, the printed list; ptxas 13.0.88 accepts N = 256", kHopperOnly, integer_n,
     0, "runs", measured("fragments")},
    {"small-n", "Does A in Tensor Memory run with N = 8?", "X11", kRunsA,
     "PTX ISA 9.1, Table 39; CUTLASS @7107b055 demands a multiple of 16. The run covers only kind f16 with M = 128.", kBlackwell05, small_n},
    {"long-k", "Does K = 96 run with one CTA?", "X17", kRunsB,
     "PTX ISA 9.1, Table 39; PTX ISA 9.4", kLongK, long_k},
    {"f16-result", "Can D of kind f8f6f4 be f16?", "X4", kHalfResult,
     "PTX ISA 9.1, Tables 39 and 42", kBlackwell05, f16_result},
    {"d-high-half", "What happens to the high half of a cell with a 16-bit D?", "", kHighHalf,
     "PTX ISA 9.1 puts a 16-bit D into the low half of its cell, and says nothing about the high half.", kBlackwell05, high_half},
};
// clang-format on

}  // namespace

std::span<const Experiment> word_experiments() { return kWordExperiments; }

}  // namespace tilescope::experiment
