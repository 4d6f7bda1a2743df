// core/src/notation/passages.cpp -- recognizes the language of each line of a text, and joins lines to passages.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/program/readers.h>

namespace tilescope::notation {
namespace {

struct LookedAt {
    std::string_view text;  // with its line end
    Language look;
    bool assigns, glue;
};

std::string_view first_token(std::string_view text) { return text.substr(0, text.find_first_of(" \t(;{,")); }

// Directives that listings of machine code have too. They belong to the code around them.
constexpr std::string_view kSharedDirectives[] = {".align",   ".extern", ".file", ".global",
                                                  ".section", ".target", ".weak"};
// Data in the debug sections of PTX.
constexpr std::string_view kPtxData[] = {".b16", ".b32", ".b64", ".b8"};

// A directive of PTX that begins a line, or nothing. A line with '=' can be data that the user wants to decode.
std::string_view ptx_directive(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(" \t;,("));
    const bool known = is_in(kPtxData, name) || program::is_ptx_directive(name);
    return text.find('=') == text.npos && known ? name : std::string_view();
}

// Removes the guard of an instruction: "@%p1 ", "@!leader ".
std::string_view without_guard(std::string_view text) {
    if (!text.starts_with('@')) return text;
    const std::size_t end = text.find_first_of(" \t");
    return end == text.npos ? text.substr(text.size()) : trimmed(text.substr(end));
}

// "add.s32 %r1, ..." and the opcodes that need no qualifier.
bool is_ptx_instruction(std::string_view text) {
    if (text.find('"') != text.npos || text.find('=') != text.npos) return false;
    if (text.starts_with("ret;") || text.starts_with("exit;") || text.starts_with("bra ")) return true;
    const std::string_view token = first_token(text);
    const std::size_t dot = token.find('.');
    const std::string_view second = dot == token.npos ? std::string_view() : token.substr(dot + 1);
    if (second.size() > 1 && is_capital(second[0]) && is_small_letter(second[1]))
        return false;  // tcgen05.CtaGroup.ONE of CuTe DSL
    const bool typed = dot + 1 < token.size() && is_word_char(token[dot + 1]) && token.size() < text.size() &&
                       text[token.size()] != '(';
    return dot != token.npos && typed && program::is_ptx_opcode(token.substr(0, dot));
}

bool looks_like_ptx(std::string_view text) {
    text = trimmed(text.substr(0, text.find("//")));
    if (text.starts_with('{')) text = trimmed(text.substr(1));
    text = without_guard(text);
    return !ptx_directive(text).empty() || is_ptx_instruction(text);
}

// "$L__BB0_2:" of PTX, "$__internal_0_$f:" of a listing.
bool is_dollar_label(std::string_view text) {
    return text.starts_with('$') && trimmed(text.substr(0, text.find("//"))).ends_with(':');
}

// The end of a list of parameters, a label or a part of a list of labels, a comment between strings. They belong to the
// code around them.
bool is_glue(std::string_view text) {
    text = trimmed(text.substr(0, text.find("//")));
    if (text == "(" || text == ")" || text.starts_with("# ")) return true;
    return text.size() > 1 && (text.ends_with(':') || text.ends_with(',')) &&
           std::ranges::all_of(text.substr(0, text.size() - 1), [](char c) { return is_word_char(c) || c == '$'; });
}

constexpr std::string_view kIrParts[] = {
    "llvm.",          "arith.",      "nvvm.",       "ttng.",       "ttg.",     "scf.",
    "asm sideeffect", "!tt.",        "; preds = ",  "or disjoint", "zext i32", "mlir.constant",
    "CHECK:",         "CHECK-NEXT:", "CHECK-SAME:", "CHECK-DAG:",  " = loc("};
constexpr std::string_view kIrStarts[] = {
    "define ",  "declare ", "^bb", "br label %",         "br i1 %",           "ret void",
    "switch i", "tt.",      "cf.", "source_filename = ", "target datalayout", "attributes #"};

// "!4 = !{...}", metadata of LLVM.
bool is_metadata(std::string_view text) {
    return text.size() > 1 && text[0] == '!' && is_digit(text[1]) && text.find(" = ") != text.npos;
}

// "%5 = or i64 %4, 5": an operation after '='. "%a_hi = 0x40004040" is a number with a name.
bool looks_like_ir(std::string_view text) {
    const bool stores = text.starts_with("store ") && text.find(", ptr ") != text.npos;
    if (starts_with_any(text, kIrStarts) || stores || is_metadata(text)) return true;
    const bool named = text.starts_with('%') || text.starts_with("@$") || text.starts_with("%[[");
    const std::size_t equals = text.find('=');
    if (named && equals != text.npos) {
        const std::string_view right = trimmed(text.substr(equals + 1));
        if (!right.empty() && is_small_letter(right[0])) return true;
    }
    return contains_any(text, kIrParts) || (text.find("tcgen05.") != text.npos && text.find("\", \"") != text.npos);
}

constexpr std::string_view kSourceStarts[] = {
    "const ",    "constexpr ", "static ",   "inline ",    "template", "struct ",   "union ", "enum ",
    "class ",    "auto ",      "uint64_t ", "uint32_t ",  "int ",     "unsigned ", "return", "def ",
    "fn ",       "let ",       "var ",      "import ",    "from ",    "if ",       "if(",    "for ",
    "for(",      "while",      "else",      "switch",     "asm",      "#define",   "#if",    "#include",
    "namespace", "using ",     "@",         "__device__", "__host__", "size_t "};
constexpr std::string_view kSourceParts[] = {"|=",   "&=", "^=", "+=", "<<=", ">>=", "static_cast<", "static_assert",
                                             " if ", "::"};

bool is_call_line(std::string_view text) {
    const std::size_t open = text.find('(');
    if (open == text.npos || open == 0 || !is_word_char(text[open - 1])) return false;
    const std::string_view name = text.substr(0, open);
    return std::ranges::all_of(name, [](char c) { return is_word_char(c) || c == '.' || c == ':'; });
}

// "idesc = tcgen05.make_instr_desc(m=BM)", or "a_desc = cl.Tcgen05SharedMemoryDescriptor(" with more arguments on the
// next lines.
bool assigns_call(std::string_view text) {
    const std::size_t equals = text.find('=');
    const bool whole = text.ends_with(')') || std::ranges::count(text, '(') > std::ranges::count(text, ')');
    if (!whole || equals == text.npos || equals == 0) return false;
    const std::string_view left = trimmed(text.substr(0, equals)), right = trimmed(text.substr(equals + 1));
    return !left.empty() && std::ranges::all_of(left, [](char c) { return is_word_char(c) || c == '.'; }) &&
           is_call_line(right);
}

// "d.layout_type_ = 2": a member of a struct of CUTLASS.
bool sets_member(std::string_view text) {
    const std::size_t end = text.find("_ = ");
    if (end == text.npos) return false;
    const std::string_view path = text.substr(0, end);
    return path.find('.') != path.npos &&
           std::ranges::all_of(path, [](char c) { return is_word_char(c) || c == '.' || c == '[' || c == ']'; });
}

bool has_bit_operator(std::string_view text) { return contains_any(text, {"<<", ">>", "|", " & "}); }

// A call that gets inline assembly. MLIR has no bracket behind these words.
bool calls_inline_assembly(std::string_view text) {
    return contains_any(text, {"inline_asm(", "inline_asm_elementwise(", "inline_ptx(", "inlined_assembly["});
}

// "x = llvm.or_(a, b)": a function of MLIR in Python. A line of MLIR has types, or names with marks.
bool calls_bindings(std::string_view text) {
    if (text.find_first_of("%@\"#") != text.npos || text.find(" : ") != text.npos) return false;
    for (const std::string_view dialect : {"llvm.", "arith."}) {
        std::size_t end = text.find(dialect);
        if (end == text.npos || (end > 0 && is_word_char(text[end - 1]))) continue;
        end = end_of_word(text, end + dialect.size());
        if (end < text.size() && text[end] == '(') return true;
    }
    return false;
}

// A line of inline assembly in quotes.
bool is_quoted_code(std::string_view text) {
    return text.starts_with('"') && (text.find(';') != text.npos || text.find("\\n") != text.npos);
}

// A row of a log has at least two words "key=0x...", or a list of them, and no statement.
bool looks_like_log(std::string_view text) {
    if (text.ends_with(';') || text.ends_with('{')) return false;
    unsigned words = 0;
    std::size_t next = text.npos;  // where the next word of a list begins
    for (std::size_t at = text.find("0x"), end = 0; at != text.npos; at = text.find("0x", end)) {
        end = at + 2;
        while (end < text.size() && is_word_char(text[end])) ++end;
        const bool assigned =
            at > 0 &&
            (text[at - 1] == '=' || (at > 1 && text[at - 1] == ' ' && (text[at - 2] == '=' || text[at - 2] == ':')));
        if ((!assigned && at != next) || end - at < 10) continue;
        ++words;
        next = end < text.size() && text[end] == ' ' ? text.find_first_not_of(' ', end) : text.npos;
    }
    return words >= 2;
}

bool ends_statement(std::string_view text) {
    constexpr std::string_view kEnds = ";{}\\";
    return kEnds.find(text.back()) != kEnds.npos;
}

// Lines of debuggers, memory dumps and printers: "$2 = 0x40004040", "0x7ffe4010 <desc>: 0x00010040", "UR4 0x10000
// 65536".
bool looks_like_debugger(const Line& line, std::string_view raw) {
    constexpr std::string_view kStarts[] = {
        "(gdb)",           "(cuda-gdb)",           "(lldb)", "x/", "=> 0x", "GmmaDescriptor:", "UmmaDescriptor:",
        "SmemDescriptor:", "UMMA::SmemDescriptor:"};
    constexpr std::string_view kFields[] = {"start_addr ", "leading_off", "stride_off", "base_offset:", "layout_type:"};
    const std::string_view text = line.text;
    const bool member = trimmed(raw).ends_with(',');  // "base_offset: 0," initializes a struct of Rust
    if (starts_with_any(trimmed(raw), kStarts) || (starts_with_any(text, kFields) && !member)) return true;
    if (text.find("DescriptorIterator") != text.npos || address_column(text)) return true;
    if (text.size() > 1 && text[0] == '$' && is_digit(text[1])) return true;
    const std::size_t end = text.find_first_of(" \t");
    if (end == text.npos) return false;
    const std::string_view second = trimmed(text.substr(end));
    return std::ranges::all_of(text.substr(0, end), is_word_char) && second.starts_with("0x") &&
           second.find(' ') != second.npos && second.find_first_of("|&<>+*(=") == second.npos;
}

// "tcgen05.mma.cta_group::1.kind::f16": a heading, not a statement of source code.
bool is_bare_opcode(std::string_view text) {
    return text.find_first_of(" \t(") == text.npos && program::is_ptx_opcode(text.substr(0, text.find('.')));
}

Language look_of(const Work& work, std::string_view raw, const Line& line) {
    const std::string_view text = trimmed(raw);
    if (!text.empty() && looks_like_log(text)) return Language::lines;  // first, because logs are long
    const bool comment = text.starts_with("/*") || text.starts_with("//");
    if (text.empty() || (comment && line.text.empty() && !looks_like_ir(text))) return Language::blank;
    if (!line.text.empty() && is_sass_instruction(work.text, line)) return Language::sass;
    if (is_dollar_label(text)) return Language::shared;
    if (const auto directive = ptx_directive(text); !directive.empty()) {
        if (!is_in(kSharedDirectives, directive)) return Language::ptx;
        return text.find(".text.") == text.npos ? Language::shared : Language::sass;
    }
    if (!line.text.empty() && is_listing_line(work.text, line)) return Language::sass;
    if (looks_like_debugger(line, raw)) return Language::lines;
    if (calls_inline_assembly(text) || calls_bindings(text)) return Language::source;
    if (looks_like_ptx(text)) return Language::ptx;
    if (looks_like_ir(text)) return Language::ir;
    // ".global .u32 desc = 0x08200490;" is data with a name.
    if (text.starts_with('.') && text.find(" = ") != text.npos && text.ends_with(';')) return Language::lines;
    if (is_bare_opcode(text)) return Language::lines;
    if (looks_like_source(text)) return Language::source;
    return ends_statement(text) ? Language::weak : Language::any;
}

std::vector<LookedAt> lines_of(const Work& work) {
    std::vector<LookedAt> out;
    const bool python = is_python(work.text);
    for (std::size_t begin = 0; begin < work.text.size() && !work.is_stopped();) {
        std::size_t end = work.text.find('\n', begin);
        end = end == work.text.npos ? work.text.size() : end + 1;
        const std::string_view raw = work.text.substr(begin, end - begin);
        const std::string_view body = raw.ends_with('\n') ? raw.substr(0, raw.size() - 1) : raw;
        const Line line{normalised(body, python), begin, static_cast<unsigned>(out.size() + 1)};
        out.push_back({raw, look_of(work, body, line), body.find('=') != body.npos, is_glue(body)});
        begin = end;
    }
    return out;
}

bool is_program(Language look) { return look >= Language::ptx && look <= Language::source; }

// Lines without a sign of a language get the language of the program before or after them. A blank line ends this,
// except for assignments.
void settle_looks(std::vector<LookedAt>& lines) {
    const auto settle = [](LookedAt& line, Language near, bool blank) {
        const bool joins = line.look == Language::any && near == Language::source && (!blank || line.assigns);
        const bool open = line.look == Language::shared || (line.look == Language::any && line.glue);
        const bool follows = open && (near == Language::ptx || near == Language::sass);
        if (joins || follows || (line.look == Language::weak && is_program(near))) line.look = near;
    };
    Language near = Language::lines;
    bool blank = false;
    int open = 0;  // braces of source code: a blank line does not end a function
    for (LookedAt& line : lines) {
        settle(line, near, blank && open <= 0);
        blank = line.look == Language::blank;
        if (!blank) near = line.look;
        if (near != Language::source) open = 0;
        if (line.look != Language::source) continue;
        for (const char c : line.text) open += c == '{' ? 1 : c == '}' ? -1 : 0;
        open = std::max(open, 0);
    }
    near = Language::lines, blank = false;
    for (std::size_t i = lines.size(); i-- > 0;) {
        settle(lines[i], near, blank);
        blank = lines[i].look == Language::blank;
        if (!blank) near = lines[i].look;
        if (lines[i].look == Language::weak) lines[i].look = Language::source;
        if (lines[i].look == Language::shared) lines[i].look = Language::ptx;
    }
}

// Code that is commented out is read only if there is nothing else.
bool is_only_comments(const std::vector<LookedAt>& lines) {
    constexpr std::string_view kStarts[] = {"//", "#", "* "};
    return std::ranges::all_of(lines, [&](const LookedAt& line) {
        const std::string_view text = trimmed(line.text.substr(0, line.text.find('\n')));
        const bool block = text.starts_with("/*") && text.find("*/") >= text.size() - 2;
        const bool typed = text.find('%') != text.npos || text.find(" : ") != text.npos;  // not a word of MLIR alone
        const bool ir = line.look == Language::ir && typed;
        const bool comment = (block || starts_with_any(text, kStarts)) && !ir;
        return text.empty() || comment;
    });
}

// Inline assembly between parentheses is source code, whatever its lines look like.
void join_inline_assembly(std::vector<LookedAt>& lines) {
    constexpr std::string_view kStarts[] = {"asm", "asm!", "inline_asm", "inline_ptx", "inlined_assembly"};
    constexpr std::size_t kMostLines = 400;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].look != Language::source || !contains_any(lines[i].text, kStarts)) continue;
        int open = 0;
        for (std::size_t j = i; j < lines.size() && j < i + kMostLines; ++j) {
            for (const char c : lines[j].text) open += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (lines[j].look != Language::blank) lines[j].look = Language::source;
            if (open <= 0) break;
        }
    }
}

