// app/cli/against.cpp -- emulate --against: compares a D that a kernel left with the model.
// SPDX-License-Identifier: MIT
#include "app/cli/against.h"
#include "app/cli/text_out.h"
#include "app/io/state_line.h"
#include "app/publish/dump_out.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::cli {
namespace {

void print_reasons(const io::DumpFindings& c) {
    const DumpReason& first = c.reasons.front();
    print(c.result.blank      ? "\nGuesses: edits after which the model has such words too\n"
          : first.beyond == 0 ? "\nEdits that explain the dump\n"
                              : "\nEdits that explain a part\n");
    for (const DumpReason& reason : c.reasons)
        print(say("  ", wrapped(say(reason.label, ": ", io::effect_of(c, reason), "."), 2)));
    if (c.result.blank) return;
    print("\nFirst difference, after the first of these edits\n");
    for (const std::string& line : first.explanation) print(say("  ", wrapped(line, 2)));
    if (!first.is_session) return;
    if (const auto line = io::state_line({first.session})) print(say("\nstate line of that edit: ", *line, "\n"));
}

void print_against(const io::DumpFindings& c) {
    const std::vector<std::string> judgement = c.result.different == 0 ? std::vector<std::string>() : judgement_of(c);
    if (c.result.blank && !judgement.empty()) print(wrapped(judgement.front(), 0));
    print(wrapped(io::counts_of(c), 0));
    if (!c.file.notes.empty()) print(wrapped(c.file.notes, 0));
    for (const std::string& fault : c.memory) print(wrapped(say("In the session, ", fault), 0));
    if (c.result.different == 0) return;
    print(wrapped(io::first_difference(c), 0));
    for (std::size_t i = c.result.blank ? 1 : 0; i < judgement.size(); ++i) print(wrapped(judgement[i], 0));
    if (!c.reasons.empty()) return print_reasons(c);
    if (c.result.blank || c.result.beyond == 0 || !c.result.notes.empty()) return;
    print(
        wrapped("None of the edits that were tried explains half of them: other values of a field in one word or in "
                "both, other K steps, other ways to write the memory. The kernel may differ in several fields, or in "
                "what is around the MMA: the epilogue, a missing fence or wait, the data in shared memory.",
                0));
}

}  // namespace

int compare_with_dump(const std::string& path, const Derived& derived, const EmulatorJob& job,
                      const Emulation& emulation, const RepairTools& tools, const Globals& globals) {
    auto file = io::load_dump(path, emulation);
    if (!file) return refuse("emulate", say("--against: ", file.why));
    io::DumpFindings found = io::findings_of(job, emulation, std::move(*file));
    if (!globals.csv) found.reasons = reasons_for(derived, job, emulation, found.file.dump, tools);
    if (globals.json)
        print(io::dump_json(found));
    else if (globals.csv)
        io::write_csv(io::difference_rows(found), print);
    else
        print_against(found);
    return found.result.different == 0 ? kDone : kWrong;
}

}  // namespace tilescope::cli
