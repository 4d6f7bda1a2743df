// core/include/tilescope/document/verdict.h -- one sentence about a result: right, wrong with its cause, or open.
// SPDX-License-Identifier: MIT
//
//     const RunVerdict v = verdict_of(derived, results);
//     show(v.sentence);                 // "1408 wrong: sbo of b_desc is 512 bytes, should be 1024 bytes."
//     if (v.repair) offer(v.repair->edit);
#pragma once

#include <tilescope/document/derive.h>
#include <tilescope/document/results.h>

#include <string>

namespace tilescope {

enum class VerdictTone : std::uint8_t {
    right,  // no element is wrong, and nothing speaks against the result
    open,   // no element is wrong, but the result does not say that the words are right; or they are not all given
    wrong,
};
struct RunVerdict {
    VerdictTone tone = VerdictTone::open;
    std::string sentence;
    const Repair* repair = nullptr;  // of the results: the one edit that repairs most. Null: there is none, or several
};

// Requires: the results have an emulation. `derived` is its document; the basis of its words counts. `asked`: the
// reader is to find the cause of wrong elements, so the sentence has only their number.
RunVerdict verdict_of(const Derived& derived, const Results& results, bool asked = false);

}  // namespace tilescope
