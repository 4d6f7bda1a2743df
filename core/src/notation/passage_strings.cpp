// core/src/notation/passage_strings.cpp -- joins the lines of inline assembly and of strings with code.
// SPDX-License-Identifier: MIT
#include "passage_lines.h"

#include <array>
#include <utility>

namespace tilescope::notation {

// Inline assembly between parentheses is source code, whatever its lines look like.
void join_inline_assembly(const Work& work, std::vector<LookedAt>& lines) {
    constexpr std::array<std::string_view, 5> kStarts = {"asm", "asm!", "inline_asm", "inline_ptx", "inlined_assembly"};
    constexpr std::size_t kMostLines = 400;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view text = work.text.substr(lines[i].begin, lines[i].end - lines[i].begin);
        if (lines[i].look != Look::source || !contains_any(text, kStarts)) continue;
        int open = 0;
        for (std::size_t j = i; j < lines.size() && j < i + kMostLines; ++j) {
            for (const char c : work.text.substr(lines[j].begin, lines[j].end - lines[j].begin))
                open += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
            if (lines[j].look != Look::blank) lines[j].look = Look::source;
            if (open <= 0) break;
        }
    }
}

namespace {

// The number of quotes in a line that no backslash escapes.
std::size_t quotes_in(std::string_view text, std::string_view quote) {
    std::size_t count = 0;
    for (std::size_t at = text.find(quote); at != text.npos; at = text.find(quote, at + quote.size()))
        if (at == 0 || text[at - 1] != '\\') ++count;
    return count;
}

}  // namespace

// A string that goes over several lines and holds PTX is source code with the line in which it begins. A string alone
// is a comment, and one with functions of PTX is a whole program: their lines are read as they look.
void join_strings(const Work& work, std::vector<LookedAt>& lines) {
    constexpr std::array<std::string_view, 3> kQuotes = {"\"\"\"", "'''", "\""};
    constexpr std::array<std::string_view, 4> kPrograms = {".version", ".visible", ".entry", ".func"};
    constexpr std::size_t kMostLines = 200;
    const auto text_of = [&](const LookedAt& line) { return work.text.substr(line.begin, line.end - line.begin); };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view text = text_of(lines[i]);
        const bool open = lines[i].look == Look::source || lines[i].look == Look::any || lines[i].look == Look::weak;
        const auto quote =
            std::ranges::find_if(kQuotes, [&](std::string_view q) { return text.find(q) != std::string_view::npos; });
        if (!open || quote == kQuotes.end() || quotes_in(text, *quote) % 2 == 0) continue;
        const std::size_t begin = text.rfind(*quote);
        const bool alone = trimmed(text.substr(0, begin)).find_first_not_of("fFrRuU") == std::string_view::npos;
        bool code = looks_like_ptx(text.substr(begin + quote->size())), whole = false;
        std::size_t last = i + 1;
        for (; last < lines.size() && last < i + kMostLines; ++last) {
            const std::string_view line = text_of(lines[last]);
            code = code || lines[last].look == Look::ptx || looks_like_ptx(line);
            whole = whole || starts_with_any(trimmed(line), kPrograms);
            if (quotes_in(line, *quote) % 2 == 1) break;
        }
        if (last == lines.size() || last == i + kMostLines) continue;
        const std::size_t first = std::exchange(i, last);
        const bool raw = begin > 0 && text[begin - 1] == 'R' && text.find('(', begin) != text.npos;  // R"x( of C++
        if (!alone && !whole && !code && (raw || *quote == kQuotes[0]))  // code of another language
            lines[first].look = lines[last].look = Look::lines;
        if (alone || whole || !code) continue;
        for (std::size_t j = first; j <= last; ++j)
            if (lines[j].look != Look::blank) lines[j].look = Look::source;
    }
}

}  // namespace tilescope::notation
