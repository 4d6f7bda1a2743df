// core/src/rules/machine_mma.cpp -- the MMAs of machine code, as the PTX instructions that they were.
// SPDX-License-Identifier: MIT
#include <tilescope/base/number.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/program/readers.h>
#include <tilescope/ptx/mma_text.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kNoOperand = ~std::size_t{0};

// `text` of the line is the machine code. `operands`: for each operand of the line, the index of the operand of the
// observation that has its value; kNoOperand: its value is not known.
struct MachineMma {
    MmaLine line;
    std::vector<std::size_t> operands;
};

using Texts = std::vector<std::string_view>;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

bool begins(const program::Operand& operand, std::string_view text) { return operand.text.starts_with(text); }
// UPT, !UP0, P1
bool is_predicate(const program::Operand& operand) { return operand.text.find('P') != operand.text.npos; }

// The operand of the machine code for each role.
using Roles = std::map<OperandRole, std::size_t>;

std::optional<MachineMma> as_line(std::string_view machine, const std::string& ptx, const Roles& roles) {
    Answer<MmaLine> line = parse_mma_line(ptx);
    if (!line) return std::nullopt;
    MachineMma out{std::move(*line), {}};
    out.line.text = machine;
    for (const MmaOperand& operand : out.line.operands) {
        const auto at = roles.find(operand.role);
        out.operands.push_back(at == roles.end() ? kNoOperand : at->second);
    }
    return out;
}

// --- *GMMA: wgmma ---

// A wgmma, as its mnemonic, its modifiers and its operands say.
struct Hopper {
    Variant variant;
    WgmmaShape shape;
    Roles roles;
    std::string scale_d = "1";
    std::optional<std::int64_t> selector;
};

// The element types by their names in machine code. HGMMA does not write F16.
struct TypeName {
    std::string_view mnemonic, machine, type, kind;
};
constexpr TypeName kTypeNames[] = {{"HGMMA", "BF16", "bf16", "f16"},    {"HGMMA", "TF32", "tf32", "tf32"},
                                   {"QGMMA", "E4M3", "e4m3", "f8f6f4"}, {"QGMMA", "E5M2", "e5m2", "f8f6f4"},
                                   {"IGMMA", "S8", "s8", "i8"},         {"IGMMA", "U8", "u8", "i8"}};

const TypeName* type_named(std::string_view mnemonic, std::string_view name) {
    const auto* found = std::ranges::find_if(
        kTypeNames, [&](const TypeName& row) { return row.mnemonic == mnemonic && row.machine == name; });
    return found == std::end(kTypeNames) ? nullptr : found;
}

// `names`: the modifiers after the shape.
bool read_types(std::string_view mnemonic, Texts names, Hopper& out) {
    WgmmaShape& shape = out.shape;
    out.variant.kind = "i8", shape.d_type = "s32";
    if (mnemonic == "BGMMA") {
        out.variant.b1 = true;
        shape.a_type = shape.b_type = "b1";
        return names == Texts{"AND", "POPC"};
    }
    if (mnemonic == "IGMMA") {
        shape.saturate = std::erase(names, "SAT") != 0;
    } else {
        if (names.empty() || !is_one_of(names[0], {"F32", "F16"})) return false;
        shape.d_type = names[0] == "F32" ? "f32" : "f16";
        names.erase(names.begin());
    }
    if (mnemonic == "HGMMA" && names.empty()) {
        out.variant.kind = "f16";
        shape.a_type = shape.b_type = "f16";
        return true;
    }
    if (mnemonic == "HGMMA" && names.size() == 1) names.push_back(names[0]);
    const TypeName *a = names.size() == 2 ? type_named(mnemonic, names[0]) : nullptr,
                   *b = a != nullptr ? type_named(mnemonic, names[1]) : nullptr;
    if (b == nullptr) return false;
    out.variant.kind = a->kind, shape.a_type = a->type, shape.b_type = b->type;
    return true;
}

