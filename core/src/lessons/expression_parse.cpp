// core/src/lessons/expression_parse.cpp -- reads an expression of a lesson.
// SPDX-License-Identifier: MIT
#include "functions.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope {
namespace {

using Op = LessonExpression::Op;
using Node = LessonExpression::Node;

constexpr unsigned kDeepest = 40;  // nested parentheses, signs and `not`

// A binary operator. `level` 0 binds loosest. An operator that begins with another one is before it.
struct OperatorRow {
    std::string_view text;
    unsigned level;
    Op op;
};
constexpr OperatorRow kOperators[] = {
    {"or", 0, Op::logical_or}, {"and", 1, Op::logical_and}, {"==", 2, Op::equal},   {"!=", 2, Op::differ},
    {"<<", 6, Op::left},       {">>", 6, Op::right},        {"<=", 2, Op::at_most}, {">=", 2, Op::at_least},
    {"<", 2, Op::less},        {">", 2, Op::more},          {"|", 3, Op::bit_or},   {"^", 4, Op::bit_xor},
    {"&", 5, Op::bit_and},     {"+", 7, Op::add},           {"-", 7, Op::subtract}, {"*", 8, Op::multiply},
    {"/", 8, Op::divide},      {"%", 8, Op::remainder},
};
constexpr unsigned kLevels = 9;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Reads from left to right. After the first error, `why` is set and nothing more is read.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Node> nodes;
    std::string why;

