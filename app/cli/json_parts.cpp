// app/cli/json_parts.cpp -- the parts of JSON documents that several verbs print.
// SPDX-License-Identifier: MIT
#include "app/cli/json_parts.h"

#include <tilescope/word/codec.h>

namespace tilescope::cli {
namespace {

// Returns a number for numbers, flags and fixed bits, and the name for enumerators (a number if the name is a number).
// Returns null for a stored value without a meaning.
Json value_json(const Field& f, std::uint64_t raw) {
    if (f.encoding == Encoding::number) return value_of(f, raw);
    if (f.encoding != Encoding::one_of) return raw;
    const std::string_view name = name_in(f.names, raw);
    if (name.empty()) return nullptr;
    if (const auto number = parse_number(name)) return *number;
    return name;
}

}  // namespace

Json field_json(const Field& f, std::uint64_t raw, std::uint64_t unknown) {
    Json out = {{"id", f.id},
                {"lsb", f.lsb},
                {"width", f.width},
                {"raw", raw},
                {"value", unknown != 0 && (raw & ~unknown) == 0 ? Json() : value_json(f, raw)},
                {"meaning", meaning_of(f, raw, unknown)}};
    if (unknown != 0) out["known"] = hex(bit_mask(f.width) & ~unknown);
    return out;
}

Json problem_json(const Problem& p) {
    Json out = {{"rule", p.rule},   {"severity", name_of(p.severity)},
                {"field", p.field}, {"text", p.text},
                {"fix", p.fix},     {"source", p.source}};
    put_certainty(out, p.certainty);
    return out;
}

Json problems_json(std::span<const Problem> problems) { return list_json(problems, problem_json); }

Json start_json(const OperandPair<std::optional<StartSum>>& start) {
    Json out = Json::object();
    for (const Operand o : kBothOperands) {
        out[pick(o, "base_a", "base_b")] = start[o] ? Json(start[o]->base) : Json(nullptr);
        out[pick(o, "offset_a", "offset_b")] = start[o] ? Json(start[o]->offset) : Json(nullptr);
    }
    return out;
}

}  // namespace tilescope::cli
