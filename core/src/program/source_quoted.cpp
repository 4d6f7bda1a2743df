// core/src/program/source_quoted.cpp -- PTX in the strings of source code that only prepares it.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tilescope::program::source {
namespace {

// Functions and macros whose string has holes for the arguments after it.
constexpr std::string_view kFormats[] = {"format",      "writeln", "write",    "print",    "println",
                                         "format_args", "eprint",  "eprintln", "format_to"};

bool is_joint(const Cursor& c) { return c.is("+") || c.is("<<"); }

bool is_f_string(const Token& t) {
    const std::string_view prefix = t.text.substr(0, t.text.find_first_of("\"'"));
    return prefix.find_first_of("fF") != prefix.npos;
}

// The index after the strings that are beside each other.
std::uint32_t strings_end(const Cursor& c, std::uint32_t begin) {
    while (begin < c.end && c[begin].type == TokenType::text) ++begin;
    return begin;
}

// The arguments of format(), in any of its spellings, for the strings [begin, end). kNoToken: the strings have no
// holes.
std::uint32_t format_arguments(const Cursor& c, std::uint32_t begin, std::uint32_t end, Language language) {
    std::uint32_t after = end;
    if (begin > 0 && c[end].is(")") && c[end].match == begin - 1) ++after;
    if (language != Language::c && c[after].is(".") && c[after + 1].is("format") && c[after + 2].is("("))
        return after + 3;
    std::uint32_t open = begin;
    while (open > 0 && begin - open < 8 && !c[open].is("(") && !c[open].is(";")) --open;
    if (open < 2 || !c[open].is("(")) return kNoToken;
    const bool macro = c[open - 1].is("!");
    if (macro != (language == Language::rust)) return kNoToken;
    const Token& name = c[open - (macro ? 2 : 1)];
    const bool known = std::ranges::find(kFormats, name.text) != std::end(kFormats);
    const bool cpp = name.is("format") || name.is("format_to");
    return known && (macro || (cpp && language == Language::c)) ? end : kNoToken;
}

// A single name.
std::string name_at(const Cursor& c, std::uint32_t end) {
    return end == c.at + 1 && c.peek().type == TokenType::name ? std::string(c.peek().text) : std::string();
}

// The x of std::to_string(x), str(x) or String(x), or all of it.
Cursor written_number(const Cursor& c, std::uint32_t end) {
    constexpr std::string_view kNames[] = {"to_string", "str", "String", "string", "hex"};
    const std::uint32_t open = end > c.at && c[end - 1].is(")") ? c[end - 1].match : kNoToken;
    const bool known = open < end && open > c.at && std::ranges::find(kNames, c[open - 1].text) != std::end(kNames);
    return known ? c.part(open + 1, end - 1) : c.part(c.at, end);
}

// os << std::endl
bool is_line_end(const Cursor& c, std::uint32_t end) { return end > c.at && c[end - 1].is("endl"); }

}  // namespace

// The value of an expression in a string.
Value Reader::hole_value(std::string_view text, std::uint32_t position) {
    if (text.empty() || text.size() > 200) return math_.unknown();
    Lexed inner = lex(text);
    for (Token& t : inner.tokens) t.begin += position, t.end += position, t.language = language_;
    return whole({&inner.tokens, 0, static_cast<std::uint32_t>(inner.tokens.size() - 1), false, 0});
}

// Joins the strings at the cursor: "a" "b", "a" + f(x) + "b". `format`: gives the values of their holes. `macros`: a
// name between them is a macro, and is left out.
void Reader::template_strings(Cursor& c, Template& out, const EvaluateHole* format, bool macros) {
    const EvaluateHole own = [&](std::string_view text, std::uint32_t position) { return hole_value(text, position); };
    while (!c.done()) {
        const Token& t = c.peek();
        if (t.type == TokenType::text) {
            Decoded one;
            decode_string(t, one);
            if (format != nullptr || is_f_string(t))
                add_braced(one, format != nullptr ? *format : own, out);
            else if (t.language == Language::julia)
                add_dollars(one, source_.text, own, out);
            else
                add_plain(one, out);
            ++c.at;
        } else if (is_joint(c) && !macros) {
            Cursor part = c.part(c.at + 1, c.end);
            std::uint32_t end = part.at;
            for (; end < c.end && part[end].type != TokenType::text; ++end) {
                const Token& x = part[end];
                if (x.is("+") || x.is("<<") || x.is(",") || x.is(")") || x.is("]") || x.is(";") || x.is("}")) break;
                if (x.match < c.end && x.match > end) end = x.match;
            }
            const std::uint32_t position = t.begin;
            if (is_line_end(part, end))
                add_plain({"\n", {position}}, out);
            else if (end > part.at)
                add_hole({whole(written_number(part, end)), HoleForm::plain, name_at(part, end), part[end - 1].end},
                         part.peek().begin, out);
            c.at = end;
        } else if (macros && t.type == TokenType::name) {
            c.at = c.peek(1).is("(") && c.peek(1).match < c.end ? c.peek(1).match + 1 : c.at + 1;
        } else {
            break;
        }
    }
}

