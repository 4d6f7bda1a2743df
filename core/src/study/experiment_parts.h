// core/src/study/experiment_parts.h -- what the sources of the experiments share: sessions, trials, the experiments.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/presets.h>
#include <tilescope/study/experiment.h>

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::experiment {

using Jobs = Answer<std::vector<ExperimentJob>>;

// ---- the sessions from which experiments start, as presets without a title ----
//
// All have K-major 128B operands of one 128-byte line for each row, and M = 128 (wgmma: 64) and N = 64, if their name
// says nothing else. The experiments that start from a preset of the menu use find_preset().

inline constexpr std::uint64_t kAWord = 0x4000404000010040, kBWord = 0x4000404000010440;
inline constexpr std::uint64_t kAWordHopper = 0x4000004000010040, kBWordHopper = 0x4000004000010440;

constexpr Preset start(std::string_view kind, std::uint32_t idesc, unsigned tile_k) {
    Preset out{};
    out.kind = kind;
    out.words = {kAWord, kBWord, idesc, 0};
    out.tile_k = tile_k;
    return out;
}
constexpr Preset start_wgmma(std::string_view kind, std::uint32_t idesc, unsigned tile_k) {
    Preset out = start(kind, idesc, tile_k);
    out.words = {kAWordHopper, kBWordHopper, idesc, 0};
    out.arch = "sm_90a";
    return out;
}
constexpr Preset with_pair(Preset p) { return p.cta_group = 2, p; }
constexpr Preset with_ws(Preset p) { return p.ws = true, p; }
constexpr Preset with_sparse(Preset p) { return p.sparse = true, p; }
constexpr Preset with_a_in_tmem(Preset p) { return p.a_in_tmem = true, p; }
constexpr Preset with_b_word(Preset p, std::uint64_t word) { return p.words[1] = word, p; }
constexpr Preset on_target(Preset p, std::string_view arch) { return p.arch = arch, p; }

inline constexpr Preset kPlainF16 = start("f16", 0x08100010, 64);
inline constexpr Preset kPlainBf16 = start("f16", 0x08100490, 64);
inline constexpr Preset kHalfD = start("f16", 0x08100000, 64);
inline constexpr Preset kSmallN = with_a_in_tmem(start("f16", 0x08020010, 64));
inline constexpr Preset kPlainTf32 = start("tf32", 0x08100910, 32);
inline constexpr Preset kPlainE4m3 = start("f8f6f4", 0x08100010, 128);
inline constexpr Preset kPlainE5m2 = start("f8f6f4", 0x08100490, 128);
inline constexpr Preset kSparseE4m3 = with_sparse(start("f8f6f4", 0x08100014, 256));
inline constexpr Preset kScaledE4m3 = start("mxf8f6f4", 0x08900000, 128);
inline constexpr Preset kScaledPair = with_pair(kScaledE4m3);
inline constexpr Preset kScaledSparse = with_sparse(start("mxf8f6f4", 0x08900004, 256));
// N = 16: sums of fp4 are slow to emulate.
inline constexpr Preset kMxf4 = start("mxf4", 0x08840480, 256);
inline constexpr Preset kNvfp4 = start("mxf4nvf4", 0x08040480, 256);
inline constexpr Preset kNvfp4Sparse = with_sparse(start("mxf4nvf4", 0x08040484, 512));
inline constexpr Preset kNvfp4LongK = on_target(start("mxf4nvf4", 0x88100480, 192), "sm_103a");
// B has atoms of 32 bytes, one column of 64 rows is 2048 bytes, and one instruction reads two such columns.
inline constexpr Preset kSparseF16 = with_sparse(start("f16", 0x08100014, 64));
inline constexpr Preset kWideB = with_b_word(kSparseF16, 0xc000401000800440);
inline constexpr Preset kMasked = with_ws(kPlainF16);
inline constexpr Preset kMaskedSmallM = with_ws(start("f16", 0x02100010, 64));

inline constexpr Preset kPlainF16Hopper = start_wgmma("f16", 0x04100010, 64);
inline constexpr Preset kPlainE5m2Hopper = start_wgmma("f8f6f4", 0x04100490, 128);
inline constexpr Preset kSparseF16Hopper = with_sparse(start_wgmma("f16", 0x04100010, 64));
inline constexpr Preset kWideBHopper = with_b_word(kSparseF16Hopper, 0xc000001000800440);
inline constexpr Preset kIntegerN256 = start_wgmma("i8", 0x04400020, 128);

// ---- trials ----

// A stored value of a field.
struct Set {
    WordId word;
    std::string_view field;
    std::uint64_t raw;
};

// Returns the session with these fields. Memory stays. A field that the format does not have is skipped.
Session with(Session session, std::initializer_list<Set> fields);

// Returns the session of a preset for a target, with one K step and values that show every wrong read.
Session started(const ArchRow& arch, const Preset& preset);

// K-major 128B, f16: the preset of the unit that the target has.
Session plain_f16(const ArchRow& arch);

// Overwrites operands in memory: the values that no recipe has.
using Fill = std::function<void(ReferenceOperands&)>;

// Builds a job, step by step. The first failure stays until take().
//
//     Trial("lbo 0", memory).launch(with(memory, {{WordId::a_desc, "lbo", 0}})).model("ignored", memory).stops().take()
class Trial {
public:
    Trial(std::string name, const Session& memory, Fill fill = {});

    Trial& control(const Session& session);                   // default: the words and the layout of `memory`
    Trial& launch(const Session& session);                    // default: `memory`
    Trial& read_as(const Session& session);                   // the words whose D is read; default: `memory`
    Trial& care(std::uint32_t bits, unsigned columns = ~0u);  // compares these bits of the first columns
    // Each of these is the prediction of one answer, in the order of the answers.
    Trial& model(std::string answer, const Session& words);  // the model's D with these words on the same memory
    Trial& model_with(std::string answer, const Session& memory, const Fill& also = {});  // the D of another memory
    Trial& alternative(std::string answer, Doubt doubt);  // the D of the launched words with the other rule
    Trial& words(std::string answer, const std::function<std::uint32_t(unsigned row, unsigned column)>& word);
    Trial& stops();
    Answer<ExperimentJob> take();
    Jobs alone();  // as the only job of its experiment

private:
    Answer<EmulatorJob> made(const Session& session) const;
    void fail(const std::string& why);
    void predict(std::string answer, const EmulatorJob& memory, const MmaInstruction& instruction);

    Session control_, memory_, launched_;
    Fill fill_;
    std::string why_;
    ExperimentJob job_;
};

// Returns all jobs, or the reason of the first refusal.
Jobs all_of(std::vector<Answer<ExperimentJob>> jobs);

// ---- the experiments: see the table for their questions ----

Jobs base_offset(const ArchRow&, unsigned);
Jobs lbo_ignored(const ArchRow&, unsigned);
Jobs lbo_along_k(const ArchRow&, unsigned);
Jobs swizzle_code(const ArchRow&, unsigned code);
Jobs k_major_pairs(const ArchRow&, unsigned);
Jobs no_swizzle(const ArchRow&, unsigned);
Jobs b1_order(const ArchRow&, unsigned);

Jobs zero_columns(const ArchRow&, unsigned);
Jobs mask_nonzero(const ArchRow&, unsigned);
Jobs start_counts(const ArchRow&, unsigned);
Jobs small_shift(const ArchRow&, unsigned);

Jobs kind_text(const ArchRow&, unsigned);
Jobs mixed_types(const ArchRow&, unsigned);
Jobs negate_scaled(const ArchRow&, unsigned);
Jobs pair_scaled(const ArchRow&, unsigned);
Jobs metadata_bits(const ArchRow&, unsigned scaled);
Jobs integer_n(const ArchRow&, unsigned);
Jobs small_n(const ArchRow&, unsigned);
Jobs f16_result(const ArchRow&, unsigned);
Jobs high_half(const ArchRow&, unsigned);
Jobs long_k(const ArchRow&, unsigned);

Jobs accumulator_width(const ArchRow&, unsigned);
Jobs accumulator_width_fp8(const ArchRow&, unsigned);
Jobs floor_of_window(const ArchRow&, unsigned);
Jobs groups_of_fp4(const ArchRow&, unsigned);
Jobs groups_of_sparse(const ArchRow&, unsigned);
Jobs floor_of_scaled(const ArchRow&, unsigned);
Jobs floor_of_fp4(const ArchRow&, unsigned);
Jobs scale_sign(const ArchRow&, unsigned);
Jobs scaled_input_d(const ArchRow&, unsigned);

}  // namespace tilescope::experiment
