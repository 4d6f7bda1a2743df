// core/src/rules/machine_mma.cpp -- an MMA in machine code as the PTX instruction that it was.
// SPDX-License-Identifier: MIT
#include "machine_mma.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <span>
#include <string>

namespace tilescope {
namespace {

using Texts = std::vector<std::string_view>;

Texts split_at(std::string_view text, char sign) {
    Texts out;
    while (true) {
        const std::size_t end = std::min(text.find(sign), text.size());
        out.push_back(text.substr(0, end));
        if (end == text.size()) return out;
        text.remove_prefix(end + 1);
    }
}

// The types of D, A and B, and whether the instruction saturates.
struct Types {
    std::string d, a, b;
    bool saturate = false;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

std::string lower_case(std::string_view name) {
    std::string out(name);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

// `names`: the modifiers behind the shape.
std::optional<Types> types_in(std::string_view base, Texts names) {
    Types out;
    if (base == "IGMMA") {
        out.saturate = std::erase(names, "SAT") != 0;
        if (names.size() != 2 || !std::ranges::all_of(names, [](auto n) { return is_one_of(n, {"U8", "S8"}); }))
            return std::nullopt;
        return Types{"s32", lower_case(names[0]), lower_case(names[1]), out.saturate};
    }
    if (names.empty() || !is_one_of(names[0], {"F32", "F16"})) return std::nullopt;
    out.d = lower_case(names[0]);
    if (base == "HGMMA") {
        if (names.size() > 2 || (names.size() == 2 && !is_one_of(names[1], {"BF16", "TF32"}))) return std::nullopt;
        out.a = out.b = names.size() == 2 ? lower_case(names[1]) : "f16";
        return out;
    }
    const auto is_fp8 = [](std::string_view name) { return is_one_of(name, {"E4M3", "E5M2"}); };
    if (base != "QGMMA" || names.size() != 3 || !is_fp8(names[1]) || !is_fp8(names[2])) return std::nullopt;
    out.a = lower_case(names[1]), out.b = lower_case(names[2]);
    return out;
}

// The operands by what they are.
struct Places {
    std::size_t d = 0, a = kNoOperand, b = kNoOperand, old_d = kNoOperand, predicate = kNoOperand;
    bool new_d = false, transpose_a = false, transpose_b = false, a_in_registers = false;
};

std::optional<Places> places_of(std::span<const program::Operand> operands) {
    Places out;
    if (operands.size() < 3 || !operands[0].text.starts_with('R') || operands[0].text == "RZ") return std::nullopt;
    out.a_in_registers = operands[1].text.starts_with('R');
    const std::size_t descriptor = out.a_in_registers ? 2 : 1;
    if (!operands[descriptor].text.starts_with("gdesc[")) return std::nullopt;
    const Texts suffixes = split_at(operands[descriptor].text, '.');
    for (const std::string_view suffix : std::span(suffixes).subspan(1)) {
        out.transpose_a |= suffix == "tnspA";
        out.transpose_b |= suffix == "tnspB";
        if (suffix != "tnspA" && suffix != "tnspB") return std::nullopt;
    }
    // With A in registers, no source says which registers of gdesc are those of B.
    if (!out.a_in_registers) out.a = descriptor, out.b = operands.size() - 1;
    for (std::size_t i = descriptor + 1; i < operands.size(); ++i) {
        const std::string_view text = operands[i].text;
        if (text.starts_with("gdesc+2[") || text.starts_with("gsb")) continue;
        const bool predicate = text.find('P') != text.npos;
        if (predicate)
            out.predicate = i;
        else if (i == descriptor + 1 && text == "RZ")
            out.new_d = true;
        else if (i == descriptor + 1 && text.starts_with('R'))
            out.old_d = i;
        else
            return std::nullopt;
    }
    return out;
}

// A dense tcgen05.mma without scale factors: the kinds that its mnemonic can have.
struct MachineKinds {
    std::string_view name, first, second;
};
constexpr MachineKinds kMachineKinds[] = {{"UTCHMMA", "f16", "tf32"}, {"UTCQMMA", "f8f6f4", ""}, {"UTCIMMA", "i8", ""}};

// The only kind of the mnemonic in which every field of the word has a meaning. Empty: none, or several.
std::string_view kind_for(const MachineKinds& kinds, const program::KnownBits& word, Edition edition) {
    std::string_view out;
    for (const std::string_view kind : {kinds.first, kinds.second}) {
        const Format* format = kind.empty() ? nullptr : idesc_format(kind, edition);
        if (format == nullptr || wrong_fields(*format, word.value, ~word.known & bit_mask(32)) != 0) continue;
        if (!out.empty()) return {};
        out = kind;
    }
    return out;
}

// "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR17], tmem[UR10], idesc[UR11], !UPT": A, B, D, and a register that only other
// forms use.
std::optional<MachineMma> machine_tcgen05(const Texts& names, std::string_view text,
                                          std::span<const program::Operand> operands,
                                          std::span<const program::KnownBits> values, Edition edition) {
    constexpr std::string_view kOperands[] = {"gdesc[", "gdesc[", "tmem[", "tmem[", "idesc["};
    const auto* kinds = std::ranges::find(kMachineKinds, names[0], &MachineKinds::name);
    const bool pair = names.size() == 2 && names[1] == "2CTA";
    if (kinds == std::end(kMachineKinds) || names.size() > (pair ? 2 : 1)) return std::nullopt;
    if (operands.size() != std::size(kOperands) + 1 || operands.back().text.find('P') == std::string::npos)
        return std::nullopt;
    for (std::size_t i = 0; i < std::size(kOperands); ++i)
        if (!operands[i].text.starts_with(kOperands[i]) || !operands[i].text.ends_with(']')) return std::nullopt;
    const std::string_view kind = kind_for(*kinds, values[4], edition);
    if (kind.empty()) return std::nullopt;
    Answer<MmaLine> line =
        parse_mma_line(say("tcgen05.mma.cta_group::", pair ? 2 : 1, ".kind::", kind, " [d], a, b, i, p;"));
    if (!line) return std::nullopt;
    line->text = text;
    return MachineMma{std::move(*line), {2, 0, 1, 4, 5}};
}

}  // namespace

std::optional<MachineMma> machine_mma(const program::Program& program, const program::Observation& seen,
                                      std::span<const program::KnownBits> values, Edition edition) {
    const std::string_view text = seen.text;
    const Texts names = split_at(text.substr(0, text.find_first_of(" \t")), '.');
    const auto operands = std::span(program.operands).subspan(seen.first, seen.count);
    if (names[0].starts_with("UTC")) return machine_tcgen05(names, text, operands, values, edition);
    if (names.size() < 2) return std::nullopt;
    const Texts shape = split_at(names[1], 'x');
    const auto types = types_in(names[0], Texts(names.begin() + 2, names.end()));
    const auto places = places_of(operands);
    if (!types || !places || shape.size() != 3 || shape[0] != "64") return std::nullopt;
    const bool has_transpose = types->a == "f16" || types->a == "bf16";
    const std::string_view scale = places->new_d ? "0" : places->predicate == kNoOperand ? "1" : "p";
    std::string ptx =
        say("wgmma.mma_async.sync.aligned.m64n", shape[1], 'k', shape[2], '.', types->d, '.', types->a, '.', types->b,
            types->saturate ? ".satfinite" : "", " {d}, ", places->a_in_registers ? "{a}" : "a", ", b, ", scale);
    if (types->d != "s32") ptx += ", 1, 1";
    if (has_transpose && !places->a_in_registers) ptx += places->transpose_a ? ", 1" : ", 0";
    if (has_transpose) ptx += places->transpose_b ? ", 1" : ", 0";
    Answer<MmaLine> line = parse_mma_line(ptx + ";");
    if (!line) return std::nullopt;
    MachineMma out{std::move(*line), {}};
    out.line.text = text;
    for (const MmaOperand& operand : out.line.operands) {
        const bool d = operand.role == OperandRole::d, enable = operand.role == OperandRole::enable_d;
        out.operands.push_back(d                                ? (places->old_d == kNoOperand ? 0 : places->old_d)
                               : operand.role == OperandRole::a ? places->a
                               : operand.role == OperandRole::b ? places->b
                               : enable && !places->new_d       ? places->predicate
                                                                : kNoOperand);
    }
    return out;
}

}  // namespace tilescope
