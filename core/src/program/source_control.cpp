// core/src/program/source_control.cpp -- conditions, blocks and returns of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

constexpr std::uint32_t kUnitEnd = kNone - 1;  // a jump after the last statement

bool is_lines(Language l) { return l == Language::python || l == Language::plain; }

}  // namespace

std::uint32_t Reader::control(std::uint32_t at, std::uint32_t end) {
    struct Handler {
        std::string_view word;
        std::uint32_t (Reader::*read)(std::uint32_t, std::uint32_t);
    };
    static constexpr Handler kHandlers[] = {
        {"if", &Reader::if_statement},
        {"for", &Reader::for_statement},
        {"while", &Reader::while_statement},
        {"loop", &Reader::while_statement},
        {"do", &Reader::do_statement},
        {"switch", &Reader::switch_statement},
        {"match", &Reader::match_statement},
        {"return", &Reader::leave_statement},
        {"break", &Reader::leave_statement},
        {"continue", &Reader::leave_statement},
        {"goto", &Reader::leave_statement},
        {"co_return", &Reader::leave_statement},
        {"try", &Reader::try_statement},
        {"with", &Reader::inner_block},
        {"unsafe", &Reader::inner_block},
        {"namespace", &Reader::inner_block},
        {"extern", &Reader::inner_block},
        {"else", &Reader::inner_block},
        {"elif", &Reader::inner_block},
        {"except", &Reader::inner_block},
        {"catch", &Reader::inner_block},
        {"finally", &Reader::inner_block},
        {"begin", &Reader::inner_block},
        {"impl", &Reader::inner_block},
        {"function", &Reader::inner_block},
        {"struct", &Reader::type_statement},
        {"class", &Reader::type_statement},
        {"union", &Reader::type_statement},
        {"enum", &Reader::type_statement},
        {"using", &Reader::type_statement},
        {"typedef", &Reader::type_statement},
        {"type", &Reader::type_statement},
        {"template", &Reader::template_statement},
        {"def", &Reader::named_function},
        {"fn", &Reader::named_function},
        {"async", &Reader::named_function},
        {"pub", &Reader::named_function},
        {"let", &Reader::inner_block},
    };
    const std::vector<Token>& t = lexed_.tokens;
    const auto* const found = std::ranges::find(kHandlers, t[at].text, &Handler::word);
    if (found != std::end(kHandlers)) return (this->*found->read)(at, end);
    const bool label = (language_ == Language::c || language_ == Language::rust) && at + 1 < end && t[at + 1].is(":");
    if (!label) return kNoToken;
    if (at + 2 < end && (t[at + 2].is("for") || t[at + 2].is("while") || t[at + 2].is("loop"))) label_ = t[at].text;
    jumps_.labels[std::string(t[at].text)] = here();
    return at + 2;
}

// Blocks inside of too many others are not read.
void Reader::skip_range(std::uint32_t begin, std::uint32_t end) {
    constexpr std::size_t kMost = 8;
    forget_range(begin, end);
    if (begin < end && out_.skipped.size() < kMost)
        out_.skipped.push_back(span_of({&lexed_.tokens, begin, end, false, 0}, begin, end));
}

void Reader::forget_range(std::uint32_t begin, std::uint32_t end) {
    const Cursor c{&lexed_.tokens, begin, end, false, 0};
    begin_statement();
    forget_names(c, begin, end, true);
    flush_effects();
}

Value Reader::condition(std::uint32_t begin, std::uint32_t end) {
    begin_statement();
    Value out = math_.truth(whole({&lexed_.tokens, begin, end, false, 0}));
    if (!touched_.empty()) out = math_.unknown(kBoolean);
    flush_calls();
    flush_effects();
    observe_compared({&lexed_.tokens, begin, end, false, 0});
    return out;
}

std::uint32_t Reader::jump() {
    Statement s;
    s.type = Statement::Type::jump;
    s.index = kUnitEnd;
    scopes_.code->push_back(s);
    return here() - 1;
}

std::uint32_t Reader::jump_if_not(const Value& condition) {
    const ExprId value = math_.negated(condition).id;
    const std::uint32_t at = jump();
    (*scopes_.code)[at].value = value;
    return at;
}

void Reader::jump_to(std::uint32_t target, const Value* condition) {
    const std::uint32_t at = jump();
    (*scopes_.code)[at].index = target;
    if (condition != nullptr) (*scopes_.code)[at].value = condition->id;
}

// The index of the `{` or `:` after a condition without parentheses. kNoToken: there is none.
std::uint32_t Reader::header_end(std::uint32_t at, std::uint32_t end) const {
    const std::vector<Token>& t = lexed_.tokens;
    const bool lines = is_lines(language_);
    for (std::uint32_t i = at; i < end; ++i) {
        if (t[i].is(lines ? ":" : "{")) return i;
        if (t[i].is(";") || t[i].is("}") || t[i].type == TokenType::cut) return kNoToken;
        if (lines && i > at && t[i].first) return kNoToken;
        if (lines && t[i].is("lambda")) return kNoToken;
        if (t[i].match > i && t[i].match < end && t[i].type == TokenType::symbol) i = t[i].match;
    }
    return kNoToken;
}

