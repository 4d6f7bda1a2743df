// core/src/code/ptx.cpp -- a session as a PTX module: the words, and the instruction that reads them.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/instruction.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/ptx/mma_text.h>

namespace tilescope::code::ptx {
namespace {

// The register of a word in the instruction.
std::string_view register_of(WordId id) {
    constexpr std::string_view kNames[kWordCount] = {"a", "b", "idesc", "zcm"};
    return kNames[static_cast<std::size_t>(id)];
}

// The pieces of the tile: each has its own registers of D, and of an A that is not in shared memory.
struct Piece {
    OperandPair<unsigned> at;
    std::string d, a, b;  // their names in the instruction
    std::string meta;
};
std::vector<Piece> pieces_of(const Session& s) {
    const OperandPair<unsigned>& count = s.pieces.count;
    std::vector<Piece> out;
    const auto named = [](std::string_view name, unsigned i, std::string_view end) {
        return i == 0 ? std::string(name) : say(name, i, end);
    };
    for (unsigned m = 0; m < count.a; ++m)
        for (unsigned n = 0; n < count.b; ++n)
            out.push_back({.at = {m, n},
                           .d = named("d", m * count.b + n, "_"),
                           .a = named("a", m, s.variant.a_in_tmem ? "_" : ""),
                           .b = named("b", n, ""),
                           .meta = named("meta", m, "")});
    return out;
}

struct Parameter {
    std::string name;
    unsigned bits;
};

// What the entry gets at run time: addresses in Tensor Memory, and the fields that nobody knows.
std::vector<Parameter> entry_parameters(const Derived& d, const std::vector<WordPart>& words) {
    const Variant& v = d.session.variant;
    std::vector<Parameter> out;
    if (family_of(d.session).d == Storage::tensor_memory) {
        out.push_back({"d", 32});
        if (v.a_in_tmem) out.push_back({"a", 32});
        if (kind_or_none(v.kind).block_scaled()) out.push_back({"sfa", 32}), out.push_back({"sfb", 32});
        for (unsigned i = 0; v.lane_mask && i < 4 * v.cta_group; ++i) out.push_back({say("m", i), 32});
    }
    if (v.sparse)
        for (const Piece& piece : pieces_of(d.session))
            if (piece.at.b == 0) out.push_back({piece.meta, 32});
    out.push_back({"accumulate", 32});
    for (const WordPart& word : words)
        for (const FieldPart& p : word.fields)
            if (p.open()) out.push_back({p.parameter, word.view->format->bits});
    return out;
}

// The head of the kernel, and who runs it.
void write_entry(Lines& out, const Session& session, std::string_view parameters) {
    const unsigned threads = family_of(session).threads;
    out.comment(threads > 1        ? say("Launch it with ", threads, " threads: one warpgroup.")
                : is_pair(session) ? "Launch it with one thread in each CTA."
                                   : "Launch it with one thread.");
    out.line(".visible .entry mma(", parameters, ")");
    if (is_pair(session)) {
        out.line(".explicitcluster");
        out.line(".reqnctapercluster 2, 1, 1");
    }
    out.line("{");
}

void write_word(Lines& out, const WordPart& word) {
    const unsigned bits = word.view->format->bits;
    const std::string_view name = register_of(word.view->id);
    out.noted(say("mov.b", bits, " ", name, ", ", word.hex(), ";"), word.view->summary);
    for (const FieldPart& p : word.fields) {
        if (!p.open()) continue;
        if (p.field->lsb != 0)
            out.line("    shl.b", bits, " ", p.parameter, ", ", p.parameter, ", ", p.field->lsb, ";");
        out.line("    or.b", bits, " ", name, ", ", name, ", ", p.parameter, ";");
    }
}

void write_registers(Lines& out, const Derived& d, const std::vector<WordPart>& words) {
    for (const WordPart& word : words)
        out.line("    .reg .b", word.view->format->bits, " ", register_of(word.view->id), ";");
    if (family_of(d.session).d != Storage::registers) return;
    const unsigned registers = d_registers(d.n, d.d_type);
    for (const Piece& piece : pieces_of(d.session)) {
        out.line("    .reg .", d.d_type == "f32" ? "f32" : "b32", ' ', piece.d, '<', registers, ">;");
        if (piece.at.b == 0 && d.session.variant.a_in_tmem)
            out.line("    .reg .b32 ", piece.a, '<', kWgmmaARegisters, ">;");
        if (piece.at.b == 0 && piece.at.a != 0 && !d.session.variant.a_in_tmem)
            out.line("    .reg .b64 ", piece.a, ';');
        if (piece.at.a == 0 && piece.at.b != 0) out.line("    .reg .b64 ", piece.b, ';');
    }
}

std::string all_registers(const Derived& d, const Piece& piece) {
    const Session& s = d.session;
    if (family_of(s).idesc) return d.instruction;
    MmaNames names;
    names.d = piece.d, names.a = piece.a, names.b = piece.b, names.meta = piece.meta;
    return wgmma_text(s.variant, wgmma_shape(d), true, names);
}

// The words of the other pieces: only their starts differ.
void write_starts(Lines& out, const Session& s) {
    for (const Piece& piece : pieces_of(s))
        for (const Operand o : kBothOperands) {
            const unsigned i = piece.at[o];
            if (i == 0 || piece.at[other_operand(o)] != 0 || (o == Operand::a && s.variant.a_in_tmem)) continue;
            out.noted(say("add.s64 ", pick(o, piece.a, piece.b), ", ", pick(o, "a", "b"), ", ",
                          i * s.pieces.distance[o] / kPieceStep, ';'),
                      say("piece ", i, " of ", name_of(o)));
        }
}

void write_instruction(Lines& out, const Derived& d, const std::string& instruction) {
    if (is_pair(d.session)) {  // both CTAs run this text
        out.line("    mov.u32 rank, %cluster_ctarank;");
        out.line("    setp.eq.u32 issues, rank, 0;");
        out.line("    @issues ", instruction);
        return;
    }
    if (family_of(d.session).d != Storage::registers) {
        out.line("    ", instruction);
        return;
    }
    out.line("    wgmma.fence.sync.aligned;");
    for (const Piece& piece : pieces_of(d.session)) out.line("    ", all_registers(d, piece));
    out.line("    wgmma.commit_group.sync.aligned;");
    out.line("    wgmma.wait_group.sync.aligned 0;");
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    const FamilyRow& family = family_of(d.session);
    if (!family.idesc)
        if (const auto known = idesc_is_known(d, say("The text of ", family.instruction)); !known)
            return Refusal(known.why);
    Lines out(d, "// ");
    const std::vector<Piece> pieces = pieces_of(d.session);
    const std::string instruction = all_registers(d, pieces.front());
    const Answer<MmaLine> line = parse_mma_line(instruction);
    const Acceptance verdict = line ? accept(*line, d.session.arch, d.session.edition) : Acceptance{.why = line.why};
    if (!verdict.accepted && assembles(d))  // else the head has the error
        out.cannot(say("The assembler refuses this instruction: ", verdict.why));
    if (family.d == Storage::registers)
        out.cannot(say("The text does not load ", d.session.variant.a_in_tmem ? "A and D" : "D",
                       ". Load the registers ", d.session.variant.a_in_tmem ? "a0 to a3, and " : "",
                       pieces.size() == 1 ? "d0 and those after it" : "of D of each piece (d0, d1_0 and so on)",
                       " where accumulate is not 0, before wgmma.fence."));
    const ArchRow* arch = arch_named(d.session.arch);
    out.line(".version ", verdict.accepted ? verdict.ptx : arch != nullptr ? arch->ptx : "9.0");
    out.line(".target ", d.session.arch);
    out.line(".address_size 64");
    out.blank();
    const std::vector<WordPart> words = words_of(d);
    const std::vector<Parameter> parameters = entry_parameters(d, words);
    write_entry(out, d.session,
                list_of(parameters, [](const Parameter& p) { return say(".param .b", p.bits, " p_", p.name); }));
    write_registers(out, d, words);
    for (const Parameter& p : parameters) out.line("    .reg .b", p.bits, " ", p.name, ";");
    out.line("    .reg .pred p;");
    if (is_pair(d.session)) {
        out.line("    .reg .b32 rank;");
        out.line("    .reg .pred issues;");
    }
    for (const Parameter& p : parameters) out.line("    ld.param.b", p.bits, " ", p.name, ", [p_", p.name, "];");
    for (const WordPart& word : words) write_word(out, word);
    write_starts(out, d.session);
    out.line("    setp.ne.b32 p, accumulate, 0;");
    write_instruction(out, d, instruction);
    out.line("    ret;");
    out.line("}");
    return out.done();
}

}  // namespace tilescope::code::ptx
