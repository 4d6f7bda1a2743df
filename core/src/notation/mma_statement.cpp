// core/src/notation/mma_statement.cpp -- finds instructions of PTX in other text.
// SPDX-License-Identifier: MIT
#include "mma_statement.h"

#include "text_parts.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::notation {
namespace {

bool is_ptx_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

// Copies text without comments and quotes. Replaces several blanks by one blank.
class Cleaner {
public:
    explicit Cleaner(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) step();
        return std::move(out_);
    }

private:
    void step() {
        const char c = text_[at_];
        if (starts("//")) return skip_line_comment();
        if (starts("/*")) {
            const std::size_t end = text_.find("*/", at_ + 2);
            at_ = end == text_.npos ? text_.size() : end + 2;
            return blank();
        }
        if (c == '"') return quote();
        if (c == '\\') return escape();
        if (quoted_ && starts("%%")) ++at_;  // C writes the register %p as %%p
        if (is_ptx_blank(text_[at_]))
            blank();
        else
            out_ += text_[at_];
        ++at_;
    }

    bool starts(std::string_view with) const { return text_.substr(at_).starts_with(with); }

    void blank() {
        if (!out_.empty() && out_.back() != ' ') out_ += ' ';
    }

    // Inside a string, a line of PTX ends at "\n" or at the end of the string.
    void skip_line_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (quoted_ && (text_[at_] == '"' || starts("\\n"))) break;
            ++at_;
        }
        blank();
    }

    void escape() {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
        at_ += std::string_view("ntrvf\n\"").find(next) == std::string_view::npos ? 1 : 2;
        blank();
    }

    // Adjacent strings are one text. The text after the last string is C, not PTX.
    void quote() {
        quoted_ = !quoted_;
        ++at_;
        const std::size_t next = skip_blanks_and_comments(at_);
        if (!quoted_ && next < text_.size() && text_[next] != '"') out_ += ';';
        blank();
    }

    std::size_t skip_blanks_and_comments(std::size_t at) const {
        while (at < text_.size()) {
            const std::string_view rest = text_.substr(at);
            const bool line = rest.starts_with("//");
            if (!line && !rest.starts_with("/*") && !is_ptx_blank(rest[0])) return at;
            const std::size_t end = is_ptx_blank(rest[0]) ? 1 : rest.find(line ? "\n" : "*/", 2);
            if (end == rest.npos) return text_.size();
            at += end + (rest[0] == '/' && !line ? 2 : 0);
        }
        return at;
    }

    std::string_view text_;
    std::string out_;
    std::size_t at_ = 0;
    bool quoted_ = false;
};

bool is_name_part(char c) { return is_word_char(c) || c == '.' || c == '%' || c == '$'; }

// Whether "@%p" or "@!p" is between the end of the previous statement and the opcode.
bool is_guard(std::string_view before) {
    const std::size_t end = before.find_last_of(";{}:");
    const std::string_view guard = trimmed(before.substr(end == before.npos ? 0 : end + 1));
    return guard.starts_with('@') && guard.size() > 1;
}

constexpr std::string_view kGroups[] = {"tcgen05.", "wgmma.", "mbarrier."};

// Returns the position of the first instruction name of these groups at or after `from`, or npos. Ignores text inside
// the name of a function or of another instruction.
std::size_t find_name(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size(); ++at) {
        if (at > 0 && is_name_part(text[at - 1])) continue;
        const std::string_view rest = text.substr(at);
        if (std::ranges::any_of(kGroups, [&](std::string_view group) { return rest.starts_with(group); })) return at;
    }
    return text.npos;
}

// Returns the length of `name` at the start of the text, or 0 if the text does not start with this word. The assembler
// accepts a blank before "::".
std::size_t length_of(std::string_view name, std::string_view text) {
    std::size_t at = 0;
    for (const char c : name) {
        if (c == ':' && at + 1 < text.size() && text[at] == ' ' && text[at - 1] != ':') ++at;
        if (at >= text.size() || text[at] != c) return 0;
        ++at;
    }
    return at < text.size() && is_word_char(text[at]) ? 0 : at;
}

struct Found {
    Statement statement;
    std::size_t begin = 0, end = 0;  // positions in the clean text
};

// The longest name of kOpcodeNames with which the text begins: tcgen05.ld.red, not tcgen05.ld. Returns its length, or
// 0.
std::size_t opcode_at(std::string_view text, Opcode& opcode) {
    std::size_t longest = 0;
    for (const NamedValue& name : kOpcodeNames) {
        const std::size_t length = length_of(name.name, text);
        if (length <= longest) continue;
        longest = length;
        opcode = static_cast<Opcode>(name.raw);
    }
    return longest;
}

Found statement_at(std::string_view clean, std::size_t begin) {
    Found found;
    const std::size_t longest = opcode_at(clean.substr(begin), found.statement.opcode);
    if (longest == 0) return found;
    const std::size_t behind = begin + longest, end = std::max(behind, std::min(clean.find(';', begin), clean.size()));
    std::string text(name_of(found.statement.opcode));
    text += clean.substr(behind, end - behind);
    found.statement.text = say(trimmed(text), ';');
    found.statement.guarded = is_guard(clean.substr(0, begin));
    found.begin = begin;
    found.end = end;
    return found;
}

// Returns the first instruction at or after `from`, or an empty one.
Found next_statement(std::string_view clean, std::size_t from) {
    for (std::size_t at = find_name(clean, from); at != clean.npos; at = find_name(clean, at + 1))
        if (Found found = statement_at(clean, at); !found.statement.text.empty()) return found;
    return {};
}

// Returns the group and one word: "wgmma.fence" for "wgmma.fence.sync.aligned;".
std::string_view short_name(std::string_view text) {
    std::size_t end = text.find('.') + 1;
    while (end < text.size() && (is_word_char(text[end]) || text[end] == ':')) ++end;
    return text.substr(0, end);
}

// wgmma instructions without words, shapes and other parts that could be checked. Source: PTX ISA 9.1, 9.7.15.7.
constexpr std::string_view kNothingToCheck[] = {"wgmma.fence", "wgmma.commit_group", "wgmma.wait_group"};

std::vector<std::string> unknown_in(std::string_view clean) {
    std::vector<std::string> out;
    for (std::size_t at = find_name(clean, 0); at != clean.npos; at = find_name(clean, at + 1)) {
        if (Opcode known{}; opcode_at(clean.substr(at), known) != 0) continue;  // a statement can go on for ever
        const std::string_view name = short_name(clean.substr(at));
        if (is_in(kNothingToCheck, name)) continue;
        if (!is_in(out, name)) out.emplace_back(name);
    }
    return out;
}

}  // namespace

Statement find_statement(std::string_view text) {
    const std::string clean = Cleaner(text).run();
    Statement found = next_statement(clean, 0).statement;
    if (!found.text.empty()) return found;
    if (const std::vector<std::string> unknown = unknown_in(clean); !unknown.empty()) found.unknown = unknown.front();
    return found;
}

std::vector<Statement> all_statements(std::string_view text) {
    std::vector<Statement> out;
    const std::string clean = Cleaner(text).run();
    for (std::size_t from = 0;;) {
        Found found = next_statement(clean, from);
        if (found.statement.text.empty()) return out;
        out.push_back(std::move(found.statement));
        from = found.end;
    }
}

std::vector<std::string> unknown_names(std::string_view text) { return unknown_in(Cleaner(text).run()); }

}  // namespace tilescope::notation
