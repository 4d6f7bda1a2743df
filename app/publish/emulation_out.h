// app/publish/emulation_out.h -- what the CPU model answers, as text and JSON: a run, a dump against it, one sum.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/json_value.h"
#include "app/io/npy.h"
#include "app/publish/report.h"

#include <tilescope/document/repair.h>
#include <tilescope/document/results.h>
#include <tilescope/document/session.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/word/problem.h>

namespace tilescope::io {

// A row and a column of D.
struct ElementPlace {
    unsigned row = 0, column = 0;
};

// Returns a word of D as it is printed: "0x3f800000", or "0x3c00" for f16.
std::string d_word(const Emulation& emulation, std::uint32_t word);
// The words of a D of this size and type, row by row.
Json d_json(const Emulation& emulation, std::span<const std::uint32_t> d);

// Returns one row for each element: its value, the expected value, and their distance in ULP. With `only`, returns only
// the row of that element.
Report emulation_rows(const Emulation& emulation, std::optional<ElementPlace> only = {});

// "12280 equal, 8 rounding, 0 requested, 0 wrong".
std::string verdict_counts(const Emulation& emulation);

// "D as the debugger read it: ... All 4096 words of D are equal to the model.", or why it is not compared. Empty: the
// session has no such D.
std::string recorded_text(const Results& results);

// Why the first wrong element has its value. Empty: there is none.
std::vector<std::string> first_wrong(const EmulatorJob& job, const Emulation& emulation);

// The sentences about the causes, the repairs and the doubts of a run.
std::vector<std::string> sentences_of(const EmulatorJob& job);
std::vector<std::string> sentences_of(const std::vector<Repair>& repairs);
std::vector<std::string> sentences_of(DoubtSet doubts);

// Returns the doubts (all_doubts()) that matter for this run: those whose alternative rule changes a word of D, and
// those of the form that have no alternative rule.
DoubtSet doubts_here(const Emulation& emulation);

// Returns the problems of one severity. Each field has the name of its word in front: "a_desc.sbo", "line.cta_group".
std::vector<Problem> problems_of(const Derived& derived, Severity severity);

// Returns notes about the memory and the run, for output beside the numbers.
std::vector<std::string> notes_of(const Derived& derived, const Emulation& emulation);

// Returns everything but the contents of memory: counts, errors of the rules, doubts, causes, notes, bad reads, and D
// row by row. `explained` adds the explanation of one element. Requires: the results are of this session.
std::string emulation_json(const Derived& derived, const Results& results, std::optional<ElementPlace> explained = {});

// "k-major, mode 128b, from byte 0x400", or "writer tma".
std::string written_as(const OperandImage& image);

// "identity", "random, seed 7", or "file 'a.npy'". The name has only printable characters.
std::string values_of(const Recipe& recipe);

// ---- the comparison of a dump with the model

// A dump, and all that was found about it.
struct DumpFindings {
    const Emulation& emulation;
    DumpFile file;
    DumpComparison result;
    std::vector<std::string> memory = {};  // what is wrong with the memory of the session, whatever the words are
    std::vector<DumpReason> reasons = {};
    bool only_memory = false;  // no other edits were tried, because the memory of the session is at fault
    // "sbo of b_desc = 512 bytes, not 1024 bytes": what the kernel ran with according to the best reason, if the words
    // of the session read the right elements. Empty: they do not, or the reason changes more than fields of words.
    std::string kernel = {};
};
// Compares the dump. The reasons are not searched yet.
DumpFindings findings_of(const EmulatorJob& job, const Emulation& emulation, DumpFile file);
void find_reasons(DumpFindings& found, const Derived& derived, const EmulatorJob& job, const RepairTools& tools = {});

// "1408 of 8192 words of the dump differ from the model (columns 64 and up), by at most 3 ULP."
std::string counts_of(const DumpFindings& found);
// "The first one is D[0][8]: ...". Requires: a word differs.
std::string first_difference(const DumpFindings& found);
// What the differences say about the kernel and the words of the session, apart from the edits that explain them. The
// first one says that all words are equal, if they are: the kernel may not have stored D.
std::vector<std::string> judgement_of(const DumpFindings& found);
// One sentence: how many words differ, and what explains them; that nothing does, or that several edits do. What
// explains all of them comes before an edit that explains a part.
std::string dump_verdict(const DumpFindings& found);
// What else is known about it, without what the verdict says and the edits that explain it.
std::vector<std::string> about_dump(const DumpFindings& found);
// "the model then has every word of the dump"
std::string effect_of(const DumpFindings& found, const DumpReason& reason);

// Compares the results with this file, as load_dump() reads it, and looks for what explains it.
// Requires: the results have an emulation of `derived`.
Against compared_with(const std::string& path, const Derived& derived, const Results& results,
                      const RepairTools& tools = {});

// One row for each word that differs.
Report difference_rows(const DumpFindings& found);
std::string dump_json(const DumpFindings& found);

// ---- dot products as JSON lines, for `tilescope dot`

// One input line. Every word fits its type.
struct DotLine {
    DotRule rule;
    std::vector<std::uint32_t> a, b;
    std::vector<std::uint8_t> scale_a, scale_b, codes;
    DotInput rest = {.has_c = false};  // C, the signs, the shift; input() has the lists, too
    std::vector<std::string> ignored;  // keys of scale factors that the form does not use

    DotInput input() const;
};
// Reads a line. Optional keys may be missing, null, "" or [].
// Errors: the line is not a JSON object; a key is missing, unknown, invalid or occurs twice; can_multiply() refuses the
// line. The reason has the number of the line and the key.
Answer<DotLine> dot_line_from_text(std::string_view text, std::size_t number = 1);

// Returns the answer without a newline: {"d":"0x3f800000"}. "uncertain" lists the ids of doubts (all_doubts()): those
// whose alternative rule gives another word, and those without such a rule that apply to the input. "ignored" lists the
// keys that were ignored.
std::string dot_line_to_text(const DotLine& line);

}  // namespace tilescope::io