// The strings at the cursor, with those of the same list. False: there is none.
bool Reader::quoted_strings(Cursor& c, Template& out) {
    const std::uint32_t begin = c.at, end = strings_end(c, begin);
    if (begin == end) return false;
    const std::uint32_t at = format_arguments(c, begin, end, language_);
    if (at == kNoToken) {
        template_strings(c, out, nullptr, false);
    } else {
        std::vector<Cursor> given;
        std::map<std::string, Cursor, std::less<>> named;
        const std::uint32_t stop = at > end && c[at - 1].match < c.end ? c[at - 1].match : c.end;
        for (Cursor args = c.part(at, stop); !args.done() && !args.is(")");) {
            if (args.take(",")) continue;
            std::uint32_t last = args.at;
            for (; last < args.end && !args[last].is(",") && !args[last].is(")"); ++last)
                if (args[last].match < args.end && args[last].match > last) last = args[last].match;
            const bool keyword = args.peek(1).is("=");
            const Cursor value = args.part(args.at + (keyword ? 2 : 0), last);
            if (keyword) named.insert_or_assign(std::string(args.peek().text), value);
            if (!keyword) given.push_back(value);
            args.at = std::max(last, args.at + 1);
        }
        std::size_t next = 0;
        const EvaluateHole format = [&](std::string_view text, std::uint32_t position) {
            const bool number = std::ranges::all_of(text, is_digit) && text.size() < 3;
            if (const auto found = named.find(text); found != named.end()) return whole(found->second);
            if (!number) return language_ == Language::rust ? hole_value(text, position) : math_.unknown();
            std::size_t i = 0;
            for (const char x : text) i = 10 * i + static_cast<std::size_t>(x - '0');
            if (text.empty()) i = next++;
            return i < given.size() ? whole(given[i]) : math_.unknown();
        };
        template_strings(c, out, &format, false);
    }
    const Token& before = begin > 0 ? c[begin - 1] : kNothing;
    const bool listed = before.is("[") || before.is("{") || (before.is(",") && !out.text.text.empty());
    const bool macro = before.is("(") && begin > 2 && c[begin - 3].is("concat");
    if ((listed || macro) && c.is(",") && c.peek(1).type == TokenType::text && !before.is(",")) {
        const std::uint32_t close = c[begin - 1].match;
        while (c.is(",") && c.at < close && c.peek(1).type == TokenType::text) {
            add_plain({"\n", {c.peek().begin}}, out);
            ++c.at;
            template_strings(c, out, nullptr, false);
        }
    }
    return true;
}

// Reads the strings of a statement if they have PTX. What is done with them is not known, so their operands are not
// either. lines.append("..."), again and again, is one text.
void Reader::quoted_assembly(Cursor c) {
    const auto has_code = [&](const Token& t) { return t.type == TokenType::text && has_ptx(t.text); };
    const std::vector<Token>& all = *c.tokens;
    const bool own = c.tokens == &lexed_.tokens;
    if (std::none_of(all.begin() + c.at, all.begin() + c.end, has_code)) return;
    for (Cursor s = c; !s.done();) {
        const bool before = own && s.at >= strings_.read.first && s.at < strings_.read.second;
        Template text;
        const std::uint32_t begin = s.at;
        if (before || !quoted_strings(s, text)) {
            ++s.at;
            continue;
        }
        constexpr std::uint32_t kLongest = 16;      // tokens: lines.append(
        const std::uint32_t length = begin - c.at;  // of what stands before the string
        const auto repeats = [&](std::uint32_t at) {
            if (at + length >= all.size() || all[at + length].type != TokenType::text) return false;
            for (std::uint32_t i = 0; i < length; ++i)
                if (all[at + i].text != all[c.at + i].text) return false;
            return true;
        };
        const auto end_of_statement = [&](std::uint32_t at) {
            while (at < all.size() && (all[at].is(")") || all[at].is(";"))) ++at;
            return at;
        };
        std::uint32_t last = s.at;
        for (std::uint32_t at = end_of_statement(last);
             own && length > 1 && length < kLongest && at >= c.end && repeats(at); at = end_of_statement(last)) {
            Cursor next{c.tokens, at + length, static_cast<std::uint32_t>(all.size()), false, 0};
            add_plain({"\n", {all[at].begin}}, text);
            quoted_strings(next, text);
            last = next.at;
        }
        if (last != s.at) strings_.read = {s.at, last};
        if (!has_ptx_instruction(text.text.text)) continue;
        strings_.keep(c, begin, text);
        read_template(text, {});
    }
}

// Two texts of one name are of different branches, so neither is certain.
void KeptStrings::keep(const Cursor& c, std::uint32_t begin, const Template& text) {
    while (begin > c.at && c[begin - 1].is("(")) --begin;
    if (begin < c.at + 2 || !c[begin - 1].is("=") || c[begin - 2].type != TokenType::name) return;
    const auto [kept, fresh] = templates.try_emplace(std::string(c[begin - 2].text), text);
    if (!fresh) kept->second = {};
    for (Hole& hole : kept->second.holes)  // a variable can have another value at the call
        if (!hole.value.constant) hole.value = {};
}

void Reader::read_template(const Template& text, const AssemblyOperands& operands) {
    const std::vector<FilledPart> parts = filled(text);
    for (const FilledPart& part : parts) {
        AssemblyOperands all = part.operands;
        all.inputs.insert(operands.inputs.begin(), operands.inputs.end());
        if (&part == &parts.back()) all.outputs = operands.outputs;
        read_assembly(part.text, all);
    }
}

}  // namespace tilescope::program::source
