// core/src/program/source_types.cpp -- types, enumerations and classes of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>

namespace tilescope::program::source {
namespace {

// "d.lo = 5", "if (x)": a statement, which no struct has among its members.
bool begins_action(const std::vector<Token>& t, std::uint32_t at, std::uint32_t end) {
    const bool member = at + 1 < end && (t[at + 1].is(".") || t[at + 1].is("->"));
    return t[at].type == TokenType::name && (member || t[at].is("if") || t[at].is("for") || t[at].is("while"));
}

}  // namespace

void Reader::type_alias(const std::string& name, std::uint32_t begin, std::uint32_t end) {
    Cursor c{&lexed_.tokens, begin, end, false, 0};
    bool pointer = false;
    const std::optional<Type> type = type_at(c, pointer);
    if (name.empty()) return;
    const bool known = type && c.done();
    const Type meant = known && !pointer ? *type : known ? opaque_type(kPointerBits) : kAny;
    const auto [found, fresh] = types_.try_emplace(name, meant);
    const bool both = found->second.is_opaque() && meant.is_opaque();  // they can differ in size alone
    if (both && found->second.size != meant.size) found->second.size = 0;
    if (!known || (!fresh && !both && found->second != meant)) types_.erase(found);
}

// struct, class, union, enum, using, typedef
std::uint32_t Reader::type_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::string_view word = t[at].text;
    if (language_ == Language::python || language_ == Language::plain)
        return word == "class" || word == "struct" ? class_statement(at, end) : kNoToken;
    const std::uint32_t stop = statement_end(at, end);
    if (word == "using" || word == "type" || word == "typedef") {
        if (word == "type" && language_ != Language::rust) return kNoToken;
        const bool aliased = at + 2 < stop && t[at + 2].is("=");
        if (aliased) type_alias(std::string(t[at + 1].text), at + 3, stop);
        if (word == "typedef" && stop > at + 2 && stop < end && t[stop].is(";"))
            type_alias(std::string(t[stop - 1].text), at + 1, stop - 1);
        if (word != "typedef" || stop >= end || !t[stop].is("{")) return std::max(stop, at + 1);
    }
    // `struct {` has no name, so its brace can look like a value.
    std::uint32_t brace = at + 1;
    while (brace < end && !t[brace].is("{") && !t[brace].is(";") && !t[brace].is("(") && !t[brace].is("="))
        brace = t[brace].is("[") && t[brace].match < end ? t[brace].match + 1 : brace + 1;
    while (brace < end && t[brace].is("(") && t[brace].match < end && t[brace - 1].type == TokenType::name &&
           t[brace - 1].text.starts_with("_"))  // __align__(16)
        for (brace = t[brace].match + 1; brace < end && !t[brace].is("{") && !t[brace].is(";") && !t[brace].is("(");
             ++brace) {
        }
    if (brace >= end || !t[brace].is("{") || t[brace].match == kNoToken) return kNoToken;
    std::string name;
    bool scoped = language_ == Language::rust;
    for (std::uint32_t i = at + 1; i < brace && !t[i].is(":"); ++i) {
        if (t[i].is("class") || t[i].is("struct"))
            scoped = true;
        else if (t[i].type == TokenType::name && !t[i].is("final") && t[i].text != "enum" &&
                 !t[i].text.starts_with("__"))
            name = t[i].text;
    }
    std::uint32_t close = std::min(t[brace].match, end);
    const bool is_enum = word == "enum" || (word == "typedef" && t[at + 1].is("enum"));
    if (is_enum)
        read_enum(name, brace + 1, close, scoped);
    else
        close = read_class(name, brace + 1, close);
    generics_.clear();
    if (close < t[brace].match) return close;
    std::uint32_t next = close;
    while (next < end && language_ == Language::c && !t[next].is(";") && !(next > close && t[next].first)) ++next;
    return next + 1;
}

void Reader::add_constant(const std::string& path, const Value& value) {
    const bool dotted = path.find('.') != std::string::npos;
    if (!dotted) scopes_.declare(path, value.type, false);
    Scopes::Write how;
    how.trivial = true;
    scopes_.write(path, value, how);
    if (Variable* const v = scopes_.find_to_change(path)) v->quiet = true, v->constant = !dotted;
}

void Reader::read_enum(const std::string& name, std::uint32_t begin, std::uint32_t end, bool scoped) {
    const std::vector<Token>& t = lexed_.tokens;
    Value last = math_.number(~std::uint64_t{0}, integer_type(64, true));
    for (std::uint32_t i = begin; i < end;) {
        std::uint32_t comma = i;
        while (comma < end && !t[comma].is(","))
            comma = t[comma].match > comma && t[comma].match < end && t[comma].type == TokenType::symbol
                        ? t[comma].match + 1
                        : comma + 1;
        comma = std::min(comma, end);
        begin_statement();
        if (t[i].type == TokenType::name) {
            const bool given = i + 1 < comma && t[i + 1].is("=");
            const bool plain = i + 1 == comma;
            if (given)
                last = whole({&t, i + 2, comma, false, 0});
            else if (plain)
                last = math_.binary("+", last, math_.number(1, integer_type(64, true)));
            else
                last = math_.unknown();
            last = math_.once(math_.converted(last, integer_type(64, true)));
            flush_effects();
            const std::string member(t[i].text);
            if (!scoped) add_constant(member, last);
            if (!name.empty()) add_constant(name + "." + member, last);
        }
        i = comma + 1;
    }
}

