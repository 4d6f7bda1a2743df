// core/src/program/source_template.cpp -- finds and fills the holes of strings that hold code.
// SPDX-License-Identifier: MIT
#include "source_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/program/readers.h>

namespace tilescope::program::source {
namespace {

bool is_word_part(char c) { return is_word_char(c) || c == '$' || c == '%'; }

void put(Decoded& out, std::string_view text, std::uint32_t position) {
    out.text += text;
    out.positions.resize(out.text.size(), position);
}

// The offset of the closing bracket of the text that begins after an opening one, or the length of the text. A hole is
// short, so that a text of opening brackets takes no longer than its length.
std::size_t closing(std::string_view text, std::size_t begin) {
    constexpr std::size_t kLongest = 200;
    const std::size_t last = std::min(text.size(), begin + kLongest);
    int depth = 0;
    char quote = 0;
    for (std::size_t i = begin; i < last; ++i) {
        const char c = text[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
            continue;
        }
        if (c == '\'' || c == '"') quote = c;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c != ')' && c != ']' && c != '}') continue;
        if (depth-- == 0) return i;
    }
    return text.size();
}

// The offset at which the expression of a hole ends: ':' or '!r' in front of its format, '=' of Python's "{x=}".
std::size_t expression_end(std::string_view inside) {
    int depth = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const char c = inside[i];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth != 0) continue;
        const bool twice = inside.substr(i, 2) == "::";
        if (c == ':' && !twice) return i;
        if (c == '!' && i + 1 < inside.size() && inside[i + 1] != '=') return i;
        i += twice;
    }
    return inside.size();
}

HoleForm form_of(std::string_view format) {
    if (format.empty()) return HoleForm::plain;
    if (format[0] != ':') return HoleForm::unclear;
    format.remove_prefix(1);
    const bool marked = format.starts_with('#');
    if (marked) format.remove_prefix(1);
    while (!format.empty() && is_digit(format[0])) format.remove_prefix(1);
    if (format.empty() || format == "d") return marked ? HoleForm::unclear : HoleForm::plain;
    if (format != "x" && format != "X") return HoleForm::unclear;
    return marked ? HoleForm::plain : HoleForm::hex;
}

// "desc" of "self.desc".
std::string_view name_in(std::string_view expression) {
    if (!std::ranges::all_of(expression, [](char c) { return is_word_part(c) || c == '.'; })) return {};
    expression.remove_prefix(std::min(expression.rfind('.') + 1, expression.size()));
    return expression.empty() || is_digit(expression[0]) ? std::string_view() : expression;
}

}  // namespace

void add_plain(const Decoded& string, Template& out) {
    for (std::size_t i = 0; i < string.text.size(); ++i)
        put(out.text, string.text[i] == kHole ? " " : std::string_view(string.text).substr(i, 1), string.positions[i]);
}

void add_hole(Hole hole, std::uint32_t position, Template& out) {
    put(out.text, std::string_view(&kHole, 1), position);
    out.holes.push_back(std::move(hole));
}

void add_braced(const Decoded& string, const EvaluateHole& evaluate, Template& out) {
    const std::string_view text = string.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool brace = c == '{' || c == '}';
        if (brace && i + 1 < text.size() && text[i + 1] == c) {
            put(out.text, text.substr(i, 1), string.positions[i]);
            ++i;
            continue;
        }
        const std::size_t close = c == '{' ? closing(text, i + 1) : text.size();
        if (c != '{' || close == text.size()) {
            put(out.text, c == kHole ? " " : text.substr(i, 1), string.positions[i]);
            continue;
        }
        const std::string_view inside = text.substr(i + 1, close - i - 1);
        const std::size_t end = expression_end(inside);
        std::string_view expression = trimmed(inside.substr(0, end));
        Hole hole;
        hole.form = form_of(trimmed(inside.substr(end)));
        // The digits that hex() and format() of Python write.
        if (expression.starts_with("hex(") && expression.ends_with(")"))
            expression = expression.substr(4, expression.size() - 5);
        const bool says_itself = expression.ends_with('=');  // f"{x=}"
        const auto offset = static_cast<std::size_t>(expression.empty() ? 0 : expression.data() - text.data());
        hole.text = expression;
        hole.end = string.positions[close] + 1;
        if (says_itself)
            hole.form = HoleForm::unclear;
        else
            hole.value = evaluate(expression, string.positions[expression.empty() ? i : offset]);
        add_hole(std::move(hole), string.positions[i], out);
        i = close;
    }
}

void add_dollars(const Decoded& string, std::string_view source, const EvaluateHole& evaluate, Template& out) {
    const std::string_view text = string.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::uint32_t position = string.positions[i];
        const char next = i + 1 < text.size() ? text[i + 1] : ' ';
        const bool escaped = position < source.size() && source[position] == '\\';
        const bool name = is_word_part(next) && !is_digit(next) && next != '$' && next != '%';
        if (text[i] != '$' || escaped || (!name && next != '(')) {
            put(out.text, text[i] == kHole ? " " : text.substr(i, 1), position);
            continue;
        }
        std::size_t end = i + 1;
        if (name)
            while (end < text.size() && (is_word_part(text[end]) && text[end] != '$' && text[end] != '%')) ++end;
        else
            end = std::min(closing(text, i + 2) + 1, text.size());
        const std::string_view inside = text.substr(i + 1, end - i - 1);
        add_hole({evaluate(inside, string.positions[i + 1]), HoleForm::plain, std::string(inside),
                  string.positions[end - 1] + 1},
                 position, out);
        i = end - 1;
    }
}

