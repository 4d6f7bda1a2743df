// core/src/lessons/text.cpp -- reads the text of a lesson, and computes its numbers.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/lessons/text.h>

#include <algorithm>

namespace tilescope {
namespace {

// The format after the last ':' that is not in a string: `word(a) :hex` is "word(a) " and "hex".
std::size_t format_colon(std::string_view text) {
    bool inside = false;
    std::size_t found = text.npos;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') inside = !inside;
        if (text[i] == ':' && !inside) found = i;
    }
    return found;
}

// The '}' that ends an expression; not one in a string.
std::size_t end_of_expression(std::string_view text, std::size_t at) {
    bool inside = false;
    for (; at < text.size(); ++at) {
        if (text[at] == '"') inside = !inside;
        if (text[at] == '}' && !inside) return at;
    }
    return text.npos;
}

// Reads one line: styles and expressions.
class LineReader {
public:
    LineReader(std::string_view text, std::size_t line) : text_(text), line_(line) {}

    Answer<LessonLine> read() {
        for (std::size_t at = 0; at < text_.size() && why_.empty();) at = step(at);
        flush();
        if (why_.empty() && style_ != SpanStyle::plain)
            why_ = style_ == SpanStyle::code ? "a '`' has no end" : "a '*' has no end; write \\* for the character";
        if (!why_.empty()) return Refusal(line_, ": ", why_);
        return std::move(out_);
    }
    // Only expressions, in one style: the lines of a fence.
    Answer<LessonLine> read_code() {
        style_ = SpanStyle::code;
        for (std::size_t at = 0; at < text_.size() && why_.empty();)
            at = text_.substr(at).starts_with("{=") ? expression(at) : character(at);
        flush();
        if (!why_.empty()) return Refusal(line_, ": ", why_);
        return std::move(out_);
    }

private:
    std::string_view text_;
    std::size_t line_;
    SpanStyle style_ = SpanStyle::plain;
    std::string plain_, why_;
    LessonLine out_;

    void flush() {
        if (!plain_.empty()) out_.push_back({.style = style_, .text = std::move(plain_), .line = line_});
        plain_.clear();
    }
    std::size_t character(std::size_t at) {
        plain_ += text_[at];
        return at + 1;
    }
    std::size_t turn(SpanStyle style, std::size_t next) {
        flush();
        style_ = style_ == style ? SpanStyle::plain : style;
        return next;
    }
    std::size_t expression(std::size_t at) {
        const std::size_t end = end_of_expression(text_, at);
        if (end == text_.npos) {
            why_ = say("'", excerpt(text_.substr(at), 30), "' has no '}'");
            return at;
        }
        std::string_view inside = text_.substr(at + 2, end - at - 2);
        LessonSpan span{.style = style_, .line = line_};
        if (const std::size_t colon = format_colon(inside); colon != inside.npos) {
            const auto format = lesson_format(trimmed(inside.substr(colon + 1)));
            if (!format) why_ = format.why;
            if (format) span.format = *format;
            inside = inside.substr(0, colon);
        }
        const auto parsed = LessonExpression::parse(inside);
        if (!parsed && why_.empty()) why_ = parsed.why;
        if (!why_.empty()) return at;
        span.expression = *parsed;
        flush();
        out_.push_back(std::move(span));
        return end + 1;
    }
    // An opening star is before a word, a closing one after it: 2 * 3 has none.
    bool is_style(std::size_t at, std::size_t stars) const {
        const std::size_t next = at + stars;
        const bool before = next < text_.size() && text_[next] != ' ', after = at > 0 && text_[at - 1] != ' ';
        return style_ == SpanStyle::plain ? before : after;
    }
    std::size_t step(std::size_t at) {
        const std::string_view rest = text_.substr(at);
        if (rest.starts_with("{=")) return expression(at);
        if (rest[0] == '`' && (style_ == SpanStyle::plain || style_ == SpanStyle::code))
            return turn(SpanStyle::code, at + 1);
        if (style_ == SpanStyle::code) return character(at);
        if (rest[0] == '\\' && rest.size() > 1 && std::string_view("*`\\|{<[").find(rest[1]) != rest.npos) {
            plain_ += rest[1];
            return at + 2;
        }
        if (rest.starts_with("**") && style_ != SpanStyle::italic && is_style(at, 2))
            return turn(SpanStyle::bold, at + 2);
        if (rest[0] == '*' && style_ != SpanStyle::bold && is_style(at, 1)) return turn(SpanStyle::italic, at + 1);
        if (rest[0] == '<' && rest.size() > 1 && (rest[1] == '/' || (rest[1] >= 'a' && rest[1] <= 'z')))
            why_ = say("'", excerpt(rest, 20), "' is HTML; write \\< for the character");
        if (rest.starts_with("](") || rest.starts_with("!["))
            why_ = "the text of a lesson has no links and no images; name the source in words";
        return character(at);
    }
};

// Reads blocks. `at_` is the index of the next line.
class BlockReader {
public:
    BlockReader(std::span<const std::string_view> lines, std::size_t first) : lines_(lines), first_(first) {}

