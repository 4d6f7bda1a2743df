// core/src/document/instruction_edits.cpp -- makes the instruction of a session that of a PTX line.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/document/instruction_edits.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

using Edits = Answer<std::vector<Edit>>;

// Returns the kind whose fields can store this type of the family. No field can store b1; it belongs to the integer
// kind.
std::string_view kind_of_type(const FamilyRow& family, std::string_view type, Edition edition) {
    for (const KindRow& kind : kKinds) {
        const Format* idesc = has_kind(family, kind.id) ? idesc_format(kind.id, edition) : nullptr;
        const Field* f = idesc ? find_field(*idesc, "a_type") : nullptr;
        if (!f) continue;
        if (type == "b1" ? kind.integer : std::ranges::find(f->names, type, &NamedValue::name) != f->names.end())
            return kind.id;
    }
    return {};
}

// The name of the instruction has the shape and the types. This program stores them in the fields of the instruction
// descriptor.
Edits edits_of_name(const MmaLine& line, const Session& session) {
    const FamilyRow& family = family_of(line.opcode);
    Variant v = variant_of(line);
    v.kind = kind_of_type(family, line.a_type, session.edition);
    v.b1 = line.a_type == "b1";
    const Format* format = v.kind.empty() ? nullptr : idesc_format(v.kind, session.edition);
    if (!format)
        return Edits::refuse(
            say("'.", line.a_type, "' cannot be the type of A: no instruction descriptor has a value for it."));
    const auto has_value = [&](OperandRole role, std::int64_t value) {
        const MmaOperand* o = line.operand(role);
        return std::string(o && o->value == value ? "yes" : "no");
    };
    // No field can store b1, so the type fields of b1 stay unset.
    const auto type = [&](const std::string& name) { return v.b1 ? std::string("no") : name; };
    const std::pair<std::string_view, std::string> fields[] = {{"m", say(family.m)},
                                                               {"n", say(line.n)},
                                                               {"d_type", line.d_type},
                                                               {"a_type", type(line.a_type)},
                                                               {"b_type", type(line.b_type)},
                                                               {"sparse", v.sparse ? "yes" : "no"},
                                                               {"saturate", line.satfinite ? "yes" : "no"},
                                                               {"negate_a", has_value(OperandRole::negate_a, -1)},
                                                               {"negate_b", has_value(OperandRole::negate_b, -1)},
                                                               {"transpose_a", has_value(OperandRole::transpose_a, 1)},
                                                               {"transpose_b", has_value(OperandRole::transpose_b, 1)}};
    std::uint64_t word = blank_word(*format);
    for (const auto& [id, text] : fields) {
        if (text == "no") continue;
        const auto with = with_field(*format, word, id, text);
        if (!with) return Edits::refuse(with.why);
        word = *with;
    }
    std::vector<Edit> out{SetArch{std::string(family.target)}, SetVariant{v}, SetWord{WordId::idesc, word}};
    // A tile shorter than one instruction cannot be drawn.
    if (session.tile_k < line.k) out.emplace_back(SetTileK{line.k});
    return out;
}

}  // namespace

Answer<std::vector<Edit>> edits_of_instruction(const MmaLine& line, const Session& session) {
    const FamilyRow& family = family_of(line.opcode);
    if (!family.idesc) return edits_of_name(line, session);
    std::vector<Edit> out;
    if (const auto target = target_with(family, session.arch); target != session.arch)
        out.emplace_back(SetArch{std::string(target)});
    out.emplace_back(SetVariant{variant_of(line)});
    return out;
}

}  // namespace tilescope
