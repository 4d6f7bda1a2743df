// core/src/ptx/load_checks.cpp -- checks registers and modifiers of tcgen05.ld and tcgen05.st.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <algorithm>

namespace tilescope::ptx {
namespace {

// .abs and .NaN require the type .f32.
Refusal check_floats(const MmaLine& line) {
    for (const Family family : {Family::absolute, Family::nan}) {
        const Qualifier* q = find_family(line, family);
        if (q && line.d_type != "f32")
            return refuse("L97", q->span, say('.', q->text, " requires .f32, not .", line.d_type, "."),
                          say("Remove .", q->text, "."));
    }
    return {};
}

Refusal check_list(const MmaLine& line, OperandRole role, unsigned required) {
    const MmaOperand* list = line.operand(role);
    if (!list || list->form != OperandForm::list || list->count == required) return {};
    return refuse("L99", list->span,
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

Refusal check_access(const MmaLine& line, OperandRole role) {
    const unsigned registers = registers_of(line);
    if (registers <= kMostRegisters) return check_list(line, role, registers);
    return refuse("L97", find_family(line, Family::repeats)->span,
                  say(".x", line.repeats, " with .", line.shape, " requires ", registers,
                      " registers, but an access has at most ", kMostRegisters, "."),
                  say("Write at most .x", kMostRegisters / (registers / line.repeats), "."));
}

std::vector<std::string_view> elements_of(std::string_view list) {
    std::vector<std::string_view> out;
    list = list.substr(1, list.size() - 2);
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        std::string_view one = list.substr(0, comma);
        while (one.starts_with(' ')) one.remove_prefix(1);
        while (one.ends_with(' ')) one.remove_suffix(1);
        out.push_back(one);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return out;
}

}  // namespace

Refusal check_load(const MmaLine& line) {
    if (Refusal floats = check_floats(line)) return floats;
    return check_access(line, OperandRole::loaded);
}

Refusal check_store(const MmaLine& line) { return check_access(line, OperandRole::stored); }

// PTX ISA 9.4, tcgen05.ld.spcompress: of four values two are kept. 2 bits give the original position of each.
Refusal check_compressing_load(const MmaLine& line) {
    const Qualifier *type = find_family(line, Family::value_type), *meta = find_family(line, Family::meta_type);
    if (meta->span.begin < type->span.begin)
        return refuse("L100", meta->span, say(".", type->text, " must be before .b2, the type of the metadata."),
                      say("Write .", type->text, ".b2."));
    if (Refusal list = check_list(line, OperandRole::compressed, std::max(1u, line.repeats / 32))) return list;
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

}  // namespace tilescope::ptx
