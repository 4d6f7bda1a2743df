// core/src/program/sass_effect.cpp -- which registers an instruction of machine code writes, and with which meaning.
// SPDX-License-Identifier: MIT
#include "sass.h"

namespace tilescope::program::sass {

NameId Values::name_of(const Operand& operand, unsigned behind) {
    const auto [at, fresh] = names_.try_emplace(key_of(operand, behind), kNone);
    if (fresh) {
        const char* prefix = operand.is_predicate() ? "P" : "R";
        at->second = out_->name((operand.uniform ? "U" : "") + (prefix + std::to_string(operand.index + behind)));
    }
    return at->second;
}

ExprId Values::two_at(const Operand& operand, unsigned behind) {
    return operation(Operation::join, 64, {register_at(operand, behind), register_at(operand, behind + 1)});
}

ExprId Values::read(NameId name, unsigned width) {
    if (const auto found = guarded.find(name); found != guarded.end() && !guard.empty() && found->second.guard == guard)
        return out_->read(found->second.name, width);
    return out_->read(name, width);
}

ExprId Values::word(const Operand& operand) {
    if (operand.type == Operand::Type::number) return operand.value >> 32 ? kNone : out_->constant(operand.value, 32);
    if (!operand.is_register() || !operand.plain) return kNone;
    const ExprId value = operand.zero ? out_->constant(0, 32) : register_at(operand);
    if (operand.negative) return operation(Operation::subtract, 32, {out_->constant(0, 32), value});
    return operand.inverted ? operation(Operation::bit_not, 32, {value}) : value;
}

ExprId Values::pair(const Operand& operand) {
    // A constant of 32 bits with a sign can be extended in two ways.
    if (operand.type == Operand::Type::number) return operand.value >> 31 ? kNone : out_->constant(operand.value, 64);
    if (!operand.is_register() || operand.inverted) return kNone;
    if (operand.zero) return operand.plain ? out_->constant(0, 64) : kNone;
    if (!operand.plain && !operand.text.ends_with(".64")) return kNone;
    return two_at(operand);
}

ExprId Values::predicate(const Operand& operand) {
    if (!operand.is_predicate() || !operand.plain || operand.negative) return kNone;
    if (operand.zero) return out_->constant(operand.inverted ? 0 : 1, 1);
    const ExprId value = read(name_of(operand), 1);
    return operand.inverted ? operation(Operation::bit_not, 1, {value}) : value;
}

ExprId Values::operation(Operation what, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value) {
    const bool known = std::ranges::find(args, kNone) == args.end();
    return known ? out_->add(what, width, args, value) : kNone;
}

namespace {

struct Writer {
    Written written;         // `count` 0 of registers: as many as the modifiers tell
    std::string_view bases;  // separated by spaces
};
// Opcodes that are not in this table write at most four registers.
constexpr Writer kWriters[] = {
    // No register.
    {{.registers = false, .predicates = false, .count = 0},
     "ACQBULK ACQSHMINIT BMOV BPT BRA BREAK BRX BRXU BSSY BSYNC CAL CALL CCTL CCTLL CCTLT CGAERRBAR "
     "CONT DEPBAR ERRBAR EXIT FENCE JCAL JMP JMX JMXU KILL LDGDEPBAR LDGSTS MEMBAR NANOSLEEP NOP PBK "
     "PREEXIT PRET RED REDAS REDG REDS RET SETMAXREG SSY ST STAS STG STL STS STSM STTM SUST SYNC "
     "UBLKCP UBLKPF UBLKRED UCGABAR_ARV UCGABAR_WAIT UTCBAR UTCCP UTCHMMA UTCIMMA UTCMXQMMA UTCOMMA "
     "UTCQMMA UTCSHIFT UTMACCTL UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG UTMASTG UVIRTCOUNT WARPGROUP "
     "WARPGROUPSET WARPSYNC YIELD"},
    // The predicates before the first other operand.
    {{.registers = false, .count = 0},
     "BAR DSETP FCHK FSETP HSETP2 ISETP PLOP3 PSETP UFSETP UISETP UPLOP3 UPSETP USETMAXREG"},
    // As many registers as the modifiers tell.
    {{.count = 0},
     "ATOM ATOMG ATOMS B2R BMSK BREV CREDUX CS2R CS2UR ELECT F2FP F2I FADD FADD32I FFMA FFMA32I FLO "
     "FMNMX FMNMX3 FMUL FMUL32I FRND FSEL FSET FSWZADD HADD2 HFMA2 HMNMX2 HMUL2 HSET2 I2F I2FP I2I "
     "I2IP IABS IADD IADD3 IADD32I IDP IMAD IMNMX ISCADD LD LDC LDCU LDG LDL LDS LEA LOP LOP3 LOP32I "
     "MOV MOV32I MOVM MUFU P2R POPC PRMT R2UR REDUX S2R S2UR SEL SGXT SHF SHFL SHL SHR SYNCS UBMSK "
     "UBREV UFADD UFFMA UFLO UFMUL UFSEL UIABS UIADD UIADD3 UIMAD UIMNMX ULDC ULEA ULOP ULOP3 UMOV "
     "UP2UR UPOPC UPRMT USEL USGXT USHF USHL USHR USYNCS UTCATOMSWS UVIADD UVIMNMX VABSDIFF VIADD "
     "VIADDMNMX VIMNMX VIMNMX3 VOTE VOTEU"},
    // Two registers, whatever the modifiers are.
    {{.count = 2}, "DADD DFMA DMNMX DMUL F2F FADD2 FFMA2 FMUL2 GETLMEMBASE LEPC"},
    // Four registers, in two operands.
    {{.count = 4, .second = true}, "FOOTPRINT SULD SUATOM TEX TLD TLD4 TMML TXD TXQ"},
    // A count that the text does not tell.
    {{.everything = true}, "LDT LDTM"},
    // All predicates.
    {{.registers = false, .count = 0, .all_predicates = true}, "R2P UR2UP"},
};

unsigned count_of(const Instruction& instruction) {
    struct Size {
        std::string_view modifiers;
        unsigned count;
    };
    constexpr std::array<Size, 3> kSizes = {{{"256", 8}, {"128", 4}, {"64 WIDE F64 S64 U64", 2}}};
    if (instruction.base == "SHF" || instruction.base == "USHF") return 1;  // it writes one half of U64
    for (const Size& size : kSizes)
        for (const std::string_view modifier : instruction.modifiers)
            if (has_word(size.modifiers, modifier)) return size.count;
    const bool wide = instruction.base == "CS2R" && !instruction.has("32");
    return wide ? 2 : 1;
}

bool can_be_written(const Operand& operand) {
    return operand.is_predicate() && !operand.inverted && !operand.negative && operand.plain;
}

}  // namespace

// The accumulator of HGMMA.64x128x16.F32 has 64 registers of a thread, that of HGMMA.64x128x16.F16 has 32.
unsigned accumulator_registers(const Instruction& instruction) {
    constexpr unsigned kMost = 128;
    const unsigned in_register = instruction.has("F16") ? 4 : 2;
    for (const std::string_view modifier : instruction.modifiers) {
        if (!modifier.starts_with("64x")) continue;
        unsigned columns = 0;
        std::from_chars(modifier.data() + 3, modifier.data() + modifier.size(), columns);
        return columns == 0 || columns > 2 * kMost ? kMost : std::max(columns / in_register, 1u);
    }
    return kMost;
}

Parts divided(const Instruction& instruction) {
    Parts parts{&instruction, {}, nullptr, {}};
    const std::vector<Operand>& o = instruction.operands;
    std::size_t at = 0;
    for (; at < o.size() && can_be_written(o[at]); ++at) parts.predicates.push_back(&o[at]);
    if (at < o.size() && o[at].is_register()) parts.target = &o[at++];
    for (; parts.target && at < o.size() && can_be_written(o[at]); ++at) parts.predicates.push_back(&o[at]);
    parts.sources = std::span(o).subspan(at);
    return parts;
}

Written written_by(const Parts& parts) {
    const Instruction& in = *parts.instruction;
    if (has_word("BGMMA HGMMA IGMMA QGMMA", in.base))  // the columns of the shape tell how many
        return {.predicates = false, .count = accumulator_registers(in)};
    const auto* writer = std::ranges::find_if(kWriters, [&](const Writer& w) { return has_word(w.bases, in.base); });
    if (writer == std::end(kWriters))
        return {.count = std::max(4u, count_of(in)), .second = parts.target == nullptr || in.has("256")};
    if (!writer->written.registers || writer->written.count != 0) return writer->written;
    return {.count = count_of(in), .second = in.has("256")};
}

}  // namespace tilescope::program::sass
