// core/src/program/sass_effect.cpp -- what instructions of machine code write: which registers, and which values.
// SPDX-License-Identifier: MIT
#include "sass.h"

#include <bit>

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

namespace {

constexpr double kMostOfHalf = 65504;

bool is_zero(const Operand& operand) {
    return (operand.is_register() && operand.zero && !operand.inverted) ||
           (operand.type == Operand::Type::number && operand.value == 0);
}

// One instruction while its values are computed.
struct Op {
    const Parts& parts;
    Values& values;
    const Instruction& in = *parts.instruction;
    std::span<const Operand> s = parts.sources;

    ExprId node(Operation what, unsigned width, std::initializer_list<ExprId> args, std::uint64_t value = 0) const {
        return values.operation(what, width, args, value);
    }
    ExprId constant(std::uint64_t value, unsigned width) const { return values.constant(value, width); }
    ExprId word(std::size_t source) const { return values.word(s[source]); }
    ExprId low_word(ExprId wide) const { return node(Operation::bit_and, 32, {wide, constant(0xffffffff, 64)}); }
    ExprId high_word(ExprId wide) const { return node(Operation::shift_right, 64, {wide, constant(32, 64)}); }
    Effect both_words(ExprId wide) const {
        if (wide == kNone) return {};
        return {low_word(wide), high_word(wide)};
    }
    // `value` as 64 bits: a copy of its sign above.
    ExprId widened(ExprId value) const { return node(Operation::sign_extend, 64, {value}, 32); }

