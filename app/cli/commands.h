// app/cli/commands.h -- the verbs of the command line as rows; --help and the tests loop over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/verb.h"
#include "app/io/file.h"
#include "app/io/program.h"

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::cli {

using io::kDone, io::kLacking, io::kUnusable, io::kWrong, io::print, io::print_with_codes;

// The global options, which every verb can read.
struct Globals {
    std::string edition_text = "9.1", arch = "sm_100a";
    bool arch_given = false, edition_given = false;  // the user chose `arch`, `edition_text`
    bool json = false, csv = false;
    Edition edition = Edition::v9_1;   // of edition_text, once checked
    std::vector<std::string> outputs;  // the files that this call writes
};

// A verb declares its options, and the function that runs it.
struct Command {
    std::string_view name, summary, example;
    void (*declare)(Verb& verb, const Globals& globals);
};
std::span<const Command> all_commands();

// One sentence on standard error: "tilescope encode: lbo counts in steps of 16 ...". Returns kUnusable.
int refuse(std::string_view verb, std::string_view sentence);

// Ends the verb with a sentence on standard error and a status. Only functions of verbs throw it, mostly through
// need(); Verb::on_run() catches it.
struct Refused {
    std::string why;
    int status = kUnusable;
};

// The value of an answer without which the verb cannot go on.
template <class T>
T need(Answer<T> answer) {
    if (!answer) throw Refused{std::move(answer.why)};
    return std::move(*answer);
}
inline void need(const Answer<void>& answer) {
    if (!answer) throw Refused{answer.why};
}

// Returns all of standard input if `text` is "-". Otherwise returns `text`.
Answer<std::string> text_or_standard_input(const std::string& text, std::uint64_t most = io::kMostFileBytes);

// declare_decode(), declare_encode(), ...: one function for each row of verbs.inc.
#define TILESCOPE_VERB(function, name, summary, example) void declare_##function(Verb& verb, const Globals& globals);
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB

}  // namespace tilescope::cli
