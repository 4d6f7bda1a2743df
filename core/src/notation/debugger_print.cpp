// core/src/notation/debugger_print.cpp -- reads the values of structs that gdb, cuda-gdb and lldb print.
// SPDX-License-Identifier: MIT
//
// The debuggers' manuals: "Output Formats" and "Print Settings" of GDB (the letters of p/FMT, wrapped lines, <repeats N
// times>); lldb ends a member with its line, writes "(a = 1, b = 2)" for a short struct, and " = 0" for a member
// without a name. Prints of gdb 13.1 and lldb 14.0.6 are in tests/data/pastes/later_texts.jsonl.
#include "fields.h"

#include <tilescope/base/number.h>
#include <tilescope/program/readers.h>

namespace tilescope::notation {
namespace {

constexpr std::size_t kLongestPrint = std::size_t{1} << 16;  // bytes; an array of 200 descriptors is shorter
constexpr unsigned kDeepest = 32;                            // braces inside each other

bool is_gap_char(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// "(lo = 64, hi = 0)", "([0] = 64)": a short struct or array of lldb. "(A | B)" is none.
bool starts_short_struct(std::string_view text) {
    std::size_t i = 1;
    while (i < text.size() && (is_word_char(text[i]) || text[i] == '[' || text[i] == ']')) ++i;
    return text.starts_with('(') && text.substr(std::min(i, text.size())).starts_with(" = ");
}

// Where the print of a line begins: at its first brace, or at a short struct. npos: it has none.
std::size_t start_of_print(std::string_view line) {
    const std::size_t brace = line.find('{'), equals = line.find(" = (");
    if (brace != line.npos || equals == line.npos || !line.starts_with('(')) return brace;
    return starts_short_struct(line.substr(equals + 3)) ? equals + 3 : line.npos;
}

// Reads one print from its first brace. Fails at everything that a debugger does not write there.
class PrintParser {
public:
    PrintParser(std::string_view text, std::size_t at) : text_(text.substr(0, at + kLongestPrint)), at_(at) {}

    std::size_t at() const { return at_; }
    std::optional<PrintedValue> read() {
        PrintedValue out;
        if (!aggregate(out, next() == '{' ? '}' : ')')) return std::nullopt;
        return out;
    }

private:
    bool done() const { return at_ >= text_.size(); }
    char next() const { return done() ? '\0' : text_[at_]; }
    void skip_gaps() {
        while (!done() && is_gap_char(text_[at_])) ++at_;
    }

    // At a quote: moves past the text in quotes. It ends in its line.
    bool quoted() {
        const char quote = text_[at_++];
        while (!done() && text_[at_] != quote && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
        if (next() != quote) return false;
        ++at_;
        return true;
    }

    // At "(" or "<": returns the position after the bracket that closes it, in the same line. 0: there is none near.
    std::size_t after_group() const {
        constexpr std::size_t kLongest = 256;  // so that the time stays linear; a type is seldom longer
        const std::string_view near = text_.substr(at_, kLongest);
        const char open = near[0], close = open == '(' ? ')' : '>';
        unsigned depth = 0;
        for (std::size_t i = 0; i < near.size() && near[i] != '\n' && near[i] != ';'; ++i) {
            depth += near[i] == open;
            if (near[i] == close && --depth == 0) return at_ + i + 1;
        }
        return 0;
    }

    // Reads "name =", "[0] =", "<Base<2>> =", "static kCount =" or "=". Without it, the value has no name.
    std::string_view name() {
        const std::size_t begin = at_;
        while (!done()) {
            const char c = text_[at_];
            const std::size_t group = c == '<' ? after_group() : 0;
            if (c == '=' && text_.substr(at_, 2) != "==") {
                const std::string_view out = trimmed(text_.substr(begin, at_ - begin));
                ++at_;
                return out;
            }
            if (!is_word_char(c) && std::string_view("[]<>:.$* ").find(c) == std::string_view::npos) break;
            at_ = group != 0 ? group : at_ + 1;
        }
        at_ = begin;
        return {};
    }

    // A number, an enumerator, a text, a place: everything up to the comma, the brace or the end of the line.
    bool scalar(PrintedValue& out, char close) {
        const std::size_t begin = at_;
        while (!done() && next() != ',' && next() != close && next() != '\n') {
            const char c = next();
            if (c == '{') return aggregate(out, '}');  // after "(Type &) @0x7fffffffe648: "
            if (c == ';' || c == '}' || c == '=') return false;
            if (c == '"' || c == '\'') {
                if (!quoted()) return false;
                continue;
            }
            const std::size_t group = c == '(' || c == '<' ? after_group() : 0;
            if (c == '(' && group == 0) return false;
            at_ = group != 0 ? group : at_ + 1;
        }
        out.text = trimmed(text_.substr(begin, at_ - begin));
        return true;
    }

    bool member(PrintedValue& out, char close) {
        out.name = name();
        skip_gaps();
        const bool read = next() == '{'                            ? aggregate(out, '}')
                          : starts_short_struct(text_.substr(at_)) ? aggregate(out, ')')
                                                                   : scalar(out, close);
        if (!read) return false;
        const std::size_t end = at_;
        skip_gaps();
        constexpr std::string_view kRepeats = "<repeats ";
        if (text_.substr(at_, kRepeats.size()) != kRepeats) {
            at_ = end;
            return true;
        }
        unsigned count = 0;
        for (at_ += kRepeats.size(); is_digit(next()) && count < 10000; ++at_)
            count = count * 10 + static_cast<unsigned>(next() - '0');
        out.repeats = std::max(1u, count);
        const std::size_t bracket = text_.find('>', at_);
        at_ = bracket == text_.npos ? text_.size() : bracket + 1;
        return true;
    }

    bool aggregate(PrintedValue& out, char close) {
        if (++depth_ > kDeepest) return false;
        const std::size_t begin = at_++;
        out.aggregate = true;
        for (;;) {
            while (!done() && (is_gap_char(next()) || next() == ',')) ++at_;
            if (done()) return false;
            if (next() == close) break;
            // ": 2," stands for a bit-field without a name.
            if (next() == ':') {
                while (!done() && next() != ',' && next() != close) ++at_;
                continue;
            }
            if (!member(out.parts.emplace_back(), close)) return false;
        }
        ++at_;
        --depth_;
        out.text = text_.substr(begin, at_ - begin);
        return true;
    }

    std::string_view text_;
    std::size_t at_;
    unsigned depth_ = 0;
};

// A typed command: "p/x desc_a", "print *desc", "display/t idesc", "frame variable desc".
struct TypedCommand {
    std::string_view expression;
    char letter = 0;  // of the output format
};
std::optional<TypedCommand> typed_command(std::string_view line) {
    constexpr std::string_view kCommands[] = {"print", "p",    "inspect",    "output", "display",
                                              "call",  "expr", "expression", "po"};
    const std::size_t end = std::min(line.find_first_of(" /\t"), line.size());
    if (!is_in(kCommands, line.substr(0, end))) return std::nullopt;
    TypedCommand out;
    line = line.substr(end);
    if (line.starts_with('/')) {
        const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
        if (blank > 1) out.letter = line[blank - 1];
        line = line.substr(blank);
    }
    out.expression = trimmed(line);
    return out;
}

// The name of a printed expression: "*desc" and "desc.bitfield" are the descriptor. A cast of an address has no name.
std::string name_of_expression(std::string_view text) {
    while (text.starts_with('*') || text.starts_with('&')) text.remove_prefix(1);
    constexpr std::string_view kFields = ".bitfield";
    if (text.ends_with(kFields)) text.remove_suffix(kFields.size());
    const bool name = std::ranges::all_of(text, [](char c) {
        return is_word_char(c) || c == '.' || c == '[' || c == ']' || c == '-' || c == '>' || c == ':';
    });
    return std::string(name && !text.starts_with('[') ? text : std::string_view());
}

// What stands before the brace of a line: "$1 = ", "desc_a = ", "2: /x idesc = ", "(Type) $0 = ", "$2 = (Type &)
// @0x7ffe: ". Returns false if a debugger does not write so.
bool read_head(std::string_view head, const std::optional<TypedCommand>& command, StructPrint& out) {
    const auto take_type = [&](std::string_view& part) {
        if (!part.starts_with('(')) return;
        const std::size_t close = part.rfind(')');
        if (close == part.npos) return;
        out.made = std::string(part.substr(1, close - 1));
        out.certain = true;
        part = trimmed(part.substr(close + 1));
    };
    const std::size_t equals = head.find(" =");
    if (head.empty()) return true;
    if (equals == head.npos) return false;
    std::string_view left = trimmed(head.substr(0, equals)), right = trimmed(head.substr(equals + 2));
    take_type(right);
    if (right.starts_with("@0x") || right.starts_with("0x"))
        right = trimmed(right.substr(std::min(right.find(':'), right.size() - 1) + 1));
    // "std::vector of length 2, capacity 2 =" of libstdc++'s printers.
    if (!right.empty() && !(right.ends_with('=') && right.find(" of length ") != right.npos)) return false;
    take_type(left);
    std::size_t digits = 0;
    while (digits < left.size() && is_digit(left[digits])) ++digits;
    if (digits > 0 && left.substr(digits).starts_with(": ")) {  // the number of a display
        left = trimmed(left.substr(digits + 1));
        out.certain = true;
        if (left.starts_with('/')) {
            const std::size_t blank = std::min(left.find(' '), left.size());
            out.binary = left[blank - 1] == 't';
            left = trimmed(left.substr(blank));
        }
    }
    if (left.empty() || left.find_first_of(" \t\"'`,;") != left.npos) return false;
    if (left.starts_with('$') && left.size() > 1 && is_digit(left[1])) {
        out.certain = true;
        if (command) out.name = name_of_expression(command->expression);
        if (command && out.made.empty() && out.name.empty()) out.made = std::string(command->expression);
        out.binary = command && command->letter == 't';
        return true;
    }
    out.name = name_of_expression(left);
    return !out.name.empty();
}

// Whether all numbers without a prefix have only the digits 0 and 1, and one has many: the text is output of p/t, but
// not the command.
void look_for_binary(const PrintedValue& value, bool& only, bool& many) {
    constexpr std::size_t kMany = 8;  // as decimal numbers, they would not fit the fields
    for (const PrintedValue& part : value.parts) look_for_binary(part, only, many);
    if (value.aggregate || value.text.empty() || !is_digit(value.text[0])) return;
    const std::string_view number = value.text.substr(0, value.text.find_first_not_of("0123456789abcdefxABCDEFX"));
    const bool octal = number.size() > 1 && number[0] == '0';
    const bool binary = !octal && number.find_first_not_of("01") == number.npos;
    only = only && binary;
    many = many || (binary && number.size() >= kMany);
}

// "'\001'" of gdb, "'\x02'" and "'\0'" of lldb, "'A'".
std::optional<std::uint64_t> character(std::string_view text) {
    if (text.size() < 3 || text.back() != '\'') return std::nullopt;
    text = text.substr(1, text.size() - 2);
    if (text.size() == 1 && text[0] != '\\') return static_cast<unsigned char>(text[0]);
    if (text.size() < 2 || text[0] != '\\') return std::nullopt;
    if (text[1] == 'x') return parse_number("0" + std::string(text.substr(1))).value;
    constexpr std::string_view kLetters = "abtnvfr";  // 7 to 13
    const std::size_t letter = kLetters.find(text[1]);
    if (text.size() == 2 && letter != kLetters.npos) return 7 + letter;
    return digits_value(text.substr(1), 8);
}

// "cute::UMMA::Major::K", "SWIZZLE_128B" of lldb, "unknown: 0x8".
std::optional<std::uint64_t> enumerator(std::string_view text) {
    constexpr std::string_view kUnknown = "unknown: ";
    if (text.starts_with(kUnknown)) return parse_number(text.substr(kUnknown.size())).value;
    if (text == "true") return 1;
    if (text == "false") return 0;
    const std::string path = with_dots(text);
    return path.find('.') == path.npos ? program::enumerator_named(path) : program::known_enumerator(path);
}

}  // namespace

std::vector<StructPrint> struct_prints(std::string_view text) {
    std::vector<StructPrint> out;
    std::optional<TypedCommand> command;
    std::size_t fuel = 4 * text.size();  // characters that failed attempts may read
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = without_prompt(text.substr(begin, end - begin));
        begin = end + 1;
        if (const auto typed = typed_command(line); typed && line.find('{') == line.npos) {
            command = typed;
            continue;
        }
        const std::size_t brace = start_of_print(line);
        StructPrint print;
        if (brace == line.npos && line.starts_with('$')) command.reset();  // "$1 = 64"
        if (brace == line.npos || !read_head(trimmed(line.substr(0, brace)), command, print)) continue;
        const auto at = static_cast<std::size_t>(line.data() - text.data()) + brace;
        PrintParser parser(text, at);
        std::optional<PrintedValue> value = parser.read();
        if (!value) {
            const std::size_t spent = parser.at() - at + 1;
            if (spent >= fuel) break;
            fuel -= spent;
            continue;
        }
        command.reset();
        print.begin = at - brace;
        print.end = parser.at();
        print.value = std::move(*value);
        bool only = true, many = false;
        look_for_binary(print.value, only, many);
        print.binary = print.binary || (only && many);
        out.push_back(std::move(print));
        begin = std::max(begin, std::min(text.find('\n', parser.at()), text.size()));
    }
    return out;
}

std::optional<std::uint64_t> printed_number(std::string_view text, bool binary) {
    if (text.empty()) return std::nullopt;
    const char first = text[0];
    if (first == '\'') return character(text);
    if (is_digit(first) || first == '-') {
        const std::string_view number = text.substr(0, text.find_first_of(" \t"));
        const bool digits = std::ranges::all_of(number, is_digit);
        if (digits && binary) return digits_value(number, 2);
        if (digits && number.size() > 1 && first == '0') return digits_value(number, 8);  // p/o
        const Answer<Number> n = read_number(number);
        if (!n) return std::nullopt;
        return in_width(*n, 64);
    }
    if (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
    std::uint64_t out = 0;
    for (const std::string_view part : split(text, '|')) {
        const auto value = enumerator(part);
        if (!value) return std::nullopt;
        out |= *value;
    }
    return out;
}

}  // namespace tilescope::notation
