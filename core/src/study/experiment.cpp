// core/src/study/experiment.cpp -- the table of the experiments, and the answers that agree with what a GPU did.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/study/experiment.h>

#include <algorithm>

namespace tilescope {
namespace {

using namespace experiment;

using Row = ExperimentAnswer;
constexpr std::string_view kStopSentence = "The instruction fails: the GPU stops the kernel, or the MMA never ends.";
constexpr Row kStops = {"stops", kStopSentence, ""};

constexpr Feature kEither[] = {Feature::tcgen05, Feature::wgmma};
constexpr Feature kBlackwell05[] = {Feature::tcgen05};
constexpr Feature kHopperOnly[] = {Feature::wgmma};
constexpr Feature kScalesD[] = {Feature::scale_input_d};
constexpr Feature kSparsePacked[] = {Feature::sparse_packed};
constexpr Feature kLongK[] = {Feature::k96};

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

// ---- sums ----

constexpr Row kWidth[] = {
    {"22", "A sum keeps 22 bits below the greatest exponent.", ""}, {"23", "A sum keeps 23 bits below the greatest exponent.", ""},
    {"24", "A sum keeps 24 bits below the greatest exponent.", ""}, {"25", "A sum keeps 25 bits below the greatest exponent.", ""},
    {"26", "A sum keeps 26 bits below the greatest exponent.", ""}, {"27", "A sum keeps 27 bits below the greatest exponent.", ""},
    {"28", "A sum keeps 28 bits below the greatest exponent.", ""}, {"36", "A sum keeps 36 bits below the greatest exponent, or more.", ""},
};
constexpr Row kWidthFp8[] = {
    {"12", "A sum keeps 12 bits below the greatest exponent.", ""}, {"13", "A sum keeps 13 bits below the greatest exponent.", ""},
    {"14", "A sum keeps 14 bits below the greatest exponent.", ""}, {"15", "A sum keeps 15 bits below the greatest exponent.", ""},
    {"22", "A sum keeps 22 bits below the greatest exponent.", ""}, {"23", "A sum keeps 23 bits below the greatest exponent.", ""},
    {"24", "A sum keeps 24 bits below the greatest exponent.", ""}, {"25", "A sum keeps 25 bits below the greatest exponent.", ""},
    {"26", "A sum keeps 26 bits below the greatest exponent.", ""}, {"30", "A sum keeps 30 bits below the greatest exponent, or more.", ""},
};
constexpr Row kMmasim[] = {
    {"no_zeros", "Zeros and an absent C do not limit the window.", "model"},
    {"zeros",    "Zeros or an absent C limit the window: its greatest exponent is -126 or more.", "alternative"},
};
constexpr Row kMx133[] = {
    {"no_limit", "The greatest exponent has no lower limit.", "model"},
    {"limit",    "The greatest exponent is -133 or more.", "alternative"},
};
constexpr Row kQ174[] = {
    {"whole_groups", "A group of products keeps its bits below 2^-174.", "model"},
    {"limit",        "The window never goes below 2^-174.", "alternative"},
};
constexpr Row kG16[] = {
    {"four",    "Groups of 4 products are added exactly.", "model"},
    {"sixteen", "Groups of 16 products are added exactly.", "alternative"},
};
constexpr Row kLk4[] = {
    {"stored",  "A group has 4 stored elements of A.", "model"},
    {"logical", "A group has the stored elements of 4 columns of the logical K.", "alternative"},
    {"sixteen", "A group has 16 stored elements of A.", ""},
};
constexpr Row kScaleSign[] = {
    {"ignored",  "Bit 7 of the factor has no effect, or the factor is its absolute value.", "model"},
    {"negative", "Bit 7 makes the factor negative.", "alternative"},
    {"nan",      "A factor with bit 7 is NaN.", "alternative"},
};
constexpr Row kScaleD[] = {
    {"truncated", "C is scaled exactly, and the sum is truncated.", "model"},
    {"nearest",   "C is scaled and rounded to the nearest f32 word before the sum.", "alternative"},
    {"flushed",   "A subnormal C after scaling becomes 0.", "alternative"},
    {"unscaled",  "C is not scaled.", "alternative"},
};

constexpr Experiment kExperiments[] = {
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
    {"accumulator-width", "How many bits does a sum of f16 products keep?", "", kWidth,
     "arXiv 2511.10909 and sf-tensor/tcgen05: 25, on Hopper and on Blackwell", kEither, accumulator_width,
     0, "25", measured("dots")},
    {"accumulator-width-fp8", "How many bits does a sum of 8-bit products keep?", "", kWidthFp8,
     "arXiv 2511.10909 and sf-tensor/tcgen05: 13 on Hopper, 25 on Blackwell", kEither, accumulator_width_fp8,
     0, "13", measured("dots")},
    {"window-floor", "Do zeros limit the window of a sum?", "mmasim", kMmasim,
     "sf-tensor/tcgen05 model.py @affce0c4 (no zeros); microsoft/MMA-Sim @c7851383 (zeros)", kBlackwell05, floor_of_window,
     0, "no_zeros", measured("dots")},
    {"scaled-floor", "Does mxf8f6f4 have a least exponent, as bf16 has?", "mx133", kMx133,
     "sf-tensor/tcgen05 model.py @affce0c4 (no limit). The limit of bf16 is our own guess.", kBlackwell05, floor_of_scaled},
    {"fp4-floor", "What does an fp4 sum lose below 2^-174?", "q174", kQ174,
     "sf-tensor/tcgen05 model.py @affce0c4", kBlackwell05, floor_of_fp4},
    {"fp4-groups", "With ue4m3 scale factors, are groups of 4 or of 16 products exact?", "g16", kG16,
     "sf-tensor/tcgen05 model.py @affce0c4 (4); microsoft/MMA-Sim @c7851383 (16)", kBlackwell05, groups_of_fp4},
    {"sparse-groups", "With sparse A and ue4m3 scale factors, which elements are a group of 4?", "lk4", kLk4,
     "sf-tensor/tcgen05 @8fce64d8, which has both in two code paths. Groups of 16 are those of MMA-Sim, which has no sparse form.", kSparsePacked, groups_of_sparse},
    {"scale-sign", "What does bit 7 of a ue4m3 scale factor do?", "ue4m3_sign", kScaleSign,
     "sf-tensor/tcgen05 model.py @affce0c4 masks it; MMA-Sim takes the absolute value. The other answers are our own guesses.", kBlackwell05, scale_sign},
    {"scaled-c", "Where does scale-input-d round C?", "scale_d", kScaleD,
     "PTX ISA 9.1, tcgen05.mma does not say. All answers are our own guesses.", kScalesD, scaled_input_d},
};
// clang-format on

// ---- what a GPU answered ----

std::size_t changed_cells(const Machine& have, const Machine& want) {
    std::size_t out = 0;
    for (unsigned cta = 0; cta < want.ctas; ++cta) {
        const unsigned columns = std::min(have.tmem[cta].columns(), want.tmem[cta].columns());
        for (unsigned lane = 0; lane < kTmem.lanes; ++lane)
            for (unsigned column = 0; column < columns; ++column)
                out += have.tmem[cta].cell(lane, column) != want.tmem[cta].cell(lane, column);
    }
    return out;
}

std::string_view instruction_of(const ArchRow& arch) { return family_of(arch).id; }

std::string_view instruction_of(std::string_view chip) {
    for (const ArchRow& arch : kArchs)
        if (arch.has(Feature::exact) && chip_of(arch) == chip) return instruction_of(arch);
    return {};
}

std::string_view answered_instruction(const Experiment& e) {
    const Measurement* m = e.by.measurement();
    return m == nullptr ? std::string_view() : instruction_of(m->on->chip);
}

// The instructions for which the question is open: "tcgen05".
std::string open_instructions(const Experiment& e) {
    std::string out;
    for (const std::string_view chip : chips_that_are_open(e))
        if (const std::string_view name = instruction_of(chip); out.find(name) == out.npos)
            out += say(out.empty() ? "" : " and ", name);
    return out;
}

}  // namespace

std::span<const Experiment> all_experiments() { return kExperiments; }

std::vector<std::string_view> chips_that_run(const Experiment& e) {
    std::vector<std::string_view> out;
    for (const ArchRow& arch : kArchs)
        if (target_of(e, chip_of(arch)) == &arch) out.push_back(chip_of(arch));
    return out;
}

std::vector<std::string_view> chips_that_are_open(const Experiment& e) {
    std::vector<std::string_view> out = chips_that_run(e);
    std::erase_if(out, [&](std::string_view chip) { return instruction_of(chip) == answered_instruction(e); });
    return out;
}

AskedState asked_of(const Experiment& e) {
    if (e.by.measurement() == nullptr) return AskedState::open;
    return chips_that_are_open(e).empty() ? AskedState::measured : AskedState::in_part;
}

std::string answer_of_gpus(const Experiment& e) {
    const Measurement* m = e.by.measurement();
    const ExperimentAnswer* answer = find_answer(e, e.seen);
    if (m == nullptr || answer == nullptr) return {};
    const std::string open = open_instructions(e);
    return say("Measured for ", answered_instruction(e), ": ", answer->sentence, " (", text_of(*m), ")",
               open.empty() ? "" : say(" Open for ", open, "."));
}

const Experiment* find_experiment(std::string_view id) { return row_with(all_experiments(), id, &Experiment::id); }

const ExperimentAnswer* find_answer(const Experiment& experiment, std::string_view id) {
    return row_with(experiment.answers, id, &ExperimentAnswer::id);
}

const ArchRow* target_of(const Experiment& experiment, std::string_view chip) {
    for (const ArchRow& arch : kArchs) {
        const bool has = std::ranges::any_of(experiment.needs, [&](Feature f) { return arch.has(f); });
        if (has && arch.has(Feature::exact) && chip_of(arch) == chip) return &arch;
    }
    return nullptr;
}

Answer<std::vector<ExperimentJob>> experiment_jobs(const Experiment& experiment, std::string_view chip) {
    const ArchRow* arch = target_of(experiment, chip);
    if (arch) return experiment.make(*arch, experiment.number);
    return Refusal("No target of compute capability ", chip, " has what the experiment ", experiment.id, " needs.");
}

Answer<Observation> observation_of(const ExperimentJob& job, const Machine& before, const Machine& after) {
    auto read = gather_mma(after, job.reader);
    if (!read) return Refusal(read.why);
    Observation out{.words = read->c.words};
    if (read->shape.family->d == Storage::registers) return out;
    Machine want = before;
    read->zeroed.clear();
    read->kept.clear();
    std::vector<std::uint32_t> words = out.words;
    finish_mma(want, job.reader, *read, words);
    out.outside = changed_cells(after, want);
    return out;
}

PredictionDifference difference_from(const ExperimentJob& job, const Prediction& prediction, const Observation& seen) {
    if (prediction.stops && seen.stopped) return {};
    if (prediction.words.size() != seen.words.size() || prediction.stops != seen.stopped)
        return {.words = std::max(prediction.words.size(), seen.words.size()), .first = {}};
    PredictionDifference out;
    for (std::size_t e = 0; e < seen.words.size(); ++e) {
        const std::uint32_t bits = job.care.empty() ? ~0u : job.care[e];
        if (((prediction.words[e] ^ seen.words[e]) & bits) == 0) continue;
        ++out.words;
        if (!out.first) out.first = e;
    }
    return out;
}

bool agrees(const ExperimentJob& job, const Prediction& prediction, const Observation& seen) {
    return prediction.stops == seen.stopped && seen.outside == 0 && difference_from(job, prediction, seen).words == 0;
}

std::vector<std::size_t> answers_that_agree(const Experiment& experiment, std::span<const ExperimentJob> jobs,
                                            std::span<const Observation> observations) {
    std::vector<std::size_t> out;
    for (std::size_t a = 0; a < experiment.answers.size(); ++a) {
        bool all = !jobs.empty() && jobs.size() == observations.size();
        for (std::size_t j = 0; all && j < jobs.size(); ++j)
            all = agrees(jobs[j], jobs[j].predictions[a], observations[j]);
        if (all) out.push_back(a);
    }
    return out;
}

}  // namespace tilescope
