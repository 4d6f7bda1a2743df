// core/src/program/source_clean.cpp -- blanks what is not code in pasted source: diff marks, Markdown fences, prompts.
// SPDX-License-Identifier: MIT
#include "source_tokens.h"

namespace tilescope::program::source {
namespace {

bool is_hunk(std::string_view line) { return line.starts_with("@@"); }

bool is_diff_header(std::string_view line) {
    constexpr std::string_view kHeaders[] = {"diff --git", "+++ ", "--- ", "index "};
    return std::ranges::any_of(kHeaders, [&](std::string_view h) { return line.starts_with(h); });
}

// A text is a diff if it has a header, or if each line begins with a mark and a removed line is not a negative number.
bool is_diff(const std::vector<std::string_view>& lines) {
    bool marked = true, changed = false;
    for (const std::string_view line : lines) {
        if (line.starts_with("@@ ") || line.starts_with("diff --git")) return true;
        if (trimmed(line).empty()) continue;
        const char mark = line.front();
        const bool number = line.size() > 1 && is_digit(line[1]);
        marked = marked && (mark == ' ' || ((mark == '+' || mark == '-') && !number));
        changed = changed || mark == '+' || mark == '-';
    }
    return marked && changed;
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && i < text.size(); ++i) text[i] = ' ';
}

bool is_elision(std::string_view line) {
    while (line.starts_with("/") || line.starts_with("#")) line = line.substr(1);
    line = trimmed(line);
    if (line.starts_with("[") && line.ends_with("]")) line = line.substr(1, line.size() - 2);
    if (line == "\xe2\x80\xa6") return true;
    return line.size() >= 3 && line.find_first_not_of('.') == line.npos;
}

void blank_prompt(std::string& text, std::size_t begin) {
    constexpr std::string_view kPrompts[] = {">>> ", "... ", "(cuda-gdb) ", "(gdb) "};
    for (const std::string_view p : kPrompts)
        if (text.compare(begin, p.size(), p) == 0) return blank(text, begin, begin + p.size());
}

// Bytes that editors and web pages put between words, and the quotes of inline code.
void blank_odd_bytes(std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '`') text[i] = ' ';
        if (text[i] == '\xc2' && i + 1 < text.size() && text[i + 1] == '\xa0') blank(text, i, i + 2);
        if (text[i] == '\xef' && text.compare(i, 3, "\xef\xbb\xbf") == 0) blank(text, i, i + 3);
        if (text[i] == '\0') text[i] = ' ';
    }
}

}  // namespace

Cleaned clean(std::string_view original) {
    Cleaned out{std::string(original), {}, {}};
    const std::vector<std::string_view> lines = split_at('\n', original);
    const bool diff = is_diff(lines);
    for (const std::string_view line : lines) {
        const auto begin = static_cast<std::uint32_t>(line.data() - original.data());
        if (diff && (is_hunk(line) || is_diff_header(line) || line.starts_with("-") || line.starts_with("\\"))) {
            if (is_hunk(line) || line.starts_with("diff ")) out.cuts.push_back(begin);
            blank(out.text, begin, begin + line.size());
            continue;
        }
        if (diff && line.starts_with("+")) blank(out.text, begin, begin + 1);
        const std::string_view inside = trimmed(std::string_view(out.text).substr(begin, line.size()));
        const bool fence = inside.starts_with("```") || inside.starts_with("~~~");
        if (fence) out.fences.push_back(begin);
        if (fence || is_elision(inside)) {
            out.cuts.push_back(begin);
            blank(out.text, begin, begin + line.size());
        }
        blank_prompt(out.text, begin);
    }
    blank_odd_bytes(out.text);
    return out;
}

