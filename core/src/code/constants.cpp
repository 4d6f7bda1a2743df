// core/src/code/constants.cpp -- a session as constants: a C header, and a Python module.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/document/instruction.h>
#include <tilescope/word/codec.h>

namespace tilescope::code::constants {
namespace {

void write_macro(Lines& out, const WordPart& word) {
    std::string sum = say(word.hex(), word.view->format->bits > 32 ? "ull" : "u");
    out.line("/* ", word.title(), " */");
    if (!word.open()) return out.line("#define ", upper(word.name), " ", sum);
    for (const FieldPart& p : word.fields)
        if (p.open()) sum += say(" | (", integer_of(word), ")(", p.parameter, ") << ", p.field->lsb);
    out.line("#define ", upper(word.name), "(", parameters_of(word, {}), ") (", sum, ")");
}

void write_function(Lines& out, const WordPart& word) {
    out.blank();
    out.blank();
    out.line("def ", word.name, "_with(", parameters_of(word, {}), "):");
    out.line("    \"\"\"", word.view->format->title,
             ". The arguments are the stored bits of fields that are not known.\"\"\"");
    out.line("    desc = ", word.hex());
    for (const FieldPart& p : word.fields)
        if (p.open()) out.line("    desc |= ", p.parameter, " << ", p.field->lsb);
    out.line("    return desc");
}

// The same descriptor for a buffer elsewhere. An lbo that is an address keeps its distance from the start.
void write_move(Lines& out, const Derived& d, const WordPart& word) {
    const FieldPart* start = word.part("start");
    if (start == nullptr || word.open()) return;
    const Field& f = *start->field;
    out.blank();
    out.blank();
    out.line("def ", word.name, "_at(address):");
    const std::string by = moves_by(d, word);
    const auto lbo = lbo_address(word);
    std::uint64_t moved = bit_mask(f.width) << f.lsb;
    if (lbo) moved |= bit_mask(lbo->lbo->field->width) << lbo->lbo->field->lsb;
    out.line("    \"\"\"The descriptor of the same tile at another shared-memory address, in bytes.",
             by.empty() ? "\"\"\"" : "");
    if (!by.empty()) out.line("    ", by, "\"\"\"");
    if (lbo) out.comment(say("lbo is ", lbo->note, "."), "    ");
    out.line("    return ", upper(word.name), " & ~", hex(moved), " | (address >> ", f.scale, " & ",
             hex(bit_mask(f.width)), ")", lbo ? say(" | (", moved_lbo(*lbo), ") << ", lbo->lbo->field->lsb) : "");
}

std::string known_or_none(unsigned value, bool known) { return known ? say(value) : "None"; }

// "0xfu, 0x0u, 0x0u, 0x0u". Empty: the form has no lane mask.
std::string lane_mask_list(const Derived& d, std::string_view suffix) {
    return list_of(lane_mask_of(d.session), [&](std::uint32_t word) { return say(hex(word), suffix); });
}

}  // namespace

Answer<CodeText> c_header(const Derived& d) {
    Lines out(d, "// ");
    out.line("#ifndef TILESCOPE_MMA_H");
    out.line("#define TILESCOPE_MMA_H");
    out.blank();
    out.line("#include <stdint.h>");
    out.blank();
    for (const WordPart& word : words_of(d)) write_macro(out, word);
    out.blank();
    if (d.m_text != "?") out.line("#define MMA_M ", d.m);
    if (d.n_text != "?") out.line("#define MMA_N ", d.n);
    out.line("#define MMA_K ", d.k);
    out.line("#define TILE_K ", d.session.tile_k);
    if (const std::string mask = lane_mask_list(d, "u"); !mask.empty()) {
        out.line("/* ", lane_mask_sentence(d.session), " */");
        out.line("#define LANE_MASK {", mask, "}");
    }
    out.holds_lane_mask();
    out.blank();
    out.line("#endif");
    if (!family_of(d.session).idesc) out.cannot(no_idesc_sentence(d.session));
    return out.done();
}

Answer<CodeText> python(const Derived& d) {
    Lines out(d, "# ");
    const std::vector<WordPart> words = words_of(d);
    for (const WordPart& word : words)
        if (!word.open()) out.line(upper(word.name), " = ", word.hex(), "  # ", word.view->summary);
    out.line("M, N, K, TILE_K = ", known_or_none(d.m, d.m_text != "?"), ", ", known_or_none(d.n, d.n_text != "?"), ", ",
             d.k, ", ", d.session.tile_k);
    if (const std::string mask = lane_mask_list(d, ""); !mask.empty())
        out.line("LANE_MASK = [", mask, "]  # ", lane_mask_sentence(d.session));
    out.holds_lane_mask();
    for (const WordPart& word : words) {
        if (word.open()) write_function(out, word);
        write_move(out, d, word);
    }
    if (!family_of(d.session).idesc) out.cannot(no_idesc_sentence(d.session));
    return out.done();
}

}  // namespace tilescope::code::constants