// "64x128x16", after ".SP" of a sparse MMA.
bool read_shape(Texts& names, Hopper& out) {
    out.variant.sparse = !names.empty() && names[0] == "SP";
    if (out.variant.sparse) names.erase(names.begin());
    if (names.empty()) return false;
    const Texts sizes = split_at(names[0], 'x');
    if (sizes.size() != 3 || sizes[0] != "64") return false;
    const auto n = parse_number(sizes[1]), k = parse_number(sizes[2]);
    if (!n || !k || *n > 256 || *k > 512) return false;
    out.shape.n = static_cast<unsigned>(*n), out.shape.k = static_cast<unsigned>(*k);
    names.erase(names.begin());
    return true;
}

// "gdesc[UR4].negA.tnspB"
bool read_suffixes(std::string_view descriptor, WgmmaShape& shape) {
    const Texts suffixes = split_at(descriptor, '.');
    return std::ranges::all_of(std::span(suffixes).subspan(1), [&](std::string_view suffix) {
        shape.transpose_a |= suffix == "tnspA", shape.transpose_b |= suffix == "tnspB";
        shape.negate_a |= suffix == "negA", shape.negate_b |= suffix == "negB";
        return is_one_of(suffix, {"tnspA", "tnspB", "negA", "negB"});
    });
}

// "R24, gdesc[UR4], R24, UP0, R28, 0x1, gsb0": D, the descriptors, the old D, and of a sparse MMA the metadata and
// their selector. With A in registers: "R24, -R28, gdesc[UR4], R24".
bool read_operands(std::span<const program::Operand> operands, Hopper& out) {
    if (operands.size() < 4 || !begins(operands[0], "R") || operands[0].text == "RZ") return false;
    out.shape.negate_a = begins(operands[1], "-R");
    out.variant.a_in_tmem = out.shape.negate_a || begins(operands[1], "R");
    const std::size_t descriptor = out.variant.a_in_tmem ? 2 : 1;
    if (!begins(operands[descriptor], "gdesc[") || !read_suffixes(operands[descriptor].text, out.shape)) return false;
    if (!out.variant.a_in_tmem) out.roles[OperandRole::a] = descriptor;
    out.roles[OperandRole::b] = operands.size() - 1;  // gdesc+2
    std::size_t i = descriptor + 1;
    if (!begins(operands[i], "R")) return false;
    const bool new_d = operands[i].text == "RZ";
    out.roles[OperandRole::d] = new_d ? 0 : i;
    if (new_d) out.scale_d = "0";
    if (++i < operands.size() && is_predicate(operands[i])) {
        if (!new_d) out.scale_d = "p", out.roles[OperandRole::enable_d] = i;
        ++i;
    }
    if (out.variant.sparse) {
        if (i == operands.size() || !begins(operands[i], "R")) return false;
        out.roles[OperandRole::metadata] = i++;
        if (i < operands.size() && begins(operands[i], "0x")) out.selector = operands[i++].text == "0x0" ? 0 : 1;
    }
    return std::ranges::all_of(operands.subspan(i), [](const program::Operand& operand) {
        return begins(operand, "gsb") || begins(operand, "gdesc+2[");
    });
}

std::optional<MachineMma> machine_wgmma(std::string_view mnemonic, Texts names, std::string_view text,
                                        std::span<const program::Operand> operands) {
    Hopper mma;
    if (!read_shape(names, mma) || !read_types(mnemonic, names, mma) || !read_operands(operands, mma))
        return std::nullopt;
    auto out = as_line(text, wgmma_text(mma.variant, mma.shape, false, {.enable_d = mma.scale_d}), mma.roles);
    if (!out || !mma.selector) return out;
    for (MmaOperand& operand : out->line.operands)
        if (operand.role == OperandRole::sparsity_selector) operand.value = mma.selector;
    return out;
}

// --- UTC*MMA: tcgen05.mma ---

// The format of the word for the kind of the mnemonic in which every field has a meaning. Null: none, or several. But
// mxf4 with blocks of 32 is the same machine code as mxf4nvf4: the first of them.
const Format* format_for(const MachineForm& form, const program::KnownBits& word, Edition edition) {
    const Format* out = nullptr;
    for (const std::string& kind : form.kinds) {
        const Format* format = idesc_format(kind, edition);
        if (format == nullptr || wrong_fields(*format, word.value, ~word.known & bit_mask(32)) != 0) continue;
        if (out != nullptr) return kind_or_none(out->kind).block_scaled() ? out : nullptr;
        out = format;
    }
    return out;
}

