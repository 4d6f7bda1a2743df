// core/src/notation/sass_reader.cpp -- reads a machine-code listing and finds the constants in the registers of MMAs.
// SPDX-License-Identifier: MIT
//
// The reader follows constants through moves (UMOV, MOV, R2UR) and bit operations (LOP3). After any other instruction
// the values of the registers that it writes are unknown. Immediates of other instructions, lookup tables and encodings
// are never words.
#include "sass.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr Bits kUnknown{0, bit_mask(32), 32};

// Returns the register inside an operand: UR44 of "gdesc[UR44].A_KEEP".
std::optional<unsigned> register_in(std::string_view operand, std::string_view form) {
    const std::size_t close = operand.find(']');
    if (!operand.starts_with(form) || close == operand.npos || close <= form.size()) return std::nullopt;
    const auto found = sass_register(trimmed(operand.substr(form.size() + 1, close - form.size() - 1)));
    return found && *found < kOtherRegisters ? found : std::nullopt;
}

struct Mnemonic {
    std::string_view name;
    std::array<std::string_view, 2> kinds;  // one or two
};
constexpr Mnemonic kMnemonics[] = {{"UTCHMMA", {"f16", "tf32"}},
                                   {"UTCQMMA", {"f8f6f4", "mxf8f6f4"}},
                                   {"UTCOMMA", {"mxf4", "mxf4nvf4"}},
                                   {"UTCIMMA", {"i8"}},
                                   {"UTCMXQMMA", {"mxf8f6f4"}}};
constexpr std::array<std::string_view, 4> kHopperMnemonics = {"HGMMA", "QGMMA", "IGMMA", "BGMMA"};

bool is_wgmma(std::string_view base) { return std::ranges::find(kHopperMnemonics, base) != kHopperMnemonics.end(); }

// Returns the kinds that a mnemonic can have, from the output of ptxas 13.0 for every kind. UTCQMMA has an operand for
// scale factors only if its kind has scale factors. Only mxf4nvf4 has blocks of 16 elements. If the line is cut before
// its last operand, two kinds remain.
std::vector<std::string> kinds_of(const Mnemonic& mnemonic, const Instruction& mma) {
    std::vector<std::string> kinds;
    for (const std::string_view kind : mnemonic.kinds)
        if (!kind.empty()) kinds.emplace_back(kind);
    const auto idesc = std::ranges::find_if(mma.operands, [](auto o) { return o.starts_with("idesc["); });
    const bool whole = idesc != mma.operands.end() && idesc + 1 != mma.operands.end();
    const auto keep = [&](bool second) { kinds.erase(kinds.begin() + (second ? 0 : 1)); };
    if (mnemonic.name == "UTCQMMA" && whole) keep((idesc + 1)->starts_with("tmem["));
    const bool blocks_of_16 =
        mma.opcode.find(".4X") != mma.opcode.npos || mma.opcode.find("BLOCK16") != mma.opcode.npos;
    if (mnemonic.name == "UTCOMMA" && blocks_of_16) keep(true);
    return kinds;
}

void add_operand(Work& work, unsigned first, PasteRole role, std::vector<std::string> kinds = {}) {
    const bool narrow = role == PasteRole::idesc;
    const bool copied = role == PasteRole::smem_sf || role == PasteRole::unknown;  // by UTCCP, which is not an MMA
    OperandRegisters used_as{first, role, {}, std::move(kinds), copied ? kNoInstruction : work.current};
    for (unsigned half = 0; half < (narrow ? 1u : 2u); ++half) {
        const auto known = work.listed.find(first + half);
        used_as.halves.push_back(known == work.listed.end() ? Known{kUnknown, {}, "SASS"} : known->second);
    }
    work.operand_registers.push_back(std::move(used_as));
}

// Operand order: A, B, D, metadata, idesc, scale factors, zero-column mask (only .WS), predicates.
void read_mma(Work& work, const Mnemonic& mnemonic, const Instruction& mma) {
    PasteContext c;
    const std::vector<std::string> kinds = kinds_of(mnemonic, mma);
    c.kinds = kinds.size() > 1 ? kinds : std::vector<std::string>();
    c.kind = kinds.size() > 1 ? "" : kinds.front();
    c.cta_group = mma.opcode.find(".2CTA") != mma.opcode.npos ? 2 : 1;
    c.ws = mma.opcode.find(".WS") != mma.opcode.npos;
    c.a_in_tmem = !mma.operands.empty() && mma.operands[0].starts_with("tmem[");
    work.begin_instruction(c);
    bool past_idesc = false;
    for (std::size_t i = 0; i < mma.operands.size(); ++i) {
        const std::string_view operand = mma.operands[i];
        const auto zcm = past_idesc && c.ws ? sass_register(operand) : std::nullopt;
        past_idesc |= operand.starts_with("idesc[");
        if (const auto ur = register_in(operand, "gdesc"))
            add_operand(work, *ur, i == 0 ? PasteRole::smem_a : PasteRole::smem_b);
        else if (const auto id = register_in(operand, "idesc"))
            add_operand(work, *id, PasteRole::idesc, kinds);
        else if (zcm)
            add_operand(work, *zcm, PasteRole::zcm);
    }
}

