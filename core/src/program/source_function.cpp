// core/src/program/source_function.cpp -- functions that source code defines.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::string_view kNoNames[] = {
    "__attribute__", "__launch_bounds__", "alignas",  "__align__", "requires", "noexcept",
    "__declspec",    "decltype",          "explicit", "if",        "for",      "while",
    "__maxnreg__",   "__cluster_dims__",  "switch",   "return",    "sizeof"};

bool is_identifier(const Token& t) { return t.type == TokenType::name; }

}  // namespace

// One parameter of C, Rust or Python. False: it has no name that a call can give a value.
bool Reader::read_parameter(Function& f, Cursor c) {
    Parameter p;
    const bool named_first =
        f.language == Language::rust || f.language == Language::python || f.language == Language::plain;
    const std::uint32_t equal = std::min(find_symbol(c, "="), c.end);
    Cursor head = c.part(c.at, equal);
    const std::uint32_t colon = find_symbol(head, ":");
    bool pointer = false;
    std::optional<Type> type;
    if (named_first && (colon != kNoToken || head.at + 1 == head.end || f.language != Language::plain)) {
        const std::uint32_t stop = std::min(colon, head.end);
        for (std::uint32_t i = head.at; i < stop; ++i) {
            if (is_identifier(c[i])) p.name = c[i].text;
            p.by_reference = p.by_reference || c[i].is("inout") || c[i].is("mut") || c[i].is("out");
            if (c[i].is("*") || c[i].is("**")) p.quiet = true;
        }
        if (colon != kNoToken) {
            Cursor typed = head.part(colon + 1, head.end);
            if (typed.take("&")) p.by_reference = typed.take("mut"), p.quiet = true;
            type = type_at(typed, pointer);
            if (!typed.done()) type.reset();
        }
    } else {
        Cursor typed = head;
        type = type_at(typed, pointer);
        const bool constant = std::any_of(c.tokens->begin() + head.at, c.tokens->begin() + head.end,
                                          [](const Token& t) { return t.is("const"); });
        for (std::uint32_t i = head.at; i < head.end; ++i) {
            if (is_identifier(c[i])) p.name = c[i].text;
            if (c[i].is("*") || c[i].is("[")) p.quiet = true;
            if (c[i].is("*") || c[i].is("&") || c[i].is("&&")) p.by_reference = !constant;
        }
        if (head.at + 1 >= head.end && type) p.name.clear();
    }
    p.stated = type.has_value() && !p.quiet;
    p.type = p.stated ? *type : kAny;
    if (equal < c.end) {
        const Value initial = whole(c.part(equal + 1, c.end));
        if (initial.constant) p.initial = math_.converted(initial, p.type).constant;
    }
    if (p.name.empty() && head.done()) return false;
    if (p.name == "self" && f.parameters.empty()) return false;
    if (named_first && (c.is("/") || c.is("*")) && head.at + 1 >= head.end) return false;
    f.parameters.push_back(std::move(p));
    return true;
}

void Reader::read_parameters(Function& f, std::uint32_t begin, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const Language outer = language_;
    language_ = f.language;
    for (std::uint32_t i = begin; i < end;) {
        std::uint32_t comma = i;
        for (int depth = 0; comma < end; ++comma) {  // a comma inside <...> does not count
            if (t[comma].is("<")) ++depth;
            if (t[comma].is(">")) --depth;
            if (t[comma].is(",") && depth <= 0) break;
            if (t[comma].match > comma && t[comma].match < end && t[comma].type == TokenType::symbol)
                comma = t[comma].match;
        }
        if (comma > i && !(t[i].is("void") && comma == i + 1))
            read_parameter(f, {&t, i, std::min(comma, end), false, 0});
        i = comma + 1;
    }
    language_ = outer;
}

void Reader::add_function(Function f) {
    f.depth = function_ == nullptr ? 0 : function_->depth + 1;
    f.unit = static_cast<std::uint32_t>(units_.size());
    f.nested = scopes_.unit() != 0;
    f.generics.swap(generics_);
    units_.push_back({f.name, 0, 0, {}});
    bodies_.emplace_back();
    if (auto found = functions_.find(f.name); found != functions_.end())
        found->second.ambiguous = true;
    else
        functions_.emplace(f.name, f);
    queue_.push_back(std::move(f));
}

