// core/include/tilescope/study/dump.h -- compares a D that a kernel left with the model, and finds what explains it.
// SPDX-License-Identifier: MIT
//
//     const DumpComparison c = compare_dump(emulation, {"f32", words});
//     if (c.different != 0)
//         for (const DumpReason& r : reasons_for(derived, job, emulation, dump)) show(r.label, r.different);
//     // "Set sbo of a_desc to 512 bytes"   0: the model then has every word of the dump
//
// The session has the words that the user believes in. The kernel may have had others: a reason is an edit of the
// session after which the model computes the dump. Each one is tried with an emulation of its own.
//
// A dump is often no D of a tensor core: a library computed it, or a kernel rounded it. So words that only rounding
// separates are counted, but they speak neither for nor against words and edits.
#pragma once

#include <tilescope/document/repair.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The words of a dump, row by row. `type` is f32, f16, s32 or bf16. It can be another one than that of D: kernels
// convert D before they store it.
struct Dump {
    std::string type;
    std::vector<std::uint32_t> words;  // m x n of the emulation
    std::string name = {};             // of its file, printable; empty: sentences call it "the dump"

    // How sentences name it: "All words of the dump are 0", "The dump has 0", "All values of D.npy are 0".
    std::string noun() const { return name.empty() ? "the dump" : name; }
    std::string subject() const { return name.empty() ? "The dump" : name; }
    std::string_view item() const { return name.empty() ? "word" : "value"; }
};

struct DumpComparison {
    std::vector<std::uint32_t> model;  // the words of the model as `type` of the dump, rounded to nearest even
    std::vector<std::uint8_t> differs;
    std::size_t different = 0;
    std::size_t beyond = 0;  // those that differ by more than the order and the precision of sums can explain
    std::vector<std::uint8_t> is_beyond;
    std::optional<Element>
        first;                   // the first one beyond rounding, row by row; if there is none, the first that differs
    std::string pattern;         // "columns 64 and up"; empty: none. Of those beyond rounding, if there are any
    std::int64_t most_ulps = 0;  // the greatest distance of numbers below kFar
    std::size_t right = 0;       // how many of those beyond have the exact product of the operands in the dump
    // All words of the dump are equal, and those of the model are not or the word is 0 or NaN: the kernel may not have
    // stored D. Many edits give such a D, so that each of them is a guess; and a model with the same words proves
    // nothing.
    bool blank = false;
    std::vector<const DoubtRow*> explains;  // open questions whose other answer gives every word of the dump
    // What the dump as a whole shows: a factor, rows in another order, elements that were not stored. Sentences.
    std::vector<std::string> notes;
};
// Requires: the dump has one word for each element of D. Its type is that of D, or one to which kernels convert it: f16
// or bf16 if D is f32, f32 if D is f16.
DumpComparison compare_dump(const Emulation& emulation, const Dump& dump);

// An edit of the session after which the model has more words of the dump.
struct DumpReason {
    Session session;
    bool is_session = true;                // false: the kernel does what no session says, as "Leave out K step 1"
    std::string label;                     // "Set sbo of a_desc to 512 bytes", "Run K steps 0 to 3"
    std::string what;                      // "word", "memory", "overlap" (of A and B) or "run": what the edit changes
    std::size_t different = 0;             // the words that still differ
    std::size_t beyond = 0;                // of these, those beyond rounding; 0: it explains all
    std::size_t undefined = 0;             // elements that it computes from bytes that nothing has written: not counted
    int bits = 0;                          // that it flips in words
    std::vector<std::string> explanation;  // of the first difference, after the edit; only of the first reason
    std::size_t edit = 0;                  // its number among those that were tried
};
inline constexpr std::size_t kMostReasons = 5;

// Tries other values of the fields, also of a field of both descriptors, other memory and other K steps, one at a time,
// and both descriptors exchanged. If the session's own memory is at fault (Cause::of_memory), tries only edits of it.
// Returns the edits that explain all differences beyond rounding; if there are none, those that explain at least half
// of them. The best comes first; of equal ones, A and B that overlap before a word, a word before the run and the
// memory, then the one that flips the fewest bits. Empty if rounding explains the dump.
std::vector<DumpReason> reasons_for(const Derived& derived, const EmulatorJob& job, const Emulation& emulation,
                                    const Dump& dump, const RepairTools& tools = {});
// Whether reasons_for() tries only edits of the memory, because that of the session is at fault.
bool tries_only_memory(const Derived& derived, const EmulatorJob& job);

}  // namespace tilescope
