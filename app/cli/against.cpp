// app/cli/against.cpp -- emulate --against: compares a D that a kernel left with the model.
// SPDX-License-Identifier: MIT
#include "app/cli/against.h"
#include "app/cli/text_out.h"
#include "app/io/dump_out.h"
#include "app/io/state_line.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::cli {
namespace {

void print_against(const io::DumpFindings& c) {
    print(wrapped(io::counts_of(c), 0));
    if (!c.file.notes.empty()) print(wrapped(c.file.notes, 0));
    if (c.result.different == 0) return;
    print(wrapped(io::first_difference(c), 0));
    for (const std::string& sentence : io::judgement_of(c)) print(wrapped(sentence, 0));
    if (c.reasons.empty()) {
        print(
            wrapped("No other value of one field, no other K steps and no other memory explains half of them. The "
                    "kernel may differ in several fields, or in what is around the MMA: the epilogue, a missing "
                    "fence or wait, the data in shared memory.",
                    0));
        return;
    }
    print(c.reasons.front().different == 0 ? "\nEdits that explain the dump\n" : "\nEdits that explain a part\n");
    for (const DumpReason& reason : c.reasons)
        print(say("  ", wrapped(say(reason.label, ": ", io::effect_of(c, reason), "."), 2)));
    print("\nFirst difference, after the first of these edits\n");
    for (const std::string& line : c.reasons.front().explanation) print(say("  ", wrapped(line, 2)));
    if (const auto line = io::state_line({c.reasons.front().session}))
        print(say("\nstate line of that edit: ", *line, "\n"));
}

}  // namespace

int compare_with_dump(const std::string& path, const Derived& derived, const EmulatorJob& job,
                      const Emulation& emulation, const RepairTools& tools, const Globals& globals) {
    auto file = io::load_dump(path, emulation);
    if (!file) return refuse("emulate", say("--against: ", file.why));
    DumpComparison result = compare_dump(emulation, file->dump);
    io::DumpFindings found{emulation, std::move(*file), std::move(result)};
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