// type name(parameters) ... {
std::uint32_t Reader::function_statement(std::uint32_t at, std::uint32_t brace, std::uint32_t end, bool& found) {
    const std::vector<Token>& t = lexed_.tokens;
    std::uint32_t open = kNoToken;
    for (std::uint32_t i = at + 1; i < brace && open == kNoToken; ++i) {
        if (t[i].is("=") || t[i].is("?")) return brace;
        const bool name = is_identifier(t[i - 1]) && std::ranges::find(kNoNames, t[i - 1].text) == std::end(kNoNames);
        if (t[i].is("(") && name && t[i].match < brace)
            open = i;
        else if (t[i].match > i && t[i].match < brace)
            i = t[i].match;
    }
    const bool typed = open != kNoToken && open >= at + 2;
    if (!typed || scopes_.unit() != 0 || t[brace].match == kNoToken) return brace;
    Function f;
    f.language = language_;
    f.name = t[open - 1].text;
    std::uint32_t name = open - 1;
    while (name >= at + 2 && t[name - 1].is("::")) name -= 2;
    bool pointer = false;
    for (std::uint32_t i = at; i < name && !f.stated; ++i) {
        Cursor type{&t, i, name, false, 0};
        const std::optional<Type> result = type_at(type, pointer);
        if (!result || !type.done()) continue;
        f.result = pointer ? kOpaque : *result;
        f.stated = true;
    }
    for (std::uint32_t i = t[open].match + 1; i + 1 < brace; ++i) {
        if (!t[i].is("->")) continue;
        Cursor type{&t, i + 1, brace, false, 0};
        const std::optional<Type> result = type_at(type, pointer);
        if (result && type.done()) f.result = pointer ? kOpaque : *result, f.stated = true;
    }
    read_parameters(f, open + 1, t[open].match);
    for (Parameter& p : generics_)  // an argument can have another value than the default
        for (std::uint32_t i = open + 1; i < t[open].match; ++i)
            if (t[i].text == p.name) p.initial.reset();
    f.begin = brace + 1;
    f.end = std::min(t[brace].match, end);
    const std::uint32_t next = f.end + 1;
    found = true;
    end_fragment();
    add_function(std::move(f));
    return next;
}

// fn name(parameters) -> type {    def name(parameters) -> type:
std::uint32_t Reader::named_function(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    std::uint32_t i = at;
    while (i < end && !t[i].is("fn") && !t[i].is("def") && i < at + 6)
        i = t[i].is("(") && t[i].match < end ? t[i].match + 1 : i + 1;
    if (i >= end || !(t[i].is("fn") || t[i].is("def"))) {
        if (!t[at].is("pub")) return kNoToken;
        const std::uint32_t next =
            at + 1 < end && t[at + 1].is("(") && t[at + 1].match < end ? t[at + 1].match + 1 : at + 1;
        return next < end ? statement(next, end) : next;
    }
    std::uint32_t open = i + 2;
    while (open < end && !t[open].is("(") && !t[open].is(":") && !t[open].is("{") && !t[open].is(";"))
        open = t[open].is("[") && t[open].match < end ? t[open].match + 1 : open + 1;
    if (open >= end || !t[open].is("(") || t[open].match >= end || !is_identifier(t[i + 1])) return kNoToken;
    const bool braces = language_ != Language::python && language_ != Language::plain;
    const std::uint32_t body = header_end(t[open].match + 1, end);
    if (body == kNoToken) return std::max(statement_end(at, end), at + 1);
    Function f;
    f.language = language_;
    f.name = t[i + 1].text;
    begin_statement();
    generics_.clear();
    if (open > i + 3) read_generics({&t, i + 3, open - 1, false, 0});
    bool pointer = false;
    if (t[t[open].match + 1].is("->")) {
        Cursor type{&t, t[open].match + 2, body, false, 0};
        const std::optional<Type> result = type_at(type, pointer);
        f.stated = result && type.done();
        if (f.stated) f.result = pointer ? kOpaque : *result;
    }
    read_parameters(f, open + 1, t[open].match);
    f.begin = body + 1;
    f.end = braces ? std::min(t[body].match, end) : suite_end(i, body, end);
    const std::uint32_t next = braces ? f.end + 1 : f.end;
    add_function(std::move(f));
    return std::max(next, at + 1);
}

