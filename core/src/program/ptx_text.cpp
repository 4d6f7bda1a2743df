// core/src/program/ptx_text.cpp -- names, lists and comments in PTX text.
// SPDX-License-Identifier: MIT
#include "ptx_text.h"

#include <tilescope/program/readers.h>

#include <algorithm>
#include <array>

namespace tilescope::program::ptx_reading {
namespace {

bool is_blank_char(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
bool is_number_char(char c) { return c >= '0' && c <= '9'; }
bool is_name_char(char c) { return is_name_start(c) || is_number_char(c); }

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

bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

std::size_t name_end(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    if (text.substr(at, 2) == "%[") {  // %[name], an operand of inline assembly
        for (at += 2; at < text.size() && is_name_char(text[at]);) ++at;
        return at < text.size() && text[at] == ']' ? at + 1 : begin + 1;
    }
    while (at < text.size() && (is_name_char(text[at]) || (text[at] == '.' && at > begin))) ++at;
    return at;
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && is_blank_char(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank_char(text.back())) text.remove_suffix(1);
    return text;
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
        if (!is_blank_char(c)) out += c;
        if (is_blank_char(c) && out.back() != ' ') out += ' ';
    }
    return out;
}

void each_name(std::string_view text, const std::function<void(std::string_view)>& see) {
    for (std::size_t i = 0; i < text.size();) {
        if (is_name_start(text[i])) {
            const std::size_t end = name_end(text, i);
            see(text.substr(i, end - i));
            i = end;
        } else if (is_number_char(text[i])) {
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
        gap = !part && is_blank_char(c) && (word || gap);
        word = part;
    }
    return true;
}

bool is_directive(std::string_view word) { return std::ranges::binary_search(kDirectives, word); }

bool is_opcode_word(std::string_view word) { return std::ranges::binary_search(kOpcodeWords, word); }

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
        } else if (!is_blank_char(c)) {
            directive |= start && c == '.';
            start = false;
        }
        i = end;
    }
    return out;
}

}  // namespace tilescope::program::ptx_reading

namespace tilescope::program {

bool is_ptx_directive(std::string_view word) { return ptx_reading::is_directive(word); }
bool is_ptx_opcode(std::string_view word) { return ptx_reading::is_opcode_word(word); }

}  // namespace tilescope::program
