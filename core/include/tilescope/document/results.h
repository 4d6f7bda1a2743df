// core/include/tilescope/document/results.h -- the emulated D and its progress; emulation is too slow for derive().
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/repair.h>
#include <tilescope/document/session.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/kernel/live_comparison.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

enum class ResultState : std::uint8_t {
    none,     // no emulation was requested yet
    running,  // running, or waiting for the previous emulation to end
    done,
    refused,
    stopped,  // by the user
};

// A D that the user has from a kernel, and what the comparison with the model says (study/dump.h finds it). All texts
// are printable.
struct Against {
    // An edit of the session after which the model has words of the file.
    struct Offer {
        Edit edit;
        std::string label, effect;  // "Set sbo of a_desc to 512 bytes", "the model then has every word of the dump"
    };
    std::string path;                  // of the file; empty: there is none
    std::string why;                   // why it is not compared; empty: it is
    std::string verdict;               // one sentence
    std::vector<std::string> details;  // what else is known
    bool agrees = false;               // every word is that of the model, and that means something
    std::vector<Offer> offers;         // the best first
    bool only = false;                 // the first offer alone explains the whole file, and no open question does too
    std::optional<Element> first;      // the first element that differs
    // The words of the file and those of the model, as words of `type`, row by row.
    std::string type;
    std::vector<std::uint32_t> words, model;
    // The run after the only edit that explains the whole file: what the kernel read. None: no edit does, or several.
    std::optional<EmulatorJob> job;
    std::optional<Emulation> emulation;
};

struct Results {
    // The newest request.
    ResultState state = ResultState::none;
    std::uint64_t requested = 0;           // document revision of the request
    unsigned rows_done = 0, rows = 0;      // progress while it runs; rows is 0 until the number is known
    std::string refused;                   // why there is no result
    std::optional<FieldPlace> refused_at;  // the field that causes the refusal, if it is one field

    // The last finished emulation. It stays here while a newer emulation runs, and also if the newer one is stopped or
    // refused.
    std::optional<Emulation> emulation;
    EmulatorJob job;              // the job of `emulation`
    Session session;              // the document of `emulation`
    std::uint64_t revision = 0;   // the revision of `session`
    std::vector<Repair> repairs;  // edits of `session` that make wrong elements of `emulation` right
    std::uint64_t serial = 0;     // increases with each result; caches of pictures compare it
    double milliseconds = 0;
    SumRange sums;                           // range_of_sums(emulation)
    std::optional<LiveComparison> recorded;  // `emulation` with the D that `session` has as it was read
    std::string not_recorded;                // why it is not compared; empty: it is, or there is none
    Against against;                         // `emulation` with a D that the user named

    bool is_of(std::uint64_t document) const { return emulation.has_value() && revision == document; }
    // Whether the words of the session read the right elements, and those of the kernel in `against` did not: then its
    // reads are what is to be shown.
    bool shows_kernel() const {
        return emulation && against.emulation && emulation->count[static_cast<std::size_t>(Verdict::wrong)] == 0;
    }
    // The run whose reads and verdicts are shown. Requires: there is an emulation.
    const EmulatorJob& shown_job() const { return shows_kernel() ? *against.job : job; }
    const Emulation& shown() const { return shows_kernel() ? *against.emulation : *emulation; }
};

}  // namespace tilescope
