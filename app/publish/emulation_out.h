// app/publish/emulation_out.h -- an emulation as a table or as one JSON document, and the memory before it in words.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/publish/report.h"

#include <tilescope/document/repair.h>
#include <tilescope/document/session.h>
#include <tilescope/word/problem.h>

#include <optional>
#include <string>
#include <vector>

namespace tilescope::io {

// A row and a column of D.
struct ElementPlace {
    unsigned row = 0, column = 0;
};

// Returns a word of D as it is printed: "0x3f800000", or "0x3c00" for f16.
std::string d_word(const Emulation& emulation, std::uint32_t word);

// Returns one row for each element: its value, the expected value, and their distance in ULP. With `only`, returns only
// the row of that element.
Report emulation_rows(const Emulation& emulation, std::optional<ElementPlace> only = {});

// Returns the doubts (all_doubts()) that matter for this run: those whose alternative rule changes a word of D, and
// those of the form that have no alternative rule.
DoubtSet doubts_here(const Emulation& emulation);

// Returns the problems of one severity. Each field has the name of its word in front: "a_desc.sbo", "line.cta_group".
std::vector<Problem> problems_of(const Derived& derived, Severity severity);

// A session, the job that the emulator ran for it, and the result.
struct EmulationRun {
    const Derived& derived;
    const EmulatorJob& job;
    const Emulation& emulation;
    std::vector<Repair> repairs = {};
};
// Returns notes about the memory and the run, for output beside the numbers.
std::vector<std::string> notes_of(const EmulationRun& run);

// Returns everything but the contents of memory: counts, errors of the rules, doubts, causes, notes, bad reads, and D
// row by row. `explained` adds the explanation of one element.
std::string emulation_json(const EmulationRun& run, std::optional<ElementPlace> explained = {});

// "k-major, mode 128b, from byte 0x400", or "writer tma".
std::string written_as(const OperandImage& image);

// "identity", "random, seed 7", or "file 'a.npy'". The name has only printable characters.
std::string values_of(const Recipe& recipe);

}  // namespace tilescope::io
