// app/publish/dump_out.h -- prints the comparison of a dump with the model: sentences, a table, one JSON document.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/dump_file.h"
#include "app/publish/report.h"

#include <string>
#include <vector>

namespace tilescope::io {

// A dump, and all that was found about it.
struct DumpFindings {
    const Emulation& emulation;
    DumpFile file;
    DumpComparison result;
    std::vector<std::string> memory = {};  // what is wrong with the memory of the session, whatever the words are
    std::vector<DumpReason> reasons = {};
};
// Compares the dump. The reasons are not searched yet.
DumpFindings findings_of(const EmulatorJob& job, const Emulation& emulation, DumpFile file);

// "1408 of 8192 words of the dump differ from the model (columns 64 and up), by at most 3 ULP."
std::string counts_of(const DumpFindings& found);
// "All words of the dump are 0x00000000 (0): the kernel may not have stored D." Empty if that is not so.
std::string blank_sentence(const DumpFindings& found);
// That rounding explains all differences. Empty if that is not so.
std::string rounding_sentence(const DumpFindings& found);
// "The first one is D[0][8]: ...". Requires: a word differs.
std::string first_difference(const DumpFindings& found);
// What the differences say about the kernel and the words of the session, apart from the edits that explain them. The
// first one is blank_sentence(), if there is one.
std::vector<std::string> judgement_of(const DumpFindings& found);
// "the model then has every word of the dump"
std::string effect_of(const DumpFindings& found, const DumpReason& reason);

// One row for each word that differs.
Report difference_rows(const DumpFindings& found);
std::string dump_json(const DumpFindings& found);

}  // namespace tilescope::io
