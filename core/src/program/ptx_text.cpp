// core/src/program/ptx_text.cpp -- names and lists of PTX text, and where its statements begin and end.
// SPDX-License-Identifier: MIT
#include "ptx.h"

namespace tilescope::program::ptx_reading {
namespace {

bool is_name_char(char c) { return is_name_start(c) || is_digit(c); }

// clang-format off
constexpr std::array kOpcodeWords = std::to_array<std::string_view>({
    "abs", "activemask", "add", "addc", "alloca", "and", "applypriority", "atom", "bar", "barrier", "bfe", "bfi", "bfind",
    "bmsk", "bra", "brev", "brkpt", "brx", "call", "clusterlaunchcontrol", "clz", "cnot", "copysign", "cos", "cp",
    "createpolicy", "cvt", "cvta", "discard", "div", "dp2a", "dp4a", "elect", "ex2", "exit", "fence", "fma", "fns",
    "getctarank", "griddepcontrol", "isspacep", "istypep", "ld", "ldmatrix", "ldu", "lg2", "lop3", "mad", "mad24", "madc",
    "mapa", "match", "max", "mbarrier", "membar", "min", "mma", "mov", "movmatrix", "mul", "mul24", "multimem", "nanosleep",
    "neg", "not", "or", "pmevent", "popc", "prefetch", "prefetchu", "prmt", "rcp", "red", "redux", "rem", "ret", "rsqrt",
    "sad", "selp", "set", "setmaxnreg", "setp", "shf", "shfl", "shl", "shr", "sin", "slct", "sqrt", "st", "stackrestore",
    "stacksave", "stmatrix", "sub", "subc", "suld", "suq", "sured", "sust", "szext", "tanh", "tcgen05", "tensormap",
    "testp", "tex", "tld4", "trap", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2",
    "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4", "vshl", "vshr",
    "vsub", "vsub2", "vsub4", "wgmma", "wmma", "xor"});

constexpr std::array kDirectives = std::to_array<std::string_view>({
    ".abi_preserve", ".abi_preserve_control", ".address_size", ".alias", ".align", ".attribute", ".blocksareclusters",
    ".branchtargets", ".callprototype", ".calltargets", ".common", ".const", ".entry", ".explicitcluster", ".extern", ".file",
    ".func", ".global", ".language", ".loc", ".local", ".maxclusterrank", ".maxnctapersm", ".maxnreg", ".maxntid",
    ".minnctapersm", ".noreturn", ".param", ".pragma", ".reg", ".reqnctapercluster", ".reqntid", ".section", ".shared",
    ".target", ".tex", ".version", ".visible", ".weak"});
// clang-format on
static_assert(std::ranges::is_sorted(kOpcodeWords));
static_assert(std::ranges::is_sorted(kDirectives));

// Makes blanks of [from, to), but keeps the line ends.
void blank_out(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
        if (text[i] != '\n') text[i] = ' ';
}

}  // namespace

bool is_name_start(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }

std::size_t name_end(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    if (text.substr(at, 2) == "%[") {  // %[name], an operand of inline assembly
        for (at += 2; at < text.size() && is_name_char(text[at]);) ++at;
        return at < text.size() && text[at] == ']' ? at + 1 : begin + 1;
    }
    while (at < text.size() && (is_name_char(text[at]) || (text[at] == '.' && at > begin))) ++at;
    return at;
}

std::vector<std::string_view> split_list(std::string_view inner) {
    std::vector<std::string_view> out;
    std::size_t begin = 0, depth = 0;
    for (std::size_t i = 0; i <= inner.size(); ++i) {
        const char c = i < inner.size() ? inner[i] : ',';
        if (c == '{' || c == '[' || c == '(') ++depth;
        if ((c == '}' || c == ']' || c == ')') && depth > 0) --depth;
        if (c != ',' || (depth > 0 && i < inner.size())) continue;
        out.push_back(without_blanks(inner.substr(begin, i - begin)));
        begin = i + 1;
    }
    return out;
}

std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : without_blanks(text)) {
        if (!is_blank(c)) out += c;
        if (is_blank(c) && out.back() != ' ') out += ' ';
    }
    return out;
}

