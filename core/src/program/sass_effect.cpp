// core/src/program/sass_effect.cpp -- which registers an instruction of machine code writes, and with which meaning.
// SPDX-License-Identifier: MIT
#include "sass_effect.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tilescope::program::sass {
namespace {

// An opcode with exactly these modifiers has this meaning. `required` are all present, `allowed` can be.
struct Known {
    std::string_view base, required, allowed;
    Meaning meaning;
};
constexpr Known kKnown[] = {
    {"MOV", "", "SPILL", move},
    {"MOV32I", "", "", move},
    {"UMOV", "", "", move},
    {"R2UR", "", "", move},
    {"SHFL", "IDX", "", shuffle},
    {"S2R", "", "", special_register},
    {"S2UR", "", "", special_register},
    {"MOV", "64", "", move_pair},
    {"UMOV", "64", "", move_pair},
    {"CS2R", "", "32", zero_pair},
    {"HFMA2", "", "MMA", half_constants},
    {"SEL", "", "64", select_value},
    {"USEL", "", "64", select_value},
    {"IMNMX", "", "U32 S32", either},
    {"VIMNMX", "", "U32 S32", either},
    {"UIMNMX", "", "U32 S32", either},
    {"UVIMNMX", "", "U32 S32", either},
    {"LOP3", "LUT", "", lookup},
    {"ULOP3", "LUT", "", lookup},
    {"PLOP3", "LUT", "", lookup_predicates},
    {"UPLOP3", "LUT", "", lookup_predicates},
    {"LOP", "", "AND OR XOR", bitwise},
    {"ULOP", "", "AND OR XOR", bitwise},
    {"LOP32I", "", "AND OR XOR", bitwise},
    {"SGXT", "", "U32 W", extend},
    {"USGXT", "", "U32 W", extend},
    {"PRMT", "", "", permute},
    {"UPRMT", "", "", permute},
    {"POPC", "", "", count_ones},
    {"UPOPC", "", "", count_ones},
    {"ISETP", "", "EQ NE LT LE GT GE U32 S32 AND OR XOR", compare},
    {"UISETP", "", "EQ NE LT LE GT GE U32 S32 AND OR XOR", compare},
    {"IADD3", "", "", add},
    {"UIADD3", "", "", add},
    {"IADD", "", "", add},
    {"UIADD", "", "", add},
    {"VIADD", "", "", add},
    {"UVIADD", "", "", add},
    {"IADD32I", "", "", add},
    {"IADD3", "X", "", add_carry},
    {"UIADD3", "X", "", add_carry},
    {"IADD3", "64", "", add_pair},
    {"UIADD3", "64", "", add_pair},
    {"IADD", "64", "", add_pair},
    {"UIADD", "64", "", add_pair},
    {"IMAD", "", "MOV U32 S32 IADD SHL X", multiply_add},
    {"UIMAD", "", "MOV U32 S32 IADD SHL X", multiply_add},
    {"IMAD", "HI", "U32", multiply_high},
    {"UIMAD", "HI", "U32", multiply_high},
    {"IMAD", "WIDE", "U32 X", multiply_wide},
    {"UIMAD", "WIDE", "U32 X", multiply_wide},
    {"LEA", "", "", shift_add},
    {"ULEA", "", "", shift_add},
    {"ISCADD", "", "", shift_add},
    {"LEA", "HI", "X SX32", shift_add_high},
    {"ULEA", "HI", "X SX32", shift_add_high},
    {"SHF", "", "L R U32 S32 U64 S64 HI W", funnel},
    {"USHF", "", "L R U32 S32 U64 S64 HI W", funnel},
    {"SHL", "", "U32 S32 W", shift},
    {"USHL", "", "U32 S32 W", shift},
    {"SHR", "", "U32 S32 W", shift},
    {"USHR", "", "U32 S32 W", shift},
};

enum class Form : std::uint8_t {
    none,        // no register
    predicates,  // predicates before the first other operand
    sized,       // as many registers as the modifiers tell
    pair,        // two registers, whatever the modifiers are
    four,
    lookups,  // four registers, in two operands
    matrix,   // the columns of the shape tell how many
    vector,   // a count that the text does not tell
    flags     // all predicates
};
struct Writer {
    Form form;
    std::string_view bases;  // separated by spaces
};
// Opcodes that are not in this table write at most four registers.
constexpr std::array<Writer, 9> kWriters = {
    {{Form::none,
      "ACQBULK ACQSHMINIT BAR BMOV BPT BRA BREAK BRX BRXU BSSY BSYNC CAL CALL CCTL CCTLL CCTLT CGAERRBAR CONT DEPBAR "
      "ERRBAR "
      "EXIT FENCE JCAL JMP JMX JMXU KILL LDGDEPBAR LDGSTS MEMBAR NANOSLEEP NOP PBK PREEXIT PRET RED REDAS REDG REDS "
      "RET SETMAXREG SSY ST STAS STG STL STS STSM STTM SUST SYNC UBLKCP UBLKPF UBLKRED UCGABAR_ARV UCGABAR_WAIT "
      "UTCBAR UTCCP UTCHMMA UTCIMMA UTCMXQMMA UTCOMMA UTCQMMA UTCSHIFT UTMACCTL UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG "
      "UTMASTG UVIRTCOUNT WARPGROUP WARPGROUPSET WARPSYNC YIELD"},
     {Form::predicates, "DSETP FCHK FSETP HSETP2 ISETP PLOP3 PSETP UFSETP UISETP UPLOP3 UPSETP USETMAXREG"},
     {Form::sized,
      "ATOM ATOMG ATOMS B2R BMSK BREV CREDUX CS2R CS2UR ELECT F2FP F2I FADD FADD32I FFMA FFMA32I FLO FMNMX FMNMX3 "
      "FMUL FMUL32I FRND FSEL FSET FSWZADD HADD2 HFMA2 HMNMX2 HMUL2 HSET2 I2F I2FP I2I I2IP IABS IADD IADD3 IADD32I "
      "IDP IMAD IMNMX ISCADD LD LDC LDCU LDG LDL LDS LEA LOP LOP3 LOP32I MOV MOV32I MOVM MUFU P2R POPC PRMT R2UR "
      "REDUX S2R S2UR SEL SGXT SHF SHFL SHL SHR SYNCS UBMSK UBREV UFADD UFFMA UFLO UFMUL UFSEL UIABS UIADD "
      "UIADD3 "
      "UIMAD UIMNMX ULDC ULEA ULOP ULOP3 UMOV UP2UR UPOPC UPRMT USEL USGXT USHF USHL USHR USYNCS UTCATOMSWS UVIADD "
      "UVIMNMX "
      "VABSDIFF VIADD VIADDMNMX VIMNMX VIMNMX3 VOTE VOTEU"},
     {Form::pair, "DADD DFMA DMNMX DMUL F2F FADD2 FFMA2 FMUL2 GETLMEMBASE LEPC"},
     {Form::four, "LDSM"},
     {Form::lookups, "FOOTPRINT SULD SUATOM TEX TLD TLD4 TMML TXD TXQ"},
     {Form::matrix, "BGMMA HGMMA IGMMA QGMMA"},
     {Form::vector, "LDT LDTM"},
     {Form::flags, "R2P UR2UP"}}};

bool is_in(std::string_view word, std::string_view list) {
    for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
    }
    return false;
}

