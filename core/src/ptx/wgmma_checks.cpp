// core/src/ptx/wgmma_checks.cpp -- checks types, shapes and operations of wgmma.mma_async.
// SPDX-License-Identifier: MIT
#include "parts.h"

namespace tilescope::ptx {

const WgmmaRow* find_types(const MmaLine& line) {
    for (const WgmmaRow& row : kWgmma)
        if (row.d == line.d_type && row.a == line.a_type && row.b == line.b_type) return &row;
    return nullptr;
}

namespace {

TextSpan types_span(const MmaLine& line) {
    TextSpan span{line.text.size(), 0};
    for (const Qualifier& q : line.qualifiers) {
        const QualifierRow* row = find_row(line.opcode, q.text);
        if (!row || row->family != Family::type) continue;
        span.begin = std::min(span.begin, q.span.begin);
        span.end = std::max(span.end, q.span.end);
    }
    return span.end == 0 ? opcode_span(line) : span;
}

Objection check_types(const MmaLine& line) {
    if (line.b_type.empty())
        return objection("L98", types_span(line), "wgmma.mma_async requires three types: the types of D, A and B.",
                         "Write them in this order, for example .f32.f16.f16.");
    const WgmmaRow* row = find_types(line);
    if (row && (!line.sparse || !row->bits)) return {};
    if (row) return objection("L91", types_span(line), "Type b1 has no .sp form.", "Remove .sp.");
    return objection(
        "L91", types_span(line),
        say("wgmma.mma_async does not support D ", line.d_type, " with A ", line.a_type, " and B ", line.b_type, "."),
        "Use D f32 with f16, bf16, tf32 or fp8; D f16 with f16 or fp8; or D s32 with s8, u8 or b1.");
}

Objection check_size(const MmaLine& line) {
    const WgmmaRow& row = *find_types(line);
    const TextSpan span = find_family(line, Family::shape)->span;
    const unsigned k = line.sparse ? 2 * row.k : row.k;
    if (line.m != 64) return objection("L90", span, say("M is ", line.m, ", but wgmma requires M = 64."), "Write m64.");
    const bool good_n = line.n >= 8 && line.n <= 256 && line.n % 8 == 0 &&
                        (!row.stepped || line.n == 8 || line.n == 24 || line.n % 16 == 0);
    if (!good_n)
        return objection("L90", span,
                         row.stepped
                             ? say("N is ", line.n, ". For integers, N must be 8, 24 or a multiple of 16 up to 256.")
                             : say("N is ", line.n, ". N must be 8 to 256 in steps of 8."),
                         "Choose a legal N.");
    if (line.k == k) return {};
    return objection("L90", span,
                     say("K is ", line.k, ", but ", line.sparse ? "sparse " : "", row.a, " requires K = ", k, "."),
                     say("Write k", k, "."));
}

Objection check_operations(const MmaLine& line) {
    const WgmmaRow& row = *find_types(line);
    const Qualifier* saturate = find_family(line, Family::saturate);
    if (saturate && !row.saturates)
        return objection("L97", saturate->span, "Only s8 and u8 have .satfinite.", "Remove .satfinite.");
    const Qualifier* op = find_family(line, Family::bit_op);
    const Qualifier* popc = find_family(line, Family::popc);
    if (!row.bits && (op || popc))
        return objection("L97", (op ? op : popc)->span, "Only b1 has .and and .popc.", "Remove them.");
    if (!row.bits) return {};
    if (!op || !popc)
        return objection("L98", types_span(line), "b1 requires the operation .and.popc.", "Write .and.popc.");
    if (op->span.begin < popc->span.begin) return {};
    return objection("L100", popc->span, ".and must be before .popc.", "Write .and.popc.");
}

// Checks the lists of registers: D has N / 2 or N / 4 registers, A has four.
Objection check_lists(const MmaLine& line) {
    const WgmmaRow& row = *find_types(line);
    const MmaOperand *d = line.operand(OperandRole::d), *a = line.operand(OperandRole::a);
    const auto is_list = [](const MmaOperand* o) {
        return o && o->form == OperandForm::list && o->text != kElidedList;
    };
    const unsigned required = line.n * row.d_bits / 64;
    if (is_list(d) && d->count != required)
        return objection(
            "L99", d->span,
            say("D has ", d->count, " registers, but N = ", line.n, " and ", row.d, " require ", required, "."),
            say("Write ", required, " registers."));
    if (const Qualifier* vector = find_family(line, Family::vector))
        for (const MmaOperand* o : {d, a})
            if (is_list(o) && say('v', o->count) != vector->text)
                return objection("L97", vector->span, say('.', vector->text, " is not a qualifier of wgmma.mma_async."),
                                 say("Remove .", vector->text, "."));
    if (is_list(a) && a->count != 4)
        return objection("L99", a->span, say("A has ", a->count, " registers, but requires 4."), "Write 4 registers.");
    return {};
}

Objection check_transposes(const MmaLine& line) {
    const WgmmaRow& row = *find_types(line);
    const MmaOperand* a = line.operand(OperandRole::transpose_a);
    const MmaOperand* first = a ? a : line.operand(OperandRole::transpose_b);
    if (row.transposes || !row.negates || !first) return {};
    return objection("L89", first->span,
                     say("A and B of type ", row.a, " cannot be transposed. Only f16 and bf16 have operands for this."),
                     "Remove the numbers after scale-b, and store A and B K-major.");
}

}  // namespace

Objection check_wgmma(const MmaLine& line) {
    for (const auto check : {check_types, check_size, check_operations, check_lists, check_transposes})
        if (Objection refusal = check(line)) return refusal;
    return {};
}

}  // namespace tilescope::ptx
