// core/src/notation/work.cpp -- the state of one paste during reading, and the values that were found.
// SPDX-License-Identifier: MIT
#include "readings.h"

#include <tilescope/base/hash.h>
#include <tilescope/base/printable.h>
#include <tilescope/formats/formats.h>

namespace tilescope::notation {

void Work::refuse(std::string_view part, std::string why, bool limit) {
    ++refused_count;
    if (refused.size() >= kMostRefusals) return;
    const TextSpan span = span_of(part);
    const std::string_view before = text.substr(0, span.begin);
    const auto line = static_cast<unsigned>(std::ranges::count(before, '\n')) + 1;
    const std::size_t column = span.begin - before.rfind('\n');  // npos is -1
    refused.push_back({span, line, static_cast<unsigned>(column), printable(why), limit});
}

const Format& Work::format(std::string_view id) const { return **find_format(id, {}, options.edition); }

void Work::find(Find f) {
    if (finds.size() >= options.max_words) {
        full = true;
        return;
    }
    finds.push_back(std::move(f));
}

PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits) {
    return classify(work, {value, 0, bits}, work.context).front();
}

void Work::begin_instruction(PasteContext form) {
    current = static_cast<std::size_t>(std::ranges::find(instructions, form) - instructions.begin());
    if (current == instructions.size()) instructions.push_back(std::move(form));
}

void Work::set_role(OperandUse& operand, PasteRole role) {
    operand.role = role;
    if (operand.instruction == kNoInstruction) operand.instruction = current;
    if (operand.instruction == current) return;
    const std::size_t mine = current;
    begin_instruction(common(instructions[operand.instruction], instructions[current]));
    operand.instruction = std::exchange(current, mine);
}

void add_note(std::string& note, std::string_view text) {
    if (!note.empty()) note += "; ";
    note += text;
}

std::string note_of_printed(const Field& field, std::uint64_t printed, std::uint64_t of_word) {
    return say("the printed ", field.id, " is ", meaning_of(field, printed), ", but the word has ",
               meaning_of(field, of_word));
}

void merge_into(Find& row, const Find& same) {
    constexpr std::size_t kMost = 7;
    ++row.merged;
    const bool known = same.name.empty() || same.name == row.name || row.name.empty() || row.equals.size() > kMost ||
                       is_in(row.equals, same.name);
    if (!known) row.equals.push_back(row.equals.size() < kMost ? same.name : std::string("..."));
}

void merge_equal(std::vector<Find>& finds) {
    std::unordered_map<std::uint64_t, std::size_t> first;
    first.reserve(finds.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < finds.size(); ++i) {
        const std::uint64_t key =
            fnv1a(finds[i].name, finds[i].bits.value * 0x9e3779b97f4a7c15ull ^ finds[i].bits.unknown);
        const auto [at, fresh] = first.try_emplace(key, kept);
        if (!fresh && finds[i].reader == ReadBy::log) {
            ++finds[at->second].merged;
            finds[at->second].again.push_back(finds[i].span);
            continue;
        }
        if (kept != i) finds[kept] = std::move(finds[i]);
        ++kept;
    }
    finds.erase(finds.begin() + static_cast<std::ptrdiff_t>(kept), finds.end());
}

}  // namespace tilescope::notation