namespace {

// What the lines of a language contain. A clue counts once per line.
struct Clues {
    Language language;
    int weight;
    std::array<std::string_view, 9> texts;  // the rest is empty
};
constexpr Clues kClues[] = {
    {Language::c, 5, {"__device__", "#include", "#define", "asm volatile", "__global__"}},
    {Language::c,
     4,
     {"uint32_t", "uint64_t", "constexpr ", "static_cast<", "#pragma", "#if", "#endif", "static_assert("}},
    {Language::c, 3, {"unsigned ", "nullptr", "(uint"}},
    {Language::c, 2, {"template", "void ", "auto "}},
    {Language::c, 1, {"int ", "&&"}},
    {Language::rust, 8, {"r#\""}},
    {Language::rust, 5, {"let mut ", " as u64", " as u32", "asm!(", "-> u64", "-> u32", "pub fn "}},
    {Language::rust, 4, {": u64", ": u32"}},
    {Language::rust, 3, {"impl "}},
    {Language::rust, 1, {"fn ", "let "}},
    {Language::python, 5, {"@cute."}},
    {Language::python, 4, {"def ", "elif ", "lambda ", "f\""}},
    {Language::python, 3, {"import ", "self.", "tl.", "cutlass.", "np.", "None", "comptime "}},
    {Language::python, 2, {"True", "False", "T.", "K.", "alias ", " not ", "print(", "**", "assert "}},
    {Language::python, 1, {" if ", "UInt64", " or ", " and ", "# ", "var "}},
    {Language::julia, 10, {"@test "}},
};

// "f\"" begins a string of Python, but is the end of one in the constraint "+f" of inline assembly.
bool has_clue(std::string_view line, std::string_view clue) {
    if (!clue.ends_with('"')) return line.find(clue) != line.npos;
    for (std::size_t at = line.find(clue); at != line.npos; at = line.find(clue, at + 1))
        if (std::ranges::count(line.substr(0, at), '"') % 2 == 0) return true;
    return false;
}

bool is_block_opener(std::string_view line) {
    constexpr std::string_view kWords[] = {"if ",    "else:", "elif ", "for ", "while ", "def ",
                                           "class ", "with ", "try:",  "fn ",  "except", "async def "};
    return line.ends_with(":") && std::ranges::any_of(kWords, [&](std::string_view w) { return line.starts_with(w); });
}

std::string_view without_comment(std::string_view line) {
    const std::size_t slashes = line.find("//");
    if (slashes != line.npos) line = line.substr(0, slashes);
    if (const std::size_t hash = line.find(" #"); hash != line.npos) line = line.substr(0, hash);
    return trimmed(line);
}

// Whether a line has an odd number of the quotes of a string that goes over several lines.
bool opens_or_closes_string(std::string_view line) {
    bool odd = false;
    for (std::size_t at = line.find("\"\"\""); at != line.npos; at = line.find("\"\"\"", at + 3)) odd = !odd;
    return odd;
}

}  // namespace

bool is_divisor(std::string_view text) {
    bool word = false, gap = false, any = false;
    for (const char c : trimmed(text)) {
        const bool part = is_word_char(c) || c == '.';
        if (part && word && gap) return false;
        if (c == ' ') {
            gap = true;
            continue;
        }
        constexpr std::string_view kDivisorSigns = "()[]+-*/%|&^<>~,";
        if (!part && kDivisorSigns.find(c) == kDivisorSigns.npos) return false;
        word = part;
        gap = false;
        any = any || part;
    }
    return any;
}

Language language_of(std::string_view text) {
    int scores[] = {1, 0, 0, 0, 0};  // by language; of two equal ones, the first one counts
    const auto add = [&](Language l, int weight) { scores[static_cast<std::size_t>(l)] += weight; };
    bool quoted = false;  // inside of a string of several lines, which can hold code of another language
    for (const std::string_view written : split_at('\n', text)) {
        const std::string_view whole = trimmed(written);
        const bool changes = opens_or_closes_string(whole);
        if (whole.empty() || (quoted && !changes)) continue;
        quoted = quoted != changes;
        if (changes) add(Language::python, 3);
        const std::string_view line = without_comment(whole);
        for (const Clues& clues : kClues)
            for (const std::string_view clue : clues.texts)
                if (!clue.empty() && (has_clue(line, clue) || (clue.size() == 2 && whole.starts_with(clue))))
                    add(clues.language, clues.weight);
        if (line.ends_with(";")) add(Language::c, 3), add(Language::rust, 3);
        const std::size_t table = line.find(" = {");
        const bool untyped = table != line.npos && line.substr(0, table).find_first_of(" \t<*&:") == line.npos;
        if (untyped && table + 4 == line.size())
            add(Language::python, 1);
        else if (line.ends_with("{"))
            add(Language::c, 3), add(Language::rust, 3);
        if (line.find(" if ") != line.npos && line.find(" else ") != line.npos) add(Language::python, 1);
        if (whole.starts_with("//")) add(Language::c, 2), add(Language::rust, 2);
        const std::size_t slashes = whole.find(" // ");
        if (slashes != whole.npos && slashes > 0 && is_digit(whole[slashes + 4 < whole.size() ? slashes + 4 : 0]) &&
            is_divisor(whole.substr(slashes + 3)))
            add(Language::python, 2);
        // A comment after code. In C, a '#' is only at the start of a line.
        if (!whole.starts_with("#") && whole.find(" # ") != whole.npos) add(Language::python, 2);
        if (is_block_opener(line)) add(Language::python, 6);
        if (line == "end" || line == "end;") add(Language::julia, 20);
        if (line.find("::") != line.npos || line.find("->") != line.npos) add(Language::c, 1);
    }
    return static_cast<Language>(std::ranges::max_element(scores) - scores);
}

}  // namespace tilescope::program::source