// The members of a struct: bit-fields, constants and functions. Returns where it ends: before `end` if the text leaves
// out the brace of its end.
std::uint32_t Reader::read_class(const std::string& name, std::uint32_t begin, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (++depth_ > kDeepestNesting) {
        --depth_;
        return end;
    }
    std::uint32_t last = begin;  // where the last member ends that nothing but a struct has
    const std::vector<Parameter> generics = generics_;
    std::vector<DeclaredField> fields;
    for (std::uint32_t at = begin; at < end;) {
        const Token& first = t[at];
        language_ = first.language;
        constexpr std::string_view kNoMembers[] = {";", "}", ":", "public", "private", "protected"};
        if (std::ranges::find(kNoMembers, first.text) != std::end(kNoMembers)) {
            ++at;
            continue;
        }
        constexpr std::string_view kTypeStatements[] = {"struct", "class", "union", "enum", "using", "typedef"};
        std::uint32_t next = kNoToken;
        if (first.is("#") && first.first)
            next = line_end(lexed_.tokens, at, end);
        else if (first.is("template"))
            next = template_statement(at, end);
        else if (std::ranges::find(kTypeStatements, first.text) != std::end(kTypeStatements))
            next = type_statement(at, end);
        if (next != kNoToken) {
            at = last = std::max(next, at + 1);
            continue;
        }
        if (begins_action(t, at, end)) {
            end = last;
            break;
        }
        const std::uint32_t stop = statement_end(at, end);
        if (stop < end && t[stop].is("{")) {
            bool found = false;
            generics_.insert(generics_.end(), generics.begin(), generics.end());
            const std::uint32_t after = function_statement(at, stop, end, found);
            at = last = found ? after : (t[stop].match < end ? t[stop].match + 1 : stop + 1);
            generics_.clear();
            continue;
        }
        const Cursor c{&t, at, stop, false, 0};
        const bool constant = std::any_of(t.begin() + at, t.begin() + stop, [&](const Token& x) {
            return x.is("constexpr") || (x.is("static") && (&x)[1].is("const"));
        });
        bit_fields(c, fields);
        if (constant && find_symbol(c, "=") != kNoToken && generics.empty()) {
            const std::string member(t[find_symbol(c, "=") - 1].text);
            simple_tokens(c);
            begin_statement();
            if (!name.empty() && scopes_.find(member) != nullptr)
                add_constant(name + "." + member, scopes_.read(member));
        }
        at = std::max(stop, at + 1);
    }
    fields_.add(fields);
    --depth_;
    return end;
}

// uint64_t start : 14, : 2;
void Reader::bit_fields(Cursor c, std::vector<DeclaredField>& out) {
    Cursor type = c;
    bool pointer = false;
    static_cast<void>(type_at(type, pointer));
    for (std::uint32_t i = c.at; i < c.end; ++i) {
        const bool field = c[i].is(":") && i > c.at && i + 1 < c.end && c[i + 1].type == TokenType::number;
        const std::optional<Literal> width = field ? read_literal(c[i + 1]) : std::nullopt;
        if (!width || width->value == 0 || width->value > 64) continue;
        const bool named = c[i - 1].type == TokenType::name && i != type.at;
        const unsigned at = out.empty() ? 0 : out.back().at + out.back().width;
        out.push_back({named ? c[i - 1].text : std::string_view(), at, static_cast<unsigned>(width->value)});
    }
}

// class Name: of Python. Its constants are Name.X.
std::uint32_t Reader::class_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::uint32_t colon = header_end(at + 1, end);
    if (colon == kNoToken || at + 1 >= end || t[at + 1].type != TokenType::name) return kNoToken;
    const std::uint32_t last = suite_end(at, colon, end);
    const std::string name(t[at + 1].text);
    for (std::uint32_t i = colon + 1; i < last;) {
        language_ = t[i].language;
        if (t[i].is("@")) {
            i = std::max(line_end(lexed_.tokens, i, last), i + 1);
            continue;
        }
        std::uint32_t next = kNoToken;
        if (t[i].is("def") || t[i].is("fn") || t[i].is("async")) next = named_function(i, last);
        if (t[i].is("class") || t[i].is("struct")) next = class_statement(i, last);
        if (next == kNoToken) {
            next = std::max(statement_end(i, last), i + 1);
            const Cursor c{&t, i, next, false, 0};
            const std::uint32_t equal = find_symbol(c, "=");
            const bool constant =
                equal != kNoToken && (equal == i + 1 || t[i + 1].is(":")) && t[i].type == TokenType::name;
            if (constant) {
                begin_statement();
                const Value value = math_.once(whole({&t, equal + 1, next, false, 0}));
                flush_effects();
                store(name + "." + std::string(t[i].text), value, true, c, i, next);
            }
        }
        i = std::max(next, i + 1);
    }
    return last;
}

}  // namespace tilescope::program::source