    void read_all() {
        read(0);
        skip();
        if (why.empty() && at_ < text_.size()) refuse("an operator or the end");
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;

    std::size_t refuse(std::string_view expected) {
        const std::string_view rest = text_.substr(std::min(at_, text_.size()));
        const std::string there = rest.empty() ? "at its end" : say("at '", excerpt(rest, 20), "'");
        if (why.empty()) why = say("the expression '", excerpt(text_, 80), "' needs ", expected, ' ', there);
        return 0;
    }
    std::size_t refuse_because(std::string_view sentence) {
        if (why.empty()) why = say("the expression '", excerpt(text_, 80), "': ", sentence);
        return 0;
    }
    std::size_t add(Node node) {
        nodes.push_back(std::move(node));
        return nodes.size() - 1;
    }
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    // The name at the current place: "byte", "a.sbo"; empty if there is none.
    std::string_view name_here() {
        skip();
        std::size_t end = at_;
        if (end >= text_.size() || !is_letter(text_[end])) return {};
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.')) ++end;
        return text_.substr(at_, end - at_);
    }
    const OperatorRow* operator_here() {
        const std::string_view name = name_here();
        for (const OperatorRow& row : kOperators)
            if (name.empty() ? !is_letter(row.text[0]) && text_.substr(at_).starts_with(row.text) : name == row.text)
                return &row;
        return nullptr;
    }

    // Reads an operand and all operators that bind at least as tightly as `level`.
    std::size_t read(unsigned level) {
        if (level == kLevels) return read_one();
        std::size_t left = read(level + 1);
        while (why.empty()) {
            const OperatorRow* row = operator_here();
            if (row == nullptr || row->level != level) break;
            at_ += row->text.size();
            const std::size_t right = read(level + 1);
            left = add({.op = row->op, .parts = {left, right}});
        }
        return left;
    }

    std::size_t read_one() {
        if (depth_ >= kDeepest) return refuse_because(say("it nests deeper than ", kDeepest, " levels"));
        ++depth_;
        const std::size_t node = read_nested();
        --depth_;
        return node;
    }
    std::size_t read_nested() {
        if (!why.empty()) return 0;
        if (take('(')) {
            const std::size_t inside = read(0);
            if (why.empty() && !take(')')) refuse("')'");
            return inside;
        }
        if (take('-')) return add_after(Op::negative);
        if (name_here() == "not") {
            at_ += 3;
            // `not` binds looser than a comparison: not a == b is not (a == b).
            const std::size_t part = read(2);
            return add({.op = Op::logical_not, .parts = {part}});
        }
        if (take('"')) return read_text();
        if (at_ < text_.size() && is_digit(text_[at_])) return read_constant();
        const std::string_view name = name_here();
        if (name.empty()) return refuse("a number, a string, a name or '('");
        return read_name(name);
    }
    std::size_t add_after(Op op) {
        const std::size_t part = read_one();
        return add({.op = op, .parts = {part}});
    }
    std::size_t read_text() {
        const std::size_t end = text_.find('"', at_);
        if (end == text_.npos) return refuse("a '\"' that ends the text");
        const std::string_view inside = text_.substr(at_, end - at_);
        at_ = end + 1;
        return add({.value = std::string(inside)});
    }
    std::size_t read_constant() {
        std::size_t end = at_;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
        const auto number = parse_number(text_.substr(at_, end - at_));
        if (!number) return refuse_because(number.why);
        at_ = end;
        return add({.value = static_cast<std::int64_t>(*number)});
    }

    std::size_t read_name(std::string_view name) {
        if (name.find('.') != name.npos) {
            if (const auto field = lesson_field(name); !field) return refuse_because(field.why);
            at_ += name.size();
            const std::size_t which = add({.value = std::string(name)});
            return add({.op = Op::call, .function = &kFieldValue, .parts = {which}});
        }
        const std::size_t begin = at_;
        at_ += name.size();
        const bool called = take('(');
        bool known = false;
        for (const LessonFunction& row : lesson_functions()) {
            if (row.name != name) continue;
            known = true;
            if (row.takes.empty() != called) return called ? read_call(row) : add_call(row);
        }
        at_ = begin;
        if (known) return refuse_because(say("'", name, called ? "' takes no parentheses" : "' needs its parentheses"));
        return refuse_because(
            say("'", excerpt(name), "' is not a name or a function; use a field such as a.sbo", like(name)));
    }
    std::size_t add_call(const LessonFunction& row) { return add({.op = Op::call, .function = &row}); }
    // The functions that begin with the same letter, as they are written.
    static std::string like(std::string_view name) {
        std::string out;
        for (const LessonFunction& row : lesson_functions())
            if (row.name[0] == name[0])
                out += say(", ", row.name, row.takes.empty() ? "" : say('(', row.parameters, ')'));
        return out;
    }

    // After '('.
    std::size_t read_call(const LessonFunction& row) {
        Node call{.op = Op::call, .function = &row};
        for (std::size_t i = 0; i < row.takes.size() && why.empty(); ++i) {
            if (i > 0 && !take(',')) return refuse(say("',': ", row.name, '(', row.parameters, ')'));
            call.parts.push_back(read_argument(row, row.takes[i]));
        }
        if (why.empty() && !take(')')) return refuse(say("')': ", row.name, '(', row.parameters, ')'));
        return add(std::move(call));
    }
    std::size_t read_argument(const LessonFunction& row, char type) {
        if (type == 'n' || type == 't') return read(0);
        const std::string_view name = name_here();
        const bool operand = name == "A" || name == "B";
        const bool fits = type == 'o'   ? operand
                          : type == 'p' ? operand || name == "D" || name == "SFA" || name == "SFB"
                          : type == 'w' ? lesson_word(name).has_value()
                                        : name.find('.') != name.npos;
        if (!fits)
            return refuse(say(type == 'o'   ? "A or B"
                              : type == 'p' ? "D, A, SFA or SFB"
                              : type == 'w' ? "a word: a, b, i or z"
                                            : "a field: a.sbo",
                              " for ", row.name, '(', row.parameters, ')'));
        if (type == 'f')
            if (const auto field = lesson_field(name); !field) return refuse_because(field.why);
        at_ += name.size();
        return add({.value = std::string(name)});
    }
};

}  // namespace

Answer<LessonExpression> LessonExpression::parse(std::string_view text) {
    constexpr std::size_t longest = 2000;
    LessonExpression out;
    out.text_ = std::string(trimmed(text));
    if (out.text_.size() > longest)
        return Answer<LessonExpression>::refuse(
            say("an expression has at most ", longest, " characters, not ", out.text_.size()));
    Reader reader(out.text_);
    reader.read_all();
    if (!reader.why.empty()) return Answer<LessonExpression>::refuse(reader.why);
    out.nodes_ = std::move(reader.nodes);
    return out;
}

}  // namespace tilescope
