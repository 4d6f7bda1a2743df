// core/src/notation/remark_reader.cpp -- reads words in the comments and the messages of a program.
// SPDX-License-Identifier: MIT
#include "readers.h"
#include "readings.h"

#include <tilescope/formats/formats.h>

namespace tilescope::notation {
namespace {

constexpr std::size_t kWholeWord = 18;  // 0x and 16 digits

struct Remark {
    std::string_view text;
    bool message;  // in a string
};

// The text behind the first mark of a comment or a string: "//", "/*", "#", '"', or the "*" of a line of a block.
std::optional<Remark> remark_in(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("* ")) return Remark{text.substr(1), false};
    std::size_t at = line.npos;
    std::string_view first;
    for (const std::string_view mark : {"//", "/*", "# ", "\""})
        if (const std::size_t found = line.find(mark); found < at) at = found, first = mark;
    if (at == line.npos) return std::nullopt;
    return Remark{line.substr(at + first.size()), first == "\""};
}

bool is_descriptor(const Work& work, const Find& f) {
    if (f.role == PasteRole::idesc) return true;
    const PasteReading best = best_reading(work, f.bits.value, f.bits.width);
    const bool smem = best.format->id == "smem" && best.certainty == Certainty::confirmed && best.word == f.bits.value;
    return smem || context_for(work, f).context.hopper;
}

void find_remark(Work& work, std::string_view key, std::string_view value) {
    const Answer<Number> n = read_number(value);
    const KeyMeaning meaning = meaning_of_key(key);
    if (!n || meaning.half != 0) return;
    const bool narrow = meaning.role == PasteRole::idesc && n->value <= bit_mask(32) && n->value > bit_mask(16);
    if (!narrow && value.size() != kWholeWord) return;
    const TextSpan span = work.span_of(value);
    const auto has_it = [&](const Find& f) { return f.span.begin <= span.begin && span.end <= f.span.end; };
    if (std::ranges::any_of(work.finds, has_it)) return;  // a program in the comment
    const std::string name(meaning.role == PasteRole::unknown ? std::string_view() : key);
    Find f(work.span_of(value), ReadBy::log, {n->value, 0, narrow ? 32u : 64u}, name, meaning.role);
    if (!narrow && meaning.role == PasteRole::idesc) f.role = PasteRole::unknown;
    f.remark = true;
    if (is_descriptor(work, f)) work.find(std::move(f));
}

// A number of a list, and its line.
struct Listed {
    Find find;
    unsigned line;
};

// Addresses of memory are often multiples of 2^16, which are words with the code 0 for all types.
bool is_legal_idesc(const Work& work, std::uint64_t value) {
    return std::ranges::any_of(kinds_of(work.options.edition), [&](std::string_view kind) {
        const Format& format = *idesc_format(kind, work.options.edition);
        const Field* type = find_field(format, "d_type");
        if (type == nullptr) type = find_field(format, "scale_type");
        if (type == nullptr || get_field(*type, value) == 0) return false;
        return legal_idesc(format, value, 0) && work.breaks_no_rule(format, value, 0);
    });
}

// "# QK  0x08200490", "| PV | 0x08210490 |", "0x08100010" alone in a string: a number of 8 digits, and the first word
// before it.
std::optional<Listed> listed_in(const Work& work, const Remark& remark, unsigned line) {
    constexpr std::size_t kLength = 10;
    const std::string_view text = remark.text;
    const std::size_t at = text.find("0x");
    if (at == text.npos || (at > 0 && is_word_char(text[at - 1]))) return std::nullopt;
    const std::size_t end = std::min(text.find_first_not_of("0123456789abcdefABCDEFx", at), text.size());
    const std::string_view value = text.substr(at, end - at), rest = text.substr(end);
    const bool ends =
        remark.message ? at == 0 && rest.starts_with('"') : rest.find_first_not_of(" \t|*/.,") == rest.npos;
    const Answer<Number> n = read_number(value);
    if (!n || value.size() != kLength || !ends || !is_legal_idesc(work, n->value)) return std::nullopt;
    const std::size_t begin = std::min(text.find_first_not_of(" \t|-*"), at);
    const std::size_t stop = std::min(end_of_word(text, begin), at);
    Find f(work.span_of(value), ReadBy::log, {n->value, 0, 32}, std::string(text.substr(begin, stop - begin)),
           PasteRole::idesc, "from a list in which all numbers are legal instruction descriptors");
    f.remark = true;
    return Listed{std::move(f), line};
}

// One such number can be anything; two different ones of near lines, or one in a text about tcgen05, are words.
void find_listed(Work& work, const std::vector<Listed>& listed, std::vector<unsigned>& lines) {
    constexpr unsigned kNear = 3;
    for (const Listed& one : listed) {
        const bool more = std::ranges::any_of(listed, [&](const Listed& other) {
            const unsigned apart = std::max(one.line, other.line) - std::min(one.line, other.line);
            return apart != 0 && apart <= kNear && other.find.bits.value != one.find.bits.value;
        });
        const bool taken = std::ranges::any_of(work.finds, [&](const Find& f) {
            return f.span.begin <= one.find.span.begin && one.find.span.end <= f.span.end;
        });
        if (taken || !(more || work.hints.tcgen05)) continue;
        work.find(one.find);
        lines.push_back(one.line);
    }
}

}  // namespace