void each_name(std::string_view text, const std::function<void(std::string_view)>& see) {
    for (std::size_t i = 0; i < text.size();) {
        if (is_name_start(text[i])) {
            const std::size_t end = name_end(text, i);
            see(text.substr(i, end - i));
            i = end;
        } else if (is_digit(text[i])) {
            while (i < text.size() && is_name_char(text[i])) ++i;
        } else {
            ++i;
        }
    }
}

bool is_sound(std::string_view operand) {
    if (operand.empty()) return false;
    bool word = false, gap = false;  // after a word, after blanks that follow a word
    for (const char c : operand) {
        const bool part = is_name_char(c) || c == '.';
        if (part && gap) return false;
        gap = !part && is_blank(c) && (word || gap);
        word = part;
    }
    return true;
}

std::string without_comments(std::string_view text) {
    std::string out(text);
    bool start = true, directive = false;  // only blanks before this in the line; the line is a directive
    for (std::size_t i = 0; i < out.size();) {
        const char c = out[i];
        std::size_t end = i + 1;
        if (out.compare(i, 2, "//") == 0 || (start && c == '#')) {
            end = std::min(out.find('\n', i), out.size());
            blank_out(out, i, end);
        } else if (out.compare(i, 2, "/*") == 0) {
            const std::size_t close = out.find("*/", i + 2);
            end = close == out.npos ? out.size() : close + 2;
            blank_out(out, i, end);
        } else if (directive && c == '"') {
            end = std::min(out.find_first_of("\"\n", i + 1), out.size());
            if (end < out.size() && out[end] == '"') ++end;
            blank_out(out, i, end);
        } else if (c == '\n') {
            start = true;
            directive = false;
        } else if (!is_blank(c)) {
            directive |= start && c == '.';
            start = false;
        }
        i = end;
    }
    return out;
}

