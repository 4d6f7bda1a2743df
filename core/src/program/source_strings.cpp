// core/src/program/source_strings.cpp -- pairs brackets and decodes strings.
// SPDX-License-Identifier: MIT
#include "source_macros.h"
#include "source_tokens.h"

#include <algorithm>
#include <utility>

namespace tilescope::program::source {
namespace {

char closer_of(char c) { return c == '(' ? ')' : c == '[' ? ']' : '}'; }

bool is_opener(std::string_view s) { return s == "(" || s == "[" || s == "{"; }
bool is_closer(std::string_view s) { return s == ")" || s == "]" || s == "}"; }

// Each branch of #if starts with the brackets that are open at the #if.
class Pairing {
public:
    explicit Pairing(std::vector<Token>& tokens) : tokens_(tokens) {}

    void run() {
        for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
            Token& t = tokens_[i];
            t.match = kNoToken;
            if (t.type == TokenType::cut || t.type == TokenType::end) end_blocks(i);
            if (t.type != TokenType::symbol) continue;
            if (t.first && t.text == "#" && i + 1 < tokens_.size()) directive(i);
            if (t.text == ";" && t.language != Language::julia) drop_parentheses();
            if (is_opener(t.text)) open_.push_back(i);
            if (is_closer(t.text)) close(i);
        }
    }

private:
    void pair(std::uint32_t a, std::uint32_t b) {
        tokens_[a].match = b;
        if (tokens_[b].type == TokenType::symbol) tokens_[b].match = a;
    }

    void end_blocks(std::uint32_t at) {
        for (const std::uint32_t i : open_)
            if (tokens_[i].text == "{") tokens_[i].match = at;
        open_.clear();
        branches_.clear();
        deeper_ = 0;
    }

    void close(std::uint32_t at) {
        const char c = tokens_[at].text.front();
        const auto opens = [&](std::uint32_t i) { return closer_of(tokens_[i].text.front()) == c; };
        for (std::size_t n = open_.size(); n-- > 0;) {
            if (opens(open_[n])) {
                pair(open_[n], at);
                open_.resize(n);
                return;
            }
            if (c != '}' && tokens_[open_[n]].text == "{") return;  // a stray bracket inside a block
        }
        if (c == '}') open_.clear();
    }

    // An unclosed parenthesis ends at the end of its statement, except that of `for`.
    void drop_parentheses() {
        while (!open_.empty()) {
            const std::uint32_t i = open_.back();
            if (tokens_[i].text == "{" || (tokens_[i].text == "[" && tokens_[i].language == Language::rust)) return;
            if (i > 0 && tokens_[i - 1].text == "for") return;
            open_.pop_back();
        }
    }

    // An #if inside of very many others has no branches, because each keeps the open brackets.
    void directive(std::uint32_t at) {
        constexpr std::size_t kDeepest = 64;
        const std::string_view word = tokens_[at + 1].text;
        const bool opens = opens_branch(word), ends = word == "endif";
        if (opens && branches_.size() == kDeepest) ++deeper_;
        if (deeper_ > 0) {
            if (ends) --deeper_;
            return;
        }
        if (opens) return branches_.push_back({at, open_, std::nullopt});
        if (branches_.empty() || (!ends && word != "else" && word != "elif")) return;
        Branch& b = branches_.back();
        tokens_[b.last].branch = at;
        b.last = at;
        if (ends) {
            if (b.first) open_ = *b.first;
            branches_.pop_back();
        } else {
            if (!b.first) b.first = open_;
            open_ = b.before;
        }
    }

    struct Branch {
        std::uint32_t last;
        std::vector<std::uint32_t> before;
        std::optional<std::vector<std::uint32_t>> first;
    };
    std::vector<Token>& tokens_;
    std::vector<std::uint32_t> open_;
    std::vector<Branch> branches_;
    std::size_t deeper_ = 0;
};

// One escape sequence at `at` (the backslash). Moves `at` after it.
void decode_escape(std::string_view text, std::size_t& at, std::string& out) {
    constexpr std::pair<char, char> kEscapes[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'0', ' '}, {'a', ' '}};
    const char c = at + 1 < text.size() ? text[at + 1] : '\\';
    at += 2;
    if (c == '\n' || c == '\r') return;  // the string continues on the next line
    if (c == 'x') {
        out += '?';
        for (int i = 0; i < 2 && at < text.size(); ++i) ++at;
        return;
    }
    const auto* const found = std::ranges::find(kEscapes, c, &std::pair<char, char>::first);
    out += found == std::end(kEscapes) ? c : found->second;
}

}  // namespace

void match_brackets(std::vector<Token>& tokens) { Pairing(tokens).run(); }

void decode_string(const Token& token, Decoded& out) {
    const std::string_view text = token.text;
    const std::size_t quote = text.find_first_of("\"'");
    if (quote == text.npos) return;
    const std::string_view prefix = text.substr(0, quote);
    const bool raw = prefix.find_first_of("rR") != prefix.npos;
    std::size_t begin = quote + 1, end = text.size() - 1;
    if (text.size() >= quote + 6 && text[quote + 1] == text[quote] && text[quote + 2] == text[quote])
        begin += 2, end -= 2;
    if (raw && token.language != Language::python && token.language != Language::rust) {
        begin = std::min(text.find('(', quote), text.size() - 1) + 1;
        const std::size_t last = text.rfind(')');  // r'a' of a text that looks like C has no parentheses
        end = last == text.npos ? begin : std::clamp(last, begin, text.size());
    }
    if (raw && prefix.find('#') != prefix.npos) end -= prefix.size() - 1;
    end = std::min(end, text.size());
    for (std::size_t at = begin; at < end;) {
        const std::size_t from = at;
        if (text[at] == '\\' && !raw)
            decode_escape(text, at, out.text);
        else
            out.text += text[at++];
        // A token of a macro is at the place where the macro is used.
        const std::uint32_t last = std::max(token.begin + 1, token.end) - 1;
        const std::uint32_t position = std::min(token.begin + static_cast<std::uint32_t>(from), last);
        out.positions.resize(out.text.size(), position);
    }
}

}  // namespace tilescope::program::source