    Answer<LessonBlocks> read() {
        while (at_ < lines_.size() && why_.empty()) read_block();
        if (!why_.empty()) return Refusal(why_);
        return std::move(out_);
    }

private:
    std::span<const std::string_view> lines_;
    std::size_t first_, at_ = 0;
    std::string why_;
    LessonBlocks out_;

    std::string_view here() const { return trimmed(lines_[at_]); }
    bool more() const { return at_ < lines_.size() && !here().empty(); }
    std::size_t number() const { return first_ + at_; }

    static std::size_t item_mark(std::string_view line) {
        if (line.starts_with("- ")) return 2;
        std::size_t digits = 0;
        while (digits < line.size() && is_digit(line[digits])) ++digits;
        return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
    }
    // A counted item has the number that comes next, so a line that begins with "1024. " is not an item.
    static bool begins_item(std::string_view line, std::size_t next) {
        const std::size_t mark = item_mark(line);
        return mark != 0 && (line[0] == '-' || line.substr(0, mark - 2) == say(next));
    }
    static bool begins_block(std::string_view line, std::size_t next = 1) {
        return begins_item(line, next) || line.starts_with("|") || line.starts_with("```") || line.starts_with("> ");
    }
    void add_line(std::vector<LessonLine>& to, std::string_view text, std::size_t line) {
        auto read = lesson_line(text, line);
        if (read) to.push_back(std::move(*read));
        if (!read && why_.empty()) why_ = read.why;
    }

    void read_block() {
        if (here().empty()) return void(++at_);
        if (here().starts_with("```")) return read_fence();
        if (here().starts_with("|")) return read_table();
        if (here().starts_with("> ")) return read_note();
        if (begins_item(here(), 1)) return read_list();
        if (here().starts_with("#")) {
            why_ = say(number(), ": a heading inside a step; '## ' begins the next step");
            return;
        }
        const std::size_t line = number();
        std::string text(here());
        for (++at_; more() && !begins_block(here()) && !here().starts_with("#"); ++at_) text += say(' ', here());
        out_.push_back({.kind = BlockKind::paragraph});
        add_line(out_.back().lines, text, line);
    }
    void read_list() {
        const bool counted = here()[0] != '-';
        out_.push_back({.kind = counted ? BlockKind::numbered : BlockKind::list});
        const auto next = [&] { return out_.back().lines.size() + 1; };
        while (more() && begins_item(here(), next()) && (here()[0] != '-') == counted) {
            const std::size_t line = number();
            std::string text(here().substr(item_mark(here())));
            for (++at_; more() && !begins_block(here(), next() + 1); ++at_) text += say(' ', here());
            add_line(out_.back().lines, text, line);
        }
    }
    void read_note() {
        out_.push_back({.kind = BlockKind::note});
        const std::size_t line = number();
        std::string text;
        for (; more() && here().starts_with(">"); ++at_)
            text += say(text.empty() ? "" : " ", trimmed(here().substr(1)));
        add_line(out_.back().lines, text, line);
    }
    void read_fence() {
        const std::size_t line = number();
        out_.push_back({.kind = BlockKind::code});
        for (++at_; at_ < lines_.size() && !here().starts_with("```"); ++at_) {
            auto read = LineReader(lines_[at_], number()).read_code();
            if (!read) return void(why_ = read.why);
            out_.back().lines.push_back(std::move(*read));
        }
        if (at_ == lines_.size()) why_ = say(line, ": the fence has no end: a line with ```");
        ++at_;
    }

