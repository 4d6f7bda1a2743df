// core/src/study/experiment_mask.cpp -- experiments about the zero-column mask and the column shift.
// SPDX-License-Identifier: MIT
#include "experiment_parts.h"
#include "experiment_presets.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/descriptor.h>

namespace tilescope::experiment {
namespace {

// Returns the session with this mask. A mask that the word cannot store leaves the word, and a test finds that.
Session masked(Session session, const ZeroMask& mask) {
    if (const auto word = mask_word(format_of(session, WordId::zcm), mask))
        session.words[static_cast<std::size_t>(WordId::zcm)] = *word;
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
    return all_of({Trial("Example 2", memory)
                       .launch(masked(memory, mask))
                       .model("skip_is_used", masked(memory, {.nonzero = true, .skip = mask.use, .use = mask.skip}))
                       .model("skip_is_zeroed", masked(memory, mask))
                       .model("no_column", memory)
                       .stops()
                       .take()});
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
    return all_of({Trial("column_shift 8", memory)
                       .launch(shifted)
                       .care(~0u, kColumns - kShift)
                       .model("shifted", shifted)
                       .model("ignored", allowed)
                       .stops()
                       .take()});
}

}  // namespace tilescope::experiment