// "gdesc[UR8].A_REUSE.A_KEEP", "gdesc[UR10].B_KEEP.BUFFER1": what the collector buffer does.
// No value: an unknown suffix.
std::optional<std::string> collector_of(const program::Operand& operand, std::string_view letter, bool numbered) {
    const Texts suffixes = split_at(operand.text, '.');
    bool reuse = false, keep = false;
    std::string buffer = numbered ? "b0" : "a";
    for (const std::string_view suffix : std::span(suffixes).subspan(1)) {
        const bool operation = suffix.starts_with(letter);
        if (numbered && suffix.size() == 7 && suffix.starts_with("BUFFER"))
            buffer[1] = suffix[6];
        else if (operation && suffix.substr(1) == "_REUSE")
            reuse = true;
        else if (operation && suffix.substr(1) == "_KEEP")
            keep = true;
        else
            return std::nullopt;
    }
    if (!reuse && !keep) return buffer == "b0" || buffer == "a" ? "" : buffer + "::discard";
    return buffer + (reuse && keep ? "::use" : reuse ? "::lastuse" : "::fill");
}

// What follows idesc: the scale factors, the lane mask or the zero-column mask, the predicate, and scale-input-d.
struct LastOperands {
    Roles roles;
    bool scaled = false, mask = false;
    std::optional<unsigned> scale_d;
};

std::optional<LastOperands> last_operands(std::span<const program::Operand> operands, std::size_t i, bool ws) {
    LastOperands out;
    if (i < operands.size() && begins(operands[i], "tmem[")) {
        out.scaled = true;
        out.roles[OperandRole::scale_a] = i++;
        out.roles[OperandRole::scale_b] = operands.size() - 1;  // tmem+1
    }
    if (i < operands.size() && begins(operands[i], "UR")) {
        out.mask = true;
        if (ws) out.roles[OperandRole::zero_mask] = i;
        ++i;
    }
    if (i == operands.size() || !is_predicate(operands[i])) return std::nullopt;
    out.roles[OperandRole::enable_d] = i++;
    if (i < operands.size() && begins(operands[i], "0x")) {
        const auto number = parse_number(operands[i++].text);
        if (!number || *number > kMostScaleD) return std::nullopt;
        out.scale_d = static_cast<unsigned>(*number);
    }
    if (i + (out.scaled ? 1 : 0) != operands.size()) return std::nullopt;
    return out;
}

// "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR17], tmem[UR10], idesc[UR11], !UPT": A, B, D, the metadata of a sparse MMA,
// and the instruction descriptor. A can be in Tensor Memory.
std::optional<MachineMma> machine_tcgen05(const Texts& names, std::string_view text,
                                          std::span<const program::Operand> operands,
                                          std::span<const program::KnownBits> values, Edition edition) {
    constexpr std::string_view kOperands[] = {"", "gdesc[", "tmem[", "tmem[", "idesc["};
    constexpr std::size_t kIdesc = 4;
    std::vector<std::string_view> texts;
    for (const program::Operand& operand : operands) texts.emplace_back(operand.text);
    const auto form = machine_form(text.substr(0, text.find_first_of(" \t")), texts);
    if (!form || operands.size() <= std::size(kOperands)) return std::nullopt;
    for (std::size_t i = 0; i <= kIdesc; ++i)
        if (!begins(operands[i], kOperands[i]) || (i > 1 && !operands[i].text.ends_with(']'))) return std::nullopt;
    if (!begins(operands[0], "gdesc[") && !begins(operands[0], "tmem[")) return std::nullopt;
    Variant variant{.cta_group = form->context.cta_group, .ws = form->context.ws, .a_in_tmem = form->context.a_in_tmem};
    for (const std::string_view name : std::span(names).subspan(1)) {
        variant.ashift |= name == "ASHIFT";
        if (!is_one_of(name, {"2CTA", "WS", "ASHIFT", "4X", "BLOCK16"})) return std::nullopt;
    }
    const Format* format = format_for(*form, values[kIdesc], edition);
    const auto last = last_operands(operands, kIdesc + 1, variant.ws);
    const auto of_a = collector_of(operands[0], "A", false), of_b = collector_of(operands[1], "B", variant.ws);
    if (format == nullptr || !last || !of_a || !of_b) return std::nullopt;
    const Field& sparse = field_in(*format, "sparse");
    if (get_field(sparse, ~values[kIdesc].known) != 0) return std::nullopt;
    variant.kind = format->kind;
    variant.sparse = get_field(sparse, values[kIdesc].value) != 0;
    variant.collector = variant.ws ? *of_b : *of_a;
    variant.lane_mask = last->mask && !variant.ws;
    variant.scale_d = last->scale_d;
    if (last->scaled)
        variant.scale_block = std::ranges::find_first_of(names, Texts{"4X", "BLOCK16"}) != names.end() ? 16 : 32;
    Roles roles = last->roles;
    roles.insert({{OperandRole::a, 0}, {OperandRole::b, 1}, {OperandRole::d, 2}, {OperandRole::idesc, kIdesc}});
    if (variant.sparse) roles[OperandRole::metadata] = 3;
    return as_line(text, mma_text(variant, variant.ws && last->mask), roles);
}

