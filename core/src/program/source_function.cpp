// core/src/program/source_function.cpp -- functions and templates that source code defines, and what they return.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {
namespace {

constexpr std::string_view kNoNames =
    "__attribute__ __launch_bounds__ alignas __align__ requires noexcept __declspec decltype explicit if for while "
    "__maxnreg__ __cluster_dims__ switch return sizeof";

// Splits at commas outside of brackets and <>.
std::vector<Cursor> pieces_of(const Cursor& c) {
    std::vector<Cursor> out;
    int depth = 0;
    std::uint32_t begin = c.at;
    for (std::uint32_t i = c.at; i <= c.end; ++i) {
        const bool ends = i == c.end || (c[i].is(",") && depth <= 0);
        if (ends && i > begin) out.push_back(c.part(begin, i));
        if (ends) begin = i + 1;
        if (i == c.end) break;
        depth = std::max(depth + angles_of(c[i]), 0);  // "= 256 >> 4" closes nothing
        if (c[i].match > i && c[i].match < c.end && c[i].type == TokenType::symbol) i = c[i].match;
    }
    return out;
}

}  // namespace

// One parameter of C, Rust or Python. False: it has no name that a call can give a value.
bool Reader::read_parameter(Function& f, Cursor c) {
    Parameter p;
    const bool named_first = f.language == Language::rust || is_indented(f.language);
    const std::uint32_t equal = std::min(find_symbol(c, "="), c.end);
    Cursor head = c.part(c.at, equal);
    const std::uint32_t colon = find_symbol(head, ":");
    std::optional<Type> type;
    if (named_first && (colon != kNoToken || head.is_one() || f.language != Language::plain)) {
        const std::uint32_t stop = std::min(colon, head.end);
        for (std::uint32_t i = head.at; i < stop; ++i) {
            if (c[i].type == TokenType::name) p.name = c[i].text;
            p.by_reference = p.by_reference || c[i].is("inout") || c[i].is("mut") || c[i].is("out");
            if (c[i].is("*") || c[i].is("**")) p.quiet = true;
        }
        if (colon != kNoToken) {
            Cursor typed = head.part(colon + 1, head.end);
            if (typed.take("&")) p.by_reference = typed.take("mut"), p.quiet = true;
            type = type_at(typed);
            if (!typed.done()) type.reset();
        }
    } else {
        Cursor typed = head;
        type = type_at(typed);
        const bool constant =
            std::ranges::any_of(c.tokens_in(head.at, head.end), [](const Token& t) { return t.is("const"); });
        for (std::uint32_t i = head.at; i < head.end; ++i) {
            if (c[i].type == TokenType::name) p.name = c[i].text;
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
    const Language outer = language_;
    language_ = f.language;
    for (const Cursor& piece : pieces_of(cursor(begin, end)))
        if (!(piece.is("void") && piece.is_one())) read_parameter(f, piece);
    language_ = outer;
}

void Reader::add_function(Function f) {
    f.depth = function_ == nullptr ? 0 : function_->depth + 1;
    f.unit = static_cast<std::uint32_t>(units_.size());
    f.nested = scopes_.unit() != 0;
    f.generics.swap(generics_);
    units_.push_back({f.name, 0, 0, {}});
    bodies_.emplace_back();
    const auto [found, fresh] = functions_.try_emplace(f.name, f);
    if (!fresh) found->second.ambiguous = true;
    queue_.push_back(std::move(f));
}

// type name(parameters) ... {    kNoToken: this is not a function.
std::uint32_t Reader::function_statement(std::uint32_t at, std::uint32_t brace, std::uint32_t end) {
    std::uint32_t open = kNoToken;
    for (std::uint32_t i = at + 1; i < brace && open == kNoToken; ++i) {
        if (t_[i].is("=") || t_[i].is("?")) return kNoToken;
        const bool name = t_[i - 1].type == TokenType::name && !has_word(kNoNames, t_[i - 1].text);
        if (t_[i].is("(") && name && t_[i].match < brace)
            open = i;
        else if (t_[i].match > i && t_[i].match < brace)
            i = t_[i].match;
    }
    const bool typed = open != kNoToken && open >= at + 2;
    if (!typed || scopes_.unit() != 0 || t_[brace].match == kNoToken) return kNoToken;
    Function f;
    f.language = language_;
    f.name = t_[open - 1].text;
    std::uint32_t name = open - 1;
    while (name >= at + 2 && t_[name - 1].is("::")) name -= 2;
    for (std::uint32_t i = at; i < name && !f.stated; ++i) f.state(result_type(cursor(i, name)));
    for (std::uint32_t i = t_[open].match + 1; i + 1 < brace; ++i)
        if (t_[i].is("->")) f.state(result_type(cursor(i + 1, brace)));
    read_parameters(f, open + 1, t_[open].match);
    for (Parameter& p : generics_)  // an argument can have another value than the default
        for (std::uint32_t i = open + 1; i < t_[open].match; ++i)
            if (t_[i].text == p.name) p.initial.reset();
    f.begin = brace + 1;
    f.end = std::min(t_[brace].match, end);
    const std::uint32_t next = f.end + 1;
    end_fragment();
    add_function(std::move(f));
    return next;
}

// fn name(parameters) -> type {    def name(parameters) -> type:
std::uint32_t Reader::named_function(std::uint32_t at, std::uint32_t end) {
    std::uint32_t i = at;
    while (i < end && !t_[i].is("fn") && !t_[i].is("def") && i < at + 6)
        i = t_[i].is("(") && t_[i].match < end ? t_[i].match + 1 : i + 1;
    if (i >= end || !(t_[i].is("fn") || t_[i].is("def"))) {
        if (!t_[at].is("pub")) return kNoToken;
        const std::uint32_t next =
            at + 1 < end && t_[at + 1].is("(") && t_[at + 1].match < end ? t_[at + 1].match + 1 : at + 1;
        return next < end ? statement(next, end) : next;
    }
    std::uint32_t open = i + 2;
    while (open < end && !t_[open].is("(") && !t_[open].is(":") && !t_[open].is("{") && !t_[open].is(";"))
        open = t_[open].is("[") && t_[open].match < end ? t_[open].match + 1 : open + 1;
    if (open >= end || !t_[open].is("(") || t_[open].match >= end || t_[i + 1].type != TokenType::name) return kNoToken;
    const bool braces = !is_indented(language_);
    const std::uint32_t body = header_end(t_[open].match + 1, end);
    if (body == kNoToken) return std::max(statement_end(at, end), at + 1);
    Function f;
    f.language = language_;
    f.name = t_[i + 1].text;
    begin_statement();
    generics_.clear();
    if (open > i + 3) read_generics(cursor(i + 3, open - 1));
    if (t_[t_[open].match + 1].is("->")) f.state(result_type(cursor(t_[open].match + 2, body)));
    read_parameters(f, open + 1, t_[open].match);
    f.begin = body + 1;
    f.end = braces ? std::min(t_[body].match, end) : suite_end(i, body, end);
    const std::uint32_t next = braces ? f.end + 1 : f.end;
    add_function(std::move(f));
    return std::max(next, at + 1);
}

// name = [](uint64_t x) { ... }    name = lambda x: ...
bool Reader::lambda_function(const std::string& name, const Cursor& start) {
    Cursor c = start;
    if (c.tokens != &t_ || name.find_first_of(".[*") != std::string::npos) return false;
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
    std::uint32_t arrow = kNoToken;
    for (; brace < c.end && !c[brace].is("{"); ++brace)
        if (c[brace].is("->")) arrow = brace;
    if (arrow != kNoToken) f.state(result_type(c.part(arrow + 1, brace)));
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
                const bool block = t_[i].is("{") && t_[i].match < f.end && t_[i].match + 1 < f.end;
                if (t_[i].is(";")) tail = i + 1;
                if (i == f.begin) tail = i;
                if (t_[i].match > i && t_[i].match < f.end && t_[i].type == TokenType::symbol) i = t_[i].match;
                if (block && !(i + 1 < f.end && (t_[i + 1].is("else") || t_[i + 1].type == TokenType::symbol)))
                    tail = i + 1;
            }
            constexpr std::string_view kStatements = "while for loop return let match asm use";
            const bool no_value = tail >= f.end || has_word(kStatements, t_[tail].text) || !f.stated ||
                                  find_symbol(cursor(tail, f.end), "=") != kNoToken;
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

namespace {

// The index after the `>` that closes the `<` at `open`; kNoToken: there is none.
std::uint32_t behind_angles(const std::vector<Token>& t, std::uint32_t open, std::uint32_t end) {
    constexpr std::uint32_t kMostAngleTokens = 400;
    int depth = 0;
    for (std::uint32_t i = open; i < std::min(end, open + kMostAngleTokens); ++i) {
        depth += angles_of(t[i]);
        if (t[i].is(";") || t[i].is("{")) return kNoToken;
        if (t[i].match > i && t[i].match < end && t[i].type == TokenType::symbol) i = t[i].match;
        if (depth <= 0) return i + 1;
    }
    return kNoToken;
}

bool is_arithmetic(const Cursor& c) {
    constexpr std::string_view kParts = ":: . ( ) + - * / % | & << >>";
    return std::ranges::all_of(c.all(), [&](const Token& t) {
        return t.type == TokenType::number || t.type == TokenType::name || has_word(kParts, t.text);
    });
}

using Numbers = std::vector<std::optional<std::uint64_t>>;

// "constexpr int BLOCK_M = 64;": the value, if the text gives the name no other one.
std::optional<std::uint64_t> constant_named(const std::vector<Token>& t, std::string_view name) {
    constexpr std::uint32_t kMostBefore = 4;  // words of the type
    std::optional<std::uint64_t> out;
    for (std::uint32_t i = 0; i + 3 < t.size(); ++i) {
        if (t[i].type != TokenType::name || t[i].text != name || !t[i + 1].is("=")) continue;
        bool constant = false;
        for (std::uint32_t j = i; j > 0 && i - j < kMostBefore && !t[j - 1].is(";"); --j)
            constant = constant || t[j - 1].is("constexpr") || t[j - 1].is("const");
        const std::optional<Literal> n = t[i + 2].type == TokenType::number && (t[i + 3].is(";") || t[i + 3].is(","))
                                             ? read_literal(t[i + 2])
                                             : std::nullopt;
        if (out || !constant || !n) return std::nullopt;
        out = n->value;
    }
    return out;
}

// "comptime AType = DType.float8_e4m3fn", "using A = cutlass::half_t;": the path, if the text gives the name no other
// one. Nothing: it gives none.
Cursor named_path(const std::vector<Token>& t, std::string_view name) {
    constexpr std::string_view kWords = "comptime alias using";
    Cursor out{&t, 0, 0};
    for (std::uint32_t i = 1; i + 2 < t.size(); ++i) {
        if (t[i].type != TokenType::name || t[i].text != name || !t[i + 1].is("=")) continue;
        std::uint32_t end = i + 2;
        while (end < t.size() && (t[end].type == TokenType::name || t[end].is(".") || t[end].is("::")) &&
               (end == i + 2 || !t[end].first))
            ++end;
        const bool given = has_word(kWords, t[i - 1].text) && end > i + 2;
        if (!given || !out.done()) return {&t, 0, 0};
        out = {&t, i + 2, end};
    }
    return out;
}

// kernel<128, BLOCK_N><<<grid, block>>>(p), template void kernel<128, 256>(P*): the numbers, if all such places state
// the same ones. Without a name: those of launches with `count` arguments.
Numbers instantiation(const std::vector<Token>& t, std::string_view name, std::size_t count) {
    const auto end = static_cast<std::uint32_t>(t.size() - 1);
    Numbers found;
    for (std::uint32_t i = 0; i + 1 < end; ++i) {
        if ((!name.empty() && t[i].text != name) || t[i].type != TokenType::name || !t[i + 1].is("<")) continue;
        const std::uint32_t behind = behind_angles(t, i + 1, end);
        const bool launch = behind < end && (t[behind].is("<<") || t[behind].is("<<<"));
        if (behind == kNoToken || (name.empty() && !launch)) continue;
        Numbers numbers;
        for (const Cursor& piece : pieces_of({&t, i + 2, behind - 1})) {
            const bool one = piece.is_one();
            const bool number = one && piece.peek().type == TokenType::number;
            const std::optional<Literal> n = number ? read_literal(piece.peek()) : std::nullopt;
            numbers.push_back(n                ? std::optional(n->value)
                              : one && !number ? constant_named(t, piece.peek().text)
                                               : std::nullopt);
        }
        if (name.empty() && numbers.size() != count) continue;
        if (!found.empty() && found != numbers) return {};
        found = std::move(numbers);
    }
    return found;
}

// Whether the line of the function is missing between "template <int N>" and its first statement.
bool lacks_function(const std::vector<Token>& t, std::uint32_t at, std::uint32_t end) {
    constexpr std::string_view kTemplates = "constexpr inline static using const struct class";
    if (at >= end || has_word(kTemplates, t[at].text)) return false;
    while (at < end && !t[at].is("(") && !t[at].is("{") && !t[at].is(";") && !t[at].is("=")) ++at;
    return at < end && t[at].is("=");
}

}  // namespace

// <int N = 128, class T> of C++, [n: Int] of Mojo, <const N: usize> of Rust.
void Reader::read_generics(const Cursor& inside) {
    for (const Cursor& piece : pieces_of(inside)) {
        const bool typed_behind = language_ != Language::c;
        const std::uint32_t equal = std::min(find_symbol(piece, "="), piece.end);
        const std::uint32_t colon = typed_behind ? std::min(find_symbol(piece, ":"), equal) : equal;
        Parameter p;
        for (std::uint32_t i = piece.at; i < colon; ++i)
            if (piece[i].type == TokenType::name) p.name = piece[i].text;
        if (p.name.empty()) p.name = "source unnamed";
        if (equal < piece.end) {
            const Cursor value = piece.part(equal + 1, piece.end);
            if (is_arithmetic(value)) p.initial = whole(value).constant;
        }
        generics_.push_back(std::move(p));
    }
}

std::uint32_t Reader::template_statement(std::uint32_t at, std::uint32_t end) {
    if (at + 1 >= end || !t_[at + 1].is("<")) return kNoToken;
    const std::uint32_t behind = behind_angles(t_, at + 1, end);
    if (behind == kNoToken) return end;
    generics_.clear();
    begin_statement();
    read_generics(cursor(at + 2, behind - 1));
    if (lacks_function(t_, behind, end)) {
        const Numbers found = instantiation(t_, {}, generics_.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            if (const Variable* const v = scopes_.declare(generics_[i].name, kAny, false); v != nullptr && found[i])
                scopes_.assign(v->id, out_.constant(*found[i]), {});
        generics_.clear();
    }
    return behind;
}

// The arguments of a template. Their texts begin with "<". A type has no value. A shape of Mojo, Index(M, N), is its
// sizes, and a name is what the text gives it.
std::vector<Operand> Reader::generic_operands(const Cursor& given) {
    std::vector<Operand> out;
    std::vector<Cursor> pieces;
    for (const Cursor& piece : pieces_of(given)) {
        const std::uint32_t open = piece[piece.end - 1].match;
        const bool shape =
            (piece.is("Index") || piece.is("IndexList")) && piece[piece.end - 1].is(")") && open > piece.at;
        const std::vector<Cursor> sizes = shape ? pieces_of(piece.part(open + 1, piece.end - 1)) : std::vector{piece};
        pieces.insert(pieces.end(), sizes.begin(), sizes.end());
    }
    for (Cursor piece : pieces) {
        std::string key = "<";
        if (piece.peek().type == TokenType::name && piece.peek(1).is("=")) {
            key += std::string(piece.peek().text) + "=";
            piece.at += 2;
        }
        const bool name = piece.is_one() && piece.peek().type == TokenType::name;
        const Cursor meant = name ? named_path(t_, piece.peek().text) : Cursor();
        const bool type = piece.is_one() && named_type(piece.peek().text).has_value();
        const Value x = is_arithmetic(piece) && !type ? whole(piece) : math_.unknown(kOpaque);
        scopes_.mark_read(x.path);
        out.push_back({x.type.is_opaque() ? kNone : math_.converted(x, kAny).id,
                       key + (meant.done() ? text_of(piece) : text_of(meant)), span_of(piece)});
    }
    return out;
}

// The values of f<128, 2 * kRows>(x), with the default values.
void Reader::generic_values(const Function& f, const Cursor* given, std::vector<ExprId>& values) {
    const std::vector<Operand> stated = given != nullptr ? generic_operands(*given) : std::vector<Operand>();
    for (std::size_t i = 0; i < f.generics.size(); ++i) {
        const Parameter& p = f.generics[i];
        ExprId value = p.initial ? out_.constant(*p.initial) : out_.unknown();
        if (i < stated.size()) value = stated[i].value == kNone ? out_.unknown() : stated[i].value;
        values.push_back(value);
    }
}

// The values in the function, if all places in the text that state them state the same numbers.
void Reader::assign_instantiation(const Function& f) {
    const bool used = (f.stated && !f.result.is_opaque()) || f.generics.empty() || f.ambiguous;
    if (used || f.language != Language::c) return;
    const Numbers found = instantiation(t_, f.name, f.generics.size());
    for (std::size_t i = 0; i < std::min(found.size(), f.generics.size()); ++i) {
        const Variable* const v = scopes_.find(f.generics[i].name);
        if (v != nullptr && found[i]) scopes_.assign(v->id, out_.constant(*found[i]), {});
    }
}

void Reader::keep_returned_object(const std::string& path) {
    ReturnedObject& object = returned_.emplace_back();
    object.end = here();
    if (!path.empty()) object.members = scopes_.members_of(path);
    if (const Variable* const v = scopes_.find(path)) object.made = v->made;
}

// One unit for each member of the object that a function returns, and for each descriptor of a function without a
// result: the body of the function, with this value as its result. So a call can compute them for its arguments.
void Reader::add_member_units(const Function& f) {
    constexpr std::size_t kMostReturned = 12, kLongestBody = 1000;
    const auto known = functions_.find(f.name);
    if (known == functions_.end() || known->second.ambiguous || bodies_[f.unit].size() > kLongestBody) return;
    const NameId nothing = out_.name("source nothing");
    const auto add = [&](std::uint32_t end, ExprId value, Function::Member member, std::vector<Function::Member>& to) {
        std::vector<Statement> body = bodies_[f.unit];
        for (Statement& s : body)
            if (s.type == Statement::Type::observe) s = {Statement::Type::assign, nothing, out_.unknown(), 0, s.span};
        body[end].type = Statement::Type::end;
        body[end].value = value;
        member.unit = static_cast<std::uint32_t>(units_.size());
        to.push_back(std::move(member));
        Unit unit = units_[f.unit];
        unit.name.clear();
        units_.push_back(std::move(unit));
        bodies_.push_back(std::move(body));
    };
    const std::vector<Statement> body = bodies_[f.unit];
    for (std::uint32_t i = 0; i < body.size() && f.stated && f.result.is_opaque(); ++i) {
        if (body[i].type != Statement::Type::observe || known->second.words.size() >= kMostReturned) continue;
        const Observation& seen = out_.observations[body[i].index];
        if (seen.type == Observation::Type::variable && seen.count == 1 && is_descriptor_name(seen.text))
            add(i, out_.operands[seen.first].value, {seen.text}, known->second.words);
    }
    if (returned_.size() != 1 || returned_.front().members.size() > kMostReturned) return;
    const ReturnedObject object = returned_.front();
    if (!object.members.empty()) known->second.made = object.made;
    for (const std::uint32_t i : object.members) {
        const Variable& v = scopes_.variables[i];
        add(object.end, out_.read(v.id, v.type.width), {std::string(last_of(v.path)), 0, is_field_name(v.path)},
            known->second.members);
    }
}

}  // namespace tilescope::program::source