    // The sum of the words and of carries, which are predicates. Empty: an operand is of another form.
    ExprId sum(std::span<const Operand> operands, unsigned width) const {
        ExprId total = kNone;
        for (const Operand& operand : operands) {
            const ExprId term = operand.is_predicate() ? values.predicate(operand) : values.word(operand);
            if (term == kNone) return kNone;
            total = total == kNone ? term : node(Operation::add, width, {total, term});
        }
        return total;
    }
};

// A constant shift count below 32.
std::optional<std::uint64_t> small_count(const Operand& operand) {
    if (is_zero(operand)) return 0;
    if (operand.type != Operand::Type::number || operand.value > 31) return std::nullopt;
    return operand.value;
}

// IADD3 R4, P0, PT, R5, R6, RZ. The carry is known for two terms without a sign.
Effect add(const Op& op) {
    if (op.s.empty() || op.s.size() > 3 || std::ranges::any_of(op.s, &Operand::is_predicate)) return {};
    Effect out{op.sum(op.s, 32)};
    const bool positive =
        std::ranges::none_of(op.s, [](const Operand& o) { return o.inverted || o.text.starts_with('-'); });
    const auto terms = std::ranges::count_if(op.s, [](const Operand& o) { return !is_zero(o); });
    if (op.parts.predicates.empty() || !positive || terms > 2) return out;
    const ExprId wide = op.sum(op.s, 64);
    if (wide != kNone) out.predicate = op.high_word(wide);
    return out;
}

// IADD3.X R4, PT, PT, R5, R6, RZ, P0, !PT
Effect add_carry(const Op& op) {
    const bool negative = std::ranges::any_of(op.s, [](const Operand& o) { return o.negative; });
    if (op.s.size() != 5 || negative || !op.s[3].is_predicate() || !op.s[4].is_predicate()) return {};
    return {op.sum(op.s, 32)};
}

// UIADD3.64 UR4, UPT, UPT, UR6, UR8, URZ
Effect add_pair(const Op& op) {
    ExprId total = kNone;
    for (const Operand& operand : op.s) {
        if (operand.is_predicate()) return {};
        ExprId term = op.values.pair(operand);
        if (operand.negative) term = op.node(Operation::subtract, 64, {op.constant(0, 64), term});
        if (term == kNone) return {};
        total = total == kNone ? term : op.node(Operation::add, 64, {total, term});
    }
    return op.both_words(total);
}

// IMAD, and its forms that move, add or shift: R4 = R5 * R6 + R7. IMAD.X adds a carry.
Effect multiply_add(const Op& op) {
    const bool carry = op.in.has("X");
    if (op.s.size() != (carry ? 4u : 3u) || (carry && !op.s[3].is_predicate())) return {};
    if (carry && std::ranges::any_of(op.s, [](const Operand& o) { return o.negative; })) return {};
    const ExprId product = op.node(Operation::multiply, 32, {op.word(0), op.word(1)});
    const ExprId total = op.sum(op.s.subspan(2), 32);
    return {op.node(Operation::add, 32, {product, total})};
}

struct WideSum {
    ExprId product, total = kNone;
};

// A product of two words, and the pair that is added. With .X a carry is added too. No value: it has another form.
std::optional<WideSum> wide_sum(const Op& op) {
    const bool carry = op.in.has("X");
    const auto changed = [](const Operand& o) { return o.negative || (o.inverted && !o.is_predicate()); };
    if (op.s.size() != (carry ? 4u : 3u) || std::ranges::any_of(op.s, changed)) return std::nullopt;
    if (carry && !op.s[3].is_predicate()) return std::nullopt;
    const bool is_unsigned = op.in.has("U32");
    const auto factor = [&](const Operand& operand) {
        return is_unsigned ? op.values.word(operand) : op.widened(op.values.word(operand));
    };
    WideSum out{op.node(Operation::multiply, 64, {factor(op.s[0]), factor(op.s[1])})};
    out.total = op.node(Operation::add, 64, {out.product, op.values.pair(op.s[2])});
    if (carry) out.total = op.node(Operation::add, 64, {out.total, op.values.predicate(op.s[3])});
    return out;
}

// IMAD.WIDE R4, R6, R7, R8: the pair R8, R9 is added. IMAD.WIDE.U32 R4, P0, R6, R7, R8 has a carry: the sum is less
// than one of its terms.
Effect multiply_wide(const Op& op) {
    const auto sum = wide_sum(op);
    if (!sum) return {};
    Effect out = op.both_words(sum->total);
    const bool carries = !op.parts.predicates.empty() && !op.in.has("X") && op.in.has("U32");
    if (carries) out.predicate = op.node(Operation::less, 1, {sum->total, sum->product});
    return out;
}

// IMAD.HI R4, R6, R7, R8 is the high word of the same sum.
Effect multiply_high(const Op& op) {
    const auto sum = wide_sum(op);
    if (!sum) return {};
    return {op.high_word(sum->total)};
}

// LEA R4, R5, R6, 0x3 is (R5 << 3) + R6.
Effect shift_add(const Op& op) {
    const auto count = small_count(op.s[2]);
    if (!count) return {};
    const ExprId shifted = op.node(Operation::shift_left, 32, {op.word(0), op.constant(*count, 32)});
    return {op.node(Operation::add, 32, {shifted, op.word(1)})};
}

// LEA.HI R4, R5, R6, R7, 0x3 adds R6 to the high word of (R7, R5) << 3. With .SX32, the sign of R5 is its high word,
// and R7 is not written. With .X, a carry is added.
Effect shift_add_high(const Op& op) {
    auto s = op.s;
    const bool sign = op.in.has("SX32"), carry = op.in.has("X");
    if (s.size() != 3u + (sign ? 0 : 1) + (carry ? 1 : 0)) return {};
    if (std::ranges::any_of(s.first(s.size() - (carry ? 1 : 0)), [](auto& o) { return o.negative || o.inverted; }))
        return {};
    const ExprId carried = carry ? op.values.predicate(s.back()) : op.constant(0, 32);
    if (carry) s = s.first(s.size() - 1);
    const auto count = small_count(s.back());
    if (!count) return {};
    const ExprId low = op.word(0);
    const ExprId wide = sign ? op.widened(low) : op.node(Operation::join, 64, {low, op.word(2)});
    const ExprId shifted = op.node(Operation::shift_left, 64, {wide, op.constant(*count, 64)});
    if (shifted == kNone) return {};
    const ExprId base = op.node(Operation::add, 32, {op.high_word(shifted), op.word(1)});
    return {op.node(Operation::add, 32, {base, carried})};
}

// SHF.R.U32.HI R4, R5, 0x4, R6 shifts the 64 bits (R6, R5). HI takes the high word of the result.
Effect funnel(const Op& op) {
    const bool left = op.in.has("L"), high = op.in.has("HI"), wide = op.in.has("U64") || op.in.has("S64");
    const bool sign = op.in.has("S32") || op.in.has("S64");
    if (left == op.in.has("R")) return {};
    const auto small = small_count(op.s[1]);
    // Counts of 32 and more have the same result as in PTX only if the other word does not reach the result.
    const bool one_word = left ? !high && is_zero(op.s[2]) : high && is_zero(op.s[0]);
    if (!small && (op.in.has("W") || !(wide || one_word))) return {};
    const ExprId count = small ? op.constant(*small, 64) : op.word(1);
    const Operation what = left ? Operation::shift_left : sign ? Operation::shift_right_signed : Operation::shift_right;
    const ExprId both = op.node(Operation::join, 64, {op.word(0), op.word(2)});
    const ExprId shifted = op.node(what, 64, {both, count});
    if (shifted == kNone) return {};
    return {high ? op.high_word(shifted) : op.low_word(shifted)};
}

// SHL R4, R5, 0x4. SHR.S32 keeps the sign.
Effect shift(const Op& op) {
    const auto small = small_count(op.s[1]);
    const bool left = op.in.base.ends_with("SHL"), is_unsigned = op.in.has("U32");
    if ((!small && op.in.has("W")) || (!left && is_unsigned == op.in.has("S32"))) return {};
    const ExprId count = small ? op.constant(*small, 32) : op.word(1);
    const Operation what = left          ? Operation::shift_left
                           : is_unsigned ? Operation::shift_right
                                         : Operation::shift_right_signed;
    return {op.node(what, 32, {op.word(0), count})};
}

// The bits of a half-precision number, if the text is one exactly: 1.875, 5.9604644775390625e-08.
std::optional<std::uint32_t> half_bits(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || !is_digit(text[0])) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > kMostOfHalf) return std::nullopt;
    const double units = value * 0x1p24;  // of the smallest half above 0
    const auto digits = static_cast<std::uint64_t>(units);
    if (static_cast<double>(digits) != units) return std::nullopt;
    const std::uint32_t sign = negative ? 0x8000 : 0;
    const auto width = static_cast<unsigned>(std::bit_width(digits));
    if (width <= 10) return sign | static_cast<std::uint32_t>(digits);  // zero and subnormal numbers
    if ((digits & ((std::uint64_t{1} << (width - 11)) - 1)) != 0) return std::nullopt;
    return sign | (width - 10) << 10 | (static_cast<std::uint32_t>(digits >> (width - 11)) & 0x3ff);
}