// name = [](uint64_t x) { ... }    name = lambda x: ...
bool Reader::lambda_function(const std::string& name, const Cursor& start) {
    Cursor c = start;
    if (c.tokens != &lexed_.tokens || name.find_first_of(".[*") != std::string::npos) return false;
    Function f;
    f.language = language_;
    f.name = name;
    if (language_ == Language::python && c.is("lambda")) {
        const std::uint32_t colon = find_symbol(c, ":");
        if (colon == kNoToken) return false;
        read_parameters(f, c.at + 1, colon);
        f.begin = colon + 1;
        f.end = c.end;
        f.expression = true;
        add_function(std::move(f));
        return true;
    }
    Cursor after = c;
    if (!skip_lambda(after) || !after.done()) return false;
    const std::uint32_t open = c.close() + 1;
    std::uint32_t brace = open;
    if (c[open].is("(")) {
        read_parameters(f, open + 1, c[open].match);
        brace = c[open].match + 1;
    }
    while (brace < c.end && !c[brace].is("{")) {
        if (c[brace].is("->")) {
            Cursor type = c.part(brace + 1, c.end);
            bool pointer = false;
            const std::optional<Type> result = type_at(type, pointer);
            f.stated = result && type.is("{");
            if (f.stated) f.result = pointer ? kOpaque : *result;
        }
        ++brace;
    }
    f.begin = brace + 1;
    f.end = c[brace].match;
    add_function(std::move(f));
    return true;
}

void Reader::run_functions() {
    for (std::size_t i = 0; i < queue_.size() && !out_.is_stopped(); ++i) {
        const Function f = queue_[i];
        if (f.depth <= kDeepestNesting) run_function(f);  // each level reads the rest of a text without "}" again
    }
}

void Reader::run_function(const Function& f) {
    const std::vector<Token>& t = lexed_.tokens;
    language_ = f.language;
    function_ = &f;
    returned_.clear();
    scopes_.isolated = f.nested;
    scopes_.push(true);
    scopes_.enter_unit(f.unit, &bodies_[f.unit]);
    std::vector<NameId> generics;
    for (const Parameter& p : f.generics) {
        const Variable* const v = scopes_.declare(p.name, kAny, false);
        generics.push_back(v != nullptr ? v->id : out_.name("source nothing"));
    }
    for (const Parameter& p : f.parameters) {
        Variable* const v = scopes_.declare(p.name, p.type, p.stated);
        if (v == nullptr) continue;
        v->quiet = p.quiet;
        v->constant = false;
        units_[f.unit].parameters.push_back(v->id);
    }
    units_[f.unit].parameters.insert(units_[f.unit].parameters.end(), generics.begin(), generics.end());
    assign_instantiation(f);
    if (f.expression) {
        return_value(f.begin, f.end);
    } else {
        std::uint32_t tail = f.end;
        if (f.language == Language::rust) {  // the last expression is the result
            for (std::uint32_t i = f.begin; i < f.end; ++i) {
                const bool block = t[i].is("{") && t[i].match < f.end && t[i].match + 1 < f.end;
                if (t[i].is(";")) tail = i + 1;
                if (i == f.begin) tail = i;
                if (t[i].match > i && t[i].match < f.end && t[i].type == TokenType::symbol) i = t[i].match;
                if (block && !(i + 1 < f.end && (t[i + 1].is("else") || t[i + 1].type == TokenType::symbol)))
                    tail = i + 1;
            }
            constexpr std::string_view kStatements[] = {"while", "for", "loop", "return", "let", "match", "asm", "use"};
            const bool no_value = tail >= f.end ||
                                  std::ranges::find(kStatements, t[tail].text) != std::end(kStatements) || !f.stated ||
                                  find_symbol({&t, tail, f.end, false, 0}, "=") != kNoToken;
            if (no_value) tail = f.end;
        }
        walk(f.begin, tail);
        if (tail < f.end) return_value(tail, f.end);
    }
    scopes_.close_block();
    scopes_.open_block(false);
    end_unit();
    add_member_units(f);
    scopes_.pop();
    function_ = nullptr;
    scopes_.isolated = false;
}

}  // namespace tilescope::program::source