// gdesc names the first of four registers: the pair of A, then the pair of B. The pair of A is unused if A is in
// registers.
void read_wgmma(Work& work, const Instruction& mma) {
    PasteContext form;
    form.hopper = true;
    form.sparse = mma.opcode.find(".SP") != mma.opcode.npos;
    work.begin_instruction(std::move(form));
    for (std::size_t i = 0; i < mma.operands.size(); ++i) {
        const auto ur = register_in(mma.operands[i], "gdesc");
        if (!ur) continue;
        if (i == 1) add_operand(work, *ur, PasteRole::smem_a);
        add_operand(work, *ur + 2, PasteRole::smem_b);
    }
}

// Handles an instruction that reads descriptors. Returns false for all other instructions.
bool read_descriptors(Work& work, const Instruction& instruction) {
    const std::string_view base = instruction.opcode.substr(0, instruction.opcode.find('.'));
    if (const auto* known = std::ranges::find(kMnemonics, base, &Mnemonic::name); known != std::end(kMnemonics)) {
        read_mma(work, *known, instruction);
        return true;
    }
    if (is_wgmma(base)) {
        read_wgmma(work, instruction);
        return true;
    }
    if (base != "UTCCP") return false;
    const bool scales = instruction.opcode.find("4x32dp128bit") != instruction.opcode.npos;
    for (const std::string_view operand : instruction.operands)
        if (const auto ur = register_in(operand, "gdesc"))
            add_operand(work, *ur, scales ? PasteRole::smem_sf : PasteRole::unknown);
    return true;
}

Bits source_bits(const Work& work, std::string_view operand) {
    const std::string_view name = operand.substr(0, operand.find('.'));
    if (name == "RZ" || name == "URZ") return {0, 0, 32};
    if (const Answer<Number> n = read_number(operand)) return {n->value & bit_mask(32), 0, 32};
    const auto place = sass_register(operand);
    const auto known = place ? work.listed.find(*place) : work.listed.end();
    return known == work.listed.end() ? kUnknown : known->second.bits;
}

// The value that an instruction writes to its register, as far as the listing determines it.
struct Value {
    Bits bits = kUnknown;
    bool word = false;  // the value is an immediate of a move or an OR
    std::string note;
};

Value value_of(const Work& work, const Instruction& instruction) {
    const std::vector<std::string_view>& o = instruction.operands;
    const auto immediate = [](std::string_view operand) { return bool{read_number(operand)}; };
    const std::string_view opcode = instruction.opcode;
    if ((opcode == "UMOV" || opcode == "MOV" || opcode == "R2UR" || opcode == "MOV.SPILL") && o.size() >= 2)
        return {source_bits(work, o[1]), immediate(o[1]), ""};
    if (opcode.starts_with("IMAD.MOV") && o.size() == 4) return {source_bits(work, o[3]), immediate(o[3]), ""};
    const bool lookup = (opcode.starts_with("LOP3") || opcode.starts_with("ULOP3")) && o.size() >= 5;
    const Answer<Number> table = read_number(lookup ? o[4] : std::string_view());
    if (!table || table->value > bit_mask(8)) return {};
    constexpr std::uint64_t kOr = 0xfc;  // a | b
    Value out{looked_up(static_cast<unsigned>(table->value), source_bits(work, o[1]), source_bits(work, o[2]),
                        source_bits(work, o[3])),
              table->value == kOr && immediate(o[2]), ""};
    if (out.word && out.bits.unknown) out.note = say("only the constant of an OR; the other bits come from ", o[1]);
    return out;
}

void write_registers(Work& work, const Instruction& instruction, std::string_view part) {
    const auto written = written_by(instruction);
    if (!written) return;
    Value value = written->count == 1 ? value_of(work, instruction) : Value{};
    const auto before = work.listed.find(written->first);
    // A guarded instruction may not execute. The value stays known only if the instruction does not change it.
    if (instruction.guarded && before != work.listed.end() && before->second.bits != value.bits) value = Value{};
    const unsigned end = written->first + written->count;
    work.listed.erase(work.listed.lower_bound(written->first), work.listed.lower_bound(end));
    if (value.bits == kUnknown) return;
    Known known{value.bits, work.span_of(part), "SASS", false, written->first < kOtherRegisters ? "UR" : "R"};
    known.note = std::move(value.note);
    if (value.word) work.registers[written->first] = known;
    work.listed[written->first] = std::move(known);
}

// After an unguarded end of a path, the next code is reached only by a jump. The register values there are unknown.
bool ends_path(const Instruction& instruction) {
    const std::string_view opcode = instruction.opcode;
    return !instruction.guarded && (opcode == "EXIT" || opcode == "BRA" || opcode.starts_with("RET"));
}

}  // namespace

bool read_sass(Work& work, const Line& line) {
    const auto instruction = sass_instruction(work, line);
    if (!instruction) return is_listing_line(work, line);
    if (!read_descriptors(work, *instruction)) {
        write_registers(work, *instruction, line.text);
        if (ends_path(*instruction)) work.listed.clear();
    }
    return true;
}

}  // namespace tilescope::notation