// The end of the lines that are indented more than the header, or of the line of the colon.
std::uint32_t Reader::suite_end(std::uint32_t header, std::uint32_t colon, std::uint32_t end) const {
    const std::vector<Token>& t = lexed_.tokens;
    const bool same_line = colon + 1 < end && !t[colon + 1].first;
    for (std::uint32_t i = colon + 1; i < end; ++i) {
        if (t[i].type == TokenType::cut) continue;
        if (t[i].first && (same_line || t[i].indent <= t[header].indent)) return i;
        if (t[i].match > i && t[i].match < end && t[i].type == TokenType::symbol) i = t[i].match;
    }
    return end;
}

// Reads the block, the indented lines or the one statement at `at`. Returns the index after it.
std::uint32_t Reader::run_body(std::uint32_t header, std::uint32_t at, std::uint32_t end, bool conditional) {
    const std::vector<Token>& t = lexed_.tokens;
    std::uint32_t next = at;
    if (at >= end) return end;
    scopes_.open_block(conditional);
    const bool scoped = !is_lines(language_);
    if (scoped) scopes_.push();
    if (t[at].is("{") && t[at].match != kNoToken) {
        const std::uint32_t close = std::min(t[at].match, end);
        walk(at + 1, close);
        next = close + (close < end && t[close].is("}") ? 1 : 0);
    } else if (t[at].is(":")) {
        next = suite_end(header, at, end);
        walk(at + 1, next);
    } else if (++depth_ > kDeepestNesting) {
        skip_range(at, end);
        next = end;
        --depth_;
    } else {
        next = std::max(statement(at, end), at + 1);
        if (next < end && t[next].is(";")) ++next;
        --depth_;
    }
    language_ = t[header].language;
    if (scoped) scopes_.pop();
    scopes_.close_block();
    return next;
}

// A block whose header is not understood: it may execute or not.
void Reader::walk_body(const Cursor& body, bool conditional) {
    const std::uint32_t over = conditional ? jump_if_not(math_.unknown(kBoolean)) : kNoToken;
    scopes_.open_block(conditional);
    scopes_.push();
    walk(body.at, body.end);
    scopes_.pop();
    scopes_.close_block();
    if (conditional) land(over);
}

std::uint32_t Reader::if_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    std::vector<std::uint32_t> exits;
    std::uint32_t next = at;
    bool complete = false;
    scopes_.open_choice();
    for (bool first = true;; first = false) {
        const std::uint32_t header = next;
        std::uint32_t begin = header + 1;
        if (begin < end && (t[begin].is("constexpr") || t[begin].is("consteval"))) ++begin;
        const bool round = begin < end && t[begin].is("(") && t[begin].match < end && !is_lines(language_) &&
                           language_ != Language::rust;
        const std::uint32_t stop = round ? t[begin].match : header_end(begin, end);
        if (stop == kNoToken) {
            if (first) {
                scopes_.close_choice(false);
                return kNoToken;
            }
            forget_range(header, end);
            next = end;
            break;
        }
        std::uint32_t test = round ? begin + 1 : begin;
        for (std::uint32_t i = test; i < stop && round; ++i)
            if (t[i].is(";")) {  // if (auto x = f(); x)
                simple_tokens({&t, test, i, false, 0});
                test = i + 1;
            }
        const Value value = t[begin].is("let") ? math_.unknown(kBoolean) : condition(test, stop);
        const std::uint32_t over = jump_if_not(value);
        next = run_body(header, round ? stop + 1 : stop, end, true);
        const bool mine = next < end && (!is_lines(language_) || t[next].indent == t[header].indent);
        if (!mine || !(t[next].is("else") || t[next].is("elif"))) {
            complete = scopes_.choice_alters();
            if (complete) exits.push_back(jump());
            land(over);
            if (complete) scopes_.pass_choice();
            break;
        }
        exits.push_back(jump());
        land(over);
        if (t[next].is("elif")) continue;
        if (next + 1 < end && t[next + 1].is("if") && !is_lines(language_)) {
            ++next;
            continue;
        }
        next = run_body(next, next + 1, end, true);
        complete = true;
        break;
    }
    for (const std::uint32_t j : exits) land(j);
    scopes_.close_choice(complete);
    return next;
}

