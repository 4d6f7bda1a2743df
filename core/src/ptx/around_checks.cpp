// core/src/ptx/around_checks.cpp -- checks the instructions around the MMA: ld, st, alloc, dealloc, commit, mbarrier.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/hw/memory.h>

#include <algorithm>

namespace tilescope::ptx {
namespace {

// ---- tcgen05.ld and tcgen05.st ----

// .abs and .NaN require the type .f32.
Objection check_floats(const MmaLine& line) {
    for (const Family family : {Family::absolute, Family::nan}) {
        const Qualifier* q = find_family(line, family);
        if (q && line.d_type != "f32")
            return objection("L97", q->span, say('.', q->text, " requires .f32, not .", line.d_type, "."),
                             say("Remove .", q->text, "."));
    }
    return {};
}

Objection check_list(const MmaLine& line, OperandRole role, unsigned required) {
    const MmaOperand* list = line.operand(role);
    if (!list || list->form != OperandForm::list || list->count == required || list->text == kElidedList) return {};
    return objection("L99", list->span,
                     say("The list has ", list->count, list->count == 1 ? " register, but ." : " registers, but .",
                         line.shape, ".x", line.repeats, " requires ", required, "."),
                     say("Write ", required, required == 1 ? " register." : " registers."));
}

// Returns the number of registers per thread.
unsigned registers_of(const MmaLine& line) {
    for (const AccessRow& row : kAccessShapes)
        if (row.shape == line.shape) return row.registers * line.repeats;
    return 0;
}

Objection check_access(const MmaLine& line, OperandRole role) {
    const unsigned registers = registers_of(line);
    if (registers <= kMostRegisters) return check_list(line, role, registers);
    return objection("L97", find_family(line, Family::repeats)->span,
                     say(".x", line.repeats, " with .", line.shape, " requires ", registers,
                         " registers, but an access has at most ", kMostRegisters, "."),
                     say("Write at most .x", kMostRegisters / (registers / line.repeats), "."));
}

// ---- tcgen05.alloc, .dealloc and .commit ----

// The assembler keeps 32 bits of the number.
std::optional<std::uint32_t> columns_in(const MmaLine& line) {
    const auto value = immediate(line.operand(OperandRole::columns));
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

// "32, 64, 128, 256 or 512"
std::string allocations() {
    std::string out = say(kTmem.granule);
    for (unsigned columns = kTmem.granule * 2; columns <= kTmem.columns; columns *= 2)
        out += say(columns == kTmem.columns ? " or " : ", ", columns);
    return out;
}

// ---- mbarrier ----

constexpr std::int64_t kMostArrivals = (1 << 20) - 1;  // PTX ISA 9.1, 9.7.13.15.1

// .noComplete excludes .relaxed, .cluster and .shared::cluster, and requires a count.
Objection check_no_complete(const MmaLine& line) {
    const Qualifier* q = find_family(line, Family::no_complete);
    if (!q) return {};
    const struct {
        Family family;
        std::string_view wrong;
    } others[] = {{Family::semantics, "relaxed"}, {Family::scope, "cluster"}, {Family::space, "shared::cluster"}};
    for (const auto& other : others)
        if (const Qualifier* o = find_family(line, other.family); o && o->text == other.wrong)
            return objection("L100", o->span, say(".noComplete cannot be combined with .", other.wrong, "."),
                             "Remove one of them.");
    if (line.operand(OperandRole::count)) return {};
    return objection("L99", q->span, ".noComplete requires the count of arrivals as an operand.",
                     "Write the count after the address.");
}

}  // namespace

Objection check_load(const MmaLine& line) {
    if (Objection floats = check_floats(line)) return floats;
    return check_access(line, OperandRole::loaded);
}

Objection check_store(const MmaLine& line) { return check_access(line, OperandRole::stored); }

// PTX ISA 9.4, tcgen05.ld.spcompress: of four values two are kept. 2 bits give the original position of each.
Objection check_compressing_load(const MmaLine& line) {
    const Qualifier *type = find_family(line, Family::value_type), *meta = find_family(line, Family::meta_type);
    if (meta->span.begin < type->span.begin)
        return objection("L100", meta->span, say(".", type->text, " must be before .b2, the type of the metadata."),
                         say("Write .", type->text, ".b2."));
    if (Objection list = check_list(line, OperandRole::compressed, std::max(1u, line.repeats / 32))) return list;
    return check_list(line, OperandRole::loaded, line.repeats / 2);
}

bool has_register_twice(const MmaLine& line) {
    std::vector<std::string_view> all;
    for (const MmaOperand& o : line.operands) {
        const bool filled =
            o.role == OperandRole::loaded || o.role == OperandRole::reduced || o.role == OperandRole::compressed;
        if (!filled) continue;
        if (o.form == OperandForm::name) all.emplace_back(o.text);
        if (o.form == OperandForm::list)
            for (const std::string_view one : elements_of(o.text)) all.push_back(one);
    }
    std::ranges::sort(all);
    return std::ranges::adjacent_find(all) != all.end();
}

// Up to 13.1 the assembler accepts any multiple of 32 for tcgen05.dealloc.
bool has_loose_columns(const MmaLine& line) {
    const auto columns = columns_in(line);
    return line.opcode == Opcode::dealloc && columns && !find_family(line, Family::exclusive) &&
           !is_allocation(*columns);
}

// PTX ISA 9.4, tcgen05.alloc. With .exclusive the assembler has no upper limit; rule L104 checks it.
Objection check_columns_of(const MmaLine& line) {
    const auto columns = columns_in(line);
    if (!columns) return {};
    const MmaOperand& o = *line.operand(OperandRole::columns);
    const bool multiple = *columns % kTmem.granule == 0;
    if (find_family(line, Family::exclusive)) {
        if (multiple && *columns != 0) return {};
        return outside(o, "L78", say("a multiple of ", kTmem.granule, " that is not 0"));
    }
    if (is_allocation(*columns) || (line.opcode == Opcode::dealloc && multiple)) return {};
    return outside(o, "L78", allocations());
}

// The assembler checks all bits of this number. For other operands it checks only the low 32 bits.
Objection check_mask(const MmaLine& line) {
    const Qualifier* multicast = find_family(line, Family::multicast);
    const MmaOperand* mask = line.operand(OperandRole::cta_mask);
    if (!multicast || !mask || mask->form != OperandForm::number) return {};
    const auto value = immediate(mask);  // no value: more than 64 bits
    const bool wide = multicast->text.ends_with("::32b");
    const std::int64_t most = wide ? 0xffff'ffff : 0xffff;
    if (value && *value >= 0 && *value <= most) return {};
    return outside(*mask, "L99", say("0 to ", hex(static_cast<std::uint64_t>(most)), ", one bit for each CTA"));
}

// PTX ISA 9.1, 9.7.13.15: .sem and .scope, both or none.
Objection check_order_of_memory(const MmaLine& line) {
    const Qualifier *sem = find_family(line, Family::semantics), *scope = find_family(line, Family::scope);
    if (!sem == !scope) return {};
    if (sem)
        return objection("L98", sem->span, say('.', sem->text, " requires a scope, .cta or .cluster."),
                         say("Write .", sem->text, ".cta or .", sem->text, ".cluster."));
    return objection("L98", scope->span,
                     say('.', scope->text, " requires memory semantics before it, for example .relaxed."),
                     "Write both qualifiers, or remove both.");
}

namespace {

// Measured with ptxas 13.4.92 and 13.5.37. Not compared with PTX ISA 9.4.
Objection check_multicast(const MmaLine& line) {
    const Qualifier *all = find_family(line, Family::multicast), *space = find_family(line, Family::space);
    if (!all) return {};
    if (space && space->text != "shared::cluster")
        return objection(
            "L100", space->span,
            say('.', all->text, " can be combined with .shared::cluster, but not with .", space->text, "."),
            "Write .shared::cluster.");
    if (const Qualifier* q = find_family(line, Family::no_complete))
        return objection("L100", q->span, say(".noComplete cannot be combined with .", all->text, "."),
                         "Remove one of them.");
    return check_mask(line);
}

}  // namespace

Objection check_transactions(const MmaLine& line) {
    if (Objection order = check_order_of_memory(line)) return order;
    return check_multicast(line);
}

Objection check_arrival(const MmaLine& line) {
    if (Objection order = check_transactions(line)) return order;
    if (Objection pair = check_no_complete(line)) return pair;
    const Qualifier* space = find_family(line, Family::space);
    const MmaOperand* state = line.operand(OperandRole::arrived);
    if (space && space->text == "shared::cluster" && state && state->form != OperandForm::sink)
        return objection("L99", state->span,
                         "An mbarrier of another CTA returns no state. With .shared::cluster this operand must be _.",
                         "Write _, or .shared::cta.");
    const auto count = immediate(line.operand(OperandRole::count));
    if (count && *count <= 0) return outside(*line.operand(OperandRole::count), "L99", "1 or more");
    return {};
}

Objection check_parity(const MmaLine& line) {
    if (Objection order = check_order_of_memory(line)) return order;
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
