// core/src/autopsy/illegal.cpp -- why a GPU refuses an MMA: what the rules of its target say.
// SPDX-License-Identifier: MIT
#include "illegal.h"

#include "parts.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/rules/mma_check.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope::autopsy {
namespace {

FaultField field_of(const Problem& problem) {
    if (problem.field.starts_with("transpose")) return FaultField::transpose;
    if (problem.field.ends_with("_type")) return FaultField::type;
    for (const NamedValue& name : kFaultFieldNames)
        if (name.name == problem.field) return static_cast<FaultField>(name.raw);
    return FaultField::shape;
}

Fault refused(const Problem& problem) {
    return {.part = Part::instruction,
            .field = field_of(problem),
            .k_steps = {},
            .says = say("The instruction descriptor: ", problem.text, problem.fix.empty() ? "" : " ", problem.fix)};
}

using Targets = std::vector<std::string_view>;

Targets all_with(const FamilyRow& family) {
    Targets out;
    for (const ArchRow& row : kArchs)
        if (&family_of(row) == &family) out.push_back(row.id);
    return out;
}

// The target, or all that have the instruction.
Targets targets_of(const FamilyRow& family, const Recording& recording) {
    return recording.arch_known ? Targets{target_with(family, recording.arch)} : all_with(family);
}

// The errors that a check finds for all targets, as it says them for the first one.
template <class Error, class Check, class Same>
std::vector<Error> of_all(const Targets& targets, const Check& check, const Same& same) {
    std::vector<Error> out = check(targets.front());
    for (const std::string_view target : std::span(targets).subspan(1)) {
        const std::vector<Error> others = check(target);
        std::erase_if(out, [&](const Error& e) {
            return std::ranges::none_of(others, [&](const Error& other) { return same(e, other); });
        });
    }
    return out;
}

bool is_same(const MmaProblem& a, const MmaProblem& b) {
    return a.part == b.part && a.problem.rule == b.problem.rule && a.problem.field == b.problem.field;
}

// Only the instruction descriptor has values at run time that a GPU refuses. A wrong word of A or B reads other bytes,
// and an assembler made the line, perhaps for another target. So an error of these is only what to look at, and of the
// line only one that another target does not have.
Illegal refused_fields(const MmaLine& line, const tilescope::MmaWords& words, const FamilyRow& family,
                       const Recording& recording) {
    const auto errors = [&](std::string_view arch) {
        auto found = check_mma(line, words, arch, edition_of(arch, Edition::v9_1)).problems;
        std::erase_if(found, [](const MmaProblem& p) { return p.problem.severity != Severity::error; });
        return found;
    };
    const auto everywhere = of_all<MmaProblem>(all_with(family), errors, is_same);
    Illegal out;
    for (const MmaProblem& error : of_all<MmaProblem>(targets_of(family, recording), errors, is_same)) {
        const Problem& problem = error.problem;
        const bool is_of_line = error.part == MmaPart::line;
        if (error.part == MmaPart::idesc)
            out.faults.push_back(refused(problem));
        else if (!is_of_line || std::ranges::none_of(everywhere, [&](const auto& e) { return is_same(e, error); }))
            out.else_what += say(" Look at ", is_of_line ? "the instruction" : name_of(error.part), ": ", problem.text,
                                 problem.fix.empty() ? "" : " ", problem.fix);
    }
    return out;
}

// The same, where the descriptor has values without a meaning, so that the kind is not certain: a mnemonic stands for
// several. Takes the kind that refuses the fewest fields.
std::vector<Fault> refused_values(const std::string& text, std::uint32_t idesc, const Targets& targets) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto form = machine_form(text.substr(0, end), split_at(std::string_view(text).substr(end), ','));
    std::vector<Fault> out;
    for (const std::string& kind : form ? form->kinds : std::vector<std::string>()) {
        const auto check = [&](std::string_view arch) {
            const Format* format = idesc_format(kind, edition_of(arch, Edition::v9_1));
            std::vector<Fault> found;
            for (const Problem& p :
                 format ? check_word(decode(*format, idesc), {.arch = std::string(arch)}) : std::vector<Problem>())
                if (p.severity == Severity::error) found.push_back(refused(p));
            return found;
        };
        auto now = of_all<Fault>(targets, check, [](const Fault& a, const Fault& b) { return a.field == b.field; });
        if (!now.empty() && (out.empty() || now.size() < out.size())) out = std::move(now);
    }
    return out;
}

// Which target was asked, where that is not known.
std::string asked_text(const FamilyRow& family, const Recording& recording) {
    if (recording.arch_known) return {};
    return say(" The recording does not name the GPU, so that only what every target with ", family.instruction,
               " refuses counts.");
}

}  // namespace

bool is_illegal_instruction(const std::string& message) {
    return message.find("Illegal Instruction") != message.npos || message.find("illegal instruction") != message.npos;
}

Illegal illegal_in(const SeenMma& seen, const Recording& recording) {
    const auto read = read_with_registers(seen.at.text, seen.uniform);
    const std::optional<std::uint32_t> word = idesc_of(seen);
    const FamilyRow* found_family = read ? &family_of(read->mma.opcode) : find_family(seen.at.text);
    if (!read && word && found_family)
        if (auto faults = refused_values(seen.at.text, *word, targets_of(*found_family, recording)); !faults.empty())
            return {faults, {}};
    if (!read)
        return {.faults = {},
                .else_what = say("'", printable(seen.at.text),
                                 "' has a form that this program does not know, so its fields were not checked.")};
    const FamilyRow& family = *found_family;
    if (recording.arch_known && arch_named(recording.arch) && &family_of(recording.arch) != &family)
        return {.faults = {{.part = Part::instruction,
                            .field = FaultField::shape,
                            .k_steps = {},
                            .value = {std::nullopt, std::string(family.instruction)},
                            .says = say(recording.arch, " has no ", family.instruction,
                                        ". Build the kernel for this GPU.")}},
                .else_what = {}};
    const std::optional<std::uint64_t> idesc = word ? std::optional<std::uint64_t>(*word) : std::nullopt;
    Illegal out = refused_fields(read->mma, {.a_desc = seen.a, .b_desc = seen.b, .idesc = idesc}, family, recording);
    if (!out.faults.empty()) return out;
    const std::string found = family.idesc && !idesc
                                  ? "The instruction descriptor was not read, so it was not checked."
                                  : say("No illegal field was found in the instruction",
                                        idesc ? say(" descriptor ", hex(*idesc, 8)) : std::string(), ".");
    const std::string_view look =
        family.idesc ? "the columns of Tensor Memory that are allocated, the cta_group of other instructions, and the "
                       "thread that runs it"
                     : "all 128 threads of the warpgroup must run it together";
    if (out.else_what.empty()) out.else_what = say(" Look at what no word shows: ", look, ".");
    out.else_what.insert(0, found + asked_text(family, recording));
    return out;
}

}  // namespace tilescope::autopsy
