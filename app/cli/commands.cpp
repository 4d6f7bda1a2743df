// app/cli/commands.cpp -- the verbs of the command line as rows, and what they share.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

namespace tilescope::cli {
namespace {

constexpr Command kCommands[] = {
#define TILESCOPE_VERB(function, name, summary, example) {name, summary, example, declare_##function},
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

int refuse(std::string_view verb, std::string_view sentence) {
    const std::string line = say("tilescope", verb.empty() ? "" : " ", verb, ": ", printable(sentence), "\n");
    std::fwrite(line.data(), 1, line.size(), stderr);
    return kUnusable;
}

Answer<std::string> text_or_standard_input(const std::string& text, std::uint64_t most) {
    return text == "-" ? io::read_standard_input(most) : Answer<std::string>(text);
}

}  // namespace tilescope::cli