std::optional<unsigned> table_in(const Operand& operand) {
    if (operand.type != Operand::Type::number || operand.value > 0xff) return std::nullopt;
    return static_cast<unsigned>(operand.value);
}

Effect move(const Op& op) { return {op.word(0)}; }

// "SHFL.IDX PT, R0, R20, RZ, 0x1f" has the value of the first thread of the warp. The bits that are known of R20 are
// known in every thread, and a value that is computed for one thread is computed for the first of its warp.
Effect shuffle(const Op& op) {
    if (op.s[1].text != "RZ" || op.s[2].text != "0x1f") return {};
    return {op.word(0)};
}

Effect special_register(const Op& op) { return {op.s[0].text == "SR_TID.X" ? op.values.thread_index() : kNone}; }

Effect move_pair(const Op& op) { return op.both_words(op.values.pair(op.s[0])); }

Effect zero_pair(const Op& op) {
    if (op.s[0].text != "SRZ") return {};
    return {op.constant(0, 32), op.constant(0, 32)};
}

// "HFMA2 R5, -RZ, RZ, 1.875, 0" is a move of two constants. The high half is written first.
Effect half_constants(const Op& op) {
    if (op.s[0].text != "-RZ" || op.s[1].text != "RZ") return {};
    const auto high = half_bits(op.s[2].text), low = half_bits(op.s[3].text);
    if (!high || !low) return {};
    return {op.constant(*high << 16 | *low, 32)};
}