// The number of quotes in a line that no backslash escapes.
std::size_t quotes_in(std::string_view text, std::string_view quote) {
    std::size_t count = 0;
    for (std::size_t at = text.find(quote); at != text.npos; at = text.find(quote, at + quote.size()))
        if (at == 0 || text[at - 1] != '\\') ++count;
    return count;
}

// A string that goes over several lines and holds PTX is source code with the line in which it begins. A string alone
// is a comment, and one with functions of PTX is a whole program: their lines are read as they look.
void join_strings(std::vector<LookedAt>& lines) {
    constexpr std::string_view kQuotes[] = {"\"\"\"", "'''", "\""};
    constexpr std::string_view kPrograms[] = {".version", ".visible", ".entry", ".func"};
    constexpr std::size_t kMostLines = 200;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view text = lines[i].text;
        const bool open =
            lines[i].look == Language::source || lines[i].look == Language::any || lines[i].look == Language::weak;
        const auto* quote = std::ranges::find_if(kQuotes, [&](std::string_view q) { return contains_any(text, {q}); });
        if (!open || quote == std::end(kQuotes) || quotes_in(text, *quote) % 2 == 0) continue;
        const std::size_t begin = text.rfind(*quote);
        const bool alone = trimmed(text.substr(0, begin)).find_first_not_of("fFrRuU") == std::string_view::npos;
        bool code = looks_like_ptx(text.substr(begin + quote->size())), whole = false;
        std::size_t last = i + 1;
        for (; last < lines.size() && last < i + kMostLines; ++last) {
            const std::string_view line = lines[last].text;
            code = code || lines[last].look == Language::ptx || looks_like_ptx(line);
            whole = whole || starts_with_any(trimmed(line), kPrograms);
            if (quotes_in(line, *quote) % 2 == 1) break;
        }
        if (last == lines.size() || last == i + kMostLines) continue;
        const std::size_t first = std::exchange(i, last);
        const bool raw = begin > 0 && text[begin - 1] == 'R' && text.find('(', begin) != text.npos;  // R"x( of C++
        if (!alone && !whole && !code && (raw || *quote == kQuotes[0]))  // code of another language
            lines[first].look = lines[last].look = Language::lines;
        if (alone || whole || !code) continue;
        for (std::size_t j = first; j <= last; ++j)
            if (lines[j].look != Language::blank) lines[j].look = Language::source;
    }
}

}  // namespace

bool looks_like_source(std::string_view text) {
    if (starts_with_any(text, kSourceStarts) || contains_any(text, kSourceParts) || is_quoted_code(text)) return true;
    if (text.starts_with('.') && text.find('=') != text.npos) return true;  // {.lbo = 1}
    return is_call_line(text) || assigns_call(text) || sets_member(text) ||
           (has_bit_operator(text) && text.find("0x") != text.npos) ||
           (text.find('=') != text.npos && has_bit_operator(text));
}

std::vector<Passage> passages_of(const Work& work) {
    std::vector<LookedAt> lines = lines_of(work);
    if (is_only_comments(lines)) return {{0, work.text.size(), 1, Language::source}};
    join_strings(lines);
    join_inline_assembly(lines);
    settle_looks(lines);
    std::vector<Passage> out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Language language = is_program(lines[i].look) ? lines[i].look : Language::lines;
        const TextSpan span = work.span_of(lines[i].text);
        const bool same = !out.empty() && (out.back().language == language || lines[i].look == Language::blank);
        if (same)
            out.back().end = span.end;
        else
            out.push_back({span.begin, span.end, static_cast<unsigned>(i + 1), language});
    }
    return out;
}

}  // namespace tilescope::notation
