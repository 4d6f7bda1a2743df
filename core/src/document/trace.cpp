// core/src/document/trace.cpp -- finds one object in all views.
// SPDX-License-Identifier: MIT
#include "trace_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>
#include <utility>

namespace tilescope {
namespace {

constexpr std::size_t kMostListed = 64;
constexpr std::size_t kMostFed = 8;  // rows or columns of D that one byte lights

std::string element_name(ElementFocus e) { return say(name_of(e.matrix), "[", e.row, "][", e.column, "]"); }

std::string byte_list(std::uint32_t first, std::uint32_t end) {
    std::string out = hex(first);
    for (std::uint32_t b = first + 1; b < end; ++b) out += say(", ", hex(b));
    return out;
}

void detail_element(Trace& t, const OperandView& o, Element e) {
    const AddressSum sum = explanation_of(o.layout, e);
    const BitPlace p = place_in_memory(o.layout, e);
    const std::uint32_t end = end_of(o.layout, e);
    for (std::uint32_t b = p.byte; b < end; ++b) t.bytes.push_back({0, b});
    t.details.push_back(say("byte   ", byte_list(p.byte, end)));
    if (o.layout.type->bits < 8) t.details.back() += say("  from bit ", p.bit);
    t.details.push_back(say("chunk  ", p.byte % kLineBytes / kChunkBytes, " of 128-byte line ", p.byte / kLineBytes));
    t.details.push_back(say("bank   ", p.byte / kBanks.word_bytes % kBanks.banks, "     K step ",
                            static_cast<unsigned>(e.column) / std::max(o.mma_k, 1u)));
    bool first = true;
    for (const std::string& line : sum.lines)
        t.details.push_back(say(std::exchange(first, false) ? "how    " : "       ", line));
    if (const auto assumed = first_assumed_column(o.layout); assumed && e.column >= *assumed)
        t.details.push_back(say("assume No field contains the place of the atom of column ", *assumed,
                                ". Here it follows the last row group."));
}

// What the GPU does with an element outside of the bytes of the CTA. A start of 0 is an address that is added later.
void detail_outside(Trace& t, const Derived& d, const OperandView& o) {
    const ArchRow* arch = arch_named(d.session.arch);
    if (arch == nullptr || t.bytes.empty()) return;
    const std::uint64_t first = o.layout.start == 0 ? smem_begin(*arch) : t.bytes.front().address;
    const std::string outside = outside_text(*arch, first, t.bytes.back().address, smem_end(*arch));
    if (!outside.empty()) t.details.push_back(say("note   ", outside));
}

void trace_element(Trace& t, const Derived& d, ElementFocus e, Operand operand) {
    const OperandView& o = d.of(operand);
    if (!o.in_smem && d.tmem.a) return trace_tmem_a(t, d, e);
    t.elements.push_back(e);
    if (!o.placed()) {
        t.sentence = say(element_name(e), ": ", o.unplaced);
        trace_register(t, d, e);
        return;
    }
    if (e.row < 0 || e.column < 0 || e.row >= o.layout.rows || e.column >= o.layout.columns) {
        t.elements.clear();
        t.sentence = say(element_name(e), " is outside the tile of ", o.layout.rows, " x ", o.layout.columns, ".");
        return;
    }
    const Element at{e.row, e.column};
    detail_element(t, o, at);
    detail_outside(t, d, o);
    std::string fields;
    for (const AddressTerm& term : explanation_of(o.layout, at).terms) {
        if (term.field.empty() || fields.find(term.field) != std::string::npos) continue;
        add_bits(t, d, word_of(operand), term.field);
        fields += say(fields.empty() ? "" : ", ", term.field);
    }
    if (o.layout.mode != SwizzleMode::none) {
        add_bits(t, d, word_of(operand), "swizzle");
        fields += ", swizzle";
    }
    t.details.push_back(say("bits   ", fields));
    t.details.push_back(say("feeds  ", fed_by(d, e)));
    trace_to_d(t, d, e);
    const std::uint32_t byte = place_in_memory(o.layout, at).byte;
    t.sentence = say(element_name(e), ": byte ", hex(byte), ", chunk ", byte % kLineBytes / kChunkBytes,
                     " of 128-byte line ", byte / kLineBytes, ", bank ", byte / kBanks.word_bytes % kBanks.banks,
                     ", K step ", static_cast<unsigned>(e.column) / std::max(o.mma_k, 1u));
    if (o.assumed.empty()) return;
    t.sentence += say(". ", o.assumed);
    t.details.push_back(o.assumed);
}

// Adds the cells of D that the elements of a byte feed, each row or column of D once.
void feed_d(Trace& t, const Derived& d) {
    std::vector<std::string> fed;
    const std::vector<ElementFocus> elements = t.elements;
    for (const ElementFocus& e : elements) {
        std::string what = fed_by(d, e);
        if (fed.size() == kMostFed || std::ranges::find(fed, what) != fed.end()) continue;
        t.details.push_back(say(fed.empty() ? "feeds  " : "       ", what));
        fed.push_back(std::move(what));
        trace_to_d(t, d, e);
    }
}

void trace_byte(Trace& t, const Derived& d, ByteFocus focus) {
    t.bytes.push_back(focus);
    std::string names;
    std::size_t found = 0, operands = 0;
    for (const Operand operand : kBothOperands) {
        const OperandView& o = d.of(operand);
        if (!o.placed()) continue;
        const std::size_t before = found;
        for (const Element e : elements_at(o.layout, focus.address)) {
            ++found;
            if (t.elements.size() >= kMostListed) continue;
            t.elements.push_back({matrix_of(operand), e.row, e.column});
            if (found <= 4) names += say(names.empty() ? "" : ", ", element_name(t.elements.back()));
            if (found == 1) detail_element(t, o, e);
        }
        if (found) add_bits(t, d, word_of(operand), "start");
        operands += found > before ? 1 : 0;
    }
    t.bytes.resize(1);
    feed_d(t, d);
    const std::string where = say("byte ", hex(focus.address), ", 128-byte line ", focus.address / kLineBytes,
                                  ", bank ", focus.address / kBanks.word_bytes % kBanks.banks, ": ");
    std::string unknown;
    for (const Operand operand : kBothOperands)
        if (const OperandView& o = d.of(operand); o.in_smem && !o.placed()) unknown += say(" ", o.unplaced);
    if (found == 0)
        t.sentence = unknown.empty() ? say(where, "no element of A or B")
                                     : say(where, "no known element is at this byte.", unknown);
    else
        t.sentence = say(where, names, found > 4 ? say(" and ", found - 4, " more") : std::string());
    if (operands == 2) t.sentence += ". Both A and B use this byte";
    for (const Operand operand : kBothOperands)
        if (const OperandView& o = d.of(operand); o.placed() && !o.assumed.empty()) t.sentence += say(". ", o.assumed);
}

// Adds the elements that a bit of a shared-memory descriptor moves: their address differs if the bit is flipped.
void trace_moved(Trace& t, const Derived& d, BitFocus focus, Operand operand) {
    const OperandView& o = d.of(operand);
    if (!o.placed()) return;
    const WordView& w = d.of(focus.word);
    // Who points at a field of several bits does not know which bit is meant.
    const bool alone =
        std::ranges::any_of(w.format->fields, [&](const Field& f) { return focus.bit == f.lsb && f.width == 1; });
    const std::string name = alone ? "this bit" : say("bit ", focus.bit);
    const auto moved = with_word(o.layout, *w.format, w.decoded.word ^ (1ull << focus.bit));
    if (!moved) {
        t.sentence += say("; if ", name, " is flipped: ", moved.why);
        return;
    }
    const std::vector<std::uint32_t> there = tile_map(*moved);
    std::size_t count = 0;
    const auto width = static_cast<std::size_t>(o.layout.columns);
    for (std::size_t i = 0; i < there.size() && i < o.bytes.size(); ++i) {
        if (there[i] == o.bytes[i] || ++count > kMostListed) continue;
        t.elements.push_back({matrix_of(operand), static_cast<int>(i / width), static_cast<int>(i % width)});
        t.bytes.push_back({0, o.bytes[i]});
    }
    const bool known = (w.unknown >> focus.bit & 1) == 0;
    t.sentence += known ? say("; flipping ", name, " moves ") : say("; if ", name, " is 1, it moves ");
    t.sentence += count == 0              ? std::string("no element")
                  : count == there.size() ? say("all ", count, " elements")
                                          : say(count, " of ", there.size(), " elements");
    t.sentence += say(" of ", name_of(operand));
}

void trace_bit(Trace& t, const Derived& d, BitFocus focus) {
    const WordView& w = d.of(focus.word);
    for (std::size_t i = 0; i < w.format->fields.size(); ++i) {
        const Field& f = w.format->fields[i];
        if (focus.bit < f.lsb || focus.bit >= f.lsb + f.width) continue;
        add_bits(t, d, focus.word, f.id);
        const std::uint64_t raw = w.decoded.raw[i], unknown = w.unknown_in(f);
        const std::string stored = unknown == 0 ? say(raw) : binary_bits(raw, unknown, f.width);
        const std::string meaning = unknown == 0
                                        ? meaning_of(f, raw)
                                        : say(meaning_of(f, raw, unknown), " (", unknown_bits_text(f, unknown), ")");
        t.sentence = say(f.id, ": bit", f.width > 1 ? "s " : " ", bit_range(f), " = ", stored, ", means ", meaning);
        t.details = {say("raw    ", stored), say("means  ", meaning), std::string(f.doc), say("source ", f.source)};
        t.details.back() += after_source(f.certainty);
    }
    if (focus.word == WordId::a_desc) trace_moved(t, d, focus, Operand::a);
    if (focus.word == WordId::b_desc) trace_moved(t, d, focus, Operand::b);
}

void trace_mask(Trace& t, const Derived& d, MaskFocus focus) {
    if (!d.mask.asks.empty()) {
        t.sentence = d.mask.unknown;
        return;
    }
    t.columns.push_back(focus);
    t.sentence = explain_column(d.mask.examples, focus.column);
    if (focus.column >= d.mask.examples.columns.size()) return;
    const MaskColumn& c = d.mask.examples.columns[focus.column];
    for (const char* field : {"skip_span", "use_span", "nonzero"}) add_bits(t, d, WordId::zcm, field);
    for (const char* field : {"sc", "fs"}) add_bits(t, d, WordId::zcm, say(field, c.submask));
    if (c.source != focus.column) add_bits(t, d, WordId::zcm, "column_shift");
    trace_d_column(t, d, focus.column);
    if (static_cast<int>(c.source) < d.b.layout.rows) t.elements.push_back({Matrix::b, static_cast<int>(c.source), 0});
    t.details = {say("sub-mask ", c.submask, ", column ", focus.column % std::max(d.mask.examples.submask_columns, 1u)),
                 say(c.zeroed ? "zeroed: " : "used: ", "run ", c.run, ", position ", c.place, " of ", c.length),
                 say("reads column ", c.source, " of B"),
                 c.zeroed ? say("D[.][", focus.column, "] = old D or 0") : say("D[.][", focus.column, "] is computed")};
}

}  // namespace

void add_bits(Trace& t, const Derived& d, WordId word, std::string_view field) {
    const Field* f = find_field(*d.of(word).format, field);
    for (unsigned b = 0; f && b < f->width; ++b) t.bits.push_back({word, f->lsb + b});
}

Trace trace(const Derived& derived, const Focus& focus, unsigned k_step) {
    Trace t;
    if (const auto* e = std::get_if<ElementFocus>(&focus)) {
        const auto operand = operand_of(e->matrix);
        operand ? trace_element(t, derived, *e, *operand) : trace_d(t, derived, *e, k_step);
    }
    if (const auto* b = std::get_if<ByteFocus>(&focus)) trace_byte(t, derived, *b);
    if (const auto* b = std::get_if<BitFocus>(&focus)) trace_bit(t, derived, *b);
    if (const auto* m = std::get_if<MaskFocus>(&focus)) trace_mask(t, derived, *m);
    if (const auto* c = std::get_if<CellFocus>(&focus)) trace_cell(t, derived, *c, k_step);
    if (const auto* f = std::get_if<ScaleFocus>(&focus)) trace_factor(t, derived, *f);
    if (const auto* c = std::get_if<CodeFocus>(&focus)) trace_code(t, derived, *c);
    return t;
}

}  // namespace tilescope