unsigned count_of(const Instruction& instruction) {
    struct Size {
        std::string_view modifiers;
        unsigned count;
    };
    constexpr std::array<Size, 3> kSizes = {{{"256", 8}, {"128", 4}, {"64 WIDE F64 S64 U64", 2}}};
    if (instruction.base == "SHF" || instruction.base == "USHF") return 1;  // it writes one half of U64
    for (const Size& size : kSizes)
        for (const std::string_view modifier : instruction.modifiers)
            if (!modifier.empty() && is_in(modifier, size.modifiers)) return size.count;
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
    const auto writer = std::ranges::find_if(kWriters, [&](const Writer& w) { return is_in(in.base, w.bases); });
    const Form form = writer == kWriters.end() ? Form::four : writer->form;
    switch (form) {
    case Form::none: return {.registers = false, .predicates = in.base == "BAR", .count = 0};
    case Form::predicates: return {.registers = false, .count = 0};
    case Form::sized: return {.count = count_of(in), .second = in.has("256")};
    case Form::pair: return {.count = 2};
    case Form::lookups: return {.count = 4, .second = true};
    case Form::matrix: return {.predicates = false, .count = accumulator_registers(in)};
    case Form::vector: return {.everything = true};
    case Form::flags: return {.registers = false, .count = 0, .all_predicates = true};
    case Form::four: break;
    }
    return {.count = std::max(4u, count_of(in)), .second = parts.target == nullptr || in.has("256")};
}

Effect effect_of(const Parts& parts, Values& values) {
    const Instruction& in = *parts.instruction;
    for (const Known& known : kKnown) {
        if (in.base != known.base) continue;
        const auto fits = [&](std::string_view m) {
            return !m.empty() && (is_in(m, known.allowed) || m == known.required);
        };
        if (!std::ranges::all_of(in.modifiers, fits)) continue;
        if (known.required.empty() || in.has(known.required)) return known.meaning(parts, values);
    }
    return {};
}

}  // namespace tilescope::program::sass
