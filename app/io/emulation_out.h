// app/io/emulation_out.h -- an emulation as a table and as one JSON document.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/report.h"

#include <tilescope/session/emulate.h>
#include <tilescope/word/problem.h>

#include <optional>
#include <string>
#include <vector>

namespace tilescope::io {

// A row of D and a column.
struct ElementPlace {
    unsigned row = 0, column = 0;
};

// Words of D as they are printed: "0x3f800000", of f16 "0x3c00".
std::string d_word(const Emulation& emulation, std::uint32_t word);

// A row an element: what it is, what was meant, how far apart. Only the chosen one, where one is.
Report emulation_rows(const Emulation& emulation, std::optional<ElementPlace> only = {});

// What public models leave open and this run meets: doubts that change a word of it, and those of its form that nobody
// can tell word by word.
DoubtSet doubts_here(const Emulation& emulation);

// Problems of one severity, their field with its word in front: "a_desc.sbo", "line.cta_group".
std::vector<Problem> problems_of(const Derived& derived, Severity severity);

// A session, what it was run as, and what came out.
struct EmulationRun {
    const Derived& derived;
    const EmulatorJob& job;
    const Emulation& emulation;
};
// What is worth knowing besides numbers: of memory, of the run.
std::vector<std::string> notes_of(const EmulationRun& run);

// Everything but the machine's memory: counts, errors of rules, doubts, causes, notes, bad reads, D row by row.
// `explained` adds why an element is what it is.
std::string emulation_json(const EmulationRun& run, std::optional<ElementPlace> explained = {});

}  // namespace tilescope::io