// --- the whole program ---

// "HGMMA.64x128x16.F32.BF16 R24, gdesc[UR4].tnspB, R24" is a wgmma.mma_async...m64n128k16.f32.bf16.bf16.
// "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR9], tmem[UR32], idesc[UR33], UPT" is a tcgen05.mma of kind f16 or tf32, as
// the types in its instruction descriptor say. Only that word says that it is sparse. `values` are those of the
// operands. No value: it computes nothing (D is RZ), its kind or its sparsity is not certain, or it has a modifier that
// this program does not know. Source: what ptxas 13.0 makes of each form of the instruction, and machine code of Triton
// beside its PTX.
std::optional<MachineMma> machine_mma(const program::Program& program, const program::Observation& seen,
                                      std::span<const program::KnownBits> values, Edition edition) {
    const std::string_view text = seen.text;
    const Texts names = split_at(text.substr(0, text.find_first_of(" \t")), '.');
    const auto operands = std::span(program.operands).subspan(seen.first, seen.count);
    if (names[0].starts_with("UTC")) return machine_tcgen05(names, text, operands, values, edition);
    return machine_wgmma(names[0], Texts(names.begin() + 1, names.end()), text, operands);
}

// A *GMMA into RZ only closes a group.
bool computes_nothing(const program::Program& program, const program::Observation& seen) {
    return seen.count > 0 && program.operands[seen.first].text == "RZ";
}

}  // namespace

ProgramReport read_machine_program(std::string_view sass, Edition edition, unsigned threads) {
    program::Program program;
    program::read_sass({sass, 0, nullptr}, program);
    const program::Evaluation values = evaluate(program);
    ProgramReport out;
    out.target = program.target;
    edition = edition_of(program.target, edition);
    LineNumbers lines(sass);
    std::vector<MmaPlace> places;
    for (std::uint32_t i = 0; i < program.observations.size(); ++i) {
        const program::Observation& seen = program.observations[i];
        if (seen.type != program::Observation::Type::instruction) continue;
        auto mma = machine_mma(program, seen, std::span(values.operands).subspan(seen.first, seen.count), edition);
        if (!mma) {
            const bool copies = seen.text.starts_with("UTCCP");
            if (!copies && !computes_nothing(program, seen)) out.unread.push_back(lines.of(seen.span.begin));
            continue;
        }
        out.instructions.push_back(
            {.line = lines.of(seen.span.begin), .mma = std::move(mma->line), .words = {}, .report = {}});
        places.push_back({nullptr, i, edition, std::move(mma->operands)});
    }
    for (std::size_t i = 0; i < places.size(); ++i) places[i].line = &out.instructions[i].mma;
    std::vector<ProgramMma> mmas = mmas_of(program, values, places, out.bases, threads);
    for (std::size_t i = 0; i < mmas.size(); ++i) {
        out.instructions[i].words = mmas[i].first;
        out.instructions[i].as_mma = std::move(mmas[i]);
    }
    return out;
}

}  // namespace tilescope
