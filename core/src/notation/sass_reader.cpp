// core/src/notation/sass_reader.cpp -- a listing of machine code: which registers hold which constants at each MMA.
// SPDX-License-Identifier: MIT
//
// Constants reach a descriptor by moves (UMOV, MOV, R2UR) and bit by bit (LOP3); every other instruction makes of the
// registers that it writes something nobody told. Immediates of other instructions, lookup tables and encodings are
// never words.
#include "sass.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::notation {
namespace {

constexpr Bits kUntold{0, bit_mask(32), 32};

// "gdesc[UR44].A_KEEP" -> the place of UR44
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

// What ptxas 13.0 writes for every kind: QMMA has an operand with scales where the kind has them, and only mxf4nvf4 has
// blocks of 16. A line that ends before its operands do leaves two.
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

void want(Work& work, unsigned first, PasteRole role, std::vector<std::string> kinds = {}) {
    const bool narrow = role == PasteRole::idesc;
    const bool copied = role == PasteRole::smem_sf || role == PasteRole::unknown;  // by UTCCP, which is no MMA
    WantedRegisters wanted{first, role, {}, std::move(kinds), copied ? kNoInstruction : work.current};
    for (unsigned half = 0; half < (narrow ? 1u : 2u); ++half) {
        const auto known = work.listed.find(first + half);
        wanted.halves.push_back(known == work.listed.end() ? Known{kUntold, {}, "SASS"} : known->second);
    }
    work.wanted_registers.push_back(std::move(wanted));
}

// A, B, D, metadata, idesc, scales, a mask of zero columns under .WS, predicates.
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
            want(work, *ur, i == 0 ? PasteRole::smem_a : PasteRole::smem_b);
        else if (const auto id = register_in(operand, "idesc"))
            want(work, *id, PasteRole::idesc, kinds);
        else if (zcm)
            want(work, *zcm, PasteRole::zcm);
    }
}

// Four registers from gdesc on: A's pair, which goes unused where A is in registers, then B's.
void read_wgmma(Work& work, const Instruction& mma) {
    PasteContext form;
    form.hopper = true;
    form.sparse = mma.opcode.find(".SP") != mma.opcode.npos;
    work.begin_instruction(std::move(form));
    for (std::size_t i = 0; i < mma.operands.size(); ++i) {
        const auto ur = register_in(mma.operands[i], "gdesc");
        if (!ur) continue;
        if (i == 1) want(work, *ur, PasteRole::smem_a);
        want(work, *ur + 2, PasteRole::smem_b);
    }
}

// The instructions that read descriptors.
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
            want(work, *ur, scales ? PasteRole::smem_sf : PasteRole::unknown);
    return true;
}

Bits source_bits(const Work& work, std::string_view operand) {
    const std::string_view name = operand.substr(0, operand.find('.'));
    if (name == "RZ" || name == "URZ") return {0, 0, 32};
    if (const Answer<Number> n = read_number(operand)) return {n->value & bit_mask(32), 0, 32};
    const auto place = sass_register(operand);
    const auto known = place ? work.listed.find(*place) : work.listed.end();
    return known == work.listed.end() ? kUntold : known->second.bits;
}

// The value that an instruction gives its register, as far as the listing tells it.
struct Value {
    Bits bits = kUntold;
    bool word = false;  // the text itself has it: an immediate that is moved or ored
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
    constexpr std::uint64_t kOr = 0xfc;  // of the first two
    Value out{looked_up(static_cast<unsigned>(table->value), source_bits(work, o[1]), source_bits(work, o[2]),
                        source_bits(work, o[3])),
              table->value == kOr && immediate(o[2]), ""};
    if (out.word && out.bits.unknown) out.note = say("OR constant: other bits come from ", o[1]);
    return out;
}

void write_registers(Work& work, const Instruction& instruction, std::string_view part) {
    const auto written = written_by(instruction);
    if (!written) return;
    Value value = written->count == 1 ? value_of(work, instruction) : Value{};
    const auto before = work.listed.find(written->first);
    // What a guard may skip is known only where it changes nothing.
    if (instruction.guarded && before != work.listed.end() && before->second.bits != value.bits) value = Value{};
    const unsigned end = written->first + written->count;
    work.listed.erase(work.listed.lower_bound(written->first), work.listed.lower_bound(end));
    if (value.bits == kUntold) return;
    Known known{value.bits, work.span_of(part), "SASS", false, written->first < kOtherRegisters ? "UR" : "R"};
    known.note = std::move(value.note);
    if (value.word) work.registers[written->first] = known;
    work.listed[written->first] = std::move(known);
}

// Behind an end that has no guard the code goes on for those that jump there: what they know nobody told.
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