std::vector<unsigned> read_remarks(Work& work) {
    std::vector<Listed> listed;
    std::vector<unsigned> lines;
    unsigned number = 0;
    for (const std::string_view line : Lines(work.text)) {
        ++number;
        const auto remark = work.full ? std::nullopt : remark_in(line);
        if (!remark) continue;
        if (auto one = listed_in(work, *remark, number)) listed.push_back(std::move(*one));
        const std::size_t before = work.finds.size();
        std::size_t at = 0;
        bool any = work.listing || remark->message;  // a number without a name is an encoding, or any text
        while (const auto pair = next_log_pair(remark->text, at)) {
            any = true;
            const bool named = meaning_of_key(pair->key).role != PasteRole::unknown;
            if (named || !remark->message) find_remark(work, pair->key, pair->value);
        }
        const std::string_view text = remark->text;
        for (std::size_t x = text.find("0x"); !any && x != text.npos; x = text.find("0x", x + 2)) {
            if (x == 0 || !is_word_char(text[x - 1])) find_remark(work, "", text.substr(x, end_of_word(text, x) - x));
        }
        if (work.finds.size() > before) lines.push_back(number);
    }
    find_listed(work, listed, lines);
    std::ranges::sort(lines);
    return lines;
}

namespace {

// The text behind the mark of a line that is only a comment, or nothing.
std::string_view comment_in(std::string_view line) {
    constexpr std::array<std::string_view, 6> kMarks = {"///", "//", "/*", "##", "# ", "* "};
    line = trimmed(line);
    const auto mark = std::ranges::find_if(kMarks, [&](std::string_view m) { return line.starts_with(m); });
    if (mark == kMarks.end()) return {};
    line.remove_prefix(mark->size());
    if (line.ends_with("*/")) line.remove_suffix(2);
    return trimmed(line);
}

// "a: 0x... 0x...", "step 0: A=0x... B=0x...", "A: hi=0x... lo=0x...". One assignment, "a_desc = 0x...", can be code.
bool has_values(std::string_view comment) {
    if (comment.empty() || comment.ends_with(';')) return false;
    unsigned values = 0;
    bool letter = false;
    std::size_t at = 0;
    while (const auto pair = next_log_pair(comment, at)) {
        const KeyMeaning key = meaning_of_key(pair->key);
        const bool operand = is_operand(key.role);
        const bool whole = operand && is_whole_value(pair->value), idesc = key.role == PasteRole::idesc;
        const bool half = key.half != 0 && (operand || key.base.empty());
        if (!whole && (!is_long_value(pair->value) || (!half && !idesc))) continue;
        ++values;
        letter |= whole && key.role != PasteRole::smem && comment[pair->left.size()] == ':';
        while (next_value(comment, at)) ++values;
    }
    return values > 1 || letter;
}

}  // namespace

bool take_printed_comments(Work& work, std::string& rest, unsigned& lines) {
    const std::size_t before = work.finds.size();
    unsigned number = 0;
    for (const std::string_view line : Lines(work.text)) {
        if (work.full) break;
        ++number;
        const std::size_t start = offset_in(work.text, line);
        const std::string_view comment = comment_in(line);
        // Another reader took the line if `rest` has blanks there.
        if (!has_values(comment) || std::string_view(rest).substr(start, line.size()) != line) continue;
        if (!read_log(work, {comment, start, number})) continue;
        ++lines;
        std::fill_n(rest.begin() + static_cast<std::ptrdiff_t>(start), line.size(), ' ');
    }
    for (std::size_t i = before; i < work.finds.size(); ++i) work.finds[i].remark = true;
    return work.finds.size() > before;
}

}  // namespace tilescope::notation
