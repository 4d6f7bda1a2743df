// core/src/code/markdown.cpp -- a session as a report in Markdown.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/text.h>
#include <tilescope/document/instruction.h>
#include <tilescope/word/codec.h>

namespace tilescope::code::markdown {
namespace {

// The bytes at the start of `text` that a reader of Markdown must not get: a control character, or one that changes the
// direction of the letters after it. 0: there is none.
std::size_t hidden_bytes(std::string_view text) {
    constexpr std::string_view kDirections[] = {"\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab",
                                                "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
                                                "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9", "\xd8\x9c"};
    const auto first = static_cast<unsigned char>(text.front());
    if ((first < 0x20 && first != '\t') || first == 0x7f) return 1;
    for (const std::string_view direction : kDirections)
        if (text.starts_with(direction)) return direction.size();
    return 0;
}

// The notes in an indented block, because a session can come from a stranger: no line of it is Markdown or HTML.
void write_notes(std::string& out, std::string_view notes) {
    out += "\n## Notes\n\n    ";
    while (!notes.empty()) {
        const bool two = notes.starts_with("\r\n");
        const std::size_t hidden = hidden_bytes(notes);
        if (two || notes.front() == '\n' || notes.front() == '\r') {
            out += "\n    ";
            notes.remove_prefix(two ? 2 : 1);
        } else if (hidden != 0) {
            out += "\xef\xbf\xbd";
            notes.remove_prefix(hidden);
        } else {
            out += notes.front();
            notes.remove_prefix(1);
        }
    }
    out += '\n';
}

void write_word(std::string& out, const WordView& view) {
    out += say("\n## ", row_of(view.id).title, "\n\n`", row_of(view.id).id, " = ",
               hex_word(*view.format, view.decoded.word, view.unknown), "`\n\n");
    out +=
        say(view.format->title, ". ", view.summary, "\n\n| bits | field | stored | meaning |\n|---:|---|---:|---|\n");
    for (const Field& f : view.format->fields) {
        if (f.encoding == Encoding::fixed && get_field(f, view.decoded.word) == f.want && view.unknown_in(f) == 0)
            continue;
        const std::uint64_t raw = get_field(f, view.decoded.word), unknown = view.unknown_in(f);
        out += say("| ", bit_range(f), " | ", f.id, " | ", unknown != 0 ? "?" : say(raw), " | ",
                   markdown_cell(meaning_of(f, raw, unknown)), " |\n");
    }
}

void write_problems(std::string& out, const Derived& d) {
    out += "\n## Problems\n\n";
    if (d.problems.empty()) out += say("None. ", d.rules_checked, " rules were checked.\n");
    for (const PlacedProblem& p : d.problems)
        out += say("- ", p.in_line ? std::string_view("instruction") : row_of(p.word).title, ", ",
                   name_of(p.problem.severity), " ", p.problem.rule, ": ", p.problem.text,
                   p.problem.fix.empty() ? "" : " ", p.problem.fix, "\n");
}

}  // namespace

Answer<CodeText> text(const Derived& d) {
    CodeText out;
    out.text = say("# ", d.m_text, " x ", d.n_text, " x ", d.k, ", ", d.a_type, " x ", d.b_type, " > ", d.d_type, ", ",
                   d.session.arch, "\n\n    ", d.instruction, "\n\n");
    for (const Operand o : kBothOperands) out.text += say("- ", name_of(o), ": ", operand_title(d, o), "\n");
    if (const std::string pair = pair_sentences(d.session); !pair.empty()) out.text += say("- ", pair, "\n");
    if (const std::string pieces = pieces_sentence(d); !pieces.empty()) out.text += say("- ", pieces, "\n");
    if (const std::string mask = lane_mask_sentence(d.session); !mask.empty()) out.text += say("- ", mask, "\n");
    if (!family_of(d.session).idesc) out.text += say("- ", no_idesc_sentence(d.session), "\n");
    if (!d.session.notes.empty()) write_notes(out.text, d.session.notes);
    for (const WordView& view : d.words)
        if (is_read(d, view.id) && (view.id != WordId::zcm || (view.decoded.word | view.unknown) != 0))
            write_word(out.text, view);
    write_problems(out.text, d);
    return out;
}

}  // namespace tilescope::code::markdown