namespace {

// Control instructions need no qualifier, so their words stand alone.
constexpr std::array kBareOpcodes = std::to_array<std::string_view>({"bra", "brkpt", "call", "exit", "ret", "trap"});

// Directives that end with their line.
constexpr std::array kLineDirectives =
    std::to_array<std::string_view>({".address_size", ".file", ".loc", ".section", ".target", ".version"});

// Directives that can follow an instruction without a semicolon, even inside of brackets that nobody closed.
constexpr std::array kBodyDirectives = std::to_array<std::string_view>({".file", ".loc", ".pragma", ".reg"});

// LLVM's spelling of %=, a number that is different in each copy of the assembly text.
constexpr std::string_view kUnique = "${:uid}";

constexpr std::size_t kNotHere = std::string_view::npos;

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

std::size_t after_spaces(std::string_view text, std::size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return at;
}

std::size_t after_blanks(std::string_view text, std::size_t at) {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

// "tcgen05.mma.cta_group::1": a colon belongs to the word only if it is double.
std::size_t opcode_end(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        if (text.substr(at, 2) == "::")
            at += 2;
        else if (is_name_char(text[at]) || text[at] == '.')
            ++at;
        else
            break;
    }
    return at;
}

// Returns the end of the opcode at this place, or kNotHere. `known`: only opcodes of PTX with a qualifier.
std::size_t opcode_at(std::string_view text, std::size_t begin, bool known) {
    const std::size_t end = opcode_end(text, begin);
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t dot = word.find('.');
    const std::string_view base = word.substr(0, dot);
    if (base.empty() || !is_small(base[0]) ||
        !std::ranges::all_of(base, [](char c) { return is_small(c) || is_digit(c); }))
        return kNotHere;
    if (end < text.size() && !is_space(text[end]) && std::string_view("\n;[{}").find(text[end]) == kNotHere)
        return kNotHere;
    if (dot == kNotHere) return known || !std::ranges::binary_search(kBareOpcodes, base) ? kNotHere : end;
    if (word.ends_with('.') || !is_name_char(word[dot + 1])) return kNotHere;
    return known && !is_ptx_opcode(base) ? kNotHere : end;
}

// "$L__BB0_1", "LAB_WAIT_%=", "L${:uid}". Returns `begin` if none is here.
std::size_t label_end(std::string_view text, std::size_t begin) {
    if (begin >= text.size() || !is_name_start(text[begin])) return begin;
    std::size_t at = begin;
    while (at < text.size()) {
        if (text.substr(at, 2) == "%=")
            at += 2;
        else if (text.substr(at, kUnique.size()) == kUnique)
            at += kUnique.size();
        else if (is_name_char(text[at]))
            ++at;
        else
            break;
    }
    return at;
}

// Returns the place of the colon of a label, or kNotHere. Prose such as "Result: the word" is not a label.
std::size_t colon_at(std::string_view text, std::size_t begin) {
    const std::size_t end = label_end(text, begin);
    const std::size_t colon = after_spaces(text, end);
    if (end == begin || colon >= text.size() || text[colon] != ':' || text.substr(colon, 2) == "::") return kNotHere;
    const std::size_t next = after_spaces(text, colon + 1);
    if (next >= text.size() || std::string_view("\n;{}.@").find(text[next]) != kNotHere) return colon;
    if (opcode_at(text, next, false) != kNotHere) return colon;
    const std::size_t other = after_spaces(text, label_end(text, next));
    return other > next && other < text.size() && text[other] == ':' ? colon : kNotHere;
}

struct Context {
    bool strict = false;  // inside of brackets or after a comma, where the operands probably go on
    bool begun = false;   // there is an operand already
};

bool begins_statement(std::string_view text, std::size_t at, bool strict) {
    return colon_at(text, at) != kNotHere || opcode_at(text, at, strict) != kNotHere;
}

// Whether a line that begins here starts a statement, though no semicolon ends the one before. Behind an operand, no
// other operand can begin without a comma.
bool starts_statement(std::string_view text, std::size_t at, Context context) {
    const char c = text[at];
    if (c == '@') return true;
    if (c == '{') return !context.strict && context.begun;
    if (c == '}') return !context.strict;
    if (c == '.') {
        const std::string_view word = text.substr(at, opcode_end(text, at) - at);
        if (context.strict) return std::ranges::binary_search(kBodyDirectives, word);
        return context.begun ? word.size() > 1 : is_ptx_directive(word);
    }
    if (begins_statement(text, at, context.strict)) return true;
    if (context.strict || !context.begun) return false;
    if (is_name_char(c) || std::string_view("\"'`#=\\").find(c) != kNotHere) return true;
    if (std::string_view("+->|").find(c) == kNotHere) return false;
    const std::size_t next = after_spaces(text, at + 1);  // the marks of diffs, quotations and tables
    return next < text.size() && (text[next] == '@' || begins_statement(text, next, false));
}

// The brackets that are open at a character, and the last character before it that is not blank.
struct Nesting {
    std::size_t depth = 0;
    char before = 0;

    bool is_end(char c) const { return c == ';' || (c == '}' && depth == 0); }
    void pass(char c) {
        if (is_space(c)) return;
        if (c == '{' || c == '[' || c == '(') ++depth;
        if ((c == '}' || c == ']' || c == ')') && depth > 0) --depth;
        before = c;
    }
};

class Splitter {
public:
    Splitter(std::string_view text, std::size_t& at, Piece& piece) : text_(text), at_(at), piece_(piece) {}

    bool next() {
        piece_.guard = piece_.word = piece_.whole = {};
        piece_.operands.clear();
        piece_.closed = false;
        for (;;) {
            at_ = after_blanks(text_, at_);
            if (at_ >= text_.size()) return false;
            const char c = text_[at_];
            if (c == '{' || c == '}') {
                piece_.type = c == '{' ? Piece::Type::open : Piece::Type::close;
                piece_.whole = text_.substr(at_++, 1);
                return true;
            }
            if (c == '.' && at_ + 1 < text_.size() && is_small(text_[at_ + 1])) {
                read_directive();
                return true;
            }
            if (read_label() || read_instruction()) return true;
            if (c == ';' || c == '+' || c == '>' || c == '|')  // the marks of diffs, quotations and tables
                ++at_;
            else if (is_digit(c))
                skip_number();
            else
                skip_line();
        }
    }

private:
    // The number of a line can stand before the statement.
    void skip_number() {
        std::size_t end = at_;
        while (end < text_.size() && is_digit(text_[end])) ++end;
        if (end < text_.size() && std::string_view(":|.)").find(text_[end]) != kNotHere) ++end;
        if (end < text_.size() && is_space(text_[end]))
            at_ = end;
        else
            skip_line();
    }

