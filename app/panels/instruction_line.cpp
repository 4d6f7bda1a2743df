// app/panels/instruction_line.cpp -- reads an instruction line as edits, or reports the first wrong part.
// SPDX-License-Identifier: MIT
#include "app/panels/instruction_line.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

using Edits = Answer<std::vector<Edit>>;

// Accepts the line if any target of the edition accepts it; the targets panel shows which of them do. Otherwise returns
// the refusal of the session's chip, or of the default chip that has this instruction.
Answer<void> some_target_accepts(const MmaLine& line, const Session& session) {
    const std::string_view chip = target_with(family_of(line.opcode), session.arch);
    for (const ArchRow& arch : kArchs)
        if (arch.since <= session.edition && accept(line, arch.id).accepted) return {};
    const Acceptance refused = accept(line, chip, session.edition);
    const std::string part = line.text.substr(refused.span.begin, refused.span.end - refused.span.begin);
    return Answer<void>::refuse(part.empty() ? refused.why : say("'", part, "': ", refused.why));
}

// A user may write one name for a whole list of registers. Replaces it by the full list.
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
        return Edits::refuse(
            say(name_of(line->opcode), " is not an MMA. Enter a tcgen05.mma or wgmma.mma_async line."));
    if (line->opcode == Opcode::wgmma) spell_out_registers(*line.value);
    if (const auto can = some_target_accepts(*line, session); !can) return Edits::refuse(can.why);
    return edits_of_instruction(*line, session);
}

}  // namespace tilescope::ui
