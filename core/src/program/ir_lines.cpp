// core/src/program/ir_lines.cpp -- splits MLIR, LLVM IR and tests of FileCheck into operations.
// SPDX-License-Identifier: MIT
#include "ir_text.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::ir {
namespace {

constexpr std::size_t kMostJoinedLines = 200;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_ir_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '$' || c == '-';
}

std::string_view without_blanks_around(std::string_view s) {
    while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
    return s;
}

// What brackets, strings and comments do to an operation.
struct Shape {
    std::string open;        // brackets
    bool in_string = false;  // a string is open
    int lowest = 0, depth = 0;

    // Reads one more line. Returns the offset of its comment, or its size.
    std::size_t read(std::string_view line);
    bool in_bracket() const { return !open.empty() && open.back() != '{'; }
};

std::size_t Shape::read(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
            continue;
        }
        if (c == ';' || (c == '/' && line.substr(i).starts_with("//"))) return i;
        if (c == '"') in_string = true;
        if (c == '(' || c == '[' || c == '{') open += c;
        if (c == '{') ++depth;
        if (c == '}') lowest = std::min(lowest, --depth);
        if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
    }
    return line.size();
}

// A line of FileCheck: "// CHECK-NEXT: text".
struct Directive {
    std::string_view prefix, suffix;
    std::size_t text = 0;  // where the text begins
};

std::optional<Directive> directive_in(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == line.npos) return std::nullopt;
    const std::size_t marks = at;
    while (at < line.size() && (line[at] == '/' || line[at] == ';' || line[at] == '#')) ++at;
    if (at == marks || (line[marks] == '/' && at < marks + 2)) return std::nullopt;
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::size_t begin = at;
    while (at < line.size() && ((line[at] >= 'A' && line[at] <= 'Z') || (line[at] >= '0' && line[at] <= '9') ||
                                line[at] == '-' || line[at] == '_'))
        ++at;
    std::string_view word = line.substr(begin, at - begin);
    if (line.substr(at).starts_with("{LITERAL}")) at += 9;
    if (word.size() < 2 || word[0] < 'A' || word[0] > 'Z' || at >= line.size() || line[at] != ':') return std::nullopt;
    Directive out{word, "", at + 1};
    constexpr std::string_view kSuffixes[] = {"-NEXT", "-SAME", "-DAG", "-LABEL", "-NOT", "-EMPTY"};
    for (const std::string_view s : kSuffixes)
        if (word.size() > s.size() && word.ends_with(s)) out = {word.substr(0, word.size() - s.size()), s, at + 1};
    if (const std::size_t count = out.prefix.rfind("-COUNT"); count != word.npos && count > 0)
        out.prefix = out.prefix.substr(0, count);
    return out;
}

bool is_no_code(const Directive& d) {
    constexpr std::string_view kOthers[] = {"RUN",           "XFAIL",  "REQUIRES", "UNSUPPORTED", "NOTE", "COM", "END",
                                            "ALLOW_RETRIES", "DEFINE", "REDEFINE", "WARNING",     "BUG",  "PERF"};
    return d.suffix == "-NOT" || d.suffix == "-EMPTY" || std::ranges::find(kOthers, d.prefix) != std::end(kOthers);
}

// "%x = llvm.or", "%x:2 = ...", but not "%x = %y", which continues a list of loop values.
bool is_definition(std::string_view line) {
    if (!line.starts_with('%')) return false;
    std::size_t at = 1;
    while (at < line.size() && (is_ir_name_char(line[at]) || line[at] == ':')) ++at;
    while (at < line.size() && is_blank(line[at])) ++at;
    if (at >= line.size() || line[at] != '=') return false;
    do ++at;
    while (at < line.size() && is_blank(line[at]));
    return at < line.size() && line[at] != '%';
}

bool begins_operation(std::string_view line) {
    constexpr std::string_view kStarts[] = {"define ",  "declare ", "llvm.func",  "func.func", "tt.func",
                                            "gpu.func", "module ",  "gpu.module", "return",    "llvm.return"};
    return is_definition(line) || std::ranges::any_of(kStarts, [&](std::string_view s) { return line.starts_with(s); });
}

// A part of an operation with inline assembly, as tests contain it: @$5 tcgen05.mma [$0], $1;", "r,l" %a, %b
bool begins_in_string(std::string_view line) {
    const bool code =
        line.starts_with("@$") || line.starts_with("@!$") || line.starts_with("tcgen05.") || line.starts_with("wgmma.");
    const std::size_t quote = line.find('"');
    return code && quote != line.npos && line.find('"', quote + 1) != line.npos;
}