Effect select_value(const Op& op) {
    const ExprId condition = op.values.predicate(op.s[2]);
    if (op.in.has("64"))
        return op.both_words(
            op.node(Operation::select, 64, {condition, op.values.pair(op.s[0]), op.values.pair(op.s[1])}));
    return {op.node(Operation::select, 32, {condition, op.word(0), op.word(1)})};
}

// The smaller or the larger of two values: one of them.
Effect either(const Op& op) {
    if (!op.s[2].is_predicate()) return {};
    const ExprId open = op.node(Operation::unknown, 1, {});
    return {op.node(Operation::select, 32, {open, op.word(0), op.word(1)})};
}

// LOP3.LUT R4, R5, 0x3fff, RZ, 0xc0, !PT
Effect lookup(const Op& op) {
    if (op.s.size() < 4 || op.s.size() > 5 || (op.s.size() == 5 && !op.s[4].is_predicate())) return {};
    const auto table = table_in(op.s[3]);
    if (!table) return {};
    return {op.node(Operation::lookup, 32, {op.word(0), op.word(1), op.word(2)}, *table)};
}

// PLOP3.LUT P0, PT, P1, P2, PT, 0x80, 0x8. The first table is for P0.
Effect lookup_predicates(const Op& op) {
    const std::vector<Operand>& o = op.in.operands;
    if (o.size() != 7) return {};
    const auto table = table_in(o[5]);
    if (!table) return {};
    const ExprId a = op.values.predicate(o[2]), b = op.values.predicate(o[3]), c = op.values.predicate(o[4]);
    // A choice, because Operation::lookup with this table is for fields of words.
    if (*table == kOrTable) return {kNone, kNone, op.node(Operation::select, 1, {a, op.constant(1, 1), b})};
    return {kNone, kNone, op.node(Operation::lookup, 1, {a, b, c}, *table)};
}

Effect bitwise(const Op& op) {
    if (op.in.modifiers.size() != 1) return {};
    const std::string_view name = op.in.modifiers[0];
    const Operation what = name == "AND" ? Operation::bit_and : name == "OR" ? Operation::bit_or : Operation::bit_xor;
    return {op.node(what, 32, {op.word(0), op.word(1)})};
}

// SGXT.U32 R4, R5, 0xf keeps 15 bits; SGXT repeats the last of them.
Effect extend(const Op& op) {
    if (op.s[1].type != Operand::Type::number || op.s[1].value == 0 || op.s[1].value > 31) return {};
    const ExprId value = op.word(0);
    const auto bits = static_cast<unsigned>(op.s[1].value);
    if (!op.in.has("U32")) return {op.node(Operation::sign_extend, 32, {value}, bits)};
    const ExprId mask = op.constant((std::uint64_t{1} << bits) - 1, 32);
    return {op.node(Operation::bit_and, 32, {value, mask})};
}

// PRMT R4, R5, 0x5410, R6
Effect permute(const Op& op) { return {op.node(Operation::permute, 32, {op.word(0), op.word(2), op.word(1)})}; }

// The count is at most 32.
Effect count_ones(const Op& op) {
    const ExprId open = op.node(Operation::unknown, 32, {});
    return {op.node(Operation::bit_and, 32, {open, op.constant(63, 32)})};
}

