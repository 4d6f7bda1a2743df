// core/src/study/experiment_parts.h -- what the source files of the experiments share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/presets.h>
#include <tilescope/study/experiment.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::experiment {

using Jobs = Answer<std::vector<ExperimentJob>>;

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