bool is_label_line(std::string_view line) {
    if (line.size() < 2 || line.back() != ':') return false;
    if (line[0] == '^') return true;
    return std::ranges::all_of(line.substr(0, line.size() - 1), is_ir_name_char);
}

class Splitter {
public:
    explicit Splitter(std::string_view text) : text_(text) {}

    std::vector<Line> run() {
        while (at_ < text_.size()) take();
        return std::move(out_);
    }

private:
    std::string_view line_at(std::size_t begin) const {
        const std::size_t end = text_.find('\n', begin);
        return text_.substr(begin, end == text_.npos ? text_.npos : end - begin);
    }

    void take();
    void take_directive(const Directive& directive, std::string_view line, std::size_t begin);
    void take_operation(std::string_view line, std::size_t begin);
    bool join(Line& into, Shape& shape);
    static void append(Line& into, std::string_view part, std::size_t offset);

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Line> out_;
    std::size_t last_check_ = 0;  // 1 + the index of the last line of FileCheck
};

void Splitter::append(Line& into, std::string_view part, std::size_t offset) {
    while (!part.empty() && is_blank(part.front())) part.remove_prefix(1), ++offset;
    while (!part.empty() && is_blank(part.back())) part.remove_suffix(1);
    if (part.empty()) return;
    if (!into.text.empty()) into.text += ' ';
    into.pieces.push_back({static_cast<std::uint32_t>(into.text.size()), offset});
    into.text += part;
}

void Splitter::take() {
    const std::size_t begin = at_;
    const std::string_view line = line_at(begin);
    at_ = begin + line.size() + 1;
    const std::string_view inside = without_blanks_around(line);
    if (inside.empty()) return;
    if (inside.starts_with("// -----")) {
        out_.emplace_back().fresh = true;
        return;
    }
    if (const std::optional<Directive> directive = directive_in(line)) {
        if (!is_no_code(*directive)) take_directive(*directive, line, begin);
        return;
    }
    take_operation(line, begin);
}

void Splitter::take_directive(const Directive& directive, std::string_view line, std::size_t begin) {
    const std::string_view rest = line.substr(directive.text);
    if (directive.suffix == "-SAME" && last_check_ != 0 && out_[last_check_ - 1].prefix == directive.prefix) {
        append(out_[last_check_ - 1], rest, begin + directive.text);
        return;
    }
    Line& out = out_.emplace_back();
    last_check_ = out_.size();
    out.prefix = directive.prefix;
    out.fresh = directive.suffix == "-LABEL";
    append(out, rest, begin + directive.text);
    out.in_string = begins_in_string(out.text);
}

// Whether the next line of the text continues the operation; it is then taken.
bool Splitter::join(Line& into, Shape& shape) {
    if (at_ >= text_.size()) return false;
    const std::string_view line = line_at(at_), inside = without_blanks_around(line);
    if (directive_in(line) || inside.starts_with("// -----") || begins_operation(inside)) return false;
    if (inside.starts_with("}") && !shape.in_string) return false;
    const std::string_view sofar = into.text;
    const bool continues = sofar.ends_with(",") || sofar.ends_with("->") || sofar.ends_with(" =") ||
                           (sofar.ends_with(":") && !is_label_line(sofar));
    const bool continued = inside.starts_with(": ") || inside.starts_with("-> ") || inside.starts_with(", ");
    if (!shape.in_string && !shape.in_bracket() && !continues && !continued) return false;
    append(into, line.substr(0, shape.read(line)), at_);
    at_ += line.size() + 1;
    return true;
}

void Splitter::take_operation(std::string_view line, std::size_t begin) {
    Line out;
    Shape shape;
    shape.in_string = out.in_string = begins_in_string(without_blanks_around(line));
    append(out, line.substr(0, shape.read(line)), begin);
    if (out.text.empty()) return;
    if (!out.in_string)
        for (std::size_t joined = 0; joined < kMostJoinedLines && join(out, shape);) ++joined;
    out.lowest = shape.lowest;
    out.depth = shape.depth;
    out_.push_back(std::move(out));
}

}  // namespace

std::size_t Line::offset_of(std::size_t at) const {
    const auto after = std::ranges::upper_bound(pieces, at, {}, &Piece::at);
    if (after == pieces.begin()) return 0;
    const Piece& piece = *(after - 1);
    return piece.offset + (at - piece.at);
}

std::vector<Line> lines_of(std::string_view text) { return Splitter(text).run(); }

}  // namespace tilescope::program::ir