// ISETP.GE.U32.AND P0, PT, R4, R5, P1 is (R4 >= R5) && P1.
Effect compare(const Op& op) {
    // Tables of a lookup whose last operand is 1. Operation::bit_or is for fields of words.
    constexpr std::array<std::pair<std::string_view, unsigned>, 3> kCombinations = {
        {{"AND", 0x80}, {"OR", 0xa8}, {"XOR", 0x28}}};
    const std::vector<Operand>& o = op.in.operands;
    if (o.size() != 5 || op.in.modifiers.size() < 2 || !o[0].is_predicate() || !o[1].is_predicate()) return {};
    const Relation* how = relation_named(lower(op.in.modifiers.front()));
    if (how == nullptr) return {};
    const ExprId value = op.values.compared(*how, !op.in.has("U32"), op.values.word(o[2]), op.values.word(o[3]));
    for (const auto& [name, table] : kCombinations)
        if (op.in.modifiers.back() == name)
            return {kNone, kNone,
                    op.node(Operation::lookup, 1, {value, op.values.predicate(o[4]), op.constant(1, 1)}, table)};
    return {};
}

// An opcode with exactly these modifiers has this meaning. `required` are all present, `allowed` can be. Another number
// of sources has none; 0: the meaning looks at the number.
struct Known {
    std::string_view bases, required, allowed;
    Effect (*meaning)(const Op& op);
    std::size_t sources = 0;
};
constexpr Known kKnown[] = {
    {"MOV", "", "SPILL", move, 1},
    {"MOV32I UMOV R2UR", "", "", move, 1},
    {"SHFL", "IDX", "", shuffle, 3},
    {"S2R S2UR", "", "", special_register, 1},
    {"MOV UMOV", "64", "", move_pair, 1},
    {"CS2R", "", "32", zero_pair, 1},
    {"HFMA2", "", "MMA", half_constants, 4},
    {"SEL USEL", "", "64", select_value, 3},
    {"IMNMX VIMNMX UIMNMX UVIMNMX", "", "U32 S32", either, 3},
    {"LOP3 ULOP3", "LUT", "", lookup},
    {"PLOP3 UPLOP3", "LUT", "", lookup_predicates},
    {"LOP ULOP LOP32I", "", "AND OR XOR", bitwise, 2},
    {"SGXT USGXT", "", "U32 W", extend, 2},
    {"PRMT UPRMT", "", "", permute, 3},
    {"POPC UPOPC", "", "", count_ones, 1},
    {"ISETP UISETP", "", "EQ NE LT LE GT GE U32 S32 AND OR XOR", compare},
    {"IADD3 UIADD3 IADD UIADD VIADD UVIADD IADD32I", "", "", add},
    {"IADD3 UIADD3", "X", "", add_carry},
    {"IADD3 UIADD3 IADD UIADD", "64", "", add_pair},
    {"IMAD UIMAD", "", "MOV U32 S32 IADD SHL X", multiply_add},
    {"IMAD UIMAD", "HI", "U32", multiply_high},
    {"IMAD UIMAD", "WIDE", "U32 X", multiply_wide},
    {"LEA ULEA ISCADD", "", "", shift_add, 3},
    {"LEA ULEA", "HI", "X SX32", shift_add_high},
    {"SHF USHF", "", "L R U32 S32 U64 S64 HI W", funnel, 3},
    {"SHL USHL SHR USHR", "", "U32 S32 W", shift, 2},
};

}  // namespace

Effect effect_of(const Parts& parts, Values& values) {
    const Instruction& in = *parts.instruction;
    for (const Known& known : kKnown) {
        if (!has_word(known.bases, in.base)) continue;
        const auto fits = [&](std::string_view m) {
            return !m.empty() && (has_word(known.allowed, m) || m == known.required);
        };
        if (!std::ranges::all_of(in.modifiers, fits)) continue;
        if (!known.required.empty() && !in.has(known.required)) continue;
        return known.sources == 0 || known.sources == parts.sources.size() ? known.meaning({parts, values}) : Effect{};
    }
    return {};
}

}  // namespace tilescope::program::sass
