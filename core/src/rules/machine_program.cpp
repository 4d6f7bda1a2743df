// core/src/rules/machine_program.cpp -- the MMAs of machine code.
// SPDX-License-Identifier: MIT
#include "line_numbers.h"
#include "machine_mma.h"

#include <tilescope/hw/archs.h>
#include <tilescope/program/readers.h>
#include <tilescope/rules/program_check.h>

#include <utility>

namespace tilescope {
namespace {

// A *GMMA into RZ only closes a group.
bool computes_nothing(const program::Program& program, const program::Observation& seen) {
    return seen.count > 0 && program.operands[seen.first].text == "RZ";
}

}  // namespace

ProgramReport read_machine_program(std::string_view sass, Edition edition, unsigned threads) {
    program::Program program;
    program::read_sass({sass, 0, nullptr}, program);
    const program::Evaluation values = evaluate(program);
    ProgramReport out;
    out.target = program.target;
    edition = edition_of(program.target, edition);
    LineNumbers lines(sass);
    std::vector<MmaPlace> places;
    for (std::uint32_t i = 0; i < program.observations.size(); ++i) {
        const program::Observation& seen = program.observations[i];
        if (seen.type != program::Observation::Type::instruction) continue;
        auto mma = machine_mma(program, seen, std::span(values.operands).subspan(seen.first, seen.count), edition);
        if (!mma) {
            const bool copies = seen.text.starts_with("UTCCP");
            if (!copies && !computes_nothing(program, seen)) out.unread.push_back(lines.of(seen.span.begin));
            continue;
        }
        out.instructions.push_back(
            {.line = lines.of(seen.span.begin), .mma = std::move(mma->line), .words = {}, .report = {}});
        places.push_back({nullptr, i, edition, std::move(mma->operands)});
    }
    for (std::size_t i = 0; i < places.size(); ++i) places[i].line = &out.instructions[i].mma;
    std::vector<ProgramMma> mmas = mmas_of(program, values, places, out.bases, threads);
    for (std::size_t i = 0; i < mmas.size(); ++i) {
        out.instructions[i].words = mmas[i].first;
        out.instructions[i].as_mma = std::move(mmas[i]);
    }
    return out;
}

}  // namespace tilescope
