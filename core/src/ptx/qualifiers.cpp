// core/src/ptx/qualifiers.cpp -- checks that the qualifiers are known, not repeated, complete and in a valid order.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/kinds.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace tilescope::ptx {

namespace {

// The rows that have a text. The table is indexed once, because every check of a line asks for each qualifier.
std::span<const QualifierRow* const> rows_with(std::string_view text) {
    static const auto index = [] {
        std::unordered_map<std::string_view, std::vector<const QualifierRow*>> out;
        for (const QualifierRow& row : kQualifiers)
            for (const std::string_view each : split_at(row.texts, ' ')) out[each].push_back(&row);
        return out;
    }();
    const auto at = index.find(text);
    return at == index.end() ? std::span<const QualifierRow* const>() : at->second;
}

}  // namespace

const QualifierRow* find_row(Opcode opcode, std::string_view text) {
    if (text.starts_with(kAnyKind)) {
        if (!find_kind(text.substr(kAnyKind.size()))) return nullptr;
        text = kAnyKind;
    }
    for (const QualifierRow* row : rows_with(text))
        if (row->opcodes.has(opcode)) return row;
    return nullptr;
}

bool is_shape(const MmaLine& line, const Qualifier& q) {
    if (line.opcode != Opcode::wgmma || q.text.size() < 6 || q.text[0] != 'm') return false;
    const std::size_t n = q.text.find('n'), k = q.text.find('k');
    return n != q.text.npos && k != q.text.npos && n < k &&
           q.text.find_first_not_of("mnk0123456789") == std::string::npos;
}

namespace {

// wgmma has too many shapes for rows in the table.
std::optional<Family> family_of(const MmaLine& line, const Qualifier& q) {
    if (is_shape(line, q)) return Family::shape;
    const QualifierRow* row = find_row(line.opcode, q.text);
    return row ? std::optional(row->family) : std::nullopt;
}

Objection check_known(const MmaLine& line) {
    for (const Qualifier& q : line.qualifiers) {
        if (family_of(line, q)) continue;
        const std::string name = say('.', printable(std::string_view(q.text).substr(0, 40)));
        for (const NamedValue& opcode : kOpcodeNames)
            if (find_row(static_cast<Opcode>(opcode.raw), q.text))
                return objection("L97", q.span,
                                 say(name, " belongs to ", opcode.name, ", not to ", name_of(line.opcode), "."),
                                 say("Remove ", name, "."));
        return objection("L97", q.span, say(name, " is not a qualifier of ", name_of(line.opcode), "."),
                         say("Remove ", name, " or check its spelling."));
    }
    return {};
}

long most(Family family) {
    for (const RepeatRow& row : kRepeats)
        if (row.family == family) return row.most;
    return 1;
}

Objection check_once(const MmaLine& line) {
    std::vector<std::optional<Family>> before;
    for (const Qualifier& q : line.qualifiers) {
        const std::optional<Family> family = family_of(line, q);
        const auto same = std::ranges::count(before, family);
        before.push_back(family);
        if (!family || same < most(*family)) continue;
        const std::string why =
            family == Family::type
                ? say('.', q.text, " is a fourth type. wgmma.mma_async has three types: the types of D, A and B.")
                : say('.', q.text, " is not allowed: the line already has a qualifier of this group.");
        return objection("L100", q.span, why, "Keep only one of them.");
    }
    return {};
}

Objection check_complete(const MmaLine& line) {
    for (const RequiredRow& row : kRequired)
        if (row.opcodes.has(line.opcode) && !find_family(line, row.family))
            return objection("L98", opcode_span(line), say(name_of(line.opcode), " requires ", row.what, "."),
                             say("Add ", row.what, "."));
    return {};
}

// .ws is part of the instruction name: no other qualifier can be before it.
Objection check_order(const MmaLine& line) {
    const Qualifier* ws = find_family(line, Family::ws);
    if (!ws || ws->span.begin == opcode_span(line).end) return {};
    return objection("L100", ws->span,
                     ".ws must be directly after tcgen05.mma. The other qualifiers can have any order.",
                     "Write tcgen05.mma.ws, then the other qualifiers.");
}

}  // namespace

const Qualifier* find_family(const MmaLine& line, Family family) {
    for (const Qualifier& q : line.qualifiers)
        if (family_of(line, q) == family) return &q;
    return nullptr;
}

Objection check_qualifiers(const MmaLine& line) {
    for (const auto check : {check_known, check_once, check_order, check_complete})
        if (Objection refusal = check(line)) return refusal;
    return {};
}

}  // namespace tilescope::ptx
