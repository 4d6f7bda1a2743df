// core/src/notation/ptx_reader.cpp -- reads PTX and inline assembly: moves of constants, {lo, hi} pairs, instructions.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::notation {
namespace {

struct PtxStatement {
    std::string_view opcode;
    std::vector<std::string_view> operands;
    std::string_view text;
};

PtxStatement statement_of(std::string_view text) {
    PtxStatement s{.opcode = {}, .operands = {}, .text = text};
    if (text.starts_with('@')) {
        const std::size_t end = text.find_first_of(" \t");
        text = end == text.npos ? text.substr(text.size()) : trimmed(text.substr(end));
    }
    const std::size_t end = text.find_first_of(" \t");
    s.opcode = text.substr(0, end);
    if (end != text.npos) s.operands = split_operands(trimmed(text.substr(end)));
    return s;
}

unsigned width_of(std::string_view opcode) { return opcode.ends_with("64") ? 64 : 32; }

// Returns the value of an operand: a number, or a name. All bits are unknown if the name has no value.
Bits operand_bits(Work& work, std::string_view operand, unsigned width) {
    if (const Answer<Number> n = read_number(operand)) return {in_width(*n, width), 0, width};
    const std::optional<Bits> known = work.lookup(operand);
    Bits bits = known ? *known : Bits{0, bit_mask(width), width};
    bits.value &= bit_mask(width);
    bits.unknown &= bit_mask(width);
    return bits;
}

// Reads mov.b64 d, {lo, hi}. The first element is the low word.
void pack(Work& work, const PtxStatement& s) {
    const std::string_view inside = s.operands[1].substr(1, s.operands[1].size() - 2);
    const std::vector<std::string_view> parts = split_operands(inside);
    if (parts.size() != 2) return;
    work.packed_names.emplace(parts[0]);
    const Bits lo = operand_bits(work, parts[0], 32), hi = operand_bits(work, parts[1], 32);
    for (const std::string_view part : parts)
        if (const auto found = work.names.find(std::string(part)); found != work.names.end()) found->second.used = true;
    const Bits whole{hi.value << 32 | lo.value, hi.unknown << 32 | lo.unknown, 64};
    work.set_name(s.operands[0], whole, s.text, "{lo, hi}");
}

bool read_move(Work& work, const PtxStatement& s) {
    if (s.operands.size() != 2) return false;
    const std::string_view source = s.operands[1];
    if (source.starts_with('{') && source.ends_with('}')) return pack(work, s), true;
    const unsigned width = width_of(s.opcode);
    if (const Answer<Number> n = read_number(source)) {
        const std::uint64_t value = in_width(*n, width);
        if (n->value > bit_mask(width) && !n->negative) {
            work.refuse(source, say("'", source, "' does not fit in the ", width, " bits of ", s.opcode,
                                    "; it must be at most ", hex(bit_mask(width))));
            return true;
        }
        work.set_name(s.operands[0], {value, 0, width}, s.text, "PTX");
    } else if (const auto known = work.lookup(source)) {
        work.set_name(s.operands[0], *known, s.text, "PTX");
    }
    return true;
}

// Reads or.b64 d, a, imm. The constant is shown to the user. The kernel adds the bits of a at run time.
bool read_or(Work& work, const PtxStatement& s) {
    if (s.operands.size() != 3) return false;
    const unsigned width = width_of(s.opcode);
    Bits all{0, 0, width};
    std::string other;
    for (const std::string_view operand : {s.operands[1], s.operands[2]}) {
        const Bits b = operand_bits(work, operand, width);
        if (b.unknown == bit_mask(width))
            other = operand;
        else
            all.value |= b.value, all.unknown |= b.unknown;
    }
    if (all.value == 0) return true;
    work.set_name(s.operands[0], all, s.text, "PTX",
                  other.empty() ? std::string() : say("only the constant of an OR; the other bits come from ", other));
    return true;
}

bool read_add(Work& work, const PtxStatement& s) {
    if (s.operands.size() != 3) return false;
    const Answer<Number> n = read_number(s.operands[2]);
    if (!n) return true;
    const auto units = static_cast<std::int64_t>(in_width(*n, 64));
    constexpr std::int64_t kMost = 1 << 24;  // larger than any start address
    if (-kMost < units && units < kMost)
        work.steps.push_back({work.span_of(s.text), std::string(s.operands[0]), units});
    return true;
}

bool read_statement(Work& work, std::string_view text) {
    if (read_instruction(work, text)) return true;
    const PtxStatement s = statement_of(text);
    if (s.opcode.starts_with("mov.")) return read_move(work, s);
    if (s.opcode.starts_with("or.b")) return read_or(work, s);
    if (s.opcode.starts_with("add.")) return read_add(work, s);
    if (s.opcode.starts_with(".target")) {
        if (!s.operands.empty()) work.context.arch = s.operands[0];
        return true;
    }
    return false;
}

std::string_view after(std::string_view text, std::string_view prefix) {
    return text.substr(std::min(text.size(), text.find(prefix) + prefix.size()));
}

// Gives a role to an operand. The operand is a name or a number; a number is the word itself.
void add_operand(Work& work, std::string_view operand, PasteRole role) {
    const bool digit = operand[0] == '-' || (operand[0] >= '0' && operand[0] <= '9');
    const Answer<Number> n = read_number(operand);
    if (!digit || !n) return work.set_role(work.operand_names[std::string(operand)], role);
    const unsigned width = role == PasteRole::idesc || role == PasteRole::tmem ? 32 : 64;
    Find f{work.span_of(operand), "PTX", "", role, {in_width(*n, width), 0, width}, ""};
    f.instruction = work.current;
    work.find(std::move(f));
}

// Gives roles to the operands of tcgen05.mma. Their order: d, a, b, [meta], idesc, [sfa, sfb], {lane mask}, p, scale-d
// or mask. An operand in brackets is an address in Tensor Memory.
void name_operands(Work& work, const PtxStatement& s) {
    const std::vector<std::string_view>& ops = s.operands;
    const PasteContext form = work.instructions[work.current];
    if (ops.size() < 4) return;
    for (const std::string_view op : ops)
        if (op.size() > 2 && op.starts_with('[') && op.ends_with(']'))
            add_operand(work, trimmed(op.substr(1, op.size() - 2)), PasteRole::tmem);
    const auto add = [&](std::size_t i, PasteRole role) {
        if (i < ops.size() && !ops[i].starts_with('[')) add_operand(work, ops[i], role);
    };
    add(1, PasteRole::smem_a);
    add(2, PasteRole::smem_b);
    const std::size_t idesc = form.sparse ? 4 : 3;
    add(idesc, PasteRole::idesc);
    const bool scaled = s.opcode.find(".block_scale") != s.opcode.npos;
    if (form.ws && !scaled) add(idesc + 2, PasteRole::zcm);
}

PasteContext form_of(const PtxStatement& s) {
    PasteContext c;
    c.cta_group = 1;
    for (const std::string_view q : split(s.opcode, '.')) {
        if (q == "ws") c.ws = true;
        if (q == "sp") c.sparse = true;
        if (q.starts_with("kind::")) c.kind = after(q, "kind::");
        if (q.starts_with("cta_group::")) c.cta_group = q.ends_with('2') ? 2 : 1;
    }
    c.a_in_tmem = s.operands.size() >= 4 && s.operands[1].starts_with('[');
    return c;
}

// Reads wgmma.mma_async d, a, b, ... A can be in registers.
void read_wgmma(Work& work, const PtxStatement& s) {
    PasteContext form;
    form.hopper = true;
    form.sparse = s.opcode.find(".sp") != s.opcode.npos;
    work.begin_instruction(std::move(form));
    if (s.operands.size() <= 2) return;
    if (!s.operands[1].starts_with('{')) add_operand(work, s.operands[1], PasteRole::smem_a);
    add_operand(work, s.operands[2], PasteRole::smem_b);
}

}  // namespace