// return, break, continue, goto
std::uint32_t Reader::leave_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::string_view word = t[at].text;
    if (at + 1 < end && t[at + 1].is("=")) return kNoToken;
    const std::uint32_t stop = std::max(statement_end(at, end), at + 1);
    if (word == "return" || word == "co_return") {
        return_value(at + 1, stop);
        return stop;
    }
    const std::string label = at + 1 < stop ? std::string(t[at + 1].text) : std::string();
    if (word == "goto") {
        jumps_.gotos.emplace_back(label, jump());
        return stop;
    }
    const bool leaves = word == "break";
    for (std::size_t i = loops_.size(); i-- > 0;) {
        Loop& loop = loops_[i];
        const bool named =
            !label.empty() && std::ranges::any_of(loops_, [&](const Loop& l) { return l.label == label; });
        if (named ? loop.label != label : !leaves && loop.is_switch) continue;
        if (!leaves && loop.next != kNoToken)
            jump_to(loop.next);
        else
            (leaves ? loop.breaks : loop.continues).push_back(jump());
        return stop;
    }
    jumps_.returns.push_back(jump());  // of a loop that began before the text
    return stop;
}

void Reader::return_value(std::uint32_t begin, std::uint32_t end) {
    begin_statement();
    const Cursor c{&lexed_.tokens, begin, end, false, 0};
    static_cast<void>(assembly(c));
    begin_statement();
    Value value = begin < end ? whole(c) : math_.unknown(kOpaque);
    const std::string path = value.path;
    if (function_ != nullptr && function_->stated && !function_->result.is_opaque() && begin < end)
        value = math_.converted(value, function_->result);
    value = math_.once(value);
    for (const std::string& name : reads_)
        if (name != path) scopes_.mark_read(name);
    flush_calls();
    const std::string name = function_ != nullptr ? function_->name : std::string();
    const bool number = value.type.kind != Type::Kind::boolean && !value.type.is_opaque() && begin < end;
    if (number && value.constant.value_or(0x10000) >= 0x10000 && !(function_ == nullptr && !path.empty())) {
        if (Variable* const v = scopes_.find_to_change(path); v != nullptr && !path.empty()) v->dirty = false;
        Observation o;
        o.type = Observation::Type::returned;
        // `return desc;` of make(): the variable says more than the function.
        o.text = is_descriptor_name(path) && !is_descriptor_name(name) ? path : name;
        o.span = span_of(c, begin, end);
        o.width = function_ != nullptr && function_->stated && value.type.is_integer() ? value.type.width : 0;
        o.conditional = scopes_.conditional();
        o.comment = comment_of(c, begin, end);
        scopes_.observe(std::move(o), {{value.id, text_of(c, begin, end), span_of(c, begin, end)}});
        observe_choices(name, value, span_of(c, begin, end));
    }
    scopes_.before_return();
    if (function_ == nullptr) {  // the rest of the text may be another part of a program
        jumps_.returns.push_back(jump());
        if (!scopes_.conditional()) end_fragment();
        return;
    }
    keep_returned_object(path);
    Statement s;
    s.type = Statement::Type::end;
    s.value = value.id;
    scopes_.code->push_back(s);
}

// Statements of an unrelated place follow.
void Reader::end_fragment() {
    std::vector<std::uint32_t> returns;
    returns.swap(jumps_.returns);
    scopes_.forget_all();
    for (const std::uint32_t j : returns) land(j);
    scopes_.forget_all();
}

void Reader::end_unit() {
    for (const auto& [label, at] : jumps_.gotos)
        if (const auto found = jumps_.labels.find(label); found != jumps_.labels.end())
            (*scopes_.code)[at].index = found->second;
    for (const std::uint32_t j : jumps_.returns) land(j);
    jumps_.gotos.clear();
    jumps_.labels.clear();
    jumps_.returns.clear();
    loops_.clear();
}

// Blocks that execute once: namespaces, `with`, `unsafe`. A branch without its condition may execute or not.
std::uint32_t Reader::inner_block(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const std::string_view word = t[at].text;
    if (word == "let" || word == "begin" || word == "function") {
        if (language_ != Language::julia) return kNoToken;
        forget_range(at, end);
        return end;
    }
    if (language_ == Language::julia) return kNoToken;
    const bool branch = word == "else" || word == "elif" || word == "except" || word == "catch" || word == "finally";
    if (word == "extern" && !(at + 2 < end && t[at + 1].type == TokenType::text && t[at + 2].is("{"))) return kNoToken;
    std::uint32_t stop = header_end(at + 1, end);
    if (stop == kNoToken && word == "else") stop = at + 1;
    if (stop == kNoToken) return kNoToken;
    if (branch) {
        end_fragment();
        const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
        const std::uint32_t next = run_body(at, stop, end, true);
        land(over);
        scopes_.forget_all();
        return next;
    }
    if (word == "with") forget_range(at + 1, stop);
    if (word == "namespace")
        for (std::uint32_t i = at + 1; i < stop; ++i)
            if (t[i].type == TokenType::name) namespaces_.emplace_back(t[i].text);
    if (word == "unsafe" || is_lines(language_)) return run_body(at, stop, end, false);
    const std::uint32_t close = std::min(t[stop].match, end);
    walk(stop + 1, close);
    return close + 1;
}

}  // namespace tilescope::program::source
