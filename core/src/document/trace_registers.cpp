// core/src/document/trace_registers.cpp -- finds the thread and the register of wgmma that have an element or a code.
// SPDX-License-Identifier: MIT
#include "trace_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/emulate.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/layout/k_advance.h>
#include <tilescope/layout/wgmma_fragment.h>

namespace tilescope {
namespace {

constexpr unsigned kWarp = 32;

// "thread 38 (warp 1, lane 6), register 42", "..., register 5, bits 16 to 31"
std::string register_text(const WgmmaFragment& f, Element e) {
    const RegisterPlace p = place_of(f, e);
    const std::string place =
        say("thread ", p.thread, " (warp ", p.thread / kWarp, ", lane ", p.thread % kWarp, "), register ", p.reg);
    if (f.row->bits == kRegisterBits) return place;
    return f.row->bits == 1 ? say(place, ", bit ", p.bit)
                            : say(place, ", bits ", p.bit, " to ", p.bit + f.row->bits - 1);
}

void add_facts(Trace& t, const FragmentRow& row) {
    t.details.push_back(say("source ", row.source));
    t.details.push_back(say("       ", text_of(row.certainty)));
    t.certainty = row.certainty;
}

// The fragment of the operand that has the element in registers.
Answer<WgmmaFragment> fragment_of(const Derived& d, const MmaShape& shape, Matrix matrix) {
    if (matrix == Matrix::d) return d_fragment(d.n, shape.rule.d ? shape.rule.d->bits : kRegisterBits);
    if (matrix != Matrix::a || !d.session.variant.a_in_tmem)
        return Answer<WgmmaFragment>::refuse("the operand is in shared memory");
    return a_fragment(*shape.a);
}

// " of the instruction for rows 64 to 127": which one of the pieces of the tile has the registers. Empty: there is one.
std::string piece_text(const Derived& d, ElementFocus e) {
    const TilePieces& pieces = d.session.pieces;
    const auto range = [](std::string_view what, int at, unsigned size) {
        const unsigned first = static_cast<unsigned>(at) / size * size;
        return say(what, first, " to ", first + size - 1);
    };
    const bool rows = pieces.count.a > 1, columns = pieces.count.b > 1 && e.matrix == Matrix::d;
    if (!rows && !columns) return {};
    return say(" of the instruction for ", rows ? range("rows ", e.row, kWgmmaRows) : std::string(),
               rows && columns ? " and " : "", columns ? range("columns ", e.column, d.n) : std::string());
}

}  // namespace

void trace_register(Trace& t, const Derived& d, ElementFocus e) {
    const int rows = static_cast<int>(kWgmmaRows);
    if (family_of(d.session).d != Storage::registers || e.row < 0 || e.column < 0 ||
        e.row >= rows * static_cast<int>(d.session.pieces.count.a))
        return;
    const auto shape = shape_of(instruction_of(d.session));
    if (!shape) return;
    const auto f = fragment_of(d, *shape, e.matrix);
    if (!f) return;
    const int columns = static_cast<int>(f->columns), step = e.column / columns;
    // A has its registers in each K step, and D in each piece.
    if (e.matrix == Matrix::d && step >= static_cast<int>(d.session.pieces.count.b)) return;
    const std::string place = register_text(*f, {e.row % rows, e.column % columns}) + piece_text(d, e);
    t.sentence = say(name_of(e.matrix), "[", e.row, "][", e.column, "]: ", place);
    if (e.matrix != Matrix::d) t.sentence += say(" in K step ", step);
    t.details.push_back(say("regs   ", place));
    add_facts(t, *f->row);
}

void trace_register(Trace& t, const Derived& d, CodeFocus code) {
    if (family_of(d.session).metadata != Storage::registers || !d.session.variant.sparse ||
        code.row >= kWgmmaRows * d.session.pieces.count.a)
        return;
    const KindRow& kind = kind_or_none(d.session.variant.kind);
    const auto first = meta_fragment(kind.metadata);
    if (!first || code.code >= first->columns) return;
    const std::string name = say("metadata code ", code.code, " of A[", code.row, "]");
    const Element e{static_cast<int>(code.row % kWgmmaRows), static_cast<int>(code.code)};
    const unsigned stored = stored_k(kind.sparse_k, true, true) / first->columns;
    const std::string chosen = trace_row(t, d, Operand::a, code.row, code.code * stored, stored);
    t.codes.push_back(code);
    for (unsigned s = 0; s < first->row->selectors; ++s)
        t.details.push_back(say("regs   ", register_text(*meta_fragment(kind.metadata, s), e),
                                first->row->selectors > 1 ? say(", with the sparsity selector ", s) : std::string()));
    add_facts(t, *first->row);
    t.sentence = say(name, ": ", register_text(*first, e), " of the metadata",
                     first->row->selectors > 1 ? ", with the sparsity selector 0" : "", "; gives the positions of ",
                     chosen, " among ", kind.sparse_k / first->columns, " elements of K");
}

}  // namespace tilescope