bool read_instruction(Work& work, std::string_view text) {
    const PtxStatement s = statement_of(text);
    if (s.opcode.starts_with("wgmma.mma_async")) return read_wgmma(work, s), true;
    if (!s.opcode.starts_with("tcgen05.mma")) return s.opcode.starts_with("tcgen05.") || s.opcode.starts_with("wgmma.");
    work.begin_instruction(form_of(s));
    name_operands(work, s);
    return true;
}

namespace {

// Whether `at` is inside a string that does not start the line: call void asm "tcgen05.mma ...", "r,l"(i32 %1)
bool quoted_within(std::string_view text, std::size_t at) {
    const std::size_t quote = text.substr(0, at).rfind('"');
    return quote != text.npos && quote > 0 && std::ranges::count(text.substr(0, at), '"') % 2 == 1;
}

}  // namespace

bool read_ptx(Work& work, const Line& line) {
    const std::string_view text = line.text;
    // A fast check first: most lines of a long log are not PTX.
    const bool maybe = text.find("mov.") != text.npos || text.find("or.b") != text.npos ||
                       text.find("add.") != text.npos || text.find("tcgen05.") != text.npos ||
                       text.find("wgmma") != text.npos || text.starts_with(".target");
    if (!maybe) return false;
    // In LLVM IR, numbers follow after the quoted instruction. Later readers read them. Here only the qualifiers of the
    // instruction are used.
    if (const std::size_t at = text.find("tcgen05.mma."); at != text.npos && quoted_within(text, at)) {
        work.begin_instruction(form_of(statement_of(text.substr(at, text.find_first_of(";\"", at) - at))));
        return false;
    }
    bool any = false;
    for (std::string_view statement : split(text, ';')) {
        while (!statement.empty() && (statement.front() == '"' || statement.front() == '{'))
            statement = trimmed(statement.substr(1));
        if (const std::size_t quote = statement.find('"'); quote != statement.npos)
            statement = trimmed(statement.substr(0, quote));
        any |= !statement.empty() && read_statement(work, statement);
    }
    return any;
}

bool read_mlir(Work& work, const Line& line) {
    constexpr std::string_view kConstant = "llvm.mlir.constant(";
    const std::size_t at = line.text.find(kConstant);
    if (at == line.text.npos) return false;
    const std::size_t begin = at + kConstant.size(), end = line.text.find(')', begin);
    const std::string_view inside = trimmed(line.text.substr(begin, end == line.text.npos ? end : end - begin));
    const Answer<Number> n = read_number(inside);
    if (!n) {
        work.refuse(inside, n.why);
        return true;
    }
    const unsigned width = n->bits == 32 || (n->bits == 0 && n->value <= bit_mask(32)) ? 32 : 64;
    work.find({work.span_of(line.text.substr(at, begin - at + inside.size())),
               "MLIR",
               "",
               PasteRole::unknown,
               {n->value, 0, width},
               n->negative ? "decimal, signed" : ""});
    return true;
}

}  // namespace tilescope::notation
