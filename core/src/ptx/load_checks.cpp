// core/src/ptx/load_checks.cpp -- registers and modifiers of tcgen05.ld.red.
// SPDX-License-Identifier: MIT
#include "parts.h"

namespace tilescope::ptx {

// .abs and .NaN are about floats. Each repeat of either shape fills one register: PTX ISA 9.1, tcgen05.ld; ptxas
// 13.0.88 refuses lists of any other length.
Refusal check_ld_red(const MmaLine& line) {
    for (const Family family : {Family::absolute, Family::nan}) {
        const Qualifier* q = find_family(line, family);
        if (q && line.d_type != "f32")
            return refuse("L97", q->span, say('.', q->text, " goes with .f32 only, not with .", line.d_type, "."),
                          say("Leave out .", q->text, "."));
    }
    const MmaOperand* list = line.operand(OperandRole::loaded);
    if (!list || list->form != OperandForm::list || list->count == line.repeats) return {};
    return refuse("L99", list->span,
                  say("The list has ", list->count, " registers; .x", line.repeats, " fills ", line.repeats, "."),
                  say("Write ", line.repeats, " registers."));
}

}  // namespace tilescope::ptx