    // The cells of a line of a table. A '|' in an expression, in code or after '\' does not end a cell.
    static std::vector<std::string_view> cells_of(std::string_view line) {
        std::vector<std::string_view> out;
        std::size_t begin = 1;
        bool code = false;
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (line.substr(i).starts_with("{=")) i = std::min(end_of_expression(line, i), line.size() - 1);
            if (line[i] == '`') code = !code;
            if (line[i] == '\\')
                ++i;
            else if (line[i] == '|' && !code)
                out.push_back(trimmed(line.substr(begin, i - begin))), begin = i + 1;
        }
        if (!trimmed(line.substr(std::min(begin, line.size()))).empty()) out.push_back(trimmed(line.substr(begin)));
        return out;
    }
    static bool is_rule(std::string_view line) { return line.find_first_not_of("|-: ") == line.npos; }

    void read_table() {
        out_.push_back({.kind = BlockKind::table});
        for (std::size_t row = 0; more() && here().starts_with("|"); ++at_, ++row) {
            if (row == 1) {
                if (!is_rule(here())) why_ = say(number(), ": the second line of a table must be |---|---|");
                continue;
            }
            std::vector<LessonLine> cells;
            for (const std::string_view cell : cells_of(here())) add_line(cells, cell, number());
            if (!why_.empty()) return;
            const std::size_t width = out_.back().rows.empty() ? cells.size() : out_.back().rows.front().size();
            if (cells.size() != width)
                return void(why_ = say(number(), ": the row has ", cells.size(), " cells, the head has ", width));
            out_.back().rows.push_back(std::move(cells));
        }
    }
};

}  // namespace

Answer<LessonLine> lesson_line(std::string_view text, std::size_t line) { return LineReader(text, line).read(); }

Answer<LessonBlocks> lesson_text(std::span<const std::string_view> lines, std::size_t first) {
    return BlockReader(lines, first).read();
}

LessonLine evaluated(const LessonLine& line, const LessonMoment& moment, std::vector<std::string>* why) {
    LessonLine out;
    for (const LessonSpan& span : line) {
        std::string text = span.text;
        if (span.expression) {
            const auto value = span.expression->value(moment);
            if (!value && why) why->push_back(say(span.line, ": ", value.why));
            text = value ? text_of(*value, span.format) : "?";
        }
        if (!out.empty() && out.back().style == span.style)
            out.back().text += text;
        else
            out.push_back({.style = span.style, .text = std::move(text), .line = span.line});
    }
    return out;
}

LessonBlocks evaluated(const LessonBlocks& blocks, const LessonMoment& moment, std::vector<std::string>* why) {
    LessonBlocks out;
    for (const LessonBlock& block : blocks) {
        out.push_back({.kind = block.kind});
        for (const LessonLine& line : block.lines) out.back().lines.push_back(evaluated(line, moment, why));
        for (const auto& row : block.rows) {
            out.back().rows.emplace_back();
            for (const LessonLine& cell : row) out.back().rows.back().push_back(evaluated(cell, moment, why));
        }
    }
    return out;
}

bool needs_emulation(const LessonLine& line) {
    return std::ranges::any_of(line,
                               [](const LessonSpan& s) { return s.expression && s.expression->needs_emulation(); });
}

bool needs_emulation(const LessonBlocks& blocks) {
    const auto any = [](const std::vector<LessonLine>& lines) {
        return std::ranges::any_of(lines, [](const LessonLine& line) { return needs_emulation(line); });
    };
    return std::ranges::any_of(blocks,
                               [&](const LessonBlock& b) { return any(b.lines) || std::ranges::any_of(b.rows, any); });
}

std::string plain_text(const LessonLine& line) {
    std::string out;
    for (const LessonSpan& span : line) out += span.text;
    return out;
}

}  // namespace tilescope