    void skip_line() { at_ = std::min(text_.find_first_of("\n;", at_), text_.size()); }

    bool read_label() {
        const std::size_t colon = colon_at(text_, at_);
        if (colon == kNotHere) return false;
        piece_.type = Piece::Type::label;
        piece_.word = piece_.whole = text_.substr(at_, label_end(text_, at_) - at_);
        at_ = colon + 1;
        return true;
    }

    bool read_instruction() {
        std::size_t begin = at_;
        if (text_[begin] == '@') {
            const std::size_t guard = after_spaces(text_, begin + 1);
            const bool negated = guard < text_.size() && text_[guard] == '!';
            const std::size_t name = negated ? after_spaces(text_, guard + 1) : guard;
            if (name >= text_.size() || !is_name_start(text_[name])) return false;
            const std::size_t end = name_end(text_, name);
            piece_.guard = text_.substr(guard, end - guard);
            begin = after_blanks(text_, end);
        }
        const std::size_t end = opcode_at(text_, begin, false);
        if (end == kNotHere) {
            piece_.guard = {};
            return false;
        }
        piece_.type = Piece::Type::instruction;
        piece_.word = text_.substr(begin, end - begin);
        at_ = end;
        read_rest(false);
        take_semicolon();
        const std::size_t last = piece_.operands.empty()
                                     ? end
                                     : static_cast<std::size_t>(piece_.operands.back().data() - text_.data()) +
                                           piece_.operands.back().size();
        piece_.whole = text_.substr(begin, last - begin);
        return true;
    }

    // Reads the operands of an instruction, or the rest of a directive. `line`: it ends with its line.
    void read_rest(bool line) {
        const bool directive = piece_.type == Piece::Type::directive;
        std::size_t begin = at_;
        Nesting nesting;
        const auto add = [&] { piece_.operands.push_back(without_blanks(text_.substr(begin, at_ - begin))); };
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            const bool value = directive && nesting.before == '=';
            if (nesting.is_end(c) || (directive && c == '{' && nesting.depth == 0 && !value)) break;
            if (c == '\n') {
                const std::size_t next = after_blanks(text_, at_);
                const bool strict = nesting.depth > 0 || nesting.before == ',' || value;
                if (next >= text_.size() || (line && nesting.depth == 0)) break;
                if (!(value && text_[next] == '{') &&
                    starts_statement(text_, next, {.strict = strict, .begun = nesting.before != 0}))
                    break;
                at_ = next - 1;
                continue;
            }
            nesting.pass(c);
            if (directive || c != ',' || nesting.depth > 0) continue;
            add();
            begin = at_ + 1;
        }
        if (!directive && nesting.before != 0) add();
    }

    void take_semicolon() {
        piece_.closed = at_ < text_.size() && text_[at_] == ';';
        if (piece_.closed) ++at_;
    }

    void read_directive() {
        const std::size_t begin = at_;
        at_ = opcode_end(text_, begin);
        piece_.type = Piece::Type::directive;
        piece_.word = text_.substr(begin, at_ - begin);
        read_rest(std::ranges::binary_search(kLineDirectives, piece_.word));
        piece_.whole = without_blanks(text_.substr(begin, at_ - begin));
        take_semicolon();
    }

    std::string_view text_;
    std::size_t& at_;
    Piece& piece_;
};

}  // namespace

bool next_piece(std::string_view text, std::size_t& at, Piece& piece) { return Splitter(text, at, piece).next(); }

}  // namespace tilescope::program::ptx_reading

namespace tilescope::program {

bool is_ptx_directive(std::string_view word) { return std::ranges::binary_search(ptx_reading::kDirectives, word); }
bool is_ptx_opcode(std::string_view word) { return std::ranges::binary_search(ptx_reading::kOpcodeWords, word); }

}  // namespace tilescope::program
