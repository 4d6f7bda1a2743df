// core/src/autopsy/illegal.cpp -- why a GPU refuses an MMA: what the rules of its target say.
// SPDX-License-Identifier: MIT
#include "illegal.h"

#include "parts.h"

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

// Only the instruction descriptor has values at run time that a GPU refuses: an assembler made the line, and a wrong
// word of A or B reads other bytes. So an error of such a word is only what to look at.
Illegal refused_fields(const MmaLine& line, const tilescope::MmaWords& words, std::string_view arch) {
    Illegal out;
    for (const auto& [part, problem] : check_mma(line, words, arch, edition_of(arch, Edition::v9_1)).problems) {
        if (problem.severity != Severity::error || part == MmaPart::line) continue;
        if (part == MmaPart::idesc)
            out.faults.push_back(refused(problem));
        else
            out.else_what +=
                say(" Look at ", name_of(part), ": ", problem.text, problem.fix.empty() ? "" : " ", problem.fix);
    }
    return out;
}

// The same, where the descriptor has values without a meaning, so that the kind is not certain: a mnemonic stands for
// several. Takes the kind that refuses the fewest fields.
std::vector<Fault> refused_values(const std::string& text, std::uint32_t idesc, std::string_view arch) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto form = machine_form(text.substr(0, end), split_at(std::string_view(text).substr(end), ','));
    std::vector<Fault> out;
    for (const std::string& kind : form ? form->kinds : std::vector<std::string>()) {
        const Format* format = idesc_format(kind, edition_of(arch, Edition::v9_1));
        std::vector<Fault> now;
        for (const Problem& p : format ? check_word(decode(*format, idesc), {.arch = arch}) : std::vector<Problem>())
            if (p.severity == Severity::error) now.push_back(refused(p));
        if (!now.empty() && (out.empty() || now.size() < out.size())) out = std::move(now);
    }
    return out;
}

}  // namespace

bool is_illegal_instruction(const std::string& message) {
    return message.find("Illegal Instruction") != message.npos || message.find("illegal instruction") != message.npos;
}

Illegal illegal_in(const SeenMma& seen, const std::string& arch) {
    const auto read = read_with_registers(seen.at.text, seen.uniform);
    const std::optional<std::uint32_t> word = idesc_of(seen);
    if (!read && word)
        if (auto faults = refused_values(seen.at.text, *word, arch); !faults.empty()) return {faults, {}};
    if (!read)
        return {.faults = {},
                .else_what = say("'", printable(seen.at.text),
                                 "' has a form that this program does not know, so its fields were not checked.")};
    const FamilyRow& family = family_of(read->mma.opcode);
    const bool is_stated = arch != Recording().arch;  // a recording that states no target has this one
    if (is_stated && arch_named(arch) && &family_of(arch) != &family)
        return {.faults = {{.part = Part::instruction,
                            .field = FaultField::shape,
                            .k_steps = {},
                            .value = {std::nullopt, std::string(family.instruction)},
                            .says = say(arch, " has no ", family.instruction, ". Build the kernel for this GPU.")}},
                .else_what = {}};
    const std::optional<std::uint64_t> idesc = word ? std::optional<std::uint64_t>(*word) : std::nullopt;
    Illegal out =
        refused_fields(read->mma, {.a_desc = seen.a, .b_desc = seen.b, .idesc = idesc}, target_with(family, arch));
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
    out.else_what.insert(0, found);
    return out;
}

}  // namespace tilescope::autopsy