namespace {

class Filling {
public:
    explicit Filling(const Template& in) : in_(in), text_(in.text.text) {}

    std::vector<FilledPart> run() {
        out_.emplace_back();
        for (at_ = 0; at_ < text_.size(); ++at_) {
            if (text_[at_] != kHole)
                put(part().text, text_.substr(at_, 1), position());
            else if (next_ < in_.holes.size())
                fill(in_.holes[next_++]);
        }
        return std::move(out_);
    }

private:
    FilledPart& part() { return out_.back(); }
    std::uint32_t position() const { return in_.text.positions[at_]; }
    char after(std::size_t n = 1) const { return at_ + n < text_.size() ? text_[at_ + n] : '\n'; }

    // Whether an instruction can begin here: after a semicolon, or in a new line that does not continue a list.
    bool starts() const {
        const std::size_t before = at_ == 0 ? text_.npos : text_.find_last_not_of(" \t", at_ - 1);
        if (before == text_.npos || text_[before] == ';') return true;
        if (text_[before] != '\n') return false;
        const std::size_t last = text_.find_last_not_of(" \t\r\n", before);
        return last == text_.npos || text_[last] != ',';
    }

    void fill(const Hole& hole) {
        std::string& out = part().text.text;
        const std::size_t size = out.size();
        const bool hex = out.ends_with("0x") && (size == 2 || !is_word_part(out[size - 3]));
        const std::size_t first = hole.text.empty() ? next_ : known_.try_emplace(hole.text, next_).first->second;
        const std::string number = "hole" + std::to_string(first);
        const char before = at_ > 0 ? text_[at_ - 1] : '\n';
        const bool suffix = after() == 'U' && !is_word_part(after(2));
        const bool joined =
            is_word_part(after()) || after() == '.' || (after() == ':' && after(2) == ':') || after() == kHole;
        const bool in_word = is_word_part(before) || before == '.' || before == ':' || before == kHole;
        if (!hex && !suffix && (in_word || joined)) {
            const bool known = hole.form == HoleForm::plain && hole.value.constant;
            return put(part().text, known ? std::to_string(*hole.value.constant) : number, position());
        }
        const std::size_t blank = std::min(text_.find_first_not_of(" \t", at_ + 1), text_.size());
        const char rest = blank < text_.size() ? text_[blank] : '\n';
        if (!hex && starts() && (rest == '\n' || rest == ';')) {
            out_.emplace_back();
            return;
        }
        if (hex) out.resize(size - 2), part().text.positions.resize(size - 2);
        const bool understood = hole.form == (hex ? HoleForm::hex : HoleForm::plain);
        if (!hex && starts() && before != '@') put(part().text, "@", position());  // may be a guard
        if (suffix) ++at_;
        if (understood && hole.value.constant)
            return put(part().text, tilescope::hex(*hole.value.constant), position());
        constexpr std::size_t kMostNames = 64;  // the text is searched for each
        const std::string_view variable = next_ < kMostNames ? name_in(hole.text) : std::string_view();
        std::string name = "%" + std::string(variable);
        if (variable.empty() || text_.find(name) != text_.npos) name = "%" + number;
        put(part().text, name, position());
        part().text.positions.back() = std::max(hole.end, position() + 1) - 1;
        if (understood && hole.value.id != kNone) part().operands.inputs[name] = hole.value;
    }

    const Template& in_;
    std::string_view text_;
    std::size_t at_ = 0, next_ = 0;
    std::map<std::string_view, std::size_t> known_;  // the first hole with this expression
    std::vector<FilledPart> out_;
};

}  // namespace

std::vector<FilledPart> filled(const Template& in) { return Filling(in).run(); }

bool has_ptx(std::string_view text) {
    constexpr std::string_view kWords[] = {"tcgen05", "wgmma", "mma",  ".b32", ".b64",
                                           ".u32",    ".u64",  ".s32", ".s64", "mov."};
    return std::ranges::any_of(kWords, [&](std::string_view w) { return text.find(w) != text.npos; });
}

bool has_ptx_instruction(std::string_view text) {
    const std::size_t last = text.rfind(';');
    for (std::size_t begin = 0; last != text.npos && begin <= last;) {
        const std::size_t end = std::min(text.find_first_of(";\n", begin), text.size());
        std::string_view one = text.substr(begin, end - begin);
        while (!one.empty() && std::string_view(" \t\r{}").find(one[0]) != one.npos) one.remove_prefix(1);
        if (one.starts_with('@')) one = trimmed(one.substr(std::min(one.find_first_of(" \t"), one.size())));
        const std::string_view word = one.substr(0, one.find_first_of(" \t"));
        const std::size_t dot = word.find('.');
        const bool typed = dot != word.npos && dot + 1 < word.size() && word[dot + 1] >= 'a' && word[dot + 1] <= 'z';
        const bool operands = word.size() < one.size() && one.find_first_of("%$[{,(") != one.npos;
        if (typed && operands && is_ptx_opcode(word.substr(0, dot))) return true;
        begin = end + 1;
    }
    return false;
}

}  // namespace tilescope::program::source
