// app/panels/instruction_line.cpp -- which form an instruction line asks for, and what in it does not fit.
// SPDX-License-Identifier: MIT
#include "app/panels/instruction_line.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

using Edits = Answer<std::vector<Edit>>;

// Any target of the edition may take the form: which of them do is for the row of targets to say. Otherwise the
// refusal is that of the session's chip, where it has the instruction at all.
Answer<void> some_target_takes(const MmaLine& line, const Session& session) {
    const bool hopper = line.opcode == Opcode::wgmma;
    const std::string_view chip = hopper == is_hopper(session) ? std::string_view(session.arch)
                                  : hopper                     ? kHopper
                                                               : kBlackwell;
    for (const ArchRow& arch : kArchs)
        if (arch.since <= session.edition && accept(line, arch.id).accepted) return {};
    const Acceptance refused = accept(line, chip, session.edition);
    const std::string part = line.text.substr(refused.span.begin, refused.span.end - refused.span.begin);
    return Answer<void>::refuse(part.empty() ? refused.why : say("'", part, "': ", refused.why));
}

// The kind whose fields hold the types of a wgmma. No field names b1; it goes with the integers.
std::string_view kind_of_type(std::string_view type, Edition edition) {
    for (const KindRow& kind : kKinds) {
        const Format* idesc = kind.wgmma ? idesc_format(kind.id, edition) : nullptr;
        const Field* f = idesc ? find_field(*idesc, "a_type") : nullptr;
        if (!f) continue;
        if (type == "b1" ? kind.integer : std::ranges::find(f->names, type, &NamedValue::name) != f->names.end())
            return kind.id;
    }
    return {};
}

// wgmma has shape and types in its name; here the instruction descriptor's fields hold them.
Edits edits_of_wgmma(const MmaLine& line, const Session& session) {
    Variant v = variant_of(line);
    v.kind = kind_of_type(line.a_type, session.edition);
    v.b1 = line.a_type == "b1";
    const Format* format = v.kind.empty() ? nullptr : idesc_format(v.kind, session.edition);
    if (!format) return Edits::refuse(say("'.", line.a_type, "': there are no descriptor fields for this type of A."));
    const auto said = [&](OperandRole role, std::int64_t value) {
        const MmaOperand* o = line.operand(role);
        return std::string(o && o->value == value ? "yes" : "no");
    };
    const auto type = [&](const std::string& name) { return v.b1 ? std::string("no") : name; };  // no field names b1
    const std::pair<std::string_view, std::string> fields[] = {{"m", "64"},
                                                               {"n", say(line.n)},
                                                               {"d_type", line.d_type},
                                                               {"a_type", type(line.a_type)},
                                                               {"b_type", type(line.b_type)},
                                                               {"sparse", v.sparse ? "yes" : "no"},
                                                               {"saturate", line.satfinite ? "yes" : "no"},
                                                               {"negate_a", said(OperandRole::negate_a, -1)},
                                                               {"negate_b", said(OperandRole::negate_b, -1)},
                                                               {"transpose_a", said(OperandRole::transpose_a, 1)},
                                                               {"transpose_b", said(OperandRole::transpose_b, 1)}};
    std::uint64_t word = blank_word(*format);
    for (const auto& [id, text] : fields) {
        if (text == "no") continue;
        const auto with = with_field(*format, word, id, text);
        if (!with) return Edits::refuse(with.why);
        word = *with;
    }
    std::vector<Edit> out{SetArch{std::string(kHopper)}, SetVariant{v}, SetWord{WordId::idesc, word}};
    // A tile that is shorter than one instruction has nothing to show.
    if (session.tile_k < line.k) out.emplace_back(SetTileK{line.k});
    return out;
}

// For people one name stands for a list of registers.
void spell_out_registers(MmaLine& line) {
    for (MmaOperand& o : line.operands) {
        if (o.form != OperandForm::list || o.count != 1) continue;
        o.count = o.role == OperandRole::a ? kWgmmaARegisters : d_registers(line.n, line.d_type);
        o.text = register_list("r", o.count);
    }
}

}  // namespace

Answer<std::vector<Edit>> edits_of_line(std::string_view text, const Session& session) {
    Answer<MmaLine> line = parse_mma_line(text);
    if (!line) return Edits::refuse(line.why);
    if (line->opcode != Opcode::mma && line->opcode != Opcode::wgmma)
        return Edits::refuse(say(name_of(line->opcode), " multiplies nothing: want tcgen05.mma or wgmma.mma_async."));
    if (line->opcode == Opcode::wgmma) spell_out_registers(*line.value);
    if (const auto can = some_target_takes(*line, session); !can) return Edits::refuse(can.why);
    if (line->opcode == Opcode::wgmma) return edits_of_wgmma(*line, session);
    std::vector<Edit> edits;
    if (is_hopper(session)) edits.emplace_back(SetArch{std::string(kBlackwell)});
    edits.emplace_back(SetVariant{variant_of(*line)});
    return edits;
}

}  // namespace tilescope::ui
