// core/src/notation/work.cpp -- the state of one paste during reading, and text functions of the readers.
// SPDX-License-Identifier: MIT
#include "work.h"

#include "classify.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope::notation {
void Work::refuse(std::string_view part, std::string why, bool limit) {
    ++refused_count;
    if (refused.size() >= kMostRefusals) return;
    const TextSpan span = span_of(part);
    const std::string_view before = text.substr(0, span.begin);
    const auto line = static_cast<unsigned>(std::ranges::count(before, '\n')) + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = span.begin - (newline == before.npos ? 0 : newline + 1) + 1;
    refused.push_back({span, line, static_cast<unsigned>(column), printable(why), limit});
}

void add_note(std::string& note, std::string_view text) {
    if (!note.empty()) note += "; ";
    note += text;
}

std::string note_of_printed(const Field& field, std::uint64_t printed, std::uint64_t of_word) {
    return say("the printed ", field.id, " is ", meaning_of(field, printed), ", but the word has ",
               meaning_of(field, of_word));
}

void Work::find(Find f) {
    if (finds.size() >= options.max_words) {
        full = true;
        return;
    }
    finds.push_back(std::move(f));
}

PasteReading best_reading(const Work& work, std::uint64_t value, unsigned bits) {
    return classify({value, 0, bits}, work.context, work.options, work.breaks_no_rule).front();
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

namespace {

std::vector<std::string> kinds_of_both(const PasteContext& a, const PasteContext& b) {
    std::vector<std::string> out;
    for (const PasteContext* c : {&a, &b}) {
        out.insert(out.end(), c->kinds.begin(), c->kinds.end());
        if (!c->kind.empty()) out.push_back(c->kind);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

PasteContext common(const PasteContext& a, const PasteContext& b) {
    PasteContext out = a;
    if (a.kind != b.kind || a.kinds != b.kinds) {
        out.kind.clear();
        out.kinds = kinds_of_both(a, b);
    }
    const bool same_form =
        a.cta_group == b.cta_group && a.ws == b.ws && a.sparse == b.sparse && a.a_in_tmem == b.a_in_tmem;
    if (!same_form) out.cta_group = 0, out.ws = out.sparse = out.a_in_tmem = false;
    out.hopper = a.hopper && b.hopper;
    if (a.arch != b.arch) out.arch.clear();
    return out;
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t end = text.find(at, begin);
        if (end == text.npos) end = text.size();
        if (const std::string_view piece = trimmed(text.substr(begin, end - begin)); !piece.empty())
            out.push_back(piece);
        begin = end + 1;
    }
    return out;
}

std::vector<std::string_view> split_operands(std::string_view text) {
    std::vector<std::string_view> out;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '{' || c == '[' || c == '(') ++depth;
        if (c == '}' || c == ']' || c == ')') --depth;
        if (c != ',' || (depth > 0 && i < text.size())) continue;
        if (const std::string_view piece = trimmed(text.substr(begin, i - begin)); !piece.empty()) out.push_back(piece);
        begin = i + 1;
    }
    return out;
}

std::optional<RegisterName> register_named(std::string_view name) {
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == name.npos || digits == 0 || name.size() - digits > 3) return std::nullopt;
    const std::string_view number = name.substr(digits), prefix = name.substr(0, digits);
    const std::string folded = lower(prefix);
    const bool known = folded == "r" || folded == "ur" || folded == "%r" || folded == "%ur";
    if (!known || number.find_first_not_of("0123456789") != number.npos) return std::nullopt;
    unsigned n = 0;
    for (const char c : number) n = 10 * n + static_cast<unsigned>(c - '0');
    return RegisterName{std::string(prefix), n};
}

Bits fitted(Bits bits, PasteRole role) {
    const bool narrow = role == PasteRole::idesc || role == PasteRole::tmem || role == PasteRole::low_word ||
                        role == PasteRole::high_word;
    const bool wide =
        role == PasteRole::smem_a || role == PasteRole::smem_b || role == PasteRole::smem_sf || role == PasteRole::zcm;
    if (wide || (narrow && bits.value <= bit_mask(32))) bits.width = narrow ? 32 : 64;
    bits.value &= bit_mask(bits.width);
    bits.unknown &= bit_mask(bits.width);
    return bits;
}

}  // namespace tilescope::notation
