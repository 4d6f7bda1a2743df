// core/src/ptx/barrier_checks.cpp -- checks memory semantics, state spaces and counts of mbarrier instructions.
// SPDX-License-Identifier: MIT
#include "parts.h"

namespace tilescope::ptx {
namespace {

constexpr std::int64_t kMostArrivals = (1 << 20) - 1;  // PTX ISA 9.1, 9.7.13.15.1

// .noComplete excludes .relaxed, .cluster and .shared::cluster, and requires a count.
Refusal check_no_complete(const MmaLine& line) {
    const Qualifier* q = find_family(line, Family::no_complete);
    if (!q) return {};
    const struct {
        Family family;
        std::string_view wrong;
    } others[] = {{Family::semantics, "relaxed"}, {Family::scope, "cluster"}, {Family::space, "shared::cluster"}};
    for (const auto& other : others)
        if (const Qualifier* o = find_family(line, other.family); o && o->text == other.wrong)
            return refuse("L100", o->span, say(".noComplete cannot be combined with .", other.wrong, "."),
                          "Remove one of them.");
    if (line.operand(OperandRole::count)) return {};
    return refuse("L99", q->span, ".noComplete requires the count of arrivals as an operand.",
                  "Write the count after the address.");
}

}  // namespace

// PTX ISA 9.1, 9.7.13.15: .sem and .scope, both or none.
Refusal check_order_of_memory(const MmaLine& line) {
    const Qualifier *sem = find_family(line, Family::semantics), *scope = find_family(line, Family::scope);
    if (!sem == !scope) return {};
    if (sem)
        return refuse("L98", sem->span, say('.', sem->text, " requires a scope, .cta or .cluster."),
                      say("Write .", sem->text, ".cta or .", sem->text, ".cluster."));
    return refuse("L98", scope->span,
                  say('.', scope->text, " requires memory semantics before it, for example .relaxed."),
                  "Write both qualifiers, or remove both.");
}

// Measured with ptxas 13.4.92 and 13.5.37. Not compared with PTX ISA 9.4.
Refusal check_multicast(const MmaLine& line) {
    const Qualifier *all = find_family(line, Family::multicast), *space = find_family(line, Family::space);
    if (!all) return {};
    if (space && space->text != "shared::cluster")
        return refuse("L100", space->span,
                      say('.', all->text, " can be combined with .shared::cluster, but not with .", space->text, "."),
                      "Write .shared::cluster.");
    if (const Qualifier* q = find_family(line, Family::no_complete))
        return refuse("L100", q->span, say(".noComplete cannot be combined with .", all->text, "."),
                      "Remove one of them.");
    return check_mask(line);
}

Refusal check_transactions(const MmaLine& line) {
    if (Refusal order = check_order_of_memory(line)) return order;
    return check_multicast(line);
}

Refusal check_arrival(const MmaLine& line) {
    if (Refusal order = check_transactions(line)) return order;
    if (Refusal pair = check_no_complete(line)) return pair;
    const Qualifier* space = find_family(line, Family::space);
    const MmaOperand* state = line.operand(OperandRole::arrived);
    if (space && space->text == "shared::cluster" && state && state->form != OperandForm::sink)
        return refuse("L99", state->span,
                      "An mbarrier of another CTA returns no state. With .shared::cluster this operand must be _.",
                      "Write _, or .shared::cta.");
    const auto count = immediate(line.operand(OperandRole::count));
    if (count && *count <= 0) return outside(*line.operand(OperandRole::count), "L99", "1 or more");
    return {};
}

Refusal check_parity(const MmaLine& line) {
    if (Refusal order = check_order_of_memory(line)) return order;
    const auto parity = immediate(line.operand(OperandRole::parity));
    if (parity && *parity != 0 && *parity != 1) return outside(*line.operand(OperandRole::parity), "L99", "0 or 1");
    return {};
}

// ptxas 13.0.88 does not check the count. ptxas 13.1 and later check it.
bool has_loose_count(const MmaLine& line) {
    const auto count = immediate(line.operand(OperandRole::count));
    return line.opcode == Opcode::bar_init && count && (*count < 1 || *count > kMostArrivals);
}

}  // namespace tilescope::ptx
